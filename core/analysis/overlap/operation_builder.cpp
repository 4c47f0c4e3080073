// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap/operation_builder.h"

#include <algorithm>
#include <numeric>

#include "core/analysis/overlap/issue_match.h"
#include "core/analysis/overlap/wait_targets.h"

namespace pstudio::analysis {
namespace {

class OperationBuilder {
public:
  OperationBuilder(RecordedLaunch &launch, std::span<const uint32_t> order)
      : m_overlap(launch.overlap), m_records(launch.records), m_order(order) {}

  void build();

private:
  void addOperations();
  void linkVisits();
  void judge(AsyncOperation &operation, const FlightRecord &flight);
  void measure(AsyncOperation &operation);

  std::span<OperationVisit> visitsOf(const AsyncOperation &operation) {
    return std::span(m_overlap.visits).subspan(operation.firstVisit, operation.visitCount);
  }

  LaunchOverlap &m_overlap;
  const LaunchRecords &m_records;
  std::span<const uint32_t> m_order;
};

void OperationBuilder::build() {
  addOperations();
  linkVisits();
  for (uint32_t i = 0; i < m_order.size(); ++i) {
    AsyncOperation &operation = m_overlap.operations[i];
    std::ranges::sort(visitsOf(operation), {}, [&](const OperationVisit &visit) {
      return std::pair(m_overlap.waits[visit.wait].exit, visit.wait);
    });
    judge(operation, m_records.flights[m_order[i]]);
  }
}

void OperationBuilder::addOperations() {
  m_overlap.operations.reserve(m_order.size());
  for (uint32_t c = 0; c < m_overlap.channels.size(); ++c) {
    const Channel &channel = m_overlap.channels[c];
    for (uint32_t i = 0; i < channel.operationCount; ++i) {
      const FlightRecord &flight = m_records.flights[m_order[channel.firstOperation + i]];
      AsyncOperation operation;
      operation.flight = flight.slice;
      operation.channel = c;
      operation.issuer = flight.unit;
      operation.instance = flight.instance;
      operation.stage = static_cast<uint32_t>(std::min<uint64_t>(flight.stage, kNoIndex - 1));
      operation.loopStart = flight.begin;
      operation.issueBegin = flight.begin;
      operation.issueEnd = flight.begin;
      operation.completeAfter = flight.begin;
      operation.completeBefore = flight.begin;
      m_overlap.operations.push_back(operation);
    }
  }
}

/// Links by operation: counted, then put behind each other.
void OperationBuilder::linkVisits() {
  std::vector<uint32_t> operationOf(m_order.size());
  for (uint32_t i = 0; i < m_order.size(); ++i)
    operationOf[m_order[i]] = i;
  for (const FlightFlow &link : m_records.flightFlows)
    ++m_overlap.operations[operationOf[link.flight]].visitCount;
  uint32_t first = 0;
  for (AsyncOperation &operation : m_overlap.operations) {
    operation.firstVisit = first;
    first += operation.visitCount;
    operation.visitCount = 0;
  }
  m_overlap.visits.resize(first);
  for (const FlightFlow &link : m_records.flightFlows) {
    const uint32_t index = operationOf[link.flight];
    AsyncOperation &operation = m_overlap.operations[index];
    OperationVisit &visit = m_overlap.visits[operation.firstVisit + operation.visitCount++];
    visit.operation = index;
    visit.wait = link.wait;
  }
}

void OperationBuilder::judge(AsyncOperation &operation, const FlightRecord &flight) {
  if ((flight.flags & kSliceNoStart) != 0 || flight.pairing == AsyncPairing::IssueNotRecorded) {
    operation.completion = Completion::IssueUnknown;
  } else if (flight.pairing == AsyncPairing::OrderNotCertain) {
    operation.completion = Completion::Uncertain;
  } else if (flight.pairing == AsyncPairing::WaitNotRecorded) {
    operation.completion = Completion::WaitUnknown;
  } else if ((flight.flags & kSliceNoEnd) != 0 || flight.pairing == AsyncPairing::NeverWaitedFor) {
    operation.completion = Completion::NeverWaited;
  } else if (operation.visitCount == 0) {
    operation.completion = Completion::EndOnly;
    operation.completeBefore = flight.end;
  } else {
    measure(operation);
  }
}

void OperationBuilder::measure(AsyncOperation &operation) {
  const Ticks issue = operation.issueBegin;
  Ticks before(INT64_MAX);
  bool hasBlocked = false;
  for (OperationVisit &visit : visitsOf(operation)) {
    const AsyncWait &wait = m_overlap.waits[visit.wait];
    const Ticks until = wait.hasBlocked ? wait.exit : wait.enter;
    // A wait that was entered before the issue waited for the issue first.
    visit.late =
        wait.hasBlocked ? std::clamp(issue - wait.enter, Ticks(), wait.exit - wait.enter) : Ticks();
    visit.exposed = wait.hasBlocked ? wait.exit - wait.enter - visit.late : Ticks();
    visit.inFlight = std::max(until - issue, visit.exposed);
    before = std::min(before, until);
    hasBlocked |= wait.hasBlocked;
  }
  operation.completion = hasBlocked ? Completion::Blocked : Completion::ReadyBefore;
  operation.completeBefore = std::max(before, issue);
  for (const OperationVisit &visit : visitsOf(operation)) {
    const AsyncWait &wait = m_overlap.waits[visit.wait];
    // A wait for newer operations may have blocked for those.
    if (wait.hasBlocked && wait.instance <= operation.instance &&
        wait.enter <= operation.completeBefore)
      operation.completeAfter = std::max(operation.completeAfter, wait.enter);
  }
}

} // namespace

void buildOperations(RecordedLaunch &launch, std::span<const uint32_t> order) {
  OperationBuilder(launch, order).build();
  matchIssues(launch);
  findWaitTargets(launch);
}

} // namespace pstudio::analysis
