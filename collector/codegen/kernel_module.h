// SPDX-License-Identifier: Apache-2.0
// A file of kernels in MLIR, LLVM IR or PTX: its contents and its instrumentation. Independent of the
// target.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collector/codegen/stages/callback_link.h"
#include "collector/pipeline/pipeline.h"
#include "core/base/result.h"
#include "core/run/launch_rules.h"
#include "core/run/run_spec.h"

namespace pstudio {

class PassReportBuilder;
namespace foreign {
class ForeignModule;
class LiftedModule;
} // namespace foreign

/// Properties of a tensor map that a kernel's code requires: its parameter is an
/// !nvgpu.tensormap.descriptor.
struct ExpectedTensorMap {
  DType dtype = DType::F32;
  std::vector<int64_t> box; ///< row-major
  TensorSwizzle swizzle = TensorSwizzle::None;
  TensorInterleave interleave = TensorInterleave::None;
};

/// One parameter of a kernel as the caller must supply it.
struct KernelParameter {
  bool isBuffer = false;
  bool isBarePointer = false; ///< a buffer of unknown element type and shape (LLVM IR)
  DType dtype = DType::F32;   ///< of the elements, or of the scalar
  std::vector<int64_t> shape; ///< of a buffer, row-major
  std::string typeText;       ///< as in the source: "memref<64x64xf32>"
  bool isTensorMap = false;   ///< 128 bytes by value: a tensor map, and nothing else
  std::optional<ExpectedTensorMap> expectedMap = {}; ///< of a tensor map, if its type defines them
  /// Of PTX, which has no more exact type: any number of the size of `dtype`, or, of 8 bytes, the
  /// address of a buffer.
  bool isBits = false;
};

/// Form in which the memref parameters of a kernel are passed.
enum class ArgumentForm : uint8_t {
  Pointers,    ///< as the address of the first element; static row-major shapes only
  Descriptors, ///< as MLIR's host code passes them: pointers, offset, sizes, strides
};

/// One 8-byte word of a kernel's arguments.
struct ParameterWord {
  std::string name; ///< for messages: "argument 1 (memref<?xf32>)"
  bool isPointer = false;
  uint32_t bytes = 8;                   ///< that the kernel reads of it, from the low end
  std::optional<uint32_t> integer = {}; ///< index of a whole integer parameter
  uint32_t parameter = 0;               ///< index of the parameter that it belongs to
};

/// Requirements of a kernel on its launches, independent of the types of its parameters.
struct KernelRequirements {
  uint32_t parameterCount = 0; ///< a memref counts as one
  /// Workgroup buffers and shared globals of the kernel and its callees [bytes].
  uint64_t staticSharedBytes = 0;
  std::vector<LaunchRule> launchRules; ///< that the file states
  /// Name of the dynamic shared memory in LLVM IR; empty if the kernel uses none.
  std::string dynamicShared;
};

struct KernelSignature : KernelRequirements {
  std::vector<KernelParameter> parameters;
};

/// True for the names of files that hold LLVM IR as text: `.ll`, `.llir`.
bool isLlvmIrFile(const std::filesystem::path &file);

/// A parsed and verified module. Move-only; one thread at a time.
class KernelModule {
public:
  /// LLVM IR if isLlvmIrFile(), else MLIR. Errors: Io, or CompileFailed with file:line:column; for
  /// LLVM IR also Unsupported and InvalidInput (foreign/foreign_module.h).
  static Result<KernelModule> load(const std::filesystem::path &file);
  /// The same for one kernel; messages and locations call the file `name`. If isPtxFile(), the
  /// module has that kernel only, lifted to LLVM IR, and errors are those of foreign::LiftedModule::read(), too.
  static Result<KernelModule> load(const std::filesystem::path &file, std::string_view name,
                                   std::string_view kernel);
  /// As load(), from text; `name` stands for the file in messages.
  static Result<KernelModule> parse(std::string_view text, std::string_view name,
                                    ArgumentForm form = ArgumentForm::Pointers,
                                    std::string_view kernel = {});
  /// A new module from the original text, without any changes.
  Result<KernelModule> asLoaded() const;
  /// Releases the module without destroying it, and leaves this object empty: memory that a crashed
  /// compile used must not be freed.
  void abandon();
  KernelModule(KernelModule &&) noexcept;
  KernelModule &operator=(KernelModule &&) noexcept;
  ~KernelModule();

  /// The changes that reading LLVM IR of a newer LLVM required, as lines for the log; none for
  /// MLIR.
  std::vector<std::string> notes() const;
  /// The chip that LLVM IR was compiled for ("sm_90"); nullopt if the file does not name one.
  std::optional<std::string> targetCpu() const;
  /// Names of the kernels (gpu.func with `kernel`, or kernels of LLVM IR), in order.
  std::vector<std::string> kernels() const;
  /// The parameters and requirements of `kernel`. InvalidInput, with the kernels that there are, if
  /// it does not exist; Unsupported if a parameter is neither a static row-major memref, a pointer
  /// nor a number.
  Result<KernelSignature> signature(std::string_view kernel) const;
  /// Requirements of `kernel` on its launches, before instrumentation adds to them. InvalidInput,
  /// as signature(), if it does not exist.
  Result<KernelRequirements> requirements(std::string_view kernel) const;
  /// The words that `kernel` takes in form Descriptors, before instrumentation adds its own.
  /// InvalidInput if there is no such kernel, Unsupported for a parameter that fits no words.
  Result<std::vector<ParameterWord>> parameterWords(std::string_view kernel) const;
  /// Cleans up the module and runs the instrumentation pipeline over it. The cleanup comes first
  /// and is the same for every mode, so that the modelled cost of a kernel does not depend on its
  /// instrumentation; LLVM IR is not cleaned up. Once only.
  Result<InstrumentedKernel> instrument(std::string_view kernel, const InstrumentOptions &options);

  /// The facts about the arguments of launches that instrument() received.
  const ArgumentFacts &facts() const;

  /// Result of instrument() for another kernel of the module. InvalidInput if there is none of that
  /// name.
  Result<InstrumentedKernel> instrumented(std::string_view kernel) const;

  /// From now on every pass over the module, here and in the targets' lowerings, is reported to
  /// `report`; null, as at first, reports none. It must outlive everything that is made from the
  /// module.
  void recordPasses(PassReportBuilder *report);
  PassReportBuilder *passReport() const;

  /// The user's functions that the instrumented module calls; nullopt if there are none. Valid as
  /// long as this object.
  std::optional<LinkedCallbacks> callbacks() const;

  /// The module as text, with the locations of its operations: the same for the same file.
  std::string text() const;

  /// The module itself, for the targets' lowerings. Valid as long as this object.
  mlir::ModuleOp module() const;
  ArgumentForm argumentForm() const;
  /// The LLVM IR that module() was made from, for the export; null for MLIR. Valid as long as this
  /// object.
  foreign::ForeignModule *foreign() const;
  /// The PTX that foreign() was lifted from; null for MLIR and LLVM IR. Valid as long as this
  /// object, also after its module was consumed.
  const foreign::LiftedModule *lifted() const;

private:
  struct State;
  explicit KernelModule(std::unique_ptr<State> state);
  std::unique_ptr<State> m_state;
};

} // namespace pstudio
