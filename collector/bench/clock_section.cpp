// SPDX-License-Identifier: Apache-2.0
// Accuracy of the mapping from the SMs' cycles to nanoseconds: rates, residuals, the timer's tick,
// order across SMs.
#include <array>
#include <cstring>
#include <map>

#include "collector/bench/capture_pipeline.h"
#include "collector/bench/sections.h"
#include "collector/bench/table_rows.h"
#include "collector/bench/token_kernel.h"
#include "collector/calibration/recording_kernel.h"
#include "collector/runtime/cuda/clock_probe.h"

namespace pstudio::bench {
namespace {

using namespace calibration;

constexpr uint32_t kTickReadings = 4096;
constexpr uint32_t kOneHalf = 0x3f000000; ///< 0.5f
constexpr int64_t kUsualTick = 32;        ///< of the global timer of a Hopper GPU [ns]

/// One thread reads the global timer repeatedly.
constexpr const char *kTimerPtx = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry timer(.param .u64 timer_param_0)
{
  .reg .pred %more;
  .reg .u32 %left;
  .reg .u64 %to, %time;
  ld.param.u64 %to, [timer_param_0];
  cvta.to.global.u64 %to, %to;
  mov.u32 %left, 4096;
READ:
  mov.u64 %time, %globaltimer;
  st.global.u64 [%to], %time;
  add.u64 %to, %to, 8;
  sub.u32 %left, %left, 1;
  setp.ne.u32 %more, %left, 0;
  @%more bra READ;
  ret;
}
)";

/// Differences of neighbouring readings that are not equal [ns].
Result<std::vector<double>> timerSteps(MeasuringDevice &device) {
  PSTUDIO_TRY_ASSIGN(const cuda::Module module, cuda::Module::load(device.context, kTimerPtx));
  PSTUDIO_TRY_ASSIGN(const cuda::Kernel kernel, cuda::Kernel::find(module, "timer"));
  PSTUDIO_TRY_ASSIGN(
      const cuda::DeviceBuffer buffer,
      device.makeFilled(kTickReadings * sizeof(uint64_t), std::byte{0}, "the readings"));
  const std::array<uint64_t, 1> arguments{buffer.address()};
  PSTUDIO_TRY(cuda::launch(device.stream, kernel, {}, arguments));
  PSTUDIO_TRY_ASSIGN(const std::vector<std::byte> bytes, device.read(buffer));
  std::vector<uint64_t> times(kTickReadings);
  std::memcpy(times.data(), bytes.data(), bytes.size());
  std::vector<double> steps;
  for (size_t i = 1; i < times.size(); ++i)
    if (times[i] != times[i - 1])
      steps.push_back(static_cast<double>(times[i]) - static_cast<double>(times[i - 1]));
  if (steps.empty())
    return fail(ErrorCode::WrongResult, "the global timer did not move");
  return steps;
}

Result<void> measureTick(MeasuringDevice &device, Section &section, int64_t &tick) {
  PSTUDIO_TRY_ASSIGN(const std::vector<double> steps, timerSteps(device));
  const Spread spread = spreadOf(steps);
  Table table;
  table.title = "steps of the global timer, read in a loop by one thread";
  table.columns = {{"steps", ""}, {"least", "ns", 0}, {"median", "ns", 0}, {"most", "ns", 0}};
  table.rows = {{static_cast<int64_t>(spread.count), spread.least, spread.median, spread.most}};
  section.tables.push_back(std::move(table));
  tick = static_cast<int64_t>(spread.least);
  return {};
}

/// Results of one launch of the token kernel.
struct TokenLaunch {
  std::vector<std::byte> blocks;
  record::OperationTable operations;
  std::vector<record::ClockReading> readings; ///< of all SMs, before and after the launch
  uint32_t passed = 0;                        ///< number of passes of the token
};

KernelSetup setupFor(uint32_t ctas, const InstrumentationMode &mode) {
  KernelSetup setup;
  setup.mode = mode;
  setup.grid = {ctas, 1, 1};
  setup.block = {32, 1, 1};
  return setup;
}

Result<TokenLaunch> launchToken(MeasuringDevice &device, uint32_t ctas, uint32_t turns) {
  PSTUDIO_TRY_ASSIGN(const InstrumentationMode mode,
                     InstrumentationMode::parse("default:buffer_type=global:slots=64"));
  PSTUDIO_TRY_ASSIGN(
      RecordingKernel kernel,
      RecordingKernel::build(device, tokenKernel(), kTokenFunction, setupFor(ctas, mode)));
  PSTUDIO_TRY_ASSIGN(const cuda::DeviceBuffer token,
                     device.makeFilled(kTokenBytes, std::byte{0}, "the token"));
  PSTUDIO_TRY_ASSIGN(cuda::ClockProbe probe, cuda::ClockProbe::load(device.context));
  PSTUDIO_TRY(kernel.clearRecords(device));
  PSTUDIO_TRY(probe.clear(device.stream));
  PSTUDIO_TRY(probe.queue(device.stream, cuda::ClockProbe::Set::Before));
  const std::array<uint64_t, 3> arguments{token.address(), turns, kOneHalf};
  PSTUDIO_TRY(kernel.launch(device, arguments));
  PSTUDIO_TRY(probe.queue(device.stream, cuda::ClockProbe::Set::After));
  TokenLaunch launch;
  PSTUDIO_TRY_ASSIGN(launch.blocks, kernel.readRecords(device));
  PSTUDIO_TRY_ASSIGN(const std::vector<std::byte> left, device.read(token));
  std::memcpy(&launch.passed, left.data(), sizeof launch.passed);
  launch.operations = kernel.instrumented().operations;
  for (const auto set : {cuda::ClockProbe::Set::Before, cuda::ClockProbe::Set::After}) {
    PSTUDIO_TRY_ASSIGN(const std::vector<record::ClockReading> some,
                       probe.read(device.stream, set));
    launch.readings.insert(launch.readings.end(), some.begin(), some.end());
  }
  return launch;
}

/// The launch, decoded as in a run of the collector.
Result<Trace> traceOf(MeasuringDevice &device, uint32_t ctas, uint32_t turns, int64_t tick) {
  PSTUDIO_TRY_ASSIGN(const TokenLaunch launch, launchToken(device, ctas, turns));
  if (launch.passed != ctas)
    return fail(ErrorCode::WrongResult, "the token was passed " + std::to_string(launch.passed) +
                                            " times instead of " + std::to_string(ctas));
  record::LaunchCapture capture;
  capture.blocks = launch.blocks;
  capture.operations = launch.operations;
  capture.kernel = kTokenFunction;
  capture.target = device.context.device().name;
  capture.grid = {ctas, 1, 1};
  capture.block = {32, 1, 1};
  capture.clockReadings = launch.readings;
  capture.timerTick = Nanoseconds(tick);
  return decodeAlone(capture, beginOfFirstCta(launch.blocks));
}

void addLines(const Trace &trace, uint32_t turns, Table &table) {
  std::vector<double> megahertz;
  std::vector<double> uncertainty;
  for (const ClockLine &line : trace.clocks()) {
    megahertz.push_back(1e6 / line.picosecondsPerCycle);
    uncertainty.push_back(line.uncertaintyPs / 1000.0);
  }
  const Spread rate = spreadOf(std::move(megahertz));
  const Spread error = spreadOf(std::move(uncertainty));
  const double length = static_cast<double>(trace.timeRange().length().value) / 1e6;
  table.rows.push_back({int64_t{turns}, length, static_cast<int64_t>(rate.count), rate.median,
                        rate.least, rate.most, error.median, error.most});
}

/// Time from each pass of the token to the receipt that it causes [ns]; negative: the consumer
/// seems to be first.
std::vector<double> marginsOf(const Trace &trace) {
  std::map<int64_t, double> passBegin;
  std::map<int64_t, double> receiptEnd;
  for (uint32_t i = 0; i < trace.sliceCount(); ++i) {
    const Slice slice = trace.slice(SliceId(i));
    const int64_t cta = trace.track(trace.track(slice.track).parent).number;
    if (trace.string(slice.name) == "pass")
      passBegin[cta] = static_cast<double>(slice.time.begin.value) / 1000.0;
    if (trace.string(slice.name) == "receive")
      receiptEnd[cta] = static_cast<double>(slice.time.end.value) / 1000.0;
  }
  std::vector<double> margins;
  for (const auto &[cta, begin] : passBegin)
    if (const auto next = receiptEnd.find(cta + 1); next != receiptEnd.end())
      margins.push_back(next->second - begin);
  return margins;
}

void addOrder(const Trace &trace, uint32_t turns, Table &table) {
  const std::vector<double> margins = marginsOf(trace);
  int64_t reversed = 0;
  for (const double margin : margins)
    reversed += margin < 0.0;
  const Spread spread = spreadOf(margins);
  table.rows.push_back(
      {int64_t{turns}, static_cast<int64_t>(spread.count), reversed, spread.least, spread.median});
}

} // namespace

