// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/runtime/cuda/cuda_gpu_runner.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <optional>
#include <thread>
#include <unistd.h>

#include "collector/runtime/poll_pacer.h"
#include "tests/collector/runtime/cuda/cuda_gpu_kernels.h"

namespace pstudio::test {

using namespace cuda;

Result<Context> openGpu() {
  PSTUDIO_TRY_ASSIGN(auto driver, Driver::open());
  return Context::open(std::move(driver), 0);
}

Result<GpuKernel> loadGpuKernel(const Context &context, const std::string &ptx,
                                const std::string &name) {
  PSTUDIO_TRY_ASSIGN(Module module, Module::load(context, ptx));
  PSTUDIO_TRY_ASSIGN(Kernel kernel, Kernel::find(module, name));
  return GpuKernel{std::move(module), std::move(kernel)};
}

namespace {

constexpr float kFactor = 2.5f;
constexpr WaitLimits kAMinute{60.0, nullptr};

uint32_t bitsOf(float value) {
  uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

float xAt(uint32_t i) {
  return static_cast<float>(i % 1000) - 500.0f;
}

float yAt(uint32_t i) {
  return static_cast<float>(i % 77);
}

Result<void> compareSaxpy(std::span<const float> y) {
  for (uint32_t i = 0; i < y.size(); ++i)
    if (y[i] != kFactor * xAt(i) + yAt(i)) // exact in 24 bits
      return fail(ErrorCode::WrongResult, "y[" + std::to_string(i) + "] is " +
                                              std::to_string(y[i]) + ", not " +
                                              std::to_string(kFactor * xAt(i) + yAt(i)));
  return {};
}

} // namespace

Result<void> runSaxpy(const Context &context, uint32_t size) {
  PSTUDIO_TRY_ASSIGN(const GpuKernel saxpy, loadGpuKernel(context, ptxModule(kSaxpy), "saxpy"));
  PSTUDIO_TRY_ASSIGN(Stream stream, Stream::open(context));
  std::vector<float> x(size);
  std::vector<float> y(size);
  for (uint32_t i = 0; i < size; ++i) {
    x[i] = xAt(i);
    y[i] = yAt(i);
  }
  const uint64_t bytes = uint64_t(size) * sizeof(float);
  PSTUDIO_TRY_ASSIGN(const DeviceBuffer xs, DeviceBuffer::allocate(context, bytes, "x"));
  PSTUDIO_TRY_ASSIGN(const DeviceBuffer ys, DeviceBuffer::allocate(context, bytes, "y"));
  PSTUDIO_TRY(stream.copyToDevice(xs, 0, std::as_bytes(std::span(x))));
  PSTUDIO_TRY(stream.copyToDevice(ys, 0, std::as_bytes(std::span(y))));
  LaunchShape shape;
  shape.block = {256, 1, 1};
  shape.grid = {(size + 255) / 256, 1, 1};
  const std::array<uint64_t, 4> arguments{xs.address(), ys.address(), bitsOf(kFactor), size};
  PSTUDIO_TRY(cuda::launch(stream, saxpy.kernel, shape, arguments));
  PSTUDIO_TRY(stream.wait(kAMinute));
  PSTUDIO_TRY(stream.copyToHost(std::as_writable_bytes(std::span(y)), ys, 0));
  return compareSaxpy(y);
}

namespace {

void say(const char *key, const std::string &value) {
  std::string line = value;
  for (char &c : line)
    c = c == '\n' ? ' ' : c;
  std::printf("%s: %s\n", key, line.c_str());
  std::fflush(stdout);
}

template <class T> std::string textOf(const Result<T> &result) {
  return result
             ? "ok"
             : std::string(errorCodeName(result.error().code)) + ": " + result.error().toString();
}

/// A kernel that faults, and its optional argument: an address, or an offset from the buffer's
/// address.
struct Fault {
  std::string_view ptx;
  const char *kernel;
  std::optional<uint64_t> address;
  std::optional<uint64_t> offset;

