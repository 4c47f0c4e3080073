#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, then configures, builds and tests; stops at the first preset that fails.
#
#   packaging/test.sh           the preset "dev": every test, without sanitizers
#   packaging/test.sh --all     the automatic check: dev, asan, bundle, viewer-only; removes the linked tests of a passed preset,
#                               so that the disk need not hold those of all
#   packaging/test.sh PRESET... these presets, in this order
#
# The preset "bundle" is made, checked and tried out instead of tested. Each preset leaves its test results in
# build/PRESET/tests.xml (JUnit); the log names its 20 slowest tests.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/functions.sh"

usage() { sed -n '3,11s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }

# skipped PRESET: how many test functions were skipped in the last ctest run, and why.
skipped() {
  local log="$PSTUDIO_ROOT/build/$1/Testing/Temporary/LastTest.log"
  sed -n 's/^SKIP *: *[^ ]* *//p' "$log" | sort | uniq -c | sort -rn | awk -v preset="$1" '
    { count = $1; $1 = ""; printf "== %s: %d test functions skipped:%s\n", preset, count, $0 }'
}

# remove_linked_tests PRESET: only its object files are needed to link them again.
remove_linked_tests() { find "$PSTUDIO_ROOT/build/$1/tests" -maxdepth 1 -type f -perm -u+x -delete; }

# test_preset PRESET: configure, build, ctest; prints the time of each stage. ctest's closing lines come last.
test_preset() {
  local preset="$1" since=$SECONDS status=0 tested results="$PSTUDIO_ROOT/build/$1/tests.xml"
  configure "$preset" -DPSTUDIO_BUILD_TESTS=ON "${check_options[@]}"
  say "$preset: configured in $(elapsed "$since")"
  build "$preset"
  tested=$SECONDS
  say "$preset: testing (started after $(elapsed))"
  (cd "$PSTUDIO_ROOT" && ctest --preset "$preset" -j"$(nproc)" --output-junit "$results" </dev/null) || status=$?
  python3 "$PSTUDIO_ROOT/packaging/slowest_tests.py" "$preset" "$results"
  [ "$status" -eq 0 ] || fail "tests of the $preset preset failed (listed above)"
  skipped "$preset"
  say "$preset: tested in $(elapsed "$tested"); configured, built and tested in $(elapsed "$since")"
}

# test_bundle: makes the portable collector, which tries itself out in an empty folder. Packages and the portable window are
# made and tried before a release (make-release.sh, try-packages.sh): with an empty compiler cache the check takes over 40 minutes.
test_bundle() {
  local since=$SECONDS
  "$PSTUDIO_ROOT/packaging/make-bundle.sh" --out "$PSTUDIO_ROOT/build/bundle/out"
  say "bundle: made and tried out in $(elapsed "$since")"
}

check_options=(-DPSTUDIO_TEST_LINES=ON)
remove_tests=false
case "${1:-}" in
  "") presets="${PSTUDIO_TEST_PRESETS:-dev}" ;;
  --all)
    presets="dev asan bundle viewer-only"
    export PSTUDIO_FOLDER_UNITS=ON
    check_options=(-DPSTUDIO_TEST_LINES=OFF)
    remove_tests=true
    ;;
  -h | --help) usage; exit 0 ;;
  -*) usage >&2; exit 2 ;;
  *) presets="$*" ;;
esac
"$PSTUDIO_ROOT/packaging/install.sh" build gui run test
for preset in $presets; do
  if [ "$preset" = bundle ]; then test_bundle; continue; fi
  test_preset "$preset"
  ! $remove_tests || remove_linked_tests "$preset"
done
say "all presets passed ($presets) in $(elapsed)"
