// SPDX-License-Identifier: Apache-2.0
#include "collector/bench/launch_kinds.h"

#include <functional>
#include <optional>
#include <utility>

#include "collector/bench/stopwatch.h"
#include "collector/bench/table_rows.h"
#include "collector/calibration/recording_kernel.h"
#include "collector/runtime/cuda/tensor_map.h"

namespace pstudio::bench {
namespace {

using namespace calibration;

constexpr uint32_t kWarmups = 20;
constexpr uint32_t kTrain = 20;
constexpr uint32_t kCtas = 64;
constexpr double kMapLimit = 1.2; ///< times the host time of a launch with pointers

/// Kernel that waits for the previous launch, which may still run.
constexpr const char *kWaiting = R"(gpu.module @kernels {
  gpu.func @waiting() kernel {
    llvm.inline_asm has_side_effects "griddepcontrol.launch_dependents;", "" : () -> ()
    llvm.inline_asm has_side_effects "griddepcontrol.wait;", "" : () -> ()
    gpu.return
  }
}
)";

constexpr const char *kEmpty = R"(gpu.module @kernels {
  gpu.func @empty() kernel {
    gpu.return
  }
}
)";

/// Kernel that loads a word through each of three pointers, and stores their sum.
std::string readerOf(const std::string &name, const std::string &attributes) {
  const std::string pointer = "!llvm.ptr" + attributes;
  return "gpu.module @kernels {\n  gpu.func @" + name + "(%a: " + pointer + ", %b: " + pointer +
         ", %c: " + pointer + R"(, %out: !llvm.ptr) kernel {
    %x = llvm.load %a : !llvm.ptr -> i32
    %y = llvm.load %b : !llvm.ptr -> i32
    %z = llvm.load %c : !llvm.ptr -> i32
    %xy = llvm.add %x, %y : i32
    %xyz = llvm.add %xy, %z : i32
    llvm.store %xyz, %out : i32, !llvm.ptr
    gpu.return
  }
}
)";
}

/// One kind of launch, repeated for each measurement.
struct Kind {
  std::string name;
  std::optional<RecordingKernel> kernel;
  std::function<Result<cuda::ArgumentBlock>()> arguments; ///< created for each launch
  std::optional<Error> failure;                           ///< the reason why it cannot be measured

  // Of each launch [us].
  std::vector<double> call = {};      ///< until the launch call returns, arguments included
  std::vector<double> roundTrip = {}; ///< until the kernel has ended
  std::vector<double> train = {};     ///< GPU time of one of a train of launches
};

Result<void> launch(MeasuringDevice &device, const Kind &kind) {
  PSTUDIO_TRY_ASSIGN(cuda::ArgumentBlock arguments, kind.arguments());
  return kind.kernel->launch(device, std::move(arguments));
}

Result<void> measureOnce(MeasuringDevice &device, Kind &kind) {
  PSTUDIO_TRY(device.wait());
  const Stopwatch watch;
  PSTUDIO_TRY(launch(device, kind));
  kind.call.push_back(watch.microseconds());
  PSTUDIO_TRY(device.wait());
  kind.roundTrip.push_back(watch.microseconds());
  device.stream.forgetMarks();
  PSTUDIO_TRY_ASSIGN(const size_t begin, device.stream.mark());
  for (uint32_t i = 0; i < kTrain; ++i)
    PSTUDIO_TRY(launch(device, kind));
  PSTUDIO_TRY_ASSIGN(const size_t end, device.stream.mark());
  PSTUDIO_TRY(device.wait());
  PSTUDIO_TRY_ASSIGN(const Nanoseconds elapsed, device.stream.between(begin, end));
  kind.train.push_back(static_cast<double>(elapsed.value) / 1e3 / kTrain);
  return {};
}

/// All kinds in turn.
void measureInTurn(MeasuringDevice &device, std::vector<Kind> &kinds, uint32_t launches) {
  for (uint32_t i = 0; i < kWarmups + launches; ++i)
    for (Kind &kind : kinds) {
      if (i == kWarmups)
        kind.call = kind.roundTrip = kind.train = {};
      if (kind.failure)
        continue;
      if (Result<void> done = measureOnce(device, kind); !done)
        kind.failure = std::move(done).error();
    }
}

