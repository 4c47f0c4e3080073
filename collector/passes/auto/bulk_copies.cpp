// SPDX-License-Identifier: Apache-2.0
#include "collector/passes/auto/bulk_copies.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "llvm/ADT/TypeSwitch.h"

#include "collector/ir/kernel_function.h"
#include "collector/ir/ptx_operands.h"
#include "collector/passes/auto/access_address.h"
#include "core/ptx/instruction.h"

using namespace mlir;

namespace pstudio::automode {
namespace {

using Copies = SmallVector<BulkCopy, 1>;

constexpr llvm::StringLiteral kNoTile =
    "it gathers elements, which its coordinates alone do not describe";

CopyWord wordOf(Value value) {
  return {value, 0};
}

SmallVector<CopyWord, 5> wordsOf(ValueRange values) {
  return llvm::to_vector<5>(llvm::map_range(values, wordOf));
}

//===--- Dialects ----------------------------------------------------------------------------===//

void readDialects(Operation *op, Copies &copies) {
  const auto add = [&](bool isStore, Value map, ValueRange coordinates, Value shared,
                       Value predicate) -> BulkCopy & {
    BulkCopy &copy = copies.emplace_back();
    copy.isStore = isStore;
    copy.tensorMap = map;
    copy.coordinates = wordsOf(coordinates);
    copy.shared = wordOf(shared);
    copy.predicate.value = predicate;
    return copy;
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](nvgpu::TmaAsyncLoadOp load) {
        add(false, load.getTensorMapDescriptor(), load.getCoordinates(), load.getDst(),
            load.getPredicate());
      })
      .Case([&](nvgpu::TmaAsyncStoreOp store) {
        add(true, store.getTensorMapDescriptor(), store.getCoordinates(), store.getSrc(),
            store.getPredicate());
      })
      .Case([&](NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp load) {
        BulkCopy &copy = add(false, load.getTmaDescriptor(), load.getCoordinates(),
                             load.getDstMem(), load.getPredicate());
        if (!load.getIm2colOffsets().empty())
          copy.problem = kNoTile;
      })
      .Case([&](NVVM::CpAsyncBulkTensorSharedCTAToGlobalOp store) {
        add(true, store.getTmaDescriptor(), store.getCoordinates(), store.getSrcMem(),
            store.getPredicate());
      });
}

//===--- Intrinsics --------------------------------------------------------------------------===//

/// Operand positions of an intrinsic.
struct IntrinsicRow {
  StringRef prefix; ///< of a tile: the number of dimensions follows it, "2d"
  bool isStore;
  int shared;
  int map;    ///< of a tile; the coordinates follow it
  int global; ///< of a piece
  int bytes;
};

constexpr IntrinsicRow kIntrinsics[] = {
    {"tensor.g2s.tile.", false, 0, 2, -1, -1},
    {"tensor.s2g.tile.", true, 0, 1, -1, -1},
    {"tensor.reduce.add.tile.", true, 0, 1, -1, -1},
    {"tensor.reduce.min.tile.", true, 0, 1, -1, -1},
    {"tensor.reduce.max.tile.", true, 0, 1, -1, -1},
    {"tensor.reduce.inc.tile.", true, 0, 1, -1, -1},
    {"tensor.reduce.dec.tile.", true, 0, 1, -1, -1},
    {"tensor.reduce.and.tile.", true, 0, 1, -1, -1},
    {"tensor.reduce.or.tile.", true, 0, 1, -1, -1},
    {"tensor.reduce.xor.tile.", true, 0, 1, -1, -1},
    {"global.to.shared.cluster", false, 0, -1, 2, 3},
    {"shared.cta.to.global", true, 1, -1, 0, 2},
};

/// Fills `copy` by a row; false if the operands are not those of such an intrinsic.
bool readIntrinsic(const IntrinsicRow &row, StringRef rest, ValueRange operands, BulkCopy &copy) {
  const auto count = static_cast<int>(operands.size());
  copy.isStore = row.isStore;
  if (row.map < 0) {
    if (count <= row.bytes || count <= row.shared)
      return false;
    copy.global = wordOf(operands[static_cast<size_t>(row.global)]);
    copy.bytes = wordOf(operands[static_cast<size_t>(row.bytes)]);
  } else {
    const int dimensions = rest.empty() ? 0 : rest.front() - '0';
    if (dimensions < 1 || dimensions > 5 || count <= row.map + dimensions)
      return false;
    copy.tensorMap = operands[static_cast<size_t>(row.map)];
    copy.coordinates =
        wordsOf(operands.slice(static_cast<size_t>(row.map) + 1, static_cast<size_t>(dimensions)));
  }
  copy.shared = wordOf(operands[static_cast<size_t>(row.shared)]);
  return true;
}

void readIntrinsics(StringRef name, ValueRange operands, Copies &copies) {
  if (!name.consume_front("llvm.nvvm.cp.async.bulk."))
    return;
  for (const IntrinsicRow &row : kIntrinsics) {
    if (!name.starts_with(row.prefix))
      continue;
    BulkCopy &copy = copies.emplace_back();
    if (!readIntrinsic(row, name.drop_front(row.prefix.size()), operands, copy))
      copy.problem = "its intrinsic has other operands than are known";
    return;
  }
  if (name.starts_with("tensor.") && !name.starts_with("tensor.prefetch"))
    copies.emplace_back().problem = kNoTile;
}

//===--- Inline PTX --------------------------------------------------------------------------===//

/// Reads one instruction of an inline assembly.
class PtxCopyReader {
public:
  PtxCopyReader(LLVM::InlineAsmOp assembly, const ptx::Program &program)
      : m_assembly(assembly), m_program(program) {}

