// SPDX-License-Identifier: Apache-2.0
#include "collector/passes/auto/joined_accesses.h"

#include <algorithm>
#include <iterator>

#include "llvm/ADT/DenseMap.h"

#include "collector/analysis/constant_distance.h"
#include "collector/passes/auto/access_runs.h"
#include "collector/passes/long_operations.h"

using namespace mlir;

namespace pstudio::automode {
namespace {

/// Puts each access after the access that implies it: one of the same run at a constant distance.
class AccessJoiner {
public:
  AccessJoiner(FunctionOpInterface function, const Classifiers &classifiers,
               const AddressAnalysis &analysis)
      : m_analysis(analysis) {
    const RunRule rule{{Activity::Load, Activity::Store, Activity::Issue},
                       /*endsAtUse=*/true};
    for (const OperationRun &run : findRuns(function, classifiers, rule)) {
      ++m_runs;
      for (Operation *op = run.first;; op = op->getNextNode()) {
        m_runOf[op] = m_runs;
        if (op == run.last)
          break;
        if (mayLeave(op)) // inline assembly that does more than its access
          ++m_runs;
      }
    }
  }

  std::vector<AccessPlace> join(std::vector<AccessPlace> places) {
    std::vector<SmallVector<AccessPlace, 2>> joined; // the first of each implies the others
    for (AccessPlace &place : places) {
      if (SmallVector<AccessPlace, 2> *first = placeThatImplies(place, joined))
        first->push_back(std::move(place));
      else
        joined.push_back({std::move(place)});
    }
    places.clear();
    for (SmallVector<AccessPlace, 2> &together : joined)
      std::ranges::move(together, std::back_inserter(places));
    return places;
  }

private:
  /// Sets the distance; null if there is none.
  SmallVector<AccessPlace, 2> *
  placeThatImplies(AccessPlace &place, std::vector<SmallVector<AccessPlace, 2>> &joined) const {
    constexpr size_t kMaxBefore = 16; // number of records that are examined
    const unsigned run = m_runOf.lookup(place.op);
    for (size_t i = joined.size(); run != 0 && i > 0 && joined.size() - i < kMaxBefore; --i) {
      const AccessPlace &first = joined[i - 1].front();
      if (m_runOf.lookup(first.op) != run)
        break;
      if (!isAlike(first, place))
        continue;
      place.distance = constantDistance(first.access, place.access,
                                        [&](Value value) { return m_analysis.factsOf(value); });
      if (place.distance)
        return &joined[i - 1];
    }
    return nullptr;
  }

  static bool isAlike(const AccessPlace &a, const AccessPlace &b) {
    return a.access.kind == b.access.kind && a.stride == b.stride && a.group == b.group &&
           a.xors == b.xors && a.offsets == b.offsets && a.op != b.op &&
           haveSameLanes(a.access, b.access);
  }

  const AddressAnalysis &m_analysis;
  unsigned m_runs = 0;
  llvm::DenseMap<Operation *, unsigned> m_runOf;
};

} // namespace

std::vector<AccessPlace> joinAccesses(FunctionOpInterface function, std::vector<AccessPlace> places,
                                      const Classifiers &classifiers,
                                      const AddressAnalysis &analysis) {
  return AccessJoiner(function, classifiers, analysis).join(std::move(places));
}

} // namespace pstudio::automode
