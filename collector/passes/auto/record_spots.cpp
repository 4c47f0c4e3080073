// SPDX-License-Identifier: Apache-2.0
#include "collector/passes/auto/record_spots.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"

#include "collector/ir/kernel_function.h"
#include "core/ptx/instruction.h"

using namespace mlir;

namespace pstudio::automode {
namespace {

constexpr uint32_t kThreadsOfCta = 1024;

//===--- Conditions
//-----------------------------------------------------------------------------===//

bool isNumber(Value value, uint64_t number) {
  APInt constant;
  return matchPattern(value, m_ConstantInt(&constant)) && constant == number;
}

bool isThreadInX(Value value) {
  Operation *op = value.getDefiningOp();
  while (isa_and_nonnull<arith::IndexCastOp, arith::IndexCastUIOp, LLVM::ZExtOp, LLVM::SExtOp>(op))
    op = op->getOperand(0).getDefiningOp();
  auto thread = dyn_cast_or_null<gpu::ThreadIdOp>(op);
  return isa_and_nonnull<NVVM::ThreadIdXOp>(op) ||
         (thread && thread.getDimension() == gpu::Dimension::x);
}

/// True for a number that is 0 in one lane of each warp at least: the lane's, or that of the thread
/// in x modulo a warp, of which any 32 neighbouring threads have a multiple.
bool isZeroInEachWarp(Value value) {
  Operation *op = value.getDefiningOp();
  if (isa_and_nonnull<gpu::LaneIdOp, NVVM::LaneIdOp>(op))
    return true;
  if (isa_and_nonnull<arith::RemUIOp, arith::RemSIOp, LLVM::URemOp>(op))
    return isNumber(op->getOperand(1), kLanesPerWarp) && isThreadInX(op->getOperand(0));
  return isa_and_nonnull<arith::AndIOp, LLVM::AndOp>(op) &&
         isNumber(op->getOperand(1), kLanesPerWarp - 1) && isThreadInX(op->getOperand(0));
}

/// True if one lane of each warp has it, whatever the launch.
bool holdsInEachWarp(const Predicate &predicate) {
  APInt constant;
  if (matchPattern(predicate.value, m_ConstantInt(&constant)))
    return constant.isZero() == predicate.isNegated;
  Operation *op = predicate.value.getDefiningOp();
  while (isa_and_nonnull<LLVM::ZExtOp, LLVM::SExtOp, arith::ExtUIOp>(op))
    op = op->getOperand(0).getDefiningOp();
  if (predicate.isNegated || !op)
    return false;
  if (isa<NVVM::ElectSyncOp>(op))
    return true;
  bool asksForZero = false;
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    asksForZero = compare.getPredicate() == arith::CmpIPredicate::eq;
  else if (auto compareWords = dyn_cast<LLVM::ICmpOp>(op))
    asksForZero = compareWords.getPredicate() == LLVM::ICmpPredicate::eq;
  return asksForZero && isNumber(op->getOperand(1), 0) && isZeroInEachWarp(op->getOperand(0));
}

/// On an AMD GPU.
Value createBallot(OpBuilder &builder, Location location, Value mine, const AmdChip &chip) {
  const Type mask = builder.getIntegerType(chip.lanesPerWave());
  Value any = builder.create<ROCDL::BallotOp>(location, mask, mine);
  Value none = builder.create<LLVM::ConstantOp>(location, mask, 0);
  return builder.create<LLVM::ICmpOp>(location, LLVM::ICmpPredicate::ne, any, none);
}

/// Whether any lane that is here has it.
Value createVote(OpBuilder &builder, Location location, Value mine) {
  auto vote = builder.create<LLVM::InlineAsmOp>(
      location, builder.getI32Type(), ValueRange{mine},
      "{\n\t.reg .pred %any;\n\t.reg .b32 %here;\n\tactivemask.b32 %here;\n\t"
      "vote.sync.any.pred %any, $1, %here;\n\tselp.b32 $0, 1, 0, %any;\n\t}",
      "=r,b", /*has_side_effects=*/true, /*is_align_stack=*/false,
      LLVM::AsmDialectAttr::get(builder.getContext(), LLVM::AsmDialect::AD_ATT),
      /*operand_attrs=*/ArrayAttr());
  Value none = builder.create<LLVM::ConstantOp>(location, builder.getI32Type(), 0);
  return builder.create<LLVM::ICmpOp>(location, LLVM::ICmpPredicate::ne, vote.getResult(0), none);
}

//===--- Spots
//----------------------------------------------------------------------------------===//

/// True for what orders memory, which takes no time worth a record of its own.
bool isFence(Operation *op) {
  if (isa<NVVM::FenceMbarrierInitOp, NVVM::FenceProxyOp, NVVM::FenceScClusterOp>(op))
    return true;
  auto assembly = dyn_cast<LLVM::InlineAsmOp>(op);
  return assembly &&
         llvm::all_of(ptx::parse(assembly.getAsmString()).statements,
                      [](const ptx::Statement &statement) {
                        return statement.kind != ptx::Statement::Kind::Instruction ||
                               ptx::classify(statement).operation == ptx::Operation::Fence;
                      });
}

/// Steps that only a guard makes some lanes do, and that are over at once.
bool mayRecordAround(Operation *op, const Classifiers &classifiers) {
  if (op->hasTrait<OpTrait::IsTerminator>() || isArithmetic(op) || isFence(op))
    return true;
  const Effects effects = classifiers.effectsOf(op);
  return !effects.empty() && op->getNumRegions() == 0 &&
         llvm::all_of(effects, [](const Effect &effect) {
           return effect.activity == Activity::Issue || effect.activity == Activity::Start ||
                  effect.activity == Activity::Feed || effect.activity == Activity::Arrive ||
                  effect.activity == Activity::Init;
         });
}

bool isGuardOnly(Block &block, const Classifiers &classifiers) {
  return llvm::all_of(block, [&](Operation &op) { return mayRecordAround(&op, classifiers); });
}

/// A spot one guard further out.
class SpotMover {
public:
  SpotMover(const AsyncPlace &place, const KernelLanes &lanes, const Classifiers &classifiers)
      : m_place(place), m_lanes(lanes), m_classifiers(classifiers) {
    m_spot.startBlock = m_spot.endBlock = place.first->getBlock();
    m_spot.start = place.first->getIterator();
    if (place.isAfter)
      m_spot.start = std::next(place.last->getIterator());
    m_spot.end = std::next(place.last->getIterator());
    if (place.exit) {
      m_spot.endBlock = place.exit;
      m_spot.end = place.exit->begin();
    }
    if (!place.predicates.empty())
      m_spot.conditions.push_back(place.predicates);
  }

