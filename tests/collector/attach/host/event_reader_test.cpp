// SPDX-License-Identifier: Apache-2.0
// Event files of attached programs: what is read, and what becomes of damaged ones.
#include <QTemporaryDir>
#include <QtTest>

#include <fstream>
#include <random>

#include "collector/attach/host/event_reader.h"
#include "collector/attach/host/process_trace.h"
#include "collector/attach/host/program_tree.h"
#include "collector/attach/host/raw_files.h"
#include "tests/collector/attach/host/fake_events.h"

using namespace pstudio;
using namespace pstudio::attach;

namespace {

namespace fs = std::filesystem;

fs::path pathOf(const QTemporaryDir &folder) {
  return folder.path().toStdString();
}

ProgramEvents read(const fs::path &folder) {
  auto events = numberedFilesIn(folder, "events"), texts = numberedFilesIn(folder, "texts");
  return readEvents(events[5], texts[5]);
}

ProgramEvents readBytes(const QTemporaryDir &folder, const std::string &events,
                        const std::string &texts) {
  std::ofstream(pathOf(folder) / "5.1.events", std::ios::binary) << events;
  std::ofstream(pathOf(folder) / "5.1.texts", std::ios::binary) << texts;
  return read(pathOf(folder));
}

/// Two scopes, three launches of which two have kernels, a copy of the program and one of ours.
FakeEvents example() {
  FakeEvents fake;
  const uint32_t outer = fake.node(0, "outer"), inner = fake.node(outer, "inner");
  fake.add(EventKind::ScopeEnter, ScopeEvent{100, outer, 0, 1}, 1);
  fake.add(EventKind::ScopeEnter, ScopeEvent{200, inner, 0, 2}, 1);
  const MetricEvent flops{9, 0, fake.text("flops"), 640, kMetricOfLaunch | kMetricInteger};
  fake.add(EventKind::Metric, flops, 1);
  fake.kernel("add", fake.launch(outer, 0, 1, 900, 0, 2).id, 5'000, 6'000);
  fake.kernel("add", fake.launch(inner, 0, 2, 1'000, 0, 1, 9).id, 7'000, 9'000);
  fake.launch(inner, 1, 1, 2'000, kLaunchCaptured);
  fake.add(EventKind::Metric, MetricEvent{2, 0, fake.text("items"), 3, kMetricInteger}, 1);
  fake.add(EventKind::ScopeExit, ScopeEvent{4'000, inner, 0, 2}, 1);
  CopyActivity copy;
  copy.begin = 100;
  copy.end = 200;
  copy.bytes = 4096;
  copy.direction = 1;
  copy.correlation = 77;
  fake.add(EventKind::Copy, copy);
  copy.correlation = 78;
  fake.add(EventKind::Copy, copy);
  fake.add(EventKind::Correlation, CorrelationEvent{78, 0, kOwnLaunch});
  fake.add(EventKind::ClockPair, ClockPairEvent{100, 1'100, 5});
  fake.add(EventKind::Lost, LostEvent{9});
  return fake;
}

} // namespace

class EventReaderTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void tablesHoldWhatTheFilesContain() {
    const QTemporaryDir folder;
    example().write(pathOf(folder), 5);
    const ProgramEvents events = read(pathOf(folder));
    QCOMPARE(events.launches.size(), size_t(3));
    QCOMPARE(events.scopes.size(), size_t(3));
    QCOMPARE(events.kernels.size(), size_t(2));
    QCOMPARE(events.launchOfKernel, (std::vector<int64_t>{0, 1}));
    QCOMPARE(events.text(events.nodes[2].text), std::string_view("inner"));
    QCOMPARE(events.nodes[2].parent, 1u);
    QCOMPARE(events.clockPairs.size(), size_t(1));
    QCOMPARE(events.losses.activities, uint64_t(9));
    QCOMPARE(events.losses.damaged, uint64_t(0));
  }

  void metricsOfAnOperationBelongToItsLaunch() {
    const QTemporaryDir folder;
    example().write(pathOf(folder), 5);
    const ProgramEvents events = read(pathOf(folder));
    QCOMPARE(events.launchMetrics.size(), size_t(1));
    QCOMPARE(events.launchMetrics[0].owner, 1u);
    QCOMPARE(events.launchMetrics[0].value, uint64_t(640));
  }

  void metricsOfAnOperationWithoutLaunchAreOfNoOtherLaunch() {
    const QTemporaryDir folder;
    FakeEvents fake;
    fake.add(EventKind::Metric, MetricEvent{3, 0, fake.text("flops"), 64, kMetricOfLaunch}, 1);
    fake.launch(0, 0, 1, 100);
    fake.launch(0, 0, 2, 200, 0, 1, 4);
    const ProgramEvents events = readBytes(folder, fake.eventFile(), fake.textFile());
    QCOMPARE(events.launchMetrics.size(), size_t(0));
    QCOMPARE(events.losses.metrics, uint64_t(1));
    QCOMPARE(events.losses.damaged, uint64_t(0));
  }

  void metricsAfterTheLaunchBelongToIt() {
    const QTemporaryDir folder;
    FakeEvents fake;
    fake.launch(0, 0, 1, 100, 0, 1, 3);
    fake.add(EventKind::Metric, MetricEvent{3, 0, fake.text("flops"), 64, kMetricOfLaunch}, 1);
    fake.launch(0, 0, 2, 200);
    const ProgramEvents events = readBytes(folder, fake.eventFile(), fake.textFile());
    QCOMPARE(events.launchMetrics.size(), size_t(1));
    QCOMPARE(events.launchMetrics[0].owner, 0u);
  }

  void copiesInAnOperationDoNotTakeItsMetrics() {
    const QTemporaryDir folder;
    FakeEvents fake;
    LaunchEvent copy;
    copy.id = 77;
    copy.kind = LaunchKind::Copy;
    copy.operation = 3;
    fake.add(EventKind::Launch, copy, 1);
    fake.launch(0, 0, 1, 100, 0, 1, 3);
    fake.add(EventKind::Metric, MetricEvent{3, 0, fake.text("flops"), 64, kMetricOfLaunch}, 1);
    const ProgramEvents events = readBytes(folder, fake.eventFile(), fake.textFile());
    QCOMPARE(events.launchMetrics.size(), size_t(1));
    QCOMPARE(events.launchMetrics[0].owner, 1u);
  }

  void textsThatTheFilesHaveNoSpaceForAreDamaged() {
    const QTemporaryDir folder;
    FakeEvents fake;
    fake.text("known");
    std::string texts = fake.textFile();
    const uint32_t number = 400'000;
    texts.replace(sizeof(TextFileHeader), sizeof number, reinterpret_cast<const char *>(&number),
                  sizeof number);
    const ProgramEvents events = readBytes(folder, fake.eventFile(), texts);
    QCOMPARE(events.losses.damaged, uint64_t(1));
    QVERIFY(events.texts.size() < 100);
  }

  void metricsOfAScopeAreThoseOfItsPath() {
    const QTemporaryDir folder;
    example().write(pathOf(folder), 5);
    const ProgramEvents events = read(pathOf(folder));
    QCOMPARE(events.pathMetrics.size(), size_t(1));
    QCOMPARE(events.pathMetrics[0].owner, 2u);
  }

  void copiesOfTheRecordingAreLeftOut() {
    const QTemporaryDir folder;
    example().write(pathOf(folder), 5);
    const ProgramEvents events = read(pathOf(folder));
    QCOMPARE(events.copies.size(), size_t(1));
    QCOMPARE(events.copies[0].correlation, 77u);
  }

  void filesAreReadInTheOrderOfTheirNumbers() {
    const QTemporaryDir folder;
    for (const int number : {10, 2}) {
      FakeEvents fake;
      fake.launch(0, 0, static_cast<uint64_t>(number), 1);
      std::ofstream(pathOf(folder) / ("5." + std::to_string(number) + ".events"), std::ios::binary)
          << fake.eventFile();
    }
    const ProgramEvents events = read(pathOf(folder));
    QCOMPARE(events.launches.size(), size_t(2));
    QCOMPARE(events.launches[0].number, uint64_t(2));
  }

  void foreignFilesAreCounted() {
    const QTemporaryDir folder;
    const ProgramEvents events = readBytes(folder, std::string(200, 'x'), "short");
    QCOMPARE(events.losses.files, uint64_t(2));
    QVERIFY(events.isEmpty());
  }

  void whatCannotBeUnderstoodIsCounted() {
    const QTemporaryDir folder;
    FakeEvents fake;
    fake.add(EventKind(99), LostEvent{});
    fake.add(EventKind::PathNode, PathNodeEvent{3, 3, 0, PathNodeKind::Scope}); // its own parent
    fake.add(EventKind::PathNode, PathNodeEvent{UINT32_MAX, 0, 0, PathNodeKind::Scope});
    fake.launch(44, 0, 1, 100); // an unknown path
    KernelActivity backwards;
    backwards.begin = 9;
    backwards.end = 8;
    fake.add(EventKind::Kernel, backwards);
    const ProgramEvents events = readBytes(folder, fake.eventFile(), fake.textFile());
    QCOMPARE(events.losses.damaged, uint64_t(4));
    QCOMPARE(events.losses.unfinished, uint64_t(1));
    QCOMPARE(events.launches.at(0).path, 0u);
  }

  void damagedFilesNeitherCrashNorLoop() {
    const QTemporaryDir folder, output;
    const FakeEvents fake = example();
    std::mt19937 random(20261123);
    const SeenProcess process;
    const std::vector<std::shared_ptr<const TwinCode>> twins;
    const std::vector<fs::path> records;
    for (int round = 0; round < 150; ++round) {
      std::string events = fake.eventFile(), texts = fake.textFile();
      for (std::string *bytes : {&events, &texts}) {
        for (uint32_t i = 0; i < random() % 12; ++i)
          (*bytes)[64 + random() % (bytes->size() - 64)] = static_cast<char>(random());
        if (random() % 4 == 0)
          bytes->resize(random() % bytes->size());
      }
      const ProgramEvents read = readBytes(folder, events, texts);
      const calltree::CallTree tree = programTree(read, process, {});
      QVERIFY(!tree.nodes().empty());
      QVERIFY(writeProcessTrace({process, twins, records, read}, pathOf(output)));
    }
  }
};

QTEST_GUILESS_MAIN(EventReaderTest)
#include "event_reader_test.moc"
