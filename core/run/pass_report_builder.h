// SPDX-License-Identifier: Apache-2.0
// Collects a PassReport while a compile runs, within a limit of memory.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>

#include "core/run/pass_report.h"

namespace pstudio {

/// Puts passes in order and keeps each different text once. Each pass manager's observer calls
/// begin() and end(); the compile itself names the stages. [one thread]
class PassReportBuilder {
public:
  /// Texts of all passes of one compile together [bytes]: some fifty times the size for the
  /// examples.
  static constexpr uint64_t kDefaultTextLimit = uint64_t{64} << 20;

  explicit PassReportBuilder(uint64_t textLimit = kDefaultTextLimit) : m_textLimit(textLimit) {}

  /// Sets the kernel, target and mode of the compile.
  void describe(std::string kernel, std::string target, std::string mode);
  void setId(std::string id) { m_report.id = std::move(id); }
  void beginStage(std::string name, IrLanguage language);

  /// A place among the passes, filled in later.
  struct Place {
    size_t stage = 0, pass = 0;
  };
  /// A pass begins. Without a stage one without a name is made.
  Place begin(PassRun pass);
  /// The pass at `place`, to be completed. Valid until the next begin().
  PassRun &at(const Place &place) { return m_report.stages[place.stage].passes[place.pass]; }
  /// A step that is no pass and made `text`.
  void addTranslation(std::string name, std::string scope, Nanoseconds time, std::string text);

  /// Keeps a text. None, and counted, if that would exceed the limit. \param places  of its lines;
  /// of equal texts the first ones are kept.
  std::optional<IrTextId> keep(std::string text, const CodePlaces &places = {});
  /// Time that recording itself took.
  void addRecordingTime(Nanoseconds time) {
    m_report.recordingTime = m_report.recordingTime + time;
  }

  const PassReport &report() const { return m_report; }

private:
  void keepPlaces(IrTextId text, const CodePlaces &places);

  PassReport m_report;
  uint64_t m_textLimit;
  uint64_t m_textBytes = 0;
  std::unordered_map<std::string_view, IrTextId> m_known; ///< views of m_report.texts
  std::unordered_map<std::string, uint32_t> m_files;      ///< in m_report.placeFiles
};

} // namespace pstudio
