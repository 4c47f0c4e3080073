// SPDX-License-Identifier: Apache-2.0
// One run in each file format of rocprofv3: database, JSON and tables, made by hand from the
// documented schema.
#include <QtTest>

#include "core/formats/rocprof/rocprof_merge.h"
#include "core/formats/trace_file/trace_file.h"
#include "core/trace/trace_builder.h"
#include "tests/core/formats/memory_database.h"
#include "tests/support/trace_notes.h"
#include "tests/support/trace_text.h"

using namespace pstudio;

namespace {

constexpr int64_t kBootNs = 4'484'384'000'000'000; // the first call, on the clock since boot

/// The database of process `pid`, whose tables end with `suffix`.
std::string rocpdSql(const std::string &suffix, int pid) {
  std::string sql = R"(
CREATE TABLE rocpd_metadata@(id INTEGER PRIMARY KEY, tag TEXT, value TEXT);
CREATE TABLE rocpd_string@(id INTEGER PRIMARY KEY, guid TEXT, string TEXT);
INSERT INTO rocpd_string@(id, string) VALUES(1,'HIP_RUNTIME_API'),(2,'hipLaunchKernel'),
 (3,'MARKER_CORE_RANGE_API'),(4,'roctxRangePushA'),(5,'KERNEL_DISPATCH'),(6,'MEMORY_COPY'),
 (7,'MEMORY_COPY_HOST_TO_DEVICE'),(8,'hipMemcpyAsync'),(9,'MARKER_CORE_API'),(10,'');
CREATE TABLE rocpd_info_node@(id INTEGER PRIMARY KEY, hostname TEXT);
INSERT INTO rocpd_info_node@ VALUES(77, 'mi300');
CREATE TABLE rocpd_info_process@(id INTEGER PRIMARY KEY, nid INTEGER, pid INTEGER, command TEXT);
INSERT INTO rocpd_info_process@ VALUES(1, 77, PID, './train --steps 3');
CREATE TABLE rocpd_info_thread@(id INTEGER PRIMARY KEY, nid INTEGER, pid INTEGER, tid INTEGER,
 name TEXT);
INSERT INTO rocpd_info_thread@ VALUES(5, 77, 1, PID, 'main');
CREATE TABLE rocpd_info_agent@(id INTEGER PRIMARY KEY, nid INTEGER, pid INTEGER, type TEXT,
 absolute_index INTEGER, logical_index INTEGER, type_index INTEGER, name TEXT, product_name TEXT);
INSERT INTO rocpd_info_agent@ VALUES(0,77,1,'CPU',0,0,0,'EPYC','AMD EPYC'),
 (4,77,1,'GPU',4,4,0,'gfx942','AMD Instinct MI300X');
CREATE TABLE rocpd_info_kernel_symbol@(id INTEGER PRIMARY KEY, kernel_name TEXT, display_name TEXT,
 arch_vgpr_count INTEGER, accum_vgpr_count INTEGER, sgpr_count INTEGER);
INSERT INTO rocpd_info_kernel_symbol@ VALUES(16, 'saxpy.kd', 'saxpy(float*, float)', 12, 4, 48);
CREATE TABLE rocpd_event@(id INTEGER PRIMARY KEY, category_id INTEGER, stack_id INTEGER,
 extdata TEXT);
INSERT INTO rocpd_event@ VALUES(1,1,11,'{}'),(2,5,11,'{}'),(3,1,12,'{}'),(4,6,12,'{}'),
 (5,3,13,'{"message": "step 1"}'),(6,9,14,'{"message": "saved"}'),(7,1,15,'{}');
CREATE TABLE rocpd_region@(id INTEGER PRIMARY KEY, nid INTEGER, pid INTEGER, tid INTEGER,
 start BIGINT, end BIGINT, name_id INTEGER, event_id INTEGER);
INSERT INTO rocpd_region@ VALUES(11,77,1,5,BOOT+100,BOOT+200,2,1),(12,77,1,5,BOOT+300,BOOT+400,8,3),
 (13,77,1,5,BOOT+0,BOOT+5000,4,5);
CREATE TABLE rocpd_track@(id INTEGER PRIMARY KEY, nid INTEGER, pid INTEGER, tid INTEGER,
 name_id INTEGER);
INSERT INTO rocpd_track@ VALUES(1,77,1,5,9);
CREATE TABLE rocpd_sample@(id INTEGER PRIMARY KEY, track_id INTEGER, timestamp BIGINT,
 event_id INTEGER);
INSERT INTO rocpd_sample@ VALUES(14,1,BOOT+450,6);
CREATE TABLE rocpd_kernel_dispatch@(id INTEGER PRIMARY KEY, nid INTEGER, pid INTEGER, tid INTEGER,
 agent_id INTEGER, kernel_id INTEGER, dispatch_id INTEGER, queue_id INTEGER, stream_id INTEGER,
 start BIGINT, end BIGINT, private_segment_size INTEGER, group_segment_size INTEGER,
 workgroup_size_x INTEGER, workgroup_size_y INTEGER, workgroup_size_z INTEGER, grid_size_x INTEGER,
 grid_size_y INTEGER, grid_size_z INTEGER, region_name_id INTEGER, event_id INTEGER);
INSERT INTO rocpd_kernel_dispatch@ VALUES(1,77,1,5,4,16,1,1,0,BOOT+1000,BOOT+3000,0,512,64,1,1,256,
 1,1,10,2);
CREATE TABLE rocpd_memory_copy@(id INTEGER PRIMARY KEY, nid INTEGER, pid INTEGER, tid INTEGER,
 start BIGINT, end BIGINT, name_id INTEGER, dst_agent_id INTEGER, src_agent_id INTEGER,
 size INTEGER, stream_id INTEGER, event_id INTEGER);
INSERT INTO rocpd_memory_copy@ VALUES(1,77,1,5,BOOT+3500,BOOT+4500,7,4,0,8192,0,4);
CREATE TABLE rocpd_memory_allocate@(id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER, type TEXT,
 level TEXT, start BIGINT, end BIGINT, event_id INTEGER);
INSERT INTO rocpd_memory_allocate@ VALUES(1,1,5,'ALLOC','REAL',BOOT+10,BOOT+20,7);
CREATE TABLE rocpd_info_pmc@(id INTEGER PRIMARY KEY, name TEXT);
INSERT INTO rocpd_info_pmc@ VALUES(3,'SQ_WAVES');
CREATE TABLE rocpd_pmc_event@(id INTEGER PRIMARY KEY, event_id INTEGER, pmc_id INTEGER, value REAL);
INSERT INTO rocpd_pmc_event@ VALUES(1,2,3,4.0);
CREATE VIEW kernels@ AS SELECT * FROM rocpd_kernel_dispatch@;
)";
  const auto replace = [&](const std::string &from, const std::string &to) {
    for (size_t at = sql.find(from); at != sql.npos; at = sql.find(from, at + to.size()))
      sql.replace(at, from.size(), to);
  };
  replace("@", suffix);
  replace("PID", std::to_string(pid));
  replace("BOOT", std::to_string(kBootNs));
  return sql;
}

