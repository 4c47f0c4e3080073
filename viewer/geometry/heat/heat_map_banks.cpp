// SPDX-License-Identifier: Apache-2.0
#include "viewer/geometry/heat/heat_map_banks.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/analysis/memory/bank_rows.h"
#include "core/analysis/memory/map_touchers.h"
#include "viewer/geometry/heat/heat_map_axis.h"
#include "viewer/geometry/heat/heat_map_text.h"
#include "viewer/geometry/number_format.h"

namespace pstudio {
namespace {

using memory::AccessSpace;
using memory::BankMap;
using memory::BankWindow;
using memory::HeatGrid;
using memory::LaunchAccesses;

constexpr uint32_t kPictureColumns = 2048;
constexpr uint64_t kMaxForRows = 2'000'000; // rows cost much more than words
constexpr uint64_t kStopEvery = 4096;       // accesses between two checks of the stop token
constexpr float kBankSpacing = 16;

bool isChosen(const memory::AccessTable &table, const memory::Access &access,
              const BankChoice &choice) {
  const memory::AccessSite &site = table.sites()[access.site];
  return site.space == AccessSpace::Shared && memory::isByLane(site.kind) &&
         (!choice.site || *choice.site == access.site);
}

/// The sums of a grid's columns over parts of columns.
class ColumnSums {
public:
  ColumnSums(const HeatGrid &grid, uint32_t row) : m_sums(grid.columns + 1, 0.0) {
    for (uint32_t column = 0; column < grid.columns; ++column) {
      const double cell = grid.at(column, row);
      m_sums[column + 1] = m_sums[column] + (std::isfinite(cell) ? cell : 0);
    }
  }
  /// The sum over [begin, end), in columns. The value of a column is evenly distributed over it.
  double over(double begin, double end) const { return upTo(end) - upTo(begin); }

private:
  double upTo(double column) const {
    const double last = static_cast<double>(m_sums.size() - 1);
    const double at = std::clamp(column, 0.0, last);
    const auto whole = std::min(static_cast<size_t>(at), m_sums.size() - 2);
    return m_sums[whole] + (at - static_cast<double>(whole)) * (m_sums[whole + 1] - m_sums[whole]);
  }
  std::vector<double> m_sums;
};

/// A bank keeps the row that was requested last: an access is an instant, and would be one column
/// wide.
void holdRows(HeatGrid &grid) {
  for (uint32_t row = 0; row < grid.rows; ++row)
    for (uint32_t column = 1; column < grid.columns; ++column)
      if (std::isnan(grid.at(column, row)))
        grid.at(column, row) = grid.at(column - 1, row);
}

double valueOf(BankMeasure measure, double words, double extra) {
  switch (measure) {
  case BankMeasure::Degree:
    return words > 0 ? words / std::max(words - extra, 1e-9) : 0;
  case BankMeasure::Words:
    return words;
  case BankMeasure::Waited:
  case BankMeasure::Row:
    break;
  }
  return extra;
}

class BankHeatMap final : public HeatMapSource {
public:
  BankHeatMap(std::shared_ptr<const LaunchAccesses> accesses,
              std::shared_ptr<const BankPicture> picture, BankMeasure measure)
      : m_accesses(std::move(accesses)), m_picture(std::move(picture)), m_measure(measure) {}

  std::string title() const override {
    const auto &choice = m_picture->choice;
    std::string text = "Shared memory: bank by time";
    if (choice.cta)
      text += ", CTA " + formatCount(*choice.cta);
    if (choice.site)
      text += ", " + siteText(m_accesses->table.sites()[*choice.site]);
    return text;
  }
  HeatAxis xAxis() const override {
    const double length = std::max(1.0, placeOfTime(m_picture->time.begin, m_picture->time.end));
    return {"time", length, std::min(length, 8.0)};
  }
  HeatAxis yAxis() const override {
    const double count = banks();
    return {"bank", count, std::min(count, 4.0), 2};
  }

  HeatMeasure measure() const override {
    switch (m_measure) {
    case BankMeasure::Degree:
      return {.name = "conflict degree", .unit = "wavefronts", .least = 1};
    case BankMeasure::Words:
      return {.name = "words served", .unit = "words"};
    case BankMeasure::Waited:
      return {.name = "serialized words", .unit = "words"};
    case BankMeasure::Row:
      break;
    }
    return {.name = "last requested row", .unit = "row", .isZeroData = true};
  }

  std::vector<std::string> notes() const override {
    if (m_picture->accesses == 0)
      return {shareNote(m_accesses->table), "None of them accesses shared memory."};
    return {shareNote(m_accesses->table),
            countText(m_picture->accesses, "shared-memory access", "shared-memory accesses") +
                " in this map."};
  }

