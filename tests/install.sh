#!/usr/bin/env bash
# Installs the tests' requirements besides Rust: git, a Vulkan driver for the processor (Mesa's lavapipe, 25 or later),
# the Vulkan loader, its validation layers, spirv-tools, Python with its headers and `venv`, and the programs that some
# tests call (clang, gnuplot, ffmpeg). If it cannot (not root, not Debian), it says what to install.
# If everything is present, it does nothing.
set -euo pipefail

present() {
  command -v git >/dev/null && command -v spirv-val >/dev/null && command -v vulkaninfo >/dev/null || return 1
  local version
  version=$(vulkaninfo --summary 2>/dev/null | sed -nE 's/.*driverInfo *= Mesa ([0-9]+).*/\1/p' | sort -n | tail -n 1)
  [ "${version:-0}" -ge 25 ]
}

has_python() {
  python3 -c 'import ensurepip, os, sysconfig, venv
assert os.path.exists(os.path.join(sysconfig.get_paths()["include"], "Python.h"))' 2>/dev/null
}

has_programs() { command -v clang >/dev/null && command -v gnuplot >/dev/null && command -v ffmpeg >/dev/null; }

if present && has_python && has_programs; then exit 0; fi

# shellcheck disable=SC1091
id=$( . /etc/os-release 2>/dev/null && echo "${ID:-} ${VERSION_CODENAME:-}" || true)
if [ "$(id -u)" -ne 0 ] || [[ "$id" != debian* ]]; then
  cat >&2 <<'TEXT'
Tests on Vulkan need a driver: Mesa's lavapipe, version 25 or later (22.3 stops loops after 65,535 iterations), the Vulkan loader,
validation layers and spirv-tools. Without them, nothing is tested on Vulkan. Tests of packages need git. To install them:
  Debian 12       (with bookworm-backports)  apt-get install -t bookworm-backports mesa-vulkan-drivers
                  apt-get install libvulkan1 vulkan-validationlayers vulkan-tools spirv-tools
  newer Debian, Ubuntu  apt-get install mesa-vulkan-drivers libvulkan1 vulkan-validationlayers vulkan-tools spirv-tools
  Fedora          dnf install mesa-vulkan-drivers vulkan-loader vulkan-validation-layers vulkan-tools spirv-tools
  Arch            pacman -S vulkan-swrast vulkan-icd-loader vulkan-validation-layers vulkan-tools spirv-tools
Tests of callers in Python need python3 with venv and headers (Debian, Ubuntu: python3-venv python3-dev). Without them, they do nothing.
Tests of generated C also compile it by clang; those of documents need gnuplot and ffmpeg. Without them, that is not tested.
TEXT
  exit 0
fi

export DEBIAN_FRONTEND=noninteractive
from=()
if [[ "$id" == *bookworm ]]; then
  # Debian 12's own Mesa is too old.
  mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null |
    sed -nE 's/^URIs: *([^ ]+).*/\1/p; s/^deb (\[[^]]*\] )?([^ ]+).*/\2/p' | grep -v security | head -n 1 || true)
  if ! grep -rqs 'bookworm-backports' /etc/apt/sources.list /etc/apt/sources.list.d; then
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${mirror:-http://deb.debian.org/debian} bookworm-backports main" \
      >/etc/apt/sources.list.d/backports.list
  fi
  from=(-t bookworm-backports)
fi
apt-get -qq update
has_python || apt-get -qq install --yes --no-install-recommends gcc libc6-dev python3 python3-venv python3-dev
has_programs || apt-get -qq install --yes --no-install-recommends clang gnuplot-nox ffmpeg
if present; then exit 0; fi
apt-get -qq install --yes --no-install-recommends "${from[@]}" mesa-vulkan-drivers
apt-get -qq install --yes --no-install-recommends git libvulkan1 vulkan-validationlayers vulkan-tools spirv-tools
present || { echo "the Vulkan driver is installed, but does not work" >&2; exit 1; }
