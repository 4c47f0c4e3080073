// SPDX-License-Identifier: Apache-2.0
// The kernels of a listing as a table in which kernels and launches are chosen.
#pragma once

#include <QAbstractTableModel>
#include <QString>

#include <array>
#include <optional>
#include <vector>

#include "core/attach/attach_report.h"
#include "core/attach/attached_program.h"

namespace pstudio {

/// One row for each name, of all processes together. [thread: gui]
class KernelTableModel : public QAbstractTableModel {
  Q_OBJECT

public:
  /// Counts stand between Launches and Outside (kCountColumns in the source).
  enum Column {
    Name,
    RecordedLaunches,
    Launches,
    Replays,
    Autotuning,
    Captured,
    Outside,
    GpuTime,
    State,
    kColumns
  };
  static constexpr size_t kCounts = Outside - Launches + 1;

  using QAbstractTableModel::QAbstractTableModel;

  void setReport(const attach::AttachReport &report);
  /// Shows the counts and times of a later run for the kernels that are there. Ticks stay.
  void setCounts(const attach::AttachReport &report);
  /// False for a count other than Launches that no kernel has.
  bool hasContent(int column) const;
  /// Ticks the kernels that are there and can be instrumented.
  void setTicks(const std::vector<attach::KernelTick> &ticks);
  std::vector<attach::KernelTick> ticks() const;

  int rowCount(const QModelIndex &parent = {}) const override;
  int columnCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role) const override;
  bool setData(const QModelIndex &index, const QVariant &value, int role) override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex &index) const override;

Q_SIGNALS:
  void ticksChanged();

private:
  struct Kernel {
    std::string name;
    QString shownName;
    QString launches;                                      ///< that are recorded
    std::array<std::optional<uint64_t>, kCounts> counts{}; ///< from Launches on; none: unknown
    uint64_t mostOfOneProcess = 0;                         ///< launches
    size_t processes = 0;
    std::optional<uint64_t> gpuTimeNs;
    std::optional<bool> isInstrumentable; ///< none: unknown
    QString reason;
    bool isTicked = false;
    bool canBeTicked() const { return isInstrumentable.value_or(true); }
  };

  void add(const attach::ReportedKernel &row);
  /// Adds the counts and times of one process.
  static void addCounts(const attach::ReportedKernel &row, Kernel &kernel);
  QString text(const Kernel &kernel, int column) const;
  static QString tip(const Kernel &kernel, int column);

  std::vector<Kernel> m_kernels;
};

/// A launch after the first ones, which often differ: the first of fewer than 4 launches, else one
/// of the middle, at most the tenth.
uint64_t proposedLaunch(uint64_t launches);

} // namespace pstudio
