"""One way of answering for every face: its pages and its acts, each told once (face.py), and one visit to them."""
