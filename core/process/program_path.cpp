// SPDX-License-Identifier: Apache-2.0
#include "core/process/program_path.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>

#include <link.h>
#include <unistd.h>

namespace pstudio {
namespace {

constexpr const char *kExecutable = "/proc/self/exe";

/// An address in the main program, the first object of the list.
uintptr_t addressInProgram() {
  uintptr_t address = 0;
  ::dl_iterate_phdr(
      [](dl_phdr_info *object, size_t, void *found) {
        *static_cast<uintptr_t *>(found) = reinterpret_cast<uintptr_t>(object->dlpi_phdr);
        return 1;
      },
      &address);
  return address;
}

/// The file of a line of /proc/self/maps, "BEGIN-END rwxp ... /FILE", if it maps the address.
std::string fileMapping(uintptr_t address, const std::string &line) {
  const char *const last = line.data() + line.size();
  uintptr_t begin = 0, end = 0;
  const auto dash = std::from_chars(line.data(), last, begin, 16);
  if (dash.ptr == last || std::from_chars(dash.ptr + 1, last, end, 16).ec != std::errc())
    return {};
  const size_t file = line.find('/');
  const bool isMapped = begin <= address && address < end && file != std::string::npos;
  return isMapped ? line.substr(file) : std::string();
}

/// The file from which the main program is mapped. Empty if it has been removed.
std::filesystem::path mappedProgram() {
  const uintptr_t address = addressInProgram();
  std::ifstream maps("/proc/self/maps");
  std::error_code ignored;
  for (std::string line; std::getline(maps, line);)
    if (const std::string file = fileMapping(address, line); !file.empty())
      return std::filesystem::exists(file, ignored) ? file : std::string();
  return {};
}

} // namespace

bool isProgram(const std::filesystem::path &path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

std::optional<std::filesystem::path> findOnPath(std::string_view name) {
  const char *variable = std::getenv("PATH");
  std::string_view folders = variable ? variable : "";
  while (!folders.empty()) {
    const std::string_view folder = folders.substr(0, folders.find(':'));
    const std::filesystem::path candidate = std::filesystem::path(folder) / name;
    if (!folder.empty() && isProgram(candidate))
      return candidate;
    folders.remove_prefix(std::min(folder.size() + 1, folders.size()));
  }
  return std::nullopt;
}

std::filesystem::path programToStartAgain() {
  std::error_code ignored;
  const std::filesystem::path mapped = mappedProgram();
  const bool isLinker =
      !mapped.empty() && !std::filesystem::equivalent(mapped, kExecutable, ignored);
  return isLinker ? mapped : std::filesystem::path(kExecutable);
}

std::filesystem::path runningProgram() {
  const std::filesystem::path program = programToStartAgain();
  std::error_code error;
  if (program != kExecutable)
    return program;
  std::filesystem::path file = std::filesystem::read_symlink(program, error);
  return error ? std::filesystem::path() : file;
}

} // namespace pstudio
