// SPDX-License-Identifier: Apache-2.0
// Whole PTX modules: declarations, bodies, scopes, and errors with their places.
#include <QtTest>

#include "core/ptx/body.h"
#include "core/ptx/module.h"
#include "core/ptx/operand_roles.h"
#include "core/ptx/scanner.h"

using namespace pstudio;
using namespace pstudio::ptx;
using Kind = BodyStatement::Kind;

namespace {

constexpr std::string_view kModule = R"(// made by hand
.version 8.7
.target sm_90a, debug
.address_size 64
.file 1 "/src/a;b.cu", 1700000000, 12
# 1 "line of a preprocessor"
.extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 a);
.extern .shared .align 16 .b8 dynamic[];
.shared .align 4 .f32 tile[4][8];
.global .align 1 .b8 text[8] = {37, 100, 0}; /* } */
.const .u32 a, b[3];
.visible .entry add(
  .param .u64 .ptr .global .align 4 add_param_0,
  .param .align 8 .b8 add_param_1[24]
)
.reqntid 128, 2
.minnctapersm 2
{
  .reg .b32 %r<10>;
  .reg .pred %p, %q;
  // a comment with } and ;
  .loc 1 12 3, function_name $L__info_string0, inlined_at 1 20 4
  @!%p ld.global.v2.b32 {%r1, %r2}, [%r3+4];
$L__again:
  {
    .reg .b64 %r1;
    .local .b8 buffer[16];
    mov.u64 %r1, buffer;
  }
  .pragma "nounroll; }";
  mbarrier.try_wait.parity.shared::cta.b64 %q, [%r3], 1;
  @%q bra.uni $L__again;
  ret;
}
.entry bare { exit; }
.section .debug_str
{
$L__info_string0:
.b8 97,0
}
)";

Module moduleOf(std::string_view text) {
  Result<Module> module = readModule(text, "m.ptx");
  if (!module)
    qFatal("%s", module.error().toString().c_str());
  return *std::move(module);
}

Body bodyOf(const Module &module, std::string_view entry) {
  Result<Body> body = readBody(module.text, *module.entry(entry), "m.ptx");
  if (!body)
    qFatal("%s", body.error().toString().c_str());
  return *std::move(body);
}

std::string_view textAt(TextRange range) {
  return kModule.substr(range.begin, range.end - range.begin);
}

/// The statement whose text starts with `text`.
const BodyStatement &statementAt(const Body &body, std::string_view text) {
  for (const BodyStatement &statement : body.statements)
    if (textAt(statement.range).starts_with(text))
      return statement;
  qFatal("no such statement");
}

std::string errorOf(std::string_view text) {
  const Result<Module> module = readModule(text, "m.ptx");
  if (!module)
    return module.error().toString();
  for (const Function &function : module->functions)
    if (function.isDefined)
      if (const Result<Body> body = readBody(text, function, "m.ptx"); !body)
        return body.error().toString();
  return {};
}

} // namespace

class PtxModuleTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void codeWithoutCommentsIsThatOfItsTokens() {
    const std::string code = withoutComments("  ld.global.u32 %r1,\t[%r2]; // a \"word\n"
                                             ".file 1 \"a // b\" /* x */ ret; ");
    QCOMPARE(code, std::string("ld.global.u32 %r1, [%r2]; .file 1 \"a // b\" ret;"));
    QCOMPARE(withoutComments(code), code);
    QCOMPARE(withoutComments("// only"), std::string());
  }

  void aModuleNamesItsVersionTargetAndFiles() {
    const Module module = moduleOf(kModule);
    QCOMPARE(module.version, std::string_view("8.7"));
    QCOMPARE(module.architecture, std::string_view("sm_90a"));
    QVERIFY(module.isForDebugger());
    QCOMPARE(module.files.size(), 1u);
    QCOMPARE(module.files.front().second, std::string_view("/src/a;b.cu"));
    QVERIFY(kModule.substr(module.firstDeclaration).find(".extern .func") !=
            std::string_view::npos);
  }

  void variablesHaveTheirSpaceAndSize() {
    const Module module = moduleOf(kModule);
    QCOMPARE(module.variables.size(), 5u);
    QVERIFY(module.variables[0].isExtern && module.variables[0].space == "shared");
    QCOMPARE(module.variables[0].bytes, uint64_t{0});
    QCOMPARE(module.variables[1].bytes, uint64_t{128});
    QCOMPARE(module.variables[2].name, std::string_view("text"));
    QCOMPARE(module.variables[4].name, std::string_view("b"));
    QCOMPARE(module.variables[4].bytes, uint64_t{12});
  }

  void anEntryHasItsParametersBoundsAndBody() {
    const Module module = moduleOf(kModule);
    QCOMPARE(module.functions.size(), 3u);
    const Function *add = module.entry("add");
    QVERIFY(add && !module.entry("vprintf"));
    QCOMPARE(add->parameters.size(), 2u);
    QCOMPARE(add->parameters[0].name, std::string_view("add_param_0"));
    QCOMPARE(add->parameters[0].type, std::string_view("u64"));
    QVERIFY(add->parameters[1].isArray && add->parameters[1].bytes == 24);
    QVERIFY((add->requiredBlock == Extent{128, 2, 1}) && !add->largestBlock);
    QVERIFY(textAt(add->range).starts_with(".visible .entry add("));
    QVERIFY(textAt(add->range).ends_with("}"));
    QVERIFY(!module.entry("bare")->parameterList);
    QCOMPARE(textAt(module.entry("bare")->body), std::string_view(" exit; "));
  }

  void statementsOfABodyAreToldApart() {
    const Module module = moduleOf(kModule);
    const Body body = bodyOf(module, "add");
    const BodyStatement &load = statementAt(body, "@!%p");
    QCOMPARE(load.opcode, std::string_view("ld.global.v2.b32"));
    QCOMPARE(load.root(), std::string_view("ld"));
    QVERIFY(load.isGuardNegated && load.guard == "%p");
    QCOMPARE(load.operands.size(), 2u);
    QCOMPARE(textAt(load.operands[0]), std::string_view("{%r1, %r2}"));
    QCOMPARE(statementAt(body, "mbarrier").opcode,
             std::string_view("mbarrier.try_wait.parity.shared::cta.b64"));
    QVERIFY(statementAt(body, ".loc").kind == Kind::Location);
    QVERIFY(statementAt(body, ".pragma").kind == Kind::Pragma);
    QVERIFY(statementAt(body, "$L__again").kind == Kind::Label);
    QVERIFY(statementAt(body, ".local").kind == Kind::Declaration);
  }

  void anInnerScopeHidesNamesOfTheOuterOne() {
    const Module module = moduleOf(kModule);
    const Body body = bodyOf(module, "add");
    QCOMPARE(body.find(0, "%r1")->type, std::string_view("b32"));
    QCOMPARE(body.find(1, "%r1")->type, std::string_view("b64"));
    QCOMPARE(body.find(1, "%r9")->type, std::string_view("b32"));
    QVERIFY(!body.find(0, "%r10"));
    QVERIFY(!body.find(0, "%r01"));
    QVERIFY(!body.find(0, "buffer"));
    QVERIFY(body.find(1, "$L__again")->kind == Symbol::Kind::Label);
  }

  void errorsHaveLineAndColumn_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("error");
    const QString head = QStringLiteral(".version 8.0\n.target sm_80\n");
    QTest::newRow("no PTX") << "int main() {}"
                            << "m.ptx:1:1: \"int\" is not the start";
    QTest::newRow("no version") << ".global .u32 a;"
                                << "m.ptx:1:1: a PTX module needs .version";
    QTest::newRow("open body") << head + " .entry k() { ret;"
                               << "m.ptx:3:2: a { of this declaration";
    QTest::newRow("open list") << head + ".entry k(.param .u32 a {}"
                               << "m.ptx:3:1: a ( of this function";
    QTest::newRow("statement") << head + ".entry k() {\n  mov.u32 %r1, 3 }"
                               << "m.ptx:4:3: this statement has no ;";
    QTest::newRow("guard") << head + ".entry k() {\n @ ;}"
                           << "m.ptx:4:4: a guard needs a register";
    QTest::newRow("bracket") << head + ".entry k() {\n a b);}"
                             << "m.ptx:4:5: this bracket closes none";
    QTest::newRow("type") << head + ".entry k() { .reg .b7 x; }"
                          << "m.ptx:3:23: the register has no type";
    QTest::newRow("nesting") << head + ".entry k() {" + QStringLiteral("{").repeated(300) +
                                    QStringLiteral("}").repeated(300) + "}"
                             << "m.ptx:3:213: the body has too many nested scopes";
  }
  void errorsHaveLineAndColumn() {
    QFETCH(const QString, text);
    QFETCH(const QString, error);
    const std::string got = errorOf(text.toStdString());
    QVERIFY2(got.starts_with(error.toStdString()), got.c_str());
  }

  void registersAreWrittenOrRead() {
    QVERIFY(registerUse("st.global.b32", true) == RegisterUse::ReadsAll);
    QVERIFY(registerUse("ld.global.b32", false) == RegisterUse::WritesFirst);
    QVERIFY(registerUse("barrier.cta.red.popc.u32", false) == RegisterUse::WritesFirst);
    QVERIFY(registerUse("bar.sync", false) == RegisterUse::ReadsAll);
    QVERIFY(registerUse("wgmma.mma_async.sync", false) == RegisterUse::UpdatesFirst);
    QVERIFY(registerUse("mbarrier.arrive.shared.b64", true) == RegisterUse::ReadsAll);
    QVERIFY(registerUse("mbarrier.arrive.shared.b64", false) == RegisterUse::WritesFirst);
    QVERIFY(registerUse("tcgen05.ld.sync", false) == RegisterUse::WritesFirst);
    QVERIFY(registerUse("tcgen05.mma.cta_group::1", true) == RegisterUse::ReadsAll);
    QVERIFY(registerUse("brandnew.sync", false) == RegisterUse::UnknownOpcode);
  }
};

QTEST_GUILESS_MAIN(PtxModuleTest)
#include "module_test.moc"
