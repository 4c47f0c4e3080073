// SPDX-License-Identifier: Apache-2.0
// CUDA graphs of all forms, each replayed 30 times; no result depends on the order of threads.
#include "case.h"

namespace {

constexpr int kCount = 1 << 14;
constexpr int kBlock = 128;
constexpr int kGrid = kCount / kBlock;
constexpr int kReplays = 30;

__global__ void grow(float *x, float rate) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = x[i] * rate + 1.0f;
}

/// A loop and a barrier, so that there is something to record inside.
__global__ void mixTile(float *x, int rounds) {
  __shared__ float tile[kBlock];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = x[i];
  for (int round = 0; round < rounds; ++round) {
    __syncthreads();
    const float next = tile[(threadIdx.x + 1) % kBlock];
    __syncthreads();
    tile[threadIdx.x] = 0.5f * (tile[threadIdx.x] + next);
  }
  x[i] = tile[threadIdx.x];
}

struct Stream {
  Stream() { CHECK(cudaStreamCreate(&handle)); }
  ~Stream() { cudaStreamDestroy(handle); }
  cudaStream_t handle = nullptr;
};

/// What the kernels of a graph make of the same numbers in `kReplays` replays.
template <class Replay> uint64_t replayed(Buffer<float> &x, Stream &stream, Replay replay) {
  x.write(numbers(kCount));
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < kReplays; ++i)
    replay(i);
  CHECK(cudaStreamSynchronize(stream.handle));
  return checksum(x.read());
}

cudaGraph_t captured(Stream &stream, float *x, float rate = 0.5f) {
  cudaGraph_t graph = nullptr;
  CHECK(cudaStreamBeginCapture(stream.handle, cudaStreamCaptureModeGlobal));
  grow<<<kGrid, kBlock, 0, stream.handle>>>(x, rate);
  mixTile<<<kGrid, kBlock, 0, stream.handle>>>(x, 4);
  grow<<<kGrid, kBlock, 0, stream.handle>>>(x, 0.25f);
  CHECK(cudaStreamEndCapture(stream.handle, &graph));
  return graph;
}

uint64_t replayedAndDestroyed(cudaGraph_t graph, Buffer<float> &x, Stream &stream,
                              unsigned long long flags = 0) {
  cudaGraphExec_t exec = nullptr;
  CHECK(cudaGraphInstantiate(&exec, graph, flags));
  CHECK(cudaGraphDestroy(graph)); // as PyTorch does
  const uint64_t sum =
      replayed(x, stream, [&](int) { CHECK(cudaGraphLaunch(exec, stream.handle)); });
  CHECK(cudaGraphExecDestroy(exec));
  return sum;
}

uint64_t runCaptured() {
  Stream stream;
  Buffer<float> x(kCount);
  return replayedAndDestroyed(captured(stream, x.data), x, stream);
}

uint64_t runCloned() {
  Stream stream;
  Buffer<float> x(kCount);
  cudaGraph_t graph = captured(stream, x.data), clone = nullptr;
  CHECK(cudaGraphClone(&clone, graph));
  CHECK(cudaGraphDestroy(graph));
  return replayedAndDestroyed(clone, x, stream);
}

uint64_t runFlags() {
  Stream stream;
  Buffer<float> x(kCount);
  return replayedAndDestroyed(captured(stream, x.data), x, stream,
                              cudaGraphInstantiateFlagAutoFreeOnLaunch);
}

cudaGraphNode_t addKernel(cudaGraph_t graph, cudaGraphNode_t after, void *function,
                          void **arguments) {
  cudaKernelNodeParams parameters{};
  parameters.func = function;
  parameters.gridDim = dim3(kGrid);
  parameters.blockDim = dim3(kBlock);
  parameters.kernelParams = arguments;
  cudaGraphNode_t node = nullptr;
  CHECK(cudaGraphAddKernelNode(&node, graph, after ? &after : nullptr, after ? 1 : 0, &parameters));
  return node;
}

