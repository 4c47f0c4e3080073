// SPDX-License-Identifier: Apache-2.0
// Text of newer LLVM versions: every construct is read, other text is unchanged, and positions
// refer to the original text.
#include <random>

#include <QtTest>

#include "collector/foreign/text/changed_intrinsics.h"
#include "collector/foreign/text/ll_printer.h"
#include "collector/foreign/text/ll_reader.h"
#include "tests/collector/foreign/newer_ll.h"
#include "tests/support/verify_result.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/FloatingPointMode.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace pstudio;
using namespace pstudio::foreign;

namespace {

std::string changesOf(const std::vector<LlChange> &changes) {
  std::string text;
  for (const LlChange &change : changes)
    text += std::to_string(change.count) + " x " + change.what + " at " +
            std::to_string(change.first.line) + ":" + std::to_string(change.first.column) + "\n";
  return text;
}

/// The adapted text of `line`, which is part of a function body or at module level.
std::string adapted(std::string_view line) {
  return adaptLl(line).text;
}

Error errorOf(std::string_view text) {
  llvm::LLVMContext context;
  const auto module = readLl(text, "k.ll", context);
  return module ? Error{} : module.error();
}

} // namespace

class LlAdapterTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void everyConstructOfNewerLlvmIsReadAndCounted() {
    llvm::LLVMContext context;
    const auto module = readLl(test::kNewerLl, "newer.ll", context);
    QVERIFY2(module, module ? "" : module.error().toString().c_str());
    const std::string changes = changesOf(module->changes);
    const std::string expected =

