#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs every GPU test of this bundle, or those named; fails if one fails or there is no GPU.
cd "$(dirname "$0")" || exit 1
export LD_LIBRARY_PATH="$PWD/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export PSTUDIO_TEST_DATA="$PWD/data" PSTUDIO_COLLECT="$PWD/bin/proton-collect" PSTUDIO_REQUIRE_GPU=cuda
export QT_QPA_PLATFORM=offscreen QT_PLUGIN_PATH="$PWD/plugins" QTEST_FUNCTION_TIMEOUT="${QTEST_FUNCTION_TIMEOUT:-600000}"
failed=""
[ $# -gt 0 ] || set -- $(ls bin/tests)
for name in "$@"; do
  echo "== $name"
  "bin/tests/$name" || failed="$failed $name"
done
[ -z "$failed" ] || { echo "failed:$failed"; exit 1; }
echo "all GPU tests passed"
