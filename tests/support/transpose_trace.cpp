// SPDX-License-Identifier: Apache-2.0
// A trace of matrix transposes with every memory access.
#include "tests/support/transpose_trace.h"

#include <array>
#include <map>

#include "core/trace/trace_builder.h"

namespace pstudio::test {

namespace {

using memory::AccessKind;
using memory::AccessSpace;

constexpr uint64_t kX = 0x7f00'0000'0000, kGap = 0x10000;
constexpr uint32_t kWarps = 8, kSteps = 4, kTile = 32;
constexpr int64_t kNs = 1000;

const char *nameOf(TransposeKind kind) {
  constexpr std::array kNames = {"transpose_naive", "transpose_padded", "transpose_swizzled",
                                 "transpose_unpadded"};
  return kNames[static_cast<size_t>(kind)];
}

/// The accesses of one launch, CTA by CTA.
class Recorder {
public:
  Recorder(TransposeKind kind, const TransposeOptions &options, Picoseconds begin)
      : m_kind(kind), m_options(options), m_begin(begin.value), m_tiles(options.side / kTile),
        m_y(kX + uint64_t{options.side} * options.side * 4 + kGap) {
    const bool isNaive = kind == TransposeKind::Naive;
    const int line = isNaive ? 53 : 90;
    m_load = site(AccessKind::Load, AccessSpace::Global, "load X", line);
    if (!isNaive) {
      m_write = site(AccessKind::Store, AccessSpace::Shared, "store tile", line + 4);
      m_read = site(AccessKind::Load, AccessSpace::Shared, "load tile", line + 22);
    }
    m_store = site(AccessKind::Store, AccessSpace::Global, "store Y", isNaive ? 58 : line + 26);
  }

  int64_t ctaTime() const { return (m_kind == TransposeKind::Naive ? 900 : 620) * kNs; }
  int64_t beginOf(uint32_t cta) const { return m_begin + (cta / m_options.sms) * ctaTime(); }
  uint32_t ctas() const { return m_tiles * m_tiles; }
  Picoseconds end() const { return Picoseconds(beginOf(ctas() - 1) + ctaTime()); }

  std::shared_ptr<const memory::LaunchAccesses> record() {
    for (uint32_t cta = 0; cta < ctas(); ++cta)
      for (uint32_t warp = 0; warp < kWarps; ++warp) {
        static_cast<void>(m_table.beginWarp(cta, warp));
        recordWarp(cta, warp);
      }
    m_table.setShare(m_options.share);
    const auto side = static_cast<int64_t>(m_options.side);
    const auto matrix = [&](const char *name, uint64_t base) {
      memory::Buffer buffer{name, AccessSpace::Global, base, "f32", 4, {side, side}};
      return buffer;
    };
    std::vector<memory::Buffer> buffers{matrix("X", kX), matrix("Y", m_y)};
    if (m_kind != TransposeKind::Naive)
      buffers.push_back({"tile", AccessSpace::Shared, 0, "f32", 4, {kTile, pitch()}});
    if (m_options.isOverlapped)
      buffers.push_back({"scratch", AccessSpace::Global, m_y, "f32", 4, {side}});
    return std::make_shared<const memory::LaunchAccesses>(memory::LaunchAccesses{
        std::move(m_table), *memory::BufferMap::make(std::move(buffers)), memory::MemoryModel{}});
  }

private:
  uint16_t site(AccessKind kind, AccessSpace space, const char *name, int line) {
    return *m_table.addSite(
        {kind, space, 4, name, "kernels/transpose.mlir:" + std::to_string(line) + ":11"});
  }
  int64_t pitch() const { return m_kind == TransposeKind::Padded ? kTile + 1 : kTile; }
  uint64_t at(uint64_t base, uint64_t row, uint64_t column) const {
    return base + (row * m_options.side + column) * 4;
  }
  void tileAccess(uint16_t of, Picoseconds time, bool isColumn, uint32_t row) {
    std::array<uint64_t, kTile> addresses{};
    for (uint64_t lane = 0; lane < kTile; ++lane) {
      const uint64_t r = isColumn ? lane : row, c = isColumn ? row : lane;
      const uint64_t place = m_kind == TransposeKind::Swizzled ? c ^ r : c;
      addresses[lane] = (r * static_cast<uint64_t>(pitch()) + place) * 4;
    }
    m_table.addLanes(of, time, 0xffffffff, addresses);
  }

