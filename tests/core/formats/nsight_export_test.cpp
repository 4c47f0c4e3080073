// SPDX-License-Identifier: Apache-2.0
// SQLite exports of Nsight Systems, made of SQL with the documented schema: what is read, what is
// counted, and databases that are not what they claim to be.
#include <QtTest>

#include <random>

#include "core/formats/nsight/nsight_reader.h"
#include "core/formats/trace_file/trace_file.h"
#include "tests/core/formats/memory_database.h"
#include "tests/support/trace_notes.h"
#include "tests/support/trace_text.h"

using namespace pstudio;

namespace {

constexpr int64_t kStartNs = 1'700'000'000'000'000'000; // 2023-11-14T22:13:20Z

/// The tables of version 2024.6, with the columns that the exporter documents, of one process 100
/// with threads 100 and 101 and two GPUs.
const std::string kExport = R"(
CREATE TABLE StringIds(id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO StringIds VALUES(1,'cudaLaunchKernel_v7000'),(2,'void gemm<float>(float*)'),(3,'gemm'),
 (4,'cudaMemcpyAsync_v3020'),(5,'main loop'),(6,'forward'),(7,'NCCL'),(8,'pthread_cond_wait'),
 (9,'cudaGraphLaunch_v10000'),(10,'cuMemAlloc_v2');
CREATE TABLE META_DATA_EXPORT(name TEXT NOT NULL, value TEXT);
INSERT INTO META_DATA_EXPORT VALUES('EXPORT_PRODUCT_VERSION','2024.6.2.225');
CREATE TABLE TARGET_INFO_SESSION_START_TIME(utcEpochNs INTEGER, utcTime TEXT, localTime TEXT);
INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES(1700000000000000000, '', '');
CREATE TABLE PROCESSES(globalPid INTEGER, pid INTEGER, name TEXT);
INSERT INTO PROCESSES VALUES((1<<56)|(100<<24), 100, '/usr/bin/python3');
CREATE TABLE ThreadNames(nameId INTEGER NOT NULL, priority INTEGER, globalTid INTEGER);
INSERT INTO ThreadNames VALUES(5, 0, (1<<56)|(100<<24)|100);
CREATE TABLE TARGET_INFO_GPU(id INTEGER NOT NULL, name TEXT);
INSERT INTO TARGET_INFO_GPU VALUES(0,'NVIDIA H200'),(1,'NVIDIA H200');
CREATE TABLE TARGET_INFO_CUDA_CONTEXT_INFO(nullStreamId INTEGER, processId INTEGER,
 deviceId INTEGER, contextId INTEGER);
INSERT INTO TARGET_INFO_CUDA_CONTEXT_INFO VALUES(7, 100, 0, 1);
CREATE TABLE ENUM_CUDA_MEM_KIND(id INTEGER, name TEXT, label TEXT);
INSERT INTO ENUM_CUDA_MEM_KIND VALUES(0,'','Pageable'),(2,'','Device');
CREATE TABLE ENUM_CUPTI_SYNC_TYPE(id INTEGER, name TEXT, label TEXT);
INSERT INTO ENUM_CUPTI_SYNC_TYPE VALUES(3,'','Stream sync');
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER NOT NULL, end INTEGER NOT NULL,
 eventClass INTEGER, globalTid INTEGER, correlationId INTEGER, nameId INTEGER, returnValue INTEGER);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES
 (1000,1500,0,(1<<56)|(100<<24)|100,11,1,0),(2000,2100,0,(1<<56)|(100<<24)|100,12,4,0),
 (3000,3200,0,(1<<56)|(100<<24)|101,13,9,0),(4000,4100,1,(1<<56)|(100<<24)|100,14,10,2);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER NOT NULL, end INTEGER NOT NULL,
 deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL, greenContextId INTEGER,
 streamId INTEGER NOT NULL, correlationId INTEGER, globalPid INTEGER,
 demangledName INTEGER NOT NULL, shortName INTEGER NOT NULL, registersPerThread INTEGER,
 gridX INTEGER, gridY INTEGER, gridZ INTEGER, blockX INTEGER, blockY INTEGER, blockZ INTEGER,
 staticSharedMemory INTEGER, dynamicSharedMemory INTEGER, localMemoryPerThread INTEGER,
 graphNodeId INTEGER);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES
 (5000,6000,0,1,NULL,7,11,(1<<56)|(100<<24),2,3,32,8,2,1,256,1,1,1024,0,0,NULL),
 (8000,8500,0,1,NULL,7,13,(1<<56)|(100<<24),2,3,32,8,2,1,256,1,1,1024,0,0,55),
 (8000,8600,1,2,NULL,9,13,(1<<56)|(100<<24),2,3,32,8,2,1,256,1,1,1024,0,0,56);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY(start INTEGER, end INTEGER, deviceId INTEGER,
 contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, bytes INTEGER,
 copyKind INTEGER, srcKind INTEGER, dstKind INTEGER, srcDeviceId INTEGER, dstDeviceId INTEGER,
 graphNodeId INTEGER);
INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES
 (6500,7000,0,1,7,12,(1<<56)|(100<<24),4096,1,0,2,NULL,NULL,NULL);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET(start INTEGER, end INTEGER, deviceId INTEGER,
 contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, value INTEGER,
 bytes INTEGER, graphNodeId INTEGER, memKind INTEGER);
INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET VALUES
 (7100,7200,0,1,7,99,(1<<56)|(100<<24),0,512,NULL,2);
CREATE TABLE CUPTI_ACTIVITY_KIND_SYNCHRONIZATION(start INTEGER, end INTEGER, deviceId INTEGER,
 contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, syncType INTEGER,
 eventId INTEGER);
INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION VALUES
 (7200,7900,0,1,7,14,(1<<56)|(100<<24),3,4294967295);
CREATE TABLE NVTX_EVENTS(start INTEGER NOT NULL, end INTEGER, eventType INTEGER NOT NULL,
 rangeId INTEGER, category INTEGER, color INTEGER, text TEXT, globalTid INTEGER,
 endGlobalTid INTEGER, textId INTEGER, domainId INTEGER, uint64Value INTEGER, int64Value INTEGER,
 doubleValue REAL, uint32Value INTEGER, int32Value INTEGER, floatValue REAL, jsonTextId INTEGER,
 jsonText TEXT);
INSERT INTO NVTX_EVENTS(start,end,eventType,category,color,text,globalTid,endGlobalTid,textId,
 domainId,int64Value) VALUES
 (900,3300,59,3,4285970688,NULL,(1<<56)|(100<<24)|100,NULL,6,0,42),
 (500,4500,59,0,NULL,'step',(1<<56)|(100<<24)|100,NULL,NULL,0,NULL),
 (800,NULL,34,0,NULL,'a mark',(1<<56)|(100<<24)|100,NULL,NULL,0,NULL),
 (600,5000,60,0,NULL,'epoch',(1<<56)|(100<<24)|100,(1<<56)|(100<<24)|101,NULL,0,NULL),
 (700,900,59,0,NULL,'all-reduce',(1<<56)|(100<<24)|101,NULL,NULL,1,NULL),
 (4600,NULL,59,0,NULL,'open',(1<<56)|(100<<24)|100,NULL,NULL,0,NULL),
 (0,NULL,75,0,NULL,NULL,(1<<56)|(100<<24)|100,NULL,7,1,NULL),
 (0,NULL,33,3,NULL,'phases',(1<<56)|(100<<24)|100,NULL,NULL,0,NULL),
 (10,NULL,99,0,NULL,'unknown kind',(1<<56)|(100<<24)|100,NULL,NULL,0,NULL);
CREATE TABLE OSRT_API(start INTEGER, end INTEGER, eventClass INTEGER, globalTid INTEGER,
 nameId INTEGER, returnValue INTEGER, nestingLevel INTEGER, callchainId INTEGER);
INSERT INTO OSRT_API VALUES(100,9000,0,(1<<56)|(100<<24)|101,8,0,0,0);
CREATE TABLE TARGET_INFO_GPU_METRICS(typeId INTEGER, sourceId INTEGER, typeName TEXT,
 metricId INTEGER, metricName TEXT);
