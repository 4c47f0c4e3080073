// SPDX-License-Identifier: Apache-2.0
// Source lines of a trace: sums, events, texts, stored files, and the places of IR and assembly.
#include <QtTest>

#include <filesystem>

#include "core/base/output_file.h"
#include "core/formats/pftrace/pftrace_reader.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/source/code_places.h"
#include "core/source/line_events.h"
#include "core/source/line_sums.h"
#include "core/source/line_sums_text.h"
#include "core/source/source_texts.h"
#include "core/source/stored_sources.h"
#include "core/trace/arg_names.h"
#include "core/trace/launch_samples.h"
#include "core/trace/trace_builder.h"
#include "tests/support/trace_notes.h"
#include "tests/support/transpose_trace.h"
#include "tests/support/verify_result.h"

using namespace pstudio;

namespace {

namespace fs = std::filesystem;

/// One launch with warps; times in ns.
class LineTrace {
public:
  LineTrace() {
    Launch launch;
    launch.kernel = m_build.intern("gemm");
    m_launch = m_build.addLaunch(launch);
  }
  TrackId warp(int64_t number) {
    return m_build.addTrack(TrackKind::Warp, "warp", TrackId(), number, number);
  }
  ArgSetId at(const std::string &place) {
    const Arg arg = Arg::ofString(m_build.intern("source"), m_build.intern(place));
    return place.empty() ? ArgSetId() : m_build.addArgs(std::span(&arg, 1));
  }
  void slice(TrackId track, const char *name, int64_t begin, int64_t end, const std::string &place,
             uint8_t flags = 0) {
    SliceInput input;
    input.track = track;
    input.name = m_build.intern(name);
    input.begin = Picoseconds(begin * 1000);
    input.duration = Picoseconds((end - begin) * 1000);
    input.args = at(place);
    input.flags = flags;
    m_build.addSlice(input);
  }
  void instant(TrackId track, int64_t time, const std::string &place) {
    m_build.addInstant(
        {track, m_build.intern("wgmma"), StringId(), Picoseconds(time * 1000), at(place)});
  }
  TraceBuilder &builder() { return m_build; }
  LaunchId launch() const { return m_launch; }
  Trace finish() { return std::move(m_build).finish(); }

private:
  TraceBuilder m_build;
  LaunchId m_launch;
};

/// Two warps: a loop (line 10) with a wait (12) inside it, work in another file, an event without a
/// line.
Trace sampleTrace() {
  LineTrace build;
  for (int64_t number = 0; number < 2; ++number) {
    const TrackId warp = build.warp(number);
    build.slice(warp, "k loop", 0, 100, "/k/gemm.py:10:5");
    build.slice(warp, "wait copy", 20, 50 + 10 * number, "/k/gemm.py:12:7");
    build.instant(warp, 70, "/k/gemm.py:14:1");
    build.slice(warp, "epilogue", 100, 130, "/k/tail.py:3:1");
    build.slice(warp, "unknown", 130, 135, "");
  }
  return build.finish();
}

std::optional<int64_t> value(const SourceSums &sums, const char *file, uint32_t line,
                             LineColumn column) {
  for (const FileSums &of : sums.files)
    if (of.path == file)
      return of.at(line) ? (*of.at(line))[column] : std::nullopt;
  return std::nullopt;
}

SourceSums sumsOf(const Trace &trace, const SourceArea &area = {}, unsigned threads = 0) {
  return sumByLine(trace, TracePlaces(trace), area, threads);
}

std::span<const std::byte> bytesOf(const std::string &text) {
  return std::as_bytes(std::span(text));
}

} // namespace

class SourceTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void initTestCase() { QVERIFY(m_folder.isValid()); }

  void linesHaveTotalSelfAndWaitTimesOfAllWarps() {
    const SourceSums sums = sumsOf(sampleTrace());
    QCOMPARE(value(sums, "/k/gemm.py", 10, LineColumn::Total), 200'000);
    QCOMPARE(value(sums, "/k/gemm.py", 10, LineColumn::Self), 130'000);
    QCOMPARE(value(sums, "/k/gemm.py", 12, LineColumn::Waits), 70'000);
    QCOMPARE(value(sums, "/k/gemm.py", 10, LineColumn::Events), 2);
    QCOMPARE(value(sums, "/k/tail.py", 3, LineColumn::Self), 60'000);
    QCOMPARE(sums.files.front().path, std::string("/k/gemm.py")); // the most self time
    QCOMPARE(sums.files.front().totals[static_cast<size_t>(LineColumn::Self)], 200'000);
    QCOMPARE(sums.eventsWithoutLine, 2u);
  }

  void unknownFiguresAreNotZero() {
    const SourceSums sums = sumsOf(sampleTrace());
    QCOMPARE(value(sums, "/k/gemm.py", 10, LineColumn::Waits), std::nullopt);
    QCOMPARE(value(sums, "/k/gemm.py", 14, LineColumn::Self), std::nullopt); // an instant
    QCOMPARE(value(sums, "/k/gemm.py", 14, LineColumn::Events), 2);
    QCOMPARE(value(sums, "/k/gemm.py", 11, LineColumn::Events), std::nullopt);
    QVERIFY(!sums.has[static_cast<size_t>(LineColumn::Accesses)]);
    QVERIFY(!sums.has[static_cast<size_t>(LineColumn::Samples)]);
    QVERIFY(sums.has[static_cast<size_t>(LineColumn::Waits)]);
  }

  void anAreaHasThePartsInsideOfIt() {
    const Trace trace = sampleTrace();
    SourceArea area;
    area.range = {Picoseconds(30'000), Picoseconds(110'000)};
    area.tracks = {TrackId(1)};
    const SourceSums sums = sumsOf(trace, area);
    QCOMPARE(value(sums, "/k/gemm.py", 10, LineColumn::Total), 70'000);
    QCOMPARE(value(sums, "/k/gemm.py", 12, LineColumn::Waits), 30'000);
    QCOMPARE(value(sums, "/k/tail.py", 3, LineColumn::Total), 10'000);
    QCOMPARE(value(sums, "/k/gemm.py", 14, LineColumn::Events), 1);
    QCOMPARE(sums.eventsWithoutLine, 0u);
  }

  void openSlicesHaveNoTime() {
    LineTrace build;
    build.slice(build.warp(0), "load", 0, 40, "a.py:1", kSliceNoEnd);
    const SourceSums sums = sumsOf(build.finish());
    QCOMPARE(value(sums, "a.py", 1, LineColumn::Total), std::nullopt);
    QCOMPARE(sums.files[0].lines[0].openSlices, 1u);
    QVERIFY(lineSumsRemarks(sums).find("1 slice has no recorded begin or end") !=
            std::string::npos);
  }

  void flightsAreApartFromTheTimeOfWarps() {
    LineTrace build;
    const TrackId async = build.builder().addTrack(TrackKind::Async, "copies", TrackId(), 0, 0);
    build.slice(async, "copy", 0, 90, "a.py:1", kSliceAsync);
    const SourceSums sums = sumsOf(build.finish());
    QCOMPARE(value(sums, "a.py", 1, LineColumn::InFlight), 90'000);
    QCOMPARE(value(sums, "a.py", 1, LineColumn::Total), std::nullopt);
  }

  void sumsDoNotDependOnTheNumberOfThreads() {
    const auto trace = test::makeTransposeTrace({test::TransposeKind::Naive}, {});
    QCOMPARE(lineSumsCsv(sumsOf(*trace, {}, 1), SourceTexts(nullptr)),
             lineSumsCsv(sumsOf(*trace, {}, 7), SourceTexts(nullptr)));
  }

  void accessesOfALineAreCountedWithTheirExcess() {
    const auto trace =
        test::makeTransposeTrace({test::TransposeKind::Naive, test::TransposeKind::Unpadded}, {});
    const SourceSums sums = sumsOf(*trace);
    int64_t accesses = 0, bytes = 0, sectors = 0, wavefronts = 0;
    for (const FileSums &file : sums.files) {
      const auto of = [&](LineColumn c) { return file.totals[static_cast<size_t>(c)]; };
      accesses += of(LineColumn::Accesses);
      bytes += of(LineColumn::Bytes);
      sectors += of(LineColumn::ExcessSectors);
      wavefronts += of(LineColumn::ExcessWavefronts);
    }
    // 256 x 256 elements: 2048 accesses of a warp load or store each element once. The naive kernel
    // has 2 such operations and the other kernel 4, all of 128 bytes per access. A column costs 32
    // sectors instead of 4, and 32 wavefronts instead of 1.
    QCOMPARE(accesses, 6 * 2048);
    QCOMPARE(bytes, 6 * 2048 * 128);
    QCOMPARE(sectors, 2048 * 28);
    QCOMPARE(wavefronts, 2048 * 31);
    SourceArea none;
    none.range = {Picoseconds(INT64_MAX - 1), Picoseconds(INT64_MAX)};
    QVERIFY(sumsOf(*trace, none).files.empty());
  }

  void samplesOfALineHaveTheirReasons() {
    LineTrace build;
    addPcSamples(build.builder(), build.launch(),
                 {1024,
                  0,
                  {{"gemm", "/k/gemm.py:10", {{"long_scoreboard", 7}, {"selected", 2}}},
                   {"gemm", "", {{"selected", 3}}}}});
    const Trace trace = build.finish();
    const SourceSums sums = sumsOf(trace);
    QCOMPARE(value(sums, "/k/gemm.py", 10, LineColumn::Samples), 9);
    QCOMPARE(sums.files[0].lines[0].stalls[0].reason, std::string("long_scoreboard"));
    QCOMPARE(sums.samplesWithoutLine, 3u);
    SourceArea area;
    area.range = {Picoseconds(0), Picoseconds(1)};
    QVERIFY(sumsOf(trace, area).files.empty()); // samples have no time
  }

  void csvHasTextsAndExactTimes() {
    Trace trace = sampleTrace();
    trace = withSources(
        std::move(trace),
        {{"/k/tail.py", std::make_shared<const std::string>("a\nb\nstore(\"x\", y)\n")}});
    const SourceSums sums = sumsOf(trace);
    const auto shared = std::make_shared<const Trace>(std::move(trace));
    const std::string csv = lineSumsCsv(sums, SourceTexts(shared));
    QVERIFY(csv.starts_with("file,line,text,self_ns,total_ns,waits_ns,in_flight_ns,events,"));
    QVERIFY2(csv.find("/k/tail.py,3,\"store(\"\"x\"\", y)\",60,60,,,2,,,,,,0\r\n") !=
                 std::string::npos,
             csv.c_str());
  }

  void eventsOfALineAreItsSlicesAndInstants() {
    const Trace trace = sampleTrace();
    const TracePlaces places(trace);
    const auto wait = eventsOfLine(trace, places, places.numberOf("/k/gemm.py", 12));
    QCOMPARE(wait->hits.size(), 2u);
    for (const SearchHit &hit : wait->hits)
      QCOMPARE(trace.string(trace.slice(SliceId(hit.index)).name), std::string_view("wait copy"));
    const auto instants = eventsOfLine(trace, places, places.numberOf("/k/gemm.py", 14));
    QCOMPARE(eventCount(*instants), 2u);
    QVERIFY(instants->instants.test(instants->hits[0].index));
    QCOMPARE(places.numberOf("/k/gemm.py", 11), TracePlaces::kNone);
    QCOMPARE(firstEventFrom(*wait, Picoseconds(20'001)),
             std::optional<size_t>(0)); // around the end
    const auto accesses = test::makeTransposeTrace({test::TransposeKind::Naive}, {});
    const TracePlaces ofSites(*accesses);
    const auto &site = accesses->launches()[0].accesses->table.sites()[0];
    const auto hits = eventsOfLine(*accesses, ofSites, ofSites.ofLocation(site.location));
    QVERIFY(std::ranges::count(hits->hits, HitKind::Access, &SearchHit::kind) >= 2048);
  }

  void textsAreTakenFromTraceThenPathThenFolder() {
    const fs::path root = m_folder.path().toStdString();
    fs::create_directories(root / "there/deep/k");
    fs::create_directories(root / "other");
    const auto write = [](const fs::path &file, const char *text) {
      return writeOutput(file, text, FifoReader::Required);
    };
    VERIFY_RESULT(write(root / "there/deep/k/a.py", "by suffix\n"));
    VERIFY_RESULT(write(root / "there/a.py", "by name\n"));
    VERIFY_RESULT(write(root / "other/b.py", "by path\r\nsecond"));
    const auto trace = std::make_shared<const Trace>(withSources(
        sampleTrace(), {{"/k/gemm.py", std::make_shared<const std::string>("stored\n")}}));
    const SourceTexts texts(trace, {root / "none", root / "there"});
    QCOMPARE(texts.find("/k/gemm.py")->origin, SourceOrigin::Trace);
    const auto byPath = texts.find((root / "other/b.py").string());
    QCOMPARE(byPath->origin, SourceOrigin::Path);
    QCOMPARE(byPath->line(1), std::optional<std::string_view>("by path"));
    QCOMPARE(byPath->line(2), std::optional<std::string_view>("second"));
    QCOMPARE(byPath->line(3), std::nullopt);
    QCOMPARE(*texts.find("/build/deep/k/a.py")->text, std::string("by suffix\n"));
    QCOMPARE(texts.find("/build/deep/k/a.py")->origin, SourceOrigin::Folder);
    QCOMPARE(*texts.find("/elsewhere/a.py")->text, std::string("by name\n"));
    QVERIFY(!texts.find("/elsewhere/missing.py"));
    QVERIFY(!texts.find("../other/b.py")); // no file outside of the folder
    QCOMPARE(sourceLine(texts, {"/k/gemm.py", 1, 0}), std::string("stored"));
    QVERIFY(!sourceExcerpt(texts, {"/k/gemm.py", 2, 0}, 2));
  }

  void aStoredTextIsFoundByItsNameAloneIfOneTextHasIt() {
    const auto text = [](const char *content) {
      return std::make_shared<const std::string>(content);
    };
    const auto trace = std::make_shared<const Trace>(
        withSources(sampleTrace(), {{"/raw/twin-1/add.ptx", text("add\n")},
                                    {"/raw/twin-2/add.ptx", text("add\n")},
                                    {"/raw/twin-3/scale.ptx", text("scale by 2\n")},
                                    {"/raw/twin-4/scale.ptx", text("scale by 3\n")}}));
    const SourceTexts texts(trace);
    QCOMPARE(sourceLine(texts, {"add.ptx", 1, 0}), std::string("add"));
    QVERIFY(!texts.find("scale.ptx"));     // one of two kernels
    QVERIFY(!texts.find("other/add.ptx")); // another folder
  }

  void runsStoreTheFilesThatTheyName() {
    const fs::path root = m_folder.path().toStdString();
    fs::create_directories(root / "run");
    const std::string a = (root / "run/a.py").string(), b = (root / "run/b.py").string();
    const std::string big = (root / "run/big.py").string(), code = (root / "run/k.llir").string();
    for (const std::string &file : {a, b})
      VERIFY_RESULT(writeOutput(file, "same text\n", FifoReader::Required));
    VERIFY_RESULT(writeOutput(big, std::string(200, 'x'), FifoReader::Required));
    VERIFY_RESULT(writeOutput(root / "run/k.ptx", ".loc 1 2 3\n", FifoReader::Required));
    VERIFY_RESULT(writeOutput(code, "define void @k()\n", FifoReader::Required));
    LineTrace build;
    const TrackId warp = build.warp(0);
    for (const std::string &file : {a, b, big, std::string("/not/there.py")})
      build.slice(warp, "work", 0, 10, file + ":1:1");
    const Arg arg =
        Arg::ofString(build.builder().intern(kCodeFileArg), build.builder().intern(code));
    build.builder().launchAt(build.launch()).args = build.builder().addArgs(std::span(&arg, 1));
    const Trace stored = withStoredSources(build.finish(), {{root / "run"}, {}}, {100, 60, 10});
    std::vector<std::string> paths;
    for (const SourceFile &file : stored.sources())
      paths.push_back(fs::path(file.path).filename().string());
    QCOMPARE(paths, (std::vector<std::string>{"a.py", "b.py", "k.llir", "k.ptx"}));
    QCOMPARE(stored.sources()[0].text.get(), stored.sources()[1].text.get());
    QCOMPARE(test::countNoted(stored, "source.left-out"), 1u);

    const std::string file = *writePftraceToString(stored);
    const auto again = readPftrace(bytesOf(file), "");
    VERIFY_RESULT(again);
    QVERIFY(std::ranges::equal(stored.sources(), again->sources()));
    QCOMPARE(again->sources()[0].text.get(), again->sources()[1].text.get()); // once in the file
    // A stored text does not change if its file changes.
    VERIFY_RESULT(writeOutput(a, "changed\n", FifoReader::Required));
    QCOMPARE(*withStoredSources(*readPftrace(bytesOf(file), ""), {}).sources()[0].text,
             std::string("same text\n"));
  }

  void filesOutsideOfTheRootsAreNotStored() {
    const fs::path root = m_folder.path().toStdString();
    fs::create_directories(root / "kernel/deep");
    fs::create_directories(root / "kernel2");
    fs::create_directories(root / "python");
    const std::string inside = root / "kernel/deep/a.cu", secret = root / "kernel2/secret";
    const std::string imported = root / "python/module.py", other = root / "python/other.py";
    for (const std::string &file : {inside, secret, imported, other})
      VERIFY_RESULT(writeOutput(file, "text of " + file, FifoReader::Required));
    const std::string link = root / "kernel/link.cu";
    fs::create_symlink(secret, link);
    const std::string dots = (root / "kernel/../kernel2/secret").string();
    LineTrace build;
    const TrackId warp = build.warp(0);
    for (const std::string &file : {inside, secret, link, dots, imported, other,
                                    std::string("/etc/passwd"), std::string("/not/there.cu")})
      build.slice(warp, "work", 0, 10, file + ":1:1");
    const Trace stored =
        withStoredSources(build.finish(), {{root / "kernel"}, {root / "python/module.py"}});
    std::vector<std::string> paths;
    for (const SourceFile &file : stored.sources())
      paths.push_back(file.path);
    QCOMPARE(paths, (std::vector<std::string>{inside, imported}));
    QCOMPARE(test::countNoted(stored, "source.outside"), 5u); // not the missing one
  }

  void aTruncatedFileStillHasItsSources() {
    const Trace trace =
        withSources(sampleTrace(), {{"/k/gemm.py", std::make_shared<const std::string>("text\n")}});
    const std::string file = *writePftraceToString(trace);
    const auto cut = readPftrace(bytesOf(file.substr(0, file.size() - 40)), "");
    VERIFY_RESULT(cut);
    QCOMPARE(test::countNoted(*cut, "pftrace.truncated"), 1u);
    QCOMPARE(cut->sources().size(), 1u);
  }

  void ptxInstructionsHaveTheLastLoc() {
    const CodePlaces places = placesInCode(".visible .entry k(\n)\n{\n\t.reg .b32 %r<2>;\n"
                                           "\tmov.u32 %r1, 0;\n"
                                           "\t.loc\t1 17 22 // k.py:17:22\n"
                                           "$L__BB0_1: // %loop\n"
                                           "\tmov.u32 %r2, %ctaid.x;\n"
                                           "\t.loc 2 5 0, function_name $L1, inlined_at 1 9 1\n"
                                           "\t@%p1 ld.global.b32 %r1, [%rd1];\n"
                                           "}\n.visible .entry other(\n)\n{\n\tret;\n}\n"
                                           ".file 1 \"/k\" \"k.py\"\n.file 2 \"/k/lib.py\"\n",
                                           IrLanguage::Ptx);
    QCOMPARE(places.files, (std::vector<std::string>{"/k/k.py", "/k/lib.py"}));
    const auto at = [&](size_t line) { return places.lines.at(line - 1); };
    QCOMPARE(at(5).line, 0u); // before the first
    QCOMPARE(at(7).line, 0u); // a label
    QVERIFY((at(8) == CodePlaces::Place{0, 17}));
    QVERIFY((at(10) == CodePlaces::Place{1, 5}));
    QCOMPARE(at(15).line, 0u); // of another function
  }

  void mlirLinesHaveTheirLocations() {
    const CodePlaces places =
        placesInCode("module {\n"
                     "  %0 = tt.load %a : !tt.ptr loc(#loc5)\n"
                     "  %1 = arith.addf %0, %0 : f32 loc(\"/k/b.mlir\":7:3)\n"
                     "  %2 = arith.addf %1, %0 : f32 loc(callsite(#loc6 at #loc))\n"
                     "  tt.return\n"
                     "} loc(#loc)\n"
                     "#loc = loc(unknown)\n"
                     "#loc4 = loc(\"/k/a.py\":21:18)\n"
                     "#loc5 = loc(\"x\"(#loc4))\n"
                     "#loc6 = loc(fused[\"/k/a \\\"q\\\".py\":3:1, #loc4])\n",
                     IrLanguage::Mlir);
    QCOMPARE(places.lines.size(), 10u);
    const auto file = [&](size_t line) { return places.files.at(places.lines.at(line - 1).file); };
    QCOMPARE(file(2), std::string("/k/a.py"));
    QCOMPARE(places.lines[1].line, 21u);
    QCOMPARE(file(3), std::string("/k/b.mlir"));
    QCOMPARE(file(4), std::string("/k/a \"q\".py"));
    QCOMPARE(places.lines[4].line, 0u);
    QCOMPARE(places.lines[5].line, 0u);
    QCOMPARE(places.lines[7].line, 0u); // an alias is not an operation
  }

  void llvmInstructionsHaveTheFileOfTheirScope() {
    const CodePlaces places = placesInCode(
        "define void @k() !dbg !4 {\n  %1 = add i32 0, 1, !dbg !7\n  ret void, !dbg !8\n}\n"
        "!1 = !DIFile(filename: \"k.py\", directory: \"/k\")\n"
        "!4 = distinct !DISubprogram(name: \"k\", scope: !1, file: !1, line: 15)\n"
        "!6 = !DILexicalBlock(scope: !4, line: 20)\n"
        "!7 = !DILocation(line: 21, column: 18, scope: !6)\n"
        "!8 = !DILocation(line: 0, scope: !4)\n",
        IrLanguage::Llvm);
    QCOMPARE(places.files, (std::vector<std::string>{"/k/k.py"}));
    QCOMPARE(places.lines[0].line, 15u);
    QCOMPARE(places.lines[1].line, 21u);
    QCOMPARE(places.lines[2].line, 0u); // generated by the compiler
    QVERIFY(!placesInCode("%1 = add !dbg !5", IrLanguage::Llvm).hasAny());
  }

  void filesAreTheSameByTheEndOfTheirPath() {
    QVERIFY(isSameFile("/a/b/k.py", "k.py"));
    QVERIFY(isSameFile("b/k.py", "/a/b/k.py"));
    QVERIFY(isSameFile("/k.py", "/a/k.py"));
    QVERIFY(!isSameFile("/a/bk.py", "k.py"));
    QVERIFY(!isSameFile("/a/k.py", ""));
    QCOMPARE(languageOfFile("/c/k.ttgir"), std::optional(IrLanguage::Mlir));
    QCOMPARE(languageOfFile("/c/k.py"), std::nullopt);
  }

private:
  QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(SourceTest)
#include "source_test.moc"