  BulkCopy read(const ptx::Statement &statement, const ptx::Instruction &instruction) {
    m_copy = {};
    m_copy.isStore = instruction.space == ptx::StateSpace::Global;
    readPlaces(statement, instruction);
    if (statement.predicate) {
      m_copy.predicate = guardOf(m_assembly, m_program, statement);
      if (!m_copy.predicate.value)
        complain("which lanes make it is decided inside of its text");
    }
    const auto jumps = [](const ptx::Statement &other) { return other.opcode == "bra"; };
    if (llvm::any_of(m_program.statements, jumps))
      complain("its text has branches");
    return std::move(m_copy);
  }

private:
  void complain(StringRef problem) {
    if (m_copy.problem.empty())
      m_copy.problem = problem.str();
  }

  void readPlaces(const ptx::Statement &statement, const ptx::Instruction &instruction) {
    if (!statement.has("global"))
      return complain("it stays in shared memory");
    if (instruction.address < 0 || instruction.source < 0)
      return complain("its text is not understood");
    const auto at = [&](int index) -> const ptx::Operand & {
      return statement.operands[static_cast<size_t>(index)];
    };
    const bool isStore = m_copy.isStore;
    const ptx::Operand &global = at(isStore ? instruction.address : instruction.source);
    m_copy.shared = word(at(isStore ? instruction.source : instruction.address));
    if (statement.has("tensor"))
      return readTile(statement, global);
    m_copy.global = word(global);
    const int size = instruction.source + 1;
    if (size >= static_cast<int>(statement.operands.size()))
      return complain("its text is not understood");
    m_copy.bytes = word(at(size));
  }

  /// [map, {x, y}].
  void readTile(const ptx::Statement &statement, const ptx::Operand &global) {
    const auto isOther = [](StringRef modifier) {
      return modifier.starts_with("im2col") || modifier.contains("gather") ||
             modifier.contains("scatter");
    };
    if (llvm::any_of(statement.modifiers, isOther))
      return complain(kNoTile);
    if (global.parts.size() < 2 || global.parts[1].parts.size() > 5)
      return complain("its text is not understood");
    m_copy.tensorMap = word(global).value;
    if (!m_copy.tensorMap)
      return complain("its tensor map is made inside of its text");
    if (global.parts[1].kind != ptx::Operand::Kind::Group)
      m_copy.coordinates.push_back(word(global.parts[1]));
    for (const ptx::Operand &part : global.parts[1].parts)
      m_copy.coordinates.push_back(word(part));
  }

