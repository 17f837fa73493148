"""Keys are long, random and known to the server by their digest alone."""

from ewala.tables.keys import digest_of, fits, is_table_id, new_key, new_table_id


def test_every_key_is_new_and_goes_into_a_header() -> None:
    keys = {new_key() for _ in range(1000)}
    assert len(keys) == 1000
    assert all(len(key) >= 32 and key.isascii() and "," not in key and " " not in key for key in keys)


def test_every_table_has_a_name_of_its_own_that_is_easily_read() -> None:
    names = {new_table_id() for _ in range(1000)}
    assert len(names) == 1000
    assert all(len(name) == 10 and not set(name) & set("01iloIO") for name in names)
    assert all(is_table_id(name) for name in names)


def test_what_cannot_be_a_tables_name() -> None:
    assert not any(map(is_table_id, ["", "2222222222 ", "222222222", "22222222222", "222222222O", "é222222222"]))


def test_a_key_fits_its_own_digest_alone() -> None:
    key, other = new_key(), new_key()
    assert fits(key, digest_of(key))
    assert not fits(other, digest_of(key))
    assert not fits("", digest_of(key))
    assert not fits(digest_of(key), digest_of(key)), "whoever reads the database has no key"
    assert key not in digest_of(key)
