// SPDX-License-Identifier: Apache-2.0
// An iteration of a pipeline as a row of times, and the rows that a view of limited height shows.
#include "viewer/geometry/overlap/iteration_rows.h"

#include <algorithm>

namespace pstudio {
namespace {

/// Rows that belong to the same part, without a break.
struct PartRun {
  uint32_t first = 0;
  uint32_t count = 0;
};

std::vector<PartRun> partRuns(std::span<const IterationRow> rows) {
  std::vector<PartRun> runs;
  for (uint32_t i = 0; i < rows.size(); ++i) {
    if (i == 0 || rows[i].part != rows[i - 1].part)
      runs.push_back({i, 0});
    ++runs.back().count;
  }
  return runs;
}

/// Adds at most `most` lines of a run: the first rows, a gap, the last rows. The beginning gets
/// more lines than the end because it shows the start-up of the pipeline.
void addRows(const PartRun &run, size_t most, std::vector<IterationLine> &lines) {
  const auto addRange = [&lines](uint32_t first, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i)
      lines.push_back({IterationLine::Kind::Row, first + i, 1});
  };
  if (run.count <= most) {
    addRange(run.first, run.count);
    return;
  }
  const auto kept = static_cast<uint32_t>(std::max<size_t>(most, 1) - 1);
  const uint32_t tail = kept / 3;
  const uint32_t head = kept - tail;
  addRange(run.first, head);
  lines.push_back({IterationLine::Kind::Gap, run.first + head, run.count - kept});
  addRange(run.first + run.count - tail, tail);
}

/// Begin of the row: a wait may be entered before the issue.
Picoseconds beginOf(const IterationRow &row) {
  return row.isUnfinished || row.isReadyBefore ? row.issueBegin
                                               : std::min(row.issueBegin, row.waitEnter);
}

} // namespace

std::vector<IterationLine> iterationLines(std::span<const IterationRow> rows, size_t most) {
  std::vector<IterationLine> lines;
  const std::vector<PartRun> runs = partRuns(rows);
  most = std::max<size_t>(most, 8);
  // Lines of each run: all rows, unless the sum exceeds `most`; then the longest runs are
  // shortened.
  std::vector<size_t> room;
  size_t sum = runs.size();
  for (const PartRun &run : runs) {
    room.push_back(run.count);
    sum += run.count;
  }
  while (sum > most) {
    const auto longest = std::ranges::max_element(room);
    if (*longest <= 3) // first, gap, last
      break;
    const size_t second = [&] {
      size_t next = 3;
      for (auto it = room.begin(); it != room.end(); ++it)
        if (it != longest && *it < *longest)
          next = std::max(next, *it);
      return next;
    }();
    const size_t less = std::min(sum - most, *longest - std::min(second, *longest - 1));
    *longest -= less;
    sum -= less;
  }
  for (size_t i = 0; i < runs.size(); ++i) {
    lines.push_back({IterationLine::Kind::Heading, runs[i].first, runs[i].count});
    addRows(runs[i], room[i], lines);
  }
  return lines;
}

size_t lineOfRow(std::span<const IterationLine> lines, uint32_t row) {
  for (size_t i = 0; i < lines.size(); ++i)
    if (lines[i].kind != IterationLine::Kind::Heading && row >= lines[i].row &&
        row < lines[i].row + lines[i].count)
      return i;
  return lines.size();
}

std::optional<uint32_t> rowOfInstance(std::span<const IterationRow> rows, uint64_t instance) {
  const auto number = static_cast<int64_t>(instance);
  const auto behind = std::ranges::upper_bound(rows, number, {}, &IterationRow::instance);
  if (behind == rows.begin() || std::prev(behind)->lastInstance < number)
    return std::nullopt;
  return static_cast<uint32_t>(behind - rows.begin() - 1);
}

TimeRange iterationExtent(std::span<const IterationRow> rows) {
  if (rows.empty())
    return {};
  TimeRange all{rows.front().issueBegin, rows.front().workEnd};
  for (const IterationRow &row : rows)
    all = {std::min(all.begin, beginOf(row)), std::max({all.end, row.workEnd, row.exit.high})};
  return all;
}

TimeRange iterationOpening(std::span<const IterationRow> rows) {
  const TimeRange all = iterationExtent(rows);
  std::vector<Picoseconds> ends, begins;
  for (const IterationRow &row : rows) {
    ends.push_back(row.workEnd);
    begins.push_back(beginOf(row));
  }
  if (ends.size() < 4)
    return all;
  // `most` is the 90th percentile of the ends, `least` the 10th percentile of the begins. If the
  // extent is more than twice as long as their distance, longer rows are cut at the edges.
  const auto most = ends.begin() + static_cast<ptrdiff_t>(ends.size() * 9 / 10);
  std::nth_element(ends.begin(), most, ends.end());
  const auto least = begins.begin() + static_cast<ptrdiff_t>(begins.size() / 10);
  std::nth_element(begins.begin(), least, begins.end());
  const int64_t length = (*most - *least).value;
  if (length <= 0 || all.length().value <= 2 * length)
    return all;
  return {std::max(all.begin, *least - Picoseconds(length / 4)),
          std::min(all.end, *most + Picoseconds(length / 4))};
}

const char *iterationPartName(IterationPart part) {
  switch (part) {
  case IterationPart::Prologue:
    return "prologue";
  case IterationPart::Epilogue:
    return "epilogue";
  case IterationPart::Steady:
    break;
  }
  return "steady state";
}

} // namespace pstudio
