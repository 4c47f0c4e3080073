// SPDX-License-Identifier: Apache-2.0
// The asynchronous operations of a launch as lines of a table.
#pragma once

#include <memory>
#include <optional>

#include "viewer/geometry/overlap_data.h"
#include "viewer/widgets/column_model.h"

namespace pstudio {

/// An operation and its launch.
struct OperationItem {
  const OverlapData *data;
  OperationRef ref;

  const analysis::AsyncOperation &operation() const { return data->operation(ref); }
  const analysis::LaunchOverlap &launch() const { return data->launches()[ref.launch]; }
  /// Mean over the visits; none if the operation is not measured.
  std::optional<Picoseconds> exposed() const;
  std::optional<double> hiddenShare() const;
};

/// An item is an operation of the launch. [thread: gui]
class OperationModel : public ColumnModel<OperationItem> {
  Q_OBJECT

public:
  enum Column { Iteration, Stage, Cta, Warp, Issue, Exposed, Hidden, State, ColumnCount };

  explicit OperationModel(QObject *parent = nullptr);

  /// The operations of one channel of a launch. Null: no lines.
  void setChannel(std::shared_ptr<const OverlapData> data, uint32_t launch, uint32_t channel);
  OperationRef refAt(int row) const { return {m_launch, m_first + itemAt(row)}; }
  /// The line of an operation; -1 if it is not of this channel. O(lines).
  int lineOf(OperationRef ref) const;

protected:
  OperationItem itemOf(uint32_t item) const override {
    return {m_data.get(), {m_launch, m_first + item}};
  }

private:
  std::shared_ptr<const OverlapData> m_data;
  uint32_t m_launch = 0;
  uint32_t m_first = 0; ///< operation of the launch that is item 0
};

/// The completion state of an operation, in a word or two.
QString completionText(analysis::Completion completion);

} // namespace pstudio
