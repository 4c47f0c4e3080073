// SPDX-License-Identifier: Apache-2.0
// The accesses that the views of the heat panel show, and their counts.
#pragma once

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

#include "viewer/geometry/heat/heat_choice.h"
#include "viewer/geometry/heat/heat_data.h"
#include "viewer/models/job.h"

namespace pstudio {

/// Counts the accesses of one launch at a time, on another thread, after setWanted(). Keeps the
/// counts of other launches as long as their trace exists, up to a memory limit. [thread: gui]
class HeatModel : public QObject {
  Q_OBJECT
public:
  using QObject::QObject;
  /// Waits for the part that is being counted.
  ~HeatModel() override;

  /// Null: no accesses. The choice stays for a trace with the same accesses at other times.
  void setTrace(std::shared_ptr<const Trace> trace);
  const std::shared_ptr<const Trace> &trace() const { return m_trace; }
  /// Enables counting, which does not start before the first call. It cannot be disabled again.
  void setWanted();

  /// Whether a launch recorded accesses; precondition of all functions below.
  bool hasAccesses() const { return m_data != nullptr; }
  /// The counts of the chosen launch; each partCounted() adds to them.
  const std::shared_ptr<const HeatData> &data() const { return m_data; }
  const HeatChoice &choice() const { return m_choice; }
  /// Whether a part is being counted, or waits for that.
  bool isCounting() const { return m_counting.isRunning(); }

  void choose(const HeatChoice &choice); ///< of a launch with accesses
  /// Chooses a launch with its opening buffer; of the other choices only the measures stay.
  void chooseLaunch(uint32_t launch);
  void chooseBuffer(std::optional<uint32_t> buffer);
  /// Selects. Another memory operation also chooses the global-memory buffer that most of its
  /// accesses begin in; without such a buffer, the chosen one stays.
  void select(const HeatSelection &selection);
  void chooseTime(std::optional<TimeRange> time);
  void chooseOnlySite(bool isOnly);
  void chooseMeasure(MatrixMeasure measure);
  void chooseMeasure(BankMeasure measure);

Q_SIGNALS:
  void launchChanged(); ///< other accesses, or none: views start anew
  void partCounted();   ///< data() has more than before
  void choiceChanged();

private:
  struct Kept {
    std::weak_ptr<const Trace> trace;
    std::shared_ptr<const HeatData> data;
  };
  void keep(const std::shared_ptr<const Trace> &trace);
  std::shared_ptr<const HeatData> dataOf(uint32_t launch) const;
  void showLaunch(std::optional<uint32_t> launch);
  void startCounting();
  void take(std::shared_ptr<const HeatData> data);

  std::shared_ptr<const Trace> m_trace;
  std::shared_ptr<const HeatData> m_data;
  HeatChoice m_choice;
  bool m_isWanted = false;
  bool m_isBufferChosen = false; ///< the user chose the buffer
  std::vector<Kept> m_kept;      ///< the newest last
  Job m_counting{this};          ///< last
};

} // namespace pstudio
