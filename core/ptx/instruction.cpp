// SPDX-License-Identifier: Apache-2.0
#include "core/ptx/instruction.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/ptx/statement_facts.h"
#include "core/ptx/tensor_instructions.h"

namespace pstudio::ptx {
namespace {

constexpr std::array<std::string_view, 92> kCompute{
    "abs",          "add",       "addc",  "alloca",     "and",          "bfe",       "bfi",
    "bfind",        "bmsk",      "brev",  "clz",        "cnot",         "copysign",  "cos",
    "createpolicy", "cvt",       "cvta",  "discard",    "div",          "dp2a",      "dp4a",
    "ex2",          "fma",       "fns",   "getctarank", "isspacep",     "istypep",   "lg2",
    "lop3",         "mad",       "mad24", "madc",       "mapa",         "max",       "min",
    "mov",          "movmatrix", "mul",   "mul24",      "nanosleep",    "neg",       "not",
    "or",           "pmevent",   "popc",  "prmt",       "rcp",          "rem",       "rsqrt",
    "sad",          "selp",      "set",   "setmaxnreg", "setp",         "shf",       "shl",
    "shr",          "sin",       "slct",  "sqrt",       "stackrestore", "stacksave", "sub",
    "subc",         "suld",      "sured", "suq",        "sust",         "szext",     "tanh",
    "tensormap",    "testp",     "tex",   "tld4",       "trap",         "txq",       "vabsdiff",
    "vabsdiff2",    "vabsdiff4", "vadd",  "vadd2",      "vadd4",        "vavrg2",    "vavrg4",
    "vmad",         "vmax",      "vmin",  "vset",       "vshl",         "vshr",      "vsub",
    "xor"};
constexpr std::array<std::string_view, 6> kControl{"bra", "brkpt", "brx", "call", "exit", "ret"};

template <size_t N>
bool isOneOf(std::string_view name, const std::array<std::string_view, N> &names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// "b32" -> 32, "f16x2" -> 32, "e4m3x2" -> 16; 0 for what is no type.
uint32_t typeBits(std::string_view modifier) {
  if (modifier.starts_with("e4m3") || modifier.starts_with("e5m2"))
    return modifier.ends_with("x2") ? 16 : 8;
  const size_t digits = modifier.starts_with("bf") ? 2 : modifier.starts_with("tf") ? 2 : 1;
  constexpr std::string_view kLetters = "bsuft";
  if (modifier.size() <= digits || kLetters.find(modifier[0]) == std::string_view::npos)
    return 0;
  uint32_t bits = 0;
  const char *end = modifier.data() + modifier.size();
  const auto [stop, error] = std::from_chars(modifier.data() + digits, end, bits);
  if (error != std::errc() || bits > 128)
    return 0;
  if (stop == end)
    return bits;
  return std::string_view(stop, static_cast<size_t>(end - stop)) == "x2" ? 2 * bits : 0;
}

StateSpace spaceNamed(std::string_view modifier) {
  if (modifier.starts_with("shared"))
    return StateSpace::Shared;
  if (modifier == "global")
    return StateSpace::Global;
  if (modifier == "local")
    return StateSpace::Local;
  if (modifier == "const")
    return StateSpace::Constant;
  if (modifier.starts_with("param"))
    return StateSpace::Parameter;
  return StateSpace::None;
}

/// The first state space that the modifiers name.
StateSpace spaceOf(const Statement &statement) {
  for (const std::string &modifier : statement.modifiers)
    if (const StateSpace space = spaceNamed(modifier); space != StateSpace::None)
      return space;
  return StateSpace::Generic;
}

void readTypes(const Statement &statement, Instruction &instruction) {
  for (const std::string &modifier : statement.modifiers) {
    if (modifier == "v2" || modifier == "v4" || modifier == "v8")
      instruction.vectorWidth = static_cast<uint32_t>(modifier[1] - '0');
    else if (const uint32_t bits = typeBits(modifier); bits != 0)
      instruction.elementBits = bits; // the last one is that of the data
  }
}

Instruction access(const Statement &statement, Operation operation) {
  Instruction instruction;
  instruction.operation = operation;
  instruction.space = spaceOf(statement);
  instruction.address = addressFrom(statement, 0);
  readTypes(statement, instruction);
  instruction.bytes = uint64_t{instruction.vectorWidth} * instruction.elementBits / 8;
  if (operation == Operation::StoreAsync)
    instruction.barrier =
        instruction.address < 0
            ? -1
            : addressFrom(statement, static_cast<size_t>(instruction.address) + 1);
  return instruction;
}

Instruction plain(Operation operation) {
  Instruction instruction;
  instruction.operation = operation;
  return instruction;
}

Instruction wait(const Statement &statement, Operation operation) {
  Instruction instruction = plain(operation);
  instruction.pending = immediateAt(statement, 0).value_or(0);
  return instruction;
}

/// cp.async.bulk.prefetch..., which has no destination.
Instruction bulkPrefetch(const Statement &statement) {
  Instruction instruction = plain(Operation::Prefetch);
  instruction.space = spaceOf(statement);
  instruction.address = addressFrom(statement, 0);
  if (instruction.address >= 0 && !statement.has("tensor"))
    instruction.bytes =
        immediateAt(statement, static_cast<size_t>(instruction.address) + 1).value_or(0);
  return instruction;
}

/// cp.async.bulk..., cp.reduce.async.bulk...
Instruction bulkCopy(const Statement &statement) {
  if (statement.has("commit_group"))
    return plain(Operation::BulkCommit);
  if (statement.has("wait_group"))
    return wait(statement, Operation::BulkWait);
  if (statement.has("prefetch"))
    return bulkPrefetch(statement);
  Instruction instruction = plain(Operation::BulkCopy);
  instruction.space = spaceOf(statement);
  instruction.address = addressFrom(statement, 0);
  instruction.usesMbarrier =
      std::any_of(statement.modifiers.begin(), statement.modifiers.end(),
                  [](const std::string &modifier) { return modifier.starts_with("mbarrier::"); });
  if (instruction.address < 0)
    return instruction;
  instruction.source = addressFrom(statement, static_cast<size_t>(instruction.address) + 1);
  if (instruction.source >= 0 && instruction.usesMbarrier)
    instruction.barrier = addressFrom(statement, static_cast<size_t>(instruction.source) + 1);
  if (instruction.source >= 0 && !statement.has("tensor"))
    instruction.bytes =
        immediateAt(statement, static_cast<size_t>(instruction.source) + 1).value_or(0);
  return instruction;
}

Instruction copy(const Statement &statement) {
  if (statement.has("bulk"))
    return bulkCopy(statement);
  if (statement.has("commit_group"))
    return plain(Operation::CopyAsyncCommit);
  if (statement.has("wait_group") || statement.has("wait_all"))
    return wait(statement, Operation::CopyAsyncWait);
  Instruction instruction = plain(Operation::CopyAsync);
  if (statement.has("mbarrier")) {
    instruction.operation = Operation::CopyAsyncArrive;
    instruction.barrier = addressFrom(statement, 0);
    return instruction;
  }
  instruction.space = spaceOf(statement);
  instruction.address = addressFrom(statement, 0);
  if (instruction.address >= 0) {
    instruction.source = addressFrom(statement, static_cast<size_t>(instruction.address) + 1);
    if (instruction.source >= 0)
      instruction.bytes =
          immediateAt(statement, static_cast<size_t>(instruction.source) + 1).value_or(0);
  }
  return instruction;
}

Instruction mbarrier(const Statement &statement) {
  Instruction instruction = plain(Operation::MbarrierArrive);
  if (statement.has("init") || statement.has("inval"))
    instruction.operation = Operation::MbarrierInit;
  else if (statement.has("expect_tx"))
    instruction.operation = Operation::MbarrierExpect;
  else if (statement.has("try_wait"))
    instruction.operation = Operation::MbarrierTryWait;
  else if (statement.has("test_wait"))
    instruction.operation = Operation::MbarrierTestWait;
  else if (statement.has("pending_count"))
    instruction.operation = Operation::Compute;
  instruction.space = spaceOf(statement);
  instruction.barrier = instruction.address = addressFrom(statement, 0);
  const auto behind = static_cast<size_t>(instruction.barrier + 1);
  if (statement.has("parity") && instruction.barrier >= 0 && behind < statement.operands.size())
    instruction.parity = static_cast<int>(behind);
  return instruction;
}

Instruction wgmma(const Statement &statement) {
  if (statement.has("fence"))
    return plain(Operation::WgmmaFence);
  if (statement.has("commit_group"))
    return plain(Operation::WgmmaCommit);
  if (statement.has("wait_group"))
    return wait(statement, Operation::WgmmaWait);
  return plain(Operation::Wgmma);
}

Instruction barrier(const Statement &statement) {
  if (statement.has("cluster"))
    return plain(statement.has("wait") ? Operation::ClusterWait : Operation::ClusterArrive);
  if (statement.has("warp"))
    return plain(Operation::WarpBarrier);
  Instruction instruction =
      plain(statement.has("arrive") ? Operation::BarrierArrive : Operation::Barrier);
  const size_t number = statement.has("red") ? 1 : 0; // after the result
  if (number < statement.operands.size())
    instruction.barrier = static_cast<int>(number);
  return instruction;
}

Instruction wmma(const Statement &statement) {
  if (statement.has("load"))
    return access(statement, Operation::Load);
  if (statement.has("store"))
    return access(statement, Operation::Store);
  return plain(Operation::Mma);
}

using Reader = Instruction (*)(const Statement &);
template <Operation operation> Instruction read(const Statement &statement) {
  return access(statement, operation);
}
template <Operation operation> Instruction name(const Statement &) {
  return plain(operation);
}

struct OpcodeRow {
  std::string_view opcode;
  Reader read;
};

/// st.bulk [address], size, value: zeros.
Instruction bulkStore(const Statement &statement) {
  Instruction instruction = access(statement, Operation::Store);
  instruction.bytes =
      immediateAt(statement, static_cast<size_t>(instruction.address + 1)).value_or(0);
  return instruction;
}

Instruction store(const Statement &statement) {
  if (statement.has("bulk"))
    return bulkStore(statement);
  return access(statement, statement.has("async") ? Operation::StoreAsync : Operation::Store);
}

constexpr OpcodeRow kOpcodes[] = {
    {"ld", read<Operation::Load>},
    {"ldu", read<Operation::Load>},
    {"st", store},
    {"atom", read<Operation::Atomic>},
    {"red", read<Operation::Atomic>},
    {"multimem", read<Operation::Atomic>},
    {"cp", copy},
    {"mbarrier", mbarrier},
    {"wgmma", wgmma},
    {"wmma", wmma},
    {"tcgen05", classifyTensorInstruction},
    {"clusterlaunchcontrol", classifyLaunchControl},
    {"mma", name<Operation::Mma>},
    {"ldmatrix", read<Operation::LoadMatrix>},
    {"stmatrix", read<Operation::StoreMatrix>},
    {"bar", barrier},
    {"barrier", barrier},
    {"fence", name<Operation::Fence>},
    {"membar", name<Operation::Fence>},
    {"griddepcontrol", name<Operation::GridDependency>},
    {"elect", name<Operation::Elect>},
    {"shfl", name<Operation::Shuffle>},
    {"vote", name<Operation::Shuffle>},
    {"match", name<Operation::Shuffle>},
    {"redux", name<Operation::Shuffle>},
    {"activemask", name<Operation::Shuffle>},
    {"prefetch", read<Operation::Prefetch>},
    {"prefetchu", read<Operation::Prefetch>},
    {"applypriority", read<Operation::Prefetch>},
};

} // namespace

Instruction classify(const Statement &statement) {
  if (statement.kind != Statement::Kind::Instruction)
    return {};
  for (const OpcodeRow &row : kOpcodes)
    if (row.opcode == statement.opcode)
      return row.read(statement);
  if (isOneOf(statement.opcode, kCompute))
    return plain(Operation::Compute);
  return plain(isOneOf(statement.opcode, kControl) ? Operation::Control : Operation::Unknown);
}

bool isOpcode(std::string_view name) {
  return !name.empty() && name.find('_') == std::string_view::npos; // "s_waitcnt"
}

std::map<std::string, uint64_t> unknownOpcodes(const Program &program) {
  std::map<std::string, uint64_t> counts;
  for (const Statement &statement : program.statements)
    if (statement.kind == Statement::Kind::Instruction &&
        classify(statement).operation == Operation::Unknown)
      ++counts[statement.opcode];
  return counts;
}

} // namespace pstudio::ptx
