// SPDX-License-Identifier: Apache-2.0
// PTX ISA, chapters "Integer Arithmetic Instructions" to "Data Movement and Conversion
// Instructions".
#include "collector/codegen/cpu/ptx_arithmetic.h"

#include "llvm/IR/Intrinsics.h"

namespace pstudio::cpu {
namespace {

using llvm::CmpInst;

/// The instruction with its operands as values.
class Arithmetic {
public:
  Arithmetic(llvm::IRBuilder<> &builder, const ptx::Statement &statement, PtxOperands &operands)
      : m_builder(builder), m_statement(statement), m_operands(operands),
        m_name(statement.modifiers.empty() ? std::string_view() : statement.modifiers.back()),
        m_type(typeOfPtx(m_name, builder.getContext())) {}

  bool run() {
    const std::string_view op = m_statement.opcode;
    if (!m_type || m_statement.operands.size() < 2 || has("sat") || has("cc"))
      return false;
    if (op == "mov")
      return move();
    if (op == "setp")
      return compare();
    if (op == "cvt")
      return convert();
    if (op == "cvta")
      return toSpace();
    if (op == "selp")
      return select();
    llvm::Value *value = m_type->isFloatingPointTy() ? floating(op) : integer(op);
    return value && set(value);
  }

private:
  bool has(std::string_view modifier) const { return m_statement.has(modifier); }
  bool isSigned() const { return m_name.front() == 's'; }
  bool set(llvm::Value *value) {
    return m_operands.set(m_builder, m_statement.operands.front(), value);
  }
  llvm::Value *operand(size_t index, llvm::Type *type) {
    return index < m_statement.operands.size()
               ? m_operands.value(m_builder, m_statement.operands[index], type)
               : nullptr;
  }
  llvm::Value *operand(size_t index) { return operand(index, m_type); }

  //===--- Integers --------------------------------------------------------------------------===//

  llvm::Type *doubled() { return m_builder.getIntNTy(2 * m_type->getIntegerBitWidth()); }
  llvm::Value *extended(llvm::Value *value, llvm::Type *type) {
    return isSigned() ? m_builder.CreateSExt(value, type) : m_builder.CreateZExt(value, type);
  }

  /// mul and mad: .lo, .hi, .wide.
  llvm::Value *product(llvm::Value *a, llvm::Value *b) {
    if (has("lo"))
      return m_builder.CreateMul(a, b);
    llvm::Value *whole = m_builder.CreateMul(extended(a, doubled()), extended(b, doubled()));
    if (has("wide"))
      return whole;
    return m_builder.CreateTrunc(m_builder.CreateLShr(whole, m_type->getIntegerBitWidth()), m_type);
  }

  /// Amounts from the width on shift all bits out.
  llvm::Value *shift(bool isLeft, llvm::Value *a) {
    llvm::Value *amount = operand(2, m_builder.getInt32Ty());
    if (!amount)
      return nullptr;
    const unsigned bits = m_type->getIntegerBitWidth();
    llvm::Value *last = m_builder.getInt32(bits - 1);
    llvm::Value *isIn = m_builder.CreateICmpULE(amount, last);
    llvm::Value *by =
        m_builder.CreateZExtOrTrunc(m_builder.CreateSelect(isIn, amount, last), m_type);
    if (!isLeft && isSigned())
      return m_builder.CreateAShr(a, by);
    llvm::Value *shifted = isLeft ? m_builder.CreateShl(a, by) : m_builder.CreateLShr(a, by);
    return m_builder.CreateSelect(isIn, shifted, llvm::ConstantInt::get(m_type, 0));
  }

  /// The lowest `count` bits, 32 of which may be all.
  llvm::Value *lowBits(llvm::Value *count) {
    llvm::Type *wide = m_builder.getInt64Ty();
    llvm::Value *top =
        m_builder.CreateShl(m_builder.getInt64(1), m_builder.CreateZExt(count, wide));
    return m_builder.CreateTrunc(m_builder.CreateSub(top, m_builder.getInt64(1)), m_type);
  }