        "1 x removed parts of the data layout that LLVM 19 does not support at 3:21\n5 x "
        "captures(none) became nocapture at 9:31\n1 x attribute dead_on_return left out at 9:81\n1 "
        "x attribute captures left out where it is not captures(none) at 9:96\n4 x added the size "
        "operand of llvm.lifetime that LLVM 19 requires at 12:13\n1 x flag samesign of icmp left "
        "out at 13:17\n1 x debug record #dbg_declare_value left out at 15:5\n1 x ptrtoaddr became "
        "ptrtoint at 19:14\n2 x fast-math flags of fptrunc left out at 21:21\n1 x attribute "
        "coro_elide_safe left out at 40:47\n1 x attribute memory left out where it names errnomem "
        "at 40:63\n1 x attribute sanitize_type left out at 47:28\n1 x attribute "
        "nocreateundeforpoison left out at 48:41\n1 x field sourceLanguageName of DICompileUnit "
        "became the language C++ at 54:30\n1 x field sourceLanguageVersion of DICompileUnit left "
        "out at 54:70\n1 x field keyInstructions of DISubprogram left out at 57:133\n1 x field "
        "atomGroup of DILocation left out at 61:47\n1 x field atomRank of DILocation left out at "
        "61:61\n1 x metadata !DISubrangeType became an unspecified type at 62:6\n1 x field "
        "aFieldOfTheFuture of DIBasicType left out at 63:66\n";
    QVERIFY2(changes == expected, changes.c_str());
    QVERIFY(module->module->getFunction("k")->getSubprogram());
    QVERIFY(module->module->getFunction("k")->hasParamAttribute(0, llvm::Attribute::NoCapture));
    QVERIFY(module->module->getFunction("k")->hasParamAttribute(0, llvm::Attribute::Initializes));
  }

  void stringsNamesAndCommentsAreNeverTouched() {
    for (const std::string_view text :
         {"@\"captures(none)\" = global i32 0 ; captures(none)\n",
          "define void @samesign(i32 %samesign) {\n  %ptrtoaddr = add i32 %samesign, 1\n"
          "captures:\n  ret void\n}\n",
          "define void @f() {\n  call void asm sideeffect \"captures(none) samesign\", "
          "\"~{memory}\"()"
          "\n  ret void\n}\n",
          "attributes #0 = { \"captures(none)\"=\"samesign\" }\n",
          "!0 = !DILocation(line: 1, column: 2, scope: !\"atomGroup: 1\")\n"})
      QCOMPARE(adapted(text), std::string(text));
  }

  void textThatTheInstalledLlvmReadsIsNotChanged() {
    const std::string_view text =
        "define fastcc noundef i32 @f(ptr noalias align 16 dereferenceable(8) byval(i64) %p, "
        "<4 x i32> %v, [2 x { i8, i8 }] %a) unnamed_addr alignstack(4) uwtable(sync) "
        "vscale_range(1,2) section \"s\" gc \"g\" personality ptr @q {\n"
        "  %r = musttail call fastcc i32 @f(ptr getelementptr inbounds (i8, ptr @g, i64 4), "
        "<4 x i32> splat (i32 1), [2 x { i8, i8 }] zeroinitializer) [ \"b\"(i32 1) ], !x !{}\n"
        "  ret i32 %r\n}\n"
        "declare void @g(ptr sret(i8), i32 signext inreg, ...) nounwind willreturn\n"
        "attributes #0 = { alwaysinline allockind(\"alloc\") memory(argmem: read) }\n";
    const AdaptedLl result = adaptLl(text);
    QCOMPARE(changesOf(result.changes), std::string());
    QCOMPARE(result.text, std::string(text));
  }

  void errorsShowThePositionInTheTextAsItWasGiven() {
    const Error error = errorOf("define void @f(ptr captures(none) %p, ptr captures(none) oops) {\n"
                                "  ret void\n}\n");
    // The reader ignores "oops", an unknown attribute. Errors after it are reported.
    QCOMPARE(error.message, std::string());
    const Error opcode =
        errorOf("define void @f(ptr captures(none) %p) {\n"
                "  %x = icmp samesign ult i32 1, 2\n  %y = frobnicate i32 1\n  ret void\n}\n");
    QCOMPARE(opcode.where, std::string("k.ll:3:8"));
    QVERIFY(opcode.code == ErrorCode::CompileFailed);
    QVERIFY2(opcode.message.find("opcode") != std::string::npos, opcode.message.c_str());
    QVERIFY2(opcode.hint.find("LLVM 19") != std::string::npos, opcode.hint.c_str());
    const Error later = errorOf("define i32 @f(ptr captures(none) %p, i32 %a) {\n"
                                "  %x = icmp samesign ult i32 %a, %missing\n  ret i32 %a\n}\n");
    QCOMPARE(later.where, std::string("k.ll:2:34"));
  }

  void operationsWithoutAnOldCounterpartAreRejected() {
    const Error error =
        errorOf("define void @f(ptr %p) {\n"
                "  %x = atomicrmw usub_cond ptr %p, i32 1 seq_cst\n  ret void\n}\n");
    QCOMPARE(error.where, std::string("k.ll:2:18"));
    QVERIFY2(error.hint.find("PTX") != std::string::npos, error.hint.c_str());
  }

  void malformedModulesAreRejectedWithTheVerifiersWords() {
    const Error error = errorOf("define i32 @f(i32 %a) {\n  br label %b\nb:\n  %x = add i32 %y, 1\n"
                                "  %y = add i32 %x, 1\n  ret i32 %y\n}\n");
    QVERIFY2(error.message.find("dominate") != std::string::npos, error.message.c_str());
  }

  void modulesThatDoNotVerifyAreRejectedWithTheirPlace_data() {
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("message");
    QTest::newRow("value_not_dominating") << "5:3"
                                          << "does not dominate all uses";
    QTest::newRow("intrinsic_immarg") << "5:3"
                                      << "immarg operand has non-immediate parameter";
    QTest::newRow("attribute_of_call") << "5:3"
                                       << "may not apply to call sites";
    QTest::newRow("module_flag_operands") << "12:1"
                                          << "incorrect number of operands";
    QTest::newRow("module_flag_behavior") << "10:1"
                                          << "invalid behavior operand";
    QTest::newRow("phi_of_no_predecessor") << "9:3"
                                           << "one entry for each predecessor";
  }
  void modulesThatDoNotVerifyAreRejectedWithTheirPlace() {
    // All files have debug information of the current version. Upgrading it ends the process if the
    // module does not verify.
    QFETCH(QString, where);
    QFETCH(QString, message);
    const QString name = QString(QTest::currentDataTag()) + ".ll";
    QFile file(QStringLiteral(PSTUDIO_SOURCE_DIR "/tests/fuzz/corpus/ll/") + name);
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
    const Error error = errorOf(file.readAll().toStdString());
    QCOMPARE(QString::fromStdString(error.where), "k.ll:" + where);
    QVERIFY2(error.message.find(message.toStdString()) != std::string::npos, error.message.c_str());
  }

  void denormalModesAreThoseOfTheInstalledLlvm() {
    llvm::LLVMContext context;
    const std::string text = "define void @a() #0 {\n  ret void\n}\n"
                             "define void @b() denormal_fpenv(dynamic|ieee) {\n  ret void\n}\n"
                             "attributes #0 = { denormal_fpenv(float: preservesign) nounwind }\n";
    const auto module = readLl(text, "k.ll", context);
    VERIFY_RESULT(module);
    const auto modeOf = [&](const char *function) {
      const llvm::DenormalMode mode =
          module->module->getFunction(function)->getDenormalMode(llvm::APFloat::IEEEsingle());
      return std::pair(mode.Output, mode.Input);
    };
    using Mode = llvm::DenormalMode;
    QVERIFY(modeOf("a") == std::pair(Mode::PreserveSign, Mode::PreserveSign));
    QVERIFY(modeOf("b") == std::pair(Mode::Dynamic, Mode::IEEE));
    const QString printed = QString::fromStdString(printForNewerLlvm(*module->module));
    QVERIFY2(printed.contains("denormal_fpenv(float: preservesign)"), qPrintable(printed));
    QVERIFY2(printed.contains("denormal_fpenv(dynamic|ieee)"), qPrintable(printed));
    QVERIFY2(!printed.contains("denormal-fp-math"), qPrintable(printed));
  }

  void aDebugRecordThatIsRejectedLeavesTheLines() {
    llvm::LLVMContext context;
    std::string text(test::kNewerLl);
    const std::string record = "#dbg_value(i32 %n, !7, !DIExpression(), !8)";
    text.replace(text.find(record), record.size(),
                 "#dbg_assign(i32 %n, !7, !DIExpression(), !6, ptr undef, !DIExpression(), !8)");
    const auto module = readLl(text, "newer.ll", context);
    VERIFY_RESULT(module);
    QVERIFY(module->module->getFunction("k")->getSubprogram());
    QVERIFY2(changesOf(module->changes).find("1 x debug records left out") != std::string::npos,
             changesOf(module->changes).c_str());
  }

  void anIntrinsicWithOtherParametersIsSetAside() {
    llvm::LLVMContext context;
    const auto module = readLl("declare i64 @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3))\n"
                               "declare half @llvm.fabs.f32(float)\n"
                               "declare double @llvm.fabs.f64(double)\n"
                               "declare void @llvm.unknown(i32 immarg noundef range(i32 0, 4))\n",
                               "k.ll", context);
    VERIFY_RESULT(module);
    QStringList aside;
    for (const llvm::Function &function : *module->module)
      if (isChangedIntrinsic(function))
        aside += QString::fromStdString(nameInText(function));
    const QStringList expected{"llvm.nvvm.mapa.shared.cluster", "llvm.fabs.f32"};
    QCOMPARE(aside, expected);
    restoreChangedIntrinsics(*module->module);
    QVERIFY(module->module->getFunction("llvm.nvvm.mapa.shared.cluster"));
  }

  void instructionsHaveTheirPositions() {
    llvm::LLVMContext context;
    const auto module = readLl(test::kNewerLl, "newer.ll", context);
    QVERIFY(module);
    const auto found = module->instructions.find("k");
    QVERIFY(found != module->instructions.end());
    QCOMPARE(found->second.size(), size_t(module->module->getFunction("k")->getInstructionCount()));
    QCOMPARE(module->whereIs("k", 2), std::string("newer.ll:13:3"));
    QCOMPARE(module->whereIs("k", 99), std::string());
    QCOMPARE(module->whereIs("nobody", 0), std::string());
  }

  void truncatedAndMutatedTextNeverCrashes() {
    const auto seed = static_cast<unsigned>(QRandomGenerator::global()->generate());
    std::mt19937 random(seed);
    const std::string whole(test::kNewerLl);
    constexpr std::string_view kBytes = "\"(){}[]<>,;=:!@%#*$^\\\n x0-.\0";
    for (int round = 0; round < 400; ++round) {
      std::string text = whole.substr(0, random() % (whole.size() + 1));
      for (unsigned change = random() % 6; change > 0 && !text.empty(); --change)
        text[random() % text.size()] = kBytes[random() % kBytes.size()];
      const AdaptedLl result = adaptLl(text);
      for (const size_t at : {size_t(0), result.text.size() / 2, result.text.size()})
        QVERIFY2(result.edits.originalOffset(at) <= text.size(),
                 qPrintable(QStringLiteral("seed %1").arg(seed)));
    }
  }

  void adaptationIsStable() {
    const std::string once = adaptLl(test::kNewerLl, {{"", "aFieldOfTheFuture"}}).text;
    const AdaptedLl twice = adaptLl(once);
    QCOMPARE(twice.text, once);
    QVERIFY(twice.changes.empty());
  }

  void filesOfTritonAreRead() {
    const QDir folder(QStringLiteral(PSTUDIO_SHARED_DATA "/triton-3.6-h200"));
    const QFileInfoList files = folder.entryInfoList({QStringLiteral("*.llir")});
    if (files.isEmpty())
      QSKIP("the folder of shared data is not here");
    for (const QFileInfo &info : files) {
      QFile file(info.filePath());
      QVERIFY(file.open(QIODevice::ReadOnly));
      llvm::LLVMContext context;
      const auto module = readLl(file.readAll().toStdString(), "f.ll", context);
      QVERIFY2(module, module ? "" : module.error().toString().c_str());
      for (const llvm::Function &function : *module->module)
        if (!function.isDeclaration())
          QVERIFY(!module->whereIs(std::string_view(function.getName()), 0).empty());
    }
  }
};

QTEST_GUILESS_MAIN(LlAdapterTest)
#include "ll_adapter_test.moc"
