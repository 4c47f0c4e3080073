// SPDX-License-Identifier: Apache-2.0
// proton-report-addresses: how values and addresses change between neighbouring threads.
#include "collector/passes/passes.h"

#include "collector/analysis/address_analysis.h"
#include "collector/passes/block_option.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_PROTONREPORTADDRESSES
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

} // namespace
} // namespace pstudio