  /// bfe.u32 d, a, position, length; bfi.b32 d, a, into b, position, length.
  llvm::Value *bits(bool isExtracted, llvm::Value *a, llvm::Value *b) {
    const size_t first = isExtracted ? 2 : 3;
    llvm::Value *position = operand(first), *length = operand(first + 1);
    if (!position || !length || m_type != m_builder.getInt32Ty() || isSigned())
      return nullptr;
    const auto byteOf = [&](llvm::Value *value) {
      return m_builder.CreateBinaryIntrinsic(
          llvm::Intrinsic::umin, m_builder.CreateAnd(value, 0xff), m_builder.getInt32(32));
    };
    llvm::Type *wide = m_builder.getInt64Ty();
    llvm::Value *by = m_builder.CreateZExt(byteOf(position), wide);
    llvm::Value *mask = m_builder.CreateZExt(lowBits(byteOf(length)), wide);
    llvm::Value *wideA = m_builder.CreateZExt(a, wide);
    if (isExtracted)
      return m_builder.CreateTrunc(m_builder.CreateAnd(m_builder.CreateLShr(wideA, by), mask),
                                   m_type);
    llvm::Value *placed = m_builder.CreateShl(m_builder.CreateAnd(wideA, mask), by);
    llvm::Value *kept = m_builder.CreateAnd(m_builder.CreateZExt(b, wide),
                                            m_builder.CreateNot(m_builder.CreateShl(mask, by)));
    return m_builder.CreateTrunc(m_builder.CreateOr(placed, kept), m_type);
  }

  llvm::Value *unary(std::string_view op, llvm::Value *a) {
    if (op == "not")
      return m_builder.CreateNot(a);
    if (op == "neg")
      return m_builder.CreateNeg(a);
    if (op == "abs")
      return m_builder.CreateBinaryIntrinsic(llvm::Intrinsic::abs, a, m_builder.getFalse());
    if (op == "popc")
      return m_builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, a);
    if (op == "clz")
      return m_builder.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, a, m_builder.getFalse());
    return op == "brev" ? m_builder.CreateUnaryIntrinsic(llvm::Intrinsic::bitreverse, a) : nullptr;
  }

  llvm::Value *integer(std::string_view op) {
    llvm::Value *a = operand(1);
    if (!a)
      return nullptr;
    if (m_statement.operands.size() == 2)
      return unary(op, a);
    if (op == "shl" || op == "shr")
      return shift(op == "shl", a);
    llvm::Value *b = operand(2);
    if (!b)
      return nullptr;
    if (op == "mul")
      return product(a, b);
    if (op == "bfe" || op == "bfi")
      return bits(op == "bfe", a, b);
    if (op == "mad") {
      llvm::Value *c = operand(3, has("wide") ? doubled() : m_type);
      return c ? m_builder.CreateAdd(product(a, b), c) : nullptr;
    }
    return m_statement.operands.size() == 3 ? binary(op, a, b) : nullptr;
  }

  llvm::Value *binary(std::string_view op, llvm::Value *a, llvm::Value *b) {
    if (op == "add")
      return m_builder.CreateAdd(a, b);
    if (op == "sub")
      return m_builder.CreateSub(a, b);
    if (op == "and")
      return m_builder.CreateAnd(a, b);
    if (op == "or")
      return m_builder.CreateOr(a, b);
    if (op == "xor")
      return m_builder.CreateXor(a, b);
    if (op == "div")
      return isSigned() ? m_builder.CreateSDiv(a, b) : m_builder.CreateUDiv(a, b);
    if (op == "rem")
      return isSigned() ? m_builder.CreateSRem(a, b) : m_builder.CreateURem(a, b);
    if (op == "min")
      return m_builder.CreateBinaryIntrinsic(
          isSigned() ? llvm::Intrinsic::smin : llvm::Intrinsic::umin, a, b);
    if (op == "max")
      return m_builder.CreateBinaryIntrinsic(
          isSigned() ? llvm::Intrinsic::smax : llvm::Intrinsic::umax, a, b);
    return nullptr;
  }

