// SPDX-License-Identifier: Apache-2.0
// The asynchronous operations that the views of the overlap panel show.
#pragma once

#include <memory>
#include <optional>

#include <QObject>

#include "viewer/geometry/overlap/overlap_numbers.h"
#include "viewer/geometry/overlap_data.h"
#include "viewer/models/job.h"

namespace pstudio {

/// The analysis of the trace that is shown, and the choice among its channels. [thread: gui]
class OverlapModel : public QObject {
  Q_OBJECT
public:
  using QObject::QObject;

  /// Null: no operations. The choice stays for an analysis of the same operations at other times.
  void setData(std::shared_ptr<const OverlapData> data);
  const std::shared_ptr<const OverlapData> &data() const { return m_data; }
  /// Whether there is an operation to show; precondition of all functions below.
  bool hasOperations() const { return m_choice.has_value(); }

  const OverlapChoice &choice() const { return *m_choice; }
  const analysis::LaunchOverlap &launch() const { return m_data->launches()[m_choice->launch]; }
  /// Makes the numbers of the choice: at once for up to kAtOnce operations of its group, else on
  /// another thread, after which numbersReady() is emitted. \return whether they are made.
  bool prepare();
  static constexpr uint32_t kAtOnce = 50'000;
  bool isReady() const { return m_numbers.has_value(); }
  /// The numbers of the choice; made here if they are not ready.
  const OverlapNumbers &numbers() const;
  const IterationTable &table() const { return numbers().table; }

  void choose(const OverlapChoice &choice);
  void chooseChannel(uint32_t launch, uint32_t channel);
  void chooseCta(std::optional<uint32_t> cta);
  void chooseAlignment(IterationAlignment alignment);
  /// Chooses the channel of this operation, and its CTA if one is chosen.
  void show(OperationRef ref);
  /// The row that this operation is part of; nothing if its channel or CTA is not chosen.
  std::optional<uint32_t> rowOf(OperationRef ref) const;

Q_SIGNALS:
  void dataChanged();   ///< another analysis; the choice may be another too
  void choiceChanged(); ///< other rows
  void numbersReady();  ///< that prepare() did not make at once

private:
  void changed();
  void forgetNumbers();

  std::shared_ptr<const OverlapData> m_data;
  std::optional<OverlapChoice> m_choice; ///< nothing if there are no operations
  mutable std::optional<OverlapNumbers> m_numbers;
  Job m_job{this}; ///< last: its thread uses the model
};

} // namespace pstudio
