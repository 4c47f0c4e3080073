// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap/operation_builder.h"

#include <algorithm>
#include <numeric>

#include "core/analysis/overlap/async_records.h"

namespace pstudio::analysis {
namespace {

constexpr size_t kMaxParts = 64; // issues that are searched after the first one of an operation

class IssueMatch {
public:
  explicit IssueMatch(RecordedLaunch &launch)
      : m_overlap(launch.overlap), m_issues(launch.records.issues) {
    m_firstIssue.assign(m_overlap.units.size() + 1, 0);
    for (const IssueRecord &issue : m_issues)
      ++m_firstIssue[issue.unit + 1];
    for (size_t i = 1; i < m_firstIssue.size(); ++i)
      m_firstIssue[i] += m_firstIssue[i - 1];
    m_nextIssue.resize(m_overlap.units.size());
    m_nextWait.resize(m_overlap.units.size());
    m_afterLast.resize(m_overlap.units.size());
  }

  void match() {
    for (const AsyncStream &stream : m_overlap.streams) {
      const auto operations =
          std::span(m_overlap.operations).subspan(stream.firstOperation, stream.operationCount);
      beginStream(operations);
      for (AsyncOperation &operation : operations) {
        findIssue(operation);
        findLoopStart(operation);
      }
    }
  }

private:
  void beginStream(std::span<const AsyncOperation> operations);
  void findIssue(AsyncOperation &operation);
  void findLoopStart(AsyncOperation &operation);

