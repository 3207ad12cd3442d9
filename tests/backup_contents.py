"""Whether two backups hold the same rows, whatever database they come from."""

from __future__ import annotations

import hashlib
import json

from tournaments.operations.upkeep.backup_files import Backup


def content_of(backup: Backup) -> str:
    """The SHA-256 of all rows in a canonical form."""
    digest = hashlib.sha256()
    for label, told in sorted(backup.tables.items()):
        digest.update(f"\n{label} {told['columns']}\n".encode())
        for row in backup.lines(label):
            digest.update(json.dumps(row, sort_keys=True, separators=(",", ":")).encode())
    return digest.hexdigest()
