// SPDX-License-Identifier: Apache-2.0
// Modes as text: one canonical form, and what is rejected.
#include <QtTest>

#include <random>
#include <tuple>

#include "core/run/instrumentation_mode.h"

using namespace pstudio;
using Mode = InstrumentationMode;

class InstrumentationModeTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void everyModeHasOneCanonicalText_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("canonical");
    const std::tuple<const char *, const char *> rows[] = {
        {"none", "none"},
        {"default", "default"},
        {"default,default", "default"},
        {"matrix,loops,default,loops", "loops,matrix"},
        {"default:annotations=keep", "default"},
        {"async:slots=256:annotations=drop", "async:annotations=drop:slots=256"},
        {"barriers:warp_barriers=count", "barriers"},
        {"loops,barriers:slots=256:warp_barriers=record",
         "loops,barriers:warp_barriers=record:slots=256"},
        {"default:buffer_type=auto", "default"},
        {"default:buffer_type=global", "default:buffer_type=global"},
        {"default:slots=0:every=1", "default"},
        {"default:strategy=circular", "default"},
        {"default:slots=256:buffer_type=shared", "default:buffer_type=shared:slots=256"},
        {"default:slots=4:strategy=first:buffer_type=shared",
         "default:buffer_type=shared:strategy=first:slots=4"},
        {"default:when_full=drop:strategy=stream", "default:strategy=stream:when_full=drop"},
        {"memory:bins=32:strategy=histogram", "memory:strategy=histogram:bins=32"},
        {"memory:bins=16:strategy=histogram", "memory:strategy=histogram"},
        {"default:when_full=wait:strategy=stream", "default:strategy=stream"},
        {"async:granularity=warp_group_2:metric=time",
         "async:granularity=warp_group_2:metric=time"},
        {"default:granularity=warp:metric=cycle", "default"},
        {"default:warps=4,1,2-3:ctas=7,0", "default:warps=1-4:ctas=0,7"},
        {"default:every=16:exclude=b*,a?:include=k", "default:every=16:include=k:exclude=b*,a?"},
        {"loops:callbacks=count@store,b@enter,count@load,b@enter:exclude=a",
         "loops:exclude=a:callbacks=b@enter,count@load,count@store"},
    };
    for (const auto &[text, canonical] : rows)
      QTest::newRow(text) << QString(text) << QString(canonical);
  }
  void everyModeHasOneCanonicalText() {
    QFETCH(QString, text);
    QFETCH(QString, canonical);
    const auto mode = Mode::parse(text.toStdString());
    QVERIFY2(mode, mode ? "" : mode.error().message.c_str());
    QCOMPARE(QString::fromStdString(mode->toString()), canonical);
    const auto again = Mode::parse(mode->toString());
    QVERIFY(again);
    QVERIFY(*again == *mode);
  }

  void randomModesSurviveTheirText() {
    const uint32_t seed = std::random_device{}();
    qInfo() << "seed" << seed;
    std::mt19937 random(seed);
    for (int i = 0; i < 2000; ++i) {
      const Mode mode = randomMode(random);
      const auto again = Mode::parse(mode.toString());
      QVERIFY2(again && *again == mode, mode.toString().c_str());
    }
  }

  void whatIsWrongIsRejected() {
    for (const char *text : {"",
                             "none:slots=4",
                             "none,default",
                             "default,none",
                             "default:",
                             "default,",
                             ",default",
                             "default::slots=4",
                             "default:slots",
                             "default:slots=",
                             "default:slots=-1",
                             "default:slots=1",
                             "default:slots=2",
                             "default:slots=3",
                             "default:strategy=flush:slots=8",
                             "default:strategy=stream:slots=4",
                             "default:slots=33554432",
                             "default:slots=4:slots=4",
                             "default:buffer_type=heap",
                             "default:strategy=flush:buffer_type=global",
                             "default:strategy=first:strategy=first",
                             "default:when_full=drop",
                             "default:when_full=wait",
                             "loops:warp_barriers=record",
                             "loops:warp_barriers=count",
                             "barriers:warp_barriers=all",
                             "Default",
                             "default:granularity=warp_3",
                             "memory:granularity=thread",
                             "memory:bins=32",
                             "memory:bins=16",
                             "memory:strategy=histogram:metric=time",
                             "memory:strategy=histogram:bins=3",
                             "memory:strategy=histogram:bins=8192",
                             "memory:strategy=histogram:every=2",
                             "memory:strategy=histogram:slots=64",
                             "memory:strategy=histogram:buffer_type=shared",
                             "memory,loops:strategy=histogram",
                             "default:strategy=histogram",
                             "default:warps=",
                             "default:warps=3-1",
                             "default:warps=1,,2",
                             "default:warps=1,",
                             "default:ctas=x",
                             "default:ctas=4294967295",
                             "default:every=0",
                             "default:include=",
                             "default:exclude=a,,b",
                             "default:callbacks=count",
                             "default:callbacks=count@lode",
                             "default:callbacks=2count@load",
                             "default:callbacks=a@load,",
                             "default:callbacks=@load",
                             "default:annotations=none",
                             "default:annotations=drop",
                             "default:metric=watts"})
      QVERIFY2(!Mode::parse(text), text);
  }
  void aMisspeltNameIsAnsweredWithTheNearestOne() {
    const auto mode = Mode::parse("barrier");
    QVERIFY(!mode);
    QCOMPARE(mode.error().hint, std::string("did you mean 'barriers'?"));
    const auto option = Mode::parse("default:granularty=cta");
    QVERIFY(!option);
    QCOMPARE(option.error().hint, std::string("did you mean 'granularity'?"));
  }

  void functionsAreSelectedByIncludeAndExclude() {
    const auto mode = Mode::parse("functions:include=load_*,store:exclude=*_slow");
    QVERIFY(mode);
    QVERIFY(mode->selects("load_a"));
    QVERIFY(mode->selects("store"));
    QVERIFY(!mode->selects("stores"));
    QVERIFY(!mode->selects("load_a_slow"));
    QVERIFY(Mode().selects("anything"));
  }

  void idsAreFoundInTheirRanges() {
    const auto ids = IdRanges::parse("9,0-2,3,20-29");
    QVERIFY(ids);
    QCOMPARE(ids->toString(), std::string("0-3,9,20-29"));
    for (uint32_t id = 0; id < 40; ++id)
      QCOMPARE(ids->contains(id), id <= 3 || id == 9 || (id >= 20 && id <= 29));
    QCOMPARE(ids->countBelow(25), uint64_t{4 + 1 + 5});
    QCOMPARE(ids->countBelow(0), uint64_t{0});
  }

