// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap/wait_targets.h"

namespace pstudio::analysis {
namespace {

/// What a wait of a queue waits for if nothing is known of the wait itself.
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
    return WaitTarget::Copies;
  }
  return WaitTarget::Copies;
}

void takeRelease(AsyncWait &wait, const Release &release) {
  if (wait.hasBlocked &&
      (wait.release.kind == Release::Kind::Unknown || release.time > wait.release.time))
    wait.release = release;
}

} // namespace

void findWaitTargets(RecordedLaunch &launch) {
  LaunchOverlap &overlap = launch.overlap;
  std::vector<bool> waitsForCopies(overlap.sites.size(), false);
  std::vector<bool> isLinked(overlap.waits.size(), false);
  for (const OperationVisit &visit : overlap.visits) {
    const AsyncOperation &operation = overlap.operations[visit.operation];
    AsyncWait &wait = overlap.waits[visit.wait];
    isLinked[visit.wait] = true;
    if (overlap.sites[wait.site].queue == AsyncQueue::Mbarrier) {
      wait.target = WaitTarget::Copies;
      waitsForCopies[wait.site] = true;
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
    if (wait.target == WaitTarget::Copies)
      continue;
    if (launch.records.waitPairings[i] == AsyncPairing::NothingToWaitFor && !isLinked[i])
      wait.target = WaitTarget::Nothing;
    else if (!isLinked[i] && waitsForCopies[wait.site])
      wait.target = WaitTarget::Copies; // a phase whose issue was lost
    else
      wait.target = targetOf(overlap.sites[wait.site].queue);
  }
}

} // namespace pstudio::analysis
