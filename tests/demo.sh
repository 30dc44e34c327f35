#!/usr/bin/env bash
# Renders the Mandelbrot set to a picture, and computes the dot product of two vectors of ten million elements.
# Futhark's Python package `futhark-data` writes the file with the vectors. Needs Rust and Python (with `venv`).
set -euo pipefail
cd "$(dirname "$0")/.."

out=${CARGO_TARGET_DIR:-target}/demo
mkdir -p "$out"
cargo build --quiet --release
fut_nano=${CARGO_TARGET_DIR:-target}/release/fut-nano

# The picture. Pixels are bytes, so the data behind the header of Futhark's binary format are also the pixels of a PPM
# file.
height=800 width=1400
echo "${height}i64 ${width}i64 255i32" | "$fut_nano" run docs/examples/mandelbrot.fut --binary-output >"$out/pixels"
# A line break ends the value.
size=$((height * width * 3))
{ printf 'P6 %d %d 255\n' $width $height; tail -c $((size + 1)) "$out/pixels" | head -c $size; } >"$out/mandelbrot.ppm"
rm "$out/pixels"
echo "The Mandelbrot set, $width × $height pixels: $out/mandelbrot.ppm"

# The dot product.
if [ ! -x "$out/venv/bin/python" ] || ! "$out/venv/bin/python" -c 'import futhark_data' 2>/dev/null; then
  python3 -m venv "$out/venv"
  "$out/venv/bin/pip" --quiet --disable-pip-version-check install futhark-data
fi
"$out/venv/bin/python" - "$out/vectors" <<'PYTHON'
import sys
import futhark_data
import numpy

generator = numpy.random.default_rng(1)
xs, ys = generator.random((2, 10_000_000))
with open(sys.argv[1], "wb") as file:
    futhark_data.dump(xs, file, binary=True)
    futhark_data.dump(ys, file, binary=True)
print(f"The dot product by numpy:    {numpy.dot(xs, ys):.6f}")
PYTHON
printf 'The dot product by fut-nano: '
"$fut_nano" run docs/examples/dot.fut --input "$out/vectors"