/// The same run as JSON; the strings come last, as no reader may rely on their place.
std::string rocprofJson() {
  std::string json = R"json({"rocprofiler-sdk-tool": [{
 "metadata": {"pid": 4711, "init_time": 1, "command": ["./train", "--steps"]},
 "agents": [{"size": 1, "id": {"handle": 18446744073709551600}, "type": 1, "node_id": 0,
   "logical_node_type_id": 0, "name": "EPYC", "product_name": "AMD EPYC"},
  {"size": 1, "id": {"handle": 900}, "type": 2, "node_id": 4, "logical_node_type_id": 0,
   "name": "gfx942", "product_name": "AMD Instinct MI300X", "caches": [{"size": 1}, {"size": 2}]}],
 "kernel_symbols": [{"kernel_id": 16, "kernel_name": "saxpy.kd",
   "formatted_kernel_name": "saxpy(float*, float)", "arch_vgpr_count": 12, "accum_vgpr_count": 4,
   "sgpr_count": 48}],
 "callback_records": {"counter_collection": [{"thread_id": 1}, {"thread_id": 2}]},
 "buffer_records": {
  "kernel_dispatch": [{"kind": 2, "operation": 0, "thread_id": 4711,
   "correlation_id": {"internal": 11, "external": 0}, "start_timestamp": B1000,
   "end_timestamp": B3000, "dispatch_info": {"agent_id": {"handle": 900},
   "queue_id": {"handle": 1}, "kernel_id": 16, "dispatch_id": 1, "private_segment_size": 0,
   "group_segment_size": 512, "workgroup_size": {"x": 64, "y": 1, "z": 1},
   "grid_size": {"x": 256, "y": 1, "z": 1}}, "stream_id": {"handle": 0}}],
  "hip_api": [{"kind": 0, "operation": 0, "thread_id": 4711, "correlation_id": {"internal": 11},
    "start_timestamp": B0100, "end_timestamp": B0200},
   {"kind": 0, "operation": 1, "thread_id": 4711, "correlation_id": {"internal": 12},
    "start_timestamp": B0300, "end_timestamp": B0400}],
  "marker_api": [{"kind": 1, "operation": 0, "thread_id": 4711, "correlation_id": {"internal": 13},
    "start_timestamp": B0000, "end_timestamp": B5000},
   {"kind": 1, "operation": 1, "thread_id": 4711, "correlation_id": {"internal": 14},
    "start_timestamp": B0450, "end_timestamp": B0450}],
  "memory_copy": [{"kind": 3, "operation": 1, "thread_id": 4711, "correlation_id": {"internal": 12},
    "start_timestamp": B3500, "end_timestamp": B4500, "dst_agent_id": {"handle": 900},
    "src_agent_id": {"handle": 18446744073709551600}, "bytes": 8192, "stream_id": {"handle": 0}}],
  "memory_allocation": [{"kind": 4, "operation": 0, "thread_id": 4711,
    "correlation_id": {"internal": 15}, "start_timestamp": B0010, "end_timestamp": B0020}],
  "pc_sample_host_trap": [{"inst_index": 1}]},
 "strings": {
  "buffer_records": [
   {"kind": "HIP_RUNTIME_API", "operations": ["hipLaunchKernel", "hipMemcpyAsync"]},
   {"kind": "MARKER_CORE_RANGE_API", "operations": ["roctxRangePushA", "roctxMarkA"]},
   {"kind": "KERNEL_DISPATCH", "operations": ["KERNEL_DISPATCH"]},
   {"kind": "MEMORY_COPY", "operations": ["MEMORY_COPY_NONE", "MEMORY_COPY_HOST_TO_DEVICE"]},
   {"kind": "MEMORY_ALLOCATION", "operations": ["REAL ALLOC"]}],
  "marker_api": [{"key": 13, "value": "step 1"}, {"key": 14, "value": "saved"}]
}
}]
})json";
  for (size_t at = json.find(" B"); at != json.npos; at = json.find(" B", at)) {
    const int64_t ns = std::stoll(json.substr(at + 2, 4));
    json.replace(at + 1, 5, std::to_string(kBootNs + ns));
  }
  return json;
}

