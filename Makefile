PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
BROWSER := $(VENV)/browser
CORES := $(shell nproc 2>/dev/null || echo 2)
# Many tests wait for processes of their own: more of them than cores are run at a time.
TESTERS := $(shell expr $(CORES) \* 3 / 2)

.PHONY: run test busy check format bench docs pictures site clean

# Set everything up and play the main tournament.
run: $(READY)
	$(BIN)/arena run configs/usa1910.toml

# Set everything up and run every check there is. Tests start hundreds of processes, which need
# not compile the same modules each time, wherever that is the custom.
test: $(READY) $(BROWSER) check
	PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -n $(TESTERS)

# All tests beside twenty busy loops: it takes long, and nothing may fail for it.
busy: $(READY) $(BROWSER)
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m tests.busy 20 $(BIN)/pytest -n $(TESTERS)

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Write the page of the rules, the lists in docs/layout.md, docs/bots.md and docs/verifying.md, and
# what commands print.
docs: $(READY)
	$(BIN)/python -m tests.rule_index
	$(BIN)/python -m tests.layout_page
	$(BIN)/python -m tests.api_page
	$(BIN)/python -m tests.results.tamperings
	$(BIN)/python -m tests.notebook
	$(BIN)/python -m tests.walkthrough

# The pictures of README, of pages of the main tournament.
pictures: $(READY) $(BROWSER)
	$(BIN)/python -m tests.pictures

# The documentation as a site, with the public functions and classes from the code.
site: $(READY)
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going -c site . build/site

bench: $(READY)
	$(BIN)/arena bench

$(READY): setup.cfg pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable ".[test]"
	touch $@

# Chromium for the tests of pages: found, installed, or asked for in one sentence.
$(BROWSER): $(READY)
	$(BIN)/python -m tests.browser.chromium
	touch $@

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis *.egg-info build
