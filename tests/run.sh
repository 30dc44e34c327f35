#!/usr/bin/env bash
# Installs what tests need where it can (see install.sh), then runs all tests.
set -euo pipefail
cd "$(dirname "$0")/.."

tests/install.sh
# Not the benchmarks: they measure, and need the peer compiler or time.
cargo test --quiet --workspace --lib --bins --tests
cargo test --quiet --workspace --doc
tests/sanitize.sh