  RecordSpot find() {
    Operation *here = m_place.first;
    while (here && m_lanes.divergenceAt(here) && m_spot.startBlock == m_spot.endBlock &&
           isGuardOnly(*m_spot.startBlock, m_classifiers))
      here = moveOut(*m_spot.startBlock);
    dropLatePredicates();
    return std::move(m_spot);
  }

private:
  /// The operation that the spot is at now; null if it could not be moved.
  Operation *moveOut(Block &block) {
    if (auto choice = dyn_cast<scf::IfOp>(block.getParentOp()))
      return moveOutOf(choice, block);
    Block *before = block.getSinglePredecessor();
    Block *behind = block.getNumSuccessors() == 1 ? block.getSuccessor(0) : nullptr;
    if (!before || !behind || behind == &block)
      return nullptr;
    Operation *branch = before->getTerminator();
    if (!isa<cf::CondBranchOp, LLVM::CondBrOp>(branch) || !isTriangle(*before, block, *behind))
      return nullptr;
    const Predicate guard{branch->getOperand(0), branch->getSuccessor(1) == &block};
    return moveTo(branch, before, behind, behind->begin(), guard, nullptr, &block);
  }

  Operation *moveOutOf(scf::IfOp choice, Block &block) {
    const Predicate guard{choice.getCondition(), &choice.getThenRegion() != block.getParent()};
    return moveTo(choice, choice->getBlock(), choice->getBlock(), std::next(choice->getIterator()),
                  guard, choice, nullptr);
  }

