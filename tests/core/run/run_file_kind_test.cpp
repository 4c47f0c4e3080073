// SPDX-License-Identifier: Apache-2.0
// Distinguishes run specifications from traces, which may be JSON, too.
#include <QTemporaryDir>
#include <QtTest>

#include <fstream>

#include "core/run/run_file_kind.h"

using namespace pstudio;

class RunFileKindTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;

private Q_SLOTS:
  void whatNamesAKernelIsASpecification_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isRunSpec");
    const auto row = [](const char *name, const char *text, bool isRunSpec) {
      QTest::newRow(name) << QByteArray(text) << isRunSpec;
    };
    row("specification", R"({"$schema": "x", "kernel": {"file": "a.mlir"}, "grid": [1]})", true);
    row("kernel by its name", R"({"kernel": "a.mlir"})", true);
    row("after other members", R"({"grid": [4, [1]], "a": {"b": {}}, "kernel": "a"})", true);
    row("damaged behind it", R"({"kernel": "a.mlir", "grid": [1,)", true);
    row("trace", R"({"traceEvents": [{"name": "x"}], "kernel": "a"})", false);
    row("trace with metadata", R"({"displayTimeUnit": "ns", "traceEvents": []})", false);
    row("array of events", R"([{"kernel": "a"}])", false);
    row("kernel of an inner object", R"({"args": {"kernel": "a"}})", false);
    row("empty", "", false);
    row("text", "kernel", false);
    row("binary", "\x0a\x03kernel", false);
  }
  void whatNamesAKernelIsASpecification() {
    QFETCH(QByteArray, text);
    QFETCH(bool, isRunSpec);
    const std::string path = m_folder.filePath("file.json").toStdString();
    std::ofstream(path, std::ios::binary).write(text.constData(), text.size());
    QCOMPARE(isRunSpecFile(path), isRunSpec);
  }

  void whatCannotBeReadIsNone() {
    QVERIFY(!isRunSpecFile(m_folder.filePath("missing.json").toStdString()));
    QVERIFY(!isRunSpecFile(m_folder.path().toStdString()));
  }
};

QTEST_GUILESS_MAIN(RunFileKindTest)
#include "run_file_kind_test.moc"
