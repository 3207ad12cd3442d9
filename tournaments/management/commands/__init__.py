"""One command a file: arguments in, an operation or a pure function, lines out. docs/operations.md tells them all."""
