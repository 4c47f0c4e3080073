// SPDX-License-Identifier: Apache-2.0
// An annotation becomes a counter read and a store: one pass for each kind of annotation.
#include "collector/passes/convert_annotations.h"

#include <algorithm>

#include "mlir/Dialect/Arith/IR/Arith.h"

#include "collector/ir/proton_dialect.h"
#include "collector/passes/call_contexts.h"
#include "collector/passes/passes.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_CONVERTPROTONACCESSESTOPROTONGPU
#define GEN_PASS_DEF_CONVERTPROTONEVENTSTOPROTONGPU
#define GEN_PASS_DEF_CONVERTPROTONSCOPESTOPROTONGPU
#define GEN_PASS_DEF_CONVERTPROTONVALUESTOPROTONGPU
#include "collector/passes/passes.h.inc"

namespace {

Value segmentOf(FunctionOpInterface function) {
  for (auto segment : function.getFunctionBody().front().getOps<proton_gpu::SegmentAllocOp>())
    return segment;
  if (proton_gpu::SegmentOfCallerOp segment = segmentOfCaller(function))
    return segment;
  return {};
}

proton_gpu::Metric metricOf(Value segment) {
  if (auto allocation = segment.getDefiningOp<proton_gpu::SegmentAllocOp>())
    return allocation.getMetric();
  return segment.getDefiningOp<proton_gpu::SegmentOfCallerOp>().getMetric();
}

proton_gpu::StoreOp createStore(Operation *annotation, proton_gpu::RecordKind kind, uint32_t id,
                                Value key, Value segment, Value event, Value value,
                                Value condition = {}) {
  OpBuilder builder(annotation);
  const Location location = annotation->getLoc();
  Value counter =
      builder.create<proton_gpu::ReadCounterOp>(location, builder.getI32Type(), metricOf(segment));
  return builder.create<proton_gpu::StoreOp>(
      location, kind, id, key, counter, segment, condition, event, value, /*further=*/ValueRange(),
      /*by=*/Value(), /*each=*/IntegerAttr(), /*stride=*/IntegerAttr(),
      /*xors=*/DenseI64ArrayAttr(), /*offsets=*/proton::ThreadOffsetsAttr(), /*shared=*/false,
      /*afterLoop=*/false);
}

/// Puts a read of the counter and a store of one record in the place of `annotation`, under the id
/// that proton-assign-operations gave it; without an id, which means that control never reaches it,
/// it is only erased. `key` and `condition` may be null.
void replaceByStore(Operation *annotation, proton_gpu::RecordKind kind, Value key, Value segment,
                    Value condition = {}) {
  if (const auto id = annotation->getAttrOfType<IntegerAttr>(proton::kIdAttribute))
    createStore(annotation, kind, static_cast<uint32_t>(id.getInt()), key, segment, Value(),
                Value(), condition);
  annotation->erase();
}

/// As replaceByStore, for a record of `value`, i32 or i64.
void replaceByStoreOfValue(Operation *annotation, Value value, Value segment) {
  if (const auto id = annotation->getAttrOfType<IntegerAttr>(proton::kIdAttribute))
    createStore(annotation, proton_gpu::RecordKind::Value, static_cast<uint32_t>(id.getInt()),
                Value(), segment, Value(), value);
  annotation->erase();
}

/// Replaces the record by a count of the bin that contains the address.
void replaceByCount(proton::AccessOp access, proton::CountedAttr counted, Value segment) {
  if (const auto id = access->getAttrOfType<IntegerAttr>(proton::kIdAttribute))
    OpBuilder(access).create<proton_gpu::CountOp>(
        access.getLoc(), static_cast<uint32_t>(id.getInt()), access.getAddress(), counted.getBins(),
        counted.getShift(), access.getSite().getSpace() == proton::AccessSpace::Shared,
        access.getBy(), segment);
  access.erase();
}

/// As replaceByStore, for a record of an access.
void replaceByStoreOfAccess(proton::AccessOp access, Value segment) {
  const proton::AccessSiteAttr site = access.getSite();
  if (const std::optional<uint32_t> id = access.getId(); id && !site.getDistance()) {
    proton_gpu::StoreOp store = createStore(access, proton_gpu::RecordKind::MemoryAccess, *id,
                                            Value(), segment, Value(), access.getAddress());
    if (const uint32_t lanes = site.lanesPerAddress(); lanes != 0)
      store.setEach(lanes);
    if (site.getStride())
      store.setStride(*site.getStride());
    if (site.getXors())
      store.setXors(site.getXors());
    if (site.getOffsets())
      store.setOffsetsAttr(site.getOffsets());
    // The first word of a bulk access is an address in shared memory.
    store.setShared(site.getSpace() == proton::AccessSpace::Shared || site.isBulk());
    store.getFurtherMutable().assign(access.getFurther());
    if (access.getBy())
      store.getByMutable().assign(access.getBy());
  }
  access.erase();
}

/// As replaceByStore, for a record of an event that is identified by a value.
void replaceByStoreOf(Value event, Operation *annotation, proton_gpu::RecordKind kind, Value key,
                      Value segment) {
  createStore(annotation, kind, 0, key, segment, event, Value());
  annotation->erase();
}

class ConvertProtonScopesToProtonGPUPass
    : public impl::ConvertProtonScopesToProtonGPUBase<ConvertProtonScopesToProtonGPUPass> {
public:
  void runOnOperation() override {
    forEachRecordingFunction(getOperation(), [](FunctionOpInterface function, Value segment) {
      function.walk([&](proton::RecordOp record) {
        const bool isStart = record.getBoundary() == proton::Boundary::Start;
        replaceByStore(
            record, isStart ? proton_gpu::RecordKind::ScopeStart : proton_gpu::RecordKind::ScopeEnd,
            Value(), segment);
      });
    });
  }
};

void rewrite(proton::EventOp event, Value segment) {
  const bool isStart = event.getBoundary() == proton::Boundary::Start;
  const auto kind = isStart ? proton_gpu::RecordKind::EventStart : proton_gpu::RecordKind::EventEnd;
  if (event->hasAttr(proton::kByHandleAttribute) && segment)
    replaceByStoreOf(event.getEvent(), event, kind, event.getKey(), segment);
  else
    replaceByStore(event, kind, event.getKey(), segment);
}

void rewrite(proton::AsyncOp step, Value segment) {
  const bool isEnd = step.getMoment() == proton::Moment::End;
  replaceByStore(step,
                 isEnd ? proton_gpu::RecordKind::EventEnd : proton_gpu::RecordKind::EventStart,
                 step.getKey(), segment, step.getCondition());
}

/// The value that stands for the event becomes its id in the kernel.
void rewrite(proton::AllocateEventOp allocation, Value segment) {
  if (!allocation->use_empty()) {
    OpBuilder builder(allocation);
    const uint32_t id = allocation.getId().value_or(0);
    Value value;
    if (segment && segment.getDefiningOp<proton_gpu::SegmentOfCallerOp>())
      value =
          builder.create<proton_gpu::OperationIdOp>(allocation.getLoc(), builder.getI32Type(), id);
    else
      value = builder.create<arith::ConstantIntOp>(allocation.getLoc(), id, 32);
    allocation.getEvent().replaceAllUsesWith(value);
  }
  allocation.erase();
}

class ConvertProtonEventsToProtonGPUPass
    : public impl::ConvertProtonEventsToProtonGPUBase<ConvertProtonEventsToProtonGPUPass> {
public:
  void runOnOperation() override {
    forEachRecordingFunction(getOperation(), [](FunctionOpInterface function, Value segment) {
      function.walk([&](proton::EventOp event) { rewrite(event, segment); });
      function.walk([&](proton::AsyncOp step) { rewrite(step, segment); });
      function.walk([&](proton::AllocateEventOp allocation) { rewrite(allocation, segment); });
    });
  }
};

/// Extends an integer to `type`, which is not narrower.
Value extend(OpBuilder &builder, Location location, Value integer, IntegerType type) {
  if (integer.getType() == type)
    return integer;
  if (integer.getType().isIndex())
    return builder.create<arith::IndexCastOp>(location, type, integer);
  if (integer.getType().isInteger(1))
    return builder.create<arith::ExtUIOp>(location, type, integer);
  return builder.create<arith::ExtSIOp>(location, type, integer);
}

/// The bits of the recorded number, in i32 or i64.
Value bitsOf(OpBuilder &builder, proton::ValueOp op) {
  const Location location = op.getLoc();
  const Type type = op.getRecordedType();
  if (auto integer = dyn_cast<IntegerType>(type))
    return extend(builder, location, op.getValue(), integer);
  const unsigned width = type.getIntOrFloatBitWidth();
  Value bits =
      builder.create<arith::BitcastOp>(location, builder.getIntegerType(width), op.getValue());
  if (width >= 32)
    return bits;
  return builder.create<arith::ExtUIOp>(location, builder.getI32Type(), bits);
}

class ConvertProtonValuesToProtonGPUPass
    : public impl::ConvertProtonValuesToProtonGPUBase<ConvertProtonValuesToProtonGPUPass> {
public:
  void runOnOperation() override {
    forEachRecordingFunction(getOperation(), [](FunctionOpInterface function, Value segment) {
      function.walk([&](proton::ValueOp op) {
        Value bits;
        if (op.getId()) { // without an id, control never reaches it
          OpBuilder builder(op);
          bits = bitsOf(builder, op);
        }
        replaceByStoreOfValue(op, bits, segment);
      });
    });
  }
};

/// All operations of a block execute together, so a count may stand further down in it, next to
/// other counts. The compiler of a GPU branches around atomic operations of one lane, around
/// adjacent ones once, and does not overlap memory accesses across a branch. gemm_tiled took 2.5
/// times as long with 64 branches, 1.4 times with few. Addresses stay in registers until their
/// count, so only some counts of a block are placed together.
void gatherCounts(FunctionOpInterface function) {
  constexpr size_t kTogether = 8;
  function.walk([](Block *block) {
    const SmallVector<proton_gpu::CountOp> counts(block->getOps<proton_gpu::CountOp>());
    for (size_t first = 0; first < counts.size(); first += kTogether) {
      const size_t last = std::min(first + kTogether, counts.size()) - 1;
      for (size_t i = first; i < last; ++i)
        counts[i]->moveBefore(counts[last]);
    }
  });
}

class ConvertProtonAccessesToProtonGPUPass
    : public impl::ConvertProtonAccessesToProtonGPUBase<ConvertProtonAccessesToProtonGPUPass> {
public:
  void runOnOperation() override {
    forEachRecordingFunction(getOperation(), [](FunctionOpInterface function, Value segment) {
      function.walk([&](proton::AccessOp access) {
        if (const proton::CountedAttr counted = access.getSite().getCounted())
          return replaceByCount(access, counted, segment);
        replaceByStoreOfAccess(access, segment);
      });
      gatherCounts(function);
    });
  }
};

} // namespace

void forEachRecordingFunction(gpu::GPUModuleOp module,
                              llvm::function_ref<void(FunctionOpInterface, Value)> visit) {
  for (auto function : module.getOps<FunctionOpInterface>())
    if (!function.isExternal())
      visit(function, segmentOf(function));
}

} // namespace pstudio
