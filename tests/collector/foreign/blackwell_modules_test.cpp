// SPDX-License-Identifier: Apache-2.0
// Triton's PTX for sm_100a and sm_120a: all modes, the operations of tensor memory in the table,
// and an assembler that accepts the result, where there is one.
#include <fstream>
#include <map>

#include <QTemporaryDir>
#include <QtTest>

#include "collector/codegen/nvidia/architecture.h"
#include "collector/instrument.h"
#include "core/ptx/module.h"
#include "tests/collector/codegen/nvidia/ptxas.h"
#include "tests/collector/foreign/ptx_modules.h"
#include "tests/support/verify_result.h"

using namespace pstudio;

namespace {

/// Number of operations by name, without the place that ends it: "wait tcgen05.ld" -> 2.
std::map<std::string, size_t> operationsOf(const InstrumentedFile &file, bool isScope) {
  std::map<std::string, size_t> counts;
  for (const record::Operation &operation : file.table.kernels.front().operations.operations) {
    const std::string name = operation.name.substr(0, operation.name.rfind(' '));
    if ((operation.kind == record::OperationKind::Scope) == isScope)
      ++counts[name];
  }
  return counts;
}

} // namespace

class BlackwellModulesTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void initTestCase() {
    PSTUDIO_VERIFY_ASSIGN(
        m_modules, test::unpackModules(PSTUDIO_SOURCE_DIR "/tests/data/ptx/blackwell.ptx.gz"));
    QCOMPARE(m_modules.size(), 18u);
    QVERIFY(m_folder.isValid());
  }

  void modulesPassAllModesAndAreAssembled() {
    const auto ptxas = nvidia::findPtxas();
    for (const test::PtxModule &one : m_modules) {
      PSTUDIO_VERIFY_ASSIGN(const InstrumentedFile file,
                            instrumented(one, "functions,loops,barriers,async,matrix,memory"));
      QCOMPARE(file.table.kernels.size(), 1u);
      if (!ptxas)
        continue;
      nvidia::PtxKernel kernel;
      kernel.text = file.text;
      kernel.entry = file.table.kernels.front().name;
      PSTUDIO_VERIFY_ASSIGN(
          kernel.architecture,
          nvidia::architectureNamed(one.name.ends_with(".sm_100a.ptx") ? "sm_100a" : "sm_120a"));
      VERIFY_RESULT(nvidia::assemble(*ptxas, kernel));
    }
    if (!ptxas)
      QSKIP("no ptxas is installed: the instrumented modules were not assembled");
  }

  void productsOfTensorMemoryAreInTheTable_data() {
    QTest::addColumn<size_t>("products");   // instructions
    QTest::addColumn<size_t>("operations"); // of mma, ld and st each
    QTest::newRow("mm_k") << size_t(8) << size_t(1);
    QTest::newRow("f8_k") << size_t(8) << size_t(1);
    QTest::newRow("dot_chain") << size_t(20) << size_t(1);
    QTest::newRow("attn_fwd_1") << size_t(20) << size_t(2);
  }
  void productsOfTensorMemoryAreInTheTable() {
    QFETCH(size_t, products);
    QFETCH(size_t, operations);
    const std::string name = std::string(QTest::currentDataTag()) + ".sm_100a.ptx";
    const auto one = std::ranges::find(m_modules, name, &test::PtxModule::name);
    QVERIFY(one != m_modules.end());
    PSTUDIO_VERIFY_ASSIGN(const InstrumentedFile file, instrumented(*one, "async,matrix"));
    QCOMPARE(operationsOf(file, true)["tcgen05.mma"], products);
    std::map<std::string, size_t> found = operationsOf(file, false);
    for (const char *expected : {"tcgen05.mma", "wait mbarrier", "tcgen05.ld", "wait tcgen05.ld"})
      QCOMPARE(found[expected], operations);
    for (const char *expected : {"tcgen05.st", "wait tcgen05.st", "init mbarrier"})
      QCOMPARE(found[expected], size_t(1));
  }

private:
  Result<InstrumentedFile> instrumented(const test::PtxModule &one, const std::string &mode) const {
    const std::string file = m_folder.path().toStdString() + "/" + one.name;
    std::ofstream(file) << one.text;
    InstrumentRequest request;
    request.input = file;
    PSTUDIO_TRY_ASSIGN(request.mode, InstrumentationMode::parse(mode));
    return instrumentFile(request);
  }

  std::vector<test::PtxModule> m_modules;
  QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(BlackwellModulesTest)
#include "blackwell_modules_test.moc"
