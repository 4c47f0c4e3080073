#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the packages of the named groups of packages.txt that are not installed yet; never asks a question.
#
#   packaging/install.sh build gui run test
#
# Needs root, or sudo, only when something is missing. PSTUDIO_SKIP_INSTALL=1 skips it altogether.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/functions.sh"

# packages_of GROUP...: "package<TAB>why" lines of these groups.
packages_of() {
  awk -v groups=" $* " '
    /^[[:space:]]*(#|$)/ { next }
    {
      why = ""
      at = index($0, "#")
      if (at) { why = substr($0, at + 1); $0 = substr($0, 1, at - 1) }
      sub(/;.*/, "", why); gsub(/^[ \t]+|[ \t]+$/, "", why)
      group = $1; sub(/:$/, "", group)
      if (index(groups, " " group " ")) print $2 "\t" why
    }' "$PSTUDIO_ROOT/packaging/packages.txt"
}

# only_missing: of "package<TAB>why" lines, those whose package dpkg does not know as installed.
only_missing() {
  local package why
  while IFS=$'\t' read -r package why; do
    dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null | grep -q '^ii' \
      || printf '%s\t%s\n' "$package" "$why"
  done
}

# become_root: prints the prefix that a command needs to run as root, or fails with what to do.
become_root() {
  if [ "$(id -u)" -eq 0 ]; then
    echo "env"
  elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
    echo "sudo env"   # on a terminal sudo may ask for the password; without one it must not have to
  else
    fail "these packages need root: run as root, or have an administrator run" \
         "packaging/install.sh $groups" "(PSTUDIO_SKIP_INSTALL=1 goes on without them)"
  fi
}

# quietly COMMAND...: runs it with no input; its output is shown only if it fails.
quietly() {
  local log status=0
  log="$(mktemp)"
  "$@" </dev/null >"$log" 2>&1 || status=$?
  [ "$status" -eq 0 ] || tail -n 40 "$log" >&2
  rm -f "$log"
  return "$status"
}

groups="$*"
[ -n "$groups" ] || fail "no group named" "usage: packaging/install.sh GROUP... (build, gui, run, test, bundle, package)"
[ "${PSTUDIO_SKIP_INSTALL:-0}" != 1 ] || { say "packages: not looked at (PSTUDIO_SKIP_INSTALL=1)"; exit 0; }
for group in $groups; do
  [ -n "$(packages_of "$group")" ] || fail "packages.txt has no group '$group'" "known: build, gui, run, test, bundle, package"
done
command -v apt-get >/dev/null && command -v dpkg-query >/dev/null \
  || fail "this system has no apt-get: only Debian 12 and its relatives are set up automatically" \
          "install what packaging/packages.txt lists in your own way, then run again with PSTUDIO_SKIP_INSTALL=1"

missing="$(packages_of $groups | only_missing)"
if [ -z "$missing" ]; then
  say "packages: all installed ($groups)"
  exit 0
fi
count="$(printf '%s\n' "$missing" | wc -l)"
say "packages: installing $count for: $groups"
printf '%s\n' "$missing" | awk -F'\t' '{ printf "     %-24s %s\n", $1, $2 }'

root="$(become_root)"
apt="$root DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=600"
quietly $apt update || say "packages: the package lists could not be refreshed; trying with the ones at hand"
mapfile -t names < <(printf '%s\n' "$missing" | cut -f1)
quietly $apt install --no-install-recommends -o Dpkg::Options::=--force-confold "${names[@]}" \
  || fail "apt-get could not install them (its last lines are above)" \
          "all of them are in Debian 12 (bookworm) main; check the release and the package sources"
say "packages: installed in $(elapsed)"
