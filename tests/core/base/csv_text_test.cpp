// SPDX-License-Identifier: Apache-2.0
// Fields of CSV: quoted where needed, never a formula, never an escape sequence.
#include <QTest>

#include "core/base/csv_text.h"

using namespace pstudio;

class CsvTextTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void aFieldIsTextForSpreadsheetsAndTerminals_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("field");
    QTest::newRow("plain") << QByteArray("softmax") << QByteArray("softmax");
    QTest::newRow("comma") << QByteArray("f(a, b)") << QByteArray("\"f(a, b)\"");
    QTest::newRow("quote") << QByteArray("a\"b") << QByteArray("\"a\"\"b\"");
    QTest::newRow("lines") << QByteArray("a\nb") << QByteArray("\"a\nb\"");
    QTest::newRow("=") << QByteArray("=1+1") << QByteArray("'=1+1");
    QTest::newRow("= with a comma")
        << QByteArray("=cmd|'/C calc'!A0,1") << QByteArray("\"'=cmd|'/C calc'!A0,1\"");
    QTest::newRow("+") << QByteArray("+A1") << QByteArray("'+A1");
    QTest::newRow("-") << QByteArray("-A1") << QByteArray("'-A1");
    QTest::newRow("@") << QByteArray("@SUM(A1)") << QByteArray("'@SUM(A1)");
    QTest::newRow("tab") << QByteArray("\t=1") << QByteArray("'\t=1");
    QTest::newRow("carriage return") << QByteArray("\r=1") << QByteArray("'\\x0D=1");
    QTest::newRow("a number") << QByteArray("-12.5e3") << QByteArray("-12.5e3");
    QTest::newRow("a number with a plus") << QByteArray("+7") << QByteArray("+7");
    QTest::newRow("a number and more") << QByteArray("-1+1") << QByteArray("'-1+1");
    QTest::newRow("= later") << QByteArray("a=1") << QByteArray("a=1");
    QTest::newRow("escape sequence")
        << QByteArray("\x1b[31mred\x07") << QByteArray("\\x1B[31mred\\x07");
    QTest::newRow("C1") << QByteArray("\xC2\x9B"
                                      "31m")
                        << QByteArray("\\u009B31m");
  }
  void aFieldIsTextForSpreadsheetsAndTerminals() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, field);
    QCOMPARE(QByteArray::fromStdString(csvField(text.toStdString())), field);
  }
};

QTEST_GUILESS_MAIN(CsvTextTest)
#include "csv_text_test.moc"
