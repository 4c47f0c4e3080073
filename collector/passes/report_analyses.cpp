// SPDX-License-Identifier: Apache-2.0
// Passes that report what the analyses found and change nothing: addresses, divergence, units.
#include "collector/passes/passes.h"

#include "collector/analysis/address_analysis.h"
#include "collector/analysis/cta_uniformity.h"
#include "collector/analysis/warp_uniformity.h"
#include "collector/ir/call_graph.h"
#include "collector/ir/proton_dialect.h"
#include "collector/passes/block_option.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_PROTONGPUREPORTDIVERGENCE
#define GEN_PASS_DEF_PROTONREPORTADDRESSES
#define GEN_PASS_DEF_PROTONREPORTUNITS
#include "collector/passes/passes.h.inc"

namespace {

constexpr StringLiteral kNames[kThreadDimensions] = {"x", "y", "z", "lane"};

/// "+4", "+4 in groups of 8", "affine", "unknown".
std::string describe(const ThreadStep &step) {
  if (step.isUnknown())
    return "unknown";
  std::string text = "affine";
  if (step.stride)
    text = (*step.stride < 0 ? "" : "+") + std::to_string(*step.stride);
  if (step.group != 0)
    text += " in groups of " + std::to_string(step.group);
  return text;
}

std::string describe(const ThreadFacts &facts) {
  std::string text;
  for (unsigned d = 0; d < kThreadDimensions; ++d)
    text += (d == 0 ? "" : ", ") + kNames[d].str() + " " + describe(facts.steps[d]);
  if (facts.bits.isConstant())
    return text + "; is " + std::to_string(facts.bits.one);
  return text + "; divisible by " + std::to_string(facts.divisibility());
}

StringRef nameOf(AccessKind kind) {
  switch (kind) {
  case AccessKind::Load:
    return "load";
  case AccessKind::Store:
    return "store";
  case AccessKind::Atomic:
    return "atomic access";
  }
  return "";
}

StringRef nameOf(AccessSpace space) {
  switch (space) {
  case AccessSpace::Generic:
    return "generic";
  case AccessSpace::Global:
    return "global";
  case AccessSpace::Shared:
    return "shared";
  case AccessSpace::Local:
    return "local";
  case AccessSpace::Constant:
    return "constant";
  }
  return "";
}

/// ", lanes by xor 4 8 16 32 64 +128".
std::string describe(const Swizzle &swizzle) {
  std::string text = ", lanes by xor";
  for (const uint64_t bits : swizzle.xors)
    text += " " + std::to_string(bits);
  if (swizzle.stride != 0)
    text += (swizzle.stride < 0 ? " " : " +") + std::to_string(swizzle.stride);
  return text;
}

std::string describe(const MemoryAccess &access) {
  const std::optional<Swizzle> swizzle = access.swizzle();
  std::string text = (nameOf(access.space) + " " + nameOf(access.kind) + " of ").str();
  text += access.widthBytes == 0 ? "unknown width" : std::to_string(access.widthBytes) + " bytes";
  text += access.isAffineInLane() || swizzle ? ", one address for a warp: "
                                             : ", an address for each lane: ";
  return text + describe(access.address) + (swizzle ? describe(*swizzle) : "");
}

class ProtonReportAddressesPass
    : public impl::ProtonReportAddressesBase<ProtonReportAddressesPass> {
public:
  using ProtonReportAddressesBase::ProtonReportAddressesBase;

  void runOnOperation() override {
    const FailureOr<BlockShape> shape = readBlock(getOperation(), block);
    if (failed(shape))
      return signalPassFailure();
    const AddressAnalysis analysis(getOperation(), *shape);
    getOperation().walk([&](Operation *op) {
      for (const MemoryAccess &access : analysis.accesses(op))
        op->emitRemark(describe(access));
      if (values)
        reportResults(op, analysis);
    });
    markAllAnalysesPreserved();
  }

private:
  static void reportResults(Operation *op, const AddressAnalysis &analysis) {
    for (OpResult result : op->getResults()) {
      if (!isa<IntegerType, IndexType>(result.getType()))
        continue;
      const ThreadFacts *facts = analysis.factsOf(result);
      const std::string name =
          op->getNumResults() == 1 ? "value" : "value " + std::to_string(result.getResultNumber());
      op->emitRemark(name + ": " + (facts ? describe(*facts) : "never computed"));
    }
  }
};

class ProtonGPUReportDivergencePass
    : public impl::ProtonGPUReportDivergenceBase<ProtonGPUReportDivergencePass> {
public:
  using ProtonGPUReportDivergenceBase::ProtonGPUReportDivergenceBase;

  void runOnOperation() override {
    const FailureOr<BlockShape> shape = readBlock(getOperation(), block);
    if (failed(shape))
      return signalPassFailure();
    for (auto kernel : getOperation().getOps<gpu::GPUFuncOp>()) {
      const WarpUniformity uniformity(kernel, *shape);
      for (FunctionOpInterface function : uniformity.functions())
        report(function, uniformity);
    }
    markAllAnalysesPreserved();
  }

private:
  static void report(FunctionOpInterface function, const WarpUniformity &uniformity) {
    function.walk([&](Operation *op) {
      if (!isa<proton_gpu::StoreOp, proton_gpu::FinalizeOp>(op))
        return;
      Operation *branch = uniformity.divergenceAt(op);
      if (!branch)
        return;
      InFlightDiagnostic remark = op->emitRemark("may run with part of a warp's lanes");
      remark.attachNote(branch->getLoc()) << "lanes of a warp may take different ways here";
    });
  }
};

/// Where what is recorded begins: an end has a start, which is reported.
bool isBegin(Operation *op) {
  if (auto scope = dyn_cast<proton::RecordOp>(op))
    return scope.getBoundary() == proton::Boundary::Start;
  if (auto step = dyn_cast<proton::AsyncOp>(op))
    return step.getMoment() != proton::Moment::End;
  return isa<proton::AllocateEventOp, proton::ValueOp>(op);
}

class ProtonReportUnitsPass : public impl::ProtonReportUnitsBase<ProtonReportUnitsPass> {
public:
  void runOnOperation() override {
    const CallGraph calls(getOperation(), proton::isRecording);
    const CtaUniformity uniformity(calls);
    Operation *first = nullptr;
    uint64_t others = 0;
    for (FunctionOpInterface function : calls.functions())
      function.walk([&](Operation *op) {
        if (!isBegin(op) || (uniformity.isReachedByAll(function) && uniformity.isReachedByAll(op)))
          return;
        others += first != nullptr;
        first = first ? first : op;
      });
    if (first)
      report(first, others);
    markAllAnalysesPreserved();
  }

private:
  /// One warning, however many there are: the way out is the same for all.
  static void report(Operation *op, uint64_t others) {
    InFlightDiagnostic warning = op->emitWarning("not all warps may reach '");
    warning << op->getAttrOfType<StringAttr>("name").getValue() << "'";
    if (others > 0)
      warning << " and " << others << (others == 1 ? " other" : " others");
    warning << ": a unit of several warps has the records of its first warp only, and what other "
               "warps do there is not recorded; granularity=warp records each warp of a "
               "warp-specialised kernel";
  }
};

} // namespace
} // namespace pstudio
