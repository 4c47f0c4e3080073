// SPDX-License-Identifier: Apache-2.0
#include "core/source/source_texts.h"

#include <algorithm>

#include "core/base/file_bytes.h"
#include "core/base/text_lines.h"

namespace pstudio {
namespace {

namespace fs = std::filesystem;

std::vector<std::string_view> sourceLines(std::string_view text) {
  std::vector<std::string_view> lines = linesOf(text);
  for (std::string_view &line : lines)
    if (line.ends_with('\r'))
      line.remove_suffix(1);
  return lines;
}

std::shared_ptr<const SourceText> makeText(SourceOrigin origin, std::string file,
                                           std::shared_ptr<const std::string> text) {
  auto made = std::make_shared<SourceText>();
  made->origin = origin;
  made->file = std::move(file);
  made->lines = sourceLines(*text);
  made->text = std::move(text);
  return made;
}

std::shared_ptr<const SourceText> readText(SourceOrigin origin, const fs::path &file) {
  const Result<FileBytes> bytes = FileBytes::read(file, kMaxSourceBytes);
  if (!bytes)
    return nullptr;
  const auto content = bytes->bytes();
  return makeText(origin, file.string(),
                  std::make_shared<const std::string>(
                      reinterpret_cast<const char *>(content.data()), content.size()));
}

/// The file in `folder` with the longest end of `path`; empty if there is none.
fs::path longestEndIn(const fs::path &folder, const fs::path &path) {
  std::vector<fs::path> parts;
  for (const fs::path &part : path.relative_path())
    if (part != "." && part != "..") // nothing outside of the folder
      parts.push_back(part);
  for (size_t first = 0; first < parts.size(); ++first) {
    fs::path file = folder;
    for (size_t i = first; i < parts.size(); ++i)
      file /= parts[i];
    std::error_code ignored;
    if (fs::is_regular_file(file, ignored))
      return file;
  }
  return {};
}

/// The stored text whose file has the name `path`, which has no folder: lines of PTX name the file
/// by its name alone, and each run writes it into another folder. Null if several texts have it.
std::shared_ptr<const std::string> storedByName(const Trace &trace, std::string_view path) {
  std::shared_ptr<const std::string> found;
  for (const SourceFile &file : trace.sources()) {
    if (path.find('/') != path.npos || fs::path(file.path).filename() != path)
      continue;
    if (found && *found != *file.text)
      return nullptr;
    found = file.text;
  }
  return found;
}

} // namespace

std::optional<std::string_view> SourceText::line(uint32_t number) const {
  return number == 0 || number > lines.size() ? std::nullopt : std::optional(lines[number - 1]);
}

SourceTexts::SourceTexts(std::shared_ptr<const Trace> trace, std::vector<fs::path> folders)
    : m_trace(std::move(trace)), m_folders(std::move(folders)) {}

std::shared_ptr<const SourceText> SourceTexts::find(std::string_view path) const {
  const std::lock_guard lock(m_mutex);
  if (const auto known = m_known.find(path); known != m_known.end())
    return known->second;
  return m_known.emplace(path, look(path)).first->second;
}

std::shared_ptr<const SourceText> SourceTexts::look(std::string_view path) const {
  if (m_trace) {
    const auto files = m_trace->sources();
    const auto stored = std::ranges::lower_bound(files, path, {}, &SourceFile::path);
    if (stored != files.end() && stored->path == path)
      return makeText(SourceOrigin::Trace, {}, stored->text);
  }
  if (const auto text = m_trace ? storedByName(*m_trace, path) : nullptr)
    return makeText(SourceOrigin::Trace, {}, text);
  if (auto text = readText(SourceOrigin::Path, fs::path(path)))
    return text;
  for (const fs::path &folder : m_folders)
    if (const fs::path file = longestEndIn(folder, fs::path(path)); !file.empty())
      if (auto text = readText(SourceOrigin::Folder, file))
        return text;
  return nullptr;
}

std::optional<SourceExcerpt> sourceExcerpt(const SourceTexts &texts, const SourcePlace &place,
                                           uint32_t context) {
  const auto text = texts.find(place.file);
  if (!text || !text->line(place.line))
    return std::nullopt;
  SourceExcerpt excerpt;
  excerpt.firstLine = place.line > context ? place.line - context : 1;
  const uint64_t end = std::min<uint64_t>(uint64_t{place.line} + context, text->lines.size());
  for (uint32_t line = excerpt.firstLine; line <= end; ++line)
    excerpt.lines.emplace_back(text->lines[line - 1]);
  return excerpt;
}

std::string sourceLine(const SourceTexts &texts, const SourcePlace &place) {
  const auto text = texts.find(place.file);
  const std::string_view line = text ? text->line(place.line).value_or("") : std::string_view();
  const size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos)
    return {};
  return std::string(line.substr(begin, line.find_last_not_of(" \t") - begin + 1));
}

} // namespace pstudio
