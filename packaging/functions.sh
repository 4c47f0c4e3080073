# SPDX-License-Identifier: Apache-2.0
# What run.sh, test.sh, install.sh and check-clean.sh share; sourced, never run.
# shellcheck shell=bash

PSTUDIO_ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
PSTUDIO_STARTED=$SECONDS
export LC_ALL=C.UTF-8

# say TEXT...: one line about what is going on.
say() { printf '== %s\n' "$*"; }

# fail WHAT [HINT...]: says what went wrong and, line by line, what to do; ends the script.
fail() {
  printf 'error: %s\n' "$1" >&2
  shift
  [ $# -eq 0 ] || printf '       %s\n' "$@" >&2
  exit 1
}

# elapsed [SINCE]: whole minutes and seconds since SINCE (a value of $SECONDS; default: the script's start).
elapsed() {
  local seconds=$((SECONDS - ${1:-$PSTUDIO_STARTED}))
  printf '%d:%02d min' $((seconds / 60)) $((seconds % 60))
}

# configure PRESET [CMAKE_OPTION...]: configures build/PRESET; the output is shown only if it fails. The variable
# PSTUDIO_FOLDER_UNITS, if it is set, is the option of that name.
configure() {
  local preset="$1" log
  shift
  log="$PSTUDIO_ROOT/build/$preset-configure.log"
  mkdir -p "$PSTUDIO_ROOT/build"
  (cd "$PSTUDIO_ROOT" && cmake --preset "$preset" ${PSTUDIO_FOLDER_UNITS:+-DPSTUDIO_FOLDER_UNITS="$PSTUDIO_FOLDER_UNITS"} "$@") >"$log" 2>&1 </dev/null \
    || { cat "$log" >&2; fail "preset '$preset' does not configure (cmake's output is above)"; }
  name_units_from_root "$preset"
}

# name_units_from_root PRESET: CMake names the sources of a unit by absolute paths, so that two checkouts could not share what
# the compiler cache keeps. The root is on the include path of every target.
name_units_from_root() {
  find "$PSTUDIO_ROOT/build/$1" -path '*/Unity/unity_*' -name '*_cxx.cxx' \
    -exec grep -q "#include \"$PSTUDIO_ROOT/" {} \; -exec sed -i "s|#include \"$PSTUDIO_ROOT/|#include \"|" {} +
}

# build PRESET [TARGET...]: builds with one job per core; prints the time taken.
build() {
  local preset="$1" since=$SECONDS
  shift
  say "$preset: building ${*:-everything} on $(nproc) cores"
  ninja -C "$PSTUDIO_ROOT/build/$preset" -j"$(nproc)" "$@" </dev/null || fail "the $preset build failed"
  say "$preset: built in $(elapsed "$since")"
}

# project_version: the version, from the one place that has it.
project_version() { sed -n 's/^project(proton-studio VERSION \([0-9.]*\).*/\1/p' "$PSTUDIO_ROOT/CMakeLists.txt"; }

# source_date: the time, in seconds since 1970, that packed files have: SOURCE_DATE_EPOCH, else that of the last commit.
source_date() {
  printf '%s\n' "${SOURCE_DATE_EPOCH:-$(git -C "$PSTUDIO_ROOT" log -1 --format=%ct 2>/dev/null || stat -c %Y "$PSTUDIO_ROOT/CHANGELOG.md")}"
}

# release_notes VERSION CHANGELOG: its part below "## VERSION", or below "## Unreleased" before the release has a name.
release_notes() {
  local title=Unreleased
  ! grep -q "^## $1\b" "$2" || title="$1"
  awk -v title="$title" '/^## / { shown = ($2 == title); next } shown { print }' "$2" | sed '/./,$!d'
}
