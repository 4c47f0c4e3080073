// SPDX-License-Identifier: Apache-2.0
// The steps that readers share, and large JSON, parts of which are read ahead.
#include <QtTest>

#include <random>

#include "core/formats/activity/activity_import.h"
#include "core/formats/chrome_json/async_trees.h"
#include "core/formats/chrome_json/chrome_json_reader.h"
#include "core/formats/import/action_queue.h"
#include "core/trace/trace_span.h"
#include "tests/support/trace_notes.h"
#include "tests/support/trace_text.h"

using namespace pstudio;

namespace {

// A search through all open slices for each end would take a minute.
constexpr uint32_t kManyOpen = 100'000;

Result<Trace> readJson(std::string_view json) {
  return readChromeJson(std::as_bytes(std::span(json)), "test.json");
}

/// Nested brackets that only the full parser reads.
std::string deepList() {
  return std::string(65, '[') + std::string(65, ']');
}

/// An event with a number, a text with an escape, and texts and objects that look like events.
std::string eventOf(int number) {
  const std::string n = std::to_string(number);
  return R"({"ph":"X","pid":1,"tid":3,"ts":)" + n + R"(,"dur":0.5,"name":"n","args":{"n":)" + n +
         ",\"s\":\"},{\\\"ph\\\":\\\"\\u00e9\",\"l\":[{\"ph\":1},{\"ph\":2}]}}";
}

constexpr int kEvents = 6'000; // more than half a megabyte

/// A file of kEvents events; `event` is in place of the one in the middle.
std::string fileWith(const std::string &event) {
  std::string text = R"({"other":[{"a":1},{"b":2}],"traceEvents":[)";
  for (int i = 0; i < kEvents; ++i)
    text += (i == 0 ? "" : ",\n") + (i == kEvents / 2 ? event : eventOf(i));
  return text + R"(],"baseTimeNanoseconds":7000})";
}

/// The sum of the arguments "n".
int64_t sumOfNumbers(const Trace &trace) {
  int64_t sum = 0;
  for (const ArgSetId set : trace.sliceArgSets())
    for (const Arg &arg : trace.args(set))
      sum += trace.string(arg.key) == "n" ? arg.intValue : 0;
  return sum;
}

/// Open events in a plain list, innermost last.
struct PlainStack {
  struct Event {
    uint32_t number;
    StringId name;
    bool isClosable;
  };
  std::vector<Event> events;

  uint32_t find(StringId name) const {
    for (auto event = events.rbegin(); event != events.rend(); ++event)
      if (event->isClosable && event->name == name)
        return event->number;
    return OpenNames::kNone;
  }
  auto at(uint32_t number) { return std::ranges::find(events, number, &Event::number); }
};

} // namespace

class ImportTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void anEndFindsItsSliceAmongManyOpenOnes() {
    TraceBuilder builder;
    ArgSetCache args(builder);
    EventApplier applier(builder, args);
    TrackAction action;
    action.track = builder.addTrack(TrackKind::Thread, "t", TrackId(), 1, 0);
    const auto apply = [&](TrackAction::Kind kind, StringId name) {
      ++action.timestamp;
      action.kind = kind;
      action.name = name;
      return applier.apply(action, {});
    };
    std::vector<StringId> names;
    for (uint32_t i = 0; i < kManyOpen; ++i)
      names.push_back(builder.intern("n" + std::to_string(i)));
    const StringId other = builder.intern("other");
    uint32_t begun = 0, lost = 0, ended = 0;
    for (const StringId name : names)
      begun += apply(TrackAction::Kind::Begin, name) ? 1 : 0;
    for (uint32_t i = 0; i < kManyOpen; ++i)
      lost += apply(TrackAction::Kind::End, other) ? 0 : 1;
    for (uint32_t i = 0; i + 1 < kManyOpen; ++i) // outermost first
      ended += apply(TrackAction::Kind::End, names[i])->index == i ? 1 : 0;
    QCOMPARE(begun, kManyOpen);
    QCOMPARE(lost, kManyOpen);
    QCOMPARE(ended, kManyOpen - 1);
    QCOMPARE(apply(TrackAction::Kind::End, StringId())->index, kManyOpen - 1);
    QVERIFY(!apply(TrackAction::Kind::End, StringId()));
  }

  void anAsynchronousEndFindsItsBeginAmongManyOpenOnes() {
    TraceBuilder builder;
    AsyncTrees trees;
    AsyncTrees::Event event;
    const auto setName = [&](uint32_t i) { event.name = builder.intern("n" + std::to_string(i)); };
    uint32_t begun = 0, ended = 0;
    for (uint32_t i = 0; i < kManyOpen; ++i) {
      setName(i);
      begun += trees.begin(event).tree == 0 ? 1 : 0;
      if (i == 0)
        trees.setTrack(event, TrackId(5));
    }
    for (uint32_t i = 0; i < kManyOpen; ++i) { // outermost first
      setName(i);
      ended += trees.end(event, builder).track == TrackId(5) ? 1 : 0;
    }
    QCOMPARE(begun, kManyOpen);
    QCOMPARE(ended, kManyOpen);
    QVERIFY(!trees.at(event).track.isValid());
  }

  void openNamesActAsAPlainStack() {
    const unsigned seed = std::random_device()();
    qInfo("seed %u", seed);
    std::mt19937 random(seed);
    OpenNames open;
    PlainStack plain;
    for (int step = 0; step < 20'000; ++step) {
      const StringId name(random() % 5 == 0 ? StringId()
                                            : StringId(static_cast<uint32_t>(random() % 8)));
      const bool isGrowing = step / 300 % 2 == 0; // deep and shallow by turns
      if (plain.events.empty() || random() % 4 < (isGrowing ? 3u : 1u)) {
        const uint32_t inner =
            random() % 3 == 0 && !plain.events.empty() ? plain.events.back().number : open.kNone;
        if (inner != open.kNone)
          plain.events.insert(plain.events.end() - 1, {open.insertAround(inner), name, false});
        else
          plain.events.push_back({open.push(name), name, true});
      } else {
        uint32_t number = open.find(name);
        QCOMPARE(number, plain.find(name));
        if (number == open.kNone)
          number = plain.events[random() % plain.events.size()].number;
        open.remove(number);
        plain.events.erase(plain.at(number));
      }
      QCOMPARE(open.empty(), plain.events.empty());
      if (plain.events.empty())
        continue;
      QCOMPARE(open.innermost(), plain.events.back().number);
      QCOMPARE(open.outermost(), plain.events.front().number);
      const size_t i = random() % plain.events.size();
      QCOMPARE(open.outer(plain.events[i].number),
               i == 0 ? open.kNone : plain.events[i - 1].number);
    }
  }

  void equalArgumentsAreStoredOnce() {
    TraceBuilder builder;
    ArgSetCache cache(builder);
    const StringId key = builder.intern("k");
    std::vector<ArgSetId> ids;
    for (const bool isSecond : {false, true})
      for (int64_t i = 0; i < 5'000; ++i) { // more than one table holds at first
        const std::vector<Arg> args{Arg::ofInt(key, i), Arg::ofDouble(key, 0.5)};
        const ArgSetId id = cache.add(args);
        if (isSecond)
          QCOMPARE(id, ids[static_cast<size_t>(i)]);
        ids.push_back(id);
      }
    const std::vector<Arg> other{Arg::ofUint(key, 1), Arg::ofDouble(key, 0.5)};
    QVERIFY(cache.add(other) != ids[1]); // another type
    QVERIFY(!cache.add({}).isValid());
    QCOMPARE(builder.argsOfSet(cache.join(ids[3], ids[4])).size(), size_t{2});
  }

  void queuedActionsComeBackInTheOrderOfTheirTimes() {
    ActionQueue queue;
    constexpr int64_t kCount = 40'000; // more than one part of the table
    for (int64_t i = 0; i < kCount; ++i) {
      TrackAction action;
      action.timestamp = i % 1000;
      action.stack = static_cast<uint32_t>(i);
      action.kind = i % 2 == 0 ? TrackAction::Kind::End : TrackAction::Kind::Complete;
      action.durationPs = i;
      action.name = i % 3 == 0 ? StringId() : StringId(static_cast<uint32_t>(i));
      queue.add(action);
    }
    QCOMPARE(queue.sliceCount(), size_t{kCount / 2});
    const std::vector<uint32_t> order = queue.orderByTime();
    QCOMPARE(order.size(), size_t{kCount});
    for (uint32_t i = 0; i < kCount; ++i) {
      const TrackAction action = queue.take(order[i]);
      QCOMPARE(action.timestamp, int64_t{i / 40});
      QCOMPARE(action.stack, order[i]);
      QCOMPARE(action.name.isValid(), order[i] % 3 != 0);
      if (action.kind == TrackAction::Kind::Complete)
        QCOMPARE(action.durationPs, int64_t{order[i]});
    }
  }

  void aLengthBetweenFarTimesIsTheLongestOne() {
    QCOMPARE(lengthBetween(Picoseconds(-5), Picoseconds(7)).value, int64_t{12});
    QCOMPARE(lengthBetween(Picoseconds(-2), Picoseconds(INT64_MAX)).value, INT64_MAX);
  }

  void activityReachesAsFarAsATrace() {
    constexpr int64_t kDayNs = 86'400'000'000'000;
    TraceBuilder builder;
    activity::ActivityImport import(builder, Nanoseconds(0));
    const TrackId row = import.contextRow({}, "row");
    QVERIFY(import.addSlice(row, {-100 * kDayNs, 5 * kDayNs}, {}));
    QVERIFY(!import.addSlice(row, {-100 * kDayNs, 100 * kDayNs}, {})); // no length of 200 days
    QVERIFY(!import.addSlice(row, {0, 107 * kDayNs}, {}));
    import.finish();
    const Trace trace = std::move(builder).finish();
    QCOMPARE(trace.sliceBegins()[0], -100 * kDayNs * 1000);
    QCOMPARE(trace.sliceDurations()[0], 105 * kDayNs * 1000);
    QCOMPARE(test::countNoted(trace, "import.out-of-range"), 2u);
  }

  void bothParsersReadTheSame_data() {
    QTest::addColumn<QByteArray>("fields"); // with apostrophes in place of quotes
    const auto row = [](const char *name, const char *fields) {
      QTest::newRow(name) << QByteArray(fields).replace('\'', '"');
    };
    row("escapes",
        "'name':'\\'\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9\\u20ac\\ud83d\\ude00 \xc3\xa9'");
    row("numbers", "'args':{'a':-0,'b':0.25,'c':-1e3,'d':1E-2,'e':18446744073709551615,"
                   "'f':9223372036854775807,'g':-9223372036854775808,'h':123456789012345678901,"
                   "'i':-9223372036854775809}");
    row("nesting", "'args':{'a':{'b':[1,[2,{'c':true}],null,{}],'':{'':false}},'':1,'d':null}");
    row("lists", "'args':[1,'x',{'a':2}],'stack':['f','g'],'sf':3");
    row("other kinds", "'pid':'p','tid':-3,'cat':7,'name':null,'id2':{'local':'0x1','x':[1]},"
                       "'x':{'y':[{}]},'s':'g'");
    row("twice", "'name':'a','name':'b','pid':1,'pid':2.5,'args':{},'args':{'a':1}");
    row("times", "'ts':1.0000005,'ts':2.5e0");
    row("keys with escapes", "'\\u006eame':'a','args':{'\\t':1}");
  }
  void bothParsersReadTheSame() {
    QFETCH(QByteArray, fields);
    const auto read = [&](const std::string &more) {
      const std::string json = " [ \n{\"ph\" : \"i\",\t\"ts\":1 , " + more + fields.toStdString() +
                               "} , {\"ph\":\"i\",\"ts\":2}]";
      const Result<Trace> trace = readJson(json);
      return trace ? traceToText(*trace) : trace.error().toString();
    };
    const std::string text = read("");
    QVERIFY2(text.find("instant 2000000") != std::string::npos, text.c_str());
    QCOMPARE(text, read("\"deep\":" + deepList() + ","));
  }

  void aLargeFileIsReadAheadWithoutALoss_data() {
    QTest::addColumn<QByteArray>("event");
    QTest::addColumn<bool>("isDamaged");
    const QByteArray good = eventOf(kEvents / 2).c_str();
    QTest::newRow("plain") << good << false;
    QTest::newRow("deep") << QByteArray(good).replace(
                                 "\"l\":", ("\"deep\":" + deepList() + ",\"l\":").c_str())
                          << false;
    QTest::newRow("long") << QByteArray(good).replace("\"s\":\"",
                                                      "\"s\":\"" + QByteArray(600'000, 'x'))
                          << false;
    QTest::newRow("not a number") << QByteArray(good).replace("\"n\":", "\"v\":NaN,\"n\":") << true;
    QTest::newRow("open text") << QByteArray(good).replace("\"name\":\"", "\"name\":") << true;
    QTest::newRow("missing comma") << good + eventOf(kEvents / 2).c_str() << true;
  }
  void aLargeFileIsReadAheadWithoutALoss() {
    QFETCH(QByteArray, event);
    QFETCH(bool, isDamaged);
    const Result<Trace> trace = readJson(fileWith(event.toStdString()));
    QVERIFY(trace.has_value());
    const bool isTwice = event.count("\"ph\":\"X\"") == 2;
    const int64_t lost = isDamaged && !isTwice ? 1 : 0;
    QCOMPARE(static_cast<int64_t>(trace->sliceCount()), kEvents - lost + (isTwice ? 1 : 0));
    const int64_t all = int64_t{kEvents} * (kEvents - 1) / 2;
    QCOMPARE(sumOfNumbers(*trace), all + (isTwice ? kEvents / 2 : -(kEvents / 2) * lost));
    QCOMPARE(test::countNoted(*trace, "chrome-json.damaged"), isDamaged ? 1u : 0u);
    QCOMPARE(trace->info().origin, Nanoseconds(7000));
  }

  void samplesWithoutACallAreCounted() {
    const Result<Trace> trace = readJson(
        R"({"traceEvents":[{"ph":"i","ts":1}],"samples":[{"ts":1,"tid":1},{"ts":2,"sf":1},{"sf":1},{}]})");
    QVERIFY(trace.has_value());
    QCOMPARE(trace->instants().size(), size_t{2});
    QCOMPARE(test::countNoted(*trace, "chrome-json.sample-without-stack"), 2u);
  }
};

QTEST_GUILESS_MAIN(ImportTest)
#include "import_test.moc"
