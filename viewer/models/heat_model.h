// SPDX-License-Identifier: Apache-2.0
// Which accesses the views of the heat panel look at, and what is counted of them.
#pragma once

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

#include "viewer/geometry/heat/heat_choice.h"
#include "viewer/geometry/heat/heat_data.h"
#include "viewer/models/job.h"

namespace pstudio {

/// Counts the accesses of one launch at a time, on another thread and only once somebody looks;
/// keeps what was counted as long as its trace lives and it is not too much. [thread: gui]
class HeatModel : public QObject {
  Q_OBJECT
public:
  using QObject::QObject;
  /// Waits for the part that is being counted.
  ~HeatModel() override;

  /// Null: nothing to choose from. Of the same accesses in other times the choice stays.
  void setTrace(std::shared_ptr<const Trace> trace);
  const std::shared_ptr<const Trace> &trace() const { return m_trace; }
  /// Nothing is counted before somebody wants it. Not wanting it any more stops nothing.
  void setWanted();

  /// Whether a launch recorded accesses; everything below may only be asked then.
  bool hasAccesses() const { return m_data != nullptr; }
  /// Of the chosen launch; more of it comes with partCounted().
  const std::shared_ptr<const HeatData> &data() const { return m_data; }
  const HeatChoice &choice() const { return m_choice; }
  /// Being counted, or waiting for it.
  bool isCounting() const { return m_counting.isRunning(); }

  void choose(const HeatChoice &choice); ///< of a launch with accesses
  /// Its own opening buffer, nothing else chosen.
  void chooseLaunch(uint32_t launch);
  void chooseBuffer(std::optional<uint32_t> buffer);
  /// And the buffer that it touches most, if that is of global memory; nothing keeps the buffer.
  /// What is selected; with an operation also the buffer of global memory that it touches most.
  void select(const HeatSelection &selection);
  void chooseTime(std::optional<TimeRange> time);
  void chooseOnlySite(bool isOnly);
  void chooseMeasure(MatrixMeasure measure);
  void chooseMeasure(BankMeasure measure);

Q_SIGNALS:
  void launchChanged(); ///< other accesses, or none: everything is new
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
  bool m_isBufferChosen = false; ///< by somebody, not as the opening one
  std::vector<Kept> m_kept;      ///< the newest last
  Job m_counting{this};          ///< last
};

} // namespace pstudio