  std::vector<uint64_t> arguments(const DeviceBuffer &buffer) const {
    if (offset)
      return {buffer.address() + *offset};
    return address ? std::vector<uint64_t>{*address} : std::vector<uint64_t>();
  }
};

/// Runs the kernel with one thread. Then requests an operation, which must be rejected.
Result<void> actFault(const Fault &fault) {
  PSTUDIO_TRY_ASSIGN(const Context context, openGpu());
  PSTUDIO_TRY_ASSIGN(Stream stream, Stream::open(context));
  PSTUDIO_TRY_ASSIGN(const DeviceBuffer buffer, DeviceBuffer::allocate(context, 64, "data"));
  PSTUDIO_TRY_ASSIGN(const GpuKernel faulting,
                     loadGpuKernel(context, ptxModule(fault.ptx), fault.kernel));
  PSTUDIO_TRY(cuda::launch(stream, faulting.kernel, {}, fault.arguments(buffer)));
  say("wait", textOf(stream.wait(kAMinute)));
  say("lost", context.isLost() ? "yes" : "no");
  say("then", textOf(stream.fill(buffer, std::byte{0})));
  // Guarantees of the vendor differ between versions: the result is printed but not checked.
  const auto again = openGpu();
  say("new context", again ? textOf(runSaxpy(*again, 1000)) : textOf(again));
  return {};
}

/// The first word of the buffer, read through this stream.
std::string firstWord(Stream &stream, const DeviceBuffer &buffer) {
  uint32_t word = 0;
  const auto read = stream.copyToHost(std::as_writable_bytes(std::span(&word, 1)), buffer, 0);
  return read ? std::to_string(word) : textOf(read);
}

/// Runs an endless kernel, waits for it with `limits`, and reads memory through other streams.
Result<void> actEndless(const WaitLimits &limits) {
  PSTUDIO_TRY_ASSIGN(const Context context, openGpu());
  PSTUDIO_TRY_ASSIGN(Stream stream, Stream::open(context));
  PSTUDIO_TRY_ASSIGN(Stream reader, Stream::open(context));
  PSTUDIO_TRY_ASSIGN(const DeviceBuffer buffer, DeviceBuffer::allocate(context, 64, "data"));
  PSTUDIO_TRY_ASSIGN(const GpuKernel endless,
                     loadGpuKernel(context, ptxModule(kEndless), "endless"));
  PSTUDIO_TRY(stream.fill(buffer, std::byte{0}));
  const std::array<uint64_t, 1> arguments{buffer.address()};
  PSTUDIO_TRY(cuda::launch(stream, endless.kernel, {}, arguments));
  say("launched", "yes");
  const PollPacer time;
  const auto waited = stream.wait(limits);
  say("seconds", std::to_string(time.elapsedSeconds()));
  say("wait", textOf(waited));
  say("lost", context.isLost() ? "yes" : "no");
  say("read", firstWord(reader, buffer));
  auto late = Stream::open(context);
  say("read late", late ? firstWord(*late, buffer) : textOf(late));
  return {};
}

Result<void> actCancel() {
  std::atomic<bool> cancel = false;
  std::thread button([&] {
    std::this_thread::sleep_for(std::chrono::seconds(2));
    cancel = true;
  });
  auto done = actEndless({60.0, &cancel});
  button.join();
  return done;
}

Result<void> actSaxpy() {
  for (int round = 0; round < 20; ++round) {
    PSTUDIO_TRY_ASSIGN(const Context context, openGpu());
    PSTUDIO_TRY(runSaxpy(context, 100'000));
  }
  say("saxpy", "ok");
  return {};
}

Result<void> act(std::string_view name) {
  if (name == "illegal")
    return actFault({kStore, "store", 16, {}});
  if (name == "misaligned")
    return actFault({kStore, "store", {}, 1});
  if (name == "trap")
    return actFault({kTrap, "trapped", {}, {}});
  if (name == "limit")
    return actEndless({1.0, nullptr});
  if (name == "cancel")
    return actCancel();
  if (name == "endless")
    return actEndless({});
  if (name == "saxpy")
    return actSaxpy();
  return fail(ErrorCode::InvalidInput, "no act of this name");
}

} // namespace

void actOnGpu(std::string_view name) {
  const auto done = act(name);
  // All destructors have run: this line proves that none of them blocked.
  say("done", textOf(done));
  _exit(done ? 0 : 1);
}

} // namespace pstudio::test
