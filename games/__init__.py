"""What is played at one table: rules, words, logs. It knows nothing of tournaments.

Pure, by the standard library alone: `rules` judge deals and fold logs, `arrivals` judge what phones bring, `players`
play, `simulation` counts. Around them `models`, above these reads (queries.py) and acts (protocol.py on a log,
secret_words.py on a word of the commission). A log speaks of seats, never of persons.
"""