private:
  static IdRanges randomIds(std::mt19937 &random) {
    std::string text;
    for (uint32_t count = random() % 4; count > 0; --count) {
      const uint32_t first = random() % 100;
      text += (text.empty() ? "" : ",") + std::to_string(first) + "-" +
              std::to_string(first + random() % 10);
    }
    return *IdRanges::parse(text);
  }
  static Mode randomMode(std::mt19937 &random) {
    Mode mode;
    for (size_t i = 0; i < Mode::kAutoModes; ++i)
      if (random() % 2)
        mode.autoModes.push_back(static_cast<Mode::AutoMode>(i));
    if (!mode.autoModes.empty())
      mode.annotations = static_cast<Mode::Annotations>(random() % 2);
    if (mode.has(Mode::AutoMode::Barriers))
      mode.warpBarriers = static_cast<Mode::WarpBarriers>(random() % 2);
    mode.strategy = static_cast<Mode::Strategy>(random() % 4);
    if (mode.strategy != Mode::Strategy::Flush)
      mode.bufferType = static_cast<Mode::BufferType>(random() % 3);
    if (mode.strategy == Mode::Strategy::Stream)
      mode.whenFull = static_cast<Mode::WhenFull>(random() % 2);
    mode.slotsPerUnit = random() % 2 ? 1u << (4 + random() % 21) : 0;
    if (!mode.has(Mode::AutoMode::Memory))
      mode.granularity = static_cast<Mode::Granularity>(random() % 10);
    mode.metric = static_cast<Mode::Metric>(random() % 2);
    mode.warps = randomIds(random);
    mode.ctas = randomIds(random);
    mode.every = 1 + random() % 5;
    if (random() % 2)
      mode.include = {"a*", "b"};
    if (random() % 2)
      mode.exclude = {"c?"};
    for (size_t i = 0; i < Mode::kPoints; ++i)
      if (random() % 8 == 0)
        mode.callbacks.push_back({"f", static_cast<Mode::Point>(i)});
    return mode;
  }
};

QTEST_GUILESS_MAIN(InstrumentationModeTest)
#include "instrumentation_mode_test.moc"
