// SPDX-License-Identifier: Apache-2.0
#include "core/base/file_patterns.h"

#include <algorithm>
#include <set>

#include "core/base/glob.h"

namespace pstudio {
namespace {

namespace fs = std::filesystem;

constexpr const char *kAnyFolders = "**";

bool hasWildcard(const std::string &text) {
  return text.find_first_of("*?") != std::string::npos;
}

/// Matches one pattern, folder by folder.
class PatternSearch {
public:
  explicit PatternSearch(MatchedFiles &found) : m_found(found) {}

  void search(const fs::path &pattern) {
    std::vector<std::string> names;
    for (const fs::path &part : pattern.relative_path())
      if (part != kAnyFolders || names.empty() || names.back() != kAnyFolders)
        names.push_back(part.string());
    if (names.back() == kAnyFolders)
      names.push_back("*");
    searchIn(pattern.root_path(), names);
  }

private:
  void searchIn(const fs::path &folder, std::span<const std::string> names) {
    const std::string &name = names.front();
    if (name == kAnyFolders)
      return searchBelow(folder, names);
    if (!hasWildcard(name))
      return visit(folder / name, names);
    for (const fs::path &entry : entriesOf(folder)) {
      const std::string entryName = entry.filename().string();
      if ((entryName.front() != '.' || name.front() == '.') && matchesGlob(entryName, name))
        visit(entry, names);
    }
  }

  /// In this folder and in all that it contains.
  void searchBelow(const fs::path &folder, std::span<const std::string> names) {
    searchIn(folder, names.subspan(1));
    std::error_code ignored;
    for (const fs::path &entry : entriesOf(folder))
      if (entry.filename().native().front() != '.' &&
          fs::symlink_status(entry, ignored).type() == fs::file_type::directory)
        searchBelow(entry, names);
  }

  void visit(const fs::path &path, std::span<const std::string> names) {
    std::error_code ignored;
    const bool isLast = names.size() == 1;
    if (isLast && fs::is_regular_file(path, ignored))
      m_found.files.push_back(path);
    else if (!isLast && fs::is_directory(path, ignored))
      searchIn(path, names.subspan(1));
  }

  std::vector<fs::path> entriesOf(const fs::path &folder) {
    std::vector<fs::path> entries;
    std::error_code error;
    fs::directory_iterator entry(folder.empty() ? fs::path(".") : folder, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error))
      entries.push_back(folder / entry->path().filename());
    if (error && m_failed.insert(folder).second)
      m_found.errors.push_back({ErrorCode::Io, "cannot read the folder: " + error.message(),
                                folder.empty() ? "." : folder.string(), ""});
    return entries;
  }

  MatchedFiles &m_found;
  std::set<fs::path> m_failed; ///< reported once
};

/// Sorts by bytes and keeps the first name of each file.
void sortOnce(std::vector<fs::path> &files) {
  std::ranges::sort(files, {}, &fs::path::native);
  std::set<fs::path> seen;
  std::erase_if(files, [&](const fs::path &file) {
    std::error_code error;
    const fs::path target = fs::weakly_canonical(file, error);
    return !seen.insert(error ? file : target).second;
  });
}

} // namespace

bool isFilePattern(const std::string &path) {
  std::error_code error;
  return hasWildcard(path) && !fs::exists(fs::symlink_status(path, error));
}

MatchedFiles matchFiles(std::span<const std::string> patterns) {
  MatchedFiles found;
  for (const std::string &pattern : patterns) {
    const size_t before = found.files.size();
    if (!isFilePattern(pattern))
      found.files.push_back(pattern);
    else
      PatternSearch(found).search(pattern);
    if (found.files.size() == before)
      found.errors.push_back({ErrorCode::InvalidInput, "no file matches the pattern", pattern,
                              "'**' stands for any folders, '*' for a part of a name"});
  }
  sortOnce(found.files);
  return found;
}

} // namespace pstudio
