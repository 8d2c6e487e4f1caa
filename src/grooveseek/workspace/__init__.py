"""From a configuration to the opened parts that every door uses: knowledge base, index, models, options."""
