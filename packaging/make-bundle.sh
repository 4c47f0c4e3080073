#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes a portable archive for any x86-64 Linux with glibc 2.36 or newer: the collector, or the window with the collector.
# Nothing is installed where it is unpacked and no network is needed; a GPU needs its driver and nothing else.
#
#   packaging/make-bundle.sh [--gui | --with-tests] [--no-build] [--quick] [--out DIR]
#
# --gui         the window with Qt, its plug-ins, fonts, guide and examples
# --with-tests  the collector with the GPU tests and the Qt libraries that they need (run-tests.sh in the archive)
# --no-build    packs what build/bundle contains
# --quick       compresses less, in a fifth of the time: for trials, whose size is not checked
# --out         folder of the archive, default out/
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/functions.sh"
source "$PSTUDIO_ROOT/packaging/portable.sh"
source "$PSTUDIO_ROOT/packaging/bundle-contents.sh"

usage() { sed -n '3,13s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }

# build_programs: configures and builds what the archive needs.
build_programs() {
  local groups=(build bundle) options=(-DPSTUDIO_BUILD_TESTS=OFF) targets=(proton-collect pstudio_attach_shim)
  if [ "$kind" = gui ]; then
    groups+=(gui run)
    options+=(-DPSTUDIO_WITH_GUI=ON)
    targets+=(proton-studio manual)
  elif [ ! -f "$build_folder/CMakeCache.txt" ]; then
    options+=(-DPSTUDIO_WITH_GUI=OFF)
  fi
  if [ "$kind" = with-tests ]; then
    groups+=(gui test) # Qt Test
    options=(-DPSTUDIO_BUILD_TESTS=ON)
    targets+=(gpu_tests)
  fi
  "$PSTUDIO_ROOT/packaging/install.sh" "${groups[@]}"
  configure bundle "${options[@]}"
  build bundle "${targets[@]}"
}

# run_clean COMMAND...: in the folder of the trial, with an empty environment; its output is shown only if it fails.
run_clean() {
  (cd "$place" && env -i PATH=/usr/bin:/bin "$@") >"$place/log" 2>&1 || { cat "$place/log" >&2; fail "the bundle cannot run: $*"; }
}

# try_collector FOLDER KERNELS: runs every example; those that need a GPU are compiled.
try_collector() {
  local spec collect="$1/bin/proton-collect"
  for spec in "$2"/*.json; do
    if grep -q '"target": "cpu"' "$spec"; then
      run_clean "$collect" run "$spec" --target cpu -o "$place/trace.pftrace"
      run_clean "$collect" info "$place/trace.pftrace"
    else
      run_clean "$collect" run "$spec" --emit=ptx -o "$place/kernel.ptx"
    fi
  done
  run_clean "$collect" attach --list -- true
}

# try_window FOLDER: a picture, without a display, beside another Qt that the environment names.
try_window() {
  local other="$place/other qt/lib"
  mkdir -p "$other" "$place/other qt/plugins/platforms"
  for library in libQt6Core.so.6 libQt6Gui.so.6 libstdc++.so.6; do echo "not a library" >"$other/$library"; done
  cp /bin/true "$place/other qt/plugins/platforms/libqoffscreen.so"
  run_clean LD_LIBRARY_PATH="$other" QT_PLUGIN_PATH="$place/other qt/plugins" "$1/bin/proton-studio" shot "$place/trace.pftrace" \
    -o "$place/picture.png"
  [ "$(head -c 4 "$place/picture.png" | tail -c 3)" = PNG ] || fail "the bundle draws no picture"
  [ ! -s "$place/log" ] || { cat "$place/log" >&2; fail "the bundle's window prints warnings (above)"; }
}

# try_out ARCHIVE NAME: unpacks it into an empty folder and runs its programs there.
try_out() {
  place="$(mktemp -d)"
  tar -C "$place" -xf "$1"
  if [ "$kind" = gui ]; then
    run_clean "$place/$2/bin/proton-collect" run "$place/$2/share/proton-studio/kernels/gemm_tiled.json" -o "$place/trace.pftrace"
    try_window "$place/$2"
  else
    try_collector "$place/$2" "$place/$2/resources/kernels"
  fi
  rm -rf "$place"
}

out="$PSTUDIO_ROOT/out"
kind=collector
builds=1
quick=0
while [ $# -gt 0 ]; do
  case "$1" in
    --gui) kind=gui; shift ;;
    --with-tests) kind=with-tests; shift ;;
    --no-build) builds=0; shift ;;
    --quick) quick=1; shift ;;
    --out) out="${2:?--out needs a folder}"; shift 2 ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done

build_folder="$PSTUDIO_ROOT/build/bundle"
[ "$builds" -eq 0 ] || build_programs
version="$(project_version)"
staging="$(mktemp -d)"
trap 'rm -rf "$staging"' EXIT
mkdir -p "$out"
case "$kind" in
  gui)
    name="proton-studio-$version-linux-x86_64"
    archive="$out/$name.tar.xz"
    add_window "$staging/$name"
    limit=60
    compression=(-6)
    ;;
  with-tests)
    name="proton-collect-$version-linux-x86_64"
    archive="$out/$name-with-tests.tar.xz"
    add_collector "$staging/$name"
    add_tests "$staging/$name"
    limit=60
    # Two executables hold nearly the same compiler, 100 MB apart: a window that reaches from one to the other saves most of
    # the second.
    compression=(--lzma2=preset=6,dict=128MiB)
    ;;
  collector)
    name="proton-collect-$version-linux-x86_64"
    archive="$out/$name.tar.xz"
    add_collector "$staging/$name"
    limit=25
    compression=(-6)
    ;;
esac
[ "$quick" -eq 0 ] || compression=(-1)
check_portable "$staging/$name"
pack "$staging/$name" "$archive" "${compression[@]}"
[ "$quick" -eq 1 ] || check_size "$archive" "$limit"
try_out "$archive" "$name"
say "wrote $archive: $(($(stat -c %s "$archive") / 1024)) KiB, glibc $(newest_glibc "$staging/$name"/bin/proton-*) or newer; took $(elapsed)"
