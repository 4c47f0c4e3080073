// SPDX-License-Identifier: Apache-2.0
#include "core/ptx/sharing.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>

#include "core/ptx/instruction.h"
#include "core/ptx/operand_parser.h"

namespace pstudio::ptx {
namespace {

using Names = std::unordered_set<std::string>;

struct RegisterRow {
  std::string_view name; ///< without a component
  Sharing sharing;
};

/// Registers that are not listed differ between lanes (%tid, %laneid, %lanemask_*), or a lane reads
/// them at a time of its own (%clock, %globaltimer, %pm).
constexpr RegisterRow kSharedRegisters[] = {
    {"%ntid", Sharing::Cta},
    {"%ctaid", Sharing::Cta},
    {"%nctaid", Sharing::Cta},
    {"%gridid", Sharing::Cta},
    {"%nwarpid", Sharing::Cta},
    {"%nsmid", Sharing::Cta},
    {"%is_explicit_cluster", Sharing::Cta},
    {"%clusterid", Sharing::Cta},
    {"%nclusterid", Sharing::Cta},
    {"%cluster_ctaid", Sharing::Cta},
    {"%cluster_nctaid", Sharing::Cta},
    {"%cluster_ctarank", Sharing::Cta},
    {"%cluster_nctarank", Sharing::Cta},
    {"%total_smem_size", Sharing::Cta},
    {"%aggr_smem_size", Sharing::Cta},
    {"%dynamic_smem_size", Sharing::Cta},
    {"%current_graph_exec", Sharing::Cta},
    {"%warpid", Sharing::Warp}, // the reference lets both change while the kernel runs
    {"%smid", Sharing::Warp},
};

/// Instructions of the class Compute whose result is more than a function of their operands:
/// movmatrix exchanges registers between lanes, the stack is that of a thread, and a counter of
/// performance or a surface changes in between.
constexpr std::array<std::string_view, 7> kImpure{"alloca", "movmatrix", "pmevent", "stackrestore",
                                                  "sured",  "stacksave", "suld"};
/// Loads by a handle.
constexpr std::array<std::string_view, 2> kTexture{"tex", "tld4"};
/// Additions that read the carry flag.
constexpr std::array<std::string_view, 3> kReadsCarry{"addc", "madc", "subc"};
/// Loads of other than weak order: each lane may read at a time of its own.
constexpr std::array<std::string_view, 4> kStrong{"volatile", "relaxed", "acquire", "mmio"};

template <size_t N>
bool holds(const std::array<std::string_view, N> &names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Sharing narrower(Sharing a, Sharing b) {
  return std::min(a, b);
}

/// Reads the statements of one assembly in their order.
class SharingReader {
public:
  explicit SharingReader(FunctionKind function) : m_function(function) {}

  Sharing of(const Program &program) {
    Sharing all = Sharing::Cta;
    for (const Statement &statement : program.statements) {
      all = narrower(all, ofStatement(statement));
      if (all == Sharing::Lane)
        break;
    }
    return all;
  }

private:
  Sharing ofStatement(const Statement &statement) {
    switch (statement.kind) {
    case Statement::Kind::Open:
    case Statement::Kind::Close:
      return Sharing::Cta;
    case Statement::Kind::Directive: // others may declare memory
      return statement.opcode == ".reg" || statement.opcode == ".loc" ? Sharing::Cta
                                                                      : Sharing::Lane;
    case Statement::Kind::Instruction:
      return ofInstruction(statement);
    case Statement::Kind::Label:
    case Statement::Kind::Other:
      return Sharing::Lane;
    }
    return Sharing::Lane;
  }

  Sharing ofInstruction(const Statement &statement) {
    const Instruction instruction = classify(statement);
    Sharing all = ofOperation(statement, instruction);
    if (statement.predicate)
      all = narrower(all, ofOperand(*statement.predicate));
    for (size_t i = 1; i < statement.operands.size() && all != Sharing::Lane; ++i) {
      const bool isLoadAddress = static_cast<int>(i) == instruction.address;
      all = narrower(all, isLoadAddress ? ofAddress(statement.operands[i], instruction)
                                        : ofOperand(statement.operands[i]));
    }
    if (!statement.operands.empty())
      all = narrower(all, ofResult(statement));
    m_isCarrySet |= statement.has("cc");
    return all;
  }

  Sharing ofOperation(const Statement &statement, const Instruction &instruction) const {
    switch (instruction.operation) {
    case Operation::Compute:
      if (holds(kReadsCarry, statement.opcode) && !m_isCarrySet)
        return Sharing::Lane;
      if (holds(kTexture, statement.opcode))
        return Sharing::Warp;
      return holds(kImpure, statement.opcode) ? Sharing::Lane : Sharing::Cta;
    case Operation::Load:
      return ofLoad(statement, instruction);
    default:
      return Sharing::Lane;
    }
  }

  Sharing ofLoad(const Statement &statement, const Instruction &load) const {
    if (statement.opcode != "ld" && statement.opcode != "ldu")
      return Sharing::Lane; // fragments of matrices
    if (std::any_of(statement.modifiers.begin(), statement.modifiers.end(),
                    [](const std::string &modifier) { return holds(kStrong, modifier); }))
      return Sharing::Lane;
    switch (load.space) {
    case StateSpace::Parameter:
      return m_function == FunctionKind::Entry ? Sharing::Cta : Sharing::Lane;
    case StateSpace::Constant:
      return Sharing::Cta;
    case StateSpace::Generic:
    case StateSpace::Global:
    case StateSpace::Shared:
      return Sharing::Warp;
    case StateSpace::Local:
    default:
      return Sharing::Lane;
    }
  }

  /// The address of a load. A variable of a named space has one address; only local memory is
  /// private, and its loads are those of a lane.
  Sharing ofAddress(const Operand &address, const Instruction &load) const {
    if (load.space != StateSpace::Generic && address.parts.size() == 1 &&
        address.parts.front().kind == Operand::Kind::Symbol)
      return Sharing::Cta;
    return ofOperand(address);
  }

  /// The first operand is the result. A predicated instruction must find its result set.
  Sharing ofResult(const Statement &statement) {
    const Operand &result = statement.operands.front();
    std::vector<const Operand *> open{&result};
    while (!open.empty()) {
      const Operand &next = *open.back();
      open.pop_back();
      if (next.kind == Operand::Kind::Group || next.kind == Operand::Kind::Pair) {
        for (const Operand &part : next.parts)
          open.push_back(&part);
        continue;
      }
      if (next.kind == Operand::Kind::Sink)
        continue;
      if (statement.predicate && !m_written.contains(next.text))
        return Sharing::Lane;
      m_written.insert(next.text);
    }
    return Sharing::Cta;
  }

  Sharing ofOperand(const Operand &operand) const {
    using Kind = Operand::Kind;
    switch (operand.kind) {
    case Kind::Placeholder:
    case Kind::Immediate:
    case Kind::Sink:
      return Sharing::Cta;
    case Kind::Register:
    case Kind::Symbol:
      return ofName(operand.text);
    case Kind::Address:
    case Kind::Group:
    case Kind::Pair: {
      Sharing all = Sharing::Cta;
      for (const Operand &part : operand.parts)
        all = narrower(all, ofOperand(part));
      return all;
    }
    case Kind::Opaque:
      return Sharing::Lane;
    }
    return Sharing::Lane;
  }

  /// The instructions that wrote a register of the assembly are counted already. Any other name is
  /// a register without a value, or a variable, which may be one of local memory.
  Sharing ofName(const std::string &name) const {
    if (m_written.contains(name) || name == "WARP_SZ")
      return Sharing::Cta;
    return specialRegisterSharing(name);
  }

  FunctionKind m_function;
  Names m_written; ///< registers and placeholders
  bool m_isCarrySet = false;
};

} // namespace

Sharing sharing(std::string_view assembly, FunctionKind function) {
  return SharingReader(function).of(parse(assembly));
}

Sharing specialRegisterSharing(std::string_view name) {
  const std::string_view base = name.substr(0, name.find('.'));
  for (const RegisterRow &row : kSharedRegisters)
    if (row.name == base)
      return row.sharing;
  return base.starts_with("%envreg") ? Sharing::Cta : Sharing::Lane;
}

} // namespace pstudio::ptx
