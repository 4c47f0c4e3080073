// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/shim/loaded_libraries.h"

#include <dlfcn.h>
#include <link.h>

namespace pstudio::attach {

namespace {

int addPath(dl_phdr_info *library, size_t, void *paths) {
  if (library->dlpi_name && *library->dlpi_name)
    static_cast<std::vector<std::string> *>(paths)->emplace_back(library->dlpi_name);
  return 0;
}

} // namespace

std::string_view fileNameOf(std::string_view path) {
  return path.substr(path.find_last_of('/') + 1);
}

std::vector<std::string> loadedLibraries() {
  std::vector<std::string> paths;
  dl_iterate_phdr(addPath, &paths);
  return paths;
}

void *loadedLibrary(std::string_view begin) {
  for (const std::string &path : loadedLibraries())
    if (fileNameOf(path).starts_with(begin))
      if (void *library = dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD))
        return library;
  return nullptr;
}

void *libraryNeededBy(const void *address, std::string_view begin) {
  Dl_info info{};
  void *extra = nullptr;
  if (!address || !dladdr1(address, &info, &extra, RTLD_DL_LINKMAP) || !extra)
    return nullptr;
  const auto *dynamic = static_cast<const link_map *>(extra)->l_ld;
  const char *names = nullptr;
  for (const auto *entry = dynamic; entry && entry->d_tag != DT_NULL; ++entry)
    if (entry->d_tag == DT_STRTAB) // the loader has made an address of it
      names = reinterpret_cast<const char *>(entry->d_un.d_ptr);
  for (const auto *entry = dynamic; names && entry->d_tag != DT_NULL; ++entry)
    if (entry->d_tag == DT_NEEDED && fileNameOf(names + entry->d_un.d_val).starts_with(begin))
      return dlopen(names + entry->d_un.d_val, RTLD_LAZY | RTLD_NOLOAD);
  return nullptr;
}

bool isInLibrary(const void *address, std::string_view begin) {
  Dl_info info{};
  return address && dladdr(address, &info) && info.dli_fname &&
         fileNameOf(info.dli_fname).starts_with(begin);
}

} // namespace pstudio::attach
