// SPDX-License-Identifier: Apache-2.0
// Arithmetic that emits LLVM IR: the functions of this folder over it become device code.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <utility>

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace pstudio::nvidia {

/// The kind of value of an IrNumber.
enum class NumberKind { Float, Double, Int, Long, Bool };

/// A value in IR with the operators of its kind. Integers are unsigned and wrap around.
template <NumberKind kind> struct IrNumber {
  llvm::IRBuilder<> *builder;
  llvm::Value *value;

  static constexpr bool kIsReal = kind == NumberKind::Float || kind == NumberKind::Double;
  using Bool = IrNumber<NumberKind::Bool>;

  IrNumber operator+(IrNumber b) const {
    return with(kIsReal ? builder->CreateFAdd(value, b.value) : builder->CreateAdd(value, b.value));
  }
  IrNumber operator-(IrNumber b) const {
    return with(kIsReal ? builder->CreateFSub(value, b.value) : builder->CreateSub(value, b.value));
  }
  IrNumber operator*(IrNumber b) const {
    return with(kIsReal ? builder->CreateFMul(value, b.value) : builder->CreateMul(value, b.value));
  }
  IrNumber operator/(IrNumber b) const { return with(builder->CreateFDiv(value, b.value)); }
  IrNumber operator-() const { return with(builder->CreateFNeg(value)); }
  IrNumber operator!() const { return with(builder->CreateNot(value)); }
  IrNumber operator&(IrNumber b) const { return with(builder->CreateAnd(value, b.value)); }
  IrNumber operator|(IrNumber b) const { return with(builder->CreateOr(value, b.value)); }
  IrNumber operator<<(IrNumber b) const { return with(builder->CreateShl(value, b.value)); }
  IrNumber operator>>(IrNumber b) const { return with(builder->CreateLShr(value, b.value)); }
  Bool operator<(IrNumber b) const { return {builder, builder->CreateFCmpOLT(value, b.value)}; }
  Bool operator>(IrNumber b) const { return {builder, builder->CreateFCmpOGT(value, b.value)}; }
  Bool operator!=(IrNumber b) const { return {builder, builder->CreateFCmpUNE(value, b.value)}; }
  Bool operator==(IrNumber b) const {
    return {builder, kIsReal ? builder->CreateFCmpOEQ(value, b.value)
                             : builder->CreateICmpEQ(value, b.value)};
  }

private:
  IrNumber with(llvm::Value *result) const { return {builder, result}; }
};

/// The arithmetic that the functions of this folder are written in.
class IrArithmetic {
public:
  using Float = IrNumber<NumberKind::Float>;
  using Double = IrNumber<NumberKind::Double>;
  using Int = IrNumber<NumberKind::Int>;
  using Long = IrNumber<NumberKind::Long>;
  using Bool = IrNumber<NumberKind::Bool>;

  explicit IrArithmetic(llvm::IRBuilder<> &builder) : m_builder(builder) {}

  Float f(float v) {
    return {&m_builder, llvm::ConstantFP::get(m_builder.getFloatTy(), double{v})};
  }
  Double d(double v) { return {&m_builder, llvm::ConstantFP::get(m_builder.getDoubleTy(), v)}; }
  Int i(uint32_t v) { return {&m_builder, m_builder.getInt32(v)}; }
  Long l(uint64_t v) { return {&m_builder, m_builder.getInt64(v)}; }
  Float floatValue(llvm::Value *value) { return {&m_builder, value}; }

  template <NumberKind kind> IrNumber<kind> select(Bool c, IrNumber<kind> a, IrNumber<kind> b) {
    return {&m_builder, m_builder.CreateSelect(c.value, a.value, b.value)};
  }
  template <NumberKind kind>
  IrNumber<kind> fma(IrNumber<kind> a, IrNumber<kind> b, IrNumber<kind> c) {
    return {&m_builder, m_builder.CreateIntrinsic(llvm::Intrinsic::fma, {a.value->getType()},
                                                  {a.value, b.value, c.value})};
  }
  template <NumberKind kind> IrNumber<kind> minimum(IrNumber<kind> a, IrNumber<kind> b) {
    return binary(llvm::Intrinsic::minnum, a, b);
  }
  template <NumberKind kind> IrNumber<kind> maximum(IrNumber<kind> a, IrNumber<kind> b) {
    return binary(llvm::Intrinsic::maxnum, a, b);
  }
  template <NumberKind kind> IrNumber<kind> roundToEven(IrNumber<kind> x) {
    return unary(llvm::Intrinsic::roundeven, x);
  }
  Bool both(Bool a, Bool b) { return a & b; }
  Bool either(Bool a, Bool b) { return a | b; }
  Float copySign(Float a, Float b) { return binary(llvm::Intrinsic::copysign, a, b); }
  Float abs(Float x) { return unary(llvm::Intrinsic::fabs, x); }
  Float sqrt(Float x) { return unary(llvm::Intrinsic::sqrt, x); }
  Float truncate(Float x) { return unary(llvm::Intrinsic::trunc, x); }

  template <class Number, class Coefficient>
  Number polynomial(Number x, std::initializer_list<Coefficient> coefficients) {
    Number sum = constant(*std::rbegin(coefficients));
    for (auto c = std::next(std::rbegin(coefficients)); c != std::rend(coefficients); ++c)
      sum = fma(sum, x, constant(*c));
    return sum;
  }

  Int bits(Float x) {
    return {&m_builder, m_builder.CreateBitCast(x.value, m_builder.getInt32Ty())};
  }
  Float fromBits(Int x) {
    return {&m_builder, m_builder.CreateBitCast(x.value, m_builder.getFloatTy())};
  }
  /// Converts an integral value; the result for any other value is unspecified.
  Int toInt(Float x) { return toSignedInt(x.value); }
  Int toInt(Double x) { return toSignedInt(x.value); }
  /// Converts the integer as a signed number.
  Float toFloat(Int x) {
    return {&m_builder, m_builder.CreateSIToFP(x.value, m_builder.getFloatTy())};
  }
  Float toFloat(Double x) {
    return {&m_builder, m_builder.CreateFPTrunc(x.value, m_builder.getFloatTy())};
  }
  Double toDouble(Float x) {
    return {&m_builder, m_builder.CreateFPExt(x.value, m_builder.getDoubleTy())};
  }
  Double toDoubleSigned(Long x) {
    return {&m_builder, m_builder.CreateSIToFP(x.value, m_builder.getDoubleTy())};
  }
  Long extend(Int x) { return {&m_builder, m_builder.CreateZExt(x.value, m_builder.getInt64Ty())}; }
  Int truncated(Long x) {
    return {&m_builder, m_builder.CreateTrunc(x.value, m_builder.getInt32Ty())};
  }
  Int shiftRightSigned(Int x, uint32_t bits) {
    return {&m_builder, m_builder.CreateAShr(x.value, bits)};
  }
  /// 2^k for k in [-1022, 1023].
  Double powerOfTwoInDouble(Int k);

  // The chip's approximations; their errors are in README.md.
  Float ex2(Float x) { return instruction(llvm::Intrinsic::nvvm_ex2_approx_f, x); }
  Float lg2(Float x) { return instruction(llvm::Intrinsic::nvvm_lg2_approx_f, x); }
  Float rsqrt(Float x) { return instruction(llvm::Intrinsic::nvvm_rsqrt_approx_f, x); }
  Float divideApproximately(Float a, Float b) {
    return instruction(llvm::Intrinsic::nvvm_div_approx_f, a, b);
  }

  /// The entry `index` of kTwoOverPi.
  Int wordOfTwoOverPi(Int index);

  /// The pair that one of the two functions computes, selected by a branch: for long code that is
  /// rarely executed.
  template <class Then, class Else>
  std::pair<Float, Int> ifElse(Bool condition, Then then, Else otherwise) {
    const Branch branch = beginBranch(condition);
    m_builder.SetInsertPoint(branch.then);
    const std::pair<Float, Int> a = then();
    llvm::BasicBlock *endOfThen = m_builder.GetInsertBlock();
    m_builder.CreateBr(branch.join);
    m_builder.SetInsertPoint(branch.otherwise);
    const std::pair<Float, Int> b = otherwise();
    llvm::BasicBlock *endOfElse = m_builder.GetInsertBlock();
    m_builder.CreateBr(branch.join);
    m_builder.SetInsertPoint(branch.join);
    return {{&m_builder, join(endOfThen, a.first.value, endOfElse, b.first.value)},
            {&m_builder, join(endOfThen, a.second.value, endOfElse, b.second.value)}};
  }

private:
  struct Branch {
    llvm::BasicBlock *then, *otherwise, *join;
  };
  Branch beginBranch(Bool condition);
  llvm::Value *join(llvm::BasicBlock *a, llvm::Value *va, llvm::BasicBlock *b, llvm::Value *vb);
  Int toSignedInt(llvm::Value *x);
  Float constant(float value) { return f(value); }
  Double constant(double value) { return d(value); }

  template <class... Numbers> Float instruction(llvm::Intrinsic::ID id, Numbers... x) {
    return {&m_builder, m_builder.CreateIntrinsic(id, {}, {x.value...})};
  }
  template <NumberKind kind> IrNumber<kind> unary(llvm::Intrinsic::ID id, IrNumber<kind> x) {
    return {&m_builder, m_builder.CreateUnaryIntrinsic(id, x.value)};
  }
  template <NumberKind kind>
  IrNumber<kind> binary(llvm::Intrinsic::ID id, IrNumber<kind> a, IrNumber<kind> b) {
    return {&m_builder, m_builder.CreateBinaryIntrinsic(id, a.value, b.value)};
  }

  llvm::IRBuilder<> &m_builder;
};

} // namespace pstudio::nvidia
