#!/usr/bin/env bash
# Runs the framework's tests under AddressSanitizer and LeakSanitizer. The framework's arenas are the only unsafe code
# outside of the backends.
set -euo pipefail
cd "$(dirname "$0")/.."

target=$(rustc -vV | sed -n 's/^host: //p')
case $target in
  x86_64-unknown-linux-gnu | aarch64-unknown-linux-gnu) ;;
  *) echo "the sanitizers are not run on $target"; exit 0 ;;
esac
# The stable toolchain has the sanitizers' run time, but its flag is unstable.
# Compile-fail tests only start compilers, so they are skipped.
# Locals must stay on the stack (the sanitizer would move them to the heap): the stack tests measure addresses of
# locals.
RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Zsanitizer=address ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=0 \
  cargo test --quiet --package framework --lib --tests --target "$target" --target-dir "${CARGO_TARGET_DIR:-target}/sanitize" \
  -- --skip compile_fail
