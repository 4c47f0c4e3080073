// SPDX-License-Identifier: Apache-2.0
// Every entry of the corpus of PTX modules is read, lifted and put back; all modules pass all modes
// and are assembled, where there is a ptxas.
#include <algorithm>
#include <fstream>
#include <set>

#include <QTemporaryDir>
#include <QtTest>

#include "collector/codegen/nvidia/architecture.h"
#include "collector/instrument.h"
#include "core/ptx/body.h"
#include "core/ptx/module.h"
#include "core/ptx/scanner.h"
#include "tests/collector/codegen/nvidia/ptxas.h"
#include "tests/collector/foreign/ptx_modules.h"
#include "tests/support/verify_result.h"

using namespace pstudio;

namespace {

/// As NVRTC compiles for the debugger: labels of blocks have the names that LLVM gives, too.
constexpr const char *kForDebugger = R"(.version 9.0
.target sm_90, debug
.address_size 64
.visible .entry counted(.param .u64 counted_param_0)
{
  .reg .pred %p<2>;
  .reg .b32 %r<3>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [counted_param_0];
  mov.u32 %r1, 0;
  bra.uni $L__BB0_1;
$L__BB0_1:
  add.s32 %r1, %r1, 1;
  setp.lt.s32 %p1, %r1, 16;
  @%p1 bra $L__BB0_1;
  bra.uni $L__BB0_2;
$L__BB0_2:
  st.u32 [%rd1], %r1;
  ret;
$L__func_end0:
}
)";

/// Labels of the text, each as often as it is defined.
std::multiset<std::string> labelsIn(std::string_view text) {
  std::multiset<std::string> labels;
  ptx::Scanner scanner(text, {0, text.size()});
  for (ptx::Token token = scanner.next(); token.kind != ptx::Token::Kind::End;
       token = scanner.next())
    if (token.text.starts_with("$") && scanner.peek().is(":"))
      labels.emplace(token.text);
  return labels;
}

const std::string kPacked = PSTUDIO_SOURCE_DIR "/tests/data/ptx/modules.ptx.gz";
/// Kinds that need care, which are instrumented.
constexpr const char *kInstrumented[] = {"calls.", "printing.", "wide.",  "switches.",
                                         "tma.",   "wgmma.",    "loops.", "named_barriers."};

bool isInstrumented(const std::string &name) {
  return name.find(".sm_90a.") != std::string::npos &&
         std::any_of(std::begin(kInstrumented), std::end(kInstrumented),
                     [&name](const char *kind) { return name.starts_with(kind); });
}

} // namespace

class PtxModulesTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void initTestCase() {
    PSTUDIO_VERIFY_ASSIGN(m_modules, test::unpackModules(kPacked));
    QVERIFY(m_modules.size() >= 150);
    QVERIFY(m_folder.isValid());
  }

  void everyBodyIsReadWithoutALoss() {
    for (const test::PtxModule &one : m_modules) {
      const Result<ptx::Module> module = ptx::readModule(one.text, one.name);
      VERIFY_RESULT(module);
      size_t bodies = 0;
      for (const ptx::Function &function : module->functions) {
        if (!function.isDefined)
          continue;
        const Result<ptx::Body> body = ptx::readBody(one.text, function, one.name);
        VERIFY_RESULT(body);
        ++bodies;
        size_t end = function.body.begin;
        for (const ptx::BodyStatement &statement : body->statements) {
          QVERIFY(statement.range.begin >= end);
          end = statement.range.end;
        }
      }
      QVERIFY2(bodies != 0, one.name.c_str());
    }
  }

  void modulesPassAllModesAndAreAssembled() {
    const auto ptxas = nvidia::findPtxas();
    for (const test::PtxModule &one : m_modules) {
      if (!isInstrumented(one.name))
        continue;
      const std::string file = m_folder.path().toStdString() + "/" + one.name;
      std::ofstream(file) << one.text;
      InstrumentRequest request;
      request.input = file;
      PSTUDIO_VERIFY_ASSIGN(
          request.mode,
          InstrumentationMode::parse("functions,loops,barriers,memory,accesses,async,matrix"));
      const Result<ptx::Module> module = ptx::readModule(one.text, one.name);
      VERIFY_RESULT(module);
      for (const ptx::Function &function : module->functions) {
        if (!function.isEntry)
          continue;
        request.entry = function.name;
        request.block =
            function.requiredBlock.value_or(function.largestBlock.value_or(ptx::Extent{128, 1, 1}));
        const Result<InstrumentedFile> instrumented = instrumentFile(request);
        VERIFY_RESULT(instrumented);
        QCOMPARE(instrumented->table.kernels.size(), 1u);
        if (!ptxas)
          continue;
        nvidia::PtxKernel kernel;
        kernel.text = instrumented->text;
        kernel.entry = request.entry;
        PSTUDIO_VERIFY_ASSIGN(kernel.architecture, nvidia::architectureNamed("sm_90a"));
        VERIFY_RESULT(nvidia::assemble(*ptxas, kernel));
      }
    }
    if (!ptxas)
      QSKIP("no ptxas is installed: the instrumented modules were not assembled");
  }

  void labelsOfAModuleForTheDebuggerStayAndAreUnique() {
    const std::string file = m_folder.path().toStdString() + "/debugger.ptx";
    std::ofstream(file) << kForDebugger;
    InstrumentRequest request;
    request.input = file;
    request.block = ptx::Extent{128, 1, 1};
    PSTUDIO_VERIFY_ASSIGN(request.mode, InstrumentationMode::parse("functions,loops"));
    const Result<InstrumentedFile> instrumented = instrumentFile(request);
    VERIFY_RESULT(instrumented);
    const std::multiset<std::string> labels = labelsIn(instrumented->text);
    for (const std::string &label : labels)
      QVERIFY2(labels.count(label) == 1, label.c_str());
    for (const char *label : {"$L__BB0_1", "$L__BB0_2", "$L__func_end0"})
      QVERIFY2(labels.contains(label), label);
  }

private:
  std::vector<test::PtxModule> m_modules;
  QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(PtxModulesTest)
#include "ptx_modules_test.moc"
