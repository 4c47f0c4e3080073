#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# For maintainers: runs run.sh and test.sh on a bare Debian 12, made with debootstrap, from a clean clone of HEAD.
#
#   packaging/check-clean.sh [--chroot DIR] [--mirror URL] [--reuse] [install] [run] [test]
#
# Stages, default "run test": install (packages only), run (run.sh without a display), test (test.sh).
# --chroot  folder of the bare system, default pstudio-chroot in TMPDIR or /var/tmp; it is emptied first
# --mirror  Debian mirror, default: the one this machine's apt uses
# --reuse   keep the system of the last call, with the packages that it installed; only the clone is new
# PSTUDIO_TEST_PRESETS is handed on to test.sh.
# Needs root, debootstrap, git and util-linux. The bare system is kept beside DIR as DIR.tar, so a second call is quick.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/functions.sh"
source "$PSTUDIO_ROOT/packaging/chroot.sh"

readonly kRelease=bookworm
readonly kClone=/src/proton-studio   # inside the chroot

usage() { sed -n '3,12s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }

# stage NAME COMMAND...: one timed step inside the chroot.
stage() {
  local name="$1" since=$SECONDS
  shift
  say "clean check: $name"
  in_chroot "$kClone" "$@" || fail "the clean check failed in '$name' (its output is above)"
  say "clean check: $name done in $(elapsed "$since")"
}

chroot="${TMPDIR:-/var/tmp}/pstudio-chroot"
mirror=
reuse=0
stages=()
while [ $# -gt 0 ]; do
  case "$1" in
    --chroot) chroot="${2:?--chroot needs a folder}"; shift 2 ;;
    --mirror) mirror="${2:?--mirror needs an address}"; shift 2 ;;
    --reuse) reuse=1; shift ;;
    install | run | test) stages+=("$1"); shift ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done
[ ${#stages[@]} -gt 0 ] || stages=(run test)
chroot="$(realpath -m "$chroot")"
base="$chroot.tar"

need_root_and debootstrap git unshare

if [ "$reuse" -eq 0 ] || [ ! -d "$chroot/etc" ]; then
  empty_chroot
  if [ -f "$base" ] && [ -z "$mirror" ]; then tar -C "$chroot" -xf "$base"; else make_base "$kRelease" "$base"; fi
fi
cp -L /etc/resolv.conf "$chroot/etc/resolv.conf"
rm -rf --one-file-system "${chroot:?}$kClone"
mkdir -p "$(dirname "$chroot$kClone")"
git clone --quiet --no-hardlinks "$PSTUDIO_ROOT" "$chroot$kClone"
say "clean clone of $(git -C "$chroot$kClone" log -1 --format='%h %s')"

for name in "${stages[@]}"; do
  case "$name" in
    install) stage install packaging/install.sh build gui run test ;;
    run) stage run packaging/run.sh --headless ;;
    test) stage test packaging/test.sh ;;
  esac
done
say "clean check passed (${stages[*]}) in $(elapsed); files: $chroot$kClone"
