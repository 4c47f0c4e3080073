// SPDX-License-Identifier: Apache-2.0
// Rows of a report, merged by name.
#include "app/dialogs/kernel_table_model.h"

#include <algorithm>
#include <functional>
#include <tuple>

#include "app/settings/text.h"
#include "core/base/number_text.h"

namespace pstudio {
namespace {

QString dash() {
  return QStringLiteral("–");
}

QString count(const std::optional<uint64_t> &number) {
  return number ? toQString(countText(*number)) : dash();
}

/// The sum has no value if one of its parts has none.
void addTo(std::optional<uint64_t> &sum, const std::optional<uint64_t> &more) {
  if (sum && more)
    *sum += *more;
  else
    sum.reset();
}

/// A column of counts, in the order of KernelTableModel::Column.
struct CountColumn {
  std::optional<uint64_t> attach::ReportedKernel::*count;
  const char *title;
  const char *tip;
  bool isRare = false; ///< the report has it only where it is not 0
};
constexpr std::array<CountColumn, KernelTableModel::kCounts> kCountColumns{{
    {&attach::ReportedKernel::launches, QT_TRANSLATE_NOOP("KernelTableModel", "Launches"), ""},
    {&attach::ReportedKernel::replays, QT_TRANSLATE_NOOP("KernelTableModel", "Replays"),
     QT_TRANSLATE_NOOP("KernelTableModel", "The part of the launches in replays of CUDA graphs"),
     true},
    {&attach::ReportedKernel::autotuning, QT_TRANSLATE_NOOP("KernelTableModel", "Autotuning"),
     QT_TRANSLATE_NOOP("KernelTableModel", "Launches of an autotuner's benchmark")},
    {&attach::ReportedKernel::captured, QT_TRANSLATE_NOOP("KernelTableModel", "Captured"),
     QT_TRANSLATE_NOOP("KernelTableModel", "Launches while a CUDA graph was captured")},
    {&attach::ReportedKernel::outside, QT_TRANSLATE_NOOP("KernelTableModel", "Outside"),
     QT_TRANSLATE_NOOP("KernelTableModel", "Launches outside of the range, which have no number"),
     true},
}};

bool isCount(int column) {
  return column >= KernelTableModel::Launches && column <= KernelTableModel::Outside;
}
const CountColumn &countColumn(int column) {
  return kCountColumns[static_cast<size_t>(column - KernelTableModel::Launches)];
}

/// A count in a row that has counts at all.
std::optional<uint64_t> countIn(const attach::ReportedKernel &row, const CountColumn &column) {
  const std::optional<uint64_t> &count = row.*column.count;
  return !count && column.isRare && row.launches ? 0 : count;
}

} // namespace

uint64_t proposedLaunch(uint64_t launches) {
  constexpr uint64_t kMost = 10;
  return launches < 4 ? 1 : std::min(kMost, launches / 2 + 1);
}

void KernelTableModel::setReport(const attach::AttachReport &report) {
  beginResetModel();
  m_kernels.clear();
  for (const attach::ReportedKernel &row : report.kernels)
    add(row);
  for (Kernel &kernel : m_kernels)
    kernel.launches = QString::number(proposedLaunch(kernel.mostOfOneProcess));
  // Kernels that can be ticked come first, by GPU time, then by number of launches.
  std::ranges::stable_sort(m_kernels, std::ranges::greater(), [](const Kernel &kernel) {
    return std::tuple(kernel.canBeTicked(), kernel.gpuTimeNs.value_or(0),
                      kernel.counts.front().value_or(0));
  });
  endResetModel();
  Q_EMIT ticksChanged();
}

void KernelTableModel::add(const attach::ReportedKernel &row) {
  auto found = std::ranges::find(m_kernels, row.kernel, &Kernel::name);
  if (found == m_kernels.end()) {
    Kernel kernel;
    kernel.name = row.kernel;
    kernel.shownName = toQString(row.demangled.empty() ? row.kernel : row.demangled);
    kernel.isInstrumentable = row.instrumentable;
    m_kernels.push_back(std::move(kernel));
    found = m_kernels.end() - 1;
  }
  addCounts(row, *found);
  if (row.instrumentable == false || !found->isInstrumentable)
    found->isInstrumentable = row.instrumentable;
  if (row.reason)
    found->reason = toQString(*row.reason);
}

void KernelTableModel::addCounts(const attach::ReportedKernel &row, Kernel &kernel) {
  const bool isFirst = kernel.processes == 0;
  const auto take = [isFirst](std::optional<uint64_t> &sum, const std::optional<uint64_t> &more) {
    if (isFirst)
      sum = more;
    else
      addTo(sum, more);
  };
  take(kernel.gpuTimeNs, row.gpuTimeNs);
  for (size_t i = 0; i < kCounts; ++i)
    take(kernel.counts[i], countIn(row, kCountColumns[i]));
  kernel.mostOfOneProcess = std::max(kernel.mostOfOneProcess, row.launches.value_or(0));
  ++kernel.processes;
}

void KernelTableModel::setCounts(const attach::AttachReport &report) {
  for (Kernel &kernel : m_kernels) {
    Kernel counted;
    for (const attach::ReportedKernel &row : report.kernels)
      if (row.kernel == kernel.name)
        addCounts(row, counted);
    if (counted.processes == 0)
      continue;
    kernel.counts = counted.counts;
    kernel.gpuTimeNs = counted.gpuTimeNs;
    kernel.mostOfOneProcess = counted.mostOfOneProcess;
    kernel.processes = counted.processes;
  }
  if (!m_kernels.empty())
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

bool KernelTableModel::hasContent(int column) const {
  return !isCount(column) || column == Launches ||
         std::ranges::any_of(m_kernels, [column](const Kernel &kernel) {
           return kernel.counts[static_cast<size_t>(column - Launches)].value_or(0) > 0;
         });
}

void KernelTableModel::setTicks(const std::vector<attach::KernelTick> &ticks) {
  for (const attach::KernelTick &tick : ticks)
    if (const auto found = std::ranges::find(m_kernels, tick.kernel, &Kernel::name);
        found != m_kernels.end() && found->canBeTicked()) {
      found->isTicked = true;
      found->launches = toQString(tick.launches);
    }
  if (!m_kernels.empty())
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
  Q_EMIT ticksChanged();
}

std::vector<attach::KernelTick> KernelTableModel::ticks() const {
  std::vector<attach::KernelTick> ticks;
  for (const Kernel &kernel : m_kernels)
    if (kernel.isTicked)
      ticks.push_back({kernel.name, toUtf8(kernel.launches)});
  return ticks;
}

int KernelTableModel::rowCount(const QModelIndex &parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_kernels.size());
}

int KernelTableModel::columnCount(const QModelIndex &parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QString KernelTableModel::text(const Kernel &kernel, int column) const {
  if (isCount(column))
    return count(kernel.counts[static_cast<size_t>(column - Launches)]);
  switch (column) {
  case Name:
    return kernel.shownName;
  case RecordedLaunches:
    return kernel.canBeTicked() ? kernel.launches : dash();
  case GpuTime:
    return kernel.gpuTimeNs
               ? tr("%1 ms").arg(static_cast<double>(*kernel.gpuTimeNs) / 1e6, 0, 'f', 3)
               : dash();
  default:
    break;
  }
  if (!kernel.isInstrumentable)
    return tr("unknown: the program ended before it was tried");
  return *kernel.isInstrumentable ? tr("yes") : kernel.reason;
}

QString KernelTableModel::tip(const Kernel &kernel, int column) {
  switch (column) {
  case Name:
    return toQString(kernel.name);
  case RecordedLaunches:
    return tr("3, 10-12 or every=100; separated by commas. 1 is the first launch of a process");
  case Launches:
    return tr("%1, at most %2 launches in one")
        .arg(toQString(countText(static_cast<uint64_t>(kernel.processes), "process", "processes")),
             count(kernel.mostOfOneProcess));
  case Replays:
  case Autotuning:
  case Captured:
  case Outside:
    return tr(countColumn(column).tip);
  case GpuTime:
    return kernel.gpuTimeNs ? tr("All launches together, without those of an autotuner")
                            : tr("The listing did not measure it");
  case State:
    return kernel.reason;
  default:
    return {};
  }
}

QVariant KernelTableModel::data(const QModelIndex &index, int role) const {
  if (!index.isValid())
    return {};
  const Kernel &kernel = m_kernels[static_cast<size_t>(index.row())];
  const int column = index.column();
  switch (role) {
  case Qt::DisplayRole:
  case Qt::EditRole:
    return text(kernel, column);
  case Qt::ToolTipRole:
    return tip(kernel, column);
  case Qt::CheckStateRole:
    if (column != Name)
      return {};
    return kernel.isTicked ? Qt::Checked : Qt::Unchecked;
  case Qt::TextAlignmentRole:
    if (column >= Launches && column <= GpuTime)
      return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    return {};
  default:
    return {};
  }
}

bool KernelTableModel::setData(const QModelIndex &index, const QVariant &value, int role) {
  if (!index.isValid())
    return false;
  Kernel &kernel = m_kernels[static_cast<size_t>(index.row())];
  if (!kernel.canBeTicked())
    return false;
  if (index.column() == Name && role == Qt::CheckStateRole)
    kernel.isTicked = value.toInt() == Qt::Checked;
  else if (index.column() == RecordedLaunches && role == Qt::EditRole)
    kernel.launches = value.toString().trimmed();
  else
    return false;
  Q_EMIT dataChanged(index, index);
  Q_EMIT ticksChanged();
  return true;
}

QVariant KernelTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
    return {};
  if (isCount(section))
    return tr(countColumn(section).title);
  switch (section) {
  case Name:
    return tr("Kernel");
  case RecordedLaunches:
    return tr("Record launches");
  case GpuTime:
    return tr("GPU time");
  default:
    return tr("Instrumentable");
  }
}

Qt::ItemFlags KernelTableModel::flags(const QModelIndex &index) const {
  Qt::ItemFlags flags = Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
  if (!index.isValid())
    return flags;
  const bool canBeTicked = m_kernels[static_cast<size_t>(index.row())].canBeTicked();
  flags |= Qt::ItemIsEnabled;
  if (canBeTicked && index.column() == Name)
    flags |= Qt::ItemIsUserCheckable;
  if (canBeTicked && index.column() == RecordedLaunches)
    flags |= Qt::ItemIsEditable;
  return flags;
}

} // namespace pstudio
