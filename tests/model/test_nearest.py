"""The nearest rows of the embedding table, against numpy in float64; the twin of a word, with and without its space."""

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from model.errors import OutOfRangeError
from model.shelf.library import Library
from model.shelf.loaded import LoadedModel
from model.studies import nearest
from model.studies.nearest import cosines, neighbourhood

LIBRARY = Library()
STORY, TOY = LIBRARY.get("story"), LIBRARY.get("toy")


def cosines_by_numpy(model: LoadedModel, token_id: int) -> np.ndarray:
    table = model.transformer.w_e.weight.detach().numpy().astype(np.float64)
    rows = table / np.linalg.norm(table, axis=1, keepdims=True)
    found: np.ndarray = rows @ rows[token_id]
    return found


@settings(max_examples=25)
@given(st.integers(0, 4095), st.integers(1, 30))
def test_the_nearest_are_those_that_numpy_finds(token_id: int, top: int) -> None:
    right = cosines_by_numpy(STORY, token_id)
    found = neighbourhood(STORY, token_id, top=top)
    others = np.delete(right, token_id)
    assert [each.place for each in found.nearest] == list(range(1, top + 1))
    assert [each.cosine for each in found.nearest] == pytest.approx(np.sort(others)[::-1][:top], abs=1e-6)
    assert [each.cosine for each in found.nearest] == pytest.approx(
        right[[each.id for each in found.nearest]], abs=1e-6
    )
    assert token_id not in {each.id for each in found.nearest}
    assert np.mean(others <= found.middle + 1e-6) >= 0.5 >= np.mean(others < found.middle - 1e-6)


@pytest.mark.parametrize("at_once", [1, 5, 9, 100])
def test_it_does_not_matter_how_many_rows_are_compared_at_once(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nearest, "AT_ONCE", at_once)
    found = cosines(TOY.transformer.w_e.weight, 3)
    assert found.numpy() == pytest.approx(cosines_by_numpy(TOY, 3), abs=1e-6)


def test_a_row_of_zeros_is_like_no_other() -> None:
    assert cosines(torch.tensor([[0.0, 0.0], [3.0, 4.0]]), 0).tolist() == [0, 0]
    assert cosines(torch.tensor([[0.0, 0.0], [3.0, 4.0]]), 1).tolist() == [0, 1]


def test_a_small_vocabulary_has_no_more_neighbours_than_pieces() -> None:
    assert len(neighbourhood(TOY, 0, top=50).nearest) == 8


@pytest.mark.parametrize(("word", "other"), [(b"the", b" the"), (b" the", b"the"), (b" cat", b"cat")])
def test_the_twin_of_a_word_is_the_same_with_or_without_its_space(word: bytes, other: bytes) -> None:
    ids = {STORY.tokenizer.piece(i): i for i in range(4095)}
    found = neighbourhood(STORY, ids[word])
    if other not in ids:
        assert found.twin is None
        return
    right = cosines_by_numpy(STORY, ids[word])
    assert found.twin is not None
    assert found.twin.id == ids[other] != ids[word]
    assert found.twin.cosine == pytest.approx(right[ids[other]], abs=1e-6)
    assert found.twin.place == 1 + np.sum(np.delete(right, ids[word]) > right[ids[other]] + 1e-7)


@pytest.mark.parametrize("piece", [b" ", b"\xe6", b"<|endoftext|>"])
def test_what_is_no_word_has_no_twin(piece: bytes) -> None:
    found = next(i for i in range(4096) if STORY.tokenizer.piece(i) == piece)
    assert neighbourhood(STORY, found).twin is None


def test_a_word_of_a_closed_list_has_no_twin() -> None:
    assert neighbourhood(TOY, 0).twin is None


@pytest.mark.parametrize("token_id", [-1, 4096])
def test_an_id_that_does_not_exist_is_refused(token_id: int) -> None:
    with pytest.raises(OutOfRangeError, match="between 0 and 4095"):
        neighbourhood(STORY, token_id)
