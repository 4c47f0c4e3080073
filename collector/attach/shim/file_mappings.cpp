// SPDX-License-Identifier: Apache-2.0
// Parses the kernel's list of mappings.
#include "collector/attach/shim/file_mappings.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

namespace pstudio::attach {

namespace {

std::string listOfMappings() {
  std::string text;
  const int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return text;
  constexpr size_t kStep = size_t{64} << 10;
  for (ssize_t count = 1; count > 0;) {
    const size_t used = text.size();
    text.resize(used + kStep);
    count = ::read(file, text.data() + used, kStep);
    text.resize(used + static_cast<size_t>(std::max<ssize_t>(count, 0)));
  }
  close(file);
  return text;
}

/// Takes a hexadecimal number and the character after it.
bool takeNumber(std::string_view &line, uint64_t &number) {
  const char *end = line.data() + line.size();
  const auto parsed = std::from_chars(line.data(), end, number, 16);
  if (parsed.ec != std::errc() || parsed.ptr == end)
    return false;
  line.remove_prefix(static_cast<size_t>(parsed.ptr - line.data()) + 1);
  return true;
}

} // namespace

// A line: "7f1200000000-7f1200021000 r--p 00000000 fe:01 1234      /usr/lib/libx.so"
void FileMappings::read() {
  m_mappings.clear();
  const std::string text = listOfMappings();
  constexpr std::string_view kDeleted = " (deleted)";
  for (std::string_view rest = text; !rest.empty();) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    uint64_t begin = 0, end = 0, offset = 0;
    if (!takeNumber(line, begin) || !takeNumber(line, end) || line.size() < 5)
      continue;
    const bool isReadOnly = line[0] == 'r' && line[1] == '-';
    line.remove_prefix(5);
    const size_t path = takeNumber(line, offset) ? line.find('/') : line.npos;
    if (!isReadOnly || path == line.npos || line.ends_with(kDeleted))
      continue;
    line.remove_prefix(path);
    if (line.starts_with("/dev/") || line.starts_with("/memfd:"))
      continue;
    if (Mapping *last = m_mappings.empty() ? nullptr : &m_mappings.back();
        last && last->end == begin && last->file == line &&
        last->offset + (last->end - last->begin) == offset)
      last->end = end; // one file, with other rights
    else
      m_mappings.push_back({begin, end, offset, std::string(line)});
  }
}

const FileMappings::Mapping *FileMappings::known(uintptr_t begin, uintptr_t end) const {
  auto after = std::ranges::upper_bound(m_mappings, begin, {}, &Mapping::begin);
  if (after == m_mappings.begin())
    return nullptr;
  const Mapping &mapping = *--after;
  return end <= mapping.end ? &mapping : nullptr;
}

std::optional<FileRange> FileMappings::find(const void *address, uint64_t bytes) {
  const auto begin = reinterpret_cast<uintptr_t>(address);
  if (bytes > UINTPTR_MAX - begin)
    return std::nullopt;
  const Mapping *mapping = known(begin, begin + bytes);
  if (!mapping) {
    read();
    mapping = known(begin, begin + bytes);
  }
  if (!mapping)
    return std::nullopt;
  return FileRange{mapping->file, mapping->offset + (begin - mapping->begin), bytes};
}

} // namespace pstudio::attach
