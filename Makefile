# Every target sets up what it needs. The first run takes a few minutes, later ones start at once.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
TOOLS := $(VENV)/.tools
PAGE_TOOLS := $(VENV)/.page-tools
DOCS_TOOLS := $(VENV)/.docs-tools
BROWSER_TOOLS := $(VENV)/.browser-tools
PAGE := src/ewala/server/page/.built
PYTEST := $(BIN)/python -m pytest --numprocesses=auto --dist=worksteal
COVERAGE := $(VENV)/kernel-coverage.txt
PAGE_SOURCES := $(shell find web -type f -not -path '*/node_modules/*' -not -path '*/generated/*' \
	-not -path 'web/tests/*' 2>/dev/null) \
	$(shell find src/ewala -name '*.py' -o -name '*.mjs' 2>/dev/null) \
	$(wildcard src/ewala/games/*/rulebook/* src/ewala/games/*/lesson/*) \
	$(wildcard web/src/generated/kernels/*) tools/build_page.py tools/page_generated.py
# Tests start hundreds of processes of ours; each would compile our sources anew where Python is told to keep nothing.
unexport PYTHONDONTWRITEBYTECODE
CATALOGUES := $(wildcard src/ewala/locale/*/LC_MESSAGES/ewala.po)

.DEFAULT_GOAL := help
.PHONY: help play page browser compiled modules test test-long quick check style types page-check docs release bench mutants format audit locks goldens pictures images catalogues clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

SETTLED := pyproject.toml tools/build_hook.py $(CATALOGUES)
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# The very files that were tried, or none. Of what they bring along, few modules are ever imported: each is compiled when
# it is, not all of them beforehand.
LOCKED := $(PIP) --no-compile --require-hashes --requirement
IN_PLACE := $(PIP) --no-deps --no-build-isolation --editable .
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-strip-extras --no-header --no-annotate

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Ewala needs Python 3.11 or newer; set PYTHON=… to use another one.")'
	@$(PYTHON) -m venv $(VENV)

# What playing needs; whoever has the tools has it too.
$(READY): $(SETTLED) requirements/play.txt | $(BIN)/python
	@echo "==> setting up $(VENV) (once)"
	@$(LOCKED) requirements/play.txt
	@$(IN_PLACE)
	@touch $@

# What tests, checks and benchmarks need besides.
$(TOOLS): $(SETTLED) requirements/tools.txt | $(BIN)/python
	@echo "==> setting up $(VENV) with everything that tests and benchmarks need (once)"
	@$(LOCKED) requirements/tools.txt
	@EWALA_PAGE=no $(IN_PLACE) # whoever needs the page asks for it: it is built while other things are compiled
	@touch $(READY) $@

# What builds and checks the page: Node 20 or newer, the system's or one for this folder alone.
$(PAGE_TOOLS): requirements/node.txt | $(READY)
	@$(BIN)/python tools/build_page.py --has-node || $(LOCKED) requirements/node.txt
	@touch $@

$(PAGE): $(PAGE_SOURCES) $(CATALOGUES) | $(READY) $(PAGE_TOOLS)
	@echo "==> the page"
	@$(BIN)/python tools/build_page.py

# What makes the documentation site: seconds to install, and nothing that playing waits for.
$(DOCS_TOOLS): requirements/docs.txt | $(READY)
	@$(LOCKED) requirements/docs.txt
	@touch $@

# What links the kernels for browsers: a hundred megabytes, and nothing that playing waits for.
$(BROWSER_TOOLS): requirements/browser.txt | $(READY)
	@echo "==> the linker for browsers (once)"
	@$(LOCKED) requirements/browser.txt
	@touch $@

play: $(READY) $(PAGE) ## play in a browser on this machine
	@$(BIN)/ewala

page: $(READY) $(PAGE) ## build the page

browser: $(BROWSER_TOOLS) ## build the kernels for browsers, in web/src/generated/kernels
	@$(BIN)/python tools/compile_kernels.py --browser

# What is compiled once, and not in each test process.
compiled: $(TOOLS)
	@$(BIN)/python tools/compile_kernels.py

# Before the tests two things at a time, as most of them use one core and take about as long: what is compiled and the
# types of what is, and what is built and looked through. The page has its bots from the kernels, and so comes after them.
test: $(TOOLS) $(PAGE_TOOLS) ## run every check and all tests but the long ones: 15 minutes, with everything set up
	@$(MAKE) --no-print-directory compiled & compiling=$$!; $(MAKE) --no-print-directory types & typing=$$!; \
	$(MAKE) --no-print-directory browser page style page-check modules || exit 1; \
	wait $$compiling && wait $$typing
	@echo "==> tests, without the long ones (make test-long)"
	@$(PYTEST) -m "not long"

