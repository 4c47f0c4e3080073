# SPDX-License-Identifier: Apache-2.0
# What make-bundle.sh puts into each archive; uses portable.sh and $build_folder. Sourced, never run.
# shellcheck shell=bash

# Linked into proton-collect.
collector_packages=(llvm-19-dev zlib1g-dev libsqlite3-dev libre2-dev libzstd-dev liblz4-dev libncurses-dev libcli11-dev nlohmann-json3-dev libprotozero-dev
  libexpected-dev libboost-context1.74-dev libstdc++-12-dev)
qt_plugins=(platforms/libqxcb.so platforms/libqoffscreen.so platforms/libqwayland-generic.so iconengines/libqsvgicon.so
  imageformats/libqsvg.so platforminputcontexts/libcomposeplatforminputcontextplugin.so
  platforminputcontexts/libibusplatforminputcontextplugin.so wayland-shell-integration/libxdg-shell.so
  wayland-decoration-client/libbradient.so)
test_plugins=(platforms/libqoffscreen.so iconengines/libqsvgicon.so imageformats/libqsvg.so)
font_files=(opentype/inter/Inter-{Regular,Italic,SemiBold,SemiBoldItalic}.otf
  truetype/jetbrains-mono/JetBrainsMono-{Regular,Italic,SemiBold,SemiBoldItalic}.ttf)

