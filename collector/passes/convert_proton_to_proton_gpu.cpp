// SPDX-License-Identifier: Apache-2.0
// convert-proton-to-proton-gpu: a segment per kernel, a counter read and a store per record.
#include "collector/passes/passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include "collector/ir/proton_dialect.h"
#include "collector/ir/scope_analysis.h"
#include "collector/passes/record_bounds.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_CONVERTPROTONTOPROTONGPU
#include "collector/passes/passes.h.inc"

namespace {

using proton_gpu::RecordKind;

/// "file:line:column" of the innermost source location, or empty.
std::string locationText(Location location) {
  const auto file = location->findInstanceOf<FileLineColLoc>();
  if (!file)
    return {};
  return (Twine(file.getFilename().getValue()) + ":" + Twine(file.getLine()) + ":" +
          Twine(file.getColumn()))
      .str();
}

ArrayAttr operationTable(MLIRContext *context, const ScopeAnalysis &scopes) {
  SmallVector<Attribute> table;
  for (const ScopeOperation &operation : scopes.operations())
    table.push_back(proton_gpu::OperationAttr::get(context, operation.kind,
                                                   operation.name.getValue(), operation.parent,
                                                   locationText(operation.definition->getLoc())));
  return ArrayAttr::get(context, table);
}

/// Rewrites one kernel whose scopes have been found right.
class KernelInstrumenter {
public:
  KernelInstrumenter(gpu::GPUFuncOp kernel, const ScopeAnalysis &scopes,
                     proton_gpu::MemorySpace space, proton_gpu::Strategy strategy)
      : m_kernel(kernel), m_scopes(scopes), m_space(space), m_strategy(strategy) {}

  void run() {
    if (!m_scopes.operations().empty())
      insertSegment();
    m_kernel.walk([&](proton::RecordOp record) { rewrite(record); });
    m_kernel.walk([&](proton::EventOp event) { rewrite(event); });
    m_kernel.walk([&](proton::AllocateEventOp allocation) { rewrite(allocation); });
  }

private:
  void insertSegment() {
    // The table is made first: it asks the records for their locations.
    m_kernel->setAttr(proton_gpu::kOperationsAttribute,
                      operationTable(m_kernel.getContext(), m_scopes));
    insertEntry();
    m_kernel.walk([&](gpu::ReturnOp leave) {
      OpBuilder(leave).create<proton_gpu::FinalizeOp>(leave.getLoc(), m_segment);
    });
  }

  void insertEntry() {
    OpBuilder builder = OpBuilder::atBlockBegin(&m_kernel.getBody().front());
    const auto type =
        proton_gpu::SegmentType::get(m_kernel.getContext(), proton_gpu::SegmentType::kUnallocated,
                                     m_space, proton_gpu::Granularity::Warp);
    m_segment = builder.create<proton_gpu::SegmentAllocOp>(m_kernel.getLoc(), type, Value(),
                                                           Value(), IntegerAttr(), m_strategy);
    builder.create<proton_gpu::InitializeOp>(m_kernel.getLoc(), m_segment);
  }

  /// A record that control never reaches has no id and is only erased.
  void store(Operation *record, RecordKind kind, Value key) {
    if (const std::optional<uint32_t> id = m_scopes.idOf(record)) {
      OpBuilder builder(record);
      Value counter =
          builder.create<proton_gpu::ReadCounterOp>(record->getLoc(), builder.getI32Type());
      builder.create<proton_gpu::StoreOp>(record->getLoc(), kind, *id, key, counter, m_segment);
    }
    record->erase();
  }

  void rewrite(proton::RecordOp record) {
    const bool isStart = record.getBoundary() == proton::Boundary::Start;
    store(record, isStart ? RecordKind::ScopeStart : RecordKind::ScopeEnd, Value());
  }

  void rewrite(proton::EventOp event) {
    const bool isStart = event.getBoundary() == proton::Boundary::Start;
    store(event, isStart ? RecordKind::EventStart : RecordKind::EventEnd, event.getKey());
  }

  void rewrite(proton::AllocateEventOp allocation) {
    if (!allocation->use_empty()) {
      OpBuilder builder(allocation);
      const auto id = static_cast<int64_t>(m_scopes.idOf(allocation).value_or(0));
      Value constant = builder.create<arith::ConstantIntOp>(allocation.getLoc(), id, 32);
      allocation.getEvent().replaceAllUsesWith(constant);
    }
    allocation.erase();
  }

  gpu::GPUFuncOp m_kernel;
  const ScopeAnalysis &m_scopes;
  proton_gpu::MemorySpace m_space;
  proton_gpu::Strategy m_strategy;
  Value m_segment;
};

Operation *findProtonOperation(Operation *root) {
  Operation *found = nullptr;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isa_and_nonnull<proton::ProtonDialect>(op->getDialect()))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

class ConvertProtonToProtonGPUPass
    : public impl::ConvertProtonToProtonGPUBase<ConvertProtonToProtonGPUPass> {
public:
  using ConvertProtonToProtonGPUBase::ConvertProtonToProtonGPUBase;

  void runOnOperation() override {
    bool ok = true;
    for (Operation &function : *getOperation().getBody())
      ok &= succeeded(convert(&function));
    if (!ok)
      signalPassFailure();
  }

private:
  LogicalResult convert(Operation *function) {
    Operation *first = findProtonOperation(function);
    if (!first)
      return success();
    auto kernel = dyn_cast<gpu::GPUFuncOp>(function);
    if (!kernel || !kernel.isKernel()) {
      InFlightDiagnostic error =
          first->emitOpError("is outside of a kernel: inline its function first");
      error.attachNote(function->getLoc()) << "the function that is not a kernel";
      return error;
    }
    const FailureOr<ScopeAnalysis> scopes = ScopeAnalysis::run(kernel);
    if (failed(scopes))
      return failure();
    KernelInstrumenter(kernel, *scopes, spaceFor(kernel), strategy).run();
    return success();
  }

  proton_gpu::MemorySpace spaceFor(gpu::GPUFuncOp kernel) const {
    const bool fits = sharedIfAtMost != 0 && !mayWrap(kernel, sharedIfAtMost);
    return fits ? proton_gpu::MemorySpace::Shared : bufferType.getValue();
  }
};

} // namespace
} // namespace pstudio
