"""Writing on: token by token as without the cache, drawn by the dice, always text, and ended for a reason."""

from collections.abc import Iterator

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from model.errors import EmptyTextError, OutOfRangeError, TooLongError
from model.shelf.library import Library
from model.shelf.loaded import Description, LoadedModel, ModelFile, TokenizerFile
from model.tokenizers import BytePairTokenizer, WordTokenizer
from model.writing import generation as writing
from model.writing.dice import throw_dice
from model.writing.generation import Generation, Written, begin_generation
from model.writing.stages import Sampling
from tests.model.configs import Case, cases

GREEDY = Sampling(temperature=0)
BYTES = BytePairTokenizer({bytes([i]): i for i in range(256)}, pattern=r"[\s\S]", special_tokens={"<|end|>": 256})


def words(case: Case) -> LoadedModel:
    """The model of `case` in float64, whose pieces are the words w0, w1 …"""
    names = tuple(f"w{i}" for i in range(case.config.vocab_size))
    file = ModelFile(title="", description="", examples=(), tokenizer=TokenizerFile(words=names), config=case.config)
    return LoadedModel(Description("m", file, 0, "F64", ""), WordTokenizer(names), case.model(torch.float64))


def write(found: Generation) -> list[Written]:
    return list(steps(found))


def steps(found: Generation) -> Iterator[Written]:
    while found.ended is None:
        yield found.step()


class Script:
    """A stand-in for the model: the pieces of a script have the highest logits, one after the other."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *ids: int, vocab_size: int = 258) -> None:
        self.ids, self.vocab_size, self.read = list(ids), vocab_size, 0
        monkeypatch.setattr(writing, "advance", self.advance)

    def advance(self, _model: LoadedModel, _ids: list[int], _cache: object) -> Tensor:
        logits = torch.zeros(self.vocab_size)
        logits[self.ids[min(self.read, len(self.ids) - 1)]] = 9.0
        self.read += 1
        return logits


@pytest.fixture
def of_bytes(story: LoadedModel) -> LoadedModel:
    """A model whose pieces are single bytes, one control token (256) and an id that is not in use (257)."""
    return LoadedModel(story.description, BYTES, story.transformer)


@pytest.fixture(scope="module")
def story() -> LoadedModel:
    return Library().get("story")


@given(cases())
def test_writing_greedily_is_taking_the_best_of_a_whole_pass_each_time(case: Case) -> None:
    """Every variant, with the cache and, where later tokens change earlier ones, without it."""
    model, ids = words(case), list(case.ids)
    text = " ".join(f"w{i}" for i in ids)
    found = begin_generation(model, text, sampling=GREEDY, seed=0, limit=6)
    assert (found.cache is not None) == case.config.causal
    for written in steps(found):
        with torch.inference_mode():
            best = int(model.transformer(torch.tensor(ids))[-1].argmax())
        assert (written.id, written.place) == (best, len(ids))
        ids.append(best)
    assert found.text == " ".join(f"w{i}" for i in ids)
    assert found.recut().same


@settings(max_examples=10)
@given(st.integers(0, 1000), st.floats(0.3, 2), st.integers(1, 100))
def test_the_same_seed_writes_the_same_text_and_from_the_middle_it_goes_on_alike(
    seed: int, heat: float, top_k: int
) -> None:
    model, sampling = Library().get("toy"), Sampling(heat, top_k)
    whole = begin_generation(model, "the cat", sampling=sampling, seed=seed, limit=8)
    written = write(whole)
    assert [each.draw.dice for each in written] == [throw_dice(seed, 2 + i)[0] for i in range(8)]
    half = begin_generation(model, "the cat", sampling=sampling, seed=seed, limit=4)
    write(half)
    rest = begin_generation(model, half.text, sampling=sampling, seed=seed, limit=4)
    assert [each.id for each in write(half) + write(rest)] == [each.id for each in written[4:]]
    assert rest.text == whole.text


def test_the_cache_grows_by_one_token_a_step(story: LoadedModel) -> None:
    c = story.config
    found = begin_generation(story, "Once upon a time", sampling=GREEDY, seed=0, limit=3)
    each = 2 * c.n_layers * c.n_kv_heads * c.d_head * 4
    before = found.cache_bytes
    assert before == each * len(found.ids)
    found.step()
    assert found.cache_bytes == before + each


def test_a_character_of_four_bytes_is_written_whole_though_the_limit_is_one(
    of_bytes: LoadedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    Script(monkeypatch, *"👩".encode(), 33)
    found = begin_generation(of_bytes, "a", sampling=GREEDY, seed=0, limit=1)
    assert [each.added for each in write(found)] == ["", "", "", "👩"]
    assert (found.text, found.ended) == ("a👩", "limit")


@pytest.mark.parametrize(
    ("ids", "ending", "text"),
    [
        ((98, 0x80), "not-text", "ab"),
        ((98, 0xF0, 33), "not-text", "ab"),
        ((98, 256), "control", "ab"),
        ((98, 257), "unused", "ab"),
        ((98, 99, 100, 101), "limit", "abcd"),
    ],
)
def test_what_is_no_text_ends_the_writing_and_is_not_written(
    of_bytes: LoadedModel, monkeypatch: pytest.MonkeyPatch, ids: tuple[int, ...], ending: str, text: str
) -> None:
    Script(monkeypatch, *ids)
    found = begin_generation(of_bytes, "a", sampling=GREEDY, seed=0, limit=3)
    assert write(found)[-1].ending == ending
    assert (found.text, found.ended) == (text, ending)
    with pytest.raises(RuntimeError):
        found.step()


def test_a_full_context_ends_the_writing() -> None:
    toy = Library().get("toy")
    found = begin_generation(toy, "the cat sat", sampling=Sampling(), seed=1, limit=100)
    assert len(write(found)) == toy.config.n_ctx - 3
    assert (found.ended, len(toy.tokenizer.encode(found.text))) == ("context", toy.config.n_ctx)


def test_a_text_that_is_cut_otherwise_anew_says_from_where_on(
    story: LoadedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Written as “ c”, “a”, “t”, the text is read as “ cat”."""
    by_text = {story.tokenizer.piece(i): i for i in range(4095)}
    Script(monkeypatch, by_text[b" c"], by_text[b"a"], by_text[b"t"], vocab_size=4096)
    found = begin_generation(story, "the", sampling=GREEDY, seed=0, limit=3)
    write(found)
    again = found.recut()
    assert (found.text, again.same, again.kept, again.count) == ("the cat", False, 1, 2)


def test_a_word_goes_on_after_a_space_and_never_after_two() -> None:
    toy = Library().get("toy")
    for text in ("the cat", "the cat "):
        found = begin_generation(toy, text, sampling=GREEDY, seed=0, limit=2)
        write(found)
        assert found.text.startswith("the cat ")
        assert "  " not in found.text


def test_what_cannot_be_written_on_is_refused() -> None:
    toy = Library().get("toy")
    with pytest.raises(EmptyTextError):
        begin_generation(toy, "", sampling=GREEDY, seed=0, limit=1)
    with pytest.raises(TooLongError):
        begin_generation(toy, " ".join(["the"] * 14), sampling=GREEDY, seed=0, limit=1)
    for limit in (0, 10_001):
        with pytest.raises(OutOfRangeError, match="limit is"):
            begin_generation(toy, "the", sampling=GREEDY, seed=0, limit=limit)