/// \param last  its node of `mixTile`
cudaGraph_t built(float *x, cudaGraphNode_t *last = nullptr) {
  cudaGraph_t graph = nullptr;
  CHECK(cudaGraphCreate(&graph, 0));
  float rate = 0.75f;
  int rounds = 3;
  void *growArguments[] = {&x, &rate}, *mixArguments[] = {&x, &rounds};
  const cudaGraphNode_t first =
      addKernel(graph, nullptr, reinterpret_cast<void *>(grow), growArguments);
  const cudaGraphNode_t second =
      addKernel(graph, first, reinterpret_cast<void *>(mixTile), mixArguments);
  if (last)
    *last = second;
  return graph;
}

uint64_t runBuilt() {
  Stream stream;
  Buffer<float> x(kCount);
  return replayedAndDestroyed(built(x.data), x, stream);
}

uint64_t runChild() {
  Stream stream;
  Buffer<float> x(kCount);
  cudaGraph_t child = built(x.data), graph = nullptr;
  CHECK(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t node = nullptr;
  CHECK(cudaGraphAddChildGraphNode(&node, graph, nullptr, 0, child));
  float *place = x.data;
  float rate = 0.125f;
  void *arguments[] = {&place, &rate};
  addKernel(graph, node, reinterpret_cast<void *>(grow), arguments);
  CHECK(cudaGraphDestroy(child));
  return replayedAndDestroyed(graph, x, stream);
}

/// Parameters of one node change in the executable graph, between the replays.
uint64_t runNodeUpdated() {
  Stream stream;
  Buffer<float> x(kCount);
  cudaGraphNode_t node = nullptr;
  cudaGraph_t graph = built(x.data, &node);
  cudaGraphExec_t exec = nullptr;
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  const uint64_t sum = replayed(x, stream, [&](int i) {
    float *place = x.data;
    int rounds = 1 + i % 5;
    void *arguments[] = {&place, &rounds};
    cudaKernelNodeParams parameters{};
    parameters.func = reinterpret_cast<void *>(mixTile);
    parameters.gridDim = dim3(kGrid);
    parameters.blockDim = dim3(kBlock);
    parameters.kernelParams = arguments;
    CHECK(cudaGraphExecKernelNodeSetParams(exec, node, &parameters));
    CHECK(cudaGraphLaunch(exec, stream.handle));
  });
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(graph));
  return sum;
}

/// The whole executable graph is updated from a new capture, every third replay.
uint64_t runUpdated() {
  Stream stream;
  Buffer<float> x(kCount);
  cudaGraph_t graph = captured(stream, x.data);
  cudaGraphExec_t exec = nullptr;
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CHECK(cudaGraphDestroy(graph));
  const uint64_t sum = replayed(x, stream, [&](int i) {
    if (i % 3 == 2) {
      graph = captured(stream, x.data, 0.5f + 0.01f * i);
      cudaGraphExecUpdateResultInfo info{};
      CHECK(cudaGraphExecUpdate(exec, graph, &info));
      CHECK(cudaGraphDestroy(graph));
    }
    CHECK(cudaGraphLaunch(exec, stream.handle));
  });
  CHECK(cudaGraphExecDestroy(exec));
  return sum;
}

/// Two branches of the same kernels on different memory, which come together at the end or, with
/// `isOpen`, do not.
cudaGraph_t branches(Stream &stream, Stream &side, float *x, float *y, float rate, bool isOpen) {
  cudaGraph_t graph = nullptr;
  cudaEvent_t forked = nullptr, joined = nullptr;
  CHECK(cudaEventCreateWithFlags(&forked, cudaEventDisableTiming));
  CHECK(cudaEventCreateWithFlags(&joined, cudaEventDisableTiming));
  CHECK(cudaStreamBeginCapture(stream.handle, cudaStreamCaptureModeGlobal));
  grow<<<kGrid, kBlock, 0, stream.handle>>>(x, rate);
  CHECK(cudaEventRecord(forked, stream.handle));
  CHECK(cudaStreamWaitEvent(side.handle, forked));
  grow<<<kGrid, kBlock, 0, side.handle>>>(y, rate * 0.5f);
  mixTile<<<kGrid, kBlock, 0, side.handle>>>(y, 2);
  grow<<<kGrid, kBlock, 0, stream.handle>>>(x, rate * 0.25f);
  mixTile<<<kGrid, kBlock, 0, stream.handle>>>(x, 5);
  CHECK(cudaEventRecord(joined, side.handle));
  CHECK(cudaStreamWaitEvent(stream.handle, joined));
  if (!isOpen)
    grow<<<kGrid, kBlock, 0, stream.handle>>>(y, rate * 0.125f);
  CHECK(cudaStreamEndCapture(stream.handle, &graph));
  CHECK(cudaEventDestroy(forked));
  CHECK(cudaEventDestroy(joined));
  return graph;
}

