// SPDX-License-Identifier: Apache-2.0
// Lines of texts with and without a last line end, and positions in them.
#include <QTest>

#include "core/base/text_lines.h"
#include "core/base/text_position.h"

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

  void positionsCountFromOne() {
    const std::string_view text = "one\n\ntwo";
    const TextLines lines(text);
    const std::vector<TextPosition> expected{{1, 1}, {1, 2}, {1, 3}, {1, 4}, {2, 1},
                                             {3, 1}, {3, 2}, {3, 3}, {3, 4}};
    for (size_t offset = 0; offset < expected.size(); ++offset) {
      QVERIFY(lines.positionOf(offset) == expected[offset]);
      QVERIFY(textPosition(text, offset) == expected[offset]);
      QCOMPARE(textOffset(text, expected[offset]), offset);
    }
    QVERIFY(textPosition(text, 100) == expected.back());
    QVERIFY(textPosition("", 0) == TextPosition());
    QCOMPARE(placeText("a.ptx", textPosition(text, 6)), std::string("a.ptx:3:2"));
  }

  void offsetsStayInTheirLine() {
    QCOMPARE(textOffset("ab\ncd", {1, 9}), size_t(2));
    QCOMPARE(textOffset("ab\ncd", {9, 1}), size_t(5));
    QCOMPARE(textOffset("ab\ncd", {2, 0}), size_t(3));
  }
};

QTEST_GUILESS_MAIN(TextLinesTest)
#include "text_lines_test.moc"
