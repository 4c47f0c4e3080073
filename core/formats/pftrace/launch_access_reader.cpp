// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/launch_access_reader.h"

#include <algorithm>
#include <utility>

#include <protozero/exception.hpp>

#include "core/base/parallel.h"

namespace pstudio {
namespace {

constexpr size_t kMaxWaitingBytes = size_t{32} << 20;
/// Memory is set aside for this many times the first message's accesses, if the file says to have
/// as many; a lie then costs little.
constexpr uint64_t kMaxForesight = 4096;

uint64_t saturatingSum(uint64_t a, uint64_t b) {
  return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

} // namespace

void LaunchAccessReader::addFacts(LaunchId launch, protozero::data_view message, int64_t shift) {
  OfLaunch of{.facts = {}, .shift = shift};
  try {
    of.facts = readAccessFacts(message);
  } catch (const protozero::exception &) {
    m_builder.addNote(NoteCode::PftraceBadAccessFacts);
    return;
  }
  const AccessFacts &facts = of.facts;
  m_builder.addNote(NoteCode::PftraceBadAccessSite, facts.badSites);
  m_builder.addNote(NoteCode::PftraceBadAccessCount, facts.badCounts);
  m_builder.addNote(NoteCode::PftraceBadBuffer, facts.badBuffers);
  m_builder.addNote(NoteCode::PftraceBadMemoryModel, facts.isModelBad ? 1 : 0);
  m_builder.addNote(NoteCode::PftraceBadSampledPart, facts.isShareBad ? 1 : 0);
  m_launches.insert_or_assign(launch.value, std::move(of));
}

void LaunchAccessReader::addAccesses(LaunchId launch, protozero::data_view message) {
  const auto of = m_launches.find(launch.value);
  if (of == m_launches.end()) {
    ++m_strays;
    return;
  }
  m_waiting.push_back({&of->second, std::string(message.data(), message.size())});
  m_waitingBytes += message.size();
  if (m_waitingBytes >= kMaxWaitingBytes)
    decodeWaiting();
}

void LaunchAccessReader::decodeWaiting() {
  using Decoded = std::optional<AccessPart>;
  orderedPipeline(
      m_waiting.size(), 0,
      [&] {
        return [&](size_t i) {
          const auto &[of, message] = m_waiting[i];
          return Decoded(decodeAccesses(message, of->facts.sites, of->shift));
        };
      },
      [&](size_t i, Decoded part) {
        if (part)
          append(*m_waiting[i].of, *part);
        return true;
      });
  m_waiting.clear();
  m_waitingBytes = 0;
}

void LaunchAccessReader::append(OfLaunch &of, const AccessPart &part) {
  memory::AccessTable &table = of.facts.accesses.table;
  if (table.size() == 0)
    table.reserve(std::min(of.facts.accessCount, part.columns.size() * kMaxForesight));
  table.append(part.columns, part.runs);
}

void LaunchAccessReader::finish() {
  decodeWaiting();
  for (auto &[launch, of] : m_launches)
    finishLaunch(LaunchId(launch), std::move(of));
  m_launches.clear();
  m_builder.addNote(NoteCode::PftraceStrayAccesses, m_strays);
}

void LaunchAccessReader::finishLaunch(LaunchId launch, OfLaunch of) {
  AccessFacts &facts = of.facts;
  const uint64_t held = facts.accesses.table.size();
  const uint64_t missing = facts.accessCount > held ? facts.accessCount - held : 0;
  facts.share.dropped = saturatingSum(facts.share.dropped, missing);
  facts.accesses.table.setShare(facts.share);
  m_builder.launchAt(launch).accesses =
      std::make_shared<const memory::LaunchAccesses>(std::move(facts.accesses));
  m_builder.addNote(NoteCode::PftraceMissingAccesses, missing);
}

} // namespace pstudio
