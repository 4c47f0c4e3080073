// SPDX-License-Identifier: Apache-2.0
#include "collector/records/id_lookup.h"

#include <bit>

using namespace mlir;
using LLVM::ICmpPredicate;

namespace pstudio {

std::vector<IdProgression> progressionsOf(llvm::ArrayRef<int32_t> ids) {
  std::vector<IdProgression> progressions;
  for (size_t i = 0; i < ids.size(); ++i) {
    const auto id = static_cast<uint32_t>(ids[i]);
    if (!progressions.empty()) {
      IdProgression &open = progressions.back();
      const uint32_t step = id - open.last;
      const bool isSecond = open.first == open.last && std::has_single_bit(step);
      if (isSecond)
        open.shift = static_cast<uint32_t>(std::countr_zero(step));
      if (isSecond || (open.first != open.last && step == 1u << open.shift)) {
        open.last = id;
        continue;
      }
    }
    progressions.push_back({id, id, 0, static_cast<uint32_t>(i)});
  }
  return progressions;
}

std::vector<IdProgression> progressionsOf(const IdRanges &ids) {
  std::vector<IdProgression> progressions;
  uint32_t rank = 0;
  for (const IdRanges::Range &range : ids.ranges()) {
    progressions.push_back({range.first, range.last, 0, rank});
    rank += range.last - range.first + 1;
  }
  return progressions;
}

namespace {

/// Every operation has a statement of its own: compilers evaluate arguments in different orders.
IdLookup lookUpOne(LlvmWriter &w, Value id, const IdProgression &ids) {
  Value offset = ids.first == 0 ? id : w.subtract(id, w.constant32(ids.first));
  // An id below the first one wraps to a large offset.
  Value isMember = w.compare(ICmpPredicate::ule, offset, w.constant32(ids.last - ids.first));
  Value rank = offset;
  if (ids.shift > 0) {
    Value rest = w.bitAnd(offset, w.constant32((1u << ids.shift) - 1));
    Value isOnStep = w.compare(ICmpPredicate::eq, rest, w.constant32(0));
    isMember = w.bitAnd(isMember, isOnStep);
    rank = w.shiftRight(offset, w.constant32(ids.shift));
  }
  if (ids.rank > 0)
    rank = w.add(rank, w.constant32(ids.rank));
  return {isMember, rank};
}

} // namespace

IdLookup lookUp(LlvmWriter &w, Value id, llvm::ArrayRef<IdProgression> progressions) {
  IdLookup result;
  Value none = w.constant32(0);
  for (const IdProgression &ids : progressions) {
    const IdLookup one = lookUpOne(w, id, ids);
    result.rank = w.select(one.isMember, one.rank, result.rank ? result.rank : none);
    result.isMember = result.isMember ? w.bitOr(result.isMember, one.isMember) : one.isMember;
  }
  return result;
}

} // namespace pstudio
