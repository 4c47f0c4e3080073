// SPDX-License-Identifier: Apache-2.0
// After a lost connection the received data is kept, and the missing data is counted.
#include <QTemporaryDir>
#include <QTest>

#include "core/base/number_text.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/formats/trace_file/trace_file.h"
#include "core/remote/kept_part.h"
#include "core/remote/returned_file.h"
#include "core/trace/trace_builder.h"

using namespace pstudio;

namespace {

constexpr uint64_t kSlices = 50'000;

Trace largeTrace() {
  TraceBuilder builder;
  SliceInput slice;
  slice.track = builder.addTrack(Track());
  slice.name = builder.intern("load");
  for (uint64_t i = 0; i < kSlices; ++i) {
    slice.begin = Picoseconds(static_cast<int64_t>(i) * 1000);
    slice.duration = Picoseconds(static_cast<int64_t>(i * 2654435761u % 997));
    builder.addSlice(slice);
  }
  return std::move(builder).finish();
}

} // namespace

class KeptPartTest : public QObject {
  Q_OBJECT

private:
  std::unique_ptr<QTemporaryDir> m_folder;
  std::filesystem::path path(const char *name) const {
    return m_folder->filePath(name).toStdString();
  }
  /// Receives the first `size` bytes of a trace file.
  void takePart(IncomingFiles &files, const std::string &bytes, size_t size) const {
    QVERIFY(files.take(FileMessage{0, std::string(kReturnedTrace), bytes.size(), kSlices}));
    for (size_t at = 0; at < size; at += kMaxChunkBytes)
      QVERIFY(
          files.take(ChunkMessage{0, at, bytes.substr(at, std::min(kMaxChunkBytes, size - at))}));
  }

private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir(m_folder->path()).mkdir("staging"));
  }

  void thePartOfATraceIsATrace() {
    const std::string bytes = writePftraceToString(largeTrace()).value();
    IncomingFiles files(path("staging"), {});
    takePart(files, bytes, bytes.size() / 2);
    const auto kept = keepPartialTrace(files, path("gemm.pftrace"), "the link died", 0);
    QVERIFY2(kept, kept ? "" : kept.error().toString().c_str());
    QCOMPARE(kept->trace, path("gemm.partial.pftrace"));
    const auto trace = readTraceFile(kept->trace);
    QVERIFY(trace);
    const size_t got = trace->sliceCount();
    QVERIFY(got > 0 && got < kSlices);
    const std::string account = countText(got) + " of 50,000 slices had arrived, " +
                                countText(kSlices - got) + " are missing";
    QCOMPARE(kept->account, account);
    const auto isSaid = [&](const Note &note) {
      return note.code == "run.connection-lost" &&
             note.message == "the link died: " + account + ".";
    };
    QVERIFY(std::ranges::any_of(trace->notes(), isSaid));
  }

  void aFewBytesAreNoTrace() {
    const std::string bytes = writePftraceToString(largeTrace()).value();
    IncomingFiles files(path("staging"), {});
    takePart(files, bytes, 3);
    const auto kept = keepPartialTrace(files, path("gemm.pftrace"), "the link died", 0);
    QVERIFY(kept);
    QVERIFY(kept->trace.empty() || readTraceFile(kept->trace)->sliceCount() == 0);
    QVERIFY2(kept->account.find("50,000 slices") != std::string::npos, kept->account.c_str());
  }

  void nothingIsSaidToBeNothing() {
    const IncomingFiles files(path("staging"), {});
    const auto kept = keepPartialTrace(files, path("gemm.pftrace"), "the link died", 12);
    QVERIFY(kept);
    QVERIFY(kept->trace.empty());
    QCOMPARE(kept->account, std::string("no records had arrived"));
    QVERIFY(!std::filesystem::exists(path("gemm.partial.pftrace")));
  }

  void onlyResultsAreReturned() {
    for (const char *name : {"trace.pftrace", "capture.pscapture", "passes.json", "callbacks.npy",
                             "code", "launch-0.pslog", "launch-12.pslog"})
      QVERIFY2(isReturnedFile(name), name);
    for (const char *name : {"", "x", "../code", "launch-.pslog", "launch-01.pslog",
                             "launch-1.pslog/x", "launch-99999999999.pslog", "launch--1.pslog"})
      QVERIFY2(!isReturnedFile(name), name);
  }
};

QTEST_GUILESS_MAIN(KeptPartTest)
#include "kept_part_test.moc"
