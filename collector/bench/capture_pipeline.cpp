// SPDX-License-Identifier: Apache-2.0
#include "collector/bench/capture_pipeline.h"

#include <cstring>
#include <system_error>

#include "collector/bench/stopwatch.h"
#include "collector/bench/table_rows.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/formats/trace_file/trace_file.h"
#include "core/record/record_layout.h"

namespace pstudio::bench {
namespace {

namespace fs = std::filesystem;
using calibration::spreadOf;

constexpr uint32_t kRepeats = 3;
constexpr double kMegabyte = 1e6;
constexpr double kTargetSeconds = 2.0;
constexpr double kTargetMegabytes = 100.0;
/// Number of slices of the targets; a smaller capture is not compared with them.
constexpr uint64_t kTargetSlices = 4'700'000;

/// Seconds of each stage, by repetition.
struct StageTimes {
  std::vector<double> decode;
  std::vector<double> finish;
  std::vector<double> save;
  std::vector<double> total; ///< of the three
  double savePlain = 0.0;    ///< not compressed, once
  double open = 0.0;         ///< the compressed file, once
};

/// Bytes of the file in both forms.
struct FileSizes {
  uint64_t compressed = 0;
  uint64_t plain = 0;
};

/// A file that is removed by the destructor.
class ScratchFile {
public:
  explicit ScratchFile(const fs::path &folder)
      : m_path((folder.empty() ? fs::temp_directory_path() : folder) /
               "proton-collect-bench.pftrace") {}
  ~ScratchFile() {
    std::error_code ignored; // it may never have been written
    fs::remove(m_path, ignored);
  }
  ScratchFile(const ScratchFile &) = delete;
  ScratchFile &operator=(const ScratchFile &) = delete;
  const fs::path &path() const { return m_path; }

private:
  fs::path m_path;
};

Result<void> checkComplete(const Trace &trace, uint64_t slices) {
  if (trace.sliceCount() != slices)
    return fail(ErrorCode::WrongResult, "the capture gave " + std::to_string(trace.sliceCount()) +
                                            " slices instead of " + std::to_string(slices));
  for (const Launch &launch : trace.launches())
    if (launch.recordsDropped + launch.recordsUnmatched > 0)
      return fail(ErrorCode::WrongResult, "the capture lost records");
  return {};
}

Result<Trace> once(const record::LaunchCapture &capture, const fs::path &path, StageTimes &times) {
  const Stopwatch all;
  TraceBuilder builder;
  builder.info().title = "benchmark";
  builder.info().origin = beginOfFirstCta(capture.blocks);
  const Stopwatch decoding;
  PSTUDIO_TRY(record::decodeLaunch(capture, builder));
  times.decode.push_back(decoding.seconds());
  const Stopwatch finishing;
  Trace trace = std::move(builder).finish();
  times.finish.push_back(finishing.seconds());
  const Stopwatch saving;
  PSTUDIO_TRY(writePftrace(trace, path));
  times.save.push_back(saving.seconds());
  times.total.push_back(all.seconds());
  return trace;
}

void addStage(Table &table, const std::string &stage, std::vector<double> seconds,
              uint64_t slices) {
  const calibration::Spread spread = spreadOf(std::move(seconds));
  table.rows.push_back({stage, spread.median, spread.least, spread.most,
                        spread.median * 1e9 / static_cast<double>(slices)});
}

Table stageTable(const StageTimes &times, uint64_t slices) {
  Table table;
  table.title = "from the records in host memory to a file, " + std::to_string(slices) + " slices";
  table.columns = {
      {"stage", ""}, {"median", "s", 3}, {"least", "s", 3}, {"most", "s", 3}, {"a slice", "ns", 1}};
  addStage(table, "decode", times.decode, slices);
  addStage(table, "finish (sort, rows, parents)", times.finish, slices);
  addStage(table, "save, compressed", times.save, slices);
  addStage(table, "together", times.total, slices);
  addStage(table, "save, not compressed", {times.savePlain}, slices);
  addStage(table, "open the compressed file", {times.open}, slices);
  return table;
}

Table sizeTable(const FileSizes &files, uint64_t bufferBytes, const Trace &trace) {
  const auto slices = static_cast<double>(trace.sliceCount());
  const auto memory = static_cast<double>(trace.memoryUse().value);
  Table table;
  table.title = "sizes";
  table.columns = {{"what", ""}, {"size", "MB", 1}, {"a slice", "bytes", 1}};
  const auto add = [&](const char *what, double bytes) {
    table.rows.push_back({std::string(what), bytes / kMegabyte, bytes / slices});
  };
  add("file, compressed", static_cast<double>(files.compressed));
  add("file, not compressed", static_cast<double>(files.plain));
  add("profile buffer", static_cast<double>(bufferBytes));
  add("trace in memory", memory);
  return table;
}

Result<uint64_t> sizeOf(const fs::path &file) {
  std::error_code error;
  const uint64_t bytes = fs::file_size(file, error);
  if (error)
    return fail(ErrorCode::Io, error.message(), file.string());
  return bytes;
}

/// Reads the saved file and checks that it contains all slices.
Result<void> openAgain(const fs::path &file, uint64_t slices, StageTimes &times) {
  const Stopwatch reading;
  PSTUDIO_TRY_ASSIGN(const Trace again, readTraceFile(file));
  times.open = reading.seconds();
  return checkComplete(again, slices);
}

void addTargets(Section &section, uint64_t slices, double seconds, double megabytes) {
  const std::string time = "4.7 million slices decoded and saved";
  const std::string size = "file of 4.7 million slices";
  if (slices < kTargetSlices * 99 / 100) {
    const std::string reason = "measured with " + std::to_string(slices) + " slices only";
    section.targets.push_back(missingTarget(time, kTargetSeconds, "s", reason));
    section.targets.push_back(missingTarget(size, kTargetMegabytes, "MB", reason));
    return;
  }
  section.targets.push_back(measuredTarget(time, kTargetSeconds, "s", seconds));
  section.targets.push_back(measuredTarget(size, kTargetMegabytes, "MB", megabytes));
}

} // namespace

Result<uint32_t> turnsFor(uint64_t slices) {
  const uint64_t turns = slices / (uint64_t{kCaptureCtas} * kCaptureWarps * kScopesPerTurn);
  const uint64_t most = kCaptureSlots / (2 * kScopesPerTurn);
  if (turns == 0 || turns > most)
    return fail(ErrorCode::InvalidInput,
                "a capture has " + std::to_string(kCaptureCtas * kCaptureWarps * kScopesPerTurn) +
                    " to " + std::to_string(most * kCaptureCtas * kCaptureWarps * kScopesPerTurn) +
                    " slices, not " + std::to_string(slices));
  return static_cast<uint32_t>(turns);
}

Nanoseconds beginOfFirstCta(std::span<const std::byte> blocks) {
  int64_t time = 0;
  std::memcpy(&time, blocks.data() + record::kBeginTime, sizeof time);
  return Nanoseconds(time);
}

Result<Trace> decodeAlone(const record::LaunchCapture &capture, Nanoseconds origin) {
  TraceBuilder builder;
  builder.info().origin = origin;
  PSTUDIO_TRY(record::decodeLaunch(capture, builder));
  return std::move(builder).finish();
}

Result<void> measureDecodeAndSave(const Request &request, const record::LaunchCapture &capture,
                                  uint64_t slices, Section &section) {
  const ScratchFile file(request.scratch);
  StageTimes times;
  std::optional<Trace> trace;
  const uint32_t repeats = request.iterations > 0 ? request.iterations : kRepeats;
  for (uint32_t i = 0; i < repeats; ++i) {
    trace.reset(); // memory may not be sufficient for two traces
    PSTUDIO_TRY_ASSIGN(Trace result, once(capture, file.path(), times));
    trace.emplace(std::move(result));
  }
  PSTUDIO_TRY(checkComplete(*trace, slices));
  FileSizes files;
  PSTUDIO_TRY_ASSIGN(files.compressed, sizeOf(file.path()));
  PSTUDIO_TRY(openAgain(file.path(), slices, times));
  const Stopwatch saving;
  PSTUDIO_TRY(writePftraceAs(*trace, file.path(), {.isCompressed = false}));
  times.savePlain = saving.seconds();
  PSTUDIO_TRY_ASSIGN(files.plain, sizeOf(file.path()));
  section.tables.push_back(stageTable(times, slices));
  section.tables.push_back(sizeTable(files, capture.blocks.size(), *trace));
  addTargets(section, slices, spreadOf(times.total).median,
             static_cast<double>(files.compressed) / kMegabyte);
  return {};
}

} // namespace pstudio::bench
