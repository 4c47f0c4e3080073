// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap/issue_match.h"

#include <algorithm>

namespace pstudio::analysis {
namespace {

constexpr size_t kMostParts = 64; // issues looked at behind the first one of an operation

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
  std::vector<size_t> m_firstIssue; // by unit, and one behind
  // By unit, of the stream that is being matched: behind its operations so far.
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
  for (size_t i = next; i < end && i < next + kMostParts; ++i) {
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
    // Only in-order queues gather a group from several places.
    operation.issueEnd = std::max(operation.issueEnd, issue.end);
    if (queue == AsyncQueue::Mbarrier)
      return;
  }
}

/// The first wait or issue behind the issuer's last operation of this stream.
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

} // namespace

void matchIssues(RecordedLaunch &launch) {
  IssueMatch(launch).match();
}

} // namespace pstudio::analysis