  //===--- Floating point --------------------------------------------------------------------===//

  llvm::Value *floating(std::string_view op) {
    if (has("rz") || has("rm") || has("rp"))
      return nullptr;
    llvm::Value *a = operand(1);
    if (!a)
      return nullptr;
    const size_t count = m_statement.operands.size();
    if (count == 2)
      return function(op, a);
    llvm::Value *b = operand(2);
    if (!b)
      return nullptr;
    if (count == 4 && (op == "fma" || op == "mad")) {
      llvm::Value *c = operand(3);
      return c ? m_builder.CreateIntrinsic(llvm::Intrinsic::fma, {m_type}, {a, b, c}) : nullptr;
    }
    if (op == "add")
      return m_builder.CreateFAdd(a, b);
    if (op == "sub")
      return m_builder.CreateFSub(a, b);
    if (op == "mul")
      return m_builder.CreateFMul(a, b);
    if (op == "div")
      return m_builder.CreateFDiv(a, b);
    const bool keepsNan = has("NaN");
    if (op == "min")
      return m_builder.CreateBinaryIntrinsic(
          keepsNan ? llvm::Intrinsic::minimum : llvm::Intrinsic::minnum, a, b);
    if (op == "max")
      return m_builder.CreateBinaryIntrinsic(
          keepsNan ? llvm::Intrinsic::maximum : llvm::Intrinsic::maxnum, a, b);
    return nullptr;
  }