INSERT INTO TARGET_INFO_GPU_METRICS VALUES((1<<32)|1, 0, '', 3, 'SMs Active [Throughput %]');
CREATE TABLE GPU_METRICS(timestamp INTEGER, typeId INTEGER, metricId INTEGER, value INTEGER);
INSERT INTO GPU_METRICS VALUES(1000,(1<<32)|1,3,10),(2000,(1<<32)|1,3,90);
CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS(start INTEGER, globalPid INTEGER, deviceId INTEGER,
 bytes INTEGER, memoryOperationType INTEGER, memKind INTEGER);
INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS VALUES(3000,0,0,4096,1,2),(1000,0,0,4096,0,2),
 (2000,0,0,64,0,2),(1500,0,0,512,0,0);
CREATE TABLE COMPOSITE_EVENTS(id INTEGER, start INTEGER, cpu INTEGER);
INSERT INTO COMPOSITE_EVENTS VALUES(1,1,0),(2,2,0),(3,3,0);
CREATE TABLE DIAGNOSTIC_EVENT(timestamp INTEGER, severity INTEGER, text TEXT);
INSERT INTO DIAGNOSTIC_EVENT VALUES(0,1,'fine'),(0,2,'Events were lost.');
)";

/// The columns of version 2020.3, of one process without names.
const std::string kOldExport = R"(
CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO StringIds VALUES(1,'cudaLaunchKernel_v7000'),(2,'saxpy');
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INT NOT NULL, end INT NOT NULL, eventClass INT,
 globalTid INT NOT NULL, correlationId INT NOT NULL, nameId INT NOT NULL, returnValue INT NOT NULL);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(10,20,0,(7<<24)|7,1,1,0);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INT NOT NULL, end INT NOT NULL, deviceId INT NOT NULL,
 contextId INT NOT NULL, streamId INT NOT NULL, correlationId INT NOT NULL, globalPid INT NOT NULL,
 shortName INT NOT NULL, gridX INT, gridY INT, gridZ INT, blockX INT, blockY INT, blockZ INT);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(30,40,0,1,7,1,7<<24,2,1,1,1,32,1,1);
)";

std::span<const std::byte> bytesOf(const std::string &text) {
  return std::as_bytes(std::span(text));
}

Trace open(const std::string &sql) {
  const std::string bytes = test::databaseOf(sql);
  Result<Trace> trace = readTraceBytes(bytesOf(bytes), "report");
  if (!trace)
    qFatal("%s", trace.error().toString().c_str());
  return std::move(*trace);
}

/// "root > child > ..." of a track, with its kind's number.
std::string pathOf(const Trace &trace, TrackId id) {
  const Track &track = trace.track(id);
  const std::string name(trace.string(track.name));
  return track.parent.isValid() ? pathOf(trace, track.parent) + " > " + name : name;
}

std::vector<Slice> slicesNamed(const Trace &trace, std::string_view name) {
  std::vector<Slice> slices;
  for (uint32_t i = 0; i < trace.sliceCount(); ++i)
    if (trace.string(trace.slice(SliceId(i)).name) == name)
      slices.push_back(trace.slice(SliceId(i)));
  return slices;
}

/// "key=value, ..." of a slice.
std::string argsOf(const Trace &trace, const Slice &slice) {
  std::string text;
  for (const Arg &arg : trace.args(slice.args))
    text += (text.empty() ? "" : ", ") + argToText(trace, arg);
  return text;
}

const Track *trackNamed(const Trace &trace, std::string_view name) {
  for (const Track &track : trace.tracks())
    if (trace.string(track.name) == name)
      return &track;
  return nullptr;
}

bool contains(const std::string &text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

} // namespace

class NsightExportTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void allEventsOfAnExportAreShownOrCounted() {
    const Trace trace = open(kExport);
    // Calls, kernels, copy, memset, wait, NVTX ranges, call of the system.
    QCOMPARE(trace.sliceCount(), size_t(4 + 3 + 1 + 1 + 1 + 5 + 1));
    QCOMPARE(trace.instants().size(), size_t(1));
    QCOMPARE(trace.samples().size(), size_t(2 + 4));
    QCOMPARE(trace.flows().size(), size_t(1 + 1 + 2));
    QCOMPARE(test::countNoted(trace, "import.open-arrow"), 1u); // of the memset
    QCOMPARE(test::countNoted(trace, "database.not-read"), 3u);
    QCOMPARE(test::countNoted(trace, "nsight.other-nvtx"), 1u);
    QCOMPARE(test::countNoted(trace, "import.begin-without-end"), 1u);
    QVERIFY(contains(test::findNote(trace, "nsight.diagnostics")->message, "Events were lost."));
    QVERIFY(!test::hasNote(trace, "database.absent-columns"));
    QVERIFY(!test::hasNote(trace, "database.bad-rows"));
  }

  void theStartOfTheRecordingIsTimeZero() {
    const Trace trace = open(kExport);
    QCOMPARE(trace.info().origin, Nanoseconds(kStartNs));
    QCOMPARE(trace.info().date, std::string("2023-11-14T22:13:20Z"));
    QCOMPARE(trace.info().producer, std::string("NVIDIA Nsight Systems 2024.6.2.225"));
    const Slice kernel = slicesNamed(trace, "void gemm<float>(float*)").front();
    QCOMPARE(kernel.time.begin, Picoseconds(5'000'000));
    QCOMPARE(kernel.time.length(), Picoseconds(1'000'000));
  }

  void threadsHaveRowsOfNvtxAndCudaAndGpusHaveStreams() {
    const Trace trace = open(kExport);
    const auto pathOfSlice = [&](const char *name, size_t index = 0) {
      return pathOf(trace, slicesNamed(trace, name).at(index).track);
    };
    QCOMPARE(pathOfSlice("step"), std::string("[100] python3 > [100] main loop > NVTX"));
    QCOMPARE(pathOfSlice("epoch"), std::string("[100] python3 > [100] main loop > NVTX ranges"));
    QCOMPARE(pathOfSlice("all-reduce"), std::string("[100] python3 >  > NVTX (NCCL)"));
    QCOMPARE(pathOfSlice("cudaLaunchKernel"),
             std::string("[100] python3 > [100] main loop > CUDA API"));
    QCOMPARE(pathOfSlice("pthread_cond_wait"),
             std::string("[100] python3 >  > OS runtime libraries"));
    QCOMPARE(pathOfSlice("Memcpy HtoD"),
             std::string("GPU 0: NVIDIA H200 > context 1 of process 100 > stream 7 (default)"));
    QCOMPARE(pathOfSlice("void gemm<float>(float*)", 2),
             std::string("GPU 1: NVIDIA H200 > context 2 of process 100 > stream 9"));
    QCOMPARE(pathOfSlice("Stream sync"),
             std::string("GPU 0: NVIDIA H200 > context 1 of process 100 > synchronization"));
    const Track &process = trace.track(trace.children(TrackId())[0]);
    QCOMPARE(process.kind, TrackKind::Process);
    QCOMPARE(process.number, int64_t(100));
    const Track &thread = trace.track(trace.children(trace.children(TrackId())[0])[0]);
    QCOMPARE(thread.kind, TrackKind::Thread);
    QCOMPARE(thread.number, int64_t(100)); // the main thread is first
    const TrackId first = trace.children(trace.children(TrackId())[0])[0];
    QCOMPARE(trace.string(trace.track(trace.children(first)[0]).name), std::string_view("NVTX"));
    QCOMPARE(trackNamed(trace, "SMs Active [Throughput %]")->sampleCount, 2u);
    QCOMPARE(trackNamed(trace, "allocated memory")->sampleCount, 3u);
    // Allocated, allocated, freed: in the order of time.
    const Track &memory = *trackNamed(trace, "allocated memory");
    QCOMPARE(trace.samples()[memory.firstSample + 1].value, 4160.0);
    QCOMPARE(trace.samples()[memory.firstSample + 2].value, 64.0);
    const Track *host = trackNamed(trace, "allocated memory (Pageable)");
    QVERIFY(host != nullptr);
    QCOMPARE(host->sampleCount, 1u);
  }

  void eventsHaveTheFactsOfTheirRows() {
    const Trace trace = open(kExport);
    const std::string kernel = argsOf(trace, slicesNamed(trace, "void gemm<float>(float*)").at(1));
    for (const char *const part :
         {"grid=\"8 x 2 x 1\"", "block=\"256 x 1 x 1\"", "registers per thread=32", "graph node=55",
          "correlation=13", "short name=\"gemm\""})
      QVERIFY2(contains(kernel, part), kernel.c_str());
    const std::string copy = argsOf(trace, slicesNamed(trace, "Memcpy HtoD").front());
    for (const char *const part :
         {"bytes=4096", "GB/s=8.192", "from=\"Pageable\"", "to=\"Device\""})
      QVERIFY2(contains(copy, part), copy.c_str());
    const std::string range = argsOf(trace, slicesNamed(trace, "forward").front());
    for (const char *const part : {"category=\"phases\"", "color=\"#76b900\"", "payload=42"})
      QVERIFY2(contains(range, part), range.c_str());
    QVERIFY(contains(argsOf(trace, slicesNamed(trace, "epoch").front()), "ended by thread=101"));
    QVERIFY(contains(argsOf(trace, slicesNamed(trace, "cuMemAlloc_v2").front()), "result=2"));
    const Slice forward = slicesNamed(trace, "forward").front();
    QCOMPARE(trace.string(trace.slice(forward.parent).name), std::string_view("step"));
    QVERIFY(!isWholeSlice(slicesNamed(trace, "open").front().flags));
  }

  void anArrowLeadsFromTheCallToEachOfItsKernels() {
    const Trace trace = open(kExport);
    size_t ofGraph = 0;
    for (const Flow &flow : trace.flows()) {
      const Slice from = trace.slice(SliceId(flow.from.index));
      const Slice to = trace.slice(SliceId(flow.to.index));
      QVERIFY(from.time.begin < to.time.begin);
      ofGraph += trace.string(from.name) == "cudaGraphLaunch" ? 1 : 0;
    }
    QCOMPARE(ofGraph, size_t(2));
  }

  void anOlderVersionOpensWithoutItsAbsentColumns() {
    const Trace trace = open(kOldExport);
    QCOMPARE(trace.sliceCount(), size_t(2));
    QCOMPARE(trace.flows().size(), size_t(1));
    QCOMPARE(slicesNamed(trace, "saxpy").size(), size_t(1));
    // demangledName, registersPerThread, two shared sizes, local size, graphNodeId.
    QCOMPARE(test::countNoted(trace, "database.absent-columns"), 6u);
    QVERIFY(contains(test::findNote(trace, "database.absent-columns")->message,
                     "graphNodeId of CUPTI_ACTIVITY_KIND_KERNEL"));
  }

  void rowsOfWrongTypesAreLeftOutAndCounted() {
    const Trace trace = open(kOldExport + R"(
      INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES('soon',20,0,1,1,1,0),(1,2,0,1,1,77,0),
        (5,x'00ff',0,(7<<24)|7,3,1,0),(9,4,0,(7<<24)|7,4,1,0),
        (9223372036854775807,9223372036854775807,0,(7<<24)|7,5,1,0);)");
    QCOMPARE(test::countNoted(trace, "database.bad-rows"), 2u); // no time; no such string
    QCOMPARE(test::countNoted(trace, "import.begin-without-end"), 1u);
    QCOMPARE(test::countNoted(trace, "import.back-in-time"), 1u);
    QCOMPARE(test::countNoted(trace, "import.out-of-range"), 1u);
    QCOMPARE(trace.sliceCount(), size_t(4));
  }

  void equalCorrelationsOfTwoProcessesAreNotConnected() {
    const Trace trace = open(kOldExport + R"(
      INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(50,60,0,1,7,1,8<<24,2,1,1,1,32,1,1);)");
    QCOMPARE(trace.flows().size(), size_t(1));
    QCOMPARE(trace.children(trace.children(TrackId())[1]).size(), size_t(2)); // two contexts
  }

  void aDatabaseWithoutEventsOrOfAnotherKindIsNamed() {
    const auto rejected = [](const std::string &bytes, std::string_view part) {
      const Result<Trace> trace = readTraceBytes(bytesOf(bytes), "t");
      return !trace && contains(trace.error().toString(), part);
    };
    QVERIFY(rejected(test::databaseOf("CREATE TABLE StringIds(id, value);"), "contains no event"));
    QVERIFY(rejected(test::databaseOf("CREATE TABLE cats(name);"), "but cats"));
    QVERIFY(rejected(test::databaseOf("CREATE TABLE rocpd_api(id); CREATE TABLE rocpd_op(id);"),
                     "rpd2tracing.py"));
    QVERIFY(rejected(test::databaseOf("CREATE TABLE slices(id); CREATE TABLE tracks(id);"),
                     "open the trace that it was made of"));
    std::string text = test::databaseOf(kExport);
    QVERIFY(rejected(text.substr(0, text.size() / 2), "ends early"));
    text[100] = '\xff'; // the first page of the schema
    QVERIFY(rejected(text, "SQLite cannot read it"));
  }

  void aDatabaseWithWriteAheadLoggingOpens() {
    std::string bytes = test::databaseOf(kOldExport);
    bytes[18] = bytes[19] = 2;
    const Result<Trace> trace = readTraceBytes(bytesOf(bytes), "t");
    QVERIFY2(trace.has_value(), trace ? "" : trace.error().toString().c_str());
    QCOMPARE(trace->sliceCount(), size_t(2));
  }

  void readingCanBeCancelled() {
    const std::string bytes = test::databaseOf(kExport);
    ReadProgress progress;
    QVERIFY(readTraceBytes(bytesOf(bytes), "t", &progress).has_value());
    QVERIFY(progress.fraction() > 0);
    progress.cancel();
    const Result<Trace> trace = readTraceBytes(bytesOf(bytes), "t", &progress);
    QVERIFY(!trace.has_value());
    QCOMPARE(trace.error().code, ErrorCode::Cancelled);
  }

  void pagesInACircleEndWithAnError() {
    // A table of two levels, whose inner page refers to itself instead of to its leaves.
    std::string sql = kOldExport + "CREATE TABLE OSRT_API(start, end, globalTid, nameId);";
    for (int i = 0; i < 60; ++i)
      sql += "INSERT INTO OSRT_API VALUES(1,2,(7<<24)|7,1);";
    std::string bytes = test::databaseOf(sql);
    size_t changed = 0;
    for (size_t page = 512; page + 512 <= bytes.size(); page += 512)
      if (bytes[page] == 5 && ++changed > 0) { // an inner page of a table: its right child
        bytes[page + 10] = static_cast<char>(page / 512 / 256);
        bytes[page + 11] = static_cast<char>(page / 512 + 1);
      }
    QVERIFY(changed > 0);
    const Result<Trace> trace = readTraceBytes(bytesOf(bytes), "t");
    QVERIFY2(trace ? test::hasNote(*trace, "database.damaged") : !trace.error().message.empty(),
             "the damage is not reported");
  }

  void aFileThatEndsAtAnyByteDoesNoHarm() {
    const std::string bytes = test::databaseOf(kOldExport);
    for (size_t size = 0; size < bytes.size(); ++size) {
      const std::string part = bytes.substr(0, size);
      QVERIFY2(!readTraceBytes(bytesOf(part), "t").has_value(), std::to_string(size).c_str());
    }
  }

  void damagedBytesDoNoHarm() {
    constexpr uint64_t kSeed = 17;
    const std::string bytes = test::databaseOf(kOldExport);
    std::mt19937_64 random(kSeed);
    for (int round = 0; round < 500; ++round) {
      std::string damaged = bytes;
      for (int change = 0; change < 4; ++change)
        damaged[100 + random() % (damaged.size() - 100)] = static_cast<char>(random());
      const Result<Trace> trace = readTraceBytes(bytesOf(damaged), "noise");
      QVERIFY2(trace ? !traceToText(*trace).empty() : !trace.error().message.empty(),
               qPrintable(QString("seed %1, round %2").arg(kSeed).arg(round)));
    }
  }
};

QTEST_GUILESS_MAIN(NsightExportTest)
#include "nsight_export_test.moc"
