// SPDX-License-Identifier: Apache-2.0
// Warp operations of clang's CUDA C++ (LLVM IR) and of MLIR's nvvm dialect on the CPU target: the
// right values, in every mode.
#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>

#include <QTemporaryDir>
#include <QtTest>

#include "collector/collector.h"
#include "core/run/npy.h"
#include "core/run/run_spec.h"
#include "tests/collector/session/run_log.h"
#include "tests/support/verify_result.h"

using namespace pstudio;

namespace {

constexpr uint32_t kThreads = 80; ///< two and a half warps

/// Lanes of the warp that `thread` is in.
uint32_t lanesOf(uint32_t thread, const std::function<bool(uint32_t lane)> &condition) {
  uint32_t mask = 0;
  for (uint32_t lane = 0; lane < 32 && thread / 32 * 32 + lane < kThreads; ++lane)
    mask |= uint32_t(condition(lane)) << lane;
  return mask;
}

constexpr std::string_view kHeader = R"(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define internal void @put(ptr %out, i32 %value) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %at = getelementptr i32, ptr %out, i64 %i
  store i32 %value, ptr %at
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}
)";

/// A kernel in LLVM IR whose block stores %r; `declaration` is of what the instructions call.
std::string kernelOf(std::string_view instructions, std::string_view declaration) {
  return std::string(kHeader) + std::string(declaration) + R"(
define void @k(ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %t, 31
  %odd = trunc i32 %lane to i1
)" + std::string(instructions) +
         "\n  call void @put(ptr %out, i32 %r)\n  ret void\n}\n";
}

struct Case {
  std::string name;
  std::string text;
  std::function<uint32_t(uint32_t thread)> expected;
  std::string_view file = "k.ll";
};

std::string nvvmKernel(std::string_view operations) {
  return R"(gpu.module @m {
gpu.func @k(%out: memref<80xi32>) kernel {
  %t = gpu.thread_id x
  %wide = arith.index_cast %t : index to i32
  %c31 = arith.constant 31 : i32
  %lane = arith.andi %wide, %c31 : i32
  %all = arith.constant -1 : i32
)" + std::string(operations) +
         "\n  memref.store %r, %out[%t] : memref<80xi32>\n  gpu.return\n}\n}\n";
}

uint32_t lowestLane(uint32_t mask) {
  return uint32_t(std::countr_zero(mask));
}

bool isOdd(uint32_t lane) {
  return lane % 2 == 1;
}

/// `combine` of 7 times the number of each thread of the warp.
uint32_t reduceOf(uint32_t thread, const std::function<uint32_t(uint32_t, uint32_t)> &combine) {
  const uint32_t first = thread / 32 * 32;
  uint32_t result = first * 7;
  for (uint32_t other = first + 1; other < std::min(first + 32, kThreads); ++other)
    result = combine(result, other * 7);
  return result;
}

class Cases {
public:
  std::vector<Case> ofLlvmIr() {
    addVotesAndMatches();
    addReductions();
    addGroups();
    addBarriers();
    return std::move(m_cases);
  }

private:
  void add(std::string name, std::string_view text, std::string_view declaration,
           std::function<uint32_t(uint32_t)> expected) {
    m_cases.push_back({std::move(name), kernelOf(text, declaration), std::move(expected)});
  }

  void addVotesAndMatches() {
    add("vote.ballot.sync", "%r = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %odd)",
        "declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)",
        [](uint32_t thread) { return lanesOf(thread, isOdd); });
    for (const std::string kind : {"all", "any", "uni"})
      add("vote." + kind + ".sync",
          "%v = call i1 @llvm.nvvm.vote." + kind + ".sync(i32 -1, i1 %odd)\n%r = zext i1 %v to i32",
          "declare i1 @llvm.nvvm.vote." + kind + ".sync(i32, i1)",
          [kind](uint32_t) { return uint32_t(kind == "any"); });
    add("match.any.sync",
        "%third = urem i32 %lane, 3\n%r = call i32 @llvm.nvvm.match.any.sync.i32(i32 -1, i32 "
        "%third)",
        "declare i32 @llvm.nvvm.match.any.sync.i32(i32, i32)", [](uint32_t thread) {
          return lanesOf(thread, [&](uint32_t lane) { return lane % 3 == thread % 32 % 3; });
        });
    add("match.all.sync of 64 bits",
        "%wide = zext i32 %t to i64\n%warp = lshr i64 %wide, 5\n"
        "%p = call { i32, i1 } @llvm.nvvm.match.all.sync.i64p(i32 -1, i64 %warp)\n"
        "%m = extractvalue { i32, i1 } %p, 0\n%e = extractvalue { i32, i1 } %p, 1\n"
        "%z = zext i1 %e to i32\n%r = sub i32 %m, %z",
        "declare { i32, i1 } @llvm.nvvm.match.all.sync.i64p(i32, i64)",
        [](uint32_t thread) { return lanesOf(thread, [](uint32_t) { return true; }) - 1; });
  }

