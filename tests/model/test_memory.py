"""The bounded memory: what is kept, what goes, and that the bytes are counted right."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from model.memory import ByteLRU


def memory(limit: int) -> ByteLRU[str, bytes]:
    return ByteLRU(limit, size=len)


def test_the_least_recently_used_goes_first() -> None:
    kept = memory(10)
    kept.put("a", b"1234")
    kept.put("b", b"1234")
    assert kept.get("a") == b"1234"
    kept.put("c", b"1234")
    assert kept.get("a") == b"1234"
    assert kept.get("b") is None
    assert kept.nbytes == 8


def test_a_value_larger_than_the_limit_is_not_kept() -> None:
    kept = memory(3)
    kept.put("a", b"12")
    kept.put("b", b"1234")
    assert kept.get("b") is None
    assert kept.get("a") == b"12"


def test_a_value_that_is_put_again_is_counted_once() -> None:
    kept = memory(10)
    kept.put("a", b"1234")
    kept.put("a", b"12")
    assert (len(kept), kept.nbytes) == (1, 2)


def test_a_larger_value_than_the_limit_replaces_the_old_one_by_nothing() -> None:
    kept = memory(4)
    kept.put("a", b"12")
    kept.put("a", b"12345")
    assert kept.get("a") is None
    assert kept.nbytes == 0


def test_what_is_remembered_is_not_made_again() -> None:
    kept = memory(10)
    kept.put("a", b"12")
    assert kept.get_or_make("a", lambda: b"other") == b"12"
    assert kept.get_or_make("b", lambda: b"made") == b"made"
    assert kept.get("b") == b"made"


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.binary(max_size=8))), st.integers(0, 20))
def test_the_bytes_are_those_of_what_is_kept_and_within_the_limit(
    puts: Sequence[tuple[str, bytes]], limit: int
) -> None:
    kept = memory(limit)
    for key, value in puts:
        kept.put(key, value)
    assert kept.nbytes == sum(len(kept.get(key) or b"") for key in "abcdef") <= limit
