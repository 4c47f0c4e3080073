#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compiler launcher of the targets that hold a precompiled header, for builds with ccache.
#
#   precompile.sh LAUNCHER... COMPILER FLAGS... -o FILE -c SOURCE
#
# A precompiled header names its build folder, so that the same one of two presets differs in a few bytes, and ccache,
# which compares bytes, would compile every source again. Beside FILE this writes FILE.sum, the checksum of what the
# header says, which ccache takes in place of the bytes (CCACHE_PCH_EXTSUM, set in PstudioTargets.cmake).
set -euo pipefail

"$@"

# The same command for the text: no output file, no lists of dependencies, no paths of the build folder.
text_command=()
output=
while [ $# -gt 0 ]; do
  case "$1" in
    -o) output="$2"; shift ;;
    -MF | -MT | -MQ) shift ;;
    -MD | -MMD) ;;
    -Xclang) [ "$2" = -emit-pch ] || text_command+=("$1" "$2"); shift ;;
    *) text_command+=("$1") ;;
  esac
  shift
done
case "$output" in
  *.pch)
    # -dD keeps the definitions of macros; the compiler's version stands among them.
    CCACHE_DISABLE=1 "${text_command[@]}" -E -P -dD -o - | sha256sum | cut -d' ' -f1 >"$output.sum.new"
    mv "$output.sum.new" "$output.sum"
    ;;
esac
