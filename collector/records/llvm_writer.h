// SPDX-License-Identifier: Apache-2.0
// Shorthand for the LLVM dialect operations in lowerings of records.
#pragma once

#include <cstdint>

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"

namespace pstudio {

/// Writes operations at the position of its builder, all with one location. Integers are unsigned;
/// offsets are in bytes.
class LlvmWriter {
public:
  LlvmWriter(const mlir::OpBuilder &builder, mlir::Location location)
      : m_builder(builder), m_location(location) {}

  mlir::OpBuilder &builder() { return m_builder; }
  mlir::Location location() const { return m_location; }

  mlir::Type i1() { return m_builder.getI1Type(); }
  mlir::Type i16() { return m_builder.getI16Type(); }
  mlir::Type i32() { return m_builder.getI32Type(); }
  mlir::Type i64() { return m_builder.getI64Type(); }
  mlir::Type pointer(unsigned addressSpace = 0) {
    return mlir::LLVM::LLVMPointerType::get(m_builder.getContext(), addressSpace);
  }

  mlir::Value constant(mlir::Type type, uint64_t value) {
    const llvm::APInt number(type.getIntOrFloatBitWidth(), value);
    return make<mlir::LLVM::ConstantOp>(type, m_builder.getIntegerAttr(type, number));
  }
  mlir::Value constant32(uint32_t value) { return constant(i32(), value); }
  mlir::Value constant64(uint64_t value) { return constant(i64(), value); }

  mlir::Value add(mlir::Value a, mlir::Value b) { return make<mlir::LLVM::AddOp>(a, b); }
  /// As add(), for unsigned numbers whose sum is proven not to overflow.
  mlir::Value addFitting(mlir::Value a, mlir::Value b) {
    return make<mlir::LLVM::AddOp>(a, b, mlir::LLVM::IntegerOverflowFlags::nuw);
  }
  mlir::Value subtract(mlir::Value a, mlir::Value b) { return make<mlir::LLVM::SubOp>(a, b); }
  mlir::Value multiply(mlir::Value a, mlir::Value b) { return make<mlir::LLVM::MulOp>(a, b); }
  mlir::Value bitAnd(mlir::Value a, mlir::Value b) { return make<mlir::LLVM::AndOp>(a, b); }
  mlir::Value bitOr(mlir::Value a, mlir::Value b) { return make<mlir::LLVM::OrOp>(a, b); }
  mlir::Value bitXor(mlir::Value a, mlir::Value b) { return make<mlir::LLVM::XOrOp>(a, b); }
  mlir::Value shiftLeft(mlir::Value a, mlir::Value b) { return make<mlir::LLVM::ShlOp>(a, b); }
  mlir::Value shiftRight(mlir::Value a, mlir::Value b) { return make<mlir::LLVM::LShrOp>(a, b); }
  mlir::Value compare(mlir::LLVM::ICmpPredicate predicate, mlir::Value a, mlir::Value b) {
    return make<mlir::LLVM::ICmpOp>(predicate, a, b);
  }
  mlir::Value select(mlir::Value condition, mlir::Value a, mlir::Value b) {
    return make<mlir::LLVM::SelectOp>(condition, a, b);
  }
  mlir::Value minimum(mlir::Value a, mlir::Value b) {
    return select(compare(mlir::LLVM::ICmpPredicate::ult, a, b), a, b);
  }
  /// Number of bits that are 1.
  mlir::Value countBits(mlir::Value value) { return make<mlir::LLVM::CtPopOp>(value); }
  /// 32 bits to 64.
  mlir::Value extend(mlir::Value value) { return make<mlir::LLVM::ZExtOp>(i64(), value); }
  /// 64 bits to 32.
  mlir::Value truncate(mlir::Value value) { return make<mlir::LLVM::TruncOp>(i32(), value); }
  /// One member of a struct.
  mlir::Value member(mlir::Value value, int64_t index) {
    return make<mlir::LLVM::ExtractValueOp>(value, index);
  }
  mlir::Value intToPointer(mlir::Value address, unsigned addressSpace) {
    return make<mlir::LLVM::IntToPtrOp>(pointer(addressSpace), address);
  }

  /// Pointer to a variable of the function.
  mlir::Value stackVariable(mlir::Type type) {
    return make<mlir::LLVM::AllocaOp>(pointer(), type, constant32(1));
  }

  /// base + byteOffset, in the address space of `base`.
  mlir::Value at(mlir::Value base, mlir::Value byteOffset) {
    return make<mlir::LLVM::GEPOp>(base.getType(), m_builder.getI8Type(), base,
                                   llvm::ArrayRef<mlir::LLVM::GEPArg>{byteOffset});
  }
  mlir::Value at(mlir::Value base, uint64_t byteOffset) {
    return byteOffset == 0 ? base : at(base, constant64(byteOffset));
  }
  mlir::Value load(mlir::Type type, mlir::Value base, uint64_t byteOffset) {
    return make<mlir::LLVM::LoadOp>(type, at(base, byteOffset));
  }
  void store(mlir::Value value, mlir::Value base, uint64_t byteOffset) {
    make<mlir::LLVM::StoreOp>(value, at(base, byteOffset));
  }

protected:
  template <class Op, class... Args> Op make(Args &&...args) {
    return m_builder.create<Op>(m_location, std::forward<Args>(args)...);
  }

private:
  mlir::OpBuilder m_builder;
  mlir::Location m_location;
};

} // namespace pstudio