  /// A register or number; of an address, its base and offset.
  CopyWord word(const ptx::Operand &operand) {
    const bool isAddress = operand.kind == ptx::Operand::Kind::Address && !operand.parts.empty();
    const ptx::Operand &base = isAddress ? operand.parts.front() : operand;
    const int64_t offset = isAddress ? operand.offset : 0;
    if (Value value = valueOf(m_assembly, base))
      return {value, offset};
    const std::optional<int64_t> number = immediateOf(base);
    if (!number)
      complain("what it copies is computed inside of its text");
    return {Value(), number.value_or(0) + offset};
  }

  LLVM::InlineAsmOp m_assembly;
  const ptx::Program &m_program;
  BulkCopy m_copy;
};

void readPtx(LLVM::InlineAsmOp assembly, Copies &copies) {
  if (!assembly.getAsmString().contains("async.bulk"))
    return;
  const ptx::Program program = ptx::parse(assembly.getAsmString());
  for (const ptx::Statement &statement : program.statements) {
    const ptx::Instruction instruction = ptx::classify(statement);
    if (instruction.operation == ptx::Operation::BulkCopy)
      copies.push_back(PtxCopyReader(assembly, program).read(statement, instruction));
  }
}

//===--- Arguments of kernels ----------------------------------------------------------------===//

Value withoutCasts(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<UnrealizedConversionCastOp, LLVM::AddrSpaceCastOp, LLVM::BitcastOp, LLVM::PtrToIntOp,
             LLVM::IntToPtrOp>(op) ||
        op->getNumOperands() != 1)
      break;
    value = op->getOperand(0);
  }
  return value;
}

BlockArgument findKernelArgument(Value value, unsigned depth) {
  constexpr unsigned kMaxCalls = 16; // a recursive function has none
  const auto argument = dyn_cast<BlockArgument>(withoutCasts(value));
  auto function = argument ? dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp())
                           : FunctionOpInterface();
  if (!function || !argument.getOwner()->isEntryBlock() || depth == kMaxCalls)
    return {};
  if (isKernelFunction(function))
    return argument;
  const auto uses = SymbolTable::getSymbolUses(function, function->getParentOp());
  BlockArgument found;
  for (const SymbolTable::SymbolUse &use : uses ? *uses : SymbolTable::UseRange({})) {
    auto call = dyn_cast<CallOpInterface>(use.getUser());
    if (!call || call.getArgOperands().size() <= argument.getArgNumber())
      return {};
    const BlockArgument passed =
        findKernelArgument(call.getArgOperands()[argument.getArgNumber()], depth + 1);
    if (!passed || (found && passed != found))
      return {};
    found = passed;
  }
  return found;
}

} // namespace

SmallVector<BulkCopy, 1> bulkCopies(Operation *op) {
  Copies copies;
  readDialects(op, copies);
  if (auto intrinsic = dyn_cast<LLVM::CallIntrinsicOp>(op))
    readIntrinsics(intrinsic.getIntrin(), intrinsic->getOperands(), copies);
  else if (auto call = dyn_cast<LLVM::CallOp>(op); call && call.getCallee())
    readIntrinsics(*call.getCallee(), call->getOperands(), copies);
  else if (auto assembly = dyn_cast<LLVM::InlineAsmOp>(op))
    readPtx(assembly, copies);
  return copies;
}

BlockArgument kernelArgumentOf(Value value) {
  return findKernelArgument(value, 0);
}

Value createWord(OpBuilder &builder, Location location, const CopyWord &word) {
  const Type i64 = builder.getI64Type();
  Value number = word.value;
  if (!number)
    return builder.create<LLVM::ConstantOp>(location, i64, word.offset);
  if (isa<BaseMemRefType>(number.getType())) {
    AccessOperands whole;
    whole.base = number;
    number = createAddress(builder, location, whole);
    if (!number)
      return {};
  } else if (isa<LLVM::LLVMPointerType>(number.getType())) {
    number = builder.create<LLVM::PtrToIntOp>(location, i64, number);
  } else if (number.getType().isIndex()) {
    number = builder.create<arith::IndexCastOp>(location, i64, number);
  } else if (!number.getType().isInteger(64)) {
    number = builder.create<LLVM::SExtOp>(location, i64, number);
  }
  if (word.offset == 0)
    return number;
  Value offset = builder.create<LLVM::ConstantOp>(location, i64, word.offset);
  return builder.create<LLVM::AddOp>(location, number, offset);
}

} // namespace pstudio::automode
