"""What is said to people: a sentence behind each stored code, one file about each subject, for every face alike.

Below here there are only codes and values; a code without its sentence fails a test. What only one page says stands
in its template.
"""