  static bool isTriangle(Block &before, Block &block, Block &behind) {
    return llvm::is_contained(before.getSuccessors(), &behind) &&
           llvm::all_of(behind.getPredecessors(),
                        [&](Block *from) { return from == &before || from == &block; });
  }

  Operation *moveTo(Operation *start, Block *startBlock, Block *endBlock, Block::iterator end,
                    const Predicate &guard, Operation *leftOp, Block *leftBlock) {
    if (isMadeInside(m_place.operands, leftOp, leftBlock))
      return nullptr;
    m_spot.startBlock = startBlock;
    m_spot.start = start->getIterator();
    m_spot.endBlock = endBlock;
    m_spot.end = end;
    m_spot.conditions.push_back({guard});
    return start;
  }

  static bool isMadeIn(Value value, Operation *op, Block *block) {
    if (!value)
      return false;
    return op ? op->isAncestor(value.getParentBlock()->getParentOp())
              : value.getParentBlock() == block;
  }
  static bool isMadeInside(const QueueOperands &operands, Operation *op, Block *block) {
    return isMadeIn(operands.barrier, op, block) || isMadeIn(operands.slot, op, block) ||
           isMadeIn(operands.parity, op, block);
  }

  /// Those that are not known yet at the start: then the warp records as if they held.
  void dropLatePredicates() {
    DominanceInfo dominance;
    Operation *at = &*m_spot.start;
    llvm::erase_if(m_spot.conditions, [&](const auto &anyOf) {
      return llvm::any_of(anyOf, [&](const Predicate &predicate) {
        return !dominance.properlyDominates(predicate.value, at);
      });
    });
  }

  const AsyncPlace &m_place;
  const KernelLanes &m_lanes;
  const Classifiers &m_classifiers;
  RecordSpot m_spot;
};

} // namespace

KernelLanes::KernelLanes(Operation *root, const std::optional<AmdChip> &chip) : m_chip(chip) {
  root->walk([&](gpu::GPUFuncOp kernel) {
    if (isKernelFunction(kernel) && !kernel.isExternal())
      m_kernels.push_back(std::make_unique<WarpUniformity>(
          kernel, BlockShape{kThreadsOfCta, 1, 1}, chip ? chip->lanesPerWave() : kLanesPerWarp));
  });
}

Operation *KernelLanes::divergenceAt(Operation *op) const {
  for (const auto &kernel : m_kernels)
    if (Operation *branch = kernel->divergenceAt(op))
      return branch;
  return nullptr;
}

RecordSpot findRecordSpot(const AsyncPlace &place, const KernelLanes &lanes,
                          const Classifiers &classifiers) {
  return SpotMover(place, lanes, classifiers).find();
}

Value createHolds(OpBuilder &builder, Location location, const Predicate &predicate) {
  Value value = predicate.value;
  if (predicate.element >= 0) {
    Value number =
        builder.create<LLVM::ConstantOp>(location, builder.getI32Type(), predicate.element);
    value = builder.create<LLVM::ExtractElementOp>(location, value, number);
  }
  if (!predicate.isNegated && value.getType().isInteger(1))
    return value;
  Value none = builder.create<LLVM::ConstantOp>(location, value.getType(), 0);
  return builder.create<LLVM::ICmpOp>(
      location, predicate.isNegated ? LLVM::ICmpPredicate::eq : LLVM::ICmpPredicate::ne, value,
      none);
}

Value createCondition(OpBuilder &builder, Location location, const RecordSpot &spot,
                      const KernelLanes &lanes) {
  // Lanes that have one condition each need not have both.
  if (spot.conditions.size() == 1 && llvm::any_of(spot.conditions.front(), holdsInEachWarp))
    return {};
  Value all;
  for (const auto &anyOf : spot.conditions) {
    Value any;
    for (const Predicate &predicate : anyOf) {
      Value mine = createHolds(builder, location, predicate);
      any = any ? builder.create<LLVM::OrOp>(location, any, mine).getResult() : mine;
    }
    all = all ? builder.create<LLVM::AndOp>(location, all, any).getResult() : any;
  }
  if (!all)
    return {};
  return lanes.chip() ? createBallot(builder, location, all, *lanes.chip())
                      : createVote(builder, location, all);
}

} // namespace pstudio::automode