Kind makeKind(MeasuringDevice &device, std::string name, const std::string &text,
              const std::string &function, KernelSetup setup,
              std::function<Result<cuda::ArgumentBlock>()> arguments) {
  setup.mode.enabled = false;
  setup.grid = {kCtas, 1, 1};
  setup.block = {128, 1, 1};
  Kind kind{std::move(name), std::nullopt, std::move(arguments), std::nullopt};
  if (auto kernel = RecordingKernel::build(device, text, function, setup))
    kind.kernel.emplace(std::move(*kernel));
  else
    kind.failure = std::move(kernel).error();
  return kind;
}

Table tableOf(std::string title, const std::vector<Kind> &kinds) {
  Table table;
  table.title = std::move(title);
  table.columns = {{"kind", ""},
                   {"call", "us", 2},
                   {"p90", "us", 2},
                   {"of the first", "x", 2},
                   {"round trip", "us", 1},
                   {"p90", "us", 1},
                   {"GPU, in a train", "us", 2}};
  const double first = kinds.front().call.empty() ? 0.0 : spreadOf(kinds.front().call).median;
  for (const Kind &kind : kinds) {
    if (kind.failure || kind.call.empty()) {
      addFailedRow(table, {kind.name},
                   kind.failure.value_or(Error{ErrorCode::RunFailed, "no launch", {}, {}}));
      continue;
    }
    const Spread call = spreadOf(kind.call);
    const Spread roundTrip = spreadOf(kind.roundTrip);
    std::vector<Cell> row{kind.name, call.median, call.high};
    row.emplace_back(first > 0.0 ? Cell(call.median / first) : Cell());
    for (const double value : {roundTrip.median, roundTrip.high, spreadOf(kind.train).median})
      row.emplace_back(value);
    table.rows.push_back(std::move(row));
  }
  table.notes = {std::to_string(kCtas) +
                     " CTAs of 128 threads; kinds alternate, the GPU is idle before each launch",
                 "call: until the launch returns, making its arguments included; GPU, in a train: "
                 "time on the GPU of " +
                     std::to_string(kTrain) + " launches back to back, over their number"};
  return table;
}

Result<cuda::ArgumentBlock> noArguments() {
  return cuda::ArgumentBlock();
}

void measureKinds(MeasuringDevice &device, uint32_t launches, Section &section) {
  KernelSetup plain;
  KernelSetup cooperative;
  cooperative.isCooperative = true;
  KernelSetup cluster;
  cluster.cluster = {2, 1, 1};
  KernelSetup programmatic;
  programmatic.isProgrammatic = true;
  std::vector<Kind> kinds;
  kinds.push_back(makeKind(device, "plain", kEmpty, "empty", plain, noArguments));
  kinds.push_back(makeKind(device, "cooperative", kEmpty, "empty", cooperative, noArguments));
  kinds.push_back(makeKind(device, "clusters of 2", kEmpty, "empty", cluster, noArguments));
  kinds.push_back(
      makeKind(device, "programmatic, in order", kWaiting, "waiting", plain, noArguments));
  kinds.push_back(makeKind(device, "programmatic", kWaiting, "waiting", programmatic, noArguments));
  measureInTurn(device, kinds, launches);
  Table table = tableOf("kinds of launches of an empty kernel", kinds);
  table.notes.push_back("programmatic: the kernel triggers the next launch and waits for the "
                        "previous one; in order: the same kernel without the attribute");
  section.tables.push_back(std::move(table));
}

/// Three matrices of 128 x 64 half-precision numbers, and a word for the sum.
struct Operands {
  static constexpr uint64_t kBytes = 128 * 64 * 2;
  std::vector<cuda::DeviceBuffer> buffers;
  cuda::TensorMapCache maps;