/// Updated as a whole before each replay but the first. Pairs of nodes that are mixed up change the
/// checksum.
uint64_t runUpdatedBranches(bool isOpen) {
  Stream stream, side;
  Buffer<float> x(kCount), y(kCount);
  y.write(numbers(kCount, 2));
  cudaGraph_t graph = branches(stream, side, x.data, y.data, 0.5f, isOpen);
  cudaGraphExec_t exec = nullptr;
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CHECK(cudaGraphDestroy(graph));
  const uint64_t sum = replayed(x, stream, [&](int i) {
    if (i > 0) {
      graph = branches(stream, side, x.data, y.data, 0.5f + 0.01f * i, isOpen);
      cudaGraphExecUpdateResultInfo info{};
      CHECK(cudaGraphExecUpdate(exec, graph, &info));
      CHECK(cudaGraphDestroy(graph));
    }
    CHECK(cudaGraphLaunch(exec, stream.handle));
  });
  CHECK(cudaGraphExecDestroy(exec));
  return sum ^ (checksum(y.read()) * 3);
}

uint64_t runJoinedBranches() {
  return runUpdatedBranches(false);
}

/// Its two last nodes have the same form: the pairs are unknown.
uint64_t runOpenBranches() {
  return runUpdatedBranches(true);
}

/// Updated with a graph whose nodes were made in another order, and with another kernel in a node.
uint64_t runOtherOrder() {
  Stream stream;
  Buffer<float> x(kCount);
  cudaGraph_t graph = built(x.data);
  cudaGraphExec_t exec = nullptr;
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CHECK(cudaGraphDestroy(graph));
  const uint64_t sum = replayed(x, stream, [&](int i) {
    if (i % 4 == 1) {
      float *place = x.data;
      float rate = 0.5f + 0.01f * i, later = 0.25f;
      void *arguments[] = {&place, &rate}, *laterArguments[] = {&place, &later};
      CHECK(cudaGraphCreate(&graph, 0));
      const cudaGraphNode_t last =
          addKernel(graph, nullptr, reinterpret_cast<void *>(grow), laterArguments);
      const cudaGraphNode_t first =
          addKernel(graph, nullptr, reinterpret_cast<void *>(grow), arguments);
#if CUDART_VERSION >= 13000
      CHECK(cudaGraphAddDependencies(graph, &first, &last, nullptr, 1));
#else
      CHECK(cudaGraphAddDependencies(graph, &first, &last, 1));
#endif
      cudaGraphExecUpdateResultInfo info{};
      CHECK(cudaGraphExecUpdate(exec, graph, &info));
      CHECK(cudaGraphDestroy(graph));
    }
    CHECK(cudaGraphLaunch(exec, stream.handle));
  });
  CHECK(cudaGraphExecDestroy(exec));
  return sum;
}

/// An update that the driver rejects leaves the graph as it was.
uint64_t runRejectedUpdate() {
  Stream stream;
  Buffer<float> x(kCount);
  cudaGraph_t graph = built(x.data);
  cudaGraphExec_t exec = nullptr;
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CHECK(cudaGraphDestroy(graph));
  const uint64_t sum = replayed(x, stream, [&](int i) {
    if (i == 5) {
      graph = captured(stream, x.data);
      cudaGraphExecUpdateResultInfo info{};
      if (cudaGraphExecUpdate(exec, graph, &info) == cudaSuccess)
        std::printf("the update was not rejected\n");
      cudaGetLastError();
      CHECK(cudaGraphDestroy(graph));
    }
    CHECK(cudaGraphLaunch(exec, stream.handle));
  });
  CHECK(cudaGraphExecDestroy(exec));
  return sum;
}

