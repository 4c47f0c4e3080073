// SPDX-License-Identifier: Apache-2.0
// Which bytes are UTF-8, and what becomes of the others.
#include <QTest>

#include "core/base/json_text.h"
#include "core/base/text_table.h"
#include "core/base/utf8.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/trace/trace_builder.h"
#include "tests/support/trace_text.h"

using namespace pstudio;

class Utf8Test : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void eachBadByteIsEscaped_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("escaped"); // empty: good as it is
    QTest::newRow("none") << QByteArray() << QByteArray();
    QTest::newRow("ASCII") << QByteArray("a\\b\n") << QByteArray();
    QTest::newRow("1 to 4 bytes")
        << QByteArray("\x7F\xC2\x80\xDF\xBF\xE0\xA0\x80\xED\x9F\xBF\xEF\xBF\xBF\xF0\x90\x80\x80"
                      "\xF4\x8F\xBF\xBF")
        << QByteArray();
    QTest::newRow("no character") << QByteArray("x\xFF\xFE") << QByteArray("x\\xFF\\xFE");
    QTest::newRow("cut off") << QByteArray("\xE2\x82") << QByteArray("\\xE2\\x82");
    QTest::newRow("cut off by another") << QByteArray("\xE2\x82y") << QByteArray("\\xE2\\x82y");
    QTest::newRow("continuation alone") << QByteArray("\x80") << QByteArray("\\x80");
    QTest::newRow("overlong") << QByteArray("\xC0\xAF\xE0\x9F\xBF")
                              << QByteArray("\\xC0\\xAF\\xE0\\x9F\\xBF");
    QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80") << QByteArray("\\xED\\xA0\\x80");
    QTest::newRow("too large") << QByteArray("\xF4\x90\x80\x80")
                               << QByteArray("\\xF4\\x90\\x80\\x80");
  }
  void eachBadByteIsEscaped() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, escaped);
    const std::string_view bytes(text.data(), size_t(text.size()));
    QCOMPARE(isUtf8(bytes), escaped.isEmpty());
    const std::string result = escapedUtf8(bytes);
    QCOMPARE(QByteArray::fromStdString(result), escaped.isEmpty() ? text : escaped);
    QVERIFY(isUtf8(result));
  }

  void theNamesOfATraceAreEscaped() {
    TraceBuilder builder;
    builder.info().title = "file\xFF.json";
    Track track;
    track.name = builder.intern("warp\xFE");
    SliceInput slice;
    slice.track = builder.addTrack(track);
    slice.name = builder.intern("x\xFF");
    slice.duration = Picoseconds(1000);
    builder.addSlice(slice);
    builder.addNote({Note::Severity::Info, "code", "of x\xFF", 1});
    QCOMPARE(builder.intern("x\xFF"), builder.intern("x\\xFF"));
    const Trace trace = std::move(builder).finish();
    const std::string text = traceToText(trace);
    for (const char *name : {"warp\\\\xFE", "\"x\\\\xFF", "of x\\\\xFF"}) // which quotes, too
      QVERIFY2(text.find(name) != std::string::npos, text.c_str());
    QCOMPARE(trace.info().title, std::string("file\\xFF.json"));
    const auto bytes = writePftraceToString(trace, {.isCompressed = false});
    QVERIFY(bytes && bytes->find("x\\xFF") != std::string::npos);
    QVERIFY(bytes->find("x\xFF") == std::string::npos);
  }

  void controlCharactersNeverReachATerminal() {
    const std::string text = "a\x1b[31m\x07\x7f\tb\n\xC2\x9B"
                             "c\xC2\xA0\xFF";
    QCOMPARE(printableText(text),
             std::string("a\\x1B[31m\\x07\\x7F\\x09b\\x0A\\u009Bc\xC2\xA0\\xFF"));
    QCOMPARE(printableLines(text), std::string("a\\x1B[31m\\x07\\x7F\tb\n\\u009Bc\xC2\xA0\\xFF"));
    TextTable table("l", {"name"});
    table.add({"a\x1b]0;title\x07\nb"});
    QCOMPARE(table.text(), std::string("  name\n  a\\x1B]0;title\\x07\\x0Ab\n"));
    nlohmann::ordered_json json;
    json["name"] = "a\x1b\x7f\xC2\x9B"
                   "b";
    const std::string escaped = jsonText(json);
    QCOMPARE(escaped, std::string(R"({"name":"a\u001b\u007f\u009bb"})"));
    QVERIFY(nlohmann::ordered_json::parse(escaped) == json);
  }

  void jsonTextsAreEscaped() {
    nlohmann::ordered_json json;
    json["name"] = "x\xFF";
    json["list"] = {1, "y\xFE", {{"deep", "\x80"}}};
    QCOMPARE(jsonText(json),
             std::string(R"({"name":"x\\xFF","list":[1,"y\\xFE",{"deep":"\\x80"}]})"));
  }
};

QTEST_GUILESS_MAIN(Utf8Test)
#include "utf8_test.moc"
