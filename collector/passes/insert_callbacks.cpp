// SPDX-License-Identifier: Apache-2.0
// proton-insert-callbacks: inserts calls of the user's functions at the chosen points.
#include "collector/passes/passes.h"

#include "mlir/Analysis/CFGLoopInfo.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

#include "collector/analysis/access_operands.h"
#include "collector/analysis/pointer_spaces.h"
#include "collector/analysis/type_layout.h"
#include "collector/callbacks/callback_points.h"
#include "collector/classification/marked_functions.h"
#include "collector/classification/operation_classifier.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_PROTONINSERTCALLBACKS
#include "collector/passes/passes.h.inc"

namespace {

using automode::Activity;
using Callback = InstrumentationMode::Callback;
using Point = InstrumentationMode::Point;

/// A place where calls are inserted; at an access, also the operands of the access.
struct Site {
  Point point = Point::Enter;
  Operation *op = nullptr;
  bool isAfter = false; ///< after `op` instead of before it
  AccessOperands access = {};
};

std::optional<Point> pointOf(Activity activity) {
  switch (activity) {
  case Activity::Load:
    return Point::Load;
  case Activity::Store:
    return Point::Store;
  case Activity::Atomic:
    return Point::Atomic;
  case Activity::Barrier:
    return Point::Barrier;
  case Activity::Issue:
    return Point::Async;
  case Activity::Matrix:
    return Point::Matrix;
  case Activity::Start:
  case Activity::Feed:
  case Activity::Commit:
  case Activity::Wait:
  case Activity::Poll:
  case Activity::Arrive:
  case Activity::Synchronize:
  case Activity::Init:
    return std::nullopt;
  }
  llvm_unreachable("an activity without a rule");
}

AccessKind kindOf(Point point) {
  return point == Point::Load ? AccessKind::Load
                              : (point == Point::Store ? AccessKind::Store : AccessKind::Atomic);
}

/// Finds the places of one function for the points that have a callback.
class SiteFinder {
public:
  SiteFinder(FunctionOpInterface function, llvm::function_ref<bool(Point)> isWanted,
             const PointerSpaces &spaces)
      : m_function(function), m_isWanted(isWanted), m_spaces(spaces) {}

  /// The places in the order of the text, except for loops of blocks, which are last. Fails with an
  /// error if the space or address of an access cannot be determined.
  LogicalResult find(SmallVectorImpl<Site> &sites) {
    m_sites = &sites;
    Region &body = m_function.getFunctionBody();
    add({Point::Enter, &body.front().front()});
    const WalkResult walked = m_function->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op->getBlock() && op->getBlock()->getParent() == &body &&
          op->hasTrait<OpTrait::IsTerminator>() && op->getNumSuccessors() == 0)
        add({Point::Exit, placeBeforeReturn(op)});
      if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
        addIteration(loop);
      return succeeded(addEffects(op)) ? WalkResult::advance() : WalkResult::interrupt();
    });
    addBlockLoops();
    return failure(walked.wasInterrupted());
  }

