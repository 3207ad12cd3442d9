"""An event around its rounds: made and changed, registrations and the door, conditions, fees, staff, phones, plans."""
