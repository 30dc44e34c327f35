#!/usr/bin/env bash
# Runs the framework's tests under AddressSanitizer and LeakSanitizer. The framework has the only unsafe code outside of
# the backends: its arenas, and a call of the system (`huge_pages`).
#
# `tests/sanitize.sh threads` runs tests of the `cpu` backend under ThreadSanitizer: kernels that fail, that end early,
# that divide their work. It builds the standard library and everything that the backends depend on anew, in some
# minutes. Machine code that the backend makes is not instrumented: only the run time is.
set -euo pipefail
cd "$(dirname "$0")/.."

target=$(rustc -vV | sed -n 's/^host: //p')
case $target in
  x86_64-unknown-linux-gnu | aarch64-unknown-linux-gnu) ;;
  *) echo "the sanitizers are not run on $target"; exit 0 ;;
esac
folder="${CARGO_TARGET_DIR:-target}/sanitize"
# The stable toolchain has the sanitizers' run time, but its flag is unstable.
export RUSTC_BOOTSTRAP=1

if [[ ${1:-} == threads ]]; then
  # The standard library must be instrumented, too: else the sanitizer sees neither a lock for which a thread waits,
  # nor a value that is made at its first use, and reports what they guard.
  sources="$(rustc --print sysroot)/lib/rustlib/src/rust/library/Cargo.lock"
  [[ -f $sources ]] || rustup component add rust-src || true
  [[ -f $sources ]] || { echo "no ThreadSanitizer: the sources of the standard library (rust-src) are missing" >&2; exit; }
  # Drivers of Vulkan have threads of their own that the sanitizer knows nothing of.
  BACKEND=cpu TSAN_OPTIONS=halt_on_error=1 RUSTFLAGS=-Zsanitizer=thread \
    cargo test -Zbuild-std --quiet --package backends --test failures --test programs --test lanes \
    --target "$target" --target-dir "$folder/threads"
  exit
fi

# Compile-fail tests only start compilers, so they are skipped.
# Locals must stay on the stack (the sanitizer would move them to the heap): the stack tests measure addresses of
# locals.
RUSTFLAGS=-Zsanitizer=address ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=0 \
  cargo test --quiet --package framework --lib --tests --target "$target" --target-dir "$folder" \
  -- --skip compile_fail
