// SPDX-License-Identifier: Apache-2.0
// Inline PTX is as equal between threads as its special registers and instructions are.
#include <QtTest/QTest>

#include "core/ptx/sharing.h"

using namespace pstudio::ptx;

namespace {

struct RegisterExpectation {
  const char *name;
  Sharing sharing;
};

/// The special registers of the PTX ISA reference 8.7, chapter 10, in its order.
const RegisterExpectation kSpecialRegisters[] = {
    {"%tid", Sharing::Lane},
    {"%tid.x", Sharing::Lane},
    {"%tid.y", Sharing::Lane},
    {"%tid.z", Sharing::Lane},
    {"%ntid.x", Sharing::Cta},
    {"%ntid.y", Sharing::Cta},
    {"%ntid.z", Sharing::Cta},
    {"%laneid", Sharing::Lane},
    {"%warpid", Sharing::Warp},
    {"%nwarpid", Sharing::Cta},
    {"%ctaid", Sharing::Cta},
    {"%ctaid.x", Sharing::Cta},
    {"%ctaid.y", Sharing::Cta},
    {"%ctaid.z", Sharing::Cta},
    {"%nctaid.x", Sharing::Cta},
    {"%smid", Sharing::Warp},
    {"%nsmid", Sharing::Cta},
    {"%gridid", Sharing::Cta},
    {"%is_explicit_cluster", Sharing::Cta},
    {"%clusterid.x", Sharing::Cta},
    {"%nclusterid.x", Sharing::Cta},
    {"%cluster_ctaid.x", Sharing::Cta},
    {"%cluster_nctaid.x", Sharing::Cta},
    {"%cluster_ctarank", Sharing::Cta},
    {"%cluster_nctarank", Sharing::Cta},
    {"%lanemask_eq", Sharing::Lane},
    {"%lanemask_le", Sharing::Lane},
    {"%lanemask_lt", Sharing::Lane},
    {"%lanemask_ge", Sharing::Lane},
    {"%lanemask_gt", Sharing::Lane},
    {"%clock", Sharing::Lane},
    {"%clock_hi", Sharing::Lane},
    {"%clock64", Sharing::Lane},
    {"%pm0", Sharing::Lane},
    {"%pm7_64", Sharing::Lane},
    {"%envreg0", Sharing::Cta},
    {"%envreg31", Sharing::Cta},
    {"%globaltimer", Sharing::Lane},
    {"%globaltimer_lo", Sharing::Lane},
    {"%globaltimer_hi", Sharing::Lane},
    {"%reserved_smem_offset_begin", Sharing::Lane},
    {"%total_smem_size", Sharing::Cta},
    {"%aggr_smem_size", Sharing::Cta},
    {"%dynamic_smem_size", Sharing::Cta},
    {"%current_graph_exec", Sharing::Cta},
    {"%of_a_later_reference", Sharing::Lane},
};

struct TextExpectation {
  const char *text;
  Sharing sharing;
};

const TextExpectation kTexts[] = {
    {"", Sharing::Cta},
    {"add.s32 $0, $1, $2;", Sharing::Cta},
    {"{ .reg .b32 t<2>; add.s32 t0, $1, 1; shl.b32 $0, t0, 2; }", Sharing::Cta},
    {"fma.rn.f32 $0, $1, $2, 0f3F800000; // a comment", Sharing::Cta},
    {"setp.lt.s32 $0|$1, $2, 7;", Sharing::Cta},
    {"mov.u32 $0, WARP_SZ;", Sharing::Cta},
    {"mov.b64 {$0, $1}, $2;", Sharing::Cta},
    {"mov.u32 $0, %laneid;", Sharing::Lane},
    {"{ .reg .b32 t; mov.u32 t, %laneid; and.b32 $0, t, 0; }", Sharing::Lane},
    {"mov.u32 $0, %warpid;", Sharing::Warp},
    {"{ .reg .b32 t; mov.u32 t, %smid; add.u32 $0, t, %ctaid.x; }", Sharing::Warp},
    // Registers and names without a value.
    {"mov.u32 $0, %r1;", Sharing::Lane},
    {"mov.u64 $0, variable;", Sharing::Lane},
    {"{ .reg .b32 t; add.s32 $0, t, $1; }", Sharing::Lane},
    // A predicate may leave the result without a value.
    {"@$1 mov.b32 $0, 1;", Sharing::Lane},
    {"mov.b32 $0, 0; @$1 mov.b32 $0, 1;", Sharing::Cta},
    {"mov.b32 $0, 0; @!$1 ld.global.b32 $0, [$2];", Sharing::Warp},
    {"mov.b32 $0, 0; @%p1 mov.b32 $0, 1;", Sharing::Lane},
    // Loads.
    {"ld.global.v2.b32 {$0, $1}, [$2+16];", Sharing::Warp},
    {"ld.shared.b32 $0, [tile];", Sharing::Warp},
    {"ld.b32 $0, [$1];", Sharing::Warp},
    {"ld.const.b32 $0, [table+4];", Sharing::Cta},
    {"ld.local.b32 $0, [$1];", Sharing::Lane},
    {"ld.local.b32 $0, [mine];", Sharing::Lane},
    {"ld.volatile.global.b32 $0, [$1];", Sharing::Lane},
    {"ld.acquire.gpu.global.b32 $0, [$1];", Sharing::Lane},
    {"ldmatrix.sync.aligned.m8n8.x1.shared.b16 {$0}, [$1];", Sharing::Lane},
    {"wmma.load.a.sync.aligned.m16n16k16.row.f16 {$0}, [$1], $2;", Sharing::Lane},
    {"tex.2d.v4.f32.f32 {$0, $1, $2, $3}, [$4, {$5, $6}];", Sharing::Warp},
    // Exchanges between lanes, and what a lane does at a time of its own.
    {"shfl.sync.idx.b32 $0, $1, 0, 31, -1;", Sharing::Lane},
    {"vote.sync.ballot.b32 $0, $1, -1;", Sharing::Lane},
    {"elect.sync _|$0, -1;", Sharing::Lane},
    {"movmatrix.sync.aligned.m8n8.trans.b16 $0, $1;", Sharing::Lane},
    {"atom.global.add.u32 $0, [$1], 1;", Sharing::Lane},
    {"mbarrier.try_wait.parity.shared.b64 $0, [$1], $2;", Sharing::Lane},
    {"mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {$0}, {$1}, {$2}, {$3};", Sharing::Lane},
    // Carries.
    {"add.cc.u32 $0, $2, $3; addc.u32 $1, $4, $5;", Sharing::Cta},
    {"addc.u32 $0, $1, $2;", Sharing::Lane},
    // Control flow, calls, memory of its own, text of another language.
    {"bra L;", Sharing::Lane},
    {"L: mov.u32 $0, 1;", Sharing::Lane},
    {"{ .local .b32 mine; mov.u64 $0, mine; }", Sharing::Lane},
    {"a_new_instruction $0, $1;", Sharing::Lane},
    {"v_mov_b32 $0, 0", Sharing::Lane},
    {"?", Sharing::Lane},
};

} // namespace

class SharingTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void aSpecialRegisterIsSharedAsTheReferenceDefines() {
    for (const RegisterExpectation &expected : kSpecialRegisters)
      QVERIFY2(specialRegisterSharing(expected.name) == expected.sharing, expected.name);
  }

  void assemblyThatCopiesASpecialRegisterIsSharedLikeIt() {
    for (const RegisterExpectation &expected : kSpecialRegisters) {
      const std::string text = std::string("mov.b32 $0, ") + expected.name + ";";
      QVERIFY2(sharing(text, FunctionKind::Entry) == expected.sharing, text.c_str());
    }
  }

  void assemblyIsSharedAsItsNarrowestInstruction() {
    for (const TextExpectation &expected : kTexts)
      QVERIFY2(sharing(expected.text, FunctionKind::Entry) == expected.sharing, expected.text);
  }

  void parametersAreSharedInEntriesAlone() {
    const std::string_view load = "ld.param.u64 $0, [kernel_param_0];";
    QVERIFY(sharing(load, FunctionKind::Entry) == Sharing::Cta);
    QVERIFY(sharing(load, FunctionKind::Device) == Sharing::Lane);
  }
};

QTEST_APPLESS_MAIN(SharingTest)
#include "sharing_test.moc"
