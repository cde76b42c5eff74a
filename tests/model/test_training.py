"""The training scripts: the toy learns, the optimizer is what it says, a run goes on from its checkpoint."""

import math
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import nn

from model.heads import patterns
from model.shelf.library import Library
from model.taps import attach_hooks
from model.training.checkpoint import Progress, load_checkpoint, save_checkpoint
from model.training.corpus import mixture, read_documents, split, windows
from model.training.optimizer import make_optimizers, orthogonalise
from model.training.report import held_out_nats, split_documents
from model.training.train_story import learning_rate, window_length
from model.training.train_toy import WORDS, next_word, train_toy
from model.transformer import Transformer


@pytest.mark.parametrize("origin", ["trained here", "bundled"])
def test_the_toy_knows_its_sentences_because_it_looks_back_to_the_animal(origin: str) -> None:
    model = train_toy(seed=2) if origin == "trained here" else Library().get("toy").transformer
    if origin == "trained here":
        attach_hooks(model)
    for text, word in (("the cat sat", "on"), ("the dog sat", "by")):
        guess, p = next_word(model, text)
        assert guess == word
        assert p > 0.8
        ids = torch.tensor([WORDS.index(token) for token in text.split()])
        from_sat_to_animal = torch.stack([pattern[:, 2, 1] for pattern in patterns(model, ids)])
        assert from_sat_to_animal.max() > 0.9


@pytest.mark.parametrize("shape", [(2, 8, 8), (1, 12, 5), (3, 5, 12)])
def test_muon_brings_singular_values_close_to_one(shape: tuple[int, int, int]) -> None:
    g = torch.randn(shape, generator=torch.Generator().manual_seed(0))
    values = torch.linalg.svdvals(orthogonalise(g))
    assert values.min() > 0.5
    assert values.max() < 1.3


def test_the_learning_rate_warms_up_and_ends_at_zero() -> None:
    assert learning_rate(0) == 0
    assert learning_rate(0.2) == max(learning_rate(done / 100) for done in range(100))
    assert learning_rate(1) == 0


def test_windows_grow_to_the_whole_context() -> None:
    assert [window_length(done) for done in (0, 0.7, 0.99)] == [128, 256, 512]


def test_a_run_goes_on_from_its_checkpoint_as_if_it_had_not_stopped(tmp_path: Path) -> None:
    def run(model: nn.Module, optimizers: list[torch.optim.Optimizer], steps: range) -> None:
        for step in steps:
            x = torch.randn(4, 6, generator=torch.Generator().manual_seed(step))
            model(x).square().mean().backward()
            for optimizer in optimizers:
                optimizer.step()
                optimizer.zero_grad()

    def fresh() -> tuple[nn.Module, list[torch.optim.Optimizer]]:
        torch.manual_seed(0)
        model = nn.Sequential()
        model.add_module("blocks", nn.ModuleList([nn.Linear(6, 6)])[0])
        return model, make_optimizers(model, lr=0.01, weight_decay=0.1)

    straight, optimizers = fresh()
    run(straight, optimizers, range(6))
    model, optimizers = fresh()
    run(model, optimizers, range(3))
    save_checkpoint(tmp_path, model, optimizers, Progress(1.5, 3, 300))
    resumed, optimizers = fresh()
    assert load_checkpoint(tmp_path, resumed, optimizers) == Progress(1.5, 3, 300)
    run(resumed, optimizers, range(3, 6))
    for a, b in zip(straight.parameters(), resumed.parameters(), strict=True):
        assert torch.equal(a, b)


def test_a_document_that_stands_twice_is_read_once_and_hard_ones_are_left_out(tmp_path: Path) -> None:
    separator = "\n<|endoftext|>\n"
    (tmp_path / "easy.txt").write_text(separator.join(["One day.", "A cat sat.", "One  day!"]), "utf-8")
    (tmp_path / "hard.txt").write_text(separator.join(["Simple.", "Perspicacious."]), "utf-8")
    (tmp_path / "doc_scores.tsv").write_text("file\tdoc\tchars\tshare\nhard.txt\t0\t7\t0.0\nhard.txt\t1\t14\t0.9\n")
    documents = read_documents(tmp_path, {"easy": 1.0, "hard": 0.1})
    assert documents == {"easy": ["One day.", "A cat sat."], "hard": ["Simple."]}


def test_a_folder_without_the_named_texts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="holds none of"):
        read_documents(tmp_path, {"easy": 1.0})


def test_held_out_documents_are_never_trained_on() -> None:
    documents = [str(i) for i in range(100)]
    train, held_out = split(documents)
    assert sorted(train + held_out) == sorted(documents)
    assert not set(train) & set(held_out)


def test_windows_cover_a_stream_once_an_epoch() -> None:
    ids = np.arange(1000, dtype=np.uint16)
    pieces = windows(ids, length=100, seed=0)
    first_epoch = [next(pieces) for _ in range(9)]
    starts = sorted(int(piece[0]) for piece in first_epoch)
    assert all(len(piece) == 101 for piece in first_epoch)
    assert all(b - a == 100 for a, b in pairwise(starts))


def test_a_mixture_keeps_its_shares() -> None:
    streams = {"a": np.zeros(500, dtype=np.uint16), "b": np.ones(500, dtype=np.uint16)}
    pieces = mixture(streams, {"a": 0.8, "b": 0.2}, length=10, seed=0)
    share = np.mean([next(pieces)[0] for _ in range(2000)])
    assert share == pytest.approx(0.2, abs=0.03)


def test_a_stream_is_cut_behind_each_separator() -> None:
    documents = split_documents(torch.tensor([1, 2, 9, 3, 9, 9, 4]), 9)
    assert [document.tolist() for document in documents] == [[1, 2, 9], [3, 9], [9]]


def test_held_out_nats_are_those_of_a_uniform_guess_where_every_logit_is_zero() -> None:
    model = Library().get("toy")
    transformer = Transformer(model.config)
    torch.nn.init.zeros_(transformer.w_e.weight)
    blind = replace(model, transformer=transformer)
    per_token, per_byte, count = held_out_nats(blind, torch.tensor([1, 3, 8, 2, 3, 8]), 8)
    assert count == 6
    assert per_token == pytest.approx(math.log(9), rel=1e-6)
    assert per_byte == pytest.approx(6 * math.log(9) / len("cat sat .dog sat ."), rel=1e-6)
