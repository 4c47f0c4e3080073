#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes all files of a release: source archive, packages, portable archives, release notes, checksums. Two runs on the same
# commit and system give equal files.
#
#   packaging/make-release.sh [--no-build] [--with-tests] [--out DIR]
#
# --no-build    packs what build/bundle contains
# --with-tests  adds the collector's archive with the GPU tests
# --out         folder of the files, default out/release-VERSION; it is emptied first
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/functions.sh"
source "$PSTUDIO_ROOT/packaging/portable.sh"

usage() { sed -n '3,10s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }

version="$(project_version)"
out="$PSTUDIO_ROOT/out/release-$version"
flags=()
with_tests=0
while [ $# -gt 0 ]; do
  case "$1" in
    --no-build) flags+=(--no-build); shift ;;
    --with-tests) with_tests=1; shift ;;
    --out) out="${2:?--out needs a folder}"; shift 2 ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done

cd "$PSTUDIO_ROOT"
[ -z "$(git status --porcelain)" ] || fail "the checkout has changes that no commit contains" "commit or stash them"
SOURCE_DATE_EPOCH="$(source_date)"
export SOURCE_DATE_EPOCH
rm -rf "${out:?}"
mkdir -p "$out"
out="$(cd "$out" && pwd)"

git archive --format=tar --prefix="proton-studio-$version/" HEAD | xz -T2 -6 >"$out/proton-studio-$version-source.tar.xz"
packaging/make-deb.sh "${flags[@]}" --out "$out"
packaging/make-bundle.sh --gui --no-build --out "$out"   # built with the packages
packaging/make-bundle.sh --no-build --out "$out"
[ "$with_tests" -eq 0 ] || packaging/make-bundle.sh --with-tests "${flags[@]}" --out "$out"
notes="$(release_notes "$version" CHANGELOG.md)"
[ -n "$notes" ] || fail "CHANGELOG.md has no part for $version" "name it \"## $version\" or \"## Unreleased\""
printf '# Proton Studio %s\n\n%s\n' "$version" "$notes" >"$out/RELEASE-NOTES.md"
(cd "$out" && find . -maxdepth 1 -type f ! -name SHA256SUMS -printf '%f\n' | LC_ALL=C sort | xargs sha256sum >SHA256SUMS)
cat "$out/SHA256SUMS"
say "release $version of commit $(git log -1 --format=%h) in $out; took $(elapsed)"
