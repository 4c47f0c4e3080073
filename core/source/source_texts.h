// SPDX-License-Identifier: Apache-2.0
// The texts of the files that a trace names: stored in it, or read from this machine.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/source/source_place.h"
#include "core/trace/trace.h"

namespace pstudio {

/// Where a text is from.
enum class SourceOrigin : uint8_t {
  Trace,  ///< stored in the trace
  Path,   ///< the file that locations name
  Folder, ///< a file below a folder that the user named
};

/// The whole text of a file.
struct SourceText {
  SourceOrigin origin = SourceOrigin::Trace;
  std::string file; ///< that was read; empty if it is stored in the trace
  std::shared_ptr<const std::string> text;
  std::vector<std::string_view> lines; ///< of `text`, without their ends
  /// Line `number`, from 1; nothing beyond the end.
  std::optional<std::string_view> line(uint32_t number) const;
};

/// Files with more bytes are not read.
inline constexpr uint64_t kMaxSourceBytes = uint64_t{4} << 20;

/// The texts for one trace. A text that was found stays as it is. [thread: any]
class SourceTexts {
public:
  /// \param trace  null: nothing is stored. \param folders  looked in, in this order, for files
  /// that neither the trace nor their own path has.
  explicit SourceTexts(std::shared_ptr<const Trace> trace,
                       std::vector<std::filesystem::path> folders = {});

  /// The text of the file that locations call `path`; null if it is nowhere. In a folder the
  /// longest end of the path counts that exists there: of "/a/b/k.py" first FOLDER/a/b/k.py, then
  /// FOLDER/b/k.py, then FOLDER/k.py. Reads the file at the first call.
  std::shared_ptr<const SourceText> find(std::string_view path) const;

private:
  std::shared_ptr<const SourceText> look(std::string_view path) const;

  std::shared_ptr<const Trace> m_trace;
  std::vector<std::filesystem::path> m_folders;
  mutable std::mutex m_mutex;
  mutable std::map<std::string, std::shared_ptr<const SourceText>, std::less<>> m_known;
};

/// Lines around a place, as far as the file has them.
struct SourceExcerpt {
  uint32_t firstLine = 1;
  std::vector<std::string> lines;
};
/// Line `place.line` with `context` lines before and after it; nothing if there is no such line.
std::optional<SourceExcerpt> sourceExcerpt(const SourceTexts &texts, const SourcePlace &place,
                                           uint32_t context);
/// That line without the space around it; "" if there is none.
std::string sourceLine(const SourceTexts &texts, const SourcePlace &place);

} // namespace pstudio
