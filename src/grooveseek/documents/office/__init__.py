"""Word, Excel and PowerPoint files in their zip-and-XML form."""
