#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs every GPU test of this bundle, or those named; fails if one fails or there is no GPU. A name may contain arguments of
# Qt Test: ./run-tests.sh "app_window_attach_gpu_test graphsRanksScopesAndRangesAreRecorded:graph". The variable PSTUDIO_PICTURES
# names a folder for pictures of the window.
cd "$(dirname "$0")" || exit 1
export PSTUDIO_TEST_DATA="${PSTUDIO_TEST_DATA:-$PWD/data}" PSTUDIO_COLLECT="$PWD/bin/proton-collect" PSTUDIO_REQUIRE_GPU=cuda
export QT_QPA_PLATFORM=offscreen QT_PLUGIN_PATH="$PWD/plugins" QTEST_FUNCTION_TIMEOUT="${QTEST_FUNCTION_TIMEOUT:-600000}"
export FONTCONFIG_FILE="$PWD/etc/fonts/fonts.conf"

failed=""
[ $# -gt 0 ] || set -- $(ls bin/tests)
for name in "$@"; do
  echo "== $name"
  # shellcheck disable=SC2086 # a name and arguments
  bin/tests/$name || failed="$failed $name"
done
[ -z "$failed" ] || { echo "failed:$failed"; exit 1; }
echo "all GPU tests passed"
