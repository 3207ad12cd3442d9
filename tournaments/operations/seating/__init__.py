"""Who sits where before the start: what a draw reads, the draw, the public ceremony of one, seats changed by hand."""
