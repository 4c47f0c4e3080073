// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/codegen/cpu/warp_schedule.h"

#include <random>

#include "collector/codegen/cpu/compile_ir.h"
#include "collector/runtime/cpu/intrinsics.h"
#include "collector/runtime/cpu/launch.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace pstudio::cpu::test {
namespace {

constexpr std::string_view kDeclarations = R"(
declare i32 @pstudio.cpu.tid.x()
declare i32 @pstudio.cpu.laneid()
declare void @pstudio.cpu.barrier()
declare { i32, i1 } @pstudio.cpu.shuffle.xor(i32, i32, i32, i32)
declare i64 @pstudio.cpu.warp.operation(i32, i32, i64)
define i32 @active() {
  %wide = call i64 @pstudio.cpu.warp.operation(i32 16, i32 0, i64 0)
  %mask = trunc i64 %wide to i32
  ret i32 %mask
}
define void @put(ptr %out, i32 %slot, i32 %value) {
  %t = call i32 @pstudio.cpu.tid.x()
  %first = mul i32 %t, 8
  %index = add i32 %first, %slot
  %wide = zext i32 %index to i64
  %at = getelementptr i32, ptr %out, i64 %wide
  store i32 %value, ptr %at
  ret void
}
)";

void insertRecord(llvm::Instruction &before) {
  llvm::IRBuilder<> builder(&before);
  const llvm::FunctionCallee record = before.getModule()->getOrInsertFunction(
      llvm::StringRef(intrinsics::kRecordClock), builder.getInt64Ty(), builder.getInt32Ty());
  builder.CreateCall(record, {builder.getInt32(0)});
}

void insertRecords(llvm::Function &function, const RecordPlaces &places) {
  std::mt19937 random(places.seed);
  const auto isChosen = [&] { return random() % 100 < places.percent; };
  llvm::SmallVector<std::pair<llvm::BasicBlock *, llvm::BasicBlock *>> edges;
  for (llvm::BasicBlock &block : function)
    for (llvm::BasicBlock *to : llvm::successors(&block))
      if (isChosen())
        edges.emplace_back(&block, to);
  for (const auto &[from, to] : edges)
    if (llvm::BasicBlock *between = llvm::SplitEdge(from, to); isChosen())
      insertRecord(*between->getTerminator());
  for (llvm::BasicBlock &block : function)
    for (llvm::Instruction &instruction : llvm::make_early_inc_range(block))
      if (!llvm::isa<llvm::PHINode, llvm::AllocaInst>(instruction) && isChosen())
        insertRecord(instruction);
}

} // namespace

Result<Outputs> runSchedule(std::string_view kernel, const RecordPlaces &places) {
  auto context = std::make_unique<llvm::LLVMContext>();
  llvm::SMDiagnostic diagnostic;
  const std::string text = std::string(kDeclarations) + std::string(kernel);
  auto module = llvm::parseAssemblyString(text, diagnostic, *context);
  if (!module)
    return fail(ErrorCode::CompileFailed, diagnostic.getMessage().str());
  for (llvm::Function &function : *module)
    if (!function.isDeclaration())
      insertRecords(function, places);
  PSTUDIO_TRY_ASSIGN(const CpuProgram program,
                     compileIr(std::move(context), std::move(module), "kernel"));
  Outputs outputs;
  outputs.fill(-1);
  std::array<int32_t, 8> words{};
  LaunchRequest request;
  request.entry = program.entry();
  request.program = &program.map();
  request.kernel = "kernel";
  request.block = {kThreads, 1, 1};
  request.timeLimitSeconds = 60;
  const auto add = [&](std::string name, auto &values) {
    request.arguments.push_back({std::move(name),
                                 reinterpret_cast<uint64_t>(values.data()),
                                 values.size() * 4,
                                 {int64_t(values.size())},
                                 4});
  };
  add("out", outputs);
  add("words", words);
  PSTUDIO_TRY(launch(request));
  return outputs;
}

} // namespace pstudio::cpu::test
