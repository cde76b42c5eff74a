"""The KV cache: its bytes by the formula and as they are kept, and that cached and recomputed logits agree."""

import pytest
import torch
from hypothesis import given

from model.errors import EmptyTextError, OutOfRangeError
from model.memory import ByteLRU
from model.shelf.library import Library
from model.studies.kv import compare_cached, study_cache
from model.trace import Trace, make_trace
from model.transformer import Cache
from tests.model.configs import Case, cases
from tests.model.test_generation import words


def trace_of(name: str, text: str) -> Trace:
    return make_trace(Library().get(name), text, insides=ByteLRU(0, len))


@given(cases(causal=True))
def test_cached_and_recomputed_logits_agree_for_every_variant(case: Case) -> None:
    found = compare_cached(words(case), list(case.ids), Cache())
    with torch.inference_mode():
        whole = case.model(torch.float64)(case.tensor())[-1]
    assert found.difference <= 1e-10
    assert found.p_difference <= 1e-10
    assert found.recomputed == pytest.approx(float(whole[found.at]), rel=1e-9)
    assert found.same_best


@pytest.mark.parametrize("token", [0, 1, 4, -1])
def test_the_bytes_are_those_of_the_tensors_that_are_kept(token: int) -> None:
    study = study_cache(trace_of("story", "the cat saw the hat"), token=token)
    assert study.measured == study.whole.nbytes == study.reused.nbytes + study.new.nbytes
    assert study.new.nbytes == 2 * 6 * 6 * 32 * 4
    assert study.agreement is not None
    assert study.agreement.difference <= 1e-4
    assert study.agreement.same_best


def test_a_place_that_is_not_there_is_refused() -> None:
    with pytest.raises(OutOfRangeError, match="between -2 and 1"):
        study_cache(trace_of("toy", "the cat"), token=2)
    with pytest.raises(EmptyTextError):
        study_cache(trace_of("toy", ""))
