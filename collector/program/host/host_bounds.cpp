// SPDX-License-Identifier: Apache-2.0
#include "collector/program/host/host_bounds.h"

#include <map>

#include "collector/diagnostics/diagnostics.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace pstudio::program {
namespace {

using mlir::Value;

/// The access of an operation: from each index on, `lengths` elements of that dimension.
struct Access {
  Value memref;
  llvm::SmallVector<mlir::OpFoldResult> indices;
  /// Lengths of the last dimensions; the others have one element.
  llvm::ArrayRef<int64_t> lengths;

  int64_t lengthOf(size_t dimension) const {
    const size_t first = indices.size() - lengths.size();
    return dimension < first ? 1 : lengths[dimension - first];
  }
};

/// nullopt for operations that are not checked.
std::optional<Access> accessOf(mlir::Operation *op) {
  if (auto load = mlir::dyn_cast<mlir::memref::LoadOp>(op))
    return Access{load.getMemRef(), mlir::getAsOpFoldResult(load.getIndices()), {}};
  if (auto store = mlir::dyn_cast<mlir::memref::StoreOp>(op))
    return Access{store.getMemRef(), mlir::getAsOpFoldResult(store.getIndices()), {}};
  if (auto update = mlir::dyn_cast<mlir::memref::AtomicRMWOp>(op))
    return Access{update.getMemref(), mlir::getAsOpFoldResult(update.getIndices()), {}};
  if (auto load = mlir::dyn_cast<mlir::vector::LoadOp>(op))
    return Access{load.getBase(), mlir::getAsOpFoldResult(load.getIndices()),
                  load.getVectorType().getShape()};
  if (auto store = mlir::dyn_cast<mlir::vector::StoreOp>(op))
    return Access{store.getBase(), mlir::getAsOpFoldResult(store.getIndices()),
                  store.getVectorType().getShape()};
  return std::nullopt;
}

class Checker {
public:
  explicit Checker(mlir::ModuleOp module) : m_module(module), m_builder(module.getContext()) {}

  void check(mlir::Operation *op) {
    m_builder.setInsertionPoint(op);
    m_op = op;
    if (auto view = mlir::dyn_cast<mlir::memref::SubViewOp>(op))
      return checkView(view);
    const std::optional<Access> access = accessOf(op);
    if (!access)
      return;
    auto elements = mlir::dyn_cast<mlir::MemRefType>(access->memref.getType());
    // An element may itself be a vector: then the memref's extents count vectors.
    if (!elements ||
        (!access->lengths.empty() && mlir::isa<mlir::VectorType>(elements.getElementType())))
      return;
    for (size_t i = 0; i < access->indices.size(); ++i) {
      compare(access->memref, i, access->indices[i]);
      if (access->lengthOf(i) > 1)
        compare(access->memref, i, sum(access->indices[i], access->lengthOf(i) - 1));
    }
  }

private:
  /// Its first and its last element, if it has any.
  void checkView(mlir::memref::SubViewOp view) {
    const auto offsets = view.getMixedOffsets(), sizes = view.getMixedSizes(),
               strides = view.getMixedStrides();
    for (size_t i = 0; i < offsets.size(); ++i) {
      const auto size = mlir::getConstantIntValue(sizes[i]);
      const auto stride = mlir::getConstantIntValue(strides[i]);
      if (size && *size <= 0)
        continue;
      Value isEmpty;
      if (!size)
        isEmpty = m_builder.create<mlir::arith::CmpIOp>(location(), mlir::arith::CmpIPredicate::sle,
                                                        valueOf(sizes[i]), constant(0));
      compare(view.getSource(), i, offsets[i], isEmpty);
      const auto offset = mlir::getConstantIntValue(offsets[i]);
      if (offset && size && stride) {
        compare(view.getSource(), i, m_builder.getIndexAttr(*offset + (*size - 1) * *stride));
        continue;
      }
      const Value steps =
          m_builder.create<mlir::arith::SubIOp>(location(), valueOf(sizes[i]), constant(1));
      const Value length =
          m_builder.create<mlir::arith::MulIOp>(location(), steps, valueOf(strides[i]));
      const Value last =
          m_builder.create<mlir::arith::AddIOp>(location(), valueOf(offsets[i]), length);
      compare(view.getSource(), i, last, isEmpty);
    }
  }

