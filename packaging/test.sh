#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, then configures, builds and tests each preset in turn; stops at the first that fails.
# The preset "bundle" is made, checked and tried out instead of tested.
#
#   packaging/test.sh
#   PSTUDIO_TEST_PRESETS="dev" packaging/test.sh      only these presets
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/functions.sh"

# skipped PRESET: how many test functions were skipped in the last ctest run, and why.
skipped() {
  local log="$PSTUDIO_ROOT/build/$1/Testing/Temporary/LastTest.log"
  sed -n 's/^SKIP *: *[^ ]* *//p' "$log" | sort | uniq -c | sort -rn | awk -v preset="$1" '
    { count = $1; $1 = ""; printf "== %s: %d test functions skipped:%s\n", preset, count, $0 }'
}

# test_preset PRESET: configure, build, ctest; prints the time of each stage. ctest's closing lines come last.
test_preset() {
  local preset="$1" since=$SECONDS status=0
  configure "$preset" -DPSTUDIO_BUILD_TESTS=ON
  say "$preset: configured in $(elapsed "$since")"
  build "$preset"
  say "$preset: testing (started after $(elapsed))"
  ctest --test-dir "$PSTUDIO_ROOT/build/$preset" -j"$(nproc)" --output-on-failure --no-tests=error </dev/null || status=$?
  [ "$status" -eq 0 ] || fail "tests of the $preset preset failed (listed above)"
  skipped "$preset"
  say "$preset: configured, built and tested in $(elapsed "$since")"
}

# test_bundle: makes the portable collector, which tries itself out in an empty folder.
test_bundle() {
  "$PSTUDIO_ROOT/packaging/make-bundle.sh" --out "$PSTUDIO_ROOT/build/bundle/out"
}

presets="${PSTUDIO_TEST_PRESETS:-dev asan bundle viewer-only}"
"$PSTUDIO_ROOT/packaging/install.sh" build gui run test
for preset in $presets; do
  if [ "$preset" = bundle ]; then test_bundle; else test_preset "$preset"; fi
done
say "all presets passed ($presets) in $(elapsed)"
