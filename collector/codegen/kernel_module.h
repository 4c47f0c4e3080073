// SPDX-License-Identifier: Apache-2.0
// A file of kernels in MLIR or LLVM IR: what it holds, and its instrumentation. The same for every
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
} // namespace foreign

/// What a kernel's code expects of a tensor map: its parameter is an !nvgpu.tensormap.descriptor.
struct ExpectedTensorMap {
  DType dtype = DType::F32;
  std::vector<int64_t> box; ///< row-major
  TensorSwizzle swizzle = TensorSwizzle::None;
  TensorInterleave interleave = TensorInterleave::None;
};

/// One parameter of a kernel as the caller must supply it.
struct KernelParameter {
  bool isBuffer = false;
  bool isBarePointer = false; ///< a buffer of any element type and shape: LLVM IR says neither
  DType dtype = DType::F32;   ///< of the elements, or of the scalar
  std::vector<int64_t> shape; ///< of a buffer, row-major
  std::string typeText;       ///< as in the source: "memref<64x64xf32>"
  bool isTensorMap = false;   ///< 128 bytes by value: a tensor map, and nothing else
  std::optional<ExpectedTensorMap> expectedMap = {}; ///< of a tensor map, if the type says
};

/// How the parameters of a kernel that are memrefs are passed.
enum class ArgumentForm : uint8_t {
  Pointers,    ///< as the address of the first element; static row-major shapes only
  Descriptors, ///< as MLIR's host code passes them: pointers, offset, sizes, strides
};

/// One 8-byte word of a kernel's arguments.
struct ParameterWord {
  std::string name; ///< for messages: "argument 1 (memref<?xf32>)"
  bool isPointer = false;
  uint32_t bytes = 8;                   ///< that the kernel reads of it, from the low end
  std::optional<uint32_t> integer = {}; ///< of a whole parameter that is one: which one
  uint32_t parameter = 0;               ///< that it is of
};

/// What a launch of a kernel has to provide, whatever the types of its parameters are.
struct KernelRequirements {
  uint32_t parameterCount = 0; ///< a memref counts as one
  /// Workgroup buffers and shared globals of the kernel and of what it calls [bytes].
  uint64_t staticSharedBytes = 0;
  std::vector<LaunchRule> launchRules; ///< that the file states
  /// Name of the shared memory of LLVM IR that the launch gives the kernel; empty if it uses none.
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
  /// The same; messages and locations call the file `name`.
  static Result<KernelModule> load(const std::filesystem::path &file, std::string_view name);
  /// As load(), from text; `name` stands for the file in messages.
  static Result<KernelModule> parse(std::string_view text, std::string_view name,
                                    ArgumentForm form = ArgumentForm::Pointers);
  /// The module as it was before anything was done to it, from the text that was read then.
  Result<KernelModule> asLoaded() const;
  /// Leaves the module to the process, and is without one: a compile that crashed may not destroy
  /// what it worked on.
  void abandon();
  KernelModule(KernelModule &&) noexcept;
  KernelModule &operator=(KernelModule &&) noexcept;
  ~KernelModule();

  /// What was changed to read LLVM IR of a newer LLVM, as lines for the log; none for MLIR.
  std::vector<std::string> notes() const;
  /// The chip that LLVM IR was compiled for ("sm_90"); nothing if the file does not say.
  std::optional<std::string> targetCpu() const;
  /// Names of the kernels (gpu.func with `kernel`, or kernels of LLVM IR), in order.
  std::vector<std::string> kernels() const;
  /// What `kernel` takes. InvalidInput, with the kernels that there are, if it does not exist;
  /// Unsupported if a parameter is neither a static row-major memref, a pointer nor a number.
  Result<KernelSignature> signature(std::string_view kernel) const;
  /// What a launch of `kernel` has to provide, before instrumentation adds its own. InvalidInput,
  /// as signature(), if it does not exist.
  Result<KernelRequirements> requirements(std::string_view kernel) const;
  /// The words that `kernel` takes in form Descriptors, before instrumentation adds its own.
  /// InvalidInput if there is no such kernel, Unsupported for a parameter that fits no words.
  Result<std::vector<ParameterWord>> parameterWords(std::string_view kernel) const;
  /// Cleans up the module and runs the instrumentation pipeline over it. The cleanup comes first
  /// and is the same for every mode, so that the modelled cost of a kernel does not depend on its
  /// instrumentation; LLVM IR is left as it is. Once only.
  Result<InstrumentedKernel> instrument(std::string_view kernel, const InstrumentOptions &options);

  /// What instrument() was told of the launches' arguments.
  const ArgumentFacts &facts() const;

  /// What instrument() decided about another kernel of the module. InvalidInput if there is none of
  /// that name.
  Result<InstrumentedKernel> instrumented(std::string_view kernel) const;

  /// From now on every pass over the module, here and in the targets' lowerings, is reported to
  /// `report`; null, as at first, reports none. It must outlive what is made from the module.
  void recordPasses(PassReportBuilder *report);
  PassReportBuilder *passReport() const;

  /// The user's functions that instrument() put calls of into the module; nothing if there are
  /// none. Valid as long as this object.
  std::optional<LinkedCallbacks> callbacks() const;

  /// The module as text, with the locations of its operations: the same for the same file.
  std::string text() const;

  /// The module itself, for the targets' lowerings. Valid as long as this object.
  mlir::ModuleOp module() const;
  ArgumentForm argumentForm() const;
  /// The LLVM IR that module() was made from, for the way back; null for MLIR. Valid as long as
  /// this object.
  foreign::ForeignModule *foreign() const;

private:
  struct State;
  explicit KernelModule(std::unique_ptr<State> state);
  std::unique_ptr<State> m_state;
};

} // namespace pstudio
