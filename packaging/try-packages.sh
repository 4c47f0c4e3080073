#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Before a release: tries the packages and the portable window on clean systems made with debootstrap.
#
#   sudo packaging/try-packages.sh [--release DIR] [--folder DIR] [--mirror URL] [--keep] [deb] [bookworm] [trixie]
#
# Stages, default all: deb (the packages on Debian 12), bookworm and trixie (the portable archive on Debian 12 and 13).
# --release  folder with the files of make-release.sh, default out/release-VERSION
# --folder   where the systems are made, default pstudio-try in TMPDIR or /var/tmp
# --mirror   Debian mirror, default: the one this machine's apt uses
# --keep     keeps the bare systems, packed, for the next call
# Needs root, debootstrap and util-linux. No mount and no system remains.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/functions.sh"
source "$PSTUDIO_ROOT/packaging/chroot.sh"

usage() { sed -n '3,12s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }

# fresh_system RELEASE: a bare system in $chroot, with the trials and the files of the release in /release.
fresh_system() {
  chroot="$folder/$1"
  empty_chroot
  if [ -f "$folder/$1.tar" ]; then tar -C "$chroot" -xf "$folder/$1.tar"; else make_base "$1" "$folder/$1.tar"; fi
  cp -L /etc/resolv.conf "$chroot/etc/resolv.conf"
  mkdir "$chroot/release"
  cp "$release"/*.deb "$release"/proton-studio-*-linux-x86_64.tar.xz "$PSTUDIO_ROOT"/packaging/trial-*.sh "$chroot/release/"
}

# try_deb: the packages on Debian 12.
try_deb() {
  fresh_system bookworm
  in_chroot /release ./trial-deb.sh /release || fail "the packages fail on bookworm (above)"
}

# try_portable RELEASE: off-screen with nothing but the base system; then in a window, with an X server beside it.
try_portable() {
  local archive
  fresh_system "$1"
  in_chroot / sh -c 'command -v xz >/dev/null || { apt-get -q update && apt-get -q -y install xz-utils; } >/dev/null' \
    || fail "no xz on $1"
  archive="/release/$(basename "$chroot"/release/*-linux-x86_64.tar.xz)"
  in_chroot /release ./trial-portable.sh "$archive" || fail "the portable archive fails on $1 (above)"
  in_chroot / sh -c 'apt-get -q update && apt-get -q -y install --no-install-recommends \
    xvfb x11-utils python3-pip python3-setuptools python3-wheel' >"$folder/log" 2>&1 \
    || { tail -n 20 "$folder/log" >&2; fail "no X server and no pip can be installed on $1"; }
  in_chroot /release ./trial-portable.sh "$archive" window || fail "the portable window fails on $1 (above)"
}

# stage NAME COMMAND...
stage() {
  local name="$1" since=$SECONDS
  shift
  say "$name"
  "$@"
  rm -rf --one-file-system "${chroot:?}"
  say "$name: passed in $(elapsed "$since")"
}

release="$PSTUDIO_ROOT/out/release-$(project_version)"
folder="${TMPDIR:-/var/tmp}/pstudio-try"
mirror=
keeps=0
stages=()
while [ $# -gt 0 ]; do
  case "$1" in
    --release) release="${2:?--release needs a folder}"; shift 2 ;;
    --folder) folder="${2:?--folder needs a folder}"; shift 2 ;;
    --mirror) mirror="${2:?--mirror needs an address}"; shift 2 ;;
    --keep) keeps=1; shift ;;
    deb | bookworm | trixie) stages+=("$1"); shift ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done
[ ${#stages[@]} -gt 0 ] || stages=(deb bookworm trixie)
need_root_and debootstrap unshare
[ -n "$mirror" ] || mirror="$(host_sources bookworm | awk '$3 == "bookworm" { print $2; exit }')"
[ -n "$mirror" ] || fail "this machine's apt has no Debian source" "name a mirror: --mirror URL"
compgen -G "$release/*.deb" >/dev/null || fail "no packages in $release" "packaging/make-release.sh makes them"
folder="$(realpath -m "$folder")"
mkdir -p "$folder"

for name in "${stages[@]}"; do
  case "$name" in
    deb) stage "packages on Debian 12" try_deb ;;
    bookworm) stage "portable archive on Debian 12" try_portable bookworm ;;
    trixie) stage "portable archive on Debian 13" try_portable trixie ;;
  esac
done
[ "$keeps" -eq 1 ] || rm -rf --one-file-system "${folder:?}"
say "clean systems: all passed (${stages[*]}) in $(elapsed)"