# add_collector FOLDER: the collector, its examples, its licences.
add_collector() {
  local data="$1/share/proton-studio/python"
  mkdir -p "$1/bin" "$1/lib/proton-studio" "$data"
  strip -o "$1/bin/proton-collect" "$build_folder/bin/proton-collect"
  strip -o "$1/lib/proton-studio/libpstudio_attach.so" "$build_folder/lib/proton-studio/libpstudio_attach.so"
  cp "$PSTUDIO_ROOT"/collector/python/{sitecustomize.py,pyproject.toml,setup.py} "$data/"
  mkdir -p "$data/proton_studio"
  cp "$PSTUDIO_ROOT"/collector/python/proton_studio/*.py "$data/proton_studio/"
  project_version >"$data/VERSION"
  cp -r "$PSTUDIO_ROOT/resources" "$1/resources"
  rm -rf "$1/resources/icons" "$1/resources/guide"
  cp "$PSTUDIO_ROOT/packaging/bundle-README.md" "$1/README.md"
  add_package_licences "$1" "${collector_packages[@]}"
}

# gpu_tests: "NAME EXECUTABLE" of every test with the label gpu, and "NAME SCRIPT.py ARGUMENT..." of those in Python, with
# the names that the archive has for the script and the collector.
gpu_tests() {
  ctest --test-dir "$build_folder" -L '^gpu$' --show-only=json-v1 | python3 -c '
import json, os, sys
root = sys.argv[1] + "/"
for test in json.load(sys.stdin)["tests"]:
    command = test["command"]
    scripts = [word for word in command[:2] if word.endswith(".py")]
    if not scripts:
        print(test["name"], command[0])
        continue
    rest = command[command.index(scripts[0]) + 1:]
    rest = ["$PSTUDIO_COLLECT" if os.path.basename(word) == "proton-collect" else word for word in rest]
    print(test["name"], scripts[0].removeprefix(root), *rest)' "$PSTUDIO_ROOT"
}

# add_script FOLDER NAME SCRIPT ARGUMENT...: a test in Python, with the files of its folder.
add_script() {
  local folder
  folder="$1/data/$(dirname "$3")"
  mkdir -p "$folder"
  cp "$PSTUDIO_ROOT/$(dirname "$3")"/*.py "$folder/"
  printf '#!/bin/sh\nexec python3 "$PSTUDIO_TEST_DATA/%s" %s\n' "$3" "${*:4}" >"$1/bin/tests/$2"
  chmod +x "$1/bin/tests/$2"
}

# add_test_window FOLDER: plug-ins and fonts for the tests that open the window, whose pictures a reader looks at.
add_test_window() {
  local system_plugins file library
  system_plugins="$(qtpaths6 --query QT_INSTALL_PLUGINS)"
  mkdir -p "$1/lib" "$1/share/fonts" "$1/etc/fonts"
  for file in "${test_plugins[@]}"; do
    mkdir -p "$1/plugins/$(dirname "$file")"
    cp -L "$system_plugins/$file" "$1/plugins/$file"
    while read -r library; do cp -Ln "$library" "$1/lib/"; done < <(needed_libraries "$system_plugins/$file")
  done
  for file in "${font_files[@]}"; do cp "/usr/share/fonts/$file" "$1/share/fonts/"; done
  cp "$PSTUDIO_ROOT/packaging/portable/fonts.conf" "$1/etc/fonts/"
}

# add_tests FOLDER: the GPU tests, what they read, and a script that runs them all.
add_tests() {
  local name executable rest library
  mkdir -p "$1/bin/tests" "$1/lib" "$1/data/tests/collector/program" "$1/data/tests/python"
  cp -r "$PSTUDIO_ROOT/tests/python/programs" "$1/data/tests/python/"
  cp -r "$PSTUDIO_ROOT/tests/collector/kernels" "$1/data/tests/collector/"
  cp -r "$PSTUDIO_ROOT/tests/collector/program/programs" "$1/data/tests/collector/program/"
  find "$1/data" -name __pycache__ -prune -exec rm -rf {} +
  ln -s ../resources "$1/data/resources"
  while read -r name executable rest; do
    if [[ "$executable" = *.py ]]; then
      # shellcheck disable=SC2086 # one word each
      add_script "$1" "$name" "$executable" $rest
      continue
    fi
    strip -o "$1/bin/tests/$name" "$executable"
    while read -r library; do cp -Ln "$library" "$1/lib/"; done < <(needed_libraries "$executable")
  done < <(gpu_tests)
  add_test_window "$1"
  cp "$PSTUDIO_ROOT/packaging/run-gpu-tests.sh" "$1/run-tests.sh"
}

# add_window FOLDER: the installation of both programs, with every library, plug-in, font and keyboard layout that they need.
add_window() {
  local system_plugins file
  system_plugins="$(qtpaths6 --query QT_INSTALL_PLUGINS)"
  for file in collector studio; do
    cmake --install "$build_folder" --prefix "$1" --component "$file" --strip >/dev/null
  done
  rm -rf "$1/share/applications" "$1/share/mime" "$1/share/icons"   # for an installation; nothing reads them here
  mkdir -p "$1/lib" "$1/share/fonts" "$1/share/X11" "$1/etc/fonts"
  sources=()
  for file in "${qt_plugins[@]}"; do
    mkdir -p "$1/plugins/$(dirname "$file")"
    cp -L "$system_plugins/$file" "$1/plugins/$file"
    sources+=("$system_plugins/$file")
  done
  while read -r file; do
    cp -L "$file" "$1/lib/"
    sources+=("$file")
  done < <(needed_libraries "$build_folder/bin/proton-studio" "${sources[@]}")
  for file in "${font_files[@]}"; do
    cp "/usr/share/fonts/$file" "$1/share/fonts/"
    sources+=("/usr/share/fonts/$file")
  done
  cp -rL /usr/share/X11/xkb "$1/share/X11/"
  sources+=(/usr/share/X11/xkb/rules/evdev)
  cp "$PSTUDIO_ROOT/packaging/portable/qt.conf" "$1/bin/"
  cp "$PSTUDIO_ROOT/packaging/portable/fonts.conf" "$1/etc/fonts/"
  cp "$PSTUDIO_ROOT/packaging/portable/README.md" "$1/README.md"
  add_window_licences "$1"
}

# add_window_licences FOLDER: of the packages that the files in $sources are from, and of what is linked into the programs.
add_window_licences() {
  local names packages
  names="$(packages_of "${sources[@]}")"
  mapfile -t packages < <(printf '%s\n' "${collector_packages[@]}" "$names" | sort -u)
  add_package_licences "$1" "${packages[@]}"
}
