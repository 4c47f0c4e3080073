// SPDX-License-Identifier: Apache-2.0
// The scan before MLIR's parser: what it finds, and what it must leave to the parser.
#include <QDirIterator>
#include <QFile>
#include <QTest>

#include "collector/diagnostics/nested_definition.h"

using namespace pstudio;

class NestedDefinitionTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void usesOfWhatTheOwnRegionDefinesAreFound_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("value");
    QTest::newRow("condition") << "scf.if %c {\n  %c = x.y\n}"
                               << "%c";
    QTest::newRow("initial value")
        << "%r = scf.for %i = %a to %b step %s\n    iter_args(%x = %y) -> (f32) {\n  %y = x.y\n}"
        << "%y";
    QTest::newRow("one of several results") << "scf.if %c {\n  %a, %c:2, %d = x.y\n}"
                                            << "%c";
    QTest::newRow("second region") << "scf.if %c {\n  x.y\n} else {\n  %c = x.y\n}"
                                   << "%c";
    QTest::newRow("deeper") << "scf.if %c {\n  scf.if %d {\n    %c = x.y\n  }\n}"
                            << "%c";
    QTest::newRow("on one line") << "scf.if %c { %c = x.y }"
                                 << "%c";
    QTest::newRow("defined in a region that has ended")
        << "scf.if %a {\n  %c = x.y\n}\nscf.if %c {\n  %c = x.y\n}"
        << "%c";
    QTest::newRow("used before") << "x.z %c\nscf.if %c {\n  %c = x.y\n}"
                                 << "%c";
  }
  void usesOfWhatTheOwnRegionDefinesAreFound() {
    QFETCH(QString, text);
    QFETCH(QString, value);
    const std::string bytes = text.toStdString();
    const auto found = findNestedDefinition(bytes);
    QVERIFY(found);
    QCOMPARE(QString::fromStdString(std::string(found->value)), value);
    QVERIFY(bytes.substr(found->use).starts_with(value.toStdString()));
    QVERIFY(bytes.substr(found->definition).starts_with(value.toStdString()));
    QVERIFY(found->use < found->definition);
  }

  void everythingElseIsLeftToTheParser_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing") << "";
    QTest::newRow("defined before") << "%c = x.y\nscf.if %c {\n  %d = x.y\n}";
    QTest::newRow("defined twice") << "%c = x.y\nscf.if %c {\n  %c = x.y\n}";
    QTest::newRow("argument of the region") << "scf.for %i = %a to %b step %s {\n  %i = x.y\n}";
    QTest::newRow("arguments in a list") << "scf.parallel (%i, %j) = (%a, %b) {\n  %i = x.y\n}";
    QTest::newRow("arguments of a launch")
        << "gpu.launch blocks(%x, %y) in (%u = %v) {\n %y = x.y\n}";
    QTest::newRow("parameter")
        << "gpu.func @k(%A: f32) workgroup(%B : f32) kernel {\n  %A = x.y\n}";
    QTest::newRow("argument of a block")
        << "x.y {\n^bb0(%c: i1):\n  scf.if %c {\n    %c = x.y\n  }\n}";
    QTest::newRow("in a comment") << "scf.if %c { // %c = x\n  // %c = x.y\n}";
    QTest::newRow("in a string") << "scf.if %c {\n  x.y \"\\\" {\n%c = x.y\"\n}";
    QTest::newRow("other operation") << "x.z %c\nscf.if %d {\n  %c = x.y\n}";
    QTest::newRow("result of the operation") << "%c = scf.if %d {\n  %c = x.y\n}";
    QTest::newRow("brackets that do not match") << "scf.if %c )} {\n  %c = x.y\n}";
    QTest::newRow("cut off") << "%c, ";
  }
  void everythingElseIsLeftToTheParser() {
    QFETCH(QString, text);
    QVERIFY(!findNestedDefinition(text.toStdString()));
  }

  void validKernelsAndProgramsAreLeftAlone() {
    int files = 0;
    for (const char *folder : {"resources", "tests/collector", "tests/lit"}) {
      QDirIterator found(QStringLiteral(PSTUDIO_SOURCE_DIR "/") + folder, {"*.mlir"}, QDir::Files,
                         QDirIterator::Subdirectories);
      for (; found.hasNext(); ++files) {
        QFile file(found.next());
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
        QVERIFY2(!findNestedDefinition(file.readAll().toStdString()), qPrintable(file.fileName()));
      }
    }
    QVERIFY(files > 50);
  }
};

QTEST_GUILESS_MAIN(NestedDefinitionTest)
#include "nested_definition_test.moc"
