"""The face of the union: its offices, federations, clubs and captains at work. Mounted at /union/."""
