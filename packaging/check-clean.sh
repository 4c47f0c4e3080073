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

readonly kRelease=bookworm
readonly kClone=/src/proton-studio   # inside the chroot

usage() { sed -n '3,12s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }

# host_sources: this machine's apt sources of the release, as sources.list lines; nothing if it runs another release.
host_sources() {
  apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' \
    | awk -v release="$kRelease" '$3 == "main" && index($2, release) == 1 { print "deb", $1, $2, "main" }' | sort -u
}

# make_base: a minimal system with working apt, packed into $base.
make_base() {
  local sources
  sources="$( [ -n "$mirror" ] && echo "deb $mirror $kRelease main" || host_sources)"
  [ -n "$sources" ] || fail "this machine's apt does not use $kRelease" "name a mirror: --mirror URL"
  say "making a bare $kRelease system in $chroot"
  debootstrap --variant=minbase "$kRelease" "$chroot" \
    "$(printf '%s\n' "$sources" | awk -v r="$kRelease" '$3 == r { print $2; exit }')" >"$chroot.log" 2>&1 \
    || { tail -n 20 "$chroot.log" >&2; fail "debootstrap failed (log: $chroot.log)"; }
  printf '%s\n' "$sources" >"$chroot/etc/apt/sources.list"
  # How this machine reaches its mirror: proxy, time limits, checks that it had to relax.
  apt-config dump | grep -E '^Acquire::(https?|Check-)' >"$chroot/etc/apt/apt.conf.d/90host" || true
  tar -C "$chroot" -cf "$base.part" . && mv "$base.part" "$base"
}

# empty_chroot: removes the old system, but never through a mount that somebody left in it.
empty_chroot() {
  ! grep -q " $chroot/" /proc/mounts || fail "something is mounted below $chroot" "unmount it first"
  rm -rf --one-file-system "$chroot"
  mkdir -p "$chroot"
}

# in_chroot COMMAND...: runs it inside, as root, with no terminal, no display and none of our environment.
# The mounts live in a mount namespace of their own, so they are gone when the command ends, however it ends.
in_chroot() {
  unshare --mount --propagation private bash -c '
    set -e
    chroot="$1"; folder="$2"; shift 2
    mount -t proc proc "$chroot/proc"
    mount --rbind /dev "$chroot/dev"
    mount -t tmpfs tmpfs "$chroot/tmp"
    exec chroot "$chroot" /usr/bin/env -i HOME=/root TERM=dumb PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
      ${PSTUDIO_TEST_PRESETS:+PSTUDIO_TEST_PRESETS="$PSTUDIO_TEST_PRESETS"} \
      /bin/bash -c "cd \"\$0\" && exec \"\$@\"" "$folder" "$@"
  ' in_chroot "$chroot" "$kClone" "$@" </dev/null
}

# stage NAME COMMAND...: one timed step inside the chroot.
stage() {
  local name="$1" since=$SECONDS
  shift
  say "clean check: $name"
  in_chroot "$@" || fail "the clean check failed in '$name' (its output is above)"
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

[ "$(id -u)" -eq 0 ] || fail "chroot and mounts need root" "run it as root or with sudo"
for tool in debootstrap git unshare; do
  command -v "$tool" >/dev/null || fail "$tool is missing" "apt-get install debootstrap git util-linux"
done

if [ "$reuse" -eq 0 ] || [ ! -d "$chroot/etc" ]; then
  empty_chroot
  if [ -f "$base" ] && [ -z "$mirror" ]; then tar -C "$chroot" -xf "$base"; else make_base; fi
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