std::string timesOf(int64_t begin, int64_t end) {
  return std::to_string(kBootNs + begin) + "," + std::to_string(kBootNs + end);
}

const std::string kKernelHeader =
    "\"Kind\",\"Agent_Id\",\"Queue_Id\",\"Stream_Id\",\"Thread_Id\",\"Dispatch_Id\",\"Kernel_Id\","
    "\"Kernel_Name\",\"Correlation_Id\",\"Start_Timestamp\",\"End_Timestamp\",\"LDS_Block_Size\","
    "\"Scratch_Size\",\"VGPR_Count\",\"Accum_VGPR_Count\",\"SGPR_Count\",\"Workgroup_Size_X\","
    "\"Workgroup_Size_Y\",\"Workgroup_Size_Z\",\"Grid_Size_X\",\"Grid_Size_Y\",\"Grid_Size_Z\"\n";
const std::string kCallHeader = "\"Domain\",\"Function\",\"Process_Id\",\"Thread_Id\","
                                "\"Correlation_Id\",\"Start_Timestamp\",\"End_Timestamp\"\n";

std::string kernelCsv() {
  return kKernelHeader +
         "\"KERNEL_DISPATCH\",\"Agent 4\",1,0,4711,1,16,\"saxpy(float*, float)\",11," +
         timesOf(1000, 3000) + ",512,0,12,4,48,64,1,1,256,1,1\n";
}

