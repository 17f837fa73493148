# Every target sets up what it needs. The first run takes a few minutes, later ones start at once.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help play test check bench format goldens catalogues clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(READY): pyproject.toml constraints.txt tools/build_hook.py $(wildcard src/ewala/locale/*/LC_MESSAGES/ewala.po)
	@echo "==> setting up $(VENV) (once)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Ewala needs Python 3.11 or newer; set PYTHON=… to use another one.")'
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev,bench]'
	@touch $@

play: $(READY) ## play in the terminal
	@$(BIN)/ewala play

test: check ## run every check and test
	@echo "==> tests"
	@$(BIN)/python -m pytest --numprocesses=auto --dist=worksteal
	@echo "==> coverage of the kernels, interpreted"
	@$(BIN)/python tools/kernel_coverage.py

check: $(READY) ## lint, types and import contracts
	@echo "==> ruff"
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@echo "==> mypy"
	@$(BIN)/mypy
	@echo "==> import contracts"
	@$(BIN)/lint-imports

bench: $(READY) ## measure the rules beside OpenSpiel
	@$(BIN)/ewala bench rules

format: $(READY) ## format the code
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

goldens: $(READY) ## write the golden texts anew: review the difference
	@$(BIN)/python tools/write_goldens.py

catalogues: $(READY) ## find new sentences for the translators
	@$(BIN)/python tools/write_catalogues.py

clean: ## remove what was set up
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .coverage .import_linter_cache
