// SPDX-License-Identifier: Apache-2.0
// Lines of texts with and without a last line end.
#include <QTest>

#include "core/base/text_lines.h"

using namespace pstudio;

class TextLinesTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void linesAreWithoutTheirEnds() {
    using Lines = std::vector<std::string_view>;
    QVERIFY(linesOf("") == Lines{});
    QVERIFY(linesOf("\n") == Lines{""});
    QVERIFY(linesOf("a") == Lines{"a"});
    QVERIFY((linesOf("a\n\nb\r\n") == Lines{"a", "", "b\r"}));
    QVERIFY((linesOf("a\nb") == Lines{"a", "b"}));
  }

  void takenLinesLeaveTheRest() {
    std::string_view text = "one\ntwo";
    QVERIFY(takeLine(text) == "one" && text == "two");
    QVERIFY(takeLine(text) == "two" && text.empty());
    QVERIFY(takeLine(text).empty() && text.empty());
  }
};

QTEST_GUILESS_MAIN(TextLinesTest)
#include "text_lines_test.moc"
