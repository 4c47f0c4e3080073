// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/process_trace.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <numeric>

#include "collector/attach/host/launch_rules.h"
#include "core/base/date.h"
#include "core/base/number_text.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/record/block_reader.h"
#include "core/record/launch_decoder.h"
#include "core/trace/arg_names.h"
#include "core/trace/trace_builder.h"

namespace pstudio::attach {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kProducer = "Proton Studio " PSTUDIO_VERSION;

/// A record file that can be decoded. Several do not fit into memory at once.
struct Recorded {
  fs::path path;
  std::optional<Nanoseconds> begin; ///< of its first CTA
};

std::string kernelNameOf(const SeenProcess &process, uint32_t kernel) {
  const auto found = process.kernels.find(kernel);
  return found == process.kernels.end() ? "kernel " + std::to_string(kernel)
                                        : found->second.seen.name;
}

/// What stands in the way of decoding a file that was read; none: nothing.
std::optional<CodeProblem> problemOf(const RecordHeader &header, size_t twins) {
  switch (header.state.load()) {
  case RecordState::Arrived:
    break;
  case RecordState::Launched:
    return CodeProblem{"records.lost", {}};
  case RecordState::Failed:
    return CodeProblem{"fault", "error " + std::to_string(header.result) + " of the driver"};
  default:
    return CodeProblem{"records.damaged", "the state of the launch"};
  }
  if (header.twin >= twins)
    return CodeProblem{"records.damaged", "the number of the instrumented kernel"};
  return std::nullopt;
}

/// The blocks of a file, one by one.
template <class Visit> void eachBlock(const RecordFile &file, Visit visit) {
  const std::span<const std::byte> blocks = file.blocks();
  const size_t size = file.header().blockBytes;
  for (size_t at = 0; at + size <= blocks.size(); at += size)
    visit(blocks.subspan(at, size));
}

std::optional<Nanoseconds> firstBegin(const RecordFile &file) {
  std::optional<Nanoseconds> first;
  eachBlock(file, [&first](std::span<const std::byte> block) {
    if (const auto begin = record::beginOfBlock(block); begin && begin->value > 0)
      first = first ? std::min(*first, *begin) : *begin;
  });
  return first;
}

constexpr double kPicosecondsPerKHz = 1e9; ///< of a cycle at 1 kHz

/// The step of the device's global timer: what all its readings are multiples of. NVIDIA's GPUs
/// count in 32 ns to 1.024 us.
Nanoseconds timerTickOf(const RecordFile &file) {
  constexpr int64_t kMostTick = 1024;
  int64_t step = 0;
  eachBlock(file, [&step](std::span<const std::byte> block) {
    for (const auto &time : {record::beginOfBlock(block), record::endOfBlock(block)})
      if (time && time->value > 0)
        step = std::gcd(step, time->value);
  });
  return Nanoseconds(std::clamp<int64_t>(step, 1, kMostTick));
}

std::string textIn(const std::array<char, 64> &characters) {
  return std::string(characters.data(), ::strnlen(characters.data(), characters.size()));
}

void addFacts(const RecordHeader &header, const TwinCode &twin,
              std::vector<record::LaunchFact> &facts) {
  facts.push_back({"mode", twin.mode.toString()});
  facts.push_back({"buffer.memory", std::string("global")});
  facts.push_back({"launch.number", static_cast<int64_t>(header.launch)});
  if (header.cluster != std::array<uint32_t, 3>{1, 1, 1})
    facts.push_back({"launch.cluster", extentsText(header.cluster)});
  facts.push_back({"launch.thread", static_cast<int64_t>(header.thread)});
  facts.push_back({"launch.stream", static_cast<int64_t>(header.stream)});
  facts.push_back({"launch.hostBeginNs", static_cast<int64_t>(header.launchBegin)});
  facts.push_back({"launch.hostEndNs", static_cast<int64_t>(header.launchEnd)});
  facts.push_back({"launch.hostCostNs", static_cast<int64_t>(header.hostCost)});
  facts.push_back({"code.backEnd", twin.backEnd});
  facts.push_back({"kernel.registers", int64_t{header.registers}});
  facts.push_back({"kernel.registersPlain", int64_t{header.originalRegisters}});
  facts.push_back({"kernel.localBytes", int64_t{header.localBytes}});
  facts.push_back({"kernel.localBytesPlain", int64_t{header.originalLocalBytes}});
  facts.push_back({std::string(kRegistersArg), int64_t{header.originalRegisters}});
  for (const std::string &part : twin.notCovered)
    facts.push_back({std::string(kNotCoveredArg), part});
}

record::LaunchCapture captureOf(const RecordFile &file, const TwinCode &twin,
                                const std::string &kernel) {
  const RecordHeader &header = file.header();
  record::LaunchCapture capture;
  capture.blocks = file.blocks();
  capture.operations = twin.entry.operations;
  capture.kernel = kernel;
  capture.target = textIn(header.deviceName);
  capture.timeBase = TimeBase::Measured;
  capture.grid = header.grid;
  capture.block = header.block;
  capture.dynamicSharedBytes = header.dynamicSharedBytes;
  capture.index = static_cast<uint32_t>(header.launch); // as --launch counts, for each name
  capture.sampling = {twin.mode.warps, twin.mode.ctas, twin.mode.every, std::nullopt};
  capture.timerTick = timerTickOf(file);
  if (header.smClockKHz > 0)
    capture.assumedPicosecondsPerCycle = kPicosecondsPerKHz / header.smClockKHz;
  addFacts(header, twin, capture.facts);
  return capture;
}

RecordedLaunch describe(const RecordHeader &header, const TwinCode &twin,
                        const std::string &kernel) {
  RecordedLaunch launch;
  launch.kernel = kernel;
  launch.launch = header.launch;
  launch.mode = twin.mode.toString();
  launch.backEnd = twin.backEnd;
  launch.grid = header.grid;
  launch.ctas = uint64_t{header.grid[0]} * header.grid[1] * header.grid[2];
  launch.recordedCtas = header.recordedCtas;
  launch.registers = header.registers;
  launch.originalRegisters = header.originalRegisters;
  launch.hostCostNs = header.hostCost;
  return launch;
}

/// Looks at all files; those that cannot be decoded become remarks.
std::vector<Recorded> inspect(const SeenProcess &process, size_t twins,
                              const std::vector<fs::path> &files, std::vector<Remark> &remarks) {
  std::vector<Recorded> recorded;
  for (const fs::path &path : files) {
    const Result<RecordFile> file = RecordFile::read(path);
    if (!file) {
      remarks.push_back({"records.damaged", process.process, {}, 0, file.error().toString()});
      continue;
    }
    const RecordHeader &header = file->header();
    if (std::optional<CodeProblem> problem = problemOf(header, twins))
      remarks.push_back({std::move(problem->code), process.process,
                         kernelNameOf(process, header.kernel), header.launch,
                         std::move(problem->detail)});
    else
      recorded.push_back({path, firstBegin(*file)});
  }
  return recorded;
}

std::optional<Nanoseconds> earliest(const std::vector<Recorded> &recorded) {
  std::optional<Nanoseconds> first;
  for (const Recorded &launch : recorded)
    if (launch.begin)
      first = first ? std::min(*first, *launch.begin) : *launch.begin;
  return first;
}

/// Adds one launch to the trace.
Result<RecordedLaunch> decode(const Recorded &recorded, const SeenProcess &process,
                              const std::vector<std::shared_ptr<const TwinCode>> &twins,
                              TraceBuilder &trace) {
  PSTUDIO_TRY_ASSIGN(const RecordFile file, RecordFile::read(recorded.path));
  const RecordHeader &header = file.header();
  const TwinCode &twin = *twins.at(header.twin);
  const std::string kernel = kernelNameOf(process, header.kernel);
  PSTUDIO_TRY(record::decodeLaunch(captureOf(file, twin, kernel), trace));
  return describe(header, twin, kernel);
}

std::vector<std::string> wordsOf(const std::string &command) {
  std::vector<std::string> words;
  size_t at = 0;
  while (at < command.size()) {
    const size_t end = std::min(command.find(' ', at), command.size());
    if (end > at)
      words.push_back(command.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

std::string safeName(std::string name) {
  for (char &c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '-')
      c = '_';
  return name.empty() ? "program" : name;
}

fs::path fileOf(const SeenProcess &process, const fs::path &output) {
  std::string name = programNameOf(process.command) + "." + std::to_string(process.process);
  if (!process.rank.empty())
    name += ".rank" + safeName(process.rank);
  return output / (name + ".pftrace");
}

} // namespace

std::string programNameOf(const std::string &command) {
  const std::vector<std::string> words = wordsOf(command);
  if (words.empty())
    return safeName({});
  const fs::path program = words.front();
  if (program.filename().native().starts_with("python"))
    for (size_t i = 1; i < words.size(); ++i) {
      if (words[i] == "-m" && i + 1 < words.size())
        return safeName(words[i + 1]);
      if (!words[i].starts_with("-"))
        return safeName(fs::path(words[i]).stem().string());
    }
  return safeName(program.filename().string());
}

Result<ProcessTrace> writeProcessTrace(const SeenProcess &process,
                                       const std::vector<std::shared_ptr<const TwinCode>> &twins,
                                       const std::vector<fs::path> &files, const fs::path &output) {
  ProcessTrace result;
  const std::vector<Recorded> recorded = inspect(process, twins.size(), files, result.remarks);
  TraceBuilder trace;
  trace.info().title = programNameOf(process.command);
  trace.info().producer = kProducer;
  trace.info().date = currentDate();
  if (const std::optional<Nanoseconds> first = earliest(recorded))
    trace.info().origin = *first;
  for (const Recorded &launch : recorded) {
    Result<RecordedLaunch> decoded = decode(launch, process, twins, trace);
    if (decoded)
      result.launches.push_back(*std::move(decoded));
    else
      result.remarks.push_back(
          {"records.damaged", process.process, {}, 0, decoded.error().toString()});
  }
  if (result.launches.empty())
    return result;
  result.file = fileOf(process, output);
  PSTUDIO_TRY(writePftrace(std::move(trace).finish(), result.file));
  return result;
}

} // namespace pstudio::attach