  static Result<Operands> make(MeasuringDevice &device) {
    Operands operands;
    for (int i = 0; i < 4; ++i) {
      PSTUDIO_TRY_ASSIGN(cuda::DeviceBuffer buffer,
                         device.makeFilled(kBytes, std::byte{1}, "an operand"));
      operands.buffers.push_back(std::move(buffer));
    }
    return operands;
  }
  cuda::TensorMapRequest request(size_t index) const {
    cuda::TensorMapRequest request;
    request.address = buffers[index].address();
    request.dataType = CuTensorMapDataType::Float16;
    request.rank = 2;
    request.extents = {64, 128, 0, 0, 0};
    request.strideBytes = {128, 0, 0, 0};
    request.box = {64, 64, 0, 0, 0};
    request.elementStrides = {1, 1, 0, 0, 0};
    request.swizzle = CuTensorMapSwizzle::Bytes128;
    return request;
  }
};

/// Three maps, from the cache or by the driver, and the word for the sum.
Result<cuda::ArgumentBlock> mapArguments(const cuda::Context &context, Operands &operands,
                                         bool fromCache) {
  cuda::ArgumentBlock block;
  for (size_t i = 0; i < 3; ++i) {
    if (fromCache) {
      PSTUDIO_TRY_ASSIGN(const cuda::TensorMap *map,
                         operands.maps.find(context, operands.request(i)));
      block.addTensorMap(*map);
    } else {
      PSTUDIO_TRY_ASSIGN(const cuda::TensorMap map,
                         cuda::encodeTensorMap(context, operands.request(i)));
      block.addTensorMap(map);
    }
  }
  block.addWord(operands.buffers[3].address());
  return block;
}

void addMapTarget(const std::vector<Kind> &kinds, Section &section) {
  const std::string what = "host time of a launch with three tensor maps, over three pointers";
  const Kind &pointers = kinds[0];
  const Kind &maps = kinds[1];
  for (const Kind *kind : {&pointers, &maps})
    if (kind->failure || kind->call.empty()) {
      section.targets.push_back(missingTarget(
          what, kMapLimit, "x", kind->failure ? kind->failure->toString() : "no launch"));
      return;
    }
  section.targets.push_back(measuredTarget(
      what, kMapLimit, "x", spreadOf(maps.call).median / spreadOf(pointers.call).median));
}

Result<void> measureArguments(MeasuringDevice &device, uint32_t launches, Section &section) {
  PSTUDIO_TRY_ASSIGN(Operands operands, Operands::make(device));
  const auto pointers = [&operands]() -> Result<cuda::ArgumentBlock> {
    cuda::ArgumentBlock block;
    for (const cuda::DeviceBuffer &buffer : operands.buffers)
      block.addWord(buffer.address());
    return block;
  };
  const auto cached = [&] { return mapArguments(device.context, operands, true); };
  const auto encoded = [&] { return mapArguments(device.context, operands, false); };
  const std::string byPointers = readerOf("by_pointers", "");
  const std::string byMaps =
      readerOf("by_maps", " {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64}");
  std::vector<Kind> kinds;
  kinds.push_back(makeKind(device, "three pointers", byPointers, "by_pointers", {}, pointers));
  kinds.push_back(makeKind(device, "three tensor maps", byMaps, "by_maps", {}, cached));
  kinds.push_back(
      makeKind(device, "three tensor maps, encoded each time", byMaps, "by_maps", {}, encoded));
  measureInTurn(device, kinds, launches);
  Table table = tableOf("arguments of launches", kinds);
  table.notes.push_back("the kernel reads a word through each of the three and stores the sum");
  section.tables.push_back(std::move(table));
  addMapTarget(kinds, section);
  return {};
}

} // namespace

void measureLaunchKinds(MeasuringDevice &device, uint32_t launches, Section &section) {
  measureKinds(device, launches, section);
  if (const Result<void> measured = measureArguments(device, launches, section); !measured)
    section.targets.push_back(
        missingTarget("launches with tensor maps", kMapLimit, "x", measured.error().toString()));
}

} // namespace pstudio::bench
