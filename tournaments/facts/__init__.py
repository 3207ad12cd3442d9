"""Plain facts and rules about them, a file each: countries, alphabets, nicks, local times, regulations. No database."""
