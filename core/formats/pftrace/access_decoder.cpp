// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/access_decoder.h"

#include <bit>

#include <protozero/exception.hpp>
#include <protozero/varint.hpp>

#include "core/formats/import/message_reader.h"
#include "core/formats/pftrace/access_fields.h"

namespace pstudio {
namespace {

namespace fields = extension::accesses;

/// Numbers one after the other. Reading throws protozero::exception at the end and where a number
/// is damaged.
class VarintCursor {
public:
  VarintCursor() = default;
  explicit VarintCursor(protozero::data_view column)
      : m_next(column.data()), m_end(column.data() + column.size()) {}

  bool isAtEnd() const { return m_next == m_end; }
  uint64_t next() { return protozero::decode_varint(&m_next, m_end); }
  int64_t nextSigned() { return protozero::decode_zigzag64(next()); }
  /// `value` and the next difference, modulo 2^64.
  uint64_t nextFrom(uint64_t value) { return value + static_cast<uint64_t>(nextSigned()); }

private:
  const char *m_next = nullptr;
  const char *m_end = nullptr;
};

/// Properties that several accesses share.
struct Kind {
  uint32_t fileSite = 0;
  uint32_t site = kNoSite; ///< in the table
  bool isAffine = false;
  memory::LaneMask mask = 0;
  int64_t stride = 0;
  bool isSound() const { return site != kNoSite && mask != 0; }
};

class AccessDecoder {
public:
  AccessDecoder(protozero::data_view message, const SiteNumbers &sites, int64_t shift)
      : m_sites(sites), m_shift(static_cast<uint64_t>(shift)) {
    forEachField(message, [&](const FieldReader &field) {
      if (field.isBytes() && field.number() < std::size(m_columns))
        m_columns[field.number()] = VarintCursor(field.bytes());
    });
  }

  /// Throws protozero::exception.
  std::optional<AccessPart> run() {
    if (!readKinds() || !readRuns())
      return std::nullopt;
    m_part.columns.reserve(m_accesses);
    for (memory::WarpRun &run : m_part.runs)
      if (!readRun(run))
        return std::nullopt;
    for (const uint32_t column : {fields::kKindOf, fields::kTimes, fields::kBases, fields::kLanes})
      if (!m_columns[column].isAtEnd())
        return std::nullopt;
    return std::move(m_part);
  }

private:
  bool readKinds() {
    VarintCursor &column = m_columns[fields::kKinds];
    while (!column.isAtEnd()) {
      const uint64_t head = column.next();
      Kind kind;
      if (head / 2 >= memory::AccessTable::kMaxSites)
        return false;
      kind.fileSite = static_cast<uint32_t>(head / 2);
      kind.site = kind.fileSite < m_sites.size() ? m_sites[kind.fileSite] : kNoSite;
      kind.isAffine = head % 2 != 0;
      kind.mask = column.next();
      kind.stride = kind.isAffine ? column.nextSigned() : 0;
      m_kinds.push_back(kind);
      if (kind.fileSite >= m_lastBases.size())
        m_lastBases.resize(kind.fileSite + size_t{1});
    }
    return true;
  }

  /// The runs, with places as if nothing was left out.
  bool readRuns() {
    VarintCursor &column = m_columns[fields::kRuns];
    uint64_t cta = 0;
    while (!column.isAtEnd()) {
      cta = column.nextFrom(cta);
      const uint64_t warp = column.next();
      const uint64_t count = column.next();
      if (cta > UINT32_MAX || warp > UINT32_MAX || count > extension::kMaxAccesses ||
          m_accesses + count > extension::kMaxAccesses || m_part.runs.size() == extension::kMaxRuns)
        return false;
      m_part.runs.push_back({static_cast<uint32_t>(cta), static_cast<uint32_t>(warp), m_accesses,
                             m_accesses + count});
      m_accesses += count;
    }
    return true;
  }

  bool readRun(memory::WarpRun &run) {
    uint64_t left = run.end - run.begin;
    run.begin = m_part.columns.size();
    uint64_t time = m_runTime;
    for (bool isFirst = true; left > 0; --left, isFirst = false) {
      time = m_columns[fields::kTimes].nextFrom(time);
      if (isFirst)
        m_runTime = time;
      const uint64_t kind = m_columns[fields::kKindOf].next();
      if (kind >= m_kinds.size())
        return false;
      readAccess(m_kinds[kind], Picoseconds(static_cast<int64_t>(time + m_shift)));
    }
    run.end = m_part.columns.size();
    return true;
  }

  void readAccess(const Kind &kind, Picoseconds time) {
    uint64_t &base = m_lastBases[kind.fileSite];
    base = m_columns[fields::kBases].nextFrom(base);
    const auto site = static_cast<uint16_t>(kind.site);
    if (kind.isAffine) {
      if (kind.isSound())
        m_part.columns.addAffine(site, time, kind.mask, base, kind.stride);
      return;
    }
    std::array<uint64_t, memory::kMaxLanes> addresses;
    addresses[0] = base;
    const auto lanes = static_cast<size_t>(std::popcount(kind.mask));
    for (size_t lane = 1; lane < lanes; ++lane)
      addresses[lane] = m_columns[fields::kLanes].nextFrom(addresses[lane - 1]);
    if (kind.isSound())
      m_part.columns.addLanes(site, time, kind.mask, {addresses.data(), lanes});
  }

  const SiteNumbers &m_sites;
  const uint64_t m_shift;
  std::array<VarintCursor, fields::kLanes + 1> m_columns; // by field
  std::vector<Kind> m_kinds;
  std::vector<uint64_t> m_lastBases; // by site in the file
  uint64_t m_accesses = 0;           // that the runs claim
  uint64_t m_runTime = 0;            // of the first access of the run before
  AccessPart m_part;
};

} // namespace

uint64_t launchOfAccesses(protozero::data_view message) {
  uint64_t launch = 0;
  forEachField(message, [&](const FieldReader &field) {
    if (field.isVarint(fields::kLaunch))
      launch = field.uint64();
  });
  return launch;
}

std::optional<AccessPart> decodeAccesses(protozero::data_view message, const SiteNumbers &sites,
                                         int64_t shift) {
  try {
    return AccessDecoder(message, sites, shift).run();
  } catch (const protozero::exception &) {
    return std::nullopt;
  }
}

} // namespace pstudio
