// SPDX-License-Identifier: Apache-2.0
#include "collector/analysis/ptx_accesses.h"

#include "mlir/IR/Matchers.h"

#include "collector/ir/ptx_operands.h"
#include "core/ptx/instruction.h"

using namespace mlir;

namespace pstudio {
namespace {

using ptx::Operation;

/// Bytes that ldmatrix and stmatrix move for one address.
constexpr uint64_t kMatrixRowBytes = 16;
constexpr uint32_t kMatrixRows = 8;

std::optional<AccessKind> kindOf(Operation operation) {
  switch (operation) {
  case Operation::Load:
  case Operation::LoadMatrix:
    return AccessKind::Load;
  case Operation::Store:
  case Operation::StoreAsync:
  case Operation::StoreMatrix:
    return AccessKind::Store;
  case Operation::Atomic:
    return AccessKind::Atomic;
  default:
    return std::nullopt;
  }
}

bool isMatrix(Operation operation) {
  return operation == Operation::LoadMatrix || operation == Operation::StoreMatrix;
}

bool isTensorAccess(Operation operation) {
  return operation == Operation::TensorLoad || operation == Operation::TensorStore ||
         operation == Operation::TensorCopy;
}

/// nullopt for memory that is private to the thread or read-only.
std::optional<AccessSpace> spaceOf(ptx::StateSpace space) {
  switch (space) {
  case ptx::StateSpace::Generic:
    return AccessSpace::Generic;
  case ptx::StateSpace::Global:
    return AccessSpace::Global;
  case ptx::StateSpace::Shared:
    return AccessSpace::Shared;
  default:
    return std::nullopt;
  }
}

/// Reads the accesses of one text.
class AccessReader {
public:
  explicit AccessReader(LLVM::InlineAsmOp assembly)
      : m_assembly(assembly), m_program(ptx::parse(assembly.getAsmString())) {}

  PtxAccesses read() {
    const auto jumps = [](const ptx::Statement &statement) { return statement.opcode == "bra"; };
    m_branches = llvm::any_of(m_program.statements, jumps);
    for (const ptx::Statement &statement : m_program.statements) {
      m_statement = &statement;
      m_instruction = ptx::classify(statement);
      if (m_instruction.operation == Operation::CopyAsync)
        readCopy();
      else if (isTensorAccess(m_instruction.operation))
        leaveOut(kTensorMemoryReason);
      else if (const auto kind = kindOf(m_instruction.operation))
        readAccess(*kind);
    }
    return std::move(m_result);
  }

private:
  void leaveOut(const std::string &why) { m_result.leftOut.push_back(why); }

  void readAccess(AccessKind kind) {
    const std::optional<AccessSpace> space = spaceOf(m_instruction.space);
    if (!space)
      return;
    if (m_statement->opcode == "wmma" || m_statement->opcode == "multimem")
      return leaveOut(m_statement->opcode + " instructions have no address for each lane");
    std::optional<AccessOperands> access = accessAt(kind, *space, m_instruction.address);
    if (!access)
      return;
    access->widthBytes = m_instruction.bytes;
    if (isMatrix(m_instruction.operation) && !readMatrix(*access))
      return;
    add(*access);
  }

  /// Each lane has the address of one row: for x2, the first 16 lanes.
  bool readMatrix(AccessOperands &access) {
    uint32_t matrices = 0;
    for (const uint32_t count : {1u, 2u, 4u})
      if (m_statement->has("x" + std::to_string(count)))
        matrices = count;
    if (!m_statement->has("m8n8") || matrices == 0) {
      leaveOut("the addresses of this " + m_statement->opcode + " are not known");
      return false;
    }
    access.widthBytes = kMatrixRowBytes;
    access.lanes = kMatrixRows * matrices;
    return true;
  }

  /// Adds the load and the store of a copy, or neither if one address is unknown.
  void readCopy() {
    auto from = accessAt(AccessKind::Load, AccessSpace::Global, m_instruction.source);
    if (!from)
      return leaveOut("the copy's destination is not known without its source");
    auto to = accessAt(AccessKind::Store, AccessSpace::Shared, m_instruction.address);
    if (!to)
      return leaveOut("the copy's source is not known without its destination");
    from->widthBytes = to->widthBytes = m_instruction.bytes;
    if (!limitSource(*from))
      leaveOut("how many bytes the copy reads is computed inside of its text");
    else if (from->widthBytes != 0) // else it only writes zeros
      add(*from);
    add(*to);
  }

  /// Applies the operand after the size, if there is one: the number of bytes that are read, where
  /// the rest is filled with zeros, or a predicate of the lanes that read none. The source is
  /// aligned to the copy's size, so a lane that reads less touches the same sector.
  bool limitSource(AccessOperands &from) {
    const auto size = static_cast<size_t>(m_instruction.source) + 2;
    const size_t policies = m_statement->has("L2::cache_hint") ? 1 : 0;
    if (size + policies >= m_statement->operands.size())
      return true;
    const ptx::Operand &operand = m_statement->operands[size];
    if (const std::optional<int64_t> bytes = immediateOf(operand)) {
      from.widthBytes = std::min(from.widthBytes, static_cast<uint64_t>(*bytes));
      return true;
    }
    Value value = valueOf(m_assembly, operand);
    if (!value)
      return false;
    APInt known;
    if (matchPattern(value, m_ConstantInt(&known)) && known == from.widthBytes)
      return true;
    const bool ignoresSource = value.getType().isInteger(1);
    from.predicates.push_back({value, ignoresSource != operand.isNegated});
    return true;
  }

  /// The address and predicate of an access; nullopt, with the reason in `leftOut`, if one is
  /// unknown.
  std::optional<AccessOperands> accessAt(AccessKind kind, AccessSpace space, int index) {
    const auto leave = [&](const std::string &why) {
      leaveOut(why);
      return std::nullopt;
    };
    if (m_branches)
      return leave("its text has branches");
    if (m_instruction.operation == Operation::StoreAsync || m_statement->has("shared::cluster"))
      return leave("it may be in another CTA's shared memory");
    const ptx::Operand *operand =
        index < 0 ? nullptr : &m_statement->operands[static_cast<size_t>(index)];
    if (!operand || operand->parts.empty())
      return leave("its address is not understood");
    const PtxBase base = baseOf(m_assembly, m_program, operand->parts.front());
    if (!base.value)
      return leave("its address is computed inside of its text");
    AccessOperands access;
    access.kind = kind;
    access.space = space;
    access.base = base.value;
    access.offset = base.offset + operand->offset;
    if (m_statement->predicate) {
      const Predicate guard = guardOf(m_assembly, m_program, *m_statement);
      if (!guard.value)
        return leave("which lanes make it is decided inside of its text");
      access.predicates.push_back(guard);
    }
    return access;
  }

  void add(const AccessOperands &access) {
    if (access.widthBytes == 0)
      return leaveOut("how many bytes it touches is not in its text");
    m_result.accesses.push_back(access);
  }

  LLVM::InlineAsmOp m_assembly;
  const ptx::Program m_program;
  const ptx::Statement *m_statement = nullptr;
  ptx::Instruction m_instruction;
  bool m_branches = false;
  PtxAccesses m_result;
};

} // namespace

PtxAccesses ptxAccesses(LLVM::InlineAsmOp assembly) {
  return AccessReader(assembly).read();
}

} // namespace pstudio