Result<void> measureClocks(const Request &, MeasuringDevice &device, Section &section) {
  int64_t tick = kUsualTick;
  const Result<void> measuredTick = measureTick(device, section, tick);
  Table lines;
  lines.title = "lines from cycles to nanoseconds, one for each SM";
  lines.columns = {{"iterations", ""},       {"launch", "us", 1},  {"SMs", ""},
                   {"rate", "MHz", 2},       {"lowest", "MHz", 2}, {"highest", "MHz", 2},
                   {"uncertainty", "ns", 2}, {"worst", "ns", 2}};
  lines.notes = {"a token passes through all CTAs, one on each SM; arithmetic iterations before it "
                 "make the launch longer",
                 "fitted over the CTAs' own readings and those of all SMs before and after the "
                 "launch; rate and uncertainty over SMs"};
  Table order;
  order.title = "the token in the trace: the end of a receipt after the begin of the pass before";
  order.columns = {{"iterations", ""},
                   {"passes", ""},
                   {"out of order", ""},
                   {"least margin", "ns", 1},
                   {"median margin", "ns", 1}};
  std::optional<int64_t> reversed;
  for (const uint32_t turns : {1u, 1000u, 10'000u, 100'000u}) {
    const Result<Trace> trace = traceOf(device, device.context.device().smCount, turns, tick);
    if (!trace) {
      addFailedRow(lines, {int64_t{turns}}, trace.error());
      continue;
    }
    addLines(*trace, turns, lines);
    addOrder(*trace, turns, order);
    reversed = reversed.value_or(0) + std::get<int64_t>(order.rows.back()[2]);
  }
  section.tables.push_back(std::move(lines));
  section.tables.push_back(std::move(order));
  const std::string what = "producers after their consumers";
  section.targets.push_back(
      reversed ? measuredTarget(what, 0.0, "passes", static_cast<double>(*reversed))
               : missingTarget(what, 0.0, "passes", "no launch succeeded"));
  return measuredTick;
}

} // namespace pstudio::bench
