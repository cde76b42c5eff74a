# Each target sets up what it needs, once: a stamp in .venv says what is done. With uv on the path, uv does it.
PYTHON ?= python3
SETUP  := pyproject.toml constraints.txt package-lock.json hatch_build.py
BIN    := .venv/bin
TSC     = $(wildcard node_modules/@typescript/*/lib/tsc)

ifneq ($(shell command -v uv),)
VENV    := uv venv --quiet .venv
INSTALL := uv pip install --quiet --python $(BIN)/python --constraints constraints.txt
else
VENV    := $(PYTHON) -m venv .venv
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
endif

.PHONY: run test check bench fix clean

run: .venv/.run
	$(BIN)/lanewise $(ARGS)

test: .venv/.develop .venv/.chromium
	$(BIN)/pytest $(ARGS)

check: .venv/.develop
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(TSC) --project tsconfig.json
	$(BIN)/pytest --quiet tests/test_house.py

bench: .venv/.develop .venv/.chromium
	$(BIN)/python -m tests.bench $(ARGS)

# Puts right what ruff can put right.
fix: .venv/.develop
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf .venv node_modules static/vendor model/vocabularies/*.json

$(BIN)/python:
	$(VENV)

.venv/.run: $(SETUP) | $(BIN)/python
	@echo 'Setting up in .venv; the first time takes a minute or more.'
	$(INSTALL) --editable .
	@touch $@

.venv/.develop: $(SETUP) | $(BIN)/python
	@echo 'Setting up in .venv; the first time takes a minute or more.'
	$(INSTALL) --editable '.[test,check]'
	@touch $@ .venv/.run

.venv/.chromium: .venv/.develop
	@$(BIN)/python -m tests.browser.chromium || \
	if [ "$$(id -u)" = 0 ] && command -v apt-get; \
	then apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends chromium-headless-shell; \
	else $(BIN)/playwright install chromium; fi
	@touch $@
