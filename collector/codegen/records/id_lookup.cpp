// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/records/id_lookup.h"

using namespace mlir;
using LLVM::ICmpPredicate;

namespace pstudio {
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