  void addReductions() {
    add("redux.sync.add",
        "%v = mul i32 %t, 7\n%r = call i32 @llvm.nvvm.redux.sync.add(i32 %v, i32 -1)",
        "declare i32 @llvm.nvvm.redux.sync.add(i32, i32)",
        [](uint32_t thread) { return reduceOf(thread, std::plus<>()); });
    add("redux.sync.umax",
        "%v = mul i32 %t, 7\n%r = call i32 @llvm.nvvm.redux.sync.umax(i32 %v, i32 -1)",
        "declare i32 @llvm.nvvm.redux.sync.umax(i32, i32)", [](uint32_t thread) {
          return reduceOf(thread, [](uint32_t a, uint32_t b) { return std::max(a, b); });
        });
  }

  void addGroups() {
    add("activemask after a divergent branch",
        "br i1 %odd, label %then, label %else\nthen:\n%a = call i32 @llvm.nvvm.activemask()\n"
        "br label %join\nelse:\nbr label %join\njoin:\n%r = phi i32 [ %a, %then ], [ 0, %else ]",
        "declare i32 @llvm.nvvm.activemask()",
        [](uint32_t thread) { return thread % 2 == 1 ? lanesOf(thread, isOdd) : 0; });
    add("activemask of CUDA's headers",
        "%r = call i32 asm sideeffect \"activemask.b32 $0;\", \"=r\"()", "",
        [](uint32_t thread) { return lanesOf(thread, [](uint32_t) { return true; }); });
    add("elect.sync of all lanes but lane 0",
        "%zero = icmp eq i32 %lane, 0\nbr i1 %zero, label %join, label %members\nmembers:\n"
        "%p = call { i32, i1 } @llvm.nvvm.elect.sync(i32 -2)\n"
        "%l = extractvalue { i32, i1 } %p, 0\n%e = extractvalue { i32, i1 } %p, 1\n"
        "%z = zext i1 %e to i32\n%s = add i32 %l, %z\nbr label %join\n"
        "join:\n%r = phi i32 [ 1, %0 ], [ %s, %members ]",
        "declare { i32, i1 } @llvm.nvvm.elect.sync(i32)",
        [](uint32_t thread) { return thread % 32 == 1 ? 2u : 1u; });
    add("shfl.sync of a part of the warp and bar.warp.sync",
        "%high = icmp uge i32 %lane, 16\nbr i1 %high, label %members, label %join\nmembers:\n"
        "%s = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -65536, i32 %t, i32 1, i32 31)\n"
        "br label %join\njoin:\n%r = phi i32 [ %t, %0 ], [ %s, %members ]\n"
        "call void @llvm.nvvm.bar.warp.sync(i32 -1)",
        "declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)\n"
        "declare void @llvm.nvvm.bar.warp.sync(i32)",
        [](uint32_t thread) { return thread % 32 >= 16 ? thread ^ 1 : thread; });
  }

  void addBarriers() {
    const auto countOdd = [](uint32_t) { return kThreads / 2; };
    add("barrier0.popc", "%z = zext i1 %odd to i32\n%r = call i32 @llvm.nvvm.barrier0.popc(i32 %z)",
        "declare i32 @llvm.nvvm.barrier0.popc(i32)", countOdd);
    add("barrier0.and and .or",
        "%z = zext i1 %odd to i32\n%a = call i32 @llvm.nvvm.barrier0.and(i32 %z)\n"
        "%o = call i32 @llvm.nvvm.barrier0.or(i32 %z)\n%b = call i32 @llvm.nvvm.barrier0.and(i32 "
        "5)\n"
        "%s = shl i32 %o, 1\n%q = shl i32 %b, 2\n%u = or i32 %a, %s\n%r = or i32 %u, %q",
        "declare i32 @llvm.nvvm.barrier0.and(i32)\ndeclare i32 @llvm.nvvm.barrier0.or(i32)",
        [](uint32_t) { return 6u; });
  }

  std::vector<Case> m_cases;
};

