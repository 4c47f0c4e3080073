#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs, builds and shows Proton Studio on the tiled GEMM example: in a window, or as files where there is no display.
#
#   packaging/run.sh [--all] [--preset NAME] [--out DIR] [--headless]
#
# --all      build everything; without it, AMD GPUs (target hip) and the benchmarks are left out of a new build folder
# --preset   configure preset, default release        --out   folder of the files, default out/
# --headless write files even where a display exists
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/functions.sh"
source "$PSTUDIO_ROOT/packaging/display.sh"

usage() { sed -n '3,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }

# write_files: the same run and the same drawing code, without a display.
write_files() {
  mkdir -p "$out" || fail "cannot create the folder $out" "name another one with --out DIR"
  "$bin/proton-collect" run "$spec" -o "$out/gemm.pftrace"
  local runtime
  runtime="$(mktemp -d)"   # Qt warns where a machine without a session has none
  QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR="${XDG_RUNTIME_DIR:-$runtime}" \
    "$bin/proton-studio" shot "$out/gemm.pftrace" -o "$out/gemm.png" --size 1600x960 --range first-cta
  rmdir "$runtime" 2>/dev/null || true
  say "no display: wrote gemm.pftrace (the trace) and gemm.png (its picture) to $(cd "$out" && pwd)"
}

preset=release
out="$PSTUDIO_ROOT/out"
headless=0
left_out=1
while [ $# -gt 0 ]; do
  case "$1" in
    --preset) preset="${2:?--preset needs a name}"; shift 2 ;;
    --out) out="${2:?--out needs a folder}"; shift 2 ;;
    --headless) headless=1; shift ;;
    --all) left_out=0; shift ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done

spec="$PSTUDIO_ROOT/resources/kernels/gemm_tiled.json"
bin="$PSTUDIO_ROOT/build/$preset/bin"

"$PSTUDIO_ROOT/packaging/install.sh" build gui run
options=()
if [ ! -f "$PSTUDIO_ROOT/build/$preset/CMakeCache.txt" ]; then
  # Tests need packages of a group that is not installed here.
  options=(-DPSTUDIO_BUILD_TESTS=OFF -DPSTUDIO_WITH_AMD=OFF -DPSTUDIO_WITH_BENCH=OFF)
fi
[ "$left_out" -eq 1 ] || options+=(-DPSTUDIO_WITH_AMD=ON -DPSTUDIO_WITH_BENCH=ON)
PSTUDIO_FOLDER_UNITS=ON configure "$preset" "${options[@]}"
if grep -q '^PSTUDIO_WITH_AMD:BOOL=OFF' "$PSTUDIO_ROOT/build/$preset/CMakeCache.txt"; then
  say "left out: AMD GPUs (target hip), the benchmarks, proton-opt and the tests; packaging/run.sh --all adds the first two,"
  say "packaging/test.sh builds everything"
fi
build "$preset" proton-studio proton-collect

if [ "$headless" -eq 0 ] && display_usable; then
  say "opening the window on resources/kernels/gemm_tiled.json (ready after $(elapsed))"
  exec "$bin/proton-studio" run "$spec"
fi
write_files
say "done in $(elapsed)"
