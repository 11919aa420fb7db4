# From a fresh checkout to a running box. Set-up happens by itself, once; `make` alone lists the targets.

PYTHON ?= python3
LANGUAGES = $(patsubst $(LOCALE)/%/LC_MESSAGES,%,$(wildcard $(LOCALE)/*/LC_MESSAGES))
MODEL := /proc/device-tree/model
LOCALE := display/locale

python := .venv/bin/python
PI := $(findstring Raspberry Pi,$(file < $(MODEL)))
export PYTHON PI

.DEFAULT_GOAL := help
.PHONY: help play test check bench pictures words torture hil lock clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 12

play: .venv/play ## set up what is missing and start the box
	@$(python) -m device play

test: check ## check, then run the tests without a screen
	@$(python) -m pytest -n 2

check: .venv/dev ## style, format, types and who imports whom
	@.venv/bin/ruff check --quiet
	@.venv/bin/ruff format --quiet --check
	@.venv/bin/mypy --no-error-summary
	@.venv/bin/lint-imports --no-logo > .venv/imports.log || { cat .venv/imports.log; exit 1; }

torture: .venv/dev ## the long campaigns, for an evening
	@$(python) -m pytest tests -m torture

hil: .venv/play ## play on an emulated machine with real kernel drivers and pull its plug
	@$(python) -m tests.hil

hil: export PYGAME_HIDE_SUPPORT_PROMPT := 1

bench: .venv/dev ## measure
	@$(python) -m tests.bench

pictures: .venv/dev ## draw every screen
	@$(python) -m tests.display.pictures

test torture bench pictures: export SDL_VIDEODRIVER := dummy
test torture bench pictures: export SDL_AUDIODRIVER := dummy
test torture: export CI := true

words: .venv/dev ## bring the translations up to date with what the code says
	@mkdir -p $(LOCALE)
	@.venv/bin/pybabel --quiet extract --no-default-keywords -k say:1 -k say_count:1,2 --sort-by-file --add-location=file \
		--width=120 --header-comment='# What Dicebox says. Licence: see LICENSE.' -o $(LOCALE)/dicebox.pot \
		engine display device
	@for language in $(LANGUAGES); do \
		.venv/bin/pybabel --quiet update --init-missing --no-fuzzy-matching --ignore-obsolete --width=120 \
			-D dicebox -i $(LOCALE)/dicebox.pot -d $(LOCALE) -l $$language || exit; \
	done
	@sed -i -E '/^"($(po_noise)): /d; s/^("POT-Creation-Date: )[^\\]*/\11970-01-01 00:00+0000/' \
		$(LOCALE)/dicebox.pot $(LANGUAGES:%=$(LOCALE)/%/LC_MESSAGES/dicebox.po)
	@.venv/bin/pybabel compile --statistics -D dicebox -d $(LOCALE)

# No line numbers, dates or names: a catalogue changes only when a sentence does.
po_noise := Project-Id-Version|Report-Msgid-Bugs-To|PO-Revision-Date|Last-Translator|Language-Team|Generated-By

lock: .venv/dev ## write requirements/*.lock from pyproject.toml; UPGRADE=1 takes newer versions
	@$(compile) -o requirements/play.lock
	@$(compile) -c requirements/play.lock --extra pi -o requirements/pi.lock
	@$(compile) -c requirements/play.lock --extra dev -o requirements/dev.lock

compile = UV_CUSTOM_COMPILE_COMMAND='make lock' .venv/bin/uv pip compile pyproject.toml --quiet $(if $(UPGRADE),--upgrade) \
	--universal --python-version 3.11 --generate-hashes

clean: ## remove what the targets made
	rm -rf .venv build dist *.egg-info .hypothesis .*_cache

# A virtual environment is good only where it was made, and for the Python that made it. This is compared without
# starting a process, so a start with everything in place adds no time.
ifneq ($(file < .venv/made)$(wildcard .venv/filling),$(CURDIR) $(PYTHON) $(realpath $(python)))
.PHONY: .venv/made
endif

.venv/made:
	@sh requirements/set-up.sh venv

.venv/play: .venv/made requirements/play.lock $(if $(PI),requirements/pi.lock) pyproject.toml
	@sh requirements/set-up.sh play
	@touch $@

.venv/dev: .venv/play requirements/dev.lock
	@sh requirements/set-up.sh dev
	@touch $@
