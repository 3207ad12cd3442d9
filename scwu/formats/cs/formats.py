"""14. listopadu 2026, 18:00."""

DATE_FORMAT = "j. E Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j. E Y, H:i"
