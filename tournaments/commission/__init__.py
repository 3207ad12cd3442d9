"""The commission's pages: playing words proposed, voted on, sealed, given to rounds; each reader sees what he may.

A face: it proves rights through `tournaments.access`, calls operations, shows queries. Whoever plays in an event sees
none of its words here, whatever his office.
"""
