"""The director's desk: one person in a pub with a laptop, sometimes only a phone, who runs the whole evening.

One module per noun: events, people, rounds, draws, finals, publishing, staff, printing, files. Every page is fetched
through `tournaments.access` for its director; every act is one POST to one address and one operation. An act that is
refused shows its page again with the sentence beside the form, with what was typed still there.
"""
