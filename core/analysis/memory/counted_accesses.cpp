// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/memory/counted_accesses.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace pstudio::memory {
namespace {

std::optional<ByteRange> pieceOf(const LaunchAccesses &accesses, const AccessCount &cell,
                                 uint32_t buffer) {
  if (buffer == BufferMap::kNone)
    return std::nullopt;
  return bytesOfBin(accesses.counts.sites[cell.site], cell.bin,
                    accesses.buffers.buffers()[buffer].base, accesses.buffers.bytesOf(buffer));
}

/// Pieces that a buffer has; 0 if it has more than there are bins.
uint32_t piecesOf(const LaunchAccesses &accesses, uint16_t site, uint32_t buffer) {
  const CountedBins &counted = accesses.counts.sites[site];
  const uint64_t begin = accesses.buffers.buffers()[buffer].base + counted.start;
  const uint64_t bytes = accesses.buffers.bytesOf(buffer);
  if (bytes == 0)
    return 0;
  const uint64_t pieces = ((begin + (bytes - 1)) >> counted.shift) - (begin >> counted.shift) + 1;
  return pieces > uint64_t{counted.bins} + 1 ? 0 : static_cast<uint32_t>(pieces);
}

std::vector<uint32_t> buffersOfSites(const LaunchAccesses &accesses) {
  std::vector<uint32_t> buffers;
  for (size_t site = 0; site < accesses.counts.sites.size(); ++site)
    buffers.push_back(countedBuffer(accesses, static_cast<uint16_t>(site)));
  return buffers;
}

/// Sums of one site. Its cells must be added by rising CTA.
class SiteSum {
public:
  void add(const AccessCount &cell, const std::optional<ByteRange> &piece) {
    if (m_sum.ctas == 0 || cell.cta != m_lastCta) {
      ++m_sum.ctas;
      m_lastCta = cell.cta;
      m_inCta = 0;
    }
    m_sum.accesses += cell.accesses;
    m_sum.lanes += cell.lanes;
    m_inCta += cell.accesses;
    if (m_inCta > m_sum.mostInCta) {
      m_sum.mostInCta = m_inCta;
      m_sum.busiestCta = cell.cta;
    }
    if (!piece)
      return;
    m_sum.placed += cell.accesses;
    m_pieces[piece->first].first += cell.accesses;
    m_pieces[piece->first].second = piece->end;
  }

  CountedSite finish() && {
    m_sum.touched = static_cast<uint32_t>(m_pieces.size());
    for (const auto &[first, piece] : m_pieces)
      if (piece.first > m_sum.mostInPiece) {
        m_sum.mostInPiece = piece.first;
        m_sum.busiestPiece = {first, piece.second};
      }
    return m_sum;
  }

private:
  CountedSite m_sum;
  std::map<uint64_t, std::pair<uint64_t, uint64_t>> m_pieces; ///< first byte: accesses, end
  uint32_t m_lastCta = 0;
  uint64_t m_inCta = 0;
};

} // namespace

uint32_t countedBuffer(const LaunchAccesses &accesses, uint16_t site) {
  const std::span<const Buffer> buffers = accesses.buffers.buffers();
  const AccessSpace space = accesses.table.sites()[site].space;
  const std::string &name = accesses.counts.sites[site].buffer;
  uint32_t only = BufferMap::kNone, count = 0;
  for (uint32_t i = 0; i < buffers.size(); ++i) {
    if (buffers[i].space != space)
      continue;
    if (!name.empty() && buffers[i].name == name)
      return i;
    only = i;
    ++count;
  }
  return count == 1 ? only : BufferMap::kNone;
}

std::vector<CountedSite> countedSites(const LaunchAccesses &accesses) {
  const std::vector<uint32_t> buffers = buffersOfSites(accesses);
  std::vector<SiteSum> sums(buffers.size());
  for (const AccessCount &cell : accesses.counts.cells)
    sums[cell.site].add(cell, pieceOf(accesses, cell, buffers[cell.site]));
  std::vector<CountedSite> sites;
  for (size_t i = 0; i < sums.size(); ++i) {
    sites.push_back(std::move(sums[i]).finish());
    sites.back().buffer = buffers[i];
    if (buffers[i] != BufferMap::kNone)
      sites.back().pieces = piecesOf(accesses, static_cast<uint16_t>(i), buffers[i]);
  }
  return sites;
}

