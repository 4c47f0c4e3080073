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

/// Source files first, then code: the limits keep what locations name.
std::vector<std::string> filesOf(const Trace &trace) {
  std::vector<std::string> files = TracePlaces(trace).files();
  std::ranges::sort(files);
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
  for (const std::string &file : files)
    code.erase(file);
  files.insert(files.end(), code.begin(), code.end());
  return files;
}

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

Trace withStoredSources(Trace trace, const SourceLimits &limits) {
  SourceStore store(limits);
  for (const std::string &file : filesOf(trace))
    if (!std::ranges::binary_search(trace.sources(), file, {}, &SourceFile::path))
      store.add(file);
  trace = withSources(std::move(trace), store.take());
  if (store.leftOut() == 0)
    return trace;
  return withNote(std::move(trace),
                  makeNote(NoteCode::SourceLeftOut,
                           {sizeText(limits.fileBytes), sizeText(limits.allBytes)},
                           store.leftOut()));
}

} // namespace pstudio
