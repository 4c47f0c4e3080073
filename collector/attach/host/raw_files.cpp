// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/raw_files.h"

#include <charconv>
#include <optional>
#include <string>

namespace pstudio::attach {
namespace {

namespace fs = std::filesystem;

struct RawName {
  uint32_t process = 0;
  uint64_t number = 0;
};

std::optional<RawName> rawNameOf(const std::string &name, std::string_view extension) {
  RawName parsed;
  const char *end = name.data() + name.size();
  const auto process = std::from_chars(name.data(), end, parsed.process);
  if (process.ec != std::errc() || process.ptr == end || *process.ptr != '.')
    return std::nullopt;
  const auto number = std::from_chars(process.ptr + 1, end, parsed.number);
  if (number.ec != std::errc() || number.ptr == end || *number.ptr != '.' ||
      std::string_view(number.ptr + 1, end) != extension)
    return std::nullopt;
  return parsed;
}

} // namespace

std::map<uint32_t, std::vector<fs::path>> numberedFilesIn(const fs::path &raw,
                                                          std::string_view extension) {
  std::map<uint32_t, std::map<uint64_t, fs::path>> sorted;
  std::error_code error;
  for (fs::directory_iterator entry(raw, error), end; !error && entry != end;
       entry.increment(error))
    if (const auto name = rawNameOf(entry->path().filename().string(), extension))
      sorted[name->process][name->number] = entry->path();
  std::map<uint32_t, std::vector<fs::path>> files;
  for (const auto &[process, numbered] : sorted)
    for (const auto &[number, file] : numbered)
      files[process].push_back(file);
  return files;
}

std::vector<fs::path> filesOf(const std::map<uint32_t, std::vector<fs::path>> &files,
                              uint32_t process) {
  const auto found = files.find(process);
  return found == files.end() ? std::vector<fs::path>() : found->second;
}

} // namespace pstudio::attach
