// SPDX-License-Identifier: Apache-2.0
// Which asynchronous operations the views of the overlap panel look at.
#pragma once

#include <memory>
#include <optional>

#include <QObject>

#include "viewer/geometry/overlap/overlap_data.h"
#include "viewer/geometry/overlap/overlap_rows.h"

namespace pstudio {

/// The analysis of the trace that is shown, and the choice among its channels. [thread: gui]
class OverlapModel : public QObject {
  Q_OBJECT
public:
  using QObject::QObject;

  /// Null: nothing to choose from. Of the same operations in other times the choice stays.
  void setData(std::shared_ptr<const OverlapData> data);
  const std::shared_ptr<const OverlapData> &data() const { return m_data; }
  /// Whether there is an operation to show; everything below may only be asked then.
  bool hasOperations() const { return m_choice.has_value(); }

  const OverlapChoice &choice() const { return *m_choice; }
  const analysis::LaunchOverlap &launch() const { return m_data->launches()[m_choice->launch]; }
  /// The rows of the choice; made when they are first asked for.
  const IterationTable &table() const;

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

private:
  void changed();

  std::shared_ptr<const OverlapData> m_data;
  std::optional<OverlapChoice> m_choice; ///< nothing if there are no operations
  mutable std::optional<IterationTable> m_table;
};

} // namespace pstudio
