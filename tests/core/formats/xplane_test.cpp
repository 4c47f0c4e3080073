// SPDX-License-Identifier: Apache-2.0
// Profiles of JAX and XLA: planes, lines, events, stats and arrows; damaged and cut files.
#include <QtTest>

#include <algorithm>

#include <protozero/pbf_writer.hpp>

#include "core/formats/trace_file/trace_file.h"
#include "core/formats/xplane/xplane_fields.h"
#include "core/formats/xplane/xplane_importer.h"
#include "core/formats/xplane/xplane_reader.h"
#include "tests/support/trace_notes.h"
#include "tests/support/trace_text.h"

using namespace pstudio;
using namespace pstudio::xplane;
using protozero::pbf_writer;

namespace {

namespace st = pstudio::xplane::stat; // ::stat is the one of POSIX

constexpr int64_t kStartNs = 1'700'000'000'000'000'000;
constexpr int64_t kKernel = 1, kCall = 2, kCounter = 3;
constexpr int64_t kCorrelation = 1, kDetails = 2, kText = 3;

std::span<const std::byte> bytesOf(const std::string &text) {
  return std::as_bytes(std::span(text));
}

/// An entry of one of a plane's two maps.
template <class Fill>
void addEntry(pbf_writer &plane, uint32_t field, int64_t key, const Fill &fill) {
  pbf_writer entry(plane, field);
  entry.add_int64(map_entry::kKey, key);
  pbf_writer value(entry, map_entry::kValue);
  value.add_int64(1, key);
  fill(value);
}

void addNames(pbf_writer &plane) {
  addEntry(plane, plane::kEventMetadata, kKernel, [](pbf_writer &m) {
    m.add_string(event_metadata::kName, "%fusion.1 = f32[8] fusion()");
    m.add_bytes(event_metadata::kMetadata, "\x01\x02");
    m.add_string(event_metadata::kDisplayName, "fusion.1");
    pbf_writer stat(m, event_metadata::kStats);
    stat.add_int64(st::kMetadataId, kText);
    stat.add_uint64(st::kReference, kDetails);
  });
  addEntry(plane, plane::kEventMetadata, kCall,
           [](pbf_writer &m) { m.add_string(event_metadata::kName, "cuLaunchKernel"); });
  addEntry(plane, plane::kEventMetadata, kCounter,
           [](pbf_writer &m) { m.add_string(event_metadata::kName, "power"); });
  const char *const stats[] = {"correlation_id", "kernel_details", "hlo_module"};
  for (int64_t id = kCorrelation; id <= kText; ++id)
    addEntry(plane, plane::kStatMetadata, id,
             [&](pbf_writer &m) { m.add_string(stat_metadata::kName, stats[id - 1]); });
}

void addEvent(pbf_writer &line, int64_t metadata, int64_t offsetPs, int64_t durationPs,
              uint64_t correlation = 0) {
  pbf_writer event(line, line::kEvents);
  event.add_int64(event::kMetadataId, metadata);
  event.add_int64(event::kOffsetPs, offsetPs);
  event.add_int64(event::kDurationPs, durationPs);
  if (correlation == 0)
    return;
  pbf_writer stat(event, event::kStats);
  stat.add_int64(st::kMetadataId, kCorrelation);
  stat.add_uint64(st::kUint64, correlation);
}

template <class Fill>
void addLine(pbf_writer &plane, int64_t id, const char *name, int64_t startNs, const Fill &fill) {
  pbf_writer line(plane, plane::kLines);
  line.add_int64(line::kId, id);
  line.add_string(line::kName, name);
  line.add_int64(line::kTimestampNs, startNs);
  fill(line);
}

/// A host with two calls, one in the other, and a GPU with two kernels, a counter and an aggregated
/// event.
std::string smallProfile() {
  std::string bytes;
  pbf_writer space(bytes);
  {
    pbf_writer plane(space, space::kPlanes);
    plane.add_int64(plane::kId, 1);
    plane.add_string(plane::kName, "/host:CPU");
    addLine(plane, 42, "python", kStartNs, [](pbf_writer &line) {
      addEvent(line, kCall, 0, 9'000);
      addEvent(line, kCall, 1'001, 2'000, 7);
    });
    addNames(plane);
  }
  {
    pbf_writer plane(space, space::kPlanes);
    plane.add_string(plane::kName, "/device:GPU:0");
    addLine(plane, 13, "Stream #13(Compute)", kStartNs + 5, [](pbf_writer &line) {
      addEvent(line, kKernel, 500, 3'000, 7);
      addEvent(line, kKernel, 4'000, 1'000);
      pbf_writer sum(line, line::kEvents);
      sum.add_int64(event::kMetadataId, kKernel);
      sum.add_int64(event::kOccurrences, 3);
    });
    addLine(plane, 99, "_counters_", kStartNs, [](pbf_writer &line) {
      pbf_writer event(line, line::kEvents);
      event.add_int64(event::kMetadataId, kCounter);
      event.add_int64(event::kOffsetPs, 2'000);
      pbf_writer stat(event, event::kStats);
      stat.add_int64(st::kMetadataId, kDetails);
      stat.add_double(st::kDouble, 12.5);
    });
    addNames(plane);
  }
  space.add_string(space::kWarnings, "a warning");
  return bytes;
}

Trace read(const std::string &bytes) {
  Result<Trace> trace = readTraceBytes(bytesOf(bytes), "small.xplane.pb");
  if (!trace)
    qFatal("%s", trace.error().toString().c_str());
  return std::move(*trace);
}

/// The first track with that name; none if there is none.
TrackId trackNamed(const Trace &trace, std::string_view name) {
  for (uint32_t i = 0; i < trace.tracks().size(); ++i)
    if (trace.string(trace.tracks()[i].name) == name)
      return TrackId(i);
  return TrackId();
}

} // namespace

class XplaneTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void planesAndLinesAreTracksAndDevicesComeFirst() {
    const Trace trace = read(smallProfile());
    QCOMPARE(trace.info().origin, Nanoseconds(kStartNs));
    QCOMPARE(trace.sliceCount(), size_t{4});
    QCOMPARE(trace.tracks().size(), size_t{5});
    const std::span<const TrackId> roots = trace.children(TrackId());
    QCOMPARE(roots.size(), size_t{2});
    QCOMPARE(trace.string(trace.track(roots[0]).name), std::string_view("/device:GPU:0"));
    const Track &stream = trace.track(trackNamed(trace, "Stream #13(Compute)"));
    QCOMPARE(stream.parent, roots[0]);
    QCOMPARE(stream.number, int64_t{13});
    QCOMPARE(stream.kind, TrackKind::Thread);
  }

  void timesAreExactToThePicosecondAndEventsNest() {
    const Trace trace = read(smallProfile());
    const Track &thread = trace.track(trackNamed(trace, "python"));
    QCOMPARE(thread.rowCount, 2u);
    const Slice inner = trace.slice(trace.row(RowId(thread.firstRow.value + 1)).firstSlice);
    QCOMPARE(inner.time.begin, Picoseconds(1'001));
    QCOMPARE(inner.time.length(), Picoseconds(2'000));
    QCOMPARE(trace.string(trace.slice(inner.parent).name), std::string_view("cuLaunchKernel"));
    const Track &stream = trace.track(trackNamed(trace, "Stream #13(Compute)"));
    QCOMPARE(trace.slice(trace.row(stream.firstRow).firstSlice).time.begin, Picoseconds(5'500));
  }

  void namesStatsAndReferencesBecomeArguments() {
    const Trace trace = read(smallProfile());
    const Track &stream = trace.track(trackNamed(trace, "Stream #13(Compute)"));
    const Slice kernel = trace.slice(trace.row(stream.firstRow).firstSlice);
    QCOMPARE(trace.string(kernel.name), std::string_view("fusion.1"));
    std::string text;
    for (const Arg &arg : trace.args(kernel.args))
      text += argToText(trace, arg) + "; ";
    for (const char *part :
         {"hlo_module=", "kernel_details", "long_name=", "%fusion.1", "correlation_id=7"})
      QVERIFY2(text.find(part) != std::string::npos, text.c_str());
  }

  void aCallHasAnArrowToItsKernel() {
    const Trace trace = read(smallProfile());
    QCOMPARE(trace.flows().size(), size_t{1});
    const Flow &flow = trace.flows()[0];
    QCOMPARE(flow.id, uint64_t{7});
    QCOMPARE(trace.sliceTime(SliceId(flow.from.index)).begin, Picoseconds(1'001));
    QCOMPARE(trace.sliceTime(SliceId(flow.to.index)).begin, Picoseconds(5'500));
  }

  void counterLinesAreCountersAndTheRestIsCounted() {
    const Trace trace = read(smallProfile());
    QCOMPARE(trace.samples().size(), size_t{1});
    QCOMPARE(trace.samples()[0].value, 12.5);
    QCOMPARE(trace.track(trackNamed(trace, "power")).kind, TrackKind::Counter);
    QCOMPARE(test::countNoted(trace, "xplane.aggregated"), 1u);
    QCOMPARE(test::countNoted(trace, "xplane.binary-stats"), 2u);
    QCOMPARE(test::countNoted(trace, "xplane.reported"), 1u);
    QCOMPARE(trace.notes().size(), size_t{3});
  }

  void progressIsReportedWithinAPlane() {
    std::string plane;
    pbf_writer writer(plane);
    writer.add_string(plane::kName, "/host:CPU");
    for (int64_t id = 1; id <= 2; ++id)
      addLine(writer, id, "line", kStartNs, [](pbf_writer &line) { addEvent(line, kCall, 0, 1); });
    const size_t lines = plane.size();
    writer.add_string(plane::kName, "/host:CPU"); // the plane goes on after its lines
    TraceBuilder builder;
    xplane::XplaneCounts counts;
    xplane::XplaneImporter importer(builder, counts);
    ReadProgress progress;
    progress.setTotal(plane.size());
    importer.setOrigin(Nanoseconds(kStartNs));
    importer.setProgress(protozero::data_view(plane), &progress);
    importer.addPlane(protozero::data_view(plane));
    QCOMPARE(builder.sliceCount(), size_t{2});
    QCOMPARE(progress.fraction(), ReadProgress::kParsedShare * static_cast<double>(lines) /
                                      static_cast<double>(plane.size()));
    progress.cancel();
    importer.addPlane(protozero::data_view(plane));
    QCOMPARE(builder.sliceCount(), size_t{2});
  }

  void oneLineAtTime0DoesNotPutTheOthersOutOfRange() {
    std::string bytes = smallProfile();
    pbf_writer space(bytes);
    pbf_writer plane(space, space::kPlanes);
    plane.add_string(plane::kName, "/host:odd");
    addLine(plane, 1, "at zero", 0, [](pbf_writer &line) { addEvent(line, kCall, 0, 1); });
    plane.commit();
    const Trace trace = read(bytes);
    QCOMPARE(trace.sliceCount(), size_t{4});
    QCOMPARE(test::countNoted(trace, "import.out-of-range"), 1u);
  }

  void aFileCutAtAnyByteOpensWithWhatPrecedesTheCut() {
    const std::string bytes = smallProfile();
    size_t most = 0;
    for (size_t size = 0; size < bytes.size(); ++size) {
      const std::string part = bytes.substr(0, size);
      const Result<Trace> trace = readXplane(bytesOf(part), "cut", nullptr);
      if (!trace) {
        QVERIFY(!trace.error().message.empty());
        continue;
      }
      QVERIFY(trace->sliceCount() >= most); // never fewer than with less of the file
      most = trace->sliceCount();
      const bool isBetweenFields = test::countNoted(*trace, "xplane.truncated") == 0;
      QVERIFY2(!isBetweenFields || trace->sliceCount() == 2 || trace->sliceCount() == 4,
               std::to_string(size).c_str());
    }
    QCOMPARE(most, size_t{4});
  }

  void randomBytesInAProfileNeverDoHarm() {
    const std::string bytes = smallProfile();
    for (size_t at = 0; at < bytes.size(); ++at)
      for (const int flip : {1, 0x80, 0xff}) {
        std::string damaged = bytes;
        damaged[at] = static_cast<char>(damaged[at] ^ flip);
        const Result<Trace> trace = readXplane(bytesOf(damaged), "damaged", nullptr);
        QVERIFY(trace ? !traceToText(*trace).empty() : !trace.error().message.empty());
      }
  }

  void theJsonThatTheProfilerWritesBesideItOpens() {
    const std::string json =
        R"({"displayTimeUnit":"ns","metadata":{"highres-ticks":true},"traceEvents":[)"
        R"({"ph":"M","pid":1,"name":"process_name","args":{"name":"/device:GPU:0"}},)"
        R"({"ph":"M","pid":1,"name":"process_sort_index","args":{"sort_index":1}},)"
        R"({"ph":"M","pid":1,"tid":13,"name":"thread_name","args":{"name":"Stream #13"}},)"
        R"({"ph":"X","pid":1,"tid":13,"ts":0.0055,"dur":0.003,"name":"fusion.1",)"
        R"("args":{"correlation_id":"7"}},{}]})";
    const Trace trace = read(json);
    QCOMPARE(trace.sliceCount(), size_t{1});
    QCOMPARE(trace.sliceDurations()[0], int64_t{3'000});
    QVERIFY(trackNamed(trace, "/device:GPU:0").isValid());
    QCOMPARE(trace.notes().size(), size_t{0});
  }
};

QTEST_GUILESS_MAIN(XplaneTest)
#include "xplane_test.moc"
