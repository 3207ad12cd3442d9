"""Who sits where, who leads, who may write. It knows `games`; `games` know nothing of it.

Pure: `draws`, `ceremony`, `standings`, `exchange`, `facts`, rights.py, lifecycle.py, instances.py, scenes.py. Around
them `models`; above these what is read (`queries`) and who may (`access`); above them the deeds (`operations`). On top
the faces, none of which knows another: `public`, `console`, `tableside`, `union`, `commission`, `api`, `admin`,
tasks.py, `management`; what all of them do in one way is in `acts`. docs/architecture.md has all of it on one page.
"""
