// SPDX-License-Identifier: Apache-2.0
// Checks and numbers for the lowering of one segment.
#include "collector/records/segment_lowering.h"

#include "collector/passes/record_bounds.h"
#include "collector/passes/record_runs.h"
#include "core/record/access_layout.h"
#include "core/record/group_layout.h"
#include "core/record/record_layout.h"

using namespace mlir;

namespace pstudio {
namespace {

proton_gpu::SegmentType typeOf(proton_gpu::SegmentAllocOp segment) {
  return cast<proton_gpu::SegmentType>(segment.getSegment().getType());
}

/// Groups are in the table of the kernel, whose members are the records.
LogicalResult checkGroup(proton_gpu::StoreGroupOp op, ArrayAttr table) {
  if (!table || op.getGroup() >= table.size())
    return op.emitOpError("is of group ")
           << op.getGroup() << ", which the kernel does not have in '"
           << proton_gpu::kGroupsAttribute << "'";
  const auto members = cast<ArrayAttr>(table[op.getGroup()]).getAsRange<proton_gpu::MemberAttr>();
  const auto keyed = llvm::count_if(members, [](auto member) { return member.getKeyed(); });
  const auto all = static_cast<size_t>(llvm::range_size(members));
  const size_t end = op.getFirst().value_or(0) + op.getCounters().size();
  if ((op.getPartial() ? end < all : end == all) &&
      static_cast<size_t>(keyed) == op.getKeys().size())
    return success();
  return op.emitOpError("does not have the records and keys of group ") << op.getGroup();
}

} // namespace

LogicalResult checkLowerable(proton_gpu::SegmentAllocOp segment) {
  const proton_gpu::SegmentType type = typeOf(segment);
  if (!type.isAllocated() || !segment.getBuffer())
    return segment.emitOpError("is not allocated: run proton-gpu-allocate-scratch first");
  if (proton_gpu::isDoubleBuffered(segment.getStrategy()))
    for (Operation *user : segment->getUsers())
      if (isa<proton_gpu::StoreOp>(user) &&
          !isa_and_nonnull<proton_gpu::FlushPointOp>(user->getNextNode()))
        return user->emitOpError(
                   "needs a flush_point directly after it, because its segment has strategy '")
               << proton_gpu::stringifyStrategy(segment.getStrategy()) << "'";
  const auto table = segment->getParentOp()->getAttrOfType<ArrayAttr>(proton_gpu::kGroupsAttribute);
  const auto isLong = [](Attribute group) {
    return cast<ArrayAttr>(group).size() > record::kMaxShortGroupRecords;
  };
  if (table && llvm::any_of(table, isLong) &&
      segment.getStrategy() == proton_gpu::Strategy::Circular &&
      mayWrap(cast<FunctionOpInterface>(segment->getParentOp()), type.getSlots()))
    return segment.emitOpError("may be overwritten, so that its groups have at most ")
           << record::kMaxShortGroupRecords << " records";
  for (Operation *user : segment->getUsers())
    if (auto group = dyn_cast<proton_gpu::StoreGroupOp>(user);
        group && failed(checkGroup(group, table)))
      return failure();
  for (Operation *user : segment->getUsers())
    if (!isa<proton_gpu::ProtonGPUDialect>(user->getDialect()))
      return user->emitOpError("must not pass a segment on: only proton_gpu operations may use it");
  return success();
}

SegmentShape::SegmentShape(proton_gpu::SegmentAllocOp segment)
    : strategy(segment.getStrategy()), granularity(typeOf(segment).getGranularity()),
      metric(segment.getMetric()), units(static_cast<uint32_t>(segment.getUnits().value_or(0))),
      slots(typeOf(segment).getSlots()), keptSlots(segment.getKeeps().value_or(slots)),
      isGrouped(segment->getParentOp()->hasAttr(proton_gpu::kGroupsAttribute)),
      flags(record::makeFlags(static_cast<record::Strategy>(segment.getStrategy()),
                              static_cast<record::Granularity>(typeOf(segment).getGranularity()),
                              static_cast<record::Metric>(segment.getMetric()), isGrouped)),
      segmentBytes(uint64_t{slots} * record::kSlotBytes),
      keptBytes(uint64_t{keptSlots} * record::kSlotBytes),
      blockBytes(record::blockBytes(units, keptSlots, isGrouped)),
      unitTable(record::unitEntryOffset(0)),
      segments(record::segmentOffset(units, keptSlots, 0, isGrouped)) {
  if (const std::optional<ArrayRef<int32_t>> warps = segment.getRecorders())
    recorders = progressionsOf(*warps);
  if (const std::optional<StringRef> text = segment.getCtas())
    ctas = progressionsOf(IdRanges::parse(std::string_view(*text)).value());
  if (strategy != proton_gpu::Strategy::Stream)
    return;
  const uint32_t half = slots / 2;
  stream = {units, half, keptSlots / half, segment.getShared() ? 0 : slots};
  keptBytes = stream.chunks * record::chunkBytes(half);
  blockBytes = record::streamBlockBytes(stream);
  segments = record::streamRingOffset(stream, 0);
}

uint32_t flushedSlots(const SegmentShape &shape) {
  return proton_gpu::isDoubleBuffered(shape.strategy) ? shape.slots / 2 : 0;
}

Value fillsHalf(LlvmWriter &w, Value written, uint32_t half, Value slots) {
  Value offset = w.bitAnd(written, w.constant32(half - 1));
  Value most = slots ? slots : w.constant32(record::kMaxRecordSlots);
  Value isAtStart = w.compare(LLVM::ICmpPredicate::ult, offset, most);
  Value isFull = w.compare(LLVM::ICmpPredicate::uge, written, w.constant32(half));
  return w.bitAnd(isFull, isAtStart);
}

bool isScope(proton_gpu::RecordKind kind) {
  return kind == proton_gpu::RecordKind::ScopeStart || kind == proton_gpu::RecordKind::ScopeEnd;
}

bool hasMask(proton_gpu::RecordKind kind) {
  return isScope(kind) || kind == proton_gpu::RecordKind::MemoryAccess;
}

Value addressBits(LlvmWriter &w, Value high) {
  return w.bitAnd(w.shiftLeft(high, w.constant32(record::kAddressHighShift)),
                  w.constant32(record::kAddressHighMask << record::kAddressHighShift));
}

Value highWord(LlvmWriter &w, proton_gpu::StoreOp access, Value address) {
  if (access.getShared())
    return w.constant32(0);
  return w.truncate(w.shiftRight(address ? address : access.getValue(), w.constant64(32)));
}

SmallVector<Value, 2> valueWords(LlvmWriter &w, proton_gpu::StoreOp store) {
  Value value = store.getValue();
  if (!value || store.getKind() == proton_gpu::RecordKind::MemoryAccess)
    return {};
  if (value.getType().isInteger(32))
    return {value};
  Value low = w.truncate(value);
  Value high = w.truncate(w.shiftRight(value, w.constant64(32)));
  return {low, high};
}

uint32_t tagOf(proton_gpu::StoreOp store) {
  if (store.getKind() == proton_gpu::RecordKind::ClockEpoch)
    return record::makeTag(record::Kind::ClockEpoch, store.getId(), epochKey(store));
  const bool isAccess = store.getKind() == proton_gpu::RecordKind::MemoryAccess;
  const bool isWide = !isAccess && store.getValue() && store.getValue().getType().isInteger(64);
  return record::makeTag(static_cast<record::Kind>(store.getKind()), store.getId(),
                         isWide ? record::kKeyWide : 0);
}

} // namespace pstudio
