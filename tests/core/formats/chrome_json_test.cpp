// SPDX-License-Identifier: Apache-2.0
// Chrome trace JSON: each phase, tolerance and damage, and the hierarchy that Triton Proton's names
// stand for.
#include <QtTest>

#include <random>
#include <set>

#include "core/formats/chrome_json/chrome_json_reader.h"
#include "core/formats/chrome_json/precise_time.h"
#include "core/formats/trace_file/trace_file.h"
#include "tests/support/trace_notes.h"
#include "tests/support/trace_text.h"

using namespace pstudio;

namespace {

Result<Trace> read(std::string_view json) {
  return readChromeJson(std::as_bytes(std::span(json)), "test.json");
}

size_t countTracks(const Trace &trace, TrackKind kind) {
  return static_cast<size_t>(std::ranges::count_if(
      trace.tracks(), [&](const Track &track) { return track.kind == kind; }));
}

std::filesystem::path tritonFile(const char *name) {
  return std::filesystem::path(PSTUDIO_SHARED_DATA) / "triton-3.6-h200" / name;
}

} // namespace

class ChromeJsonTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void everyPhaseBecomesWhatItMeans() {
    const Result<Trace> trace = read(R"({"displayTimeUnit":"ns","traceEvents":[
      {"ph":"M","pid":1,"name":"process_name","args":{"name":"app"}},
      {"ph":"M","pid":1,"tid":2,"name":"thread_name","args":{"name":"main"}},
      {"ph":"B","pid":1,"tid":2,"ts":10,"name":"outer","cat":"c","args":{"a":{"b":[1,2.5,"x"]},"ok":true}},
      {"ph":"X","pid":1,"tid":2,"ts":12.25,"dur":3.000001,"name":"inner"},
      {"ph":"E","pid":1,"tid":2,"ts":20},
      {"ph":"i","pid":1,"tid":2,"ts":15,"name":"here","s":"t"},
      {"ph":"I","pid":1,"ts":16,"name":"everywhere","s":"g"},
      {"ph":"C","pid":1,"ts":1,"name":"mem","args":{"used":5,"free":2.5}},
      {"ph":"b","pid":1,"ts":2,"id":"0x1","cat":"io","name":"read"},
      {"ph":"b","pid":1,"ts":3,"id":"0x2","cat":"io","name":"read"},
      {"ph":"e","pid":1,"ts":5,"id":"0x1","cat":"io","name":"read"},
      {"ph":"e","pid":1,"ts":6,"id":"0x2","cat":"io","name":"read"}]})");
    QVERIFY(trace.has_value());
    QCOMPARE(QString::fromStdString(traceToText(*trace)),
             QString(R"(trace "test.json" producer "" date "" origin 0 ns
group "whole trace" number -1
  instant 16000000 "everywhere"
process "app" number 1
  thread "main" number 2
    row 0 [10000000, 20000000) "outer" category "c" a.b[0]=1 a.b[1]=2.5 a.b[2]="x" ok=true
    row 1 [12250000, 15250001) "inner" parent slice 0
    instant 15000000 "here"
  counter "mem used" number -1
    sample 1000000 5
  counter "mem free" number -1
    sample 1000000 2.5
  async "read" number -1
    row 0 [2000000, 5000000) "read" category "io" flags 8
    row 1 [3000000, 6000000) "read" category "io" flags 8
)"));
  }

  void flowEventsBindToTheSlicesAroundThem() {
    const Result<Trace> trace = read(R"([
      {"ph":"X","pid":1,"tid":1,"ts":10,"dur":100,"name":"a"},
      {"ph":"X","pid":1,"tid":1,"ts":20,"dur":10,"name":"b"},
      {"ph":"X","pid":1,"tid":2,"ts":40,"dur":5,"name":"c"},
      {"ph":"s","pid":1,"tid":1,"ts":25,"id":7,"name":"f","cat":"x"},
      {"ph":"f","pid":1,"tid":2,"ts":35,"id":7,"name":"f","cat":"x"},
      {"ph":"s","pid":1,"tid":1,"ts":38,"id":8,"name":"f","cat":"x"},
      {"ph":"f","pid":1,"tid":2,"ts":41,"id":8,"name":"g","cat":"x","bp":"e"},
      {"ph":"f","pid":1,"tid":2,"ts":42,"id":8,"name":"f","cat":"x","bp":"e"},
      {"ph":"s","pid":9,"tid":9,"ts":50,"id":9,"name":"lost","cat":"x"}])");
    QVERIFY(trace.has_value());
    QCOMPARE(trace->flows().size(), size_t{2});
    QCOMPARE(trace->flows()[0].id, uint64_t{7});
    QCOMPARE(trace->string(trace->slice(SliceId(trace->flows()[0].from.index)).name),
             std::string_view("b"));
    QCOMPARE(trace->string(trace->slice(SliceId(trace->flows()[0].to.index)).name),
             std::string_view("c"));
    QVERIFY(test::findNote(*trace, "chrome-json.unbound-flow"));
  }

  void bindIdsJoinTheirEvents() {
    const Result<Trace> trace = read(R"([
      {"ph":"X","pid":1,"tid":1,"ts":1,"dur":1,"name":"a","bind_id":"0xf","flow_out":true},
      {"ph":"X","pid":1,"tid":2,"ts":5,"dur":1,"name":"b","bind_id":"0xf","flow_in":true}])");
    QVERIFY(trace.has_value());
    QCOMPARE(trace->flows().size(), size_t{1});
    QCOMPARE(trace->flows()[0].id, uint64_t{15});
  }

  void timesAreReadDigitByDigit_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isValid");
    QTest::addColumn<qint64>("nanoseconds");
    QTest::addColumn<int>("picoseconds");
    QTest::newRow("whole") << "12" << true << qint64{12000} << 0;
    QTest::newRow("cycle") << "0.173" << true << qint64{173} << 0;
    QTest::newRow("noise of a double") << "0.17300000000000001" << true << qint64{173} << 0;
    QTest::newRow("rounds up") << "1.0009999996" << true << qint64{1001} << 0;
    QTest::newRow("picosecond") << "1.000001" << true << qint64{1000} << 1;
    QTest::newRow("since 1970") << "1763701234567890.123" << true << qint64{1763701234567890123}
                                << 0;
    QTest::newRow("negative") << "-0.0005" << true << qint64{-1} << 500;
    QTest::newRow("exponent") << "1.5e3" << true << qint64{1500000} << 0;
    QTest::newRow("too large") << "99999999999999999" << false << qint64{0} << 0;
    QTest::newRow("not a number") << "12x" << false << qint64{0} << 0;
    QTest::newRow("empty") << "" << false << qint64{0} << 0;
    QTest::newRow("two signs") << "--1" << false << qint64{0} << 0;
  }
  void timesAreReadDigitByDigit() {
    QFETCH(QString, text);
    QFETCH(bool, isValid);
    QFETCH(qint64, nanoseconds);
    QFETCH(int, picoseconds);
    const auto time = parseMicroseconds(text.toStdString());
    QCOMPARE(time.has_value(), isValid);
    if (time) {
      QCOMPARE(qint64{time->nanoseconds}, nanoseconds);
      QCOMPARE(int{time->picoseconds}, picoseconds);
    }
  }

  void aTrailingCommaAndMissingBracketsAreAccepted() {
    for (const char *json :
         {R"([{"ph":"i","ts":1,"name":"a"},)", R"([{"ph":"i","ts":1,"name":"a"})",
          R"([{"ph":"i","ts":1,"name":"a"},])",
          R"({"traceEvents":[{"ph":"i","ts":1,"name":"a"},]})",
          R"({"traceEvents":[{"ph":"i","ts":1,"name":"a"},{}]})"}) {
      const Result<Trace> trace = read(json);
      QVERIFY2(trace.has_value(), json);
      QCOMPARE(trace->instants().size(), size_t{1});
      QVERIFY2(!test::findNote(*trace, "chrome-json.damaged"), json);
    }
  }

  void damageKeepsWhatPrecedesItAndIsLocated() {
    const Result<Trace> trace =
        read("[{\"ph\":\"i\",\"ts\":1,\"name\":\"a\"},\n  {\"ph\":\"i\",\"ts\":2,\"na");
    QVERIFY(trace.has_value());
    QCOMPARE(trace->instants().size(), size_t{1});
    QVERIFY(!test::findNote(*trace, "chrome-json.damaged"));
    const Note *note = test::findNote(*trace, "chrome-json.cut-off");
    QVERIFY(note);
    QCOMPARE(note->severity, Note::Severity::DataLoss);
    QVERIFY2(note->message.find(" 2:") != std::string::npos, note->message.c_str());
    QVERIFY2(note->message.ends_with(": 1 event could be read."), note->message.c_str());
  }

  void oneDamagedEventLosesOneEvent_data() {
    QTest::addColumn<QByteArray>("damaged");
    QTest::newRow("NaN") << QByteArray(R"({"ph":"i","ts":2,"args":{"l":[{"x":1}],"v":NaN}})");
    QTest::newRow("control character") << QByteArray("{\"ph\":\"i\",\"ts\":2,\"name\":\"a\x01\"}");
    QTest::newRow("line break") << QByteArray("{\"ph\":\"i\",\"ts\":2,\"name\":\"a\nb\"}");
    QTest::newRow("backslash")
        << QByteArray(R"({"ph":"i","ts":2,"name":"c:\work\q"})").replace("\\\\", "\\");
    QTest::newRow("not UTF-8") << QByteArray("{\"ph\":\"i\",\"ts\":2,\"name\":\"a\xff\"}");
    QTest::newRow("half a surrogate pair") << QByteArray(R"({"ph":"i","ts":2,"name":"\ud83d k"})");
    QTest::newRow("opening quote") << QByteArray(R"({"ph":"i",ts":2,"name":"b"})");
    QTest::newRow("closing quote") << QByteArray(R"({"ph":"i","ts":2,"name":"b})");
    QTest::newRow("comma in an event") << QByteArray(R"({"ph":"i" "ts":2,"name":"b"})");
    QTest::newRow("trailing comma") << QByteArray(R"({"ph":"i","ts":2,"name":"b",})");
    QTest::newRow("brace") << QByteArray(R"({"ph":"i","ts":2,"name":"b")");
    QTest::newRow("bracket") << QByteArray(R"({"ph":"i","ts":2,"args":{"l":[{"x":1}})");
  }

  void oneDamagedEventLosesOneEvent() {
    QFETCH(QByteArray, damaged);
    const QByteArray good = R"({"ph":"i","ts":%,"name":"good","args":{"deep":{"x":[{"y":1}]}}})";
    const auto event = [&](char digit) { return QByteArray(good).replace('%', digit); };
    // At each place in the list, alone and twice, bare and within an object.
    for (const QByteArray &list : {damaged + "," + event('3') + "," + event('4'),
                                   event('1') + ",\n" + damaged + ",\n" + event('4'),
                                   event('1') + "," + damaged + "," + damaged + "," + event('4'),
                                   event('1') + "," + event('3') + "," + damaged}) {
      for (const bool isBare : {true, false}) {
        const QByteArray json =
            isBare ? "[" + list + "]"
                   : R"({"traceEvents":[)" + list + R"(],"baseTimeNanoseconds":7000})";
        const Result<Trace> trace = read(std::string_view(json.data(), size_t(json.size())));
        QVERIFY2(trace.has_value(), json);
        QVERIFY2(trace->instants().size() == 2, json);
        const bool isNoted = test::hasNote(*trace, "chrome-json.damaged") ||
                             test::hasNote(*trace, "chrome-json.cut-off"); // a quote of the last
        QVERIFY2(isNoted, json);
        QVERIFY2(isBare || trace->info().origin == Nanoseconds(7000), json);
      }
    }
  }

  void aMissingCommaBetweenEventsLosesNone() {
    const Result<Trace> trace = read("[{\"ph\":\"i\",\"ts\":1},\n{\"ph\":\"i\",\"ts\":2}\n"
                                     "{\"ph\":\"i\",\"ts\":3},{\"ph\":\"i\",\"ts\":4}]");
    QVERIFY(trace.has_value());
    QCOMPARE(trace->instants().size(), size_t{4});
    const Note *note = test::findNote(*trace, "chrome-json.damaged");
    QVERIFY(note);
    QVERIFY2(note->message.find(" 3:1.") != std::string::npos, note->message.c_str());
    QCOMPARE(note->count, uint64_t{1});
    QVERIFY(!test::hasNote(*trace, "chrome-json.cut-off")); // the file goes on
  }

  void arrowsJoinOneStartWithOneEnd_data() {
    QTest::addColumn<QByteArray>("points");
    QTest::addColumn<QByteArray>("arrows");
    const QByteArray s1 = R"({"ph":"s","id":1,"pid":1,"tid":1,"ts":10},)";
    const QByteArray s2 = R"({"ph":"s","id":1,"pid":2,"tid":1,"ts":11},)";
    const QByteArray f1 = R"({"ph":"f","bp":"e","id":1,"pid":1,"tid":2,"ts":20},)";
    const QByteArray f2 = R"({"ph":"f","bp":"e","id":1,"pid":2,"tid":2,"ts":21},)";
    const QByteArray early = R"({"ph":"f","bp":"e","id":1,"pid":1,"tid":2,"ts":9.5},)";
    const QByteArray late = R"({"ph":"f","bp":"e","id":1,"pid":1,"tid":2,"ts":30},)";
    QTest::newRow("two processes") << s1 + s2 + f1 + f2 << QByteArray("l1>k1 l2>k2 ");
    QTest::newRow("end twice") << s1 + f1 + late << QByteArray("l1>k1 ");
    QTest::newRow("end before start") << early + s1 << QByteArray("l1>e1 ");
    QTest::newRow("only an end") << late << QByteArray();
    QTest::newRow("local ids")
        << QByteArray(s1 + s2 + f1 + f2).replace("\"id\":1", "\"id2\":{\"local\":1}")
        << QByteArray("l1>k1 l2>k2 ");
  }

  void arrowsJoinOneStartWithOneEnd() {
    QFETCH(QByteArray, points);
    QFETCH(QByteArray, arrows);
    const QByteArray json =
        "[" + points + R"({"ph":"X","pid":1,"tid":1,"ts":10,"dur":0,"name":"set"},
      {"ph":"X","pid":1,"tid":1,"ts":10,"dur":2,"name":"l1"},
      {"ph":"X","pid":2,"tid":1,"ts":11,"dur":2,"name":"l2"},
      {"ph":"X","pid":1,"tid":2,"ts":9.5,"dur":2,"name":"e1"},
      {"ph":"X","pid":1,"tid":2,"ts":20,"dur":2,"name":"k1"},
      {"ph":"X","pid":2,"tid":2,"ts":21,"dur":2,"name":"k2"},
      {"ph":"X","pid":1,"tid":2,"ts":30,"dur":2,"name":"k3"}])";
    const Result<Trace> trace = read(std::string_view(json.data(), size_t(json.size())));
    QVERIFY(trace.has_value());
    std::set<std::string> found;
    for (const Flow &flow : trace->flows())
      found.insert(std::string(trace->string(trace->sliceNames()[flow.from.index])) + ">" +
                   std::string(trace->string(trace->sliceNames()[flow.to.index])) + " ");
    std::string all;
    for (const std::string &arrow : found)
      all += arrow;
    QCOMPARE(QByteArray::fromStdString(all), arrows);
    QCOMPARE(trace->flows().size(), found.size());
  }

  void arrowsOfOneTimeFollowTheOrderOfTheFile() {
    const Result<Trace> trace = read(R"([{"ph":"X","pid":1,"tid":1,"ts":1,"dur":2,"name":"end"},
      {"ph":"X","pid":1,"tid":2,"ts":1,"dur":2,"name":"step"},
      {"ph":"X","pid":1,"tid":3,"ts":1,"dur":2,"name":"start"},
      {"ph":"s","id":1,"pid":1,"tid":3,"ts":1},{"ph":"t","id":1,"pid":1,"tid":2,"ts":1},
      {"ph":"f","bp":"e","id":1,"pid":1,"tid":1,"ts":1}])");
    QVERIFY(trace.has_value());
    QCOMPARE(trace->flows().size(), size_t{2});
    QVERIFY(!test::hasNote(*trace, "import.open-arrow"));
  }

  void asyncEventsOfOneIdFormATree_data() {
    QTest::addColumn<QByteArray>("ids"); // of the two processes
    QTest::addColumn<QByteArray>("names");
    QTest::addColumn<QByteArray>("parents");
    QTest::newRow("one id, own roots")
        << QByteArray(R"("id":1|"id":1)") << QByteArray("r|r") << QByteArray("r- a0 r- a2");
    QTest::newRow("one id, a child elsewhere")
        << QByteArray(R"("id":1|"id":1)") << QByteArray("r|s") << QByteArray("r- a0 s0 a2");
    QTest::newRow("local ids") << QByteArray(R"("id2":{"local":1}|"id2":{"local":1})")
                               << QByteArray("r|s") << QByteArray("r- a0 s- a2");
    QTest::newRow("global ids") << QByteArray(R"("id2":{"global":1}|"id2":{"global":1})")
                                << QByteArray("r|s") << QByteArray("r- a0 s0 a2");
    QTest::newRow("scopes") << QByteArray(R"("id":1,"scope":"x"|"id":1,"scope":"y")")
                            << QByteArray("r|s") << QByteArray("r- a0 s- a2");
  }
  void asyncEventsOfOneIdFormATree() {
    QFETCH(QByteArray, ids);
    QFETCH(QByteArray, names);
    QFETCH(QByteArray, parents);
    QByteArray events;
    for (const auto &[process, phase, name, time] : {std::tuple{0, "b", "r", 1},
                                                     {0, "b", "a", 2},
                                                     {0, "e", "a", 3},
                                                     {1, "b", "r", 4},
                                                     {1, "b", "a", 5},
                                                     {1, "e", "a", 6},
                                                     {1, "e", "r", 7},
                                                     {0, "e", "r", 8}})
      events += QByteArray(R"({"ph":"%1","cat":"c","pid":%2,"ts":%3,"name":"%4",%5},)")
                    .replace("%1", phase)
                    .replace("%2", QByteArray::number(process))
                    .replace("%3", QByteArray::number(time))
                    .replace("%4", *name == 'r' ? names.split('|')[process] : QByteArray(name))
                    .replace("%5", ids.split('|')[process]);
    const QByteArray json = "[" + events + "]";
    const Result<Trace> trace = read(std::string_view(json.data(), size_t(json.size())));
    QVERIFY(trace.has_value());
    std::map<int64_t, std::string> found; // by begin
    for (uint32_t i = 0; i < trace->sliceCount(); ++i) {
      const SliceId parent = trace->parentOf(SliceId(i));
      const int64_t begin = parent.isValid() ? trace->sliceBegins()[parent.value] : 0;
      found[trace->sliceBegins()[i]] = std::string(trace->string(trace->sliceNames()[i])) +
                                       (parent.isValid() ? begin == 1'000'000 ? "0" : "2" : "-");
      QCOMPARE(trace->sliceFlags()[i], uint8_t{kSliceAsync});
    }
    QByteArray text;
    for (const auto &[begin, slice] : found)
      text += QByteArray(text.isEmpty() ? "" : " ") + slice.c_str();
    QCOMPARE(text, parents);
    QVERIFY(trace->notes().empty());
  }

  void eventsAndSamplesHaveTheirStacks() {
    const Result<Trace> trace = read(R"({"traceEvents":[
      {"ph":"X","pid":1,"tid":7,"ts":1,"dur":1,"name":"a","sf":2,"args":{"x":1}},
      {"ph":"X","pid":1,"tid":7,"ts":3,"dur":1,"name":"b","stack":["f","g"]}],
      "samples":[{"cpu":3,"tid":7,"ts":1.5,"name":"s","sf":2,"weight":4},{"tid":8,"ts":2,"sf":9}],
      "stackFrames":{"2":{"name":"inner","category":"c","parent":1},"1":{"name":"outer"}}})");
    QVERIFY(trace.has_value());
    const std::string text = traceToText(*trace);
    for (const char *line :
         {"\"a\" x=1 stack[0]=\"inner\" stack[1]=\"outer\"\n",
          "\"b\" stack[0]=\"f\" stack[1]=\"g\"\n",
          "instant 1500000 \"inner\" category \"c\" cpu=3 weight=4 stack[0]=\"inner\" "
          "stack[1]=\"outer\"\n",
          "instant 2000000 \"\" sf=\"9\"\n"})
      QVERIFY2(text.find(line) != std::string::npos, (text + line).c_str());
    QCOMPARE(countTracks(*trace, TrackKind::Thread), size_t{2}); // 7 of process 1, and 8
  }

  void aBeginBelowACompleteSliceIsItsChild() {
    const Result<Trace> trace = read(R"([{"ph":"B","pid":1,"tid":1,"ts":0,"name":"outer"},
      {"ph":"X","pid":1,"tid":1,"ts":1,"dur":8,"name":"complete"},
      {"ph":"B","pid":1,"tid":1,"ts":2,"name":"inner"},{"ph":"E","pid":1,"tid":1,"ts":3},
      {"ph":"E","pid":1,"tid":1,"ts":10}])");
    QVERIFY(trace.has_value());
    const std::string text = traceToText(*trace);
    QVERIFY2(text.find("row 2 [2000000, 3000000) \"inner\" parent slice 1\n") != std::string::npos,
             text.c_str());
  }

  void anEventWithoutLengthEndsBeforeTheNextBegins() {
    const Result<Trace> trace = read(R"([{"ph":"B","pid":1,"tid":1,"ts":1,"name":"a"},
      {"ph":"B","pid":1,"tid":1,"ts":5,"name":"last"},{"ph":"E","pid":1,"tid":1,"ts":5},
      {"ph":"E","pid":1,"tid":1,"ts":5},{"ph":"B","pid":1,"tid":1,"ts":5,"name":"z"},
      {"ph":"E","pid":1,"tid":1,"ts":5},{"ph":"B","pid":1,"tid":1,"ts":5,"name":"b"},
      {"ph":"E","pid":1,"tid":1,"ts":9}])");
    QVERIFY(trace.has_value());
    const std::string text = traceToText(*trace);
    QVERIFY2(text.find(R"(    row 0 [1000000, 5000000) "a"
    row 0 [5000000, 5000000) "z"
    row 0 [5000000, 9000000) "b"
    row 1 [5000000, 5000000) "last" parent slice 0
)") != std::string::npos,
             text.c_str());
  }

  void processesHaveLabelsAndNegativeNumbersNames() {
    const Result<Trace> trace = read(R"([{"ph":"X","pid":0,"tid":-7,"ts":1,"dur":1,"name":"a"},
      {"ph":"M","name":"process_labels","pid":0,"args":{"labels":"GPU 0"}},
      {"ph":"M","name":"process_name","pid":0,"args":{"name":"python3"}}])");
    QVERIFY(trace.has_value());
    const std::string text = traceToText(*trace);
    QVERIFY2(text.find("\"python3 (GPU 0)\"") != std::string::npos, text.c_str());
    QVERIFY2(text.find("thread \"-7\"") != std::string::npos, text.c_str());
  }

  void otherToolsAreNamedWithTheWayToConvert() {
    const auto speedscope = read("{\"$schema\":\"https:"
                                 "//www.speedscope.app/file-format-schema.json\"}");
    QVERIFY(!speedscope && speedscope.error().message.find("Speedscope") != std::string::npos);
    const auto firefox = read(R"({"meta":{"preprocessedProfileVersion":40},"threads":[]})");
    QVERIFY(!firefox && firefox.error().message.find("Firefox") != std::string::npos);
  }

  void anXSpaceIsNoPerfettoTrace() {
    const std::string_view withId("\x0a\x0d\x08\x01\x12\x09/host:CPU", 15);
    const std::string_view withoutId("\x0a\x0b\x12\x09/host:CPU", 13);
    const std::string asJson = "\x0a\x5b\x08\x01\x12\x57/" + std::string(86, 'p');
    for (const std::string_view bytes : {withId, withoutId, std::string_view(asJson)}) {
      const Result<Trace> trace = readTraceBytes(std::as_bytes(std::span(bytes)), "x.pb");
      QVERIFY2(trace.has_value(), trace ? "" : trace.error().toString().c_str());
      QCOMPARE(test::countNoted(*trace, "xplane.empty-planes"), 1u);
    }
  }

  void aSortIndexMayBeText() {
    const Result<Trace> trace = read(R"([{"ph":"X","pid":1,"tid":1,"ts":1,"dur":1,"name":"a"},
      {"ph":"X","pid":1,"tid":2,"ts":1,"dur":1,"name":"b"},
      {"ph":"M","name":"thread_sort_index","pid":1,"tid":1,"args":{"sort_index":"9"}},
      {"ph":"M","name":"thread_sort_index","pid":1,"tid":2,"args":{"sort_index":"-1"}}])");
    QVERIFY(trace.has_value());
    const std::string text = traceToText(*trace);
    QVERIFY2(text.find("\"b\"") < text.find("\"a\""), text.c_str());
  }

  void aFileThatStartsFarAwayStartsAtItsFirstSlice() {
    // As the PyTorch profiler writes: microseconds of a clock that has run for 59 days, which time
    // 0 of a picosecond view cannot reach, on top of a base.
    const Result<Trace> trace =
        read(R"json({"baseTimeNanoseconds":1763800000000000000,"traceEvents":[
      {"ph":"M","name":"process_name","pid":7,"ts":5123456789012.250,"args":{"name":"python"}},
      {"ph":"i","name":"Record Window Start","pid":7,"tid":1,"ts":5123456789000.000,"s":"g"},
      {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":7,"tid":1,"ts":5123456789012.250,"dur":80.5},
      {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":5123456789050.000,"dur":12.125}]})json");
    QVERIFY(trace.has_value());
    QCOMPARE(trace->sliceCount(), size_t{2});
    QCOMPARE(trace->sliceTime(SliceId(0)).begin.value + trace->sliceTime(SliceId(1)).begin.value,
             int64_t{37'750'000});
    QCOMPARE(trace->instants()[0].time, Picoseconds(-12'250'000));
    QCOMPARE(trace->info().origin, Nanoseconds(1763800000000000000 + 5123456789012250));
    QVERIFY(trace->notes().empty());
  }

  void oneSliceYearsAwayIsLeftOutInPlaceOfAllOthers() {
    const Result<Trace> trace = read(R"({"traceEvents":[
      {"ph":"X","name":"broken","pid":1,"tid":1,"ts":0,"dur":1},
      {"ph":"X","name":"k0","pid":0,"tid":7,"ts":1716000000000000,"dur":5},
      {"ph":"X","name":"k1","pid":0,"tid":7,"ts":1716000000000010,"dur":5}]})");
    QVERIFY(trace.has_value());
    QCOMPARE(trace->sliceCount(), size_t{2});
    QCOMPARE(trace->info().origin, Nanoseconds(1716000000000000000));
    QCOMPARE(trace->notes().size(), size_t{1});
    QCOMPARE(trace->notes()[0].count, uint64_t{1});
  }

  void aBaseTimeNearAFileThatStartsAtZeroMovesNothing() {
    const Result<Trace> trace = read(R"({"baseTimeNanoseconds":1763800000000000000,"traceEvents":[
      {"ph":"X","name":"a","pid":7,"tid":1,"ts":12,"dur":2}]})");
    QVERIFY(trace.has_value());
    QCOMPARE(trace->sliceTime(SliceId(0)).begin, Picoseconds(12'000'000));
    QCOMPARE(trace->info().origin, Nanoseconds(1763800000000000000));
    QCOMPARE(trace->info().date, std::string("2025-11-22T08:26:40Z"));
  }

  void textThatHoldsNoEventIsRejectedWithLineAndColumn() {
    const Result<Trace> broken = read("{\n  \"traceEvents\": nonsense }");
    QVERIFY(!broken.has_value());
    QCOMPARE(broken.error().where, std::string("2:19"));
    const Result<Trace> other = read(R"({"name": "hatchet", "children": []})");
    QVERIFY(!other.has_value());
    QCOMPARE(other.error().message, std::string("the JSON contains no trace events"));
  }

  void aHatchetCallTreeIsRecognised_data() {
    QTest::addColumn<QByteArray>("text");
    const QByteArray node =
        R"json({"children": [{"children": [], "frame": {"name": "matmul", "type": "function"},
        "metrics": {"count": 3, "time (ns)": 12345}}],
        "frame": {"name": "ROOT", "type": "function"}, "metrics": {"count": 0}})json";
    QTest::newRow("of Proton") << "[" + node + R"json(, {"CUDA": {"0": {"arch": "90"}}}])json";
    QTest::newRow("a node alone") << "[" + node + "]";
    QTest::newRow("cut off") << "[" + node.left(120);
  }
  void aHatchetCallTreeIsRecognised() {
    QFETCH(QByteArray, text);
    const auto trace =
        readChromeJson(std::as_bytes(std::span(text.data(), size_t(text.size()))), "call tree");
    QVERIFY(!trace);
    QCOMPARE(trace.error().code, ErrorCode::Unsupported);
    QVERIFY(trace.error().message.find("Hatchet call tree") != std::string::npos);
    QVERIFY(trace.error().message.find("no timestamps") != std::string::npos);
    QVERIFY(trace.error().hint.find("proton-collect tree") != std::string::npos);
  }

  void aFieldOfThatNameMakesNoCallTree() {
    const std::string text = R"([{"ph": "X", "name": "a", "ts": 1, "dur": 2, "children": []}])";
    const auto trace = readChromeJson(std::as_bytes(std::span(text)), "");
    QVERIFY(trace);
    QCOMPARE(trace->sliceCount(), size_t{1});
  }

  void otherPhasesAndUnreadableTimesAreCounted() {
    const Result<Trace> trace = read(R"([{"ph":"O","ts":1,"pid":1},{"ph":"O","ts":2,"pid":1},
      {"ph":"i","ts":"soon","name":"a"},{"ph":"E","ts":3,"pid":1,"tid":1},{"ph":"B","ts":4,"pid":1,"tid":1}])");
    QVERIFY(trace.has_value());
    QCOMPARE(test::findNote(*trace, "chrome-json.other-phases")->count, uint64_t{2});
    QCOMPARE(test::findNote(*trace, "chrome-json.bad-time")->count, uint64_t{1});
    QCOMPARE(test::findNote(*trace, "import.end-without-begin")->count, uint64_t{1});
    QCOMPARE(trace->slice(SliceId(0)).flags, uint8_t{kSliceNoEnd});
  }

  void tritonNamesBecomeKernelLaunchSmCtaWarp() {
    const Result<Trace> trace = read(R"json({"displayTimeUnit":"ns","traceEvents":[
      {"ph":"X","cat":"k","name":"kernel","pid":"k Core3 CTA5","tid":"warp 1 (line 0)","ts":0.1,"dur":1.0},
      {"ph":"X","cat":"k","name":"load","pid":"k Core3 CTA5","tid":"warp 1 (line 1)","ts":0.2,"dur":0.05},
      {"ph":"X","cat":"async","name":"copy","pid":"k Core3 CTA5","tid":"warp 1 (line 1)","ts":0.3,"dur":0.2},
      {"ph":"X","cat":"async","name":"copy","pid":"k Core3 CTA5","tid":"warp 1 (line 2)","ts":0.4,"dur":0.2},
      {"ph":"X","cat":"flow","name":"hand","pid":"k Core3 CTA5","tid":"warp 1 (line 0)","ts":0.5,"dur":0,
       "bind_id":1,"flow_out":true},
      {"ph":"X","cat":"flow","name":"hand","pid":"k Core3 CTA5","tid":"warp 2 (line 0)","ts":0.6,"dur":0,
       "bind_id":1,"flow_in":true}]})json");
    QVERIFY(trace.has_value());
    QCOMPARE(QString::fromStdString(traceToText(*trace)),
             QString(R"text(trace "test.json" producer "" date "" origin 0 ns
note info x1 chrome-json.assumed-1ghz "Triton Proton writes one cycle as one nanosecond. Times are cycles at an assumed 1 GHz."
clock 0 cycle 0 = 0 ps, 1000 ps/cycle, +-0 ps, assumed
launch 0 "k" on "GPU (Triton Proton)" grid 0x0x0 block 0x0x0 shared 0 written 0 dropped 0 unmatched 0 assumed
kernel "k" number -1
  launch "launch 0" number 0 launch 0
    sm "SM 3" number 3 launch 0
      cta "CTA 5" number 5 clock 0 launch 0
        warp "warp 1" number 1 clock 0 launch 0
          row 0 [100000, 1100000) "kernel" category "scope" cycles [100, 1100)
          row 1 [200000, 250000) "load" category "scope" cycles [200, 250) parent slice 0
          instant 500000 "hand" category "flow"
          async "copy" number -1 clock 0 launch 0
            row 0 [300000, 500000) "copy" category "async" cycles [300, 500) flags 8
            row 1 [400000, 600000) "copy" category "async" cycles [400, 600) flags 8
        warp "warp 2" number 2 clock 0 launch 0
          instant 600000 "hand" category "flow"
flow 1 instant 0 -> instant 1
)text"));
  }

  void theRecordedTritonKernelShowsItsCtasWarpsAndScopes() {
    const std::filesystem::path path = tritonFile("add_one.chrome_trace");
    if (!std::filesystem::exists(path))
      QSKIP("the folder of recorded traces is absent");
    const Result<Trace> trace = readTraceFile(path);
    QVERIFY(trace.has_value());
    QCOMPARE(countTracks(*trace, TrackKind::Kernel), size_t{1});
    QCOMPARE(countTracks(*trace, TrackKind::Launch), size_t{1});
    QCOMPARE(countTracks(*trace, TrackKind::Cta), size_t{97});
    QCOMPARE(countTracks(*trace, TrackKind::Warp), size_t{776});
    QCOMPARE(trace->sliceCount(), size_t{3104});
    std::set<std::string_view> scopes;
    for (StringId name : trace->sliceNames())
      scopes.insert(trace->string(name));
    QCOMPARE(scopes, (std::set<std::string_view>{"kernel", "load_x", "load_y", "add_store"}));
    for (uint32_t i = 0; i < trace->sliceCount(); ++i) {
      const Slice slice = trace->slice(SliceId(i));
      const bool isOuter = trace->string(slice.name) == "kernel";
      QCOMPARE(slice.parent.isValid(), !isOuter); // (line N) rows are back on their warp, nested
      QCOMPARE(slice.flags, uint8_t{0});
    }
    QVERIFY(test::findNote(*trace, "chrome-json.assumed-1ghz"));
    QCOMPARE(trace->launches()[0].timeBase, TimeBase::Assumed);
    QCOMPARE(trace->argSetCount(), size_t{2}); // 3104 events repeat the same two
  }

  void theOtherRecordedTritonFilesOpen() {
    if (!std::filesystem::exists(tritonFile("empty_one.chrome_trace")))
      QSKIP("the folder of recorded traces is absent");
    const Result<Trace> empty = readTraceFile(tritonFile("empty_one.chrome_trace"));
    QVERIFY(empty.has_value());
    QVERIFY(countTracks(*empty, TrackKind::Warp) > 0);
    const Result<Trace> kernels = readTraceFile(tritonFile("cupti_trace.chrome_trace"));
    QVERIFY(kernels.has_value());
    QCOMPARE(kernels->sliceCount(), size_t{4});
    QVERIFY(!test::findNote(*kernels, "chrome-json.assumed-1ghz")); // these times are real
  }

  void damagedTextNeverDoesHarm() {
    const std::string whole =
        R"json({"traceEvents":[{"ph":"X","pid":"k Core3 CTA5","tid":"warp 1 (line 0)","ts":0.1,
      "dur":1.5e1,"name":"a","cat":"async","args":{"x":[[1],{"y":null}],"z":-7}},{"ph":"s","pid":1,"tid":2,"ts":1,
      "id":3},{"ph":"b","pid":1,"ts":1,"id2":{"local":3},"cat":"c"},{"ph":"C","ts":3,"args":{"v":1e999}}]})json";
    for (size_t size = 0; size < whole.size(); ++size)
      if (const Result<Trace> trace = read(std::string_view(whole).substr(0, size)))
        QVERIFY(!traceToText(*trace).empty());
    std::mt19937_64 random(31337);
    for (int i = 0; i < 4000; ++i) {
      std::string damaged = whole;
      for (uint64_t changes = 1 + random() % 6; changes > 0; --changes)
        damaged[random() % damaged.size()] =
            static_cast<char>(random() % 2 ? random() : '0' + random() % 10);
      if (const Result<Trace> trace = read(damaged))
        QVERIFY(!traceToText(*trace).empty());
    }
  }

  void deepNestingIsCutNotFollowed() {
    std::string deep = R"([{"ph":"i","ts":1,"name":"a","args":{"x":)";
    deep += std::string(100'000, '[') + "1" + std::string(100'000, ']') + "}}]";
    const Result<Trace> trace = read(deep);
    QVERIFY(trace.has_value());
    QCOMPARE(trace->instants().size(), size_t{1});
  }
};

QTEST_GUILESS_MAIN(ChromeJsonTest)
#include "chrome_json_test.moc"
