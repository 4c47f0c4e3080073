// SPDX-License-Identifier: Apache-2.0
#include "collector/session/targets/kernel_samples.h"

#include <cstdio>

#include "collector/activity/cupti/counter_profiler.h"
#include "collector/activity/cupti/pc_sampler.h"
#include "core/trace/launch_samples.h"

namespace pstudio {
namespace {

/// Samples and counters are attached to the first launch of the trace. All launches of the run
/// execute the same kernel, and every trace has a first launch.
constexpr LaunchId kSampledLaunch{0};
/// Safety limit, larger than the number of passes of any set of counters. CUPTI reports the last
/// pass.
constexpr size_t kMaxPasses = 1000;

/// The run continues without the samples or counters that it requested.
Result<void> continueWithout(NoteCode code, const Error &error, TraceBuilder &trace,
                             ProgressSink &progress) {
  const Note note = makeNote(code, {error.toString()});
  trace.addNote(note);
  progress.log(note.message);
  return {};
}

/// One kernel and the trace that its samples go to.
class KernelSampling {
public:
  KernelSampling(const SampledKernel &kernel, std::shared_ptr<const cupti::Library> library,
                 TraceBuilder &trace, ProgressSink &progress)
      : m_kernel(kernel), m_library(std::move(library)), m_trace(trace), m_progress(progress) {}

  Result<void> samplePcs(uint32_t period) {
    auto sampler = cupti::PcSampler::begin(m_library, m_kernel.context.handle(), period);
    if (!sampler)
      return without(NoteCode::SamplesOff, sampler.error());
    // Loaded after the sampler starts: CUPTI then records the machine code and resolves source
    // lines.
    PSTUDIO_TRY_ASSIGN(const LoadedKernel loaded,
                       LoadedKernel::load(m_kernel.context, m_kernel.code));
    PSTUDIO_TRY(m_kernel.prepare());
    PSTUDIO_TRY(m_kernel.launch(loaded));
    const Result<PcSampleTable> table = (*sampler)->end();
    if (!table)
      return without(NoteCode::SamplesOff, table.error());
    addPcSamples(m_trace, kSampledLaunch, *table);
    noteLosses(*table, (*sampler)->hasOverflown());
    m_progress.log(std::to_string(table->samples()) + " PC samples, one in " +
                   std::to_string(table->periodCycles) + " cycles of an SM, on " +
                   std::to_string(table->lines.size()) + " lines; the hardware took " +
                   std::to_string((*sampler)->seen()) + ", " +
                   std::to_string((*sampler)->ofOtherKernels()) + " of other kernels");
    return {};
  }

  Result<void> count(std::vector<std::string> counters) {
    auto profiler = cupti::CounterProfiler::begin(
        m_library, m_kernel.context.handle(), m_kernel.context.device().index, std::move(counters));
    if (!profiler)
      return without(NoteCode::CountersOff, profiler.error());
    PSTUDIO_TRY_ASSIGN(const LoadedKernel loaded,
                       LoadedKernel::load(m_kernel.context, m_kernel.code));
    size_t passes = 0;
    for (bool isDone = false; !isDone && passes < kMaxPasses; ++passes) {
      PSTUDIO_TRY(m_kernel.prepare());
      if (const Result<void> begun = (*profiler)->beginPass(); !begun)
        return without(NoteCode::CountersOff, begun.error());
      PSTUDIO_TRY(m_kernel.launch(loaded));
      const Result<bool> ended = (*profiler)->endPass();
      if (!ended)
        return without(NoteCode::CountersOff, ended.error());
      isDone = *ended;
    }
    const Result<std::vector<CounterValue>> values = (*profiler)->values();
    if (!values)
      return without(NoteCode::CountersOff, values.error());
    addCounters(m_trace, kSampledLaunch, *values);
    for (const CounterValue &counter : *values) {
      char text[64];
      std::snprintf(text, sizeof text, "%.6g", counter.value);
      m_progress.log(counter.name + " = " + text);
    }
    m_progress.log("counted in " + std::to_string(passes) + " launches");
    return {};
  }

private:
  Result<void> without(NoteCode code, const Error &error) {
    return continueWithout(code, error, m_trace, m_progress);
  }

  void noteLosses(const PcSampleTable &table, bool hasOverflown) {
    m_trace.addNote(NoteCode::SamplesDropped, table.dropped);
    m_trace.addNote(NoteCode::SamplesBufferFull, hasOverflown ? 1 : 0);
    m_trace.addNote(NoteCode::SamplesNone, table.lines.empty() ? 1 : 0);
  }

  const SampledKernel &m_kernel;
  std::shared_ptr<const cupti::Library> m_library;
  TraceBuilder &m_trace;
  ProgressSink &m_progress;
};

} // namespace

Result<void> sampleKernel(const SampledKernel &kernel, const SampleSettings &samples,
                          TraceBuilder &trace, ProgressSink &progress,
                          const cupti::Environment &environment) {
  auto library = cupti::Library::open(environment);
  if (!library)
    return continueWithout(samples.pcPeriod ? NoteCode::SamplesOff : NoteCode::CountersOff,
                           library.error(), trace, progress);
  KernelSampling sampling(kernel, *std::move(library), trace, progress);
  if (samples.pcPeriod)
    PSTUDIO_TRY(sampling.samplePcs(*samples.pcPeriod));
  if (!samples.counters.empty())
    PSTUDIO_TRY(sampling.count(samples.counters));
  return {};
}

} // namespace pstudio
