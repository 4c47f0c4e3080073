// SPDX-License-Identifier: Apache-2.0
// A generator of foreign traces, as a stream of slices.
#include "tests/bench/foreign_trace.h"

#include <cmath>
#include <cstdio>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "core/trace/trace_builder.h"

namespace pstudio::bench {
namespace {

/// One slice of the stream.
struct ForeignSlice {
  uint32_t process = 0, thread = 0;
  uint32_t name = 0;
  int64_t begin = 0, duration = 0; ///< [ps]
};
using SliceSink = std::function<void(const ForeignSlice &)>;

/// Streams the slices of one thread after the other; an outer slice comes before those in it.
class ForeignStream {
public:
  explicit ForeignStream(const ForeignTraceOptions &options)
      : m_options(options), m_random(options.seed) {
    std::vector<double> weights(options.names);
    for (size_t i = 0; i < weights.size(); ++i)
      weights[i] = 1.0 / static_cast<double>(i + 1);
    m_names = std::discrete_distribution<uint32_t>(weights.begin(), weights.end());
  }

  void run(const SliceSink &sink) {
    const uint64_t threads = uint64_t{m_options.processes} * m_options.threads;
    uint64_t left = m_options.slices;
    for (uint64_t i = 0; i < threads; ++i) {
      const uint64_t count = left / (threads - i);
      runThread(static_cast<uint32_t>(i / m_options.threads),
                static_cast<uint32_t>(i % m_options.threads), count, sink);
      left -= count;
    }
  }

private:
  int64_t length(double median) {
    return static_cast<int64_t>(std::exp(m_normal(m_random) * 0.8) * median) + 505;
  }

  void runThread(uint32_t process, uint32_t thread, uint64_t count, const SliceSink &sink) {
    int64_t at = 1'000'000 + static_cast<int64_t>(m_random() % 100'000'000);
    uint64_t made = 0;
    while (made < count) {
      // An outer slice with a few inner ones, some of which hold two more.
      ForeignSlice outer{process, thread, m_names(m_random), at, 0};
      std::vector<ForeignSlice> inner;
      int64_t inside = at + 1'010;
      const uint64_t wanted = std::min<uint64_t>(count - made - 1, m_random() % 8);
      while (inner.size() < wanted) {
        const ForeignSlice middle{process, thread, m_names(m_random), inside, length(300'000)};
        inner.push_back(middle);
        if (m_random() % 3 == 0)
          for (int64_t k = 0; k < 2 && inner.size() < wanted; ++k)
            inner.push_back({process, thread, m_names(m_random), inside + k * (middle.duration / 2),
                             middle.duration / 2});
        inside += middle.duration + (m_random() % 2 == 0 ? 0 : 20'200);
      }
      outer.duration = inside - at + 505;
      sink(outer);
      for (const ForeignSlice &slice : inner)
        sink(slice);
      made += 1 + inner.size();
      at += outer.duration + 505;
      if (m_random() % 50 == 0) // a pause between bursts
        at += length(20'000'000);
    }
  }

  ForeignTraceOptions m_options;
  std::mt19937_64 m_random;
  std::discrete_distribution<uint32_t> m_names;
  std::normal_distribution<double> m_normal;
};

std::string nameOf(uint32_t number) {
  return "scope_" + std::to_string(number) + (number % 5 == 0 ? "_wait" : "");
}

} // namespace

std::shared_ptr<const Trace> makeForeignTrace(const ForeignTraceOptions &options) {
  TraceBuilder build;
  std::vector<TrackId> threads;
  std::vector<TrackId> counters;
  for (uint32_t p = 0; p < options.processes; ++p) {
    const TrackId process =
        build.addTrack(TrackKind::Process, "process " + std::to_string(p), TrackId(), p, p);
    for (uint32_t t = 0; t < options.threads; ++t)
      threads.push_back(
          build.addTrack(TrackKind::Thread, "thread " + std::to_string(t), process, t, t));
    counters.push_back(build.addTrack(TrackKind::Counter, "bytes", process, -1, 1'000'000));
  }
  std::vector<StringId> names;
  for (uint32_t i = 0; i < options.names; ++i)
    names.push_back(build.intern(nameOf(i)));
  const StringId category = build.intern("cuda");
  const StringId key = build.intern("index");
  std::vector<ArgSetId> args;
  for (int64_t i = 0; i < 1000; ++i)
    args.push_back(build.addArgs(std::vector<Arg>{Arg::ofInt(key, i)}));
  uint64_t made = 0;
  BuilderSlice before;
  ForeignStream(options).run([&](const ForeignSlice &slice) {
    SliceInput input;
    input.track = threads[slice.process * options.threads + slice.thread];
    input.name = names[slice.name];
    input.category = category;
    input.begin = Picoseconds(slice.begin);
    input.duration = Picoseconds(slice.duration);
    input.args = args[made % args.size()];
    const BuilderSlice added = build.addSlice(input);
    if (made % options.arrowEvery == options.arrowEvery - 1)
      build.addFlow(made, before, added);
    if (made % options.arrowEvery == 0) {
      before = added;
      build.addSample(counters[slice.process], {input.begin, static_cast<double>(made % 1000)});
    }
    ++made;
  });
  return std::make_shared<const Trace>(std::move(build).finish());
}

void writeForeignJson(const ForeignTraceOptions &options, const char *path) {
  std::FILE *file = std::fopen(path, "w");
  if (file == nullptr) {
    std::perror(path);
    std::exit(1);
  }
  std::fputs("{\"traceEvents\":[\n", file);
  uint64_t made = 0;
  ForeignStream(options).run([&](const ForeignSlice &slice) {
    std::fprintf(file,
                 "%s{\"ph\":\"X\",\"name\":\"%s\",\"cat\":\"cuda\",\"pid\":%u,\"tid\":%u,"
                 "\"ts\":%.6f,\"dur\":%.6f,\"args\":{\"index\":%u}}",
                 made == 0 ? "" : ",\n", nameOf(slice.name).c_str(), slice.process, slice.thread,
                 static_cast<double>(slice.begin) / 1e6, static_cast<double>(slice.duration) / 1e6,
                 static_cast<uint32_t>(made % 1000));
    ++made;
  });
  std::fputs("\n]}\n", file);
  std::fclose(file);
}

} // namespace pstudio::bench
