// SPDX-License-Identifier: Apache-2.0
// Touched addresses by time or by CTA: the data of a map that zooms from all buffers to one sector.
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

/// Meaning of the columns of a map.
enum class MapAxis : uint8_t {
  Time, ///< picoseconds, as in the table
  Cta,  ///< indices into AddressMap::ctas()
  Sm,   ///< results of AddressMap::Options::smOf
};

/// The requested part of a map, and its numbers of cells.
struct MapWindow {
  uint64_t firstAddress = 0, lastAddress = 0; ///< bytes [first, last], closed; global memory
  int64_t begin = 0, end = 0;                 ///< along the axis, half-open
  uint32_t columns = 0, rows = 0;
  std::optional<uint16_t> site = {}; ///< only accesses of this site; not for overviews
};

/// Neighbours in an AccessTable: [begin, end).
struct AccessRange {
  uint64_t begin = 0, end = 0;
};

/// Touches of sectors of global memory by address, and by time or CTA. A touch is one access and
/// one sector of it. Contains a coarse picture of each buffer, for immediate answers, and an index
/// of the accesses, for exact results. Immutable; the table and the buffers must outlive it.
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

  /// Touches from the coarse pictures: those of a cell count as evenly spread. Sums over whole
  /// cells of a picture are exact; touches outside of buffers are missing. O(cells of the window).
  HeatGrid overview(const MapWindow &window) const;
  /// Exact touches. A sector counts in each row that contains a byte of it. After a stop request
  /// the remaining accesses are left out. O(accesses near the window).
  HeatGrid exact(const MapWindow &window, unsigned threads = 0, std::stop_token stop = {}) const;
  /// The same for several windows in one pass over the accesses. Their addresses rise and do not
  /// overlap; all their other members except `rows` are equal.
  std::vector<HeatGrid> exactAll(std::span<const MapWindow> windows, unsigned threads = 0,
                                 std::stop_token stop = {}) const;
  /// Ranges of the table that contain all accesses that may touch the window, and others.
  std::vector<AccessRange> rangesNear(const MapWindow &window) const;

  MapAxis axis() const { return m_axis; }
  /// Linear ids, in the order of the table.
  std::span<const uint32_t> ctas() const { return m_ctas; }
  /// Position of an access of the run on the axis. `run` is an index of the table's runs.
  int64_t placeOf(const Access &access, size_t run) const {
    return m_axis == MapAxis::Time ? access.time.value : int64_t{m_placeOfRun[run]};
  }
  /// The range of a window that shows everything: times, or indices of CTAs.
  int64_t axisBegin() const { return m_scale.begin; }
  int64_t axisEnd() const { return m_scale.end(); }
  uint64_t touchCount() const { return m_touches; }   ///< in buffers
  uint64_t outsideCount() const { return m_outside; } ///< touches in no buffer
  uint64_t memoryBytes() const;

private:
  friend class MapBuilder;
  /// The coarse picture of a buffer; sums[r * (columns + 1) + c] counts rows < r and columns < c.
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
  /// Neighbours in the table, and their range on the axis: [begin, last], closed.
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
  std::vector<uint32_t> m_placeOfRun; // on the axis, unless the axis is time
  std::vector<Picture> m_pictures;    // by buffer; without rows for those of shared memory
  std::vector<Zone> m_zones;
  uint64_t m_touches = 0;
  uint64_t m_outside = 0;
};

} // namespace pstudio::memory