  llvm::Value *function(std::string_view op, llvm::Value *a) {
    llvm::Value *one = llvm::ConstantFP::get(m_type, 1.0);
    if (op == "neg")
      return m_builder.CreateFNeg(a);
    if (op == "rcp")
      return m_builder.CreateFDiv(one, a);
    if (op == "rsqrt")
      return m_builder.CreateFDiv(one, m_builder.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, a));
    struct Row {
      std::string_view op;
      llvm::Intrinsic::ID id;
    };
    static constexpr Row kRows[] = {{"abs", llvm::Intrinsic::fabs}, {"sqrt", llvm::Intrinsic::sqrt},
                                    {"ex2", llvm::Intrinsic::exp2}, {"lg2", llvm::Intrinsic::log2},
                                    {"sin", llvm::Intrinsic::sin},  {"cos", llvm::Intrinsic::cos}};
    for (const Row &row : kRows)
      if (row.op == op)
        return m_builder.CreateUnaryIntrinsic(row.id, a);
    return nullptr;
  }

  //===--- Comparisons -----------------------------------------------------------------------===//

  std::optional<CmpInst::Predicate> predicate() const {
    struct Row {
      std::string_view name;
      CmpInst::Predicate ofSigned, ofUnsigned, ofFloat;
    };
    static constexpr CmpInst::Predicate kNone = CmpInst::BAD_ICMP_PREDICATE;
    static constexpr Row kRows[] = {{"eq", CmpInst::ICMP_EQ, CmpInst::ICMP_EQ, CmpInst::FCMP_OEQ},
                                    {"ne", CmpInst::ICMP_NE, CmpInst::ICMP_NE, CmpInst::FCMP_ONE},
                                    {"lt", CmpInst::ICMP_SLT, CmpInst::ICMP_ULT, CmpInst::FCMP_OLT},
                                    {"le", CmpInst::ICMP_SLE, CmpInst::ICMP_ULE, CmpInst::FCMP_OLE},
                                    {"gt", CmpInst::ICMP_SGT, CmpInst::ICMP_UGT, CmpInst::FCMP_OGT},
                                    {"ge", CmpInst::ICMP_SGE, CmpInst::ICMP_UGE, CmpInst::FCMP_OGE},
                                    {"lo", CmpInst::ICMP_ULT, CmpInst::ICMP_ULT, kNone},
                                    {"ls", CmpInst::ICMP_ULE, CmpInst::ICMP_ULE, kNone},
                                    {"hi", CmpInst::ICMP_UGT, CmpInst::ICMP_UGT, kNone},
                                    {"hs", CmpInst::ICMP_UGE, CmpInst::ICMP_UGE, kNone},
                                    {"equ", kNone, kNone, CmpInst::FCMP_UEQ},
                                    {"neu", kNone, kNone, CmpInst::FCMP_UNE},
                                    {"ltu", kNone, kNone, CmpInst::FCMP_ULT},
                                    {"leu", kNone, kNone, CmpInst::FCMP_ULE},
                                    {"gtu", kNone, kNone, CmpInst::FCMP_UGT},
                                    {"geu", kNone, kNone, CmpInst::FCMP_UGE},
                                    {"num", kNone, kNone, CmpInst::FCMP_ORD},
                                    {"nan", kNone, kNone, CmpInst::FCMP_UNO}};
    for (const Row &row : kRows) {
      if (row.name != m_statement.modifiers.front())
        continue;
      const CmpInst::Predicate found = m_type->isFloatingPointTy() ? row.ofFloat
                                       : isSigned()                ? row.ofSigned
                                                                   : row.ofUnsigned;
      if (found != kNone)
        return found;
    }
    return std::nullopt;
  }

  /// setp.lt.and.s32 p|q, a, b, c: q has the opposite comparison.
  bool compare() {
    const auto which = predicate();
    llvm::Value *a = operand(1), *b = operand(2);
    if (!which || !a || !b)
      return false;
    llvm::Value *first = m_builder.CreateCmp(*which, a, b);
    llvm::Value *second = m_builder.CreateNot(first);
    if (m_statement.operands.size() == 4) {
      llvm::Value *c = operand(3, m_builder.getInt1Ty());
      if (!c)
        return false;
      first = combined(first, c);
      second = combined(second, c);
      if (!first)
        return false;
    }
    const ptx::Operand &target = m_statement.operands.front();
    if (target.kind != ptx::Operand::Kind::Pair)
      return set(first);
    return target.parts.size() == 2 && m_operands.set(m_builder, target.parts[0], first) &&
           m_operands.set(m_builder, target.parts[1], second);
  }

  llvm::Value *combined(llvm::Value *value, llvm::Value *with) {
    if (has("and"))
      return m_builder.CreateAnd(value, with);
    if (has("or"))
      return m_builder.CreateOr(value, with);
    return has("xor") ? m_builder.CreateXor(value, with) : nullptr;
  }

  bool select() {
    llvm::Value *a = operand(1), *b = operand(2), *c = operand(3, m_builder.getInt1Ty());
    return a && b && c && set(m_builder.CreateSelect(c, a, b));
  }

  //===--- Moves and conversions -------------------------------------------------------------===//

  /// Also {a, b} to one register and back.
  bool move() {
    const ptx::Operand &to = m_statement.operands[0], &from = m_statement.operands[1];
    const bool isGroup = from.kind == ptx::Operand::Kind::Group;
    if (to.kind != ptx::Operand::Kind::Group && !isGroup) {
      llvm::Value *value = operand(1);
      return value && set(value);
    }
    const auto &parts = isGroup ? from.parts : to.parts;
    if (parts.empty() || !m_type->isIntegerTy() || (isGroup && to.kind == from.kind))
      return false;
    const auto count = static_cast<unsigned>(parts.size());
    const unsigned bits = m_type->getIntegerBitWidth() / count;
    llvm::Type *narrow = m_builder.getIntNTy(bits);
    llvm::Value *whole = isGroup ? llvm::ConstantInt::get(m_type, 0) : operand(1);
    for (unsigned i = 0; whole && i < count; ++i) {
      if (isGroup) {
        llvm::Value *part = m_operands.value(m_builder, parts[i], narrow);
        if (!part)
          return false;
        part = m_builder.CreateShl(m_builder.CreateZExt(part, m_type), uint64_t{bits} * i);
        whole = m_builder.CreateOr(whole, part);
      } else if (!m_operands.set(m_builder, parts[i],
                                 m_builder.CreateTrunc(
                                     m_builder.CreateLShr(whole, uint64_t{bits} * i), narrow))) {
        return false;
      }
    }
    return whole && (!isGroup || set(whole));
  }

  /// Generic addresses are those of the host; shared memory has offsets.
  bool toSpace() {
    llvm::Value *address = operand(1, m_builder.getInt64Ty());
    if (!address)
      return false;
    if (!has("shared"))
      return set(address);
    llvm::Value *zero =
        m_operands.variables().pointer(m_builder, m_builder.getInt64(0), ptx::StateSpace::Shared);
    if (!zero)
      return false;
    if (has("to"))
      return set(
          m_builder.CreateSub(address, m_builder.CreatePtrToInt(zero, m_builder.getInt64Ty())));
    llvm::Value *pointer =
        m_operands.variables().pointer(m_builder, address, ptx::StateSpace::Shared);
    return set(m_builder.CreatePtrToInt(pointer, m_builder.getInt64Ty()));
  }

  /// The value rounded to an integer as .rni, .rzi, .rmi or .rpi say.
  llvm::Value *rounded(llvm::Value *value) {
    const llvm::Intrinsic::ID id = has("rni")   ? llvm::Intrinsic::roundeven
                                   : has("rmi") ? llvm::Intrinsic::floor
                                   : has("rpi") ? llvm::Intrinsic::ceil
                                   : has("rzi") ? llvm::Intrinsic::trunc
                                                : llvm::Intrinsic::not_intrinsic;
    return id == llvm::Intrinsic::not_intrinsic ? value : m_builder.CreateUnaryIntrinsic(id, value);
  }

  /// cvt.rn.f32.s32 d, a.
  bool convert() {
    const size_t count = m_statement.modifiers.size();
    if (count < 2 || has("rz") || has("rm") || has("rp"))
      return false;
    const std::string_view toName = m_statement.modifiers[count - 2];
    llvm::Type *to = typeOfPtx(toName, m_builder.getContext());
    llvm::Value *a = operand(1);
    if (!to || !a)
      return false;
    const bool isFromFloat = m_type->isFloatingPointTy(), isToFloat = to->isFloatingPointTy();
    if (isFromFloat && isToFloat)
      return set(m_builder.CreateFPCast(rounded(a), to));
    if (isFromFloat)
      return set(m_builder.CreateIntrinsic(toName.front() == 's' ? llvm::Intrinsic::fptosi_sat
                                                                 : llvm::Intrinsic::fptoui_sat,
                                           {to, m_type}, {rounded(a)}));
    if (isToFloat)
      return set(isSigned() ? m_builder.CreateSIToFP(a, to) : m_builder.CreateUIToFP(a, to));
    return setExtended(m_builder.CreateIntCast(a, to, isSigned()), toName.front() == 's');
  }

  /// A register that is wider than the type of an integer holds the extended value.
  bool setExtended(llvm::Value *value, bool isSignedResult) {
    llvm::Type *type = m_operands.typeOf(m_statement.operands.front());
    if (type && type->isIntegerTy() &&
        type->getIntegerBitWidth() > value->getType()->getIntegerBitWidth())
      value = m_builder.CreateIntCast(value, type, isSignedResult);
    return set(value);
  }

  llvm::IRBuilder<> &m_builder;
  const ptx::Statement &m_statement;
  PtxOperands &m_operands;
  std::string_view m_name; ///< of the type: "s32"
  llvm::Type *m_type;      ///< null for another last modifier
};

} // namespace

bool buildPtxArithmetic(llvm::IRBuilder<> &builder, const ptx::Statement &statement,
                        PtxOperands &operands) {
  return Arithmetic(builder, statement, operands).run();
}

} // namespace pstudio::cpu