/// The tables of the run, joined as `cat` joins their files.
std::string joinedCsv() {
  return kCallHeader + "\"HIP_RUNTIME_API\",\"hipLaunchKernel\",4711,4711,11," + timesOf(100, 200) +
         "\n\"HIP_RUNTIME_API\",\"hipMemcpyAsync\",4711,4711,12," + timesOf(300, 400) + "\n" +
         kernelCsv() + kCallHeader + "\"MARKER_CORE_RANGE_API\",\"step 1\",4711,4711,13," +
         timesOf(0, 5000) + "\n\"MARKER_CORE_API\",\"saved\",4711,4711,14," + timesOf(450, 450) +
         "\n\"Kind\",\"Direction\",\"Stream_Id\",\"Source_Agent_Id\",\"Destination_Agent_Id\","
         "\"Correlation_Id\",\"Start_Timestamp\",\"End_Timestamp\"\n"
         "\"MEMORY_COPY\",\"MEMORY_COPY_HOST_TO_DEVICE\",0,\"Agent 0\",\"Agent 4\",12," +
         timesOf(3500, 4500) +
         "\n\"Kind\",\"Operation\",\"Agent_Id\",\"Allocation_Size\",\"Address\",\"Correlation_Id\","
         "\"Start_Timestamp\",\"End_Timestamp\"\n"
         "\"MEMORY_ALLOCATION\",\"REAL ALLOC\",\"Agent 4\",64,\"0x1\",15," +
         timesOf(10, 20) +
         "\n\"Node_Id\",\"Logical_Node_Id\",\"Agent_Type\",\"Name\",\"Vendor_Name\",\"Product_"
         "Name\"\n"
         "0,0,\"CPU\",\"EPYC\",\"AMD\",\"AMD EPYC\"\n"
         "4,4,\"GPU\",\"gfx942\",\"AMD\",\"AMD Instinct MI300X\"\n";
}

Trace open(const std::string &bytes) {
  Result<Trace> trace = readTraceBytes(std::as_bytes(std::span(bytes)), "rocprof");
  if (!trace)
    qFatal("%s", trace.error().toString().c_str());
  return std::move(*trace);
}

std::string pathOf(const Trace &trace, TrackId id) {
  const Track &track = trace.track(id);
  const std::string name(trace.string(track.name));
  return track.parent.isValid() ? pathOf(trace, track.parent) + " > " + name : name;
}

std::optional<Slice> sliceNamed(const Trace &trace, std::string_view name) {
  for (uint32_t i = 0; i < trace.sliceCount(); ++i)
    if (trace.string(trace.slice(SliceId(i)).name) == name)
      return trace.slice(SliceId(i));
  return std::nullopt;
}

std::string argsOf(const Trace &trace, const Slice &slice) {
  std::string text;
  for (const Arg &arg : trace.args(slice.args))
    text += argToText(trace, arg) + ", ";
  return text;
}

bool contains(const std::string &text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

} // namespace

class RocprofFilesTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void everyFormatShowsTheSameRun_data() {
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("thread");
    const auto row = [](const char *name, const std::string &bytes, const char *thread) {
      QTest::newRow(name) << QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size()))
                          << QString(thread);
    };
    row("rocpd", test::databaseOf(rocpdSql("_00a1", 4711)), "./train > main");
    row("rocpd without an id", test::databaseOf(rocpdSql("", 4711)), "./train > main");
    row("JSON", rocprofJson(), "./train > ");
    row("CSV", joinedCsv(), " > ");
  }

  void everyFormatShowsTheSameRun() {
    QFETCH(QByteArray, file);
    QFETCH(QString, thread);
    const Trace trace = open(file.toStdString());
    // Two calls, a marker range, an allocation; a kernel and a copy.
    QCOMPARE(trace.sliceCount(), size_t(4 + 2));
    QCOMPARE(trace.instants().size(), size_t(1));
    QCOMPARE(trace.string(trace.instants()[0].name), std::string_view("saved"));
    QCOMPARE(trace.flows().size(), size_t(2));
    QCOMPARE(trace.info().origin, Nanoseconds(kBootNs));
    const auto pathOfSlice = [&](const char *name) {
      return pathOf(trace, sliceNamed(trace, name).value().track);
    };
    const std::string host = thread.toStdString();
    QCOMPARE(pathOfSlice("hipLaunchKernel"), host + " > HIP API");
    QCOMPARE(pathOfSlice("step 1"), host + " > ROCTx");
    QCOMPARE(pathOfSlice("REAL ALLOC"),
             (trace.string(trace.track(TrackId(0)).name).empty() ? std::string() : "./train") +
                 (file.startsWith("\"Domain") ? "" : host.substr(host.find(" > "))) +
                 " > memory allocation");
    QCOMPARE(pathOfSlice("saxpy(float*, float)"),
             std::string("GPU 0: AMD Instinct MI300X > stream 0"));
    QCOMPARE(pathOfSlice("MEMORY_COPY_HOST_TO_DEVICE"),
             std::string("GPU 0: AMD Instinct MI300X > stream 0"));
    const Slice kernel = *sliceNamed(trace, "saxpy(float*, float)");
    QCOMPARE(kernel.time.begin, Picoseconds(1'000'000));
    QCOMPARE(kernel.time.length(), Picoseconds(2'000'000));
    QCOMPARE(trace.string(kernel.category), std::string_view("kernel_dispatch"));
    const std::string args = argsOf(trace, kernel);
    for (const char *const part : {"workgroup=\"64 x 1 x 1\"", "grid [threads]=\"256 x 1 x 1\"",
                                   "LDS [bytes]=512", "VGPRs=12", "SGPRs=48", "queue=1"})
      QVERIFY2(contains(args, part), args.c_str());
  }

  void countersAreArgumentsOfTheirKernel() {
    const Trace trace = open(test::databaseOf(rocpdSql("_00a1", 4711)));
    const std::string args = argsOf(trace, *sliceNamed(trace, "saxpy(float*, float)"));
    QVERIFY2(contains(args, "SQ_WAVES=4"), args.c_str());
    QVERIFY(contains(argsOf(trace, *sliceNamed(trace, "MEMORY_COPY_HOST_TO_DEVICE")),
                     "from=\"CPU 0\""));
  }

  void processesOfOneDatabaseStaySeparate() {
    const Trace trace = open(test::databaseOf(rocpdSql("_00a1", 4711) + rocpdSql("_00b2", 4712)));
    QCOMPARE(trace.sliceCount(), size_t(12));
    QCOMPARE(trace.flows().size(), size_t(4));
    for (const Flow &flow : trace.flows()) {
      const std::string call = argsOf(trace, trace.slice(SliceId(flow.from.index)));
      QVERIFY(contains(call, "correlation=1"));
    }
    QCOMPARE(trace.children(TrackId()).size(), size_t(3)); // two processes, one GPU
    const TrackId gpu = trace.children(TrackId())[2];
    QCOMPARE(trace.children(gpu).size(), size_t(2));
    QCOMPARE(trace.string(trace.track(trace.children(gpu)[1]).name),
             std::string_view("stream 0 of process 4712"));
  }

  void aTableOfKernelsOpensAlone() {
    const Trace trace = open(kernelCsv());
    QCOMPARE(trace.sliceCount(), size_t(1));
    QCOMPARE(pathOf(trace, sliceNamed(trace, "saxpy(float*, float)")->track),
             std::string("agent 4 > stream 0"));
    QVERIFY(trace.notes().empty());
  }

  void whatIsNotReadIsCounted() {
    const Trace json = open(rocprofJson());
    QCOMPARE(test::countNoted(json, "rocprof.not-read"), 2u); // counters; then samples
    const Trace csv = open(kernelCsv() + "\"KERNEL_DISPATCH\",\"Agent 4\",1,0,47\n");
    QCOMPARE(test::countNoted(csv, "rocprof.bad-records"), 1u);
    const Trace untimed =
        open(kernelCsv() + "\"KERNEL_DISPATCH\",\"Agent 4\",1,0,1,2,16,\"k\",1,0,0,"
                           "0,0,0,0,0,1,1,1,1,1,1\n");
    QCOMPARE(test::countNoted(untimed, "rocprof.bad-records"), 1u);
    QCOMPARE(untimed.sliceCount(), size_t(1));
    QCOMPARE(untimed.info().origin, Nanoseconds(kBootNs + 1000));
    const Trace database = open(
        test::databaseOf(rocpdSql("_1", 1) + "CREATE TABLE rocpd_gpu_pc_sample_1(id); INSERT INTO "
                                             "rocpd_gpu_pc_sample_1 VALUES(1),(2); INSERT INTO "
                                             "rocpd_region_1 VALUES(99,77,1,5,NULL,5,2,1);"));
    QCOMPARE(test::countNoted(database, "database.not-read"), 2u);
    QCOMPARE(test::countNoted(database, "database.bad-rows"), 1u);
  }

  void aDamagedJsonKeepsWhatPrecedesTheDamage() {
    const std::string json = rocprofJson();
    const Trace trace = open(json.substr(0, json.find("\"marker_api\"")));
    QCOMPARE(trace.sliceCount(), size_t(3)); // the kernel and two calls, without their names
    QVERIFY(contains(test::findNote(trace, "rocprof.damaged")->message, "line "));
    QVERIFY(sliceNamed(trace, "saxpy(float*, float)"));
  }

  void filesThatEndAnywhereDoNoHarm() {
    for (const std::string &file :
         {rocprofJson(), joinedCsv(), test::databaseOf(rocpdSql("_1", 1))})
      for (size_t size = 0; size < file.size(); ++size) {
        const std::string part = file.substr(0, size);
        const Result<Trace> trace = readTraceBytes(std::as_bytes(std::span(part)), "part");
        QVERIFY(trace ? trace->sliceCount() + trace->instants().size() > 0
                      : !trace.error().message.empty());
      }
  }

  void everyFormatIsAlignedWithTheRecordsOfTheRun() {
    TraceBuilder recorded;
    recorded.info().origin = Nanoseconds(1'000'000'000);
    Launch launch;
    launch.kernel = recorded.intern("saxpy");
    launch.timeBase = TimeBase::Measured;
    Track warp;
    warp.kind = TrackKind::Warp;
    warp.launch = recorded.addLaunch(launch);
    SliceInput work;
    work.track = recorded.addTrack(warp);
    work.name = recorded.intern("work");
    work.begin = Picoseconds(500'000);
    work.duration = Picoseconds(1'500'000);
    recorded.addSlice(work);
    const Trace run = std::move(recorded).finish();
    for (const std::string &file :
         {test::databaseOf(rocpdSql("_00a1", 4711)), rocprofJson(), kernelCsv()}) {
      const Result<Trace> both = rocprof::mergeRocprof(run, open(file));
      QVERIFY2(both.has_value(), both ? "" : both.error().toString().c_str());
      QVERIFY(test::hasNote(*both, "rocprof.aligned"));
      const Slice kernel = *sliceNamed(*both, "saxpy(float*, float)");
      const Slice inside = *sliceNamed(*both, "work");
      QVERIFY(kernel.time.begin <= inside.time.begin && inside.time.end <= kernel.time.end);
    }
  }

  void filesWithoutRecordsNameWhatToOpen() {
    const auto rejected = [](const std::string &bytes, std::string_view part) {
      const Result<Trace> trace = readTraceBytes(std::as_bytes(std::span(bytes)), "t");
      return !trace && contains(trace.error().toString(), part);
    };
    QVERIFY(rejected(R"({"rocprofiler-sdk-tool":[{"metadata":{"pid":1}}]})", "contains no record"));
    QVERIFY(rejected("\"Node_Id\",\"Logical_Node_Id\",\"Agent_Type\"\n0,0,\"CPU\"\n",
                     "_kernel_trace.csv"));
    QVERIFY(rejected("a,b\n1,2\n", "no known trace format"));
  }
};

QTEST_GUILESS_MAIN(RocprofFilesTest)
#include "rocprof_files_test.moc"