test-long: compiled browser page $(DOCS_TOOLS) ## run the long tests: sweeps, fuzzing, faults, packaging, kernel coverage
	@echo "==> the long tests; beside them, while they wait, the coverage of the kernels, interpreted"
	@nice -n 19 $(BIN)/python tools/kernel_coverage.py >$(COVERAGE) 2>&1 & measuring=$$!; \
	$(PYTEST) -m long; failed=$$?; \
	wait $$measuring || failed=1; cat $(COVERAGE); exit $$failed

modules: $(TOOLS) $(PAGE_TOOLS)
	@echo "==> tests of the page's modules"
	@$(BIN)/python tools/build_page.py --test

# What says within a minute whether the rules and the small parts still hold: for while one works.
QUICK := tests/unit/core tests/unit/kit tests/unit/play tests/unit/stats tests/unit/locale/test_languages.py \
	$(wildcard tests/unit/games/*/rules) tests/unit/server tests/playthroughs
quick: modules ## run the tests of rules and small parts, in less than a minute
	@$(PYTEST) -q $(QUICK)

check: style types page-check ## lint, types and import contracts, of the page too

style: $(TOOLS)
	@echo "==> ruff"
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@echo "==> import contracts"
	@$(BIN)/lint-imports
	@$(BIN)/python tools/check_sources.py

types: $(TOOLS)
	@echo "==> mypy"
	@$(BIN)/mypy

page-check: $(TOOLS) $(PAGE_TOOLS)
	@echo "==> the page's contracts"
	@$(BIN)/python tools/check_sources.py --page
	@echo "==> svelte-check"
	@$(BIN)/python tools/build_page.py --check

docs: $(READY) $(DOCS_TOOLS) ## build the documentation site, in build/site
	@$(BIN)/python tools/build_docs.py

release: $(TOOLS) $(PAGE_TOOLS) browser ## make what is released, in dist/: twice the same, and tried in an empty environment
	@$(BIN)/python tools/make_release.py

bench: $(TOOLS) ## measure the rules beside OpenSpiel
	@$(BIN)/ewala bench rules

mutants: $(TOOLS) ## try small changes of the kernels on their tests (ONLY=rules.tally for a part; else half an hour)
	@$(BIN)/python tools/mutants.py $(ONLY)

format: $(TOOLS) ## format the code
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

audit: $(TOOLS) ## ask the registries whether a version that we use is known to be unsafe
	@$(PIP) pip-audit
	@$(BIN)/python -m pip_audit --requirement requirements/tools.txt --requirement requirements/docs.txt --no-deps --disable-pip
	@npm audit --prefix web

locks: $(TOOLS) ## pin what pyproject.toml asks for, each file by its hash (UPGRADE=--upgrade for newer versions)
	@$(PIP) uv
	@$(LOCK) $(UPGRADE) --extra dev --extra bench pyproject.toml requirements/build.in -o requirements/tools.txt
	@$(LOCK) --constraint requirements/tools.txt pyproject.toml requirements/build.in -o requirements/play.txt
	@$(LOCK) --constraint requirements/tools.txt --extra postgresql --extra redis pyproject.toml -o requirements/site.txt
	@$(LOCK) $(UPGRADE) requirements/node.in -o requirements/node.txt
	@$(LOCK) $(UPGRADE) requirements/browser.in -o requirements/browser.txt
	@$(LOCK) $(UPGRADE) --constraint requirements/tools.txt requirements/docs.in -o requirements/docs.txt

goldens: $(TOOLS) ## write the golden texts anew: review the difference
	@$(BIN)/python tools/write_goldens.py

pictures: $(TOOLS) $(PAGE) ## keep the page's scenes as they look now: look at those that changed
	@$(BIN)/python tools/screenshots.py --keep

images: $(TOOLS) $(PAGE) ## draw the pictures of README and docs, of links, and the icons anew: look at each
	@$(BIN)/python tools/draw_images.py

catalogues: $(TOOLS) ## find new sentences for the translators
	@$(BIN)/python tools/write_catalogues.py

clean: ## remove what was set up
	@rm -rf web/node_modules web/src/generated src/ewala/server/page
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .coverage .import_linter_cache
