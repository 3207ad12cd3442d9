"""The table side: what a referee or line judge has on the phone while the cards are being dealt."""