  void recordWarp(uint32_t cta, uint32_t warp) {
    const uint64_t row = cta / m_tiles * kTile, column = cta % m_tiles * kTile;
    const int64_t begin = beginOf(cta) + warp * 12 * kNs;
    const auto time = [begin](int64_t ns) { return Picoseconds(begin + ns * kNs); };
    const bool isNaive = m_kind == TransposeKind::Naive;
    for (uint32_t i = 0; i < kSteps; ++i) {
      const uint32_t y = warp + i * kWarps;
      m_table.addAffine(m_load, time(20 + 3 * i), 0xffffffff, at(kX, row + y, column), 4);
      if (!isNaive)
        tileAccess(m_write, time(260 + 3 * i), false, y);
    }
    for (uint32_t i = 0; i < kSteps; ++i) {
      const uint32_t y = warp + i * kWarps;
      if (isNaive) {
        m_table.addAffine(m_store, time(300 + 110 * i), 0xffffffff, at(m_y, column, row + y),
                          int64_t{m_options.side} * 4);
        continue;
      }
      tileAccess(m_read, time(400 + 4 * i), true, y);
      m_table.addAffine(m_store, time(440 + 6 * i), 0xffffffff, at(m_y, column + y, row), 4);
    }
  }

  TransposeKind m_kind;
  const TransposeOptions &m_options;
  int64_t m_begin;
  uint32_t m_tiles;
  uint64_t m_y;
  memory::AccessTable m_table;
  uint16_t m_load = 0, m_write = 0, m_read = 0, m_store = 0;
};

Track track(TrackKind kind, TrackId parent, int64_t number, LaunchId launch) {
  Track made;
  made.kind = kind;
  made.parent = parent;
  made.number = number;
  made.launch = launch;
  return made;
}

/// SMs, their CTAs and warps, each with its work as a slice.
void addTracks(TraceBuilder &builder, LaunchId launch, const Recorder &recorder,
               const TransposeOptions &options) {
  std::map<uint32_t, TrackId> sms;
  for (uint32_t cta = 0; cta < recorder.ctas(); ++cta) {
    const uint32_t sm = cta % options.sms;
    if (!sms.contains(sm))
      sms[sm] = builder.addTrack(track(TrackKind::Sm, {}, sm, launch), sm);
    const TrackId ctaTrack = builder.addTrack(track(TrackKind::Cta, sms[sm], cta, launch), cta);
    for (uint32_t warp = 0; warp < kWarps; ++warp) {
      SliceInput slice;
      slice.track = builder.addTrack(track(TrackKind::Warp, ctaTrack, warp, launch), warp);
      slice.name = builder.intern("transpose");
      slice.begin = Picoseconds(recorder.beginOf(cta) + warp * 12 * kNs);
      slice.duration = Picoseconds(recorder.ctaTime() - 160 * kNs);
      builder.addSlice(slice);
    }
  }
}

} // namespace

std::shared_ptr<const memory::LaunchAccesses> transposeAccesses(TransposeKind kind,
                                                                const TransposeOptions &options) {
  return Recorder(kind, options, Picoseconds(0)).record();
}

std::shared_ptr<const Trace> makeTransposeTrace(const std::vector<TransposeKind> &kinds,
                                                const TransposeOptions &options) {
  TraceBuilder builder;
  builder.info().title = kinds.empty() ? "transpose" : nameOf(kinds.front());
  builder.info().producer = "test";
  builder.info().date = "2026-11-22T09:00:00Z";
  Picoseconds begin(0);
  for (const TransposeKind kind : kinds) {
    Recorder recorder(kind, options, begin);
    Launch launch;
    launch.kernel = builder.intern(nameOf(kind));
    launch.target = builder.intern("NVIDIA H200");
    launch.grid = {options.side / kTile, options.side / kTile, 1};
    launch.block = {kTile, kWarps, 1};
    launch.accesses = recorder.record();
    launch.recordsWritten = launch.accesses->table.size();
    addTracks(builder, builder.addLaunch(launch), recorder, options);
    begin = recorder.end() + Picoseconds(2000 * kNs);
  }
  return std::make_shared<const Trace>(std::move(builder).finish());
}

} // namespace pstudio::test
