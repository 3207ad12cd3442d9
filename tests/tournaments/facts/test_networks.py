"""From which place a machine comes: its address, or in IPv6 the network of its house."""

import pytest

from tournaments.facts.networks import place_of


@pytest.mark.parametrize(
    "address", ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:DB8:1:2::", "2001:db8:1:2::5%eth0"]
)
def test_a_house_is_one_place_whatever_address_it_takes(address):
    assert place_of(address) == "2001:db8:1:2::/64"


def test_the_next_house_is_another_place():
    assert place_of("2001:db8:1:3::1") != place_of("2001:db8:1:2::1")


@pytest.mark.parametrize("address", ["192.0.2.1", "::ffff:192.0.2.1", "::ffff:c000:201"])
def test_an_address_of_version_four_is_itself_also_in_the_clothes_of_six(address):
    assert place_of(address) == "192.0.2.1"


@pytest.mark.parametrize("address", ["", "unknown", "192.0.2", "a" * 50])
def test_what_is_no_address_is_its_own_place(address):
    assert place_of(address) == address
