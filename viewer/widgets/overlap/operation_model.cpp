// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/overlap/operation_model.h"

#include <iterator>

#include "viewer/geometry/number_format.h"
#include "viewer/geometry/overlap/overlap_rows.h"
#include "viewer/geometry/overlap/overlap_summary.h"
#include "viewer/geometry/timeline/grouping.h"
#include "viewer/paint/qt_text.h"

namespace pstudio {
namespace {

using analysis::AsyncOperation;

constexpr double kPicosecondsPerNanosecond = 1000;

std::optional<Picoseconds> issueOf(const OperationItem &item) {
  const SliceId flight = item.operation().flight;
  return flight.isValid() ? std::optional(item.data->trace().sliceTime(flight).begin)
                          : std::nullopt;
}

QString exactText(const std::optional<Picoseconds> &time) {
  return toQString(time ? formatExact(*time) : std::string(kUnknownText));
}

double timeKey(const std::optional<Picoseconds> &time) {
  return time ? static_cast<double>(time->value) : SortedTableModel::kUnknown;
}

constexpr ItemColumn<OperationItem> kOperationColumns[] = {
    {.heading = QT_TR_NOOP("Iteration"),
     .length = 80,
     .text =
         [](const OperationItem &item) { return toQString(countText(item.operation().instance)); },
     .key =
         [](const OperationItem &item) { return static_cast<double>(item.operation().instance); },
     .csv = "iteration",
     .csvUnit = 1},
    {.heading = QT_TR_NOOP("Stage"),
     .length = 64,
     .text =
         [](const OperationItem &item) { return toQString(formatCount(item.operation().stage)); },
     .key = [](const OperationItem &item) { return static_cast<double>(item.operation().stage); },
     .csv = "stage",
     .csvUnit = 1},
    {.heading = QT_TR_NOOP("CTA"),
     .length = 104,
     .text =
         [](const OperationItem &item) {
           const uint32_t cta = item.data->ctaOf(item.ref);
           return toQString(cta < item.launch().ctas.size()
                                ? ctaName(item.data->trace(), item.launch(), cta)
                                : std::string(kUnknownText));
         },
     .key =
         [](const OperationItem &item) { return static_cast<double>(item.data->ctaOf(item.ref)); },
     .csv = "cta"},
    {.heading = QT_TR_NOOP("Issued by"),
     .length = 104,
     .text =
         [](const OperationItem &item) {
           const auto &units = item.launch().units;
           const uint32_t issuer = item.operation().issuer;
           return toQString(issuer < units.size()
                                ? trackLabel(item.data->trace(), units[issuer].track)
                                : std::string(kUnknownText));
         },
     .key =
         [](const OperationItem &item) {
           const auto &units = item.launch().units;
           const uint32_t issuer = item.operation().issuer;
           return issuer < units.size() ? static_cast<double>(units[issuer].number)
                                        : SortedTableModel::kUnknown;
         },
     .csv = "issued_by"},
    {.heading = QT_TR_NOOP("Issue"),
     .length = 120,
     .text = [](const OperationItem &item) { return exactText(issueOf(item)); },
     .key = [](const OperationItem &item) { return timeKey(issueOf(item)); },
     .csv = "issue_ns",
     .csvUnit = kPicosecondsPerNanosecond},
    {.heading = QT_TR_NOOP("Waited for"),
     .length = 120,
     .text = [](const OperationItem &item) { return exactText(item.exposed()); },
     .key = [](const OperationItem &item) { return timeKey(item.exposed()); },
     .csv = "waited_for_ns",
     .csvUnit = kPicosecondsPerNanosecond},
    {.heading = QT_TR_NOOP("Hidden"),
     .length = 76,
     .text =
         [](const OperationItem &item) {
           const auto share = item.hiddenShare();
           return toQString(share ? formatPercent(*share) : std::string(kUnknownText));
         },
     .key =
         [](const OperationItem &item) {
           return item.hiddenShare().value_or(SortedTableModel::kUnknown);
         },
     .csv = "hidden_share",
     .csvUnit = 1},
    {.heading = QT_TR_NOOP("State"),
     .length = 180,
     .text = [](const OperationItem &item) { return completionText(item.operation().completion); },
     .key =
         [](const OperationItem &item) { return static_cast<double>(item.operation().completion); },
     .csv = "state"},
};
static_assert(std::size(kOperationColumns) == OperationModel::ColumnCount);

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

OperationModel::OperationModel(QObject *parent) : ColumnModel(kOperationColumns, parent) {}

void OperationModel::setChannel(std::shared_ptr<const OverlapData> data, uint32_t launch,
                                uint32_t channel) {
  beginResetModel();
  m_data = std::move(data);
  m_launch = launch;
  const analysis::Channel *of = m_data ? &m_data->launches()[launch].channels[channel] : nullptr;
  m_first = of ? of->firstOperation : 0;
  setItemCount(of ? of->operationCount : 0);
  endResetModel();
}

int OperationModel::lineOf(OperationRef ref) const {
  const bool isHere = m_data && ref.launch == m_launch && ref.operation >= m_first;
  return isHere ? SortedTableModel::lineOf(ref.operation - m_first) : -1;
}

std::optional<Picoseconds> OperationItem::exposed() const {
  const AsyncOperation &of = operation();
  if (!isMeasured(of.completion) || of.visitCount == 0)
    return std::nullopt;
  double sum = 0;
  for (uint32_t v = 0; v < of.visitCount; ++v)
    sum += static_cast<double>(launch().visits[of.firstVisit + v].exposed.value);
  return timeOf(launch(), sum / of.visitCount);
}

std::optional<double> OperationItem::hiddenShare() const {
  const AsyncOperation &of = operation();
  if (!isMeasured(of.completion))
    return std::nullopt;
  double hidden = 0, all = 0;
  for (uint32_t v = 0; v < of.visitCount; ++v) {
    const analysis::OperationVisit &visit = launch().visits[of.firstVisit + v];
    hidden += static_cast<double>(visit.hidden().value);
    all += static_cast<double>(visit.inFlight.value);
  }
  return all > 0 ? std::optional(hidden / all) : std::nullopt;
}

} // namespace pstudio
