// SPDX-License-Identifier: Apache-2.0
// Instructions of PTX on the CPU target, against values of the PTX ISA.
#include <QTemporaryDir>
#include <QtTest>

#include <fstream>

#include "collector/collector.h"
#include "core/run/host_buffer.h"
#include "core/run/npy.h"
#include "core/run/run_spec.h"
#include "tests/collector/session/run_log.h"
#include "tests/support/verify_result.h"

using namespace pstudio;

namespace {

struct Row {
  const char *code; ///< leaves its result in %r0
  int64_t result;
};

// Registers: %r0-9, %rd0-9, %f0-9, %p0-9, %h0-9; `s` is a shared word, `d` 8 local bytes.
constexpr Row kRows[] = {
    {"mov.u32 %r1, -1; shr.u32 %r0, %r1, 28;", 15},
    {"shr.s32 %r0, -16, 2;", -4},
    {"shr.s32 %r0, -16, 40;", -1},
    {"shr.u32 %r0, -16, 40;", 0},
    {"shl.b32 %r0, 1, 32;", 0},
    {"mul.hi.u32 %r0, 0xffffffff, 0xffffffff;", -2},
    {"mul.hi.s32 %r0, -1, -1;", 0},
    {"mul.wide.s32 %rd2, -3, 5; cvt.u32.u64 %r0, %rd2;", -15},
    {"mad.lo.s32 %r0, 3, 4, 5;", 17},
    {"mad.wide.u32 %rd2, 0xffffffff, 2, 1; shr.u64 %rd2, %rd2, 32; cvt.u32.u64 %r0, %rd2;", 1},
    {"div.s32 %r0, -7, 2;", -3},
    {"rem.s32 %r0, -7, 2;", -1},
    {"div.u32 %r0, 0xfffffff9, 2;", 2147483644},
    {"min.s32 %r0, -1, 1;", -1},
    {"min.u32 %r0, -1, 1;", 1},
    {"max.u32 %r0, -1, 1;", -1},
    {"abs.s32 %r0, -5;", 5},
    {"neg.s32 %r0, 5;", -5},
    {"not.b32 %r0, 0;", -1},
    {"popc.b32 %r0, 0xff00ff;", 16},
    {"mov.u64 %rd2, -1; popc.b64 %r0, %rd2;", 64},
    {"clz.b32 %r0, 1;", 31},
    {"brev.b32 %r0, 1;", -2147483648LL},
    {"bfe.u32 %r0, 0x12345678, 8, 12;", 0x456},
    {"bfe.u32 %r0, -1, 0, 32;", -1},
    {"bfe.u32 %r0, -1, 40, 8;", 0},
    {"bfi.b32 %r0, 0xff, 0, 4, 4;", 0xf0},
    {"bfi.b32 %r0, 0, -1, 0, 31;", -2147483648LL},
    {"setp.lt.u32 %p1, 1, -1; selp.b32 %r0, 7, 8, %p1;", 7},
    {"setp.lt.s32 %p1, 1, -1; selp.b32 %r0, 7, 8, %p1;", 8},
    {"setp.eq.s32 %p3, 1, 2; setp.gt.or.s32 %p1|%p2, 1, 2, %p3; selp.b32 %r1, 1, 0, %p1; "
     "selp.b32 %r2, 2, 0, %p2; or.b32 %r0, %r1, %r2;",
     2},
    {"mov.u32 %r0, 1; setp.eq.s32 %p1, 1, 1; @%p1 add.s32 %r0, %r0, 4; @!%p1 add.s32 %r0, %r0, 8;",
     5},
    {"mov.f32 %f1, 0f3FC00000; add.f32 %f2, %f1, %f1; mov.b32 %r0, %f2;", 0x40400000},
    {"fma.rn.f32 %f1, 0f40000000, 0f40400000, 0f3F800000; cvt.rzi.s32.f32 %r0, %f1;", 7},
    {"cvt.rni.s32.f32 %r0, 0f40200000;", 2},
    {"cvt.rmi.s32.f32 %r0, 0fBFC00000;", -2},
    {"cvt.rpi.s32.f32 %r0, 0fBFC00000;", -1},
    {"cvt.rzi.s32.f32 %r0, 0f7FC00000;", 0},
    {"cvt.rzi.u32.f32 %r0, 0fBF800000;", 0},
    {"cvt.rzi.s32.f32 %r0, 0f5F000000;", 2147483647},
    {"cvt.rn.f32.u32 %f1, -1; mov.b32 %r0, %f1;", 0x4F800000},
    {"cvt.rn.f32.s32 %f1, -1; mov.b32 %r0, %f1;", -1082130432},
    {"cvt.s32.s8 %r0, 0x80;", -128},
    {"cvt.u32.u16 %r0, 0x18000;", 0x8000},
    {"max.f32 %f1, 0f3F800000, 0f7FC00000; mov.b32 %r0, %f1;", 0x3F800000},
    {"setp.neu.f32 %p1, 0f7FC00000, 0f7FC00000; selp.b32 %r0, 1, 0, %p1;", 1},
    {"setp.ne.f32 %p1, 0f7FC00000, 0f7FC00000; selp.b32 %r0, 1, 0, %p1;", 0},
    {"mov.u32 %r1, 5; mov.u32 %r2, 6; mov.b64 %rd2, {%r1, %r2}; mov.b64 {%r3, %r0}, %rd2;", 6},
    {"cvt.rn.f16.f32 %h1, 0f3FC00000; cvt.f32.f16 %f1, %h1; mov.b32 %r0, %f1;", 0x3FC00000},
    {"sqrt.rn.f32 %f1, 0f41100000; cvt.rzi.s32.f32 %r0, %f1;", 3},
    {"st.shared.u32 [s], 5; atom.shared.add.u32 %r1, [s], 3; ld.shared.u32 %r2, [s]; "
     "mad.lo.s32 %r0, %r1, 100, %r2;",
     508},
    {"st.shared.u32 [s], 8; atom.shared.cas.b32 %r1, [s], 8, 9; ld.shared.u32 %r0, [s];", 9},
    {"st.shared.u32 [s], 8; red.shared.max.s32 [s], 50; ld.shared.u32 %r0, [s];", 50},
    {"st.shared.u32 [s], 0x80; ld.shared.s8 %r0, [s];", -128},
    {"mov.u64 %rd2, s; cvta.shared.u64 %rd3, %rd2; st.u32 [%rd3], 77; ld.shared.u32 %r0, [s];", 77},
    {"mov.u64 %rd2, s; cvta.shared.u64 %rd3, %rd2; cvta.to.shared.u64 %rd4, %rd3; "
     "cvt.u32.u64 %r1, %rd4; st.shared.u32 [%r1], 6; ld.shared.u32 %r0, [s];",
     6},
    {"mov.u64 %rd2, d; st.local.v2.u32 [%rd2], {3, 9}; ld.local.u32 %r0, [%rd2+4];", 9},
    {"setp.eq.s32 %p1, 1, 1; vote.sync.ballot.b32 %r0, %p1, 1;", 1},
    {"shfl.sync.idx.b32 %r0|%p1, 12, 0, 31, 1;", 12},
    {"redux.sync.max.s32 %r0, -4, 1;", -4},
    {"bar.sync 0; membar.gl; nanosleep.u32 1; mov.u32 %r0, %ntid.x;", 1},
};

std::string moduleOfRows() {
  std::string text =
      ".version 8.0\n.target sm_80\n.address_size 64\n.entry rows(.param .u64 out)\n"
      "{\n.reg .b32 %r<10>; .reg .b64 %rd<10>; .reg .f32 %f<10>; .reg .pred %p<10>;\n"
      ".reg .b16 %h<10>; .shared .align 4 .b32 s; .local .align 4 .b8 d[8];\n"
      "ld.param.u64 %rd0, [out];\n";
  for (size_t i = 0; i < std::size(kRows); ++i)
    text +=
        std::string(kRows[i].code) + "\nst.global.u32 [%rd0+" + std::to_string(4 * i) + "], %r0;\n";
  return text + "ret;\n}\n";
}

} // namespace

class CpuPtxArithmeticTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void instructionsComputeWhatThePtxIsaSays() {
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.path().toStdString();
    std::ofstream(path / "rows.ptx") << moduleOfRows();
    const auto count = static_cast<int64_t>(std::size(kRows));
    auto expected = HostBuffer::make(DType::I32, {count});
    VERIFY_RESULT(expected);
    for (size_t i = 0; i < std::size(kRows); ++i)
      expected->setInteger(i, kRows[i].result);
    VERIFY_RESULT(writeNpy(*expected, path / "expected.npy"));
    RunSpec spec;
    spec.kernelFile = path / "rows.ptx";
    spec.function = "rows";
    spec.mode.enabled = false;
    spec.arguments.push_back({"out", BufferArgument{DType::I32, {count}, ZerosInit{}}});
    spec.checks.push_back({"out", "npy", {}, path / "expected.npy", 0.0});
    test::RunLog progress;
    const std::atomic<bool> cancel = false;
    const auto outcome = collect(spec, progress, cancel);
    VERIFY_RESULT(outcome);
    QVERIFY2(!outcome->failure, outcome->failure ? outcome->failure->toString().c_str() : "");
    QVERIFY(outcome->checks.front().passed());
  }
};

QTEST_GUILESS_MAIN(CpuPtxArithmeticTest)
#include "cpu_ptx_arithmetic_test.moc"
