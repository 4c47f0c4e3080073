// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/launch_access_reader.h"

#include <algorithm>
#include <utility>

#include <protozero/exception.hpp>

#include "core/base/parallel.h"

namespace pstudio {
namespace {

constexpr size_t kMostWaitingBytes = size_t{32} << 20;
/// Memory is set aside for this many times the first message's accesses, if the file says to have
/// as many; a lie then costs little.
constexpr uint64_t kMostForesight = 4096;

uint64_t saturatingSum(uint64_t a, uint64_t b) {
  return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

} // namespace

void LaunchAccessReader::addFacts(LaunchId launch, protozero::data_view message, int64_t shift) {
  const auto note = [&](const char *code, const char *text, uint64_t count = 1) {
    m_builder.addNote(Note::Severity::Error, code, text, count);
  };
  OfLaunch of{.facts = {}, .shift = shift};
  try {
    of.facts = readAccessFacts(message);
  } catch (const protozero::exception &) {
    note("pftrace.bad-access-facts",
         "what a launch says of its memory accesses is damaged; they were left out");
    return;
  }
  const AccessFacts &facts = of.facts;
  note("pftrace.bad-access-site",
       "memory operations are impossible; they and their accesses were left out", facts.badSites);
  note("pftrace.bad-access-count", "counts of memory accesses are impossible and were left out",
       facts.badCounts);
  note("pftrace.bad-buffer", "buffers are impossible and were left out", facts.badBuffers);
  note("pftrace.bad-memory-model",
       "a launch's numbers of lines, sectors and banks are impossible; the usual ones stand for "
       "them",
       facts.isModelBad ? 1 : 0);
  note("pftrace.bad-sampled-part",
       "the sampled part of a launch's memory accesses is impossible; it is taken to be all",
       facts.isShareBad ? 1 : 0);
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
  if (m_waitingBytes >= kMostWaitingBytes)
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
    table.reserve(std::min(of.facts.accessCount, part.columns.size() * kMostForesight));
  table.append(part.columns, part.runs);
}

void LaunchAccessReader::finish() {
  decodeWaiting();
  for (auto &[launch, of] : m_launches)
    finishLaunch(LaunchId(launch), std::move(of));
  m_launches.clear();
  m_builder.addNote(Note::Severity::DataLoss, "pftrace.stray-accesses",
                    "groups of memory accesses belong to no launch and were left out", m_strays);
}

void LaunchAccessReader::finishLaunch(LaunchId launch, OfLaunch of) {
  AccessFacts &facts = of.facts;
  const uint64_t held = facts.accesses.table.size();
  const uint64_t missing = facts.accessCount > held ? facts.accessCount - held : 0;
  facts.share.dropped = saturatingSum(facts.share.dropped, missing);
  facts.accesses.table.setShare(facts.share);
  m_builder.launchAt(launch).accesses =
      std::make_shared<const memory::LaunchAccesses>(std::move(facts.accesses));
  m_builder.addNote(Note::Severity::DataLoss, "pftrace.missing-accesses",
                    "memory accesses are damaged or missing in the file; they count as dropped",
                    missing);
}

} // namespace pstudio
