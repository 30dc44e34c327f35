#!/usr/bin/env bash
# Runs the framework's tests under AddressSanitizer and LeakSanitizer: its arenas hold the only unsafe code outside the backends.
set -euo pipefail
cd "$(dirname "$0")/.."

target=$(rustc -vV | sed -n 's/^host: //p')
case $target in
  x86_64-unknown-linux-gnu | aarch64-unknown-linux-gnu) ;;
  *) echo "the sanitizers are not run on $target"; exit 0 ;;
esac
# The sanitizers' run time comes with the stable toolchain, only the flag does not.
# Compile-fail tests start compilers of their own, in which nothing is to be found.
# Locals stay on the stack (the sanitizer would move them to the heap): the addresses of some tell how much stack is left.
RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Zsanitizer=address ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=0 \
  cargo test --quiet --package framework --lib --tests --target "$target" --target-dir "${CARGO_TARGET_DIR:-target}/sanitize" \
  -- --skip compile_fail
