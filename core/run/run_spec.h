// SPDX-License-Identifier: Apache-2.0
// Specification of a run: a kernel, its launch, its arguments, its checks and its instrumentation.
// JSON form: resources/schemas/run-spec.schema.json.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/result.h"
#include "core/base/units.h"
#include "core/run/activity_settings.h"
#include "core/run/instrumentation_mode.h"
#include "core/run/tensor_map.h"

namespace pstudio {

/// Element type of a buffer or scalar argument.
enum class DType : uint8_t { F16, BF16, F32, F64, I8, I16, I32, I64 };
std::string_view dtypeName(DType type);               ///< "f32", ...
std::optional<DType> dtypeFromName(std::string_view); ///< nullopt if unknown
Bytes dtypeSize(DType type);
bool dtypeIsFloating(DType type); ///< f16, bf16, f32, f64

/// Uniform in [low, high) before rounding to the dtype; the same for a seed on every machine.
struct RandomInit {
  uint64_t seed = 0;
  double low = -1.0;
  double high = 1.0;
};
struct IotaInit {}; ///< 0, 1, 2, ... in row-major order
struct ZerosInit {};
struct FileInit {
  std::filesystem::path npy; ///< absolute; the file's shape and dtype must match
};
using BufferInit = std::variant<ZerosInit, IotaInit, RandomInit, FileInit>;

struct BufferArgument {
  DType dtype = DType::F32;
  std::vector<int64_t> shape; ///< row-major, each extent >= 1
  BufferInit init;
};
struct ScalarArgument {
  DType dtype = DType::I32;
  double value = 0.0;   ///< for floating dtypes
  int64_t intValue = 0; ///< for integer dtypes
};
struct Argument {
  std::string name;
  std::variant<BufferArgument, ScalarArgument, TensorMapArgument> value;
};
/// Of all elements; UINT64_MAX where the product overflows, which the type of the extents permits.
uint64_t byteCountOf(const BufferArgument &buffer);
/// Memory that the kernel reaches through tensor maps only: it is not an argument itself.
struct NamedBuffer {
  std::string name;
  BufferArgument buffer;
};

/// Options of a launch for the driver, beyond its shape.
struct LaunchOptions {
  /// All CTAs run at the same time, so that they may wait for each other; a grid for which the
  /// device has no room is rejected.
  bool cooperative = false;
  /// The launch may begin before what precedes it in the stream has ended (programmatic stream
  /// serialisation): the kernel itself waits, by griddepcontrol.wait, before it uses results.
  bool programmatic = false;

  bool operator==(const LaunchOptions &) const = default;
};

/// Compares one buffer, after the run, with a reference: computed in double precision, or a file.
struct ResultCheck {
  std::string output;              ///< name of a buffer argument, or of RunSpec::buffers
  std::string reference;           ///< one of referenceOperations() (reference_check.h), or "npy"
  std::vector<std::string> inputs; ///< names of buffers, as the reference takes them
  std::filesystem::path npy;       ///< for reference "npy"
  double maxError = 0.0;           ///< largest allowed |output - reference|
  /// Number of rows (runs of the last dimension) that are compared, evenly spread from the first to
  /// the last; 0: all.
  uint64_t rows = 0;
};

/// Functions of the user that an instrumented kernel calls (InstrumentationMode::callbacks).
struct CallbackSettings {
  std::filesystem::path file; ///< C (.c) or C++, absolute; empty: there are none
  /// The buffer of the functions, with its values before each launch. Without a shape it has one
  /// element for each warp of the launch.
  BufferArgument buffer{DType::I64, {}, ZerosInit{}};
  std::filesystem::path output; ///< .npy for the buffer's values after the last launch; or empty
};

/// Settings of a run of a kernel or a program.
struct RunSettings {
  std::string target = "cpu";
  InstrumentationMode mode;
  CallbackSettings callbacks;
  ActivitySettings activity;
  double timeLimitSeconds = 60.0; ///< wall clock, per launch of a kernel or for a whole program
  /// RunRequest::fileRoot: folder that names of files omit. Not a field of a specification.
  std::filesystem::path fileRoot = {};
};

/// Name of a file of the run without RunSettings::fileRoot, for messages, traces and keys of the
/// cache.
std::string shownName(const RunSettings &settings, const std::filesystem::path &file);

struct RunSpec : RunSettings {
  std::filesystem::path path;       ///< the specification file itself; empty if made in memory
  std::filesystem::path kernelFile; ///< MLIR, LLVM IR, PTX or CUDA C++; absolute after loading
  std::string function;             ///< name of the gpu.func, or of the kernel of other languages
  std::vector<std::string> compilerOptions; ///< of nvcc, for a .cu file
  std::array<uint32_t, 3> grid{1, 1, 1};
  std::array<uint32_t, 3> block{1, 1, 1};
  std::array<uint32_t, 3> cluster{1, 1, 1}; ///< CTAs of a cluster; each divides the grid's extent
  uint64_t dynamicSharedBytes = 0;
  LaunchOptions launch;
  std::vector<Argument> arguments;
  std::vector<NamedBuffer> buffers; ///< beside those of the arguments; names are unique
  std::vector<ResultCheck> checks;
  uint32_t warmup = 0;
  uint32_t repeat = 1; ///< instrumented launches recorded into the trace
};

/// The buffer of this name, an argument or not, or null.
const BufferArgument *findBuffer(const RunSpec &spec, std::string_view name);
/// Names of all buffers; valid as long as the specification.
std::vector<std::string_view> bufferNames(const RunSpec &spec);

/// Number of elements in a grid, block or cluster of these extents.
constexpr uint64_t extentProduct(const std::array<uint32_t, 3> &extents) {
  return uint64_t{extents[0]} * extents[1] * extents[2];
}

/// Reads and validates a specification; an error's `where` is "file: field.path". Files it names
/// must exist.
Result<RunSpec> loadRunSpec(const std::filesystem::path &file);
/// As loadRunSpec, from text; relative paths are resolved against `folder`.
Result<RunSpec> parseRunSpec(std::string_view json, const std::filesystem::path &folder);
/// Sets the target if `target` has the form "name" or "name:architecture". Whether it exists is not
/// checked.
Result<void> setTarget(RunSettings &settings, std::string_view target);
/// Sets the time limit if it is above 0 and at most a day.
Result<void> setTimeLimit(RunSettings &settings, double seconds);
/// The specification as pretty-printed JSON; paths below `folder` are written relative to it.
std::string runSpecToJson(const RunSpec &spec, const std::filesystem::path &folder);

} // namespace pstudio