std::vector<Case> casesOfMlir() {
  const auto whole = [](uint32_t thread) { return lanesOf(thread, [](uint32_t) { return true; }); };
  return {
      {"nvvm.vote.ballot.sync",
       nvvmKernel("%c3 = arith.constant 3 : i32\n%p = arith.cmpi ult, %lane, %c3 : i32\n"
                  "%r = nvvm.vote.ballot.sync %all, %p : i32\nnvvm.bar.warp.sync %all : i32"),
       [](uint32_t) { return 7u; }, "k.mlir"},
      {"nvvm.redux.sync", nvvmKernel("%r = nvvm.redux.sync umax %lane, %all : i32 -> i32"),
       [=](uint32_t thread) { return 31 - uint32_t(std::countl_zero(whole(thread))); }, "k.mlir"},
      {"nvvm.shfl.sync",
       nvvmKernel("%one = arith.constant 1 : i32\n"
                  "%r = nvvm.shfl.sync bfly %all, %wide, %one, %c31 : i32 -> i32"),
       [](uint32_t thread) { return thread ^ 1; }, "k.mlir"},
      {"nvvm.elect.sync", nvvmKernel("%p = nvvm.elect.sync -> i1\n%r = arith.extui %p : i1 to i32"),
       [=](uint32_t thread) { return uint32_t(thread % 32 == lowestLane(whole(thread))); },
       "k.mlir"}};
}

/// Runs the kernel and compares `out` with what `expected` returns for each thread.
Result<RunOutcome> run(const Case &one, const std::string &mode, const QString &folder) {
  const std::filesystem::path path(folder.toStdString());
  QFile file(folder + "/" + QString::fromUtf8(one.file.data(), qsizetype(one.file.size())));
  if (!file.open(QIODevice::WriteOnly) ||
      file.write(one.text.data(), qint64(one.text.size())) != qint64(one.text.size()))
    return fail(ErrorCode::Io, "cannot write the kernel");
  file.close();
  PSTUDIO_TRY_ASSIGN(HostBuffer expected, HostBuffer::make(DType::I32, {kThreads}));
  for (uint32_t thread = 0; thread < kThreads; ++thread)
    expected.setInteger(thread, one.expected(thread));
  PSTUDIO_TRY(writeNpy(expected, path / "expected.npy"));
  PSTUDIO_TRY_ASSIGN(const RunSpec spec,
                     parseRunSpec(R"({"kernel": {"file": ")" + std::string(one.file) +
                                      R"(", "function": "k"}, "target": "cpu", "grid": [1],
      "block": [80], "instrumentation": ")" +
                                      mode + R"(", "arguments": [
        {"name": "out", "buffer": {"dtype": "i32", "shape": [80], "init": "zeros"}}],
      "checks": [{"output": "out", "reference": {"file": "expected.npy"}, "max_error": 0}]})",
                                  path));
  test::RunLog progress;
  const std::atomic<bool> cancel = false;
  return collect(spec, progress, cancel);
}

} // namespace

class WarpOperationsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void everyOperationReturnsTheValuesOfPtxInEveryMode() {
    std::vector<Case> cases = Cases().ofLlvmIr();
    std::ranges::move(casesOfMlir(), std::back_inserter(cases));
    for (const Case &one : cases)
      for (const char *mode : {"none", "default", "accesses", "memory"}) {
        QTemporaryDir folder;
        const auto outcome = run(one, mode, folder.path());
        const std::string where = one.name + ", mode " + mode + ": ";
        QVERIFY2(outcome, outcome ? "" : (where + outcome.error().toString()).c_str());
        QVERIFY2(!outcome->failure,
                 outcome->failure ? (where + outcome->failure->toString()).c_str() : "");
        QVERIFY2(outcome->checks.front().passed(), where.c_str());
      }
  }

  void aWarpThatWaitsForALaneAtABarrierIsReportedWithItsLine() {
    const Case one{"",
                   kernelOf("br i1 %odd, label %a, label %b\na:\n"
                            "call void @llvm.nvvm.bar.warp.sync(i32 -1)\nbr label %join\nb:\n"
                            "call void @llvm.nvvm.barrier0()\nbr label %join\njoin:\n"
                            "%r = add i32 %t, 0",
                            "declare void @llvm.nvvm.bar.warp.sync(i32)\n"
                            "declare void @llvm.nvvm.barrier0()"),
                   [](uint32_t) { return 0u; }};
    for (const char *mode : {"none", "memory"}) {
      QTemporaryDir folder;
      const auto outcome = run(one, mode, folder.path());
      const Error error = outcome ? outcome->failure.value_or(Error{}) : outcome.error();
      const QString text = QString::fromStdString(error.toString());
      QVERIFY2(text.contains("lanes 0xaaaaaaaa wait at bar.warp.sync with the member mask "
                             "0xffffffff at ") &&
                   text.contains("for lanes 0x55555555; lanes 0x55555555 wait at the barrier at "),
               qPrintable(text));
      QVERIFY2(QString::fromStdString(error.where).contains("k.ll:"), qPrintable(text));
    }
  }
};

QTEST_GUILESS_MAIN(WarpOperationsTest)
#include "warp_operations_test.moc"
