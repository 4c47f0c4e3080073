#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the portable collector: one archive that runs kernels, and attaches to programs, on any x86-64 Linux with glibc 2.36
# or newer. Nothing is installed where it is unpacked and no network is needed; a GPU needs its driver and nothing else.
#
#   packaging/make-bundle.sh [--with-tests] [--out DIR]
#
# --with-tests  adds the GPU tests and the Qt libraries that they need (run-tests.sh in the archive)
# --out         folder of the archive, default out/
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/functions.sh"

usage() { sed -n '3,10s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }

max_bytes=$((60 * 1024 * 1024)) # of the archive, with or without tests
max_glibc=2.36                  # Debian 12's
# What every Linux has: the C library's own parts.
system_libraries='^(linux-vdso|ld-linux-x86-64|libc|libm|libdl|libpthread|librt)\.so'

# needed_libraries FILE...: the shared libraries, by path, that are not the C library's.
needed_libraries() {
  ldd "$@" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u \
    | awk -F/ -v skip="$system_libraries" '$NF !~ skip'
}

# newest_glibc FILE...: the newest version of the C library that the files ask for.
newest_glibc() {
  objdump -T "$@" | grep -o 'GLIBC_2\.[0-9.]*' | sed 's/GLIBC_//' | sort -Vu | tail -1
}

# check_portable FOLDER: nothing in it wants a newer C library or a library that is not in it.
check_portable() {
  local files newest library
  mapfile -t files < <(find "$1" -type f \( -path '*/bin/*' -o -path '*/lib/*' \))
  newest="$(newest_glibc "${files[@]}")"
  [ "$(printf '%s\n' "$newest" "$max_glibc" | sort -V | tail -1)" = "$max_glibc" ] \
    || fail "the bundle asks for glibc $newest" "build it on a system with glibc $max_glibc or older"
  while read -r library; do
    [ -f "$1/lib/$(basename "$library")" ] || fail "the bundle lacks $library"
  done < <(needed_libraries "${files[@]}")
}

# add_licences FOLDER: the licences of what is linked in.
add_licences() {
  local package
  mkdir -p "$1/licences"
  for package in llvm-19-dev zlib1g-dev libsqlite3-dev libzstd-dev libncurses-dev libcli11-dev nlohmann-json3-dev libprotozero-dev \
    libexpected-dev libstdc++-12-dev; do
    [ ! -f "/usr/share/doc/$package/copyright" ] || cp "/usr/share/doc/$package/copyright" "$1/licences/$package"
  done
  cp "$PSTUDIO_ROOT/LICENSE" "$1/licences/proton-studio"
}

# gpu_tests: "NAME EXECUTABLE" of every test with the label gpu.
gpu_tests() {
  ctest --test-dir "$build_folder" -L '^gpu$' --show-only=json-v1 | python3 -c '
import json, sys
for test in json.load(sys.stdin)["tests"]:
    print(test["name"], test["command"][0])'
}

# add_tests FOLDER: the GPU tests, what they read, and a script that runs them all.
add_tests() {
  local name executable library
  mkdir -p "$1/bin/tests" "$1/lib" "$1/data/tests/collector/program" "$1/data/tests/python"
  cp -r "$PSTUDIO_ROOT/tests/python/programs" "$1/data/tests/python/"
  cp -r "$PSTUDIO_ROOT/tests/collector/kernels" "$1/data/tests/collector/"
  cp -r "$PSTUDIO_ROOT/tests/collector/program/programs" "$1/data/tests/collector/program/"
  ln -s ../resources "$1/data/resources"
  while read -r name executable; do
    cp "$executable" "$1/bin/tests/$name"
    strip "$1/bin/tests/$name"
    while read -r library; do cp -Ln "$library" "$1/lib/"; done < <(needed_libraries "$executable")
  done < <(gpu_tests)
  cat >"$1/run-tests.sh" <<'SCRIPT'
#!/bin/sh
# Runs every GPU test of this bundle, or those named; fails if one fails or there is no GPU.
cd "$(dirname "$0")" || exit 1
export LD_LIBRARY_PATH="$PWD/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export PSTUDIO_TEST_DATA="$PWD/data" PSTUDIO_COLLECT="$PWD/bin/proton-collect" PSTUDIO_REQUIRE_GPU=cuda
export QT_QPA_PLATFORM=offscreen QTEST_FUNCTION_TIMEOUT="${QTEST_FUNCTION_TIMEOUT:-600000}"
failed=""
[ $# -gt 0 ] || set -- $(ls bin/tests)
for name in "$@"; do
  echo "== $name"
  "bin/tests/$name" || failed="$failed $name"
done
[ -z "$failed" ] || { echo "failed:$failed"; exit 1; }
echo "all GPU tests passed"
SCRIPT
  chmod +x "$1/run-tests.sh"
}

# try_out ARCHIVE NAME: unpacks into an empty folder and runs every example with an empty environment; those that need a
# GPU are compiled.
try_out() {
  local place spec
  place="$(mktemp -d)"
  tar -C "$place" -xf "$1"
  for spec in "$place/$2"/resources/kernels/*.json; do
    if ! grep -q '"target": "cpu"' "$spec"; then
      (cd "$place" && env -i "$place/$2/bin/proton-collect" run "$spec" --emit=ptx -o "$place/kernel.ptx") \
        >"$place/log" 2>&1 || { cat "$place/log" >&2; fail "the bundle cannot compile $(basename "$spec")"; }
      continue
    fi
    (cd "$place" && env -i "$place/$2/bin/proton-collect" run "$spec" --target cpu -o "$place/trace.pftrace") \
      >"$place/log" 2>&1 || { cat "$place/log" >&2; fail "the bundle cannot run $(basename "$spec")"; }
    env -i "$place/$2/bin/proton-collect" info "$place/trace.pftrace" >/dev/null || fail "the bundle cannot read its trace"
  done
  (cd "$place" && env -i PATH="$PATH" "$place/$2/bin/proton-collect" attach --list -- true) >"$place/log" 2>&1 \
    || { cat "$place/log" >&2; fail "the bundle cannot attach to a program"; }
  rm -rf "$place"
}

out="$PSTUDIO_ROOT/out"
with_tests=0
while [ $# -gt 0 ]; do
  case "$1" in
    --with-tests) with_tests=1; shift ;;
    --out) out="${2:?--out needs a folder}"; shift 2 ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done

build_folder="$PSTUDIO_ROOT/build/bundle"
groups=(build bundle)
options=(-DPSTUDIO_WITH_GUI=OFF -DPSTUDIO_BUILD_TESTS=OFF)
targets=(proton-collect pstudio_attach_shim)
if [ "$with_tests" -eq 1 ]; then
  groups+=(gui test) # Qt Test
  options=(-DPSTUDIO_WITH_GUI=OFF -DPSTUDIO_BUILD_TESTS=ON)
  targets+=(gpu_tests)
fi
"$PSTUDIO_ROOT/packaging/install.sh" "${groups[@]}"
configure bundle "${options[@]}"
build bundle "${targets[@]}"

name="proton-collect-$(sed -n 's/^project(proton-studio VERSION \([0-9.]*\).*/\1/p' "$PSTUDIO_ROOT/CMakeLists.txt")-linux-x86_64"
staging="$(mktemp -d)"
trap 'rm -rf "$staging"' EXIT
mkdir -p "$staging/$name/bin" "$out"
cp "$build_folder/bin/proton-collect" "$staging/$name/bin/"
strip "$staging/$name/bin/proton-collect"
mkdir -p "$staging/$name/lib/proton-studio" "$staging/$name/share/proton-studio/python"
cp "$build_folder/lib/proton-studio/libpstudio_attach.so" "$staging/$name/lib/proton-studio/"
cp -r "$PSTUDIO_ROOT"/collector/python/{sitecustomize.py,proton_studio} "$staging/$name/share/proton-studio/python/"
find "$staging/$name/share" -name __pycache__ -prune -exec rm -rf {} +
cp -r "$PSTUDIO_ROOT/resources" "$staging/$name/resources"
rm -rf "$staging/$name/resources/icons" "$staging/$name/resources/guide"
cp "$PSTUDIO_ROOT/packaging/bundle-README.md" "$staging/$name/README.md"
add_licences "$staging/$name"
[ "$with_tests" -eq 0 ] || add_tests "$staging/$name"
check_portable "$staging/$name"

archive="$out/$name$([ "$with_tests" -eq 0 ] || echo -with-tests).tar.xz"
# With tests two executables hold nearly the same compiler, 100 MB apart: a window that reaches from one to the other saves
# most of the second.
if [ "$with_tests" -eq 1 ]; then compression="--lzma2=preset=6,dict=128MiB"; else compression="-6 -T0"; fi
XZ_OPT="$compression" tar -C "$staging" -cJf "$archive" "$name"
bytes="$(stat -c %s "$archive")"
[ "$bytes" -lt "$max_bytes" ] || fail "the archive has $bytes bytes, more than $max_bytes"
try_out "$archive" "$name"
say "wrote $archive: $((bytes / 1024)) KiB, glibc $(newest_glibc "$staging/$name/bin/proton-collect") or newer; took $(elapsed)"
