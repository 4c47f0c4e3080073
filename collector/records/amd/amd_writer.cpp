// SPDX-License-Identifier: Apache-2.0
// Intrinsics of the AMDGPU back end: "LLVM IR Intrinsics" of its User Guide.
#include "collector/records/amd/amd_writer.h"

#include <bit>

#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"

using namespace mlir;

namespace pstudio {
namespace {

/// Address space of the implicit arguments of a kernel.
constexpr unsigned kConstantSpace = 4;
/// Offset of hidden_block_count_x in the implicit arguments of code object version 5; y and z
/// follow [bytes].
constexpr uint64_t kBlockCountOffset = 0;
constexpr llvm::StringLiteral kWaveBarrier = "llvm.amdgcn.wave.barrier";

} // namespace

Value AmdWriter::intrinsic(Type result, StringRef name, ArrayRef<Value> operands) {
  auto op = make<LLVM::CallIntrinsicOp>(result ? TypeRange(result) : TypeRange(),
                                        builder().getStringAttr(name), ValueRange(operands),
                                        LLVM::FastmathFlagsAttr());
  return result ? op->getResult(0) : Value();
}

Value AmdWriter::warp(Value thread, const std::array<uint32_t, 3> &block) {
  if (uint64_t{block[0]} * block[1] * block[2] <= lanesPerWarp())
    return constant32(0);
  Value shift = constant32(static_cast<uint32_t>(std::countr_zero(lanesPerWarp())));
  // The value is in a scalar register, and so are all addresses of the unit.
  return ofLowestLane(shiftRight(thread, shift));
}

Value AmdWriter::threadId(size_t dimension) {
  return inDimension<ROCDL::ThreadIdXOp, ROCDL::ThreadIdYOp, ROCDL::ThreadIdZOp>(dimension);
}

Value AmdWriter::ctaId(size_t dimension) {
  return inDimension<ROCDL::BlockIdXOp, ROCDL::BlockIdYOp, ROCDL::BlockIdZOp>(dimension);
}

Value AmdWriter::gridExtent(size_t dimension) {
  Value implicit = intrinsic(pointer(kConstantSpace), "llvm.amdgcn.implicitarg.ptr");
  return load(i32(), implicit, kBlockCountOffset + 4 * dimension);
}

Value AmdWriter::lane() {
  Value all = constant32(0xffffffff), none = constant32(0);
  Value low = make<ROCDL::MbcntLoOp>(i32(), all, none);
  return lanesPerWarp() == 32 ? low : Value(make<ROCDL::MbcntHiOp>(i32(), all, low));
}

Value AmdWriter::ofLowestLane(Value value) {
  return intrinsic(i32(), "llvm.amdgcn.readfirstlane", {value});
}

Value AmdWriter::lanesHere(Value condition) {
  return make<ROCDL::BallotOp>(maskType(), condition ? condition : constant(i1(), 1));
}

Value AmdWriter::rankIn(Value mask) {
  Value none = constant32(0);
  if (lanesPerWarp() == 32)
    return make<ROCDL::MbcntLoOp>(i32(), mask, none);
  Value low = truncate(mask), high = truncate(shiftRight(mask, constant64(32)));
  Value below = make<ROCDL::MbcntLoOp>(i32(), low, none);
  return make<ROCDL::MbcntHiOp>(i32(), high, below);
}

Value AmdWriter::countOf(Value mask) {
  Value count = make<LLVM::CtPopOp>(mask);
  return lanesPerWarp() == 32 ? count : truncate(count);
}

Value AmdWriter::readRegister(const AmdRegisterField &field) {
  const uint32_t operand = field.hardwareRegister | field.firstBit << 6 | (field.bits - 1) << 11;
  return intrinsic(i32(), "llvm.amdgcn.s.getreg", {constant32(operand)});
}

Value AmdWriter::hardwareId() {
  const AmdPlace place = amdPlaceOf(m_writing.chip);
  Value id;
  uint32_t shift = 0;
  for (uint32_t i = 0; i < place.count; ++i) {
    Value field = readRegister(place.fields[i]);
    if (id) {
      Value shifted = shiftLeft(field, constant32(shift));
      id = bitOr(id, shifted);
    } else {
      id = field;
    }
    shift += place.fields[i].bits;
  }
  return id;
}

// The wave barrier is no instruction. It is convergent, and the target forbids merging two of them
// (codegen/amd/module_form). Therefore code after the first or before the second stays in its
// branch.
Value AmdWriter::loadAmongLanes(Type type, Value base, uint64_t byteOffset) {
  intrinsic({}, kWaveBarrier);
  return make<LLVM::LoadOp>(type, at(base, byteOffset), /*alignment=*/0, /*isVolatile=*/true);
}

void AmdWriter::storeAmongLanes(Value value, Value base, uint64_t byteOffset) {
  make<LLVM::StoreOp>(value, at(base, byteOffset), /*alignment=*/0, /*isVolatile=*/true);
  intrinsic({}, kWaveBarrier);
}

void AmdWriter::keepOrder() {
  // A fence within one thread: no instruction, but no access is moved across it.
  make<LLVM::FenceOp>(LLVM::AtomicOrdering::acq_rel, "singlethread");
  if (m_writing.hasScheduleBarriers)
    make<ROCDL::SchedBarrier>(builder().getI32IntegerAttr(0));
}

Value AmdWriter::readCycles() {
  return intrinsic(i64(), m_writing.chip.hasShaderClock() ? "llvm.readcyclecounter"
                                                          : "llvm.readsteadycounter");
}

Value AmdWriter::readTime() {
  Value ticks = intrinsic(i64(), "llvm.readsteadycounter");
  return multiply(ticks, constant64(m_writing.referencePeriodNs));
}

Value AmdWriter::readClock(proton_gpu::Metric metric) {
  return truncate(readWholeClock(metric));
}

Value AmdWriter::readWholeClock(proton_gpu::Metric metric) {
  keepOrder();
  Value clock = metric == proton_gpu::Metric::Time ? readTime() : readCycles();
  keepOrder();
  return clock;
}

void AmdWriter::storeClocks(Value block, uint32_t cycle, uint32_t time) {
  keepOrder();
  Value cycles = readCycles();
  Value nanoseconds = readTime();
  keepOrder();
  store(cycles, block, cycle);
  store(nanoseconds, block, time);
}

Value AmdWriter::vectorOf(ArrayRef<Value> words) {
  const Type type = LLVM::getFixedVectorType(i32(), static_cast<unsigned>(words.size()));
  Value all = make<LLVM::UndefOp>(type);
  for (const auto &[index, word] : llvm::enumerate(words)) {
    Value position = constant32(static_cast<uint32_t>(index));
    all = make<LLVM::InsertElementOp>(all, word, position);
  }
  return all;
}

void AmdWriter::storeWords(Value pointer, ArrayRef<Value> words) {
  make<LLVM::StoreOp>(vectorOf(words), pointer, static_cast<unsigned>(4 * words.size()));
}

void AmdWriter::storeGlobalWords(Value base, uint64_t byteOffset, ArrayRef<Value> words) {
  storeWords(at(base, byteOffset), words);
}

void AmdWriter::storeSharedWords(Value address, ArrayRef<Value> words) {
  if (!m_writing.hasLoadsToLds)
    return storeWords(intToPointer(address, kSharedSpace), words);
  Value all;
  StringRef text;
  switch (words.size()) {
  case 1:
    all = words[0];
    text = "ds_write_b32 $0, $1";
    break;
  case 2:
    all = bitOr(extend(words[0]), shiftLeft(extend(words[1]), constant64(32)));
    text = "ds_write_b64 $0, $1";
    break;
  default:
    all = vectorOf(words);
    text = "ds_write_b128 $0, $1";
  }
  make<LLVM::InlineAsmOp>(TypeRange(), ValueRange{address, all}, text, "v,v,~{memory}",
                          /*has_side_effects=*/true, /*is_align_stack=*/false,
                          LLVM::AsmDialectAttr(), /*operand_attrs=*/ArrayAttr());
}

GpuWriter::LanesHere AmdWriter::lanesTogether() {
  Value mask = lanesHere();
  Value rank = rankIn(mask);
  Value isLowest = compare(LLVM::ICmpPredicate::eq, rank, constant32(0));
  return {isLowest, countOf(mask)};
}

void AmdWriter::addToGlobal(Value base, ArrayRef<Value> offsets, Value amount, Value condition) {
  when(condition, [&](GpuWriter &) {
    for (Value offset : offsets)
      make<LLVM::AtomicRMWOp>(LLVM::AtomicBinOp::add, at(base, extend(offset)), amount,
                              LLVM::AtomicOrdering::monotonic, "agent");
  });
}

void AmdWriter::syncWarp() {
  make<LLVM::FenceOp>(LLVM::AtomicOrdering::acq_rel, "wavefront");
}

} // namespace pstudio
