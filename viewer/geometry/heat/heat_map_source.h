// SPDX-License-Identifier: Apache-2.0
// What a heat map shows: numbers over two axes, at any zoom, and what is known of each place.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/analysis/memory/heat_grid.h"
#include "core/trace/trace_parts.h"
#include "viewer/geometry/card_line.h"

namespace pstudio {

/// A part of an axis, in the axis's own unit, from its start: [begin, end). Exact up to 2^53.
struct HeatRange {
  double begin = 0, end = 0;
  double length() const { return end - begin; }
  bool isEmpty() const { return !(end > begin); }
  bool contains(double at) const { return at >= begin && at < end; }
  bool operator==(const HeatRange &) const = default;
};

/// A rectangle of a map; y grows downwards.
struct HeatArea {
  HeatRange x, y;
  bool contains(double atX, double atY) const { return x.contains(atX) && y.contains(atY); }
  bool operator==(const HeatArea &) const = default;
};

/// One side of a map: [0, length).
struct HeatAxis {
  std::string title;    ///< "time", "column of A"
  double length = 1;    ///< more than 0
  double smallest = 1;  ///< length that the closest zoom shows
  uint32_t letters = 0; ///< of its longest label, at any zoom; 0: not known
};

/// A mark of an axis.
struct HeatTick {
  double at = 0;
  std::string label;
  std::string detail = {}; ///< below it, in muted ink, where there is room
  bool isEdge = false;     ///< something begins here: a buffer
};

/// What the numbers are.
struct HeatMeasure {
  enum class Kind : uint8_t {
    Count,    ///< of `unit`, 0 or more
    Share,    ///< of one
    Time,     ///< picoseconds of the trace
    Category, ///< a whole number that has a name
  };
  Kind kind = Kind::Count;
  std::string name;                 ///< "touches of sectors"
  std::string unit = {};            ///< "touches"
  std::string category = {};        ///< "CTA": what the number of a category is
  bool isZeroData = false;          ///< of a count: zero is a number like others, not the ground
  bool isLowHot = false;            ///< little of it is what to look at: efficiency
  std::optional<double> least = {}; ///< fixed ends of the scale; else what is seen decides
  std::optional<double> most = {};
};

/// Cells that are drawn together. A cell that is not a number has no data, which is not the same as
/// zero.
struct HeatPatch {
  HeatArea area;
  memory::HeatGrid grid; ///< row 0 at area.y.begin
};
using HeatPatches = std::vector<HeatPatch>;

/// What is asked for: a part of the map, and how many pixels it has. A cell is never smaller than a
/// pixel, and never narrower than what can be told apart.
struct HeatWindow {
  HeatArea area;
  uint32_t columns = 0, rows = 0; ///< pixels
};

/// What is selected, in words that every view understands. Each part may be missing; bytes are
/// [first, last], closed.
struct HeatSelection {
  struct Bytes {
    uint64_t first = 0, last = 0;
    bool operator==(const Bytes &) const = default;
  };
  std::optional<TimeRange> time;
  std::optional<Bytes> bytes;   ///< of global memory
  std::optional<uint32_t> cta;  ///< linear id
  std::optional<uint32_t> warp; ///< index in `cta`
  std::optional<uint16_t> site; ///< into AccessTable::sites()
  std::optional<uint32_t> bank;
  bool isEmpty() const { return *this == HeatSelection(); }
  bool operator==(const HeatSelection &) const = default;
};

/// What is known of a cell.
struct HeatHover {
  std::string title;           ///< what it is: "A[128, 64] .. A[128, 71]"
  std::vector<CardLine> lines; ///< value, place, who
  HeatSelection selection;     ///< what a click on it selects
};

/// One map. Immutable, and holds what it reads. [thread: any]
class HeatMapSource {
public:
  virtual ~HeatMapSource() = default;

  virtual std::string title() const = 0; ///< "Address by time"
  virtual HeatAxis xAxis() const = 0;
  virtual HeatAxis yAxis() const = 0;
  virtual HeatMeasure measure() const = 0;
  /// What share of the accesses it shows, and what is in no buffer; a sentence for each.
  virtual std::vector<std::string> notes() const = 0;

  /// A picture of the window within a frame's time; may be an estimate with larger cells, whose
  /// numbers are those of a cell of exact().
  virtual HeatPatches quick(const HeatWindow &window) const = 0;
  /// All detail. May take seconds; once `stop` is requested the result is worth nothing.
  virtual HeatPatches exact(const HeatWindow &window, std::stop_token stop) const = 0;

  /// Marks of a visible part that is `pixels` long.
  virtual std::vector<HeatTick> xTicks(HeatRange visible, float pixels) const = 0;
  virtual std::vector<HeatTick> yTicks(HeatRange visible, float pixels) const = 0;

  /// What is known of a cell at once; `value` is what is drawn there.
  virtual HeatHover hover(const HeatArea &cell, double value) const = 0;
  /// hover() and who touched it; as long as exact().
  virtual HeatHover details(const HeatArea &cell, double value, std::stop_token stop) const = 0;

  /// What a double click at a place zooms to: a buffer, a tile.
  virtual std::optional<HeatArea> partAt(double x, double y) const = 0;
  /// Where a selection lies in this map; at most some hundred areas. O(accesses of the CTA).
  virtual std::vector<HeatArea> areasOf(const HeatSelection &selection) const = 0;
  /// Size of tiles that the map is made of, from its corner on; nothing if it is not.
  virtual std::optional<HeatArea> tile() const { return std::nullopt; }
};

} // namespace pstudio
