// SPDX-License-Identifier: Apache-2.0
// Two passes over the slices in parts: counts and totals, then samples for the medians.
#include "core/trace/name_uses.h"

#include <algorithm>

#include "core/base/parallel.h"
#include "core/trace/slice_flags.h"

namespace pstudio {
namespace {

constexpr size_t kMinPart = 200'000;     // slices that are worth a thread
constexpr uint32_t kMaxNames = 1u << 17; // more of them are counted by one thread, to save memory

/// The part of the slices that one thread counts.
struct Part {
  size_t begin = 0, end = 0;
  std::vector<NameUse> uses;          ///< by StringId
  std::vector<uint64_t> countsBefore; ///< by StringId: whole slices of earlier parts
  std::vector<std::vector<int64_t>> samples;
};

Picoseconds sumOf(Picoseconds a, int64_t b) {
  int64_t sum;
  return Picoseconds(__builtin_add_overflow(a.value, b, &sum) ? INT64_MAX : sum);
}

class NameCounter {
public:
  NameCounter(std::span<const Row> rows, std::span<const Track> tracks,
              std::span<const StringId> names, const Lengths &durations,
              std::span<const uint8_t> flags)
      : m_rows(rows), m_tracks(tracks), m_names(names), m_durations(durations), m_flags(flags) {
    for (const StringId name : names)
      if (name.isValid())
        m_nameEnd = std::max(m_nameEnd, name.value + 1);
    const size_t threads = m_nameEnd > kMaxNames ? 1 : threadCountOf(0);
    const size_t parts = std::clamp<size_t>(names.size() / kMinPart, 1, threads);
    for (size_t i = 0; i < parts; ++i)
      m_parts.push_back({names.size() * i / parts, names.size() * (i + 1) / parts, {}, {}, {}});
  }

  std::vector<NameUse> run() {
    forParts([&](Part &part) { count(part); });
    addUp();
    forParts([&](Part &part) { sample(part); });
    std::vector<NameUse> used;
    for (uint32_t name = 0; name < m_nameEnd; ++name) {
      if (m_uses[name].count == 0)
        continue;
      m_uses[name].name = StringId(name);
      m_uses[name].median = medianOf(name);
      used.push_back(m_uses[name]);
    }
    return used;
  }

private:
  template <class Work> void forParts(const Work &work) {
    parallelFor(m_parts.size(), 0, [&](size_t i) { work(m_parts[i]); });
  }

  void count(Part &part) const {
    part.uses.resize(m_nameEnd);
    auto row = std::upper_bound(
        m_rows.begin(), m_rows.end(), part.begin,
        [](size_t slice, const Row &candidate) { return slice < candidate.firstSlice.value; });
    if (row != m_rows.begin())
      --row;
    for (; row != m_rows.end() && row->firstSlice.value < part.end; ++row) {
      const Track &track = m_tracks[row->track.value];
      const bool isWarp = track.kind == TrackKind::Warp;
      const size_t end = std::min<size_t>(part.end, row->firstSlice.value + row->sliceCount);
      for (size_t i = std::max<size_t>(part.begin, row->firstSlice.value); i < end; ++i) {
        if (!m_names[i].isValid())
          continue;
        NameUse &use = part.uses[m_names[i].value];
        const bool isWhole = isWholeSlice(m_flags[i]);
        const int64_t duration = isWhole ? m_durations[i] : 0;
        ++use.count;
        use.wholeCount += isWhole;
        use.total = sumOf(use.total, duration);
        use.isInKernel |= track.launch.isValid();
        if (isWarp)
          use.warpTotalPs = std::max(use.warpTotalPs, 0.0) + static_cast<double>(duration);
      }
    }
  }

  void addUp() {
    m_uses.resize(m_nameEnd);
    for (Part &part : m_parts) {
      part.countsBefore.resize(m_nameEnd);
      for (uint32_t name = 0; name < m_nameEnd; ++name) {
        NameUse &sum = m_uses[name];
        const NameUse &use = part.uses[name];
        part.countsBefore[name] = sum.wholeCount;
        sum.count += use.count;
        sum.wholeCount += use.wholeCount;
        sum.total = sumOf(sum.total, use.total.value);
        sum.isInKernel |= use.isInKernel;
        if (use.warpTotalPs >= 0)
          sum.warpTotalPs = std::max(sum.warpTotalPs, 0.0) + use.warpTotalPs;
      }
    }
  }

  /// Every n-th whole slice of each name, counted over all parts.
  void sample(Part &part) const {
    part.samples.resize(m_nameEnd);
    std::vector<uint64_t> until(m_nameEnd); // slices up to the next one
    for (uint32_t name = 0; name < m_nameEnd; ++name) {
      const uint64_t step = m_uses[name].wholeCount / NameUse::kMedianSample + 1;
      until[name] = (step - part.countsBefore[name] % step) % step;
    }
    for (size_t i = part.begin; i < part.end; ++i) {
      if (!m_names[i].isValid() || !isWholeSlice(m_flags[i]))
        continue;
      const uint32_t name = m_names[i].value;
      if (until[name]-- > 0)
        continue;
      until[name] = m_uses[name].wholeCount / NameUse::kMedianSample;
      part.samples[name].push_back(m_durations[i]);
    }
  }

  std::optional<Picoseconds> medianOf(uint32_t name) const {
    std::vector<int64_t> times;
    for (const Part &part : m_parts)
      times.insert(times.end(), part.samples[name].begin(), part.samples[name].end());
    if (times.empty())
      return std::nullopt;
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return Picoseconds(*middle);
  }

  std::span<const Row> m_rows;
  std::span<const Track> m_tracks;
  std::span<const StringId> m_names;
  Lengths m_durations;
  std::span<const uint8_t> m_flags;
  uint32_t m_nameEnd = 0;
  std::vector<Part> m_parts;
  std::vector<NameUse> m_uses; ///< by StringId
};

} // namespace

std::vector<NameUse> countNames(std::span<const Row> rows, std::span<const Track> tracks,
                                std::span<const StringId> names, const Lengths &durations,
                                std::span<const uint8_t> flags) {
  return NameCounter(rows, tracks, names, durations, flags).run();
}

} // namespace pstudio