  LaunchOverlap &m_overlap;
  const std::vector<IssueRecord> &m_issues;
  std::vector<size_t> m_firstIssue; // by unit, and the end
  // By unit, in the stream that is being matched: the position after its operations so far.
  std::vector<size_t> m_nextIssue;
  std::vector<size_t> m_nextWait;
  std::vector<Ticks> m_afterLast; // end of the last issue
};

void IssueMatch::beginStream(std::span<const AsyncOperation> operations) {
  for (const AsyncOperation &operation : operations) {
    m_nextIssue[operation.issuer] = m_firstIssue[operation.issuer];
    m_nextWait[operation.issuer] = m_overlap.units[operation.issuer].firstWait;
    m_afterLast[operation.issuer] = Ticks(INT64_MIN);
  }
}

void IssueMatch::findIssue(AsyncOperation &operation) {
  size_t &next = m_nextIssue[operation.issuer];
  const size_t first = m_firstIssue[operation.issuer];
  const size_t end = m_firstIssue[operation.issuer + 1];
  if (next > first && m_issues[next - 1].begin > operation.issueBegin) // not issued in order
    next = first + static_cast<size_t>(
                       std::ranges::lower_bound(m_issues.begin() + static_cast<ptrdiff_t>(first),
                                                m_issues.begin() + static_cast<ptrdiff_t>(end),
                                                operation.issueBegin, {}, &IssueRecord::begin) -
                       (m_issues.begin() + static_cast<ptrdiff_t>(first)));
  while (next < end && m_issues[next].begin < operation.issueBegin)
    ++next;
  const auto queue = m_overlap.channels[operation.channel].queue;
  bool isFound = false;
  for (size_t i = next; i < end && i < next + kMaxParts; ++i) {
    const IssueRecord &issue = m_issues[i];
    if (m_overlap.sites[issue.site].queue != queue)
      continue;
    if (!isFound && issue.begin != operation.issueBegin)
      return;
    if (issue.instance != operation.instance) {
      if (isFound)
        return;
      continue; // another operation, issued at the same moment
    }
    if (!isFound)
      operation.issue = issue.slice;
    isFound = true;
    // Only in-order queues combine issues of several places into a group.
    operation.issueEnd = std::max(operation.issueEnd, issue.end);
    if (queue == AsyncQueue::Mbarrier)
      return;
  }
}

/// Sets the begin of the iteration: the first wait after the issuer's previous operation of this
/// stream, or the issue if that is earlier.
void IssueMatch::findLoopStart(AsyncOperation &operation) {
  const AsyncUnit &unit = m_overlap.units[operation.issuer];
  const Ticks behind = m_afterLast[operation.issuer];
  size_t &wait = m_nextWait[operation.issuer];
  const size_t waitEnd = size_t{unit.firstWait} + unit.waitCount;
  while (wait < waitEnd && m_overlap.waits[wait].enter < behind)
    ++wait;
  if (wait < waitEnd)
    operation.loopStart = std::min(operation.loopStart, m_overlap.waits[wait].enter);
  m_afterLast[operation.issuer] = std::max(behind, operation.issueEnd);
}

/// Fills `issue`, `issueEnd` and `loopStart` of all operations. Linear, except for operations of a
/// stream that were not issued in order.
void matchIssues(RecordedLaunch &launch) {
  IssueMatch(launch).match();
}

/// The target of a wait from its queue alone.
WaitTarget targetOf(std::optional<AsyncQueue> queue) {
  if (!queue)
    return WaitTarget::Manual;
  switch (*queue) {
  case AsyncQueue::MatrixGroup:
    return WaitTarget::Matrix;
  case AsyncQueue::Mbarrier:
    return WaitTarget::Arrivals;
  case AsyncQueue::NamedBarrier:
    return WaitTarget::Barrier;
  case AsyncQueue::CopyGroup:
  case AsyncQueue::BulkGroup:
  case AsyncQueue::LoadCounter:
  case AsyncQueue::SharedCounter:
  case AsyncQueue::ExportCounter:
  case AsyncQueue::StoreCounter:
  case AsyncQueue::TensorLoad:
  case AsyncQueue::TensorStore:
    return WaitTarget::Copies;
  }
  return WaitTarget::Copies;
}

void takeRelease(AsyncWait &wait, const Release &release) {
  if (wait.hasBlocked &&
      (wait.release.kind == Release::Kind::Unknown || release.time > wait.release.time))
    wait.release = release;
}

/// Fills `target` and `release` of all waits. Operations that an mbarrier completes determine the
/// target of its waits, and of the waits without links at the same site; else the queue determines
/// the target. O(waits + links).
void findWaitTargets(RecordedLaunch &launch) {
  LaunchOverlap &overlap = launch.overlap;
  std::vector<std::optional<WaitTarget>> targetOfSite(overlap.sites.size());
  std::vector<bool> isLinked(overlap.waits.size(), false);
  std::vector<bool> hasOperation(overlap.waits.size(), false);
  for (const OperationVisit &visit : overlap.visits) {
    const AsyncOperation &operation = overlap.operations[visit.operation];
    AsyncWait &wait = overlap.waits[visit.wait];
    isLinked[visit.wait] = true;
    if (overlap.sites[wait.site].queue == AsyncQueue::Mbarrier) {
      wait.target =
          overlap.channels[operation.channel].isMatrix ? WaitTarget::Matrix : WaitTarget::Copies;
      hasOperation[visit.wait] = true;
      targetOfSite[wait.site] = wait.target;
    }
    takeRelease(
        wait, {Release::Kind::Operation, visit.operation, operation.issuer, operation.issueBegin});
  }
  for (const ArrivalFlow &link : launch.records.arrivalFlows) {
    isLinked[link.wait] = true;
    takeRelease(overlap.waits[link.wait], {Release::Kind::Arrival, kNoIndex, link.unit, link.time});
  }
  for (uint32_t i = 0; i < overlap.waits.size(); ++i) {
    AsyncWait &wait = overlap.waits[i];
    if (hasOperation[i])
      continue;
    if (launch.records.waitPairings[i] == AsyncPairing::NothingToWaitFor && !isLinked[i])
      wait.target = WaitTarget::Nothing;
    else if (!isLinked[i] && targetOfSite[wait.site])
      wait.target = *targetOfSite[wait.site]; // a phase with a lost issue
    else
      wait.target = targetOf(overlap.sites[wait.site].queue);
  }
}

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

/// Sorts the links by operation: counts them, then places those of an operation contiguously.
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
    // A wait that was entered before the issue first waited for the issue.
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
    // A wait for newer operations may have blocked for the newer ones.
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
