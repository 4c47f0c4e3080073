// SPDX-License-Identifier: Apache-2.0
// The LLVM half of the CPU target on its own: kernels in LLVM IR that never were MLIR.
#include <numeric>

#include <QtTest>

#include "collector/codegen/cpu/compile_ir.h"
#include "collector/runtime/cpu/launch.h"

using namespace pstudio;
using namespace pstudio::cpu;

namespace {

/// As a compiler without optimisation leaves it: variables on the stack, a function call, shared
/// memory as a global. Reverses 64 floats through shared memory and doubles them.
constexpr std::string_view kReverse = R"(
@tile = internal addrspace(3) global [64 x float] undef
declare i32 @pstudio.cpu.tid.x()
declare void @pstudio.cpu.barrier()

define float @twice(float %x) {
  %slot = alloca float
  store float %x, ptr %slot
  %y = load float, ptr %slot
  %z = fadd float %y, %y
  ret float %z
}

define void @reverse(ptr %a, i32 %n) {
entry:
  %t.slot = alloca i32
  %t = call i32 @pstudio.cpu.tid.x()
  store i32 %t, ptr %t.slot
  %i = zext i32 %t to i64
  %from = getelementptr float, ptr %a, i64 %i
  %x = load float, ptr %from
  %to = getelementptr [64 x float], ptr addrspace(3) @tile, i64 0, i64 %i
  store float %x, ptr addrspace(3) %to
  call void @pstudio.cpu.barrier()
  %again = load i32, ptr %t.slot
  %last = sub i32 %n, 1
  %m = sub i32 %last, %again
  %mi = zext i32 %m to i64
  %other = getelementptr [64 x float], ptr addrspace(3) @tile, i64 0, i64 %mi
  %v = load float, ptr addrspace(3) %other
  %w = call float @twice(float %v)
  store float %w, ptr %from
  ret void
}
)";

Result<LaunchResult> run(const CpuProgram &program, std::vector<float> &a, uint64_t n) {
  LaunchRequest request;
  request.entry = program.entry();
  request.program = &program.map();
  request.kernel = "reverse";
  request.block = {64, 1, 1};
  request.arguments.push_back({"a", reinterpret_cast<uint64_t>(a.data()), a.size() * 4, {64}, 4});
  request.arguments.push_back({"n", n, 0, {}, 4});
  return launch(request);
}

} // namespace

class CpuForeignIrTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void unoptimisedKernelRunsOnEveryThread() {
    const auto program = compileIrText(kReverse, "reverse.ll", "reverse");
    QVERIFY2(program, program ? "" : program.error().toString().c_str());
    std::vector<float> a(64);
    std::iota(a.begin(), a.end(), 0.0f);
    const auto result = run(*program, a, 64);
    QVERIFY2(result, result ? "" : result.error().toString().c_str());
    for (int i = 0; i < 64; ++i)
      QCOMPARE(a[size_t(i)], 2.0f * float(63 - i));
    // Stack slots became values: load 40, store 8, two shared accesses of 4, barrier 6, addition 2,
    // subtractions 1 each.
    QCOMPARE(result->endCycle, int64_t{40 + 4 + 6 + 4 + 2 + 8 + 2});
  }

  void accessesAreCheckedWithoutAnySourceLocation() {
    const auto program = compileIrText(kReverse, "reverse.ll", "reverse");
    QVERIFY(program);
    std::vector<float> a(64);
    const auto result = run(*program, a, 65); // thread 0 reads tile[64]
    QVERIFY(!result);
    const QString message = QString::fromStdString(result.error().toString());
    QVERIFY2(message.contains("thread (0,0,0) of CTA (0,0,0) in kernel reverse reads 4 bytes out "
                              "of bounds: workgroup buffer tile[64]"),
             qPrintable(message));
  }

  void foreignIntrinsicsAreRejectedByName() {
    for (const std::string name : {"llvm.nvvm.barrier0", "llvm.of.tomorrow"}) {
      const auto program =
          compileIrText("declare void @" + name + "()\ndefine void @k() {\n  call void @" + name +
                            "()\n  ret void\n}\n",
                        "k.ll", "k");
      QVERIFY(!program);
      QVERIFY(program.error().code == ErrorCode::Unsupported);
      QVERIFY(program.error().message.find(name) != std::string::npos);
    }
  }

  void irThatDoesNotParseShowsLineAndColumn() {
    const auto program = compileIrText("define void @k() {\n  oops\n}\n", "k.ll", "k");
    QVERIFY(!program);
    QCOMPARE(program.error().where, std::string("k.ll:2:3"));
  }

  void unknownKernelIsRejected() {
    const auto program = compileIrText(kReverse, "reverse.ll", "revers");
    QVERIFY(!program);
    QVERIFY(program.error().message.find("revers") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(CpuForeignIrTest)
#include "cpu_foreign_ir_test.moc"
