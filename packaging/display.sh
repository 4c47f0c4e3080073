# SPDX-License-Identifier: Apache-2.0
# Whether a window can be shown: a display that the environment names and that is there. Sourced, never run.
# shellcheck shell=bash

# socket_answers ADDRESS PORT: whether something listens there.
socket_answers() { timeout 3 bash -c ">/dev/tcp/$1/$2" 2>/dev/null; }

# x11_usable: whether $DISPLAY names a display that exists (a local socket, or a forwarded TCP port).
x11_usable() {
  [ -n "${DISPLAY:-}" ] || return 1
  local host="${DISPLAY%:*}" number="${DISPLAY##*:}"
  number="${number%%.*}"
  [[ "$number" =~ ^[0-9]+$ ]] || return 1
  case "$host" in
    "" | unix) [ -S "/tmp/.X11-unix/X$number" ] ;;
    *) socket_answers "$host" $((6000 + number)) ;;
  esac
}

# wayland_usable: whether the compositor's socket exists and Qt has the plugin that speaks to it.
wayland_usable() {
  [ -n "${WAYLAND_DISPLAY:-}" ] && [ -S "${XDG_RUNTIME_DIR:-/run/user/$(id -u)}/$WAYLAND_DISPLAY" ] \
    && compgen -G '/usr/lib/*/qt6/plugins/platforms/libqwayland*.so' >/dev/null
}

# display_usable: whether a window can be shown.
display_usable() { x11_usable || wayland_usable; }
