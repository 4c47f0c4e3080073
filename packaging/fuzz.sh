#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fuzzes the readers of foreign bytes with libFuzzer and the sanitizers (tests/fuzz/README.md).
#
#   packaging/fuzz.sh [--minutes N] [--jobs N] [--no-build] [TARGET...]
#
# --minutes   time of each target, default 20
# --jobs      targets at a time, default one for each core
# --no-build  runs what build/fuzz holds
# Fails if a target found something; the inputs are in build/fuzz/found.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/functions.sh"

usage() { sed -n '3,10s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }

# corpus_of TARGET: the folder with its inputs.
corpus_of() { echo "$PSTUDIO_ROOT/tests/fuzz/corpus/${1#fuzz_}"; }

# fuzz TARGET: one target for the given time; one line about how it went. New inputs go to a folder beside the corpus.
fuzz() {
  local target="$1" place="$PSTUDIO_ROOT/build/fuzz" log runs
  log="$place/found/$target.log"
  mkdir -p "$place/corpus/$target" "$place/found"
  if ! "$place/fuzz/$target" -max_total_time=$((minutes * 60)) -timeout=25 -rss_limit_mb=3072 -print_final_stats=1 \
    -artifact_prefix="$place/found/$target-" "$place/corpus/$target" "$(corpus_of "$target")" >"$log" 2>&1 </dev/null; then
    printf '== %s: found something (%s)\n' "$target" "$log"
    return 1
  fi
  runs="$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")"
  printf '== %s: %s inputs in %d minutes, nothing found\n' "$target" "$runs" "$minutes"
}

minutes=20 jobs="$(nproc)" with_build=1 targets=()
while [ $# -gt 0 ]; do
  case "$1" in
    --minutes) minutes="${2:?--minutes needs a number}"; shift 2 ;;
    --jobs) jobs="${2:?--jobs needs a number}"; shift 2 ;;
    --no-build) with_build=0; shift ;;
    -h | --help) usage; exit 0 ;;
    -*) usage >&2; exit 2 ;;
    *) targets+=("$1"); shift ;;
  esac
done
[ "$minutes" -ge 1 ] 2>/dev/null || fail "--minutes is a number of at least 1"
if [ "$with_build" -eq 1 ]; then
  configure fuzz
  build fuzz fuzzers
fi
if [ "${#targets[@]}" -eq 0 ]; then
  for program in "$PSTUDIO_ROOT"/build/fuzz/fuzz/fuzz_*; do targets+=("$(basename "$program")"); done
fi
export -f fuzz corpus_of
export PSTUDIO_ROOT minutes
printf '%s\n' "${targets[@]}" | xargs -P "$jobs" -I{} bash -c 'set -euo pipefail; fuzz {}' \
  || fail "fuzzing found something (named above)"
say "${#targets[@]} targets found nothing in $minutes minutes each"
