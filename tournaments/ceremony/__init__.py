"""The public draw `pub-draw/1`: a draw whose lots nobody could choose and anybody can check. Standard library only.

Before: a secret is promised by its digest; a second one by somebody of the hall (`hall`) and a round of drand that has
still to come (`beacon`) may be named besides. Then everything that the draw reads is frozen and its digest read aloud.
Then the room turns cards or throws dice. Only then the secrets are opened, and the transcript tells all of it. What
the engine makes of the lots stands in `tournaments.draws`; here is what goes in, and what has to be shown afterwards.
"""
