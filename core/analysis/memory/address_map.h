// SPDX-License-Identifier: Apache-2.0
// Which addresses are touched when, or by which CTA: the numbers of a map that zooms from all
// buffers to a sector.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "core/access/access_table.h"
#include "core/access/buffer_map.h"
#include "core/access/memory_model.h"
#include "core/analysis/memory/heat_grid.h"
#include "core/analysis/memory/time_scale.h"

namespace pstudio::memory {

/// What lies along the columns of a map.
enum class MapAxis : uint8_t {
  Time, ///< picoseconds, as the table has them
  Cta,  ///< places in AddressMap::ctas()
  Sm,   ///< numbers that AddressMap::Options::smOf gives
};

/// The part of a map that is asked for, and into how many cells.
struct MapWindow {
  uint64_t firstAddress = 0, lastAddress = 0; ///< bytes [first, last], closed; global memory
  int64_t begin = 0, end = 0;                 ///< along the axis, half-open
  uint32_t columns = 0, rows = 0;
  std::optional<uint16_t> site = {}; ///< of this one only; not for overviews
};

/// Neighbours in an AccessTable: [begin, end).
struct AccessRange {
  uint64_t begin = 0, end = 0;
};

/// Touches of sectors of global memory by address, and by time or CTA. A touch is one access and
/// one sector of it. Holds a coarse picture of each buffer, for any window at once, and an index
/// that leads to the accesses themselves, for all detail. Immutable; the table and the buffers
/// outlive it.
class AddressMap {
public:
  struct Options {
    MapAxis axis = MapAxis::Time;
    /// For MapAxis::Sm: the SM of a CTA (its linear id), less than 2^20.
    std::function<uint32_t(uint32_t cta)> smOf = {};
    unsigned threads = 0; ///< 0: all
  };
  /// `model` is usable. O(accesses * sectors), memory for 4 million cells and 40 bytes for each
  /// 8192 accesses and buffer.
  static AddressMap build(const AccessTable &table, const BufferMap &buffers,
                          const MemoryModel &model, const Options &options);

  /// Of the coarse picture: what lies in a cell of it counts as evenly spread. Sums over cells of
  /// the picture are exact; what is in no buffer is missing. O(cells of the window).
  HeatGrid overview(const MapWindow &window) const;
  /// Exact. A sector counts in each row that holds a byte of it. Once `stop` is requested the rest
  /// is left out. O(accesses near the window).
  HeatGrid exact(const MapWindow &window, unsigned threads = 0, std::stop_token stop = {}) const;
  /// Likewise, of several windows with one look at the accesses. Their addresses rise and do not
  /// overlap; in all else but their rows they are alike.
  std::vector<HeatGrid> exactAll(std::span<const MapWindow> windows, unsigned threads = 0,
                                 std::stop_token stop = {}) const;
  /// Where in the table the accesses are that may touch the window; others are in there, too.
  std::vector<AccessRange> rangesNear(const MapWindow &window) const;

  MapAxis axis() const { return m_axis; }
  /// Linear ids, in the order of the table.
  std::span<const uint32_t> ctas() const { return m_ctas; }
  /// Place on the axis of an access of the run, by time. `run` is an index of the table's runs.
  int64_t placeOf(const Access &access, size_t run) const {
    return m_axis == MapAxis::Time ? access.time.value : int64_t{m_placeOfRun[run]};
  }
  /// What a window takes to show everything: times, or places of CTAs.
  int64_t axisBegin() const { return m_scale.begin; }
  int64_t axisEnd() const { return m_scale.end(); }
  uint64_t touchCount() const { return m_touches; }   ///< in buffers
  uint64_t outsideCount() const { return m_outside; } ///< touches in no buffer
  uint64_t memoryBytes() const;

private:
  friend class MapBuilder;
  /// What a buffer's picture covers; sums[r * (columns + 1) + c] counts rows < r and columns < c.
  struct Picture {
    uint64_t base = 0;
    uint32_t rowShift = 0; ///< a row is 2^this bytes
    uint32_t rows = 0;
    std::vector<double> sums;
  };
  /// Addresses [first, last] that a zone touches in a buffer, or, for kNone, in none.
  struct Hull {
    uint32_t buffer = 0;
    uint64_t first = 0;
    uint64_t last = 0;
  };
  /// Neighbours in the table, and where they are on the axis: [begin, last], closed.
  struct Zone {
    int64_t begin = 0;
    int64_t last = 0;
    std::vector<Hull> hulls;
  };

  static bool reaches(const Picture &picture, const MapWindow &window);
  bool mayTouch(const Zone &zone, const MapWindow &window) const;
  std::vector<size_t> zonesNear(std::span<const MapWindow> windows) const;
  void addZone(size_t zone, std::span<const MapWindow> windows, class SectorParts &parts,
               std::vector<HeatGrid> &grids) const;
  static void addSector(const MapWindow &window, uint64_t first, uint64_t last, uint32_t column,
                        HeatGrid &grid);

  const AccessTable *m_table = nullptr;
  MemoryModel m_model;
  MapAxis m_axis = MapAxis::Time;
  TimeScale m_scale; // of columns of the pictures
  std::vector<uint32_t> m_ctas;
  std::vector<uint32_t> m_placeOfRun; // on the axis, unless that is time
  std::vector<Picture> m_pictures;    // by buffer; without rows for those of shared memory
  std::vector<Zone> m_zones;
  uint64_t m_touches = 0;
  uint64_t m_outside = 0;
};

} // namespace pstudio::memory