  HeatPatches quick(const HeatWindow &window) const override {
    const HeatCells columns = columnsOf(window);
    if (columns.count == 0 || (m_measure == BankMeasure::Row && m_picture->rows.cells.empty()))
      return {};
    HeatGrid grid(std::min(columns.count, kPictureColumns), banks());
    for (uint32_t bank = 0; bank < grid.rows; ++bank)
      fillQuick(columns, bank, grid);
    return {HeatPatch{{columns.range, {0, double(banks())}}, std::move(grid)}};
  }

  HeatPatches exact(const HeatWindow &window, std::stop_token stop) const override {
    const HeatCells columns = columnsOf(window);
    if (columns.count == 0)
      return {};
    const BankWindow part{timeAt(columns.range.begin), timeAt(columns.range.end), columns.count,
                          m_picture->choice.site, m_picture->choice.cta};
    HeatGrid grid;
    if (m_measure == BankMeasure::Row) {
      grid =
          memory::bankRows(m_accesses->table, m_accesses->model, part, backgroundThreads(), stop);
      holdRows(grid);
    } else {
      BankMap map =
          memory::bankMap(m_accesses->table, m_accesses->model, part, backgroundThreads(), stop);
      grid = std::move(map.words);
      for (size_t i = 0; i < grid.cells.size(); ++i)
        grid.cells[i] = valueOf(m_measure, grid.cells[i], map.extra.cells[i]);
    }
    return {HeatPatch{{columns.range, {0, double(banks())}}, std::move(grid)}};
  }

  std::vector<HeatTick> xTicks(HeatRange visible, float pixels) const override {
    return timeTicks(m_picture->time.begin, visible, pixels);
  }
  std::vector<HeatTick> yTicks(HeatRange visible, float pixels) const override {
    return numberTicks(visible, pixels, kBankSpacing);
  }

  HeatHover hover(const HeatArea &cell, double value) const override {
    HeatHover hover;
    const auto bank = static_cast<uint32_t>(std::max(0.0, cell.y.begin));
    hover.title = "bank " + std::to_string(bank);
    const TimeRange time{timeAt(std::floor(cell.x.begin)), timeAt(std::ceil(cell.x.end))};
    hover.lines = {
        {"time", formatExact(time.begin) + " .. " + formatExact(time.end)},
        {bankMeasureName(m_measure), std::isfinite(value) ? formatMean(value) : kUnknownText}};
    hover.selection.time = time;
    hover.selection.bank = bank;
    hover.selection.cta = m_picture->choice.cta;
    hover.selection.site = m_picture->choice.site;
    return hover;
  }

  HeatHover details(const HeatArea &cell, double value, std::stop_token stop) const override {
    HeatHover all = hover(cell, value);
    const BankMap one = memory::bankMap(m_accesses->table, m_accesses->model,
                                        {all.selection.time->begin, all.selection.time->end, 1,
                                         m_picture->choice.site, m_picture->choice.cta},
                                        backgroundThreads(), stop);
    const double words = one.words.at(0, *all.selection.bank);
    const double waited = one.extra.at(0, *all.selection.bank);
    all.lines.push_back(
        {"words served, serialized", formatMean(words) + ", " + formatMean(waited)});
    std::optional<uint64_t> word;
    const memory::Touchers touchers = touchersOfBank(all.selection, stop, word);
    if (word)
      all.lines.push_back(
          {"first element", m_accesses->buffers.describe(AccessSpace::Shared, *word)});
    addTouchers(m_accesses->table, touchers, all);
    return all;
  }

  std::optional<HeatArea> partAt(double, double) const override { return std::nullopt; }

  std::vector<HeatArea> areasOf(const HeatSelection &selection) const override {
    const bool hasBank = selection.bank && *selection.bank < banks();
    HeatArea area{{0, xAxis().length}, {0, yAxis().length}};
    if (selection.time)
      area.x = {placeOf(selection.time->begin), placeOf(selection.time->end)};
    if (hasBank)
      area.y = {double(*selection.bank), double(*selection.bank) + 1};
    if ((!selection.time && !hasBank) || area.x.isEmpty())
      return {};
    return {area};
  }

private:
  uint32_t banks() const { return m_accesses->model.banks.banks; }
  Picoseconds timeAt(double place) const { return timeOfPlace(m_picture->time.begin, place); }
  double placeOf(Picoseconds time) const {
    const Picoseconds begin = m_picture->time.begin;
    return time < begin ? 0 : std::min(placeOfTime(begin, time), xAxis().length);
  }
  HeatCells columnsOf(const HeatWindow &window) const {
    if (m_picture->time.isEmpty())
      return {};
    return cellsOf(window.area.x, xAxis().length, window.columns);
  }

