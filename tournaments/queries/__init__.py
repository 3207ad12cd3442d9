"""What the faces show: one file about each subject, with small frozen results; pages, API and admin read the same.

Nothing is changed here and nobody is asked for a right. How many statements a query takes does not grow with what it
shows; the number stands in its docstring where it matters.
"""
