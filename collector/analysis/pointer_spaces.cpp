// SPDX-License-Identifier: Apache-2.0
// Joins, definitions of addresses, arguments.
#include "collector/analysis/pointer_spaces.h"

#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/TypeSwitch.h"

#include "collector/analysis/integer_operations.h"
#include "collector/ir/kernel_function.h"

using namespace mlir;

namespace pstudio {
namespace {

using State = SpaceLattice::State;

AccessSpace spaceOfNumber(unsigned number) {
  switch (number) {
  case 1:
    return AccessSpace::Global;
  case 3:
    return AccessSpace::Shared;
  case 4:
    return AccessSpace::Constant;
  case 5:
    return AccessSpace::Local;
  default:
    return AccessSpace::Generic;
  }
}

AccessSpace spaceOfMemref(BaseMemRefType type) {
  const Attribute space = type.getMemorySpace();
  if (const auto number = dyn_cast_or_null<IntegerAttr>(space))
    return spaceOfNumber(static_cast<unsigned>(number.getInt()));
  const auto named = dyn_cast_or_null<gpu::AddressSpaceAttr>(space);
  if (!named)
    return AccessSpace::Generic;
  switch (named.getValue()) {
  case gpu::AddressSpace::Global:
    return AccessSpace::Global;
  case gpu::AddressSpace::Workgroup:
    return AccessSpace::Shared;
  case gpu::AddressSpace::Private:
    return AccessSpace::Local;
  }
  return AccessSpace::Generic;
}

/// Variables without an address space are in global memory.
AccessSpace spaceOfGlobal(LLVM::AddressOfOp op) {
  const AccessSpace named = *spaceOfType(op.getType());
  return named == AccessSpace::Generic ? AccessSpace::Global : named;
}

/// NVIDIA's conversions to and from generic pointers, under their name before LLVM 20.
bool isConversion(StringRef intrinsic) {
  return intrinsic.starts_with("llvm.nvvm.ptr.") || intrinsic.starts_with("llvm.ptrmask") ||
         intrinsic.starts_with("llvm.launder.invariant.group") ||
         intrinsic.starts_with("llvm.strip.invariant.group");
}

/// True if the result refers to the memory of the first operand.
bool passesAddressOn(Operation *op) {
  if (isa<ViewLikeOpInterface, LLVM::GEPOp, LLVM::AddrSpaceCastOp, LLVM::BitcastOp,
          LLVM::PtrToIntOp, LLVM::IntToPtrOp, LLVM::FreezeOp, memref::MemorySpaceCastOp,
          memref::TransposeOp, memref::ExtractAlignedPointerAsIndexOp, memref::CollapseShapeOp,
          memref::ExpandShapeOp, memref::CastOp>(op))
    return true;
  auto call = dyn_cast<LLVM::CallIntrinsicOp>(op);
  return call && isConversion(call.getIntrin());
}

/// The operands of integer arithmetic, or of a selection, that the result refers to if they are
/// addresses: none of a product or a remainder.
SmallVector<unsigned, 2> addressOperands(Operation *op) {
  if (isa<LLVM::SelectOp, arith::SelectOp>(op))
    return {1, 2};
  const std::optional<IntegerOperation> integer = integerOperation(op);
  if (!integer)
    return {};
  APInt mask;
  switch (integer->kind) {
  case IntegerOperator::Add:
  case IntegerOperator::Or:
    return {0, 1};
  case IntegerOperator::Subtract:
  case IntegerOperator::ZeroExtend:
  case IntegerOperator::SignExtend:
  case IntegerOperator::Truncate:
    return {0};
  case IntegerOperator::And: // an address that is rounded down
    return matchPattern(op->getOperand(1), m_ConstantInt(&mask)) && mask.isNegative()
               ? SmallVector<unsigned, 2>{0}
               : SmallVector<unsigned, 2>{};
  default:
    return {};
  }
}

/// The value that is inserted at `position` of a struct; null if no operation inserts it.
Value insertedValue(Value structure, ArrayRef<int64_t> position) {
  while (auto insert = structure.getDefiningOp<LLVM::InsertValueOp>()) {
    if (insert.getPosition() == position)
      return insert.getValue();
    structure = insert.getContainer();
  }
  return {};
}

/// A stack variable whose address is used by nothing but loads and stores of whole pointers.
bool holdsPointers(LLVM::AllocaOp variable) {
  return llvm::all_of(variable->getUses(), [&](OpOperand &use) {
    if (auto store = dyn_cast<LLVM::StoreOp>(use.getOwner()))
      return store.getAddr() == use.get();
    return isa<LLVM::LoadOp>(use.getOwner());
  });
}

bool isNoAddress(Operation *op) {
  return op->hasTrait<OpTrait::ConstantLike>() ||
         isa<LLVM::ZeroOp, LLVM::UndefOp, LLVM::PoisonOp>(op);
}

/// The space of an address that `op` makes by itself.
std::optional<AccessSpace> spaceMade(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<AccessSpace>>(op)
      .Case<LLVM::AllocaOp, memref::AllocaOp>([](auto) { return AccessSpace::Local; })
      .Case<memref::AllocOp, memref::GetGlobalOp>([](auto) { return AccessSpace::Global; })
      .Case([](LLVM::AddressOfOp address) { return spaceOfGlobal(address); })
      .Default([](Operation *) { return std::nullopt; });
}

bool mayBeAddress(Type type) {
  return isa<LLVM::LLVMPointerType, BaseMemRefType>(type);
}

} // namespace

std::optional<AccessSpace> spaceOfType(Type type) {
  if (const auto pointer = dyn_cast<LLVM::LLVMPointerType>(type))
    return spaceOfNumber(pointer.getAddressSpace());
  if (const auto memref = dyn_cast<BaseMemRefType>(type))
    return spaceOfMemref(memref);
  return isa<IntegerType, IndexType>(type) ? std::optional(AccessSpace::Generic) : std::nullopt;
}

AccessSpace spaceIn(const DataFlowSolver &solver, Value address) {
  const auto *lattice = solver.lookupState<SpaceLattice>(address);
  return lattice ? lattice->space().value_or(AccessSpace::Generic) : AccessSpace::Generic;
}

PointerSpaces::PointerSpaces(Operation *top) : m_calls(top) {
  m_solver.load<dataflow::DeadCodeAnalysis>();
  m_solver.load<dataflow::SparseConstantPropagation>(); // finds the blocks that are never executed
  m_solver.load<SpacePropagation>(m_calls);
  (void)m_solver.initializeAndRun(top); // none of these fails
}

AccessSpace PointerSpaces::spaceOf(Value address) const {
  return spaceIn(m_solver, address);
}

//===--- SpaceLattice ------------------------------------------------------------------------===//

ChangeResult SpaceLattice::join(const AbstractSparseLattice &other) {
  const auto &from = static_cast<const SpaceLattice &>(other);
  switch (from.m_state) {
  case State::Unreached:
    return ChangeResult::NoChange;
  case State::NotAddress:
    return joinNotAddress();
  case State::Known:
    break;
  }
  return join(from.m_space);
}

ChangeResult SpaceLattice::join(AccessSpace space) {
  const AccessSpace joined =
      m_state != State::Known || m_space == space ? space : AccessSpace::Generic;
  if (m_state == State::Known && m_space == joined)
    return ChangeResult::NoChange;
  m_state = State::Known;
  m_space = joined;
  return ChangeResult::Change;
}

ChangeResult SpaceLattice::joinNotAddress() {
  if (m_state != State::Unreached)
    return ChangeResult::NoChange;
  m_state = State::NotAddress;
  return ChangeResult::Change;
}

void SpaceLattice::print(raw_ostream &stream) const {
  stream << (m_state == State::Known ? "address" : "no address");
}

//===--- SpacePropagation --------------------------------------------------------------------===//

SpacePropagation::SpacePropagation(DataFlowSolver &solver, const CallSites &calls)
    : SparseForwardDataFlowAnalysis(solver), m_calls(calls) {}

void SpacePropagation::visitOperation(Operation *op, ArrayRef<const SpaceLattice *> operands,
                                      ArrayRef<SpaceLattice *> results) {
  if (results.empty())
    return;
  const auto learn = [&](SpaceLattice *result, AccessSpace space) {
    propagateIfChanged(result, result->join(space));
  };
  // The type of such a pointer names its space.
  if (const auto named = spaceOfType(results.front()->getPoint().getType());
      named && *named != AccessSpace::Generic)
    return learn(results.front(), *named);
  if (const std::optional<AccessSpace> made = spaceMade(op))
    return learn(results.front(), *made);
  if (visitVariable(op, results))
    return;
  const SmallVector<unsigned, 2> sources =
      passesAddressOn(op) ? SmallVector<unsigned, 2>{0} : addressOperands(op);
  if (!sources.empty())
    return pass(op, operands, sources, results.front());
  for (SpaceLattice *result : results) {
    const Type type = result->getPoint().getType();
    if (mayBeAddress(type) && !isNoAddress(op))
      learn(result, *spaceOfType(type));
    else
      propagateIfChanged(result, result->joinNotAddress());
  }
}

void SpacePropagation::pass(Operation *op, ArrayRef<const SpaceLattice *> operands,
                            ArrayRef<unsigned> sources, SpaceLattice *result) {
  // The difference of two addresses is a number.
  const auto integer = integerOperation(op);
  if (integer && integer->kind == IntegerOperator::Subtract && operands[1]->space())
    return propagateIfChanged(result, result->joinNotAddress());
  for (const unsigned source : sources) {
    if (operands[source]->state() == State::Unreached)
      return;
    propagateIfChanged(result, result->join(*operands[source]));
  }
  if (isa<LLVM::IntToPtrOp>(op) && result->state() != State::Known)
    propagateIfChanged(result, result->join(AccessSpace::Generic)); // of a number
}

bool SpacePropagation::visitVariable(Operation *op, ArrayRef<SpaceLattice *> results) {
  if (auto extract = dyn_cast<LLVM::ExtractValueOp>(op)) {
    Value inserted = insertedValue(extract.getContainer(), extract.getPosition());
    if (inserted)
      propagateIfChanged(results.front(),
                         results.front()->join(*getLatticeElementFor(op, inserted)));
    return static_cast<bool>(inserted);
  }
  auto load = dyn_cast<LLVM::LoadOp>(op);
  auto variable = load ? load.getAddr().getDefiningOp<LLVM::AllocaOp>() : LLVM::AllocaOp();
  if (!variable || !isa<LLVM::LLVMPointerType>(load.getType()) || !holdsPointers(variable))
    return false;
  for (Operation *user : variable->getUsers())
    if (auto store = dyn_cast<LLVM::StoreOp>(user))
      propagateIfChanged(results.front(),
                         results.front()->join(*getLatticeElementFor(op, store.getValue())));
  return true;
}

void SpacePropagation::setToEntryState(SpaceLattice *lattice) {
  if (auto argument = dyn_cast<BlockArgument>(lattice->getPoint()))
    if (argument.getOwner()->isEntryBlock())
      return enter(lattice, argument);
  const Type type = lattice->getPoint().getType();
  propagateIfChanged(lattice, mayBeAddress(type) ? lattice->join(*spaceOfType(type))
                                                 : lattice->joinNotAddress());
}

void SpacePropagation::enter(SpaceLattice *lattice, BlockArgument argument) {
  const Type type = argument.getType();
  const auto learn = [&](AccessSpace space) { propagateIfChanged(lattice, lattice->join(space)); };
  Block *block = argument.getOwner();
  auto function = dyn_cast<FunctionOpInterface>(block->getParentOp());
  if (!mayBeAddress(type) && (!function || isKernelFunction(function)))
    return propagateIfChanged(lattice, lattice->joinNotAddress());
  if (const auto named = spaceOfType(type); named && *named != AccessSpace::Generic)
    return learn(*named);
  if (!function)
    return learn(AccessSpace::Generic);
  const unsigned number = argument.getArgNumber();
  if (isKernelFunction(function)) {
    // Private attributions and copies of the kernel's parameters belong to the thread.
    const bool isOwn =
        number >= function.getNumArguments() ||
        function.getArgAttr(number, LLVM::LLVMDialect::getByValAttrName()) != nullptr ||
        function.getArgAttr(number, LLVM::LLVMDialect::getByRefAttrName()) != nullptr;
    return learn(isOwn ? AccessSpace::Local : AccessSpace::Global);
  }
  const ArrayRef<CallOpInterface> calls = m_calls.of(function);
  if (function.getArgAttr(number, LLVM::LLVMDialect::getByValAttrName()))
    return learn(AccessSpace::Local);
  if (calls.empty() && isa<BaseMemRefType>(type)) // a memref is global unless it names a space
    return learn(AccessSpace::Global);
  if (calls.empty())
    return mayBeAddress(type) ? learn(AccessSpace::Generic)
                              : propagateIfChanged(lattice, lattice->joinNotAddress());
  for (CallOpInterface call : calls)
    propagateIfChanged(lattice,
                       lattice->join(*getLatticeElementFor(block, call.getArgOperands()[number])));
}

} // namespace pstudio
