// SPDX-License-Identifier: Apache-2.0
#include "core/source/stored_sources.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>

#include "core/base/file_bytes.h"
#include "core/base/number_text.h"
#include "core/source/trace_places.h"
#include "core/trace/notes.h"

namespace pstudio {
namespace {

namespace fs = std::filesystem;

constexpr std::array<const char *, 6> kCodeEndings = {".ttir", ".ttgir", ".llir",
                                                      ".ptx",  ".mlir",  ".amdgcn"};

/// The files of code that launches name, and their siblings.
std::set<std::string> codeFilesOf(const Trace &trace) {
  std::set<std::string> code;
  for (const Launch &launch : trace.launches())
    for (const Arg &arg : trace.args(launch.args)) {
      if (arg.type != ArgType::String || trace.string(arg.key) != kCodeFileArg)
        continue;
      fs::path file(trace.string(arg.stringValue));
      code.insert(file.string());
      for (const char *ending : kCodeEndings)
        code.insert(file.replace_extension(ending).string());
    }
  return code;
}

/// The path without links; empty if it does not exist.
fs::path resolved(const fs::path &path) {
  std::error_code error;
  fs::path real = fs::canonical(path, error);
  return error ? fs::path() : real;
}

bool isBelow(const fs::path &file, const fs::path &root) {
  return !root.empty() &&
         std::mismatch(root.begin(), root.end(), file.begin(), file.end()).first == root.end();
}

/// Compares files with StorableSources, links of both followed.
class StorableCheck {
public:
  explicit StorableCheck(const StorableSources &storable) {
    for (const fs::path &root : storable.roots)
      m_roots.push_back(resolved(root));
    for (const fs::path &file : storable.files)
      m_files.insert(resolved(file));
  }

  bool contains(const std::string &path) const {
    const fs::path file = resolved(path);
    return !file.empty() &&
           (m_files.contains(file) || std::ranges::any_of(m_roots, [&](const fs::path &root) {
              return isBelow(file, root);
            }));
  }

private:
  std::vector<fs::path> m_roots;
  std::set<fs::path> m_files;
};

/// Reads files within the limits.
class SourceStore {
public:
  explicit SourceStore(const SourceLimits &limits) : m_limits(limits) {}

  void add(const std::string &path) {
    std::error_code error;
    const uint64_t size = fs::file_size(path, error);
    if (error || !fs::is_regular_file(path, error))
      return; // not of this machine
    if (size > m_limits.fileBytes || m_files.size() >= m_limits.files) {
      ++m_leftOut;
      return;
    }
    const Result<FileBytes> bytes = FileBytes::read(path, m_limits.fileBytes);
    if (!bytes)
      return;
    const auto content = bytes->bytes();
    std::string text(reinterpret_cast<const char *>(content.data()), content.size());
    auto known = m_texts.find(text);
    if (known == m_texts.end()) {
      if (m_bytes + text.size() > m_limits.allBytes) {
        ++m_leftOut;
        return;
      }
      m_bytes += text.size();
      auto kept = std::make_shared<const std::string>(std::move(text));
      known = m_texts.emplace(*kept, kept).first;
    }
    m_files.push_back({path, known->second});
  }

  std::vector<SourceFile> take() { return std::move(m_files); }
  uint64_t leftOut() const { return m_leftOut; }

private:
  const SourceLimits &m_limits;
  std::vector<SourceFile> m_files;
  std::map<std::string_view, std::shared_ptr<const std::string>> m_texts; ///< keys: of the values
  uint64_t m_bytes = 0;
  uint64_t m_leftOut = 0;
};

} // namespace

std::optional<fs::path> startFolderRoot() {
  std::error_code error;
  fs::path folder = fs::current_path(error);
  if (error || folder == folder.root_path())
    return std::nullopt;
  return folder;
}

Result<std::vector<fs::path>> sourceRootsOf(const std::vector<fs::path> &named) {
  std::vector<fs::path> roots;
  if (std::optional<fs::path> start = startFolderRoot())
    roots.push_back(std::move(*start));
  for (const fs::path &root : named) {
    std::error_code error;
    roots.push_back(fs::absolute(root, error));
    if (error)
      return fail(ErrorCode::Io, "the current folder cannot be found: " + error.message(),
                  root.string(), "name an absolute folder");
  }
  return roots;
}

Trace withStoredSources(Trace trace, const StorableSources &storable, const SourceLimits &limits) {
  SourceStore store(limits);
  const StorableCheck check(storable);
  const auto isKnown = [&trace](const std::string &file) {
    return std::ranges::binary_search(trace.sources(), file, {}, &SourceFile::path);
  };
  std::set<std::string> code = codeFilesOf(trace);
  std::vector<std::string> files = TracePlaces(trace).files();
  std::ranges::sort(files);
  uint64_t outside = 0;
  std::error_code error;
  for (const std::string &file : files) { // before code: the limits keep what locations name
    if (isKnown(file) || code.contains(file))
      continue;
    if (check.contains(file))
      store.add(file);
    else
      outside += fs::is_regular_file(file, error) ? 1 : 0;
  }
  for (const std::string &file : code)
    if (!isKnown(file))
      store.add(file);
  trace = withSources(std::move(trace), store.take());
  if (outside > 0)
    trace = withNote(std::move(trace), makeNote(NoteCode::SourceOutside, {}, outside));
  if (store.leftOut() == 0)
    return trace;
  return withNote(std::move(trace),
                  makeNote(NoteCode::SourceLeftOut,
                           {sizeText(limits.fileBytes), sizeText(limits.allBytes)},
                           store.leftOut()));
}

} // namespace pstudio
