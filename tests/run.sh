#!/usr/bin/env bash
# Installs the tests' requirements if possible (see install.sh), then runs all tests.
set -euo pipefail
cd "$(dirname "$0")/.."

tests/install.sh
cargo test --quiet --workspace
tests/sanitize.sh
tests/sanitize.sh threads
