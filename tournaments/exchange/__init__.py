"""Files that come in and go out. No database.

The event file `scwu-event/1`: shapes.py is one as values, reader.py reads it with every fault, event_file.py writes it,
played.py replays it for its results. Spreadsheets: people_file.py reads lists of players, spreadsheet.py writes all
that leaves as CSV or XLSX.
"""
