// SPDX-License-Identifier: Apache-2.0
// The source of a heat map: numbers over two axes, at any zoom, and details of each place.
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
  uint32_t letters = 0; ///< of its longest label, at any zoom; 0: unknown
};

/// A mark of an axis.
struct HeatTick {
  double at = 0;
  std::string label;
  std::string detail = {}; ///< below it, in muted ink, where there is room
  bool isEdge = false;     ///< something begins here: a buffer
};

/// Kind, name and unit of the numbers.
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
  std::string category = {};        ///< "CTA": the object that a category number identifies
  bool isZeroData = false;          ///< of a count: zero is a normal value, not the background
  bool isLowHot = false;            ///< low values are hot: efficiency
  std::optional<double> least = {}; ///< fixed ends of the scale; else the visible range
  std::optional<double> most = {};
};

/// Cells that are drawn together. A cell that is not a number has no data, which is not the same as
/// zero.
struct HeatPatch {
  HeatArea area;
  memory::HeatGrid grid; ///< row 0 at area.y.begin
};
using HeatPatches = std::vector<HeatPatch>;

/// A request: a part of the map and its size in pixels. A cell is never smaller than a pixel, and
/// never smaller than the resolution of an axis.
struct HeatWindow {
  HeatArea area;
  uint32_t columns = 0, rows = 0; ///< pixels
};

/// A selection in terms that every view supports. Each part may be missing; bytes are
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

/// Details of a cell.
struct HeatHover {
  std::string title;           ///< name of the cell: "A[128, 64] .. A[128, 71]"
  std::vector<CardLine> lines; ///< value, place, warps and CTAs
  HeatSelection selection;     ///< selection after a click on the cell
};

/// One map. Immutable; owns the data that it reads. [thread: any]
class HeatMapSource {
public:
  virtual ~HeatMapSource() = default;

  virtual std::string title() const = 0; ///< "Address by time"
  virtual HeatAxis xAxis() const = 0;
  virtual HeatAxis yAxis() const = 0;
  virtual HeatMeasure measure() const = 0;
  /// Width of the map relative to its height at which its cells are square; 0: any.
  virtual double aspect() const { return 0; }
  /// The share of the accesses that the map shows, and the accesses outside of all buffers; one
  /// sentence for each.
  virtual std::vector<std::string> notes() const = 0;

  /// A picture of the window within a frame's time; may be an estimate with larger cells, whose
  /// numbers have the scale of a cell of exact().
  virtual HeatPatches quick(const HeatWindow &window) const = 0;
  /// The map in full detail. May take seconds; after a request of `stop` the result is invalid.
  virtual HeatPatches exact(const HeatWindow &window, std::stop_token stop) const = 0;

  /// Marks of a visible part that is `pixels` long.
  virtual std::vector<HeatTick> xTicks(HeatRange visible, float pixels) const = 0;
  virtual std::vector<HeatTick> yTicks(HeatRange visible, float pixels) const = 0;

  /// Details of a cell that are available at once; `value` is the number that is drawn there.
  virtual HeatHover hover(const HeatArea &cell, double value) const = 0;
  /// hover() and the warps and CTAs that touched the cell; takes as long as exact().
  virtual HeatHover details(const HeatArea &cell, double value, std::stop_token stop) const = 0;

  /// The area that a double click at a place zooms to: a buffer, a tile.
  virtual std::optional<HeatArea> partAt(double x, double y) const = 0;
  /// The areas of a selection in this map; at most some hundred. O(accesses of the CTA).
  virtual std::vector<HeatArea> areasOf(const HeatSelection &selection) const = 0;
  /// One tile, if the map consists of tiles of equal size; else nothing.
  virtual std::optional<HeatArea> tile() const { return std::nullopt; }
};

} // namespace pstudio
