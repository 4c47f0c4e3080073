// SPDX-License-Identifier: Apache-2.0
// Output of programs as lines.
#include <QTest>

#include "app/run/output_text.h"

using pstudio::OutputText;

class OutputTextTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void linesAreWholeHoweverTheyArrive() {
    OutputText text;
    const QByteArray bytes = QStringLiteral("größe 1\nzwei\n").toUtf8();
    for (const char byte : bytes)
      text.append(QByteArray(1, byte));
    QCOMPARE(text.take(), QStringList({QStringLiteral("größe 1"), QStringLiteral("zwei")}));
    QVERIFY(text.take().isEmpty());
  }

  void aLineWithoutEndIsShownAtTheEnd() {
    OutputText text;
    text.append("rest");
    QVERIFY(text.take().isEmpty());
    text.finish();
    QCOMPARE(text.take(), QStringList{"rest"});
  }

  void progressBarsAndColoursOfTerminalsBecomeText() {
    OutputText text;
    text.append("10 %\r20 %\r\x1b[32mdone\x1b[0m\r\nnext\r\n");
    QCOMPARE(text.take(), QStringList({"done", "next"}));
  }

  void linesThatAreLeftOutAreCounted() {
    OutputText text;
    for (int i = 0; i < 4000; ++i)
      text.append(QByteArray::number(i) + '\n');
    const QStringList lines = text.take();
    QCOMPARE(lines.size(), OutputText::kMostLines + 1);
    QCOMPARE(lines.first(), QStringLiteral("... 3,500 lines not shown ..."));
    QCOMPARE(lines.last(), QStringLiteral("3999"));
    QCOMPARE(text.lastLines().size(), OutputText::kKeptLines);
  }
};

QTEST_GUILESS_MAIN(OutputTextTest)
#include "output_text_test.moc"
