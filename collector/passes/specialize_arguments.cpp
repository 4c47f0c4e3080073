// SPDX-License-Identifier: Apache-2.0
// proton-specialize-arguments: what a launch passes becomes attributes, constants and assumptions.
#include "collector/passes/passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include "collector/analysis/address_values.h"
#include "collector/ir/kernel_function.h"
#include "collector/passes/argument_facts.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_PROTONSPECIALIZEARGUMENTS
#include "collector/passes/passes.h.inc"

namespace {

/// On an argument that was replaced by its value.
constexpr StringLiteral kEqualsAttribute = "proton_gpu.equals";
/// On a buffer for which signed 32 bits hold every offset.
constexpr StringLiteral kOffsetsAttribute = "proton_gpu.offsets_in_32_bits";

bool isPointer(Type type) {
  return isa<BaseMemRefType, LLVM::LLVMPointerType>(type);
}

/// One kernel, fact by fact.
class Specializer {
public:
  explicit Specializer(FunctionOpInterface kernel) : m_kernel(kernel), m_builder(kernel) {
    m_builder.setInsertionPointToStart(&kernel.getFunctionBody().front());
  }

  LogicalResult apply(const ArgumentFact &fact) {
    if (fact.argument >= m_kernel.getNumArguments())
      return m_kernel.emitError("there is no argument ") << fact.argument << " to specialise";
    const BlockArgument argument = m_kernel.getArgument(fact.argument);
    const bool isOfPointer =
        fact.kind == ArgumentFactKind::Aligned || fact.kind == ArgumentFactKind::OffsetsIn32;
    if (isOfPointer ? !isPointer(argument.getType()) : !argument.getType().isIntOrIndex())
      return m_kernel.emitError("argument ")
             << fact.argument << " of type " << argument.getType() << " cannot be specialised so";
    switch (fact.kind) {
    case ArgumentFactKind::Aligned:
      raise(fact, LLVM::LLVMDialect::getAlignAttrName());
      break;
    case ArgumentFactKind::DivisibleBy:
      raise(fact, kDivisibleAttribute);
      assumeDivisible(argument, fact.value);
      break;
    case ArgumentFactKind::EqualsOne:
      m_kernel.setArgAttr(fact.argument, kEqualsAttribute, m_builder.getI64IntegerAttr(1));
      replaceByOne(argument);
      break;
    case ArgumentFactKind::OffsetsIn32:
      m_kernel.setArgAttr(fact.argument, kOffsetsAttribute, m_builder.getUnitAttr());
      break;
    }
    return success();
  }

private:
  /// Sets a power of two, unless a larger one is there.
  void raise(const ArgumentFact &fact, StringRef name) {
    const auto given = m_kernel.getArgAttrOfType<IntegerAttr>(fact.argument, name);
    if (!given || given.getValue().ult(fact.value))
      m_kernel.setArgAttr(fact.argument, name,
                          m_builder.getI64IntegerAttr(static_cast<int64_t>(fact.value)));
  }

  Value constant(Type type, uint64_t value) {
    return m_builder.create<arith::ConstantOp>(
        m_kernel.getLoc(), m_builder.getIntegerAttr(type, static_cast<int64_t>(value)));
  }

  /// Integers have no attribute for it in LLVM.
  void assumeDivisible(Value argument, uint64_t divisor) {
    const Location location = m_kernel.getLoc();
    const Type type = argument.getType();
    const Value rest =
        m_builder.create<arith::AndIOp>(location, argument, constant(type, divisor - 1));
    const Value isMultiple = m_builder.create<arith::CmpIOp>(location, arith::CmpIPredicate::eq,
                                                             rest, constant(type, 0));
    m_builder.create<LLVM::AssumeOp>(location, isMultiple);
  }

  /// The argument stays, so that launches are the same.
  void replaceByOne(Value argument) {
    argument.replaceAllUsesWith(constant(argument.getType(), 1));
  }

  FunctionOpInterface m_kernel;
  OpBuilder m_builder;
};

class ProtonSpecializeArgumentsPass
    : public impl::ProtonSpecializeArgumentsBase<ProtonSpecializeArgumentsPass> {
public:
  using ProtonSpecializeArgumentsBase::ProtonSpecializeArgumentsBase;

  void runOnOperation() override {
    const Result<ArgumentFacts> known = parseArgumentFacts(facts.getValue());
    if (!known) {
      getOperation().emitError(known.error().message) << "; " << known.error().hint;
      return signalPassFailure();
    }
    FunctionOpInterface found = findKernel();
    if (!found) {
      getOperation().emitError("there is no kernel '") << kernel << "' to specialise";
      return signalPassFailure();
    }
    Specializer specializer(found);
    for (const ArgumentFact &fact : *known)
      if (failed(specializer.apply(fact)))
        return signalPassFailure();
  }

private:
  FunctionOpInterface findKernel() {
    FunctionOpInterface found;
    getOperation().walk([&](FunctionOpInterface function) {
      if (isKernelFunction(function) && function.getName() == kernel.getValue())
        found = function;
    });
    return found && !found.isExternal() ? found : FunctionOpInterface();
  }
};

} // namespace
} // namespace pstudio
