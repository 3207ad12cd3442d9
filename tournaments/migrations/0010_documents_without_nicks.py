"""Published documents name entries by their keys alone; the nick of the day stands in the registration.

A document was never changed until now, and its digest did not exist: from here on it has one (in the journal), and a
person can be forgotten without touching it. What a page shows is the same.
"""

from django.db import migrations


def without_nicks(apps, schema_editor):
    publications = apps.get_model("tournaments", "Publication")
    for one in publications.objects.iterator(chunk_size=50):
        entries = one.document.get("entries", {})
        if any("nick" in names for names in entries.values()):
            for names in entries.values():
                names.pop("nick", None)
            one.save(update_fields=["document"])


def with_nicks(apps, schema_editor):
    publications, registrations = apps.get_model("tournaments", "Publication"), apps.get_model("tournaments", "Registration")
    for one in publications.objects.iterator(chunk_size=50):
        nicks = dict(registrations.objects.filter(event=one.event_id).values_list("key", "nick"))
        for key, names in one.document.get("entries", {}).items():
            names["nick"] = nicks.get(key, key)
        one.save(update_fields=["document"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0009_publication_seal")]

    operations = [migrations.RunPython(without_nicks, with_nicks)]
