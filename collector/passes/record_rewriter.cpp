// SPDX-License-Identifier: Apache-2.0
// An annotation becomes a counter read and a store.
#include "collector/passes/record_rewriter.h"

#include "collector/passes/call_contexts.h"

using namespace mlir;

namespace pstudio {
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
  return builder.create<proton_gpu::StoreOp>(location, kind, id, key, counter, segment, condition,
                                             event, value, /*further=*/ValueRange(),
                                             /*by=*/Value(), /*each=*/IntegerAttr(),
                                             /*shared=*/false);
}

} // namespace

void forEachRecordingFunction(gpu::GPUModuleOp module,
                              llvm::function_ref<void(FunctionOpInterface, Value)> visit) {
  for (auto function : module.getOps<FunctionOpInterface>())
    if (!function.isExternal())
      visit(function, segmentOf(function));
}

void replaceByStore(Operation *annotation, proton_gpu::RecordKind kind, Value key, Value segment,
                    Value condition) {
  if (const auto id = annotation->getAttrOfType<IntegerAttr>(proton::kIdAttribute))
    createStore(annotation, kind, static_cast<uint32_t>(id.getInt()), key, segment, Value(),
                Value(), condition);
  annotation->erase();
}

void replaceByStoreOfValue(Operation *annotation, Value value, Value segment) {
  if (const auto id = annotation->getAttrOfType<IntegerAttr>(proton::kIdAttribute))
    createStore(annotation, proton_gpu::RecordKind::Value, static_cast<uint32_t>(id.getInt()),
                Value(), segment, Value(), value);
  annotation->erase();
}

void replaceByCount(proton::AccessOp access, proton::CountedAttr counted, Value segment) {
  if (const auto id = access->getAttrOfType<IntegerAttr>(proton::kIdAttribute))
    OpBuilder(access).create<proton_gpu::CountOp>(
        access.getLoc(), static_cast<uint32_t>(id.getInt()), access.getAddress(), counted.getBins(),
        counted.getShift(), access.getSite().getSpace() == proton::AccessSpace::Shared,
        access.getBy(), segment);
  access.erase();
}

void replaceByStoreOfAccess(proton::AccessOp access, Value segment) {
  const proton::AccessSiteAttr site = access.getSite();
  if (const std::optional<uint32_t> id = access.getId()) {
    proton_gpu::StoreOp store = createStore(access, proton_gpu::RecordKind::MemoryAccess, *id,
                                            Value(), segment, Value(), access.getAddress());
    if (const uint32_t lanes = site.lanesPerAddress(); lanes != 0)
      store.setEach(lanes);
    // The first word of a bulk access is an address there.
    store.setShared(site.getSpace() == proton::AccessSpace::Shared || site.isBulk());
    store.getFurtherMutable().assign(access.getFurther());
    if (access.getBy())
      store.getByMutable().assign(access.getBy());
  }
  access.erase();
}

void replaceByStoreOf(Value event, Operation *annotation, proton_gpu::RecordKind kind, Value key,
                      Value segment) {
  createStore(annotation, kind, 0, key, segment, event, Value());
  annotation->erase();
}

} // namespace pstudio