  void fillQuick(const HeatCells &columns, uint32_t bank, HeatGrid &grid) const {
    const double perColumn = columns.range.length() / grid.columns;
    const double scale = m_picture->map.words.columns / xAxis().length;
    const ColumnSums words(m_picture->map.words, bank), extra(m_picture->map.extra, bank);
    for (uint32_t column = 0; column < grid.columns; ++column) {
      const double begin = (columns.range.begin + column * perColumn) * scale;
      const double end = begin + perColumn * scale;
      const double served = words.over(begin, end);
      if (m_measure == BankMeasure::Row) {
        const auto middle = static_cast<uint32_t>((begin + end) / 2);
        grid.at(column, bank) =
            m_picture->rows.at(std::min(middle, m_picture->rows.columns - 1), bank);
      } else {
        const double share = static_cast<double>(grid.columns) / columns.count;
        const bool isSum = m_measure != BankMeasure::Degree;
        grid.at(column, bank) =
            served > 1e-9 ? valueOf(m_measure, served, extra.over(begin, end)) * (isSum ? share : 1)
                          : 0;
      }
    }
  }

  memory::Touchers touchersOfBank(const HeatSelection &selection, const std::stop_token &stop,
                                  std::optional<uint64_t> &word) const {
    const memory::AccessTable &table = m_accesses->table;
    memory::Touchers touchers;
    for (uint32_t run = 0; run < table.warps().size(); ++run) {
      const memory::WarpRun &warp = table.warps()[run];
      if (m_picture->choice.cta && *m_picture->choice.cta != warp.cta)
        continue;
      for (uint64_t i = warp.begin; i < warp.end; ++i) {
        if (i % kStopEvery == 0 && stop.stop_requested())
          return touchers;
        const memory::Access access = table[i];
        if (access.time < selection.time->begin || access.time >= selection.time->end ||
            !isChosen(table, access, m_picture->choice))
          continue;
        bool asks = false;
        memory::forBankWords(table.lanesOf(access), table.sites()[access.site].bytesPerLane,
                             m_accesses->model.banks,
                             [&](uint32_t bank, uint64_t, uint64_t address) {
                               if (bank != *selection.bank)
                                 return;
                               asks = true;
                               word = word.value_or(address);
                             });
        if (asks)
          touchers.add(table, {i, run, access.site, access.time});
      }
    }
    touchers.finish();
    return touchers;
  }

  std::shared_ptr<const LaunchAccesses> m_accesses;
  std::shared_ptr<const BankPicture> m_picture;
  BankMeasure m_measure;
};

} // namespace

const char *bankMeasureName(BankMeasure measure) {
  static constexpr std::array<const char *, kBankMeasures> kNames = {
      "conflict degree", "words served", "serialized words", "last requested row"};
  return kNames[static_cast<size_t>(measure)];
}

std::shared_ptr<const BankPicture> countBanks(const LaunchAccesses &accesses,
                                              const BankChoice &choice, unsigned threads) {
  auto picture = std::make_shared<BankPicture>();
  picture->choice = choice;
  const memory::AccessTable &table = accesses.table;
  for (const memory::WarpRun &run : table.warps()) {
    if (choice.cta && *choice.cta != run.cta)
      continue;
    for (uint64_t i = run.begin; i < run.end; ++i) {
      const memory::Access access = table[i];
      if (!isChosen(table, access, choice))
        continue;
      const TimeRange at{access.time, behind(access.time)};
      if (picture->accesses++ == 0)
        picture->time = at;
      picture->time = {std::min(picture->time.begin, at.begin),
                       std::max(picture->time.end, at.end)};
    }
  }
  const double length = placeOfTime(picture->time.begin, picture->time.end);
  const auto columns = static_cast<uint32_t>(std::clamp(length, 1.0, double{kPictureColumns}));
  const BankWindow window{picture->time.begin, picture->time.end, columns, choice.site, choice.cta};
  picture->map = memory::bankMap(table, accesses.model, window, threads);
  if (picture->accesses <= kMaxForRows) {
    picture->rows = memory::bankRows(table, accesses.model, window, threads);
    holdRows(picture->rows);
  }
  return picture;
}

std::shared_ptr<const HeatMapSource> makeBankHeatMap(std::shared_ptr<const LaunchAccesses> accesses,
                                                     std::shared_ptr<const BankPicture> picture,
                                                     BankMeasure measure) {
  return std::make_shared<BankHeatMap>(std::move(accesses), std::move(picture), measure);
}

} // namespace pstudio
