#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the Debian 12 packages proton-studio and proton-studio-collector, and checks them with lintian.
#
#   packaging/make-deb.sh [--no-build] [--quick] [--out DIR]
#
# --no-build    packs what build/bundle contains
# --quick       compresses with gzip and omits lintian: for trials
# --out         folder of the packages, default out/
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/functions.sh"

usage() { sed -n '3,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }

out="$PSTUDIO_ROOT/out"
builds=1
quick=0
while [ $# -gt 0 ]; do
  case "$1" in
    --no-build) builds=0; shift ;;
    --quick) quick=1; shift ;;
    --out) out="${2:?--out needs a folder}"; shift 2 ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done

build_folder="$PSTUDIO_ROOT/build/bundle"
groups=(build gui run bundle)
[ "$quick" -eq 1 ] || groups+=(package)
if [ "$builds" -eq 1 ]; then
  "$PSTUDIO_ROOT/packaging/install.sh" "${groups[@]}"
  configure bundle -DPSTUDIO_WITH_GUI=ON -DPSTUDIO_BUILD_TESTS=OFF
  build bundle proton-studio proton-collect pstudio_attach_shim manual
fi

SOURCE_DATE_EPOCH="$(source_date)"
export SOURCE_DATE_EPOCH
compression=xz
[ "$quick" -eq 0 ] || compression=gzip
rm -rf "$build_folder/packages" "$build_folder/_CPack_Packages"
log="$build_folder/cpack.log"
(umask 022 && cd "$build_folder" && cpack --config CPackConfig.cmake -D CPACK_DEBIAN_COMPRESSION_TYPE=$compression) >"$log" 2>&1 || { cat "$log" >&2; fail "cpack failed (its output is above)"; }
rm -rf "$build_folder/_CPack_Packages"

mapfile -t packages < <(find "$build_folder/packages" -maxdepth 1 -name '*.deb' | sort)
[ "${#packages[@]}" -eq 2 ] || fail "cpack made ${#packages[@]} packages instead of 2"
if [ "$quick" -eq 0 ]; then
  lintian --fail-on error --tag-display-limit 0 "${packages[@]}" || fail "lintian reports errors (above)"
fi
mkdir -p "$out"
for package in "${packages[@]}"; do
  mv "$package" "$out/"
  say "wrote $out/$(basename "$package"): $(($(stat -c %s "$out/$(basename "$package")") / 1024)) KiB"
done
say "packages made in $(elapsed)"
