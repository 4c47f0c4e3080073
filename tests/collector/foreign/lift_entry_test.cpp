// SPDX-License-Identifier: Apache-2.0
// Entries of PTX modules as LLVM IR, and their return into the module.
#include <QRegularExpression>
#include <QtTest>

#include "collector/foreign/ptx/lift_entry.h"
#include "collector/foreign/ptx/splice_entry.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::foreign;

namespace {

const std::string kHead = ".version 8.7\n.target sm_100a\n.address_size 64\n";

/// LLVM IR of entry k with that body and two parameters.
Result<LiftedEntry> lift(const std::string &body, const std::string &before = {}) {
  const std::string text = kHead + before +
                           ".visible .entry k(.param .u64 a, .param .align 8 .b8 b[24])\n{" + body +
                           "}\n";
  PSTUDIO_TRY_ASSIGN(const ptx::Module module, ptx::readModule(text, "m.ptx"));
  return liftEntry(module, *module.entry("k"), "m.ptx");
}

/// The lines of the LLVM IR that hold inline assembly, without debug locations.
QStringList assemblyOf(const std::string &body) {
  const Result<LiftedEntry> lifted = lift(body);
  if (!lifted)
    qFatal("%s", lifted.error().toString().c_str());
  QStringList lines;
  for (QString line : QString::fromStdString(lifted->text).split('\n'))
    if (line.contains(QStringLiteral(" asm ")))
      lines += line.remove(QRegularExpression(QStringLiteral(" #\\d+, !dbg.*$"))).trimmed();
  return lines;
}

std::string errorOf(const std::string &body) {
  const Result<LiftedEntry> lifted = lift(body);
  return lifted ? std::string() : lifted.error().toString();
}

} // namespace

class LiftEntryTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void eachInstructionIsOneAssembly() {
    const QStringList lines =
        assemblyOf("\n.reg .b32 %r<9>; .reg .b64 %rd<3>; .reg .f32 %f; .reg .pred %p;\n"
                   "ld.param.u64 %rd1, [a+8];\nmov.u32 %r1, %tid.x;\n"
                   "ld.global.v2.b32 {%r2, %r3}, [%rd1+-4];\n"
                   "fma.rn.f32 %f, 0f3F800000, 0f40000000, 0fBF800000; // comment\n"
                   "setp.eq.s32 %p, %r2, -1;\nst.global.f32 [%rd1], %f;");
    QCOMPARE(lines.size(), 6);
    QCOMPARE(lines[0],
             QStringLiteral(R"(%2 = call i64 asm sideeffect "ld.param.u64 $0, [a+8];", "=l"())"));
    QCOMPARE(lines[1],
             QStringLiteral(R"(%3 = call i32 asm sideeffect "mov.u32 $0, %tid.x;", "=r"())"));
    QVERIFY(lines[2].contains(
        QStringLiteral(R"("ld.global.v2.b32 {$0, $1}, [$2+-4];", "=r,=r,l"(i64 %2))")));
    QVERIFY(lines[3].contains(
        QStringLiteral(R"("fma.rn.f32 $0, 0f3F800000, 0f40000000, 0fBF800000;", "=f"())")));
    QVERIFY(lines[4].contains(QStringLiteral(R"("setp.eq.s32 $0, $1, -1;", "=b,r"()")));
    QVERIFY(lines[5].contains(QStringLiteral(R"("st.global.f32 [$0], $1;", "l,f"()")));
  }

  void aGuardedWriteKeepsTheOldValue() {
    const QStringList lines = assemblyOf(".reg .b32 %r<3>; .reg .pred %p; mov.u32 %r1, 5;"
                                         "setp.eq.u32 %p, %r1, 5; @!%p add.s32 %r1, %r1, 7;");
    QCOMPARE(
        lines.last().section('=', 1).trimmed(),
        QStringLiteral(
            R"(call i32 asm sideeffect "@!$1 add.s32 $0, $2, 7;", "=r,b,r,0"(i1 %3, i32 %2, i32 %2))"));
  }

  void aRegisterThatIsReadFirstIsUndefined() {
    QVERIFY(assemblyOf(".reg .b32 %r<3>; add.s32 %r1, %r1, 1;")
                .last()
                .endsWith(QStringLiteral("(i32 undef)")));
  }

  void anAccumulatorIsReadAndWritten() {
    const QStringList lines = assemblyOf(
        ".reg .f32 %f<2>; .reg .b64 %d; mov.u64 %d, 1; mov.f32 %f0, 0f00000000; mov.f32 %f1, %f0;"
        "wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%f0, %f1}, %d, %d, 1, 1, 1;");
    QVERIFY(lines.last().contains(QStringLiteral("{$0, $1}, $2, $2, 1, 1, 1;\", \"=f,=f,l,0,1\"")));
  }

  void anUnknownOpcodeReadsAndWritesEachRegister() {
    const QStringList lines = assemblyOf(
        ".reg .b32 %r<3>; .reg .pred %p; mov.u32 %r1, 1; mov.u32 %r2, 2; setp.eq.u32 %p, %r1, 1;"
        "@%p brandnew.op.b32 %r1, [%r2];");
    QVERIFY(lines.last().contains(
        QStringLiteral(R"("@$2 brandnew.op.b32 $0, [$1];", "=r,=r,b,0,1"()")));
  }

  void aCallSequenceIsOneAssembly() {
    const QStringList lines = assemblyOf(".reg .b32 %r<3>; mov.u32 %r1, 1; {\n.param .b32 "
                                         "p0;\nst.param.b32 [p0], %r1;\n.param .b32 q;\n"
                                         "call.uni (q), f$g, (p0);\nld.param.b32 %r2, [q];\n}");
    QCOMPARE(lines.size(), 2);
    QVERIFY(lines.last().contains(
        QStringLiteral("call.uni (q), f$$g, (p0);\\0A\\09ld.param.b32 $0, [q];")));
    QVERIFY(lines.last().contains(QStringLiteral("\"=&r,r\"")));
  }

  void aCarryChainIsOneAssembly() {
    const QStringList lines =
        assemblyOf(".reg .b32 %r<5>; mov.u32 %r1, 1; add.cc.u32 %r2, %r1, 1; mov.u32 %r4, 3;"
                   "addc.u32 %r3, %r1, 0; mov.u32 %r1, %r3;");
    QCOMPARE(lines.size(), 3);
    QVERIFY(lines[1].contains(
        QStringLiteral("add.cc.u32 $0, $3, 1;\\0A\\09mov.u32 $1, 3;\\0A\\09addc.u32 $2, $3, 0;")));
  }

  void variablesOfInnerScopesGetTheirOwnNames() {
    const QStringList lines = assemblyOf(
        ".reg .b64 %d<3>; .shared .b8 s[4]; { .local .align 4 .b8 s[8]; mov.u64 %d1, s; }"
        "mov.u64 %d2, s;");
    QVERIFY(lines[0].contains(QStringLiteral("\".shared .b8 s[4];\"")));
    QVERIFY(lines[1].contains(QStringLiteral("\".local .align 4 .b8 s_pstudio1[8];\"")));
    QVERIFY(lines[2].contains(QStringLiteral("\"mov.u64 $0, s_pstudio1;\"")));
    QVERIFY(lines[3].contains(QStringLiteral("\"mov.u64 $0, s;\"")));
  }

  void branchesAreThoseOfLlvm() {
    const Result<LiftedEntry> lifted =
        lift(".reg .b32 %r<3>; .reg .pred %p; mov.u32 %r1, 0;\nL: add.s32 %r1, %r1, 1; setp.lt.s32 "
             "%p, %r1, 9; @%p bra L;\n"
             "@!%p ret; T: .branchtargets L, E; brx.idx %r1, T; E: exit;");
    VERIFY_RESULT(lifted);
    const QString text = QString::fromStdString(lifted->text);
    QVERIFY(text.contains(QRegularExpression(QStringLiteral("phi i32 \\[ %\\d+, %entry \\], "))));
    QVERIFY(
        text.contains(QRegularExpression(QStringLiteral("br i1 %\\d+, label %\\d+, label %\\d+"))));
    QVERIFY(text.contains(QStringLiteral("switch i32")));
    QVERIFY(text.contains(QStringLiteral("ret void")));
  }

  void linesOfTheSourceStayAndArePlaces() {
    const Result<LiftedEntry> lifted = lift("\n.reg .b32 %r<3>;\nmov.u32 %r1, 0;\n.loc 1 99 "
                                            "1\n.loc 1 77 5, inlined_at 1 99 1\nmov.u32 %r2, 0;\n",
                                            ".file 1 \"/src/a.cu\"\n");
    VERIFY_RESULT(lifted);
    const QString text = QString::fromStdString(lifted->text);
    QVERIFY(text.contains(QStringLiteral(
        "\".loc 1 99 1\\0A\\09.loc 1 77 5, inlined_at 1 99 1\\0A\\09mov.u32 $0, 0;\"")));
    QVERIFY(text.contains(QStringLiteral("DILocation(line: 8, column: 1")));
    QVERIFY(text.contains(QStringLiteral("DILocation(line: 77, column: 5")));
    QVERIFY(text.contains(QStringLiteral("DIFile(filename: \"/src/a.cu\"")));
  }

  void newerChipsAreCompiledForTheNewestOfLlvm() {
    const Result<LiftedEntry> lifted =
        lift(".shared .align 4 .f32 x[5];", ".shared .b32 y;\n.extern .shared .b8 z[];\n");
    VERIFY_RESULT(lifted);
    QCOMPARE(lifted->chip, std::string("sm_90a"));
    QCOMPARE(lifted->staticSharedBytes, uint64_t{48});
    QVERIFY(lifted->text.find("ptx_kernel void @k(i64 %0, i32 %1)") != std::string::npos);
  }

  void unsupportedFormsHaveTheirPlace_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("error");
    QTest::newRow("vector") << "\n.reg .v4 .f32 %v; mov.v4.f32 %v, %v;"
                            << "m.ptx:6:19: LLVM has no form of the vector register %v";
    QTest::newRow("byte") << "\n.reg .b8 %b;\nmov.b8 %b, 1;"
                          << "m.ptx:7:1: LLVM has no form of the register of 8 bits %b";
    QTest::newRow("label") << "\nbra nowhere;"
                           << "m.ptx:6:1: a branch needs a label of this function";
    QTest::newRow("guard") << "\n@x bra nowhere;"
                           << "m.ptx:6:1: a branch needs";
    QTest::newRow("no register") << "\n@x mov.u32 %tid.x, 1;"
                                 << "m.ptx:6:1: x is no register";
    QTest::newRow("targets") << "\n.reg .b32 %r;\nbrx.idx %r, T;"
                             << "m.ptx:7:1: an indirect branch needs";
  }
  void unsupportedFormsHaveTheirPlace() {
    QFETCH(const QString, body);
    QFETCH(const QString, error);
    const std::string got = errorOf(body.toStdString());
    QVERIFY2(got.starts_with(error.toStdString()), got.c_str());
  }

  void spliceKeepsAllOtherText() {
    const std::string text =
        kHead +
        ".extern .shared .align 16 .b8 m[];\n.global .b32 g; // kept\n"
        ".entry k(\n  .param .u64 a // last\n)\n.maxntid 32 { ret; }\n.entry other() { ret; }\n";
    const std::string made = kHead + ".shared .align 8 .b8 g[64];\n.visible .entry k(\n  .param "
                                     ".u64 k_param_0,\n  .param .u64 .ptr .align 1 k_param_1\n)\n"
                                     "{\n  .reg .b64 %rd<2>;\n// %bb.0:\n$L__BB0_1:\n  // begin "
                                     "inline asm\n  ld.param.u64 %rd1, [a];\n  // end inline asm\n"
                                     "  .pragma \"nounroll\";\n  mov.u64 %rd1, g;\n  ld.param.u64 "
                                     "%rd1, [k_param_1];\n  ret;\n}\n";
    const Result<ptx::Module> module = ptx::readModule(text, "m.ptx");
    VERIFY_RESULT(module);
    const Result<std::string> spliced = spliceEntries(*module, {{"k", made}});
    VERIFY_RESULT(spliced);
    QCOMPARE(
        *spliced,
        kHead +
            ".extern .shared .align 1024 .b8 m[];\n.global .b32 g; // kept\n.shared .align 8 .b8 "
            "g_1[64];\n"
            ".entry k(\n  .param .u64 a,\n\t.param .u64 .ptr .align 1 k_param_1 // "
            "last\n)\n.maxntid 32 {\n"
            "  .reg .b64 %rd<2>;\n$L__BB0_1:\n\t.pragma \"nounroll\";\n  ld.param.u64 %rd1, [a];\n"
            "  mov.u64 %rd1, g_1;\n  ld.param.u64 %rd1, [k_param_1];\n  ret;\n}\n.entry other() { "
            "ret; }\n");
  }

  void sharedMemoryOfABodyAlignsDynamicMemory() {
    const std::string text =
        kHead +
        ".extern .shared .b8 m[];\n.entry k()\n{ .shared .b32 own; st.shared.u32 [own], 1; }\n";
    const Result<ptx::Module> module = ptx::readModule(text, "m.ptx");
    VERIFY_RESULT(module);
    const std::string same = kHead + ".visible .entry k()\n{\n  .shared .b32 own; ret; }\n";
    const Result<std::string> unchanged = spliceEntries(*module, {{"k", same}});
    VERIFY_RESULT(unchanged);
    QVERIFY(unchanged->find(".extern .shared .b8 m[];") != std::string::npos);
    const std::string more =
        kHead + ".visible .entry k()\n{\n  .shared .b32 own; .shared .b8 added[64]; ret; }\n";
    const Result<std::string> aligned = spliceEntries(*module, {{"k", more}});
    VERIFY_RESULT(aligned);
    QVERIFY(aligned->find(".extern .shared .align 1024 .b8 m[];") != std::string::npos);
  }

  void markerCommentsBecomeCallsInTheirBlocks() {
    const Result<LiftedEntry> lifted =
        lift("\n.reg .pred %p;\n.reg .b32 %r;\n// begin inline asm\n"
             "\t// pstudio scope start load of A \n\n// end inline asm\n"
             "mov.u32 %r, %tid.x; // pstudio scope other\nsetp.eq.u32 %p, %r, 0;\n@%p bra L;\n"
             "// pstudio scope end load of A\nL:\nmov.u32 %r, 1;\n"
             "// pstudio scope end\n// pstudio scope start last\n");
    VERIFY_RESULT(lifted);
    const QString text = QString::fromStdString(lifted->text);
    QCOMPARE(text.count(QStringLiteral("call void @proton_scope_start(")), 2);
    QCOMPARE(text.count(QStringLiteral("call void @proton_scope_end(")), 1);
    QCOMPARE(text.count(QStringLiteral("c\"load of A\\00\"")), 2);
    QVERIFY(text.contains(QStringLiteral("c\"last\\00\"")));
    const auto at = [&text](const char *part) { return text.indexOf(QLatin1String(part)); };
    QVERIFY(at("@proton_scope_start(") < at("mov.u32 $0, %tid.x;"));
    QVERIFY(at("br i1") < at("call void @proton_scope_end("));
    QVERIFY(at("call void @proton_scope_end(") < at("mov.u32 $0, 1;"));
  }

  void spliceRejectsWhatDoesNotBelongToTheModule() {
    const std::string text = kHead + ".entry k() { ret; }";
    const Result<ptx::Module> module = ptx::readModule(text, "m.ptx");
    VERIFY_RESULT(module);
    QCOMPARE(spliceEntries(*module, {{"x", kHead}}).error().code, ErrorCode::InvalidInput);
    QCOMPARE(spliceEntries(*module, {{"k", kHead}}).error().code, ErrorCode::InvalidFormat);
  }
};

QTEST_GUILESS_MAIN(LiftEntryTest)
#include "lift_entry_test.moc"
