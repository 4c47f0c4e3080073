// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/overlap/operation_model.h"

#include <array>

#include "viewer/geometry/number_format.h"
#include "viewer/geometry/overlap/overlap_rows.h"
#include "viewer/geometry/overlap/overlap_summary.h"
#include "viewer/geometry/timeline/grouping.h"
#include "viewer/paint/qt_text.h"

namespace pstudio {
namespace {

using analysis::AsyncOperation;

constexpr double kPicosecondsPerNanosecond = 1000;

/// Words to the left, numbers to the right; a heading as what it stands above.
QVariant alignmentOf(int column) {
  const bool isWord = column == OperationModel::State || column == OperationModel::Warp ||
                      column == OperationModel::Cta;
  return QVariant::fromValue((isWord ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
}

} // namespace

QString completionText(analysis::Completion completion) {
  switch (completion) {
  case analysis::Completion::Blocked:
    return OperationModel::tr("waited for");
  case analysis::Completion::ReadyBefore:
    return OperationModel::tr("completed before the wait");
  case analysis::Completion::EndOnly:
    return OperationModel::tr("ended without a wait");
  case analysis::Completion::NeverWaited:
    return OperationModel::tr("never waited for");
  case analysis::Completion::IssueUnknown:
    return OperationModel::tr("issue not recorded");
  case analysis::Completion::WaitUnknown:
    return OperationModel::tr("wait not recorded");
  case analysis::Completion::Uncertain:
    break;
  }
  return OperationModel::tr("uncertain");
}

void OperationModel::setChannel(std::shared_ptr<const OverlapData> data, uint32_t launch,
                                uint32_t channel) {
  beginResetModel();
  m_data = std::move(data);
  m_launch = launch;
  m_first = m_data ? this->launch().channels[channel].firstOperation : 0;
  setItemCount(m_data ? this->launch().channels[channel].operationCount : 0);
  endResetModel();
}

int OperationModel::lineOf(OperationRef ref) const {
  const bool isHere = m_data && ref.launch == m_launch && ref.operation >= m_first;
  return isHere ? SortedTableModel::lineOf(ref.operation - m_first) : -1;
}

int OperationModel::columnCount(const QModelIndex &parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

std::optional<double> OperationModel::exposedOf(const AsyncOperation &operation) const {
  if (!isMeasured(operation.completion) || operation.visitCount == 0)
    return std::nullopt;
  double sum = 0;
  for (uint32_t v = 0; v < operation.visitCount; ++v)
    sum += static_cast<double>(launch().visits[operation.firstVisit + v].exposed.value);
  return sum / operation.visitCount;
}

std::optional<double> OperationModel::hiddenShareOf(const AsyncOperation &operation) const {
  if (!isMeasured(operation.completion))
    return std::nullopt;
  double hidden = 0, all = 0;
  for (uint32_t v = 0; v < operation.visitCount; ++v) {
    const analysis::OperationVisit &visit = launch().visits[operation.firstVisit + v];
    hidden += static_cast<double>(visit.hidden().value);
    all += static_cast<double>(visit.inFlight.value);
  }
  return all > 0 ? std::optional(hidden / all) : std::nullopt;
}

QString OperationModel::textOf(OperationRef ref, int column) const {
  const AsyncOperation &operation = m_data->operation(ref);
  const Trace &trace = m_data->trace();
  const uint32_t cta = m_data->ctaOf(ref);
  switch (column) {
  case Iteration:
    return toQString(countText(operation.instance));
  case Stage:
    return toQString(formatCount(operation.stage));
  case Cta:
    return cta < launch().ctas.size() ? toQString(ctaName(trace, launch(), cta))
                                      : toQString(kUnknownText);
  case Warp:
    return operation.issuer < launch().units.size()
               ? toQString(trackLabel(trace, launch().units[operation.issuer].track))
               : toQString(kUnknownText);
  case Issue:
    return operation.flight.isValid()
               ? toQString(formatExact(trace.sliceTime(operation.flight).begin))
               : toQString(kUnknownText);
  case Exposed: {
    const auto exposed = exposedOf(operation);
    return toQString(exposed ? formatExact(timeOf(launch(), *exposed)) : std::string(kUnknownText));
  }
  case Hidden: {
    const auto share = hiddenShareOf(operation);
    return toQString(share ? formatPercent(*share) : std::string(kUnknownText));
  }
  default:
    return completionText(operation.completion);
  }
}

double OperationModel::keyOf(uint32_t item, int column) const {
  const OperationRef ref{m_launch, m_first + item};
  const AsyncOperation &operation = m_data->operation(ref);
  switch (column) {
  case Iteration:
    return static_cast<double>(operation.instance);
  case Stage:
    return operation.stage;
  case Cta:
    return m_data->ctaOf(ref);
  case Warp:
    return operation.issuer < launch().units.size()
               ? static_cast<double>(launch().units[operation.issuer].number)
               : kUnknown;
  case Issue:
    return operation.flight.isValid()
               ? static_cast<double>(m_data->trace().sliceTime(operation.flight).begin.value)
               : kUnknown;
  case Exposed:
    return exposedOf(operation).value_or(kUnknown);
  case Hidden:
    return hiddenShareOf(operation).value_or(kUnknown);
  default:
    return static_cast<double>(operation.completion);
  }
}

QString OperationModel::csvHeading(int column) const {
  static constexpr std::array<const char *, ColumnCount> kNames = {
      "iteration", "stage",         "cta",          "issued_by",
      "issue_ns",  "waited_for_ns", "hidden_share", "state"};
  return QLatin1String(kNames[static_cast<size_t>(column)]);
}

std::optional<double> OperationModel::csvNumber(uint32_t item, int column) const {
  const double key = keyOf(item, column);
  switch (column) {
  case Iteration:
  case Stage:
  case Hidden:
    return key;
  case Issue:
    return key / kPicosecondsPerNanosecond;
  case Exposed:
    return key == kUnknown
               ? kUnknown
               : static_cast<double>(timeOf(launch(), key).value) / kPicosecondsPerNanosecond;
  default:
    return std::nullopt;
  }
}

QVariant OperationModel::data(const QModelIndex &index, int role) const {
  if (!index.isValid() || index.row() >= rowCount())
    return {};
  if (role == Qt::TextAlignmentRole)
    return alignmentOf(index.column());
  if (role != Qt::DisplayRole)
    return {};
  return textOf(refAt(index.row()), index.column());
}

QVariant OperationModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
    return alignmentOf(section);
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
    return QAbstractTableModel::headerData(section, orientation, role);
  switch (section) {
  case Iteration:
    return tr("Iteration");
  case Stage:
    return tr("Stage");
  case Cta:
    return tr("CTA");
  case Warp:
    return tr("Issued by");
  case Issue:
    return tr("Issue");
  case Exposed:
    return tr("Waited for");
  case Hidden:
    return tr("Hidden");
  default:
    return tr("State");
  }
}

} // namespace pstudio
