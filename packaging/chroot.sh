# SPDX-License-Identifier: Apache-2.0
# Bare Debian systems made with debootstrap, for check-clean.sh and try-packages.sh. Sourced, never run.
# They use $chroot (the folder of the system) and $mirror (an address, or empty: that of this machine's apt).
# shellcheck shell=bash

# host_sources RELEASE: this machine's apt sources of the release, as sources.list lines; nothing if it runs another release.
host_sources() {
  apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' \
    | awk -v release="$1" '$3 == "main" && index($2, release) == 1 { print "deb", $1, $2, "main" }' | sort -u
}

# make_base RELEASE ARCHIVE: a minimal system with working apt in $chroot, packed into the archive.
make_base() {
  local release="$1" base="$2" sources
  sources="$( [ -n "$mirror" ] && echo "deb $mirror $release main" || host_sources "$release")"
  [ -n "$sources" ] || fail "this machine's apt does not use $release" "name a mirror: --mirror URL"
  say "making a bare $release system in $chroot"
  debootstrap --variant=minbase "$release" "$chroot" \
    "$(printf '%s\n' "$sources" | awk -v r="$release" '$3 == r { print $2; exit }')" >"$chroot.log" 2>&1 \
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

# in_chroot FOLDER COMMAND...: runs it in this folder inside, as root, with no terminal, no display and none of our environment.
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
  ' in_chroot "$chroot" "$@" </dev/null
}

# need_root_and TOOL...
need_root_and() {
  local tool
  [ "$(id -u)" -eq 0 ] || fail "chroot and mounts need root" "run it as root or with sudo"
  for tool in "$@"; do
    command -v "$tool" >/dev/null || fail "$tool is missing" "packaging/install.sh package; apt-get install git util-linux"
  done
}