uint64_t runOtherStreams() {
  Stream first, second;
  Buffer<float> x(kCount);
  cudaGraph_t graph = captured(first, x.data);
  cudaGraphExec_t exec = nullptr;
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CHECK(cudaGraphDestroy(graph));
  const uint64_t sum = replayed(x, second, [&](int i) {
    CHECK(cudaGraphLaunch(exec, i % 2 == 0 ? first.handle : second.handle));
    CHECK(cudaStreamSynchronize(i % 2 == 0 ? first.handle : second.handle));
  });
  CHECK(cudaGraphExecDestroy(exec));
  return sum;
}

__global__ void stopAfter(cudaGraphConditionalHandle handle, int *count, int limit) {
  *count += 1;
  cudaGraphSetConditional(handle, *count % limit == 0 ? 0 : 1);
}

/// A while loop inside of a graph: its body is not recorded.
uint64_t runConditional() {
  Stream stream;
  Buffer<float> x(kCount);
  Buffer<int> count(1);
  count.write({0});
  cudaGraph_t graph = nullptr;
  CHECK(cudaGraphCreate(&graph, 0));
  cudaGraphConditionalHandle handle{};
  CHECK(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
  cudaGraphNodeParams parameters{};
  parameters.type = cudaGraphNodeTypeConditional;
  parameters.conditional.handle = handle;
  parameters.conditional.type = cudaGraphCondTypeWhile;
  parameters.conditional.size = 1;
  cudaGraphNode_t node = nullptr;
#if CUDART_VERSION >= 13000
  CHECK(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &parameters));
#else
  CHECK(cudaGraphAddNode(&node, graph, nullptr, 0, &parameters));
#endif
  cudaGraph_t body = parameters.conditional.phGraph_out[0];
  float *place = x.data;
  float rate = 0.5f;
  int *counter = count.data;
  int limit = 4;
  void *growArguments[] = {&place, &rate}, *stopArguments[] = {&handle, &counter, &limit};
  const cudaGraphNode_t first =
      addKernel(body, nullptr, reinterpret_cast<void *>(grow), growArguments);
  cudaKernelNodeParams stop{};
  stop.func = reinterpret_cast<void *>(stopAfter);
  stop.gridDim = dim3(1);
  stop.blockDim = dim3(1);
  stop.kernelParams = stopArguments;
  cudaGraphNode_t last = nullptr;
  CHECK(cudaGraphAddKernelNode(&last, body, &first, 1, &stop));
  return replayedAndDestroyed(graph, x, stream);
}

/// Instantiated for launches by the device, launched by the host.
uint64_t runDeviceLaunch() {
  Stream stream;
  Buffer<float> x(kCount);
  cudaGraphExec_t exec = nullptr;
  cudaGraph_t graph = captured(stream, x.data);
  CHECK(cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagDeviceLaunch));
  CHECK(cudaGraphUpload(exec, stream.handle));
  const uint64_t sum =
      replayed(x, stream, [&](int) { CHECK(cudaGraphLaunch(exec, stream.handle)); });
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(graph));
  return sum;
}

} // namespace

int main(int argc, char **argv) {
  return runCases({{"captured", runCaptured},
                   {"cloned", runCloned},
                   {"flags", runFlags},
                   {"built", runBuilt},
                   {"child", runChild},
                   {"node_updated", runNodeUpdated},
                   {"graph_updated", runUpdated},
                   {"joined_branches", runJoinedBranches},
                   {"open_branches", runOpenBranches},
                   {"other_order", runOtherOrder},
                   {"rejected_update", runRejectedUpdate},
                   {"other_streams", runOtherStreams},
                   {"conditional", runConditional},
                   {"device_launch", runDeviceLaunch}},
                  argc, argv);
}
