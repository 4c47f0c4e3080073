// SPDX-License-Identifier: Apache-2.0
// Time of cudaGraphLaunch on the host, of graphs with 3, 32 and 256 nodes of as many kernels. The
// graphs alternate in batches. Prints one line of JSON with the medians [us].
//
//   graph_cost [BATCHES]
#include "case.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace {

constexpr int kReplays = 100; // of a batch: the queue of the stream takes them without a wait

template <int number> __global__ void tick(int *x) {
  x[threadIdx.x] += number;
}

template <int... numbers>
void launchEach(cudaStream_t stream, int *x, std::integer_sequence<int, numbers...>) {
  (tick<numbers><<<1, 32, 0, stream>>>(x), ...);
}

/// A graph of the kernels tick<0> to tick<count - 1>, one after the other.
template <int count> cudaGraphExec_t captured(cudaStream_t stream, int *x) {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  launchEach(stream, x, std::make_integer_sequence<int, count>());
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CHECK(cudaGraphDestroy(graph));
  return exec;
}

/// Mean time of a launch [us].
double batch(cudaGraphExec_t exec, cudaStream_t stream) {
  using Clock = std::chrono::steady_clock;
  CHECK(cudaStreamSynchronize(stream));
  const auto begin = Clock::now();
  for (int i = 0; i < kReplays; ++i)
    CHECK(cudaGraphLaunch(exec, stream));
  const std::chrono::duration<double, std::micro> time = Clock::now() - begin;
  return time.count() / kReplays;
}

double median(std::vector<double> times) {
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  return times[times.size() / 2];
}

} // namespace

int main(int argc, char **argv) {
  const int batches = argc > 1 ? std::atoi(argv[1]) : 60;
  cudaStream_t stream = nullptr;
  CHECK(cudaStreamCreate(&stream));
  Buffer<int> x(32);
  const cudaGraphExec_t graphs[] = {captured<3>(stream, x.data), captured<32>(stream, x.data),
                                    captured<256>(stream, x.data)};
  std::vector<double> times[3];
  for (int i = -5; i < batches; ++i) // the first ones upload the graphs
    for (int graph = 0; graph < 3; ++graph)
      if (const double time = batch(graphs[graph], stream); i >= 0)
        times[graph].push_back(time);
  CHECK(cudaStreamSynchronize(stream));
  std::printf("{\"3\": %.3f, \"32\": %.3f, \"256\": %.3f}\n", median(times[0]), median(times[1]),
              median(times[2]));
}
