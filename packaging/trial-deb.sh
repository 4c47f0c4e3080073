#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Tries the Debian packages on a clean system, as root: try-packages.sh calls it in a chroot. It installs and removes packages.
#
#   trial-deb.sh FOLDER    with proton-studio_*.deb and proton-studio-collector_*.deb
set -euo pipefail

folder="$(realpath "${1:?a folder}")"
place="$(mktemp -d)"
chmod 777 "$place"
export DEBIAN_FRONTEND=noninteractive
say() { printf '   %s\n' "$*"; }
fail() { printf 'error: %s\n' "$*" >&2; [ ! -f "$place/log" ] || tail -n 30 "$place/log" >&2; exit 1; }
quietly() {
  local what="$1"
  shift
  "$@" >"$place/log" 2>&1 || fail "$what: exit code $?"
  say "$what"
}
apt_get() { apt-get -q -y -o Dpkg::Use-Pty=0 "$@"; }

# renamed VERSION: the packages as another version, for an upgrade.
renamed() {
  local package copy
  mkdir -p "$place/$1"
  for package in "$folder"/*.deb; do
    copy="$place/unpacked"
    dpkg-deb -R "$package" "$copy"
    sed -i -E "s/^Version: .*/Version: $1/; s/(proton-studio-collector \(= )[^)]*/\1$1/" "$copy/DEBIAN/control"
    dpkg-deb --root-owner-group -Znone -b "$copy" "$place/$1" >/dev/null
    rm -rf "$copy"
  done
}

quietly "lists of packages" apt_get update
since=$(date +%s)
quietly "apt install ./proton-studio*.deb" apt_get install "$folder"/proton-studio*.deb
say "installed in $(($(date +%s) - since)) s"
cd "$place"
quietly "records an example" proton-collect run /usr/share/proton-studio/kernels/gemm_tiled.json -o gemm.pftrace
quietly "draws it" proton-studio shot gemm.pftrace -o gemm.png
say "first picture $(($(date +%s) - since)) s after the installation began"
[ ! -s log ] || fail "warnings"

echo "not a library" >libQt6Core.so.6
cp libQt6Core.so.6 libstdc++.so.6
mkdir -p plugins/platforms
cp /bin/true plugins/platforms/libqoffscreen.so
quietly "ignores another Qt in the environment" env LD_LIBRARY_PATH="$place" QT_PLUGIN_PATH="$place/plugins" \
  proton-studio shot gemm.pftrace -o other.png
cmp gemm.png other.png || fail "another Qt changes the picture"

for file in /usr/share/man/man1/proton-{studio,collect}.1.gz; do gzip -t "$file" || fail "$file"; done
bash -c 'source /usr/share/bash-completion/completions/proton-collect; complete -p proton-collect' >/dev/null || fail "completion"
if ! [ -e /dev/nvidiactl ]; then
  ! proton-collect run /usr/share/proton-studio/kernels/gemm_tiled.json --target cuda -o gpu.pftrace 2>log || fail "no GPU, but a run"
  grep -q libcuda log || fail "no GPU: the message lacks the cause"
  say "no GPU: $(grep error log)"
fi

quietly "tools of a desktop" apt_get install --no-install-recommends xvfb x11-utils xdg-utils libglib2.0-bin procps
for type in "gemm.pftrace application/x-perfetto-trace" "x.pscapture application/x-proton-studio-capture" \
  "x.run.json application/x-proton-studio-run+json"; do
  read -r file wanted <<<"$type"
  [ -f "$file" ] || cp /usr/share/proton-studio/kernels/vector_add.json "$file"
  [ "$(gio info -a standard::content-type "$file" | awk '/content-type:/ { print $2 }')" = "$wanted" ] || fail "type of $file"
  gio mime "$wanted" | grep 'proton-studio.desktop' >/dev/null || fail "gio opens $wanted with another program"
  [ "$(xdg-mime query default "$wanted")" = proton-studio.desktop ] || fail "xdg-mime opens $wanted with another program"
  say "$file is $wanted and opens in proton-studio"
done

Xvfb :77 -screen 0 1280x800x24 >/dev/null 2>&1 &
server=$!
trap 'kill $server; rm -rf "$place"' EXIT
export DISPLAY=:77
for _ in $(seq 50); do [ -S /tmp/.X11-unix/X77 ] && break; sleep 0.2; done
xdg-open "$place/gemm.pftrace" >log 2>&1 &
for _ in $(seq 100); do xwininfo -root -tree | grep 'gemm.*Proton Studio' >/dev/null && break; sleep 0.2; done
xwininfo -root -tree | grep 'gemm.*Proton Studio' >/dev/null || fail "xdg-open shows no window of the trace"
kill "$(pgrep -f "proton-studio $place/gemm.pftrace" | head -1)"
say "xdg-open (double click) shows the trace in a window"

renamed 99.0
quietly "upgrade" apt_get install "$place"/99.0/*.deb
proton-collect --version >/dev/null || fail "after the upgrade"
quietly "return to this version" apt_get install --allow-downgrades "$folder"/proton-studio*.deb
files="$(dpkg -L proton-studio proton-studio-collector | grep proton | sort -u)"
quietly "removal" apt_get purge proton-studio proton-studio-collector
while read -r file; do [ ! -e "$file" ] || fail "$file remains"; done <<<"$files"
say "no file remains"
