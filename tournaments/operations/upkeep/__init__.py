"""Keeping the data whole for years: backups made and restored, every chain and row verified, projections made anew."""
