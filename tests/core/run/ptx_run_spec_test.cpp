// SPDX-License-Identifier: Apache-2.0
// The specification that a PTX file is opened with.
#include <QTemporaryDir>
#include <QtTest>

#include <fstream>

#include "core/run/ptx_run_spec.h"
#include "core/run/run_file_kind.h"
#include "tests/support/verify_result.h"

using namespace pstudio;

namespace {

constexpr const char *kModule = R"(.version 8.0
.target sm_90
.address_size 64
.extern .func helper;
.visible .entry scale(
  .param .u64 .ptr .global .align 4 data,
  .param .f32 factor,
  .param .u32 count,
  .param .u16 small,
  .param .u8 flag,
  .param .f64 offset
)
.reqntid 256, 2, 1
.explicitcluster
.reqnctapercluster 2, 1, 1
{
  ret;
}
.visible .entry second() { ret; }
)";

} // namespace

class PtxRunSpecTest : public QObject {
  Q_OBJECT

private:
  QTemporaryDir m_folder;
  std::filesystem::path fileOf(const char *name, const char *text) const {
    const std::filesystem::path path = m_folder.filePath(name).toStdString();
    std::ofstream(path) << text;
    return path;
  }

private Q_SLOTS:
  void initTestCase() { QVERIFY(m_folder.isValid()); }

  void theFirstEntryIsRunWithItsBlockAndAValueForEachParameter() {
    const std::filesystem::path file = fileOf("scale.ptx", kModule);
    QVERIFY(isPtxFile(file));
    const auto spec = runSpecForPtx(file);
    VERIFY_RESULT(spec);
    QCOMPARE(spec->kernelFile, file);
    QCOMPARE(spec->function, std::string("scale"));
    QCOMPARE(spec->target, std::string("cuda"));
    QVERIFY((spec->block == std::array<uint32_t, 3>{256, 2, 1}));
    QVERIFY((spec->cluster == std::array<uint32_t, 3>{2, 1, 1}));
    QVERIFY((spec->grid == std::array<uint32_t, 3>{2, 1, 1}));
    QCOMPARE(spec->arguments.size(), size_t{6});
    QCOMPARE(spec->arguments[0].name, std::string("data"));
    QVERIFY(std::holds_alternative<BufferArgument>(spec->arguments[0].value));
    const std::vector<DType> types{DType::F32, DType::I32, DType::I16, DType::I8, DType::F64};
    for (size_t i = 0; i < types.size(); ++i)
      QVERIFY(std::get<ScalarArgument>(spec->arguments[i + 1].value).dtype == types[i]);
    // A run must accept the specification that the window shows.
    const auto again = parseRunSpec(runSpecToJson(*spec, "/"), "/");
    VERIFY_RESULT(again);
    QCOMPARE(runSpecToJson(*again, "/"), runSpecToJson(*spec, "/"));
  }

  void filesWithoutAKernelAreRejectedWithAReason() {
    const auto none = runSpecForPtx(
        fileOf("none.ptx",
               ".version 8.0\n.target sm_90\n.address_size 64\n.visible .func f() { ret; }\n"));
    QVERIFY(!none && none.error().code == ErrorCode::InvalidInput);
    const auto text = runSpecForPtx(fileOf("text.ptx", "hello"));
    QVERIFY(!text && text.error().code == ErrorCode::InvalidFormat);
    QVERIFY(text.error().where.find("text.ptx:1:1") != std::string::npos);
    const auto missing = runSpecForPtx(m_folder.filePath("missing.ptx").toStdString());
    QVERIFY(!missing && missing.error().code == ErrorCode::Io);
  }
};

QTEST_GUILESS_MAIN(PtxRunSpecTest)
#include "ptx_run_spec_test.moc"
