// SPDX-License-Identifier: Apache-2.0
// Kernels that work on the variables of another module: what becomes of each use, and which
// kernels are rejected.
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include "core/ptx/original_variables.h"

using namespace pstudio;
using namespace pstudio::ptx;

namespace {

const std::string kHead = ".version 8.0\n.target sm_90\n.address_size 64\n";

Result<SharedModule> rewritten(const std::string &text, std::string_view entry = "k") {
  const Result<Module> module = readModule(text, "m.ptx");
  if (!module)
    qFatal("%s", module.error().toString().c_str());
  return withOriginalVariables(*module, entry, "m.ptx");
}

SharedModule shared(const std::string &text) {
  Result<SharedModule> made = rewritten(text);
  if (!made)
    qFatal("%s", made.error().toString().c_str());
  return *std::move(made);
}

std::string messageOf(const std::string &text) {
  const Result<SharedModule> made = rewritten(text);
  return made ? "none" : made.error().toString();
}

/// "addressed NAME BYTES SYMBOL" of each.
std::string listed(const SharedModule &module) {
  std::string text;
  for (const OriginalVariable &variable : module.variables)
    text += std::string(variable.form == VariableForm::Copied ? "copied " : "addressed ") +
            variable.name + " " + std::to_string(variable.bytes) + " " + variable.symbol + "\n";
  return text;
}

bool has(const SharedModule &module, std::string_view text) {
  return module.text.find(text) != std::string::npos;
}

/// Empty, or the message of ptxas.
QString assembled(const std::string &text) {
  QString assembler = QStandardPaths::findExecutable("ptxas");
  if (assembler.isEmpty())
    assembler = QStandardPaths::findExecutable("ptxas", {"/usr/local/cuda/bin"});
  if (assembler.isEmpty())
    return {};
  const QTemporaryDir folder;
  QFile file(folder.filePath("m.ptx"));
  if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), qint64(text.size())) < 0)
    return "no file";
  file.close();
  QProcess process;
  process.setProcessChannelMode(QProcess::MergedChannels);
  process.start(assembler, {"--gpu-name=sm_90", file.fileName(), "-o", folder.filePath("m.cubin")});
  process.waitForFinished(-1);
  return process.exitCode() == 0 ? QString() : QString::fromUtf8(process.readAll());
}

const std::string kUses = kHead + R"(
.visible .global .align 4 .u32 count;
.global .attribute(.managed) .align 4 .b8 table[64] = {1,
  2, 3};
.global .align 8 .u64 here = generic(table)+4;
.const .align 4 .b8 weights[16];
.global .align 1 .b8 $str[4] = {37, 100, 10, 0};
.global .align 4 .u32 other;
.func (.reg .b32 r) helper (.reg .b32 a)
{
  .reg .b64 %rd<2>;
  mov.u64 %rd1, table+16;
  ld.global.u32 r, [%rd1];
  ret;
}
.visible .entry k(.param .u64 k_param_0)
{
  .reg .pred %p<2>;
  .reg .b32 %r<9>;
  .reg .b64 %rd<9>;
  ld.param.u64 %rd1, [k_param_0];
  setp.eq.s64 %p1, %rd1, 0;
  @!%p1 atom.global.add.u32 %r1, [count], 1;
  ld.global.u32 %r2, [table+8];
  cvta.global.u64 %rd2, table;
  mov.u64 %rd3, weights;
  ld.const.u32 %r3, [%rd3+4];
  ld.const.u32 %r4, [weights];
  ld.global.u64 %rd4, [here];
  mov.u64 %rd5, $str;
  { .reg .b32 count; mov.u32 count, 3; st.global.u32 [%rd1], count; }
  call (%r5), helper, (%r4);
  st.global.u32 [%rd1], %r5;
  ret;
}
.visible .entry unreached()
{
  .reg .b32 %r<2>;
  ld.global.u32 %r1, [table];
  st.global.u32 [other], %r1;
  ret;
}
)";

} // namespace

class OriginalVariablesTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void variablesOfGlobalMemoryAreAddressedAndConstantsCopied() {
    const SharedModule made = shared(kUses);
    QCOMPARE(listed(made), std::string("addressed count 4 pstudio_address_of_count\n"
                                       "addressed table 64 pstudio_address_of_table\n"
                                       "addressed here 8 pstudio_address_of_here\n"
                                       "copied weights 16 weights\n"));
    QVERIFY(has(made, ".visible .const .align 8 .u64 pstudio_address_of_count; \n"));
    QVERIFY(has(made, ".visible .const .align 4 .b8 weights[16];"));
    QVERIFY(!has(made, ".u32 count;") && !has(made, "table[64]") && !has(made, "generic("));
    QVERIFY(has(made, ".global .align 4 .u32 other;") && has(made, "$str[4]"));
  }

  void eachUseReadsTheAddressIntoARegisterOfItsOwn() {
    const SharedModule made = shared(kUses);
    QVERIFY(has(made, "ld.const.u64 %pstudio_address0, [pstudio_address_of_count]; "
                      "@!%p1 atom.global.add.u32 %r1, [%pstudio_address0], 1;"));
    QVERIFY(has(made, "ld.global.u32 %r2, [%pstudio_address1+8];"));
    QVERIFY(has(made, "cvta.global.u64 %rd2, %pstudio_address2;"));
    QVERIFY(has(made,
                "ld.const.u64 %pstudio_address0, [pstudio_address_of_table]; add.s64 "
                "%pstudio_address0, %pstudio_address0, 16; mov.u64 %rd1, %pstudio_address0;"));
    QVERIFY(has(made, "{ .reg .b64 %pstudio_address<4>;\n"));
  }

  void namesOfTheFunctionItselfStay() {
    QVERIFY(has(shared(kUses), "mov.u32 count, 3; st.global.u32 [%rd1], count; }"));
  }

  void constantsAreReadAsBefore() {
    const SharedModule made = shared(kUses);
    QVERIFY(has(made, "mov.u64 %rd3, weights;\n  ld.const.u32 %r3, [%rd3+4];\n  "
                      "ld.const.u32 %r4, [weights];"));
  }

  void codeThatIsNotReachedNamesNoVariableThatIsGone() {
    const SharedModule made = shared(kUses);
    QVERIFY(has(made, "ld.global.u32 %r1, [%pstudio_address0];\n  st.global.u32 [other], %r1;"));
  }

  void linesStayWhereTheyAre() {
    const SharedModule made = shared(kUses);
    QCOMPARE(std::ranges::count(made.text, '\n'), std::ranges::count(kUses, '\n'));
    const auto lineOf = [](const std::string &text) {
      return std::count(text.begin(), text.begin() + long(text.find("ld.param.u64")), '\n');
    };
    QCOMPARE(lineOf(made.text), lineOf(kUses));
  }

  void ptxasTakesTheModule() { QCOMPARE(assembled(shared(kUses).text), QString()); }

  void moduleWithoutVariablesStaysAsItIs() {
    const std::string text = kHead +
                             ".global .align 1 .b8 $str[2] = {10};\n.global .u32 far;\n"
                             ".entry k() { .reg .b64 %rd<2>; mov.u64 %rd1, $str; ret; }\n"
                             ".entry other() { .reg .b32 %r<2>; ld.global.u32 %r1, [far]; ret; }\n";
    const SharedModule made = shared(text);
    QCOMPARE(made.text, text);
    QVERIFY(made.variables.empty());
  }

  void offsetsAreAddedOutsideOfBrackets() {
    const SharedModule made =
        shared(kHead + ".global .align 8 .b8 t[64];\n.entry k() { .reg .b64 %rd<9>;\nmov.u64 %rd1, "
                       "t+-8;\nmov.u64 %rd2, t\n+ 16;\nld.global.u64 %rd3, [t+-8];\nret; }\n");
    QVERIFY(has(made, "add.s64 %pstudio_address0, %pstudio_address0, -8; mov.u64 %rd1, "
                      "%pstudio_address0;\n"));
    QVERIFY(has(made, "add.s64 %pstudio_address1, %pstudio_address1, 16; mov.u64 %rd2, "
                      "%pstudio_address1\n;\n"));
    QVERIFY(has(made, "ld.global.u64 %rd3, [%pstudio_address2+-8];"));
    QCOMPARE(assembled(made.text), QString());
  }

  void functionWhoseAddressIsTakenIsReached() {
    const SharedModule made =
        shared(kHead + ".global .u32 n;\n.func f() { .reg .b32 %r<2>; ld.global.u32 %r1, [n]; "
                       "ret; }\n.entry k() { .reg .b64 %rd<2>; mov.u64 %rd1, f; ret; }\n");
    QCOMPARE(listed(made), std::string("addressed n 4 pstudio_address_of_n\n"));
  }

  void genericAddressOfAConstantIsThatOfTheOriginal() {
    const SharedModule made =
        shared(kHead + ".const .align 4 .b8 w[16];\n.entry k(.param .u64 p) { .reg .b64 %rd<9>;\n"
                       "ld.param.u64 %rd5, [p];\nmov.u64 %rd1, w+4;\ncvta.const.u64 %rd2, %rd1;\n"
                       "cvta.const.u64 %rd3, w;\nst.global.u64 [%rd5], %rd2;\nret; }\n");
    QCOMPARE(listed(made), std::string("copied w 16 w\naddressed w 16 pstudio_address_of_w\n"));
    QVERIFY(has(made, "ld.const.u64 %pstudio_address0, [pstudio_address_of_w]; add.s64 "
                      "%pstudio_address0, %pstudio_address0, 4; cvta.global.u64 %rd2, "
                      "%pstudio_address0;\n"));
    QVERIFY(has(made, "[pstudio_address_of_w]; cvta.global.u64 %rd3, %pstudio_address1;\n"));
    QCOMPARE(assembled(made.text), QString());
  }

  void definitionsThatDebugSectionsNameStay() {
    const SharedModule made =
        shared(kHead + ".global .align 4 .u32 n;\n.entry k() { .reg .b32 %r<2>; ld.global.u32 "
                       "%r1, [n]; ret; }\n.section .debug_info {\n.b64 n\n}\n");
    QVERIFY(has(made, ".u64 pstudio_address_of_n; .global .align 4 .u32 n;\n"));
    QVERIFY(has(made, "ld.global.u32 %r1, [%pstudio_address0];"));
  }

  void definitionsThatOtherVariablesNameStay() {
    const SharedModule made =
        shared(kHead + ".global .align 4 .u32 n;\n.global .align 8 .u64 p = n;\n.entry k() { .reg "
                       ".b32 %r<2>; ld.global.u32 %r1, [n]; ret; }\n");
    QVERIFY(has(made, ".global .align 4 .u32 n;\n.global .align 8 .u64 p = n;"));
  }

  void variablesOfOneDeclarationAreAddressedEach() {
    const SharedModule made = shared(kHead + ".global .u32 a, b[4];\n.entry k() { .reg .b32 %r<2>; "
                                             "ld.global.u32 %r1, [b+4]; ret; }\n");
    QCOMPARE(listed(made), std::string("addressed b 16 pstudio_address_of_b\n"));
    QVERIFY(has(made, ".global .u32 a, b[4];"));
    QCOMPARE(assembled(made.text), QString());
  }

  void kernelsThatCannotShareAVariableAreRejected_data() {
    QTest::addColumn<QString>("declaration");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("message");
    QTest::newRow("functions") << ".func f() { ret; }\n.global .u64 t[2] = {0, f};"
                               << "ld.global.u64 %rd1, [t];"
                               << "t contains the address of the function f";
    QTest::newRow("constant functions") << ".func f() { ret; }\n.const .u64 t = f;"
                                        << "ld.const.u64 %rd1, [t];"
                                        << "t contains the address of the function f";
    QTest::newRow("another module") << ".extern .global .u32 n;"
                                    << "mov.u64 %rd1, n;"
                                    << "n is a variable of another module";
    QTest::newRow("texture") << ".global .texref n;"
                             << "mov.u64 %rd1, n;"
                             << "n is a texture, sampler or surface";
    QTest::newRow("no size") << ".global .b8 n[];"
                             << "mov.u64 %rd1, n;"
                             << "n has no size";
    QTest::newRow("no space") << ".global .u32 n;\n.const .b8 w[65536];"
                              << "mov.u64 %rd1, n;"
                              << "take 8 bytes of constant memory, of which the module uses 65536";
    QTest::newRow("computed address") << ".const .b8 w[16];"
                                      << "mov.u64 %rd1, w; add.s64 %rd2, %rd1, 4; "
                                         "cvta.const.u64 %rd3, %rd2;"
                                      << "a generic address of constant memory is computed";
    QTest::newRow("two writers") << ".const .b8 w[16];"
                                 << "mov.u64 %rd1, w; mov.u64 %rd1, 0; cvta.const.u64 %rd3, %rd1;"
                                 << "a generic address of constant memory is computed";
    QTest::newRow("taken name") << ".global .u32 n;\n.global .u32 pstudio_address_of_n;"
                                << "mov.u64 %rd1, n;"
                                << "the module has the names of this rewriting";
  }
  void kernelsThatCannotShareAVariableAreRejected() {
    QFETCH(QString, declaration);
    QFETCH(QString, code);
    QFETCH(QString, message);
    const std::string text = kHead + declaration.toStdString() +
                             "\n.entry k() { .reg .b64 %rd<5>; " + code.toStdString() + " ret; }\n";
    const std::string found = messageOf(text);
    QVERIFY2(found.find(message.toStdString()) != std::string::npos, found.c_str());
    QCOMPARE(rewritten(text).error().code, ErrorCode::Unsupported);
  }

  void whatOtherKernelsCannotShareIsOfNoInterest() {
    const SharedModule made = shared(
        kHead + ".func f() { ret; }\n.global .u64 t = f;\n.const .b8 w[16];\n.global .u32 n;\n"
                ".entry k() { .reg .b64 %rd<2>; mov.u64 %rd1, n; ret; }\n.entry other() { .reg "
                ".b64 %rd<4>; ld.global.u64 %rd1, [t]; mov.u64 %rd2, w; add.s64 %rd2, %rd2, 4; "
                "cvta.const.u64 %rd3, %rd2; ret; }\n");
    QCOMPARE(listed(made), std::string("addressed n 4 pstudio_address_of_n\n"));
  }

  void unknownEntryIsAnError() {
    QCOMPARE(rewritten(kUses, "none").error().code, ErrorCode::InvalidInput);
  }
};

QTEST_APPLESS_MAIN(OriginalVariablesTest)
#include "original_variables_test.moc"