private:
  /// The save_context of the records stands directly before a return.
  static Operation *placeBeforeReturn(Operation *leave) {
    Operation *before = leave->getPrevNode();
    return isa_and_nonnull<proton_gpu::SaveContextOp>(before) ? before : leave;
  }

  void add(Site site) {
    if (m_isWanted(site.point))
      m_sites->push_back(std::move(site));
  }

  /// The last region is the loop body. The first region of scf.while is its condition.
  void addIteration(LoopLikeOpInterface loop) {
    Region *repeated = loop.getLoopRegions().back();
    if (!repeated->empty() && !repeated->front().empty())
      add({Point::Iteration, &repeated->front().front()});
  }

  void addBlockLoops() {
    Region &body = m_function.getFunctionBody();
    if (!m_isWanted(Point::Iteration) || body.hasOneBlock())
      return;
    DominanceInfo dominance(m_function);
    CFGLoopInfo loops(dominance.getDomTree(&body));
    for (Block &block : body)
      if (loops.isLoopHeader(&block))
        add({Point::Iteration, &block.front()});
  }

  LogicalResult addEffects(Operation *op) {
    automode::Effects effects = m_classifiers.effectsOf(op);
    for (const automode::Effect &effect : effects) {
      const std::optional<Point> point = pointOf(effect.activity);
      if (!point)
        continue;
      if (callbacks::isAccess(*point)) {
        if (m_isWanted(*point) && failed(addAccess(op, *point)))
          return failure();
        continue;
      }
      add({*point, op});
      if (*point == Point::Barrier && !op->hasTrait<OpTrait::IsTerminator>())
        add({Point::AfterBarrier, op, true});
    }
    return success();
  }

  LogicalResult addAccess(Operation *op, Point point) {
    bool isKnown = false;
    for (AccessOperands &access : accessOperands(op)) {
      if (access.kind != kindOf(point))
        continue;
      // The address of generic pointers to shared memory stays generic.
      if (access.space == AccessSpace::Generic)
        if (const AccessSpace space = m_spaces.spaceOf(access.base); space != AccessSpace::Shared)
          access.space = space;
      isKnown = access.widthBytes != 0 && access.isOfAllLanes();
      if (isKnown && access.space != AccessSpace::Local)
        add({point, op, false, std::move(access)});
    }
    if (isKnown)
      return success();
    return op->emitError("the address and bytes of this ")
           << llvm::StringRef(InstrumentationMode::pointName(point))
           << " are unknown, so no callback can receive them; exclude its function (exclude=)";
  }

  FunctionOpInterface m_function;
  llvm::function_ref<bool(Point)> m_isWanted;
  const PointerSpaces &m_spaces;
  const automode::Classifiers m_classifiers;
  SmallVectorImpl<Site> *m_sites = nullptr;
};

/// Writes calls.
class CallWriter {
public:
  CallWriter(FunctionOpInterface function, ArrayRef<Callback> callbacks)
      : m_function(function), m_callbacks(callbacks) {}

  LogicalResult write(const Site &site) {
    OpBuilder builder(site.op);
    if (site.isAfter)
      builder.setInsertionPointAfter(site.op);
    const Location location = site.point == Point::Enter ? m_function->getLoc() : site.op->getLoc();
    SmallVector<Value> arguments;
    if (callbacks::isAccess(site.point)) {
      const Value address = addressOf(builder, location, site.access);
      if (!address)
        return site.op->emitError("the address of this access depends on a layout that is known "
                                  "only at run time; exclude its function (exclude=)");
      arguments = {address, constant(builder, location, site.access.widthBytes),
                   constant(builder, location, numberOf(site.access.space))};
    }
    arguments.push_back(constant(builder, location, lineOf(location)));
    for (const Callback &callback : m_callbacks)
      if (callback.point == site.point)
        builder.create<LLVM::CallOp>(location, wrapperOf(callback, ValueRange(arguments)),
                                     arguments);
    return success();
  }

private:
  static Value constant(OpBuilder &builder, Location location, uint64_t value) {
    return builder.create<LLVM::ConstantOp>(location, builder.getI32Type(),
                                            builder.getI32IntegerAttr(static_cast<int32_t>(value)));
  }

  /// As LLVM's address spaces of NVIDIA GPUs.
  static uint32_t numberOf(AccessSpace space) {
    switch (space) {
    case AccessSpace::Generic:
      return 0;
    case AccessSpace::Global:
      return 1;
    case AccessSpace::Shared:
      return 3;
    case AccessSpace::Constant:
      return 4;
    case AccessSpace::Local:
      return 5;
    }
    llvm_unreachable("a space without a number");
  }

  static uint32_t lineOf(Location location) {
    const auto place = location->findInstanceOf<FileLineColLoc>();
    return place ? place.getLine() : 0;
  }

