#!/bin/sh
# Conformance of an engine from any shell, such as that of another CI: sh conformance/conformance.sh
#
# It expects an adapter file at conformance/adapter.toml, and beside it the wheel of Thesmos, which
# `pip wheel --no-deps --wheel-dir conformance CHECKOUT` makes of a checkout. The exit code is that of `conform`.
set -eu
python3 -m venv --clear .thesmos # a newer wheel may have the number of an older one
.thesmos/bin/pip install --quiet conformance/thesmos-*.whl
.thesmos/bin/thesmos conform -i conformance/adapter.toml --report report.jsonl --report report.html --report report.xml