CountedMap::CountedMap(const LaunchAccesses &accesses) {
  const std::vector<uint32_t> buffers = buffersOfSites(accesses);
  std::set<uint32_t> ctas;
  for (const AccessCount &cell : accesses.counts.cells)
    ctas.insert(cell.cta);
  m_ctas.assign(ctas.begin(), ctas.end());
  for (const AccessCount &cell : accesses.counts.cells) {
    if (accesses.table.sites()[cell.site].space != AccessSpace::Global)
      continue;
    const std::optional<ByteRange> piece = pieceOf(accesses, cell, buffers[cell.site]);
    (piece ? m_placed : m_unplaced) += cell.accesses;
    if (!piece)
      continue;
    const auto place = std::ranges::lower_bound(m_ctas, cell.cta) - m_ctas.begin();
    m_cells.push_back({*piece, static_cast<uint32_t>(place), cell.site, cell.accesses, cell.lanes});
  }
  std::ranges::stable_sort(m_cells, {}, &Cell::place);
}

std::span<const CountedMap::Cell> CountedMap::cellsOf(int64_t begin, int64_t end) const {
  const auto at = [&](int64_t place) {
    return std::ranges::lower_bound(m_cells, std::max<int64_t>(place, 0), {},
                                    [](const Cell &cell) { return int64_t{cell.place}; });
  };
  const auto first = at(begin);
  return {first, std::max(first, at(end))};
}

HeatGrid CountedMap::grid(const MapWindow &window) const {
  HeatGrid grid(window.columns, window.rows);
  if (grid.cells.empty() || window.end <= window.begin || window.lastAddress < window.firstAddress)
    return grid;
  const double rowBytes =
      (static_cast<double>(window.lastAddress - window.firstAddress) + 1) / window.rows;
  const double columnPlaces = static_cast<double>(window.end - window.begin) / window.columns;
  for (const Cell &cell : cellsOf(window.begin, window.end)) {
    if (cell.bytes.first > window.lastAddress || cell.bytes.end <= window.firstAddress ||
        (window.site && *window.site != cell.site))
      continue;
    const auto column = std::min(
        static_cast<uint32_t>(static_cast<double>(cell.place - window.begin) / columnPlaces),
        window.columns - 1);
    const auto offsetOf = [&](uint64_t address) {
      return address >= window.firstAddress ? static_cast<double>(address - window.firstAddress)
                                            : -static_cast<double>(window.firstAddress - address);
    };
    const double first = offsetOf(cell.bytes.first) / rowBytes;
    const double end = offsetOf(cell.bytes.end) / rowBytes;
    const double perRow = static_cast<double>(cell.accesses) / (end - first);
    const double last = std::min<double>(end, window.rows);
    for (double row = std::floor(std::max(first, 0.0)); row < last; ++row)
      grid.at(column, static_cast<uint32_t>(row)) +=
          perRow * (std::min(end, row + 1) - std::max(first, row));
  }
  return grid;
}

std::vector<CountedMap::Piece> CountedMap::piecesIn(const MapWindow &window) const {
  std::map<std::pair<uint16_t, uint64_t>, Piece> found;
  for (const Cell &cell : cellsOf(window.begin, window.end)) {
    if (cell.bytes.first > window.lastAddress || cell.bytes.end <= window.firstAddress ||
        (window.site && *window.site != cell.site))
      continue;
    Piece &piece = found[{cell.site, cell.bytes.first}];
    piece.site = cell.site;
    piece.bytes = cell.bytes;
    piece.accesses += cell.accesses;
    piece.lanes += cell.lanes;
  }
  std::vector<Piece> pieces;
  for (const auto &[key, piece] : found)
    pieces.push_back(piece);
  std::ranges::stable_sort(pieces, std::ranges::greater(), &Piece::accesses);
  return pieces;
}

} // namespace pstudio::memory