  /// Code that calls kOutOfBounds unless 0 <= index < extent, or `isEmpty`.
  void compare(Value memref, size_t dimension, mlir::OpFoldResult index, Value isEmpty = {}) {
    auto type = mlir::cast<mlir::MemRefType>(memref.getType());
    const int64_t extent = type.getDimSize(static_cast<unsigned>(dimension));
    const auto number = mlir::getConstantIntValue(index);
    if (number && extent != mlir::ShapedType::kDynamic && *number >= 0 && *number < extent)
      return;
    const Value extentValue =
        extent != mlir::ShapedType::kDynamic
            ? constant(extent)
            : m_builder
                  .create<mlir::memref::DimOp>(location(), memref,
                                               constant(static_cast<int64_t>(dimension)))
                  .getResult();
    const Value indexValue = valueOf(index);
    Value isOutside = m_builder.create<mlir::arith::CmpIOp>(
        location(), mlir::arith::CmpIPredicate::uge, indexValue, extentValue);
    if (isEmpty) {
      const Value hasElements = m_builder.create<mlir::arith::XOrIOp>(
          location(), isEmpty,
          m_builder.create<mlir::arith::ConstantIntOp>(location(), 1, /*width=*/1));
      isOutside = m_builder.create<mlir::arith::AndIOp>(location(), isOutside, hasElements);
    }
    auto report =
        m_builder.create<mlir::scf::IfOp>(location(), isOutside, /*withElseRegion=*/false);
    const mlir::OpBuilder::InsertionGuard guard(m_builder);
    m_builder.setInsertionPointToStart(report.thenBlock());
    const auto wide = [&](Value value) -> Value {
      return m_builder.create<mlir::arith::IndexCastOp>(location(), m_builder.getI64Type(), value);
    };
    const Value arguments[] = {
        text(locationText(location())), text(m_op->getName().getStringRef().str()),
        wide(indexValue), wide(extentValue),
        m_builder.create<mlir::arith::ConstantIntOp>(location(), static_cast<int64_t>(dimension),
                                                     /*width=*/32)};
    m_builder.create<mlir::func::CallOp>(location(), function(), arguments);
  }

  mlir::Location location() const { return m_op->getLoc(); }
  Value constant(int64_t number) {
    return m_builder.create<mlir::arith::ConstantIndexOp>(location(), number);
  }
  Value valueOf(mlir::OpFoldResult folded) {
    return mlir::getValueOrCreateConstantIndexOp(m_builder, location(), folded);
  }
  mlir::OpFoldResult sum(mlir::OpFoldResult index, int64_t number) {
    if (const auto known = mlir::getConstantIntValue(index))
      return m_builder.getIndexAttr(*known + number);
    return m_builder.create<mlir::arith::AddIOp>(location(), valueOf(index), constant(number))
        .getResult();
  }

  /// The address of a text of the program, zero at its end.
  Value text(const std::string &content) {
    const auto [found, isNew] =
        m_texts.try_emplace(content, "pstudio.place." + std::to_string(m_texts.size()));
    auto type = mlir::LLVM::LLVMArrayType::get(m_builder.getI8Type(),
                                               static_cast<unsigned>(content.size() + 1));
    if (isNew) {
      const mlir::OpBuilder::InsertionGuard guard(m_builder);
      m_builder.setInsertionPointToStart(m_module.getBody());
      m_builder.create<mlir::LLVM::GlobalOp>(
          m_module.getLoc(), type, /*isConstant=*/true, mlir::LLVM::Linkage::Internal,
          found->second,
          m_builder.getStringAttr(llvm::StringRef(content.c_str(), content.size() + 1)));
    }
    return m_builder.create<mlir::LLVM::AddressOfOp>(
        location(), mlir::LLVM::LLVMPointerType::get(m_builder.getContext()), found->second);
  }

  mlir::func::FuncOp function() {
    if (auto declared = m_module.lookupSymbol<mlir::func::FuncOp>(kOutOfBounds))
      return declared;
    const mlir::OpBuilder::InsertionGuard guard(m_builder);
    m_builder.setInsertionPointToStart(m_module.getBody());
    const mlir::Type pointer = mlir::LLVM::LLVMPointerType::get(m_builder.getContext());
    const mlir::Type i64 = m_builder.getI64Type();
    auto declaration = m_builder.create<mlir::func::FuncOp>(
        m_module.getLoc(), kOutOfBounds,
        m_builder.getFunctionType({pointer, pointer, i64, i64, m_builder.getI32Type()}, {}));
    declaration.setPrivate();
    return declaration;
  }

  mlir::ModuleOp m_module;
  mlir::OpBuilder m_builder;
  mlir::Operation *m_op = nullptr; ///< the one that is checked
  std::map<std::string, std::string> m_texts;
};

struct HostBoundsPass : mlir::PassWrapper<HostBoundsPass, mlir::OperationPass<mlir::ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(HostBoundsPass)

  llvm::StringRef getArgument() const override { return "pstudio-host-bounds"; }

  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    registry.insert<mlir::arith::ArithDialect, mlir::func::FuncDialect, mlir::LLVM::LLVMDialect,
                    mlir::memref::MemRefDialect, mlir::scf::SCFDialect>();
  }

  void runOnOperation() override {
    llvm::SmallVector<mlir::Operation *> accesses;
    getOperation().walk([&](mlir::Operation *op) {
      if (accessOf(op) || mlir::isa<mlir::memref::SubViewOp>(op))
        accesses.push_back(op);
    });
    Checker checker(getOperation());
    for (mlir::Operation *op : accesses)
      checker.check(op);
  }
};

} // namespace

std::unique_ptr<mlir::OperationPass<mlir::ModuleOp>> createHostBoundsPass() {
  return std::make_unique<HostBoundsPass>();
}

} // namespace pstudio::program
