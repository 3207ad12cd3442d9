"""The words of an event and their key. What happens to a word by itself is `games.secret_words`."""
