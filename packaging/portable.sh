# SPDX-License-Identifier: Apache-2.0
# What a folder needs so that its programs run on any Linux: libraries, their licences, reproducible archives. Sourced, never run.
# shellcheck shell=bash

max_glibc=2.36 # Debian 12's
# What every Linux has: the C library's own parts.
system_libraries='^(linux-vdso|ld-linux-x86-64|libc|libm|libdl|libpthread|librt|libresolv)\.so'

# needed_libraries FILE...: the shared libraries, by path, that are not the C library's.
needed_libraries() {
  ldd "$@" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u \
    | awk -F/ -v skip="$system_libraries" '$NF !~ skip'
}

# newest_glibc FILE...: the newest version of the C library that the files ask for.
newest_glibc() {
  objdump -T "$@" 2>/dev/null | grep -o 'GLIBC_2\.[0-9.]*' | sed 's/GLIBC_//' | sort -Vu | tail -1
}

# binaries_of FOLDER: its programs, libraries and plug-ins.
binaries_of() {
  find "$1" -type f \( -path '*/bin/*' -o -path '*/lib/*' -o -path '*/plugins/*' \) -exec sh -c '
    for file; do head -c 4 "$file" | grep -q ELF && printf "%s\n" "$file"; done' sh {} +
}

# check_portable FOLDER: nothing in it wants a newer C library or a library that is not in it, or names this checkout.
check_portable() {
  local files newest file library
  mapfile -t files < <(binaries_of "$1")
  newest="$(newest_glibc "${files[@]}")"
  [ "$(printf '%s\n' "$newest" "$max_glibc" | sort -V | tail -1)" = "$max_glibc" ] \
    || fail "the bundle asks for glibc $newest" "build it on a system with glibc $max_glibc or older"
  for file in "${files[@]}"; do
    while read -r library; do
      [[ "$library" =~ $system_libraries ]] || [ -f "$1/lib/$library" ] \
        || fail "the bundle lacks $library, which $(basename "$file") needs"
    done < <(objdump -p "$file" | awk '$1 == "NEEDED" { print $2 }')
    ! grep -qaF "$PSTUDIO_ROOT/" "$file" || fail "$(basename "$file") contains the path of this checkout" "compile it with -fmacro-prefix-map"
    # Its own search path would come instead of the program's.
    ! objdump -p "$file" | grep RUNPATH >/dev/null || fail "$(basename "$file") has a DT_RUNPATH" "link or edit it with DT_RPATH"
  done
}

# packages_of FILE...: the Debian packages of files of this system, which may record a path without /usr.
packages_of() {
  local file real found candidates=()
  for file; do
    real="$(realpath "$file")"
    candidates+=("$file" "${file#/usr}" "$real" "${real#/usr}")
  done
  found="$(dpkg -S "${candidates[@]}" 2>/dev/null || true)"
  for file; do
    real="$(realpath "$file")"
    grep -qF -e "${file#/usr}" -e "${real#/usr}" <<<"$found" \
      || fail "no package contains $file, so that its licence is unknown"
  done
  sed -E 's/(:[a-z0-9]+)?: .*//' <<<"$found" | sort -u
}

# add_package_licences FOLDER PACKAGE...: their licences, the texts that these refer to, and where their source is.
add_package_licences() {
  local folder="$1/licences" package
  shift
  mkdir -p "$folder/common"
  for package in "$@"; do
    [ -f "/usr/share/doc/$package/copyright" ] || fail "no licence of the package $package" "install it again with its documents"
    cp "/usr/share/doc/$package/copyright" "$folder/$package"
    dpkg-query -W -f '${Package} ${Version}: source package ${source:Package} ${source:Version} of Debian\n' "$package"
  done | sort >"$folder/packages.txt"
  cp -L /usr/share/common-licenses/* "$folder/common/"
  cp "$PSTUDIO_ROOT/LICENSE" "$folder/proton-studio"
}

# pack FOLDER ARCHIVE [XZ_OPTION...]: the folder as .tar.xz. Equal contents give equal bytes.
pack() {
  local folder="$1" archive="$2"
  shift 2
  tar -C "$(dirname "$folder")" --sort=name --format=gnu --owner=0 --group=0 --numeric-owner --mode=go=rX,u+rw \
    --mtime="@$(source_date)" -cf - "$(basename "$folder")" | xz -T2 "${@:--6}" >"$archive.part"
  mv "$archive.part" "$archive"
}

# check_size ARCHIVE MIB
check_size() {
  local bytes
  bytes="$(stat -c %s "$1")"
  [ "$bytes" -lt $(($2 * 1024 * 1024)) ] || fail "$(basename "$1") has $bytes bytes, more than $2 MiB"
}
