"""What is stored and found: the `Index` seam and its engines."""
