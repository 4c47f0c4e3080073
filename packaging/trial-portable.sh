#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Tries the portable window where it is run: on a clean system (try-packages.sh), or on a machine with a GPU.
#
#   trial-portable.sh ARCHIVE [window]
#
# Unpacks twice, as two versions would lie side by side; records, draws, and runs with everything that must not disturb it.
# With "window" it also opens the window on an X server (Xvfb, xwininfo). Needs nothing else but tar and xz.
set -euo pipefail

archive="$(realpath "${1:?an archive}")"
place="$(mktemp -d)"
chmod 755 "$place"
trap 'chmod -R u+w "$place"; rm -rf "$place"' EXIT
say() { printf '   %s\n' "$*"; }
fail() { printf 'error: %s\n' "$*" >&2; [ ! -f "$place/log" ] || cat "$place/log" >&2; exit 1; }

# quietly WHAT COMMAND...: succeeds without a line on standard error, but for what names the folder that is not writable.
quietly() {
  local what="$1"
  shift
  "$@" >"$place/out" 2>"$place/log" || fail "$what: exit code $?"
  ! grep -qv 'No writable cache directories' "$place/log" || fail "$what: it prints warnings"
  say "$what"
}

# rejected WHAT WORDS COMMAND...: fails with an error that contains the words.
rejected() {
  local what="$1" words="$2" status=0
  shift 2
  "$@" >"$place/out" 2>"$place/log" || status=$?
  [ "$status" -eq 1 ] || fail "$what: exit code $status instead of 1"
  grep -q "$words" "$place/log" || fail "$what: the message lacks \"$words\""
  say "$what: $(head -1 "$place/log")"
}

is_picture() { [ "$(head -c 4 "$1" | tail -c 3)" = PNG ]; }

since=$(date +%s)
for version in one two; do mkdir "$place/$version"; tar -C "$place/$version" -xf "$archive"; done
one="$(echo "$place"/one/*)"
two="$(echo "$place"/two/*)"
chmod -R a-w "$place/one"
kernels="$one/share/proton-studio/kernels"
unset DISPLAY WAYLAND_DISPLAY
cd "$place"
quietly "records an example" "$one/bin/proton-collect" run --progress none "$kernels/gemm_tiled.json" -o "$place/gemm.pftrace"
quietly "draws it without a display" "$one/bin/proton-studio" shot "$place/gemm.pftrace" -o "$place/gemm.png"
is_picture "$place/gemm.png" || fail "no picture"
say "first picture $(($(date +%s) - since)) s after unpacking began (two versions)"

quietly "the second version draws the same" "$two/bin/proton-studio" shot "$place/gemm.pftrace" -o "$place/second.png"
cmp "$place/gemm.png" "$place/second.png" || fail "the two versions draw different pictures"

mkdir -p "$place/qt/lib" "$place/qt/plugins/platforms"
for library in Qt6Core Qt6Gui Qt6Widgets stdc++ icuuc fontconfig; do echo "not a library" >"$place/qt/lib/lib$library.so.6"; done
cp /bin/true "$place/qt/plugins/platforms/libqoffscreen.so"
quietly "ignores another Qt in LD_LIBRARY_PATH and QT_PLUGIN_PATH" env LD_LIBRARY_PATH="$place/qt/lib" \
  QT_PLUGIN_PATH="$place/qt/plugins" QT_QPA_PLATFORM_PLUGIN_PATH="$place/qt/plugins/platforms" \
  "$one/bin/proton-studio" shot "$place/gemm.pftrace" -o "$place/third.png"
cmp "$place/gemm.png" "$place/third.png" || fail "another Qt changes the picture"

# As a user who can write nothing but the results.
mkdir -m 555 "$place/home"
mkdir -m 777 "$place/results"
as_user=(setpriv --reuid=65534 --regid=65534 --clear-groups env HOME="$place/home")
[ "$(id -u)" -eq 0 ] || as_user=(env HOME="$place/home")
quietly "records without a writable home folder" "${as_user[@]}" "$one/bin/proton-collect" run --progress none \
  "$kernels/vector_add.json" -o "$place/results/add.pftrace"
quietly "draws without a writable home folder" "${as_user[@]}" "$one/bin/proton-studio" shot "$place/results/add.pftrace" \
  -o "$place/results/add.png"
rejected "no display" "DISPLAY" "$one/bin/proton-studio"

if [ -e /dev/nvidiactl ]; then
  quietly "records on the GPU" "$one/bin/proton-collect" run --progress none "$kernels/gemm_tiled.json" --target cuda \
    -o "$place/gpu.pftrace"
  quietly "draws the record of the GPU" "$one/bin/proton-studio" shot "$place/gpu.pftrace" -o "$place/gpu.png"
else
  rejected "no GPU" "libcuda" "$one/bin/proton-collect" run --progress none "$kernels/gemm_tiled.json" --target cuda \
    -o "$place/gpu.pftrace"
fi

if python3 -c 'from importlib.util import find_spec as f; exit(not all(map(f, ("pip", "setuptools", "wheel"))))' 2>/dev/null; then
  cd "$two/share/proton-studio/python"
  quietly "pip installs the Python package without a network" unshare -n python3 -m pip install -q --no-build-isolation \
    --no-index --no-deps --disable-pip-version-check --root-user-action=ignore --target "$place/site" .
  cd "$place"
  quietly "Python imports it" env PYTHONPATH="$place/site" python3 -c 'from proton_studio import proton; proton.start()'
else
  say "not tried: pip, because Python lacks pip, setuptools or wheel"
fi

[ "${2:-}" = window ] || exit 0
Xvfb :77 -screen 0 1280x800x24 >/dev/null 2>&1 &
server=$!
trap 'kill $server; chmod -R u+w "$place"; rm -rf "$place"' EXIT
export DISPLAY=:77
for _ in $(seq 50); do [ -S /tmp/.X11-unix/X77 ] && break; sleep 0.2; done
"$one/bin/proton-studio" "$place/gemm.pftrace" >"$place/log" 2>&1 &
window=$!
for _ in $(seq 100); do xwininfo -root -tree | grep 'gemm.*Proton Studio' >/dev/null && break; sleep 0.2; done
xwininfo -root -tree | grep 'gemm.*Proton Studio' >/dev/null || fail "no window of the trace appears"
kill "$window"
[ ! -s "$place/log" ] || fail "the window prints warnings"
say "the window shows the trace"