  /// The address as i64; null if it cannot be computed from the operands of the operation.
  static Value addressOf(OpBuilder &builder, Location location, const AccessOperands &access) {
    const Type i64 = builder.getI64Type();
    const auto type = dyn_cast<MemRefType>(access.base.getType());
    if (!type) {
      Value address = builder.create<LLVM::PtrToIntOp>(location, i64, access.base);
      for (Value offset : access.offsets)
        address = builder.create<LLVM::AddOp>(location, address,
                                              builder.create<LLVM::ZExtOp>(location, i64, offset));
      return address;
    }
    SmallVector<int64_t> strides;
    int64_t offset = 0;
    const std::optional<uint64_t> bytes = bytesInMemory(type.getElementType(), nullptr);
    if (!bytes || failed(getStridesAndOffset(type, strides, offset)) ||
        ShapedType::isDynamic(offset) || llvm::is_contained(strides, ShapedType::kDynamic))
      return {};
    SmallVector<Value> indices = access.indices;
    if (access.map) {
      auto expanded = affine::expandAffineMap(builder, location, access.map, access.indices);
      if (!expanded)
        return {};
      indices.assign(expanded->begin(), expanded->end());
    }
    Value address = builder.create<memref::ExtractAlignedPointerAsIndexOp>(location, access.base);
    const auto add = [&](Value value, int64_t factor) {
      Value scale = builder.create<arith::ConstantIndexOp>(location, factor);
      Value scaled = builder.create<arith::MulIOp>(location, value, scale);
      address = builder.create<arith::AddIOp>(location, address, scaled);
    };
    for (const auto &[index, stride] : llvm::zip_equal(indices, strides))
      add(index, stride * static_cast<int64_t>(*bytes));
    if (offset != 0)
      add(builder.create<arith::ConstantIndexOp>(location, offset), static_cast<int64_t>(*bytes));
    return builder.create<arith::IndexCastOp>(location, i64, address);
  }

  /// Declared where it is first called; the linker gives it a body.
  LLVM::LLVMFuncOp wrapperOf(const Callback &callback, ValueRange arguments) {
    Operation *module = m_function->getParentWithTrait<OpTrait::SymbolTable>();
    const std::string name = callbacks::wrapperName(callback);
    if (Operation *known = SymbolTable::lookupSymbolIn(module, name))
      return cast<LLVM::LLVMFuncOp>(known);
    OpBuilder builder = OpBuilder::atBlockBegin(&module->getRegion(0).front());
    const auto nothing = LLVM::LLVMVoidType::get(builder.getContext());
    return builder.create<LLVM::LLVMFuncOp>(
        builder.getUnknownLoc(), name,
        LLVM::LLVMFunctionType::get(nothing, SmallVector<Type>(arguments.getTypes())));
  }

  FunctionOpInterface m_function;
  ArrayRef<Callback> m_callbacks;
};

class ProtonInsertCallbacksPass
    : public impl::ProtonInsertCallbacksBase<ProtonInsertCallbacksPass> {
public:
  using ProtonInsertCallbacksBase::ProtonInsertCallbacksBase;

  void runOnOperation() override {
    std::string text = "default:callbacks=";
    llvm::raw_string_ostream stream(text);
    llvm::interleave(callbacks, stream, ",");
    const Result<InstrumentationMode> mode = InstrumentationMode::parse(stream.str());
    if (!mode) {
      getOperation()->emitError(mode.error().toString());
      return signalPassFailure();
    }
    const auto isWanted = [&](Point point) {
      return llvm::any_of(mode->callbacks,
                          [&](const Callback &callback) { return callback.point == point; });
    };
    automode::FunctionChoice functions =
        automode::chooseFunctions(getOperation(), {*include, *exclude});
    // Only records require the call path to a function.
    for (const UnknownPath &recursive : functions.leftOut)
      functions.marked.push_back(recursive.function);
    // All sites are found before the first call is inserted: the code of calls contains no access
    // of the kernel.
    std::vector<SmallVector<Site>> sites(functions.marked.size());
    {
      const PointerSpaces spaces(getOperation());
      for (const auto &[function, found] : llvm::zip_equal(functions.marked, sites))
        if (failed(SiteFinder(function, isWanted, spaces).find(found)))
          return signalPassFailure();
    }
    for (const auto &[function, found] : llvm::zip_equal(functions.marked, sites)) {
      CallWriter writer(function, mode->callbacks);
      for (const Site &site : found)
        if (failed(writer.write(site)))
          return signalPassFailure();
    }
  }
};

} // namespace
} // namespace pstudio
