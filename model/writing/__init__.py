"""From logits to text: what is drawn from, the dice, the loop that writes, and a piece put in by hand."""
