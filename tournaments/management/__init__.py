"""Work on the installation, as commands of Django."""
