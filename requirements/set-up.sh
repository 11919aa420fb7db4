#!/bin/sh
# Makes .venv and fills it from the locks; the Makefile calls it, step by step, when a step is due.
# A step leaves its stamp last, so whatever was cut short is done again.
set -eu

say() { printf 'Dicebox: %s\n' "$*" >&2; }
stop() { say "$@"; exit 1; }

make_venv() {
    version=$("$PYTHON" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) ||
        stop "$PYTHON does not run here; install it (sudo apt install python3) or name another one: make play PYTHON=python3.13"
    "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        stop "Python 3.11 or newer is needed and $PYTHON is $version; install one and name it: make play PYTHON=python3.11"
    if ! "$PYTHON" -c 'import ensurepip, venv' 2>/dev/null; then
        install_package "python$version-venv" ||
            stop "Python's venv module is missing; install it and start again: sudo apt install python$version-venv"
    fi
    say "making a virtual environment in .venv"
    rm -rf .venv
    # Beside the locks a Pi may use what its distribution built for its own pins.
    "$PYTHON" -m venv ${PI:+--system-site-packages} .venv || {
        rm -rf .venv
        stop "$PYTHON could not make a virtual environment in .venv, for the reason above"
    }
    printf '%s %s %s\n' "$(pwd -P)" "$PYTHON" "$(readlink -f .venv/bin/python)" > .venv/made
}

install_package() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
    say "installing $1"
    export DEBIAN_FRONTEND=noninteractive
    report=$({ apt-get -qq update && apt-get -qq install --no-install-recommends "$1"; } 2>&1) && return
    printf '%s\n' "$report" >&2
    return 1
}

pip() {
    .venv/bin/python -m pip --disable-pip-version-check --no-input install --quiet "$@" > .venv/pip.log 2>&1
}

reason() {
    if grep -q 'connection broken' .venv/pip.log; then
        echo "the package index is out of reach; connect the network and start again"
    else
        echo "pip says: $(sed -n 's/^ *ERROR: //p' .venv/pip.log | tail -n 1); its whole report is in .venv/pip.log"
    fi
}

# While .venv/filling is there the Makefile takes the environment for broken: the plug was pulled, or somebody was impatient.
fill() {
    say "installing the packages of requirements/$1.lock"
    touch .venv/filling
    pip --require-hashes --no-build-isolation -r "requirements/$1.lock" && status=0 || status=1
    sync -f .venv
    rm .venv/filling
    return $status
}

fill_or_stop() {
    fill "$1" || stop "the packages of requirements/$1.lock are not installed: $(reason)"
}

has() { .venv/bin/python -c 'import importlib.util, sys; sys.exit(not importlib.util.find_spec(sys.argv[1]))' "$1"; }

# A Pi plays without its extras, by touch and keys; only the panel needs them.
fill_pi() {
    why=
    fill pi || why=" ($(reason))"
    if ! has lgpio; then
        say "lgpio is missing$why, so buttons and knob stay dead; for them: sudo apt install python3-lgpio"
    elif [ -n "$why" ]; then
        say "RPi.GPIO is missing$why; only a box set to it needs it: sudo apt install gcc python3-dev, then make clean play"
    fi
}

case $1 in
venv) make_venv ;;
play)
    fill_or_stop play
    pip --no-deps --no-build-isolation --no-index -e . || stop "dicebox itself is not installed: $(reason)"
    [ -z "$PI" ] || fill_pi
    ;;
dev) fill_or_stop dev ;;
esac
