// SPDX-License-Identifier: Apache-2.0
// A file of gpu-dialect kernels: what it holds, and its instrumentation. The same for every target.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "collector/passes/pipeline.h"
#include "core/base/result.h"
#include "core/run/run_spec.h"

namespace pstudio {

class PassReportBuilder;

/// One parameter of a kernel as the caller must supply it.
struct KernelParameter {
  bool isBuffer = false;
  DType dtype = DType::F32;   ///< of the elements, or of the scalar
  std::vector<int64_t> shape; ///< of a buffer, row-major
  std::string typeText;       ///< as in the source: "memref<64x64xf32>"
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
  uint32_t bytes = 8; ///< that the kernel reads of it, from the low end
};

struct KernelSignature {
  std::vector<KernelParameter> parameters;
  /// Workgroup buffers and shared globals of the kernel and of what it calls [bytes].
  uint64_t staticSharedBytes = 0;
};

/// A parsed and verified module. Move-only; one thread at a time.
class KernelModule {
public:
  /// Errors: Io, or CompileFailed with file:line:column.
  static Result<KernelModule> load(const std::filesystem::path &file);
  /// As load(), from text; `name` stands for the file in messages.
  static Result<KernelModule> parse(std::string_view text, std::string_view name,
                                    ArgumentForm form = ArgumentForm::Pointers);
  /// The module as it was before anything was done to it, from the text that was read then.
  Result<KernelModule> asLoaded() const;
  KernelModule(KernelModule &&) noexcept;
  KernelModule &operator=(KernelModule &&) noexcept;
  ~KernelModule();

  /// Names of the kernels (gpu.func with `kernel`), in order.
  std::vector<std::string> kernels() const;
  /// What `kernel` takes. InvalidInput, with the kernels that there are, if it does not exist;
  /// Unsupported if a parameter is neither a static row-major memref nor a number.
  Result<KernelSignature> signature(std::string_view kernel) const;
  /// The words that `kernel` takes in form Descriptors, before instrumentation adds its own.
  /// InvalidInput if there is no such kernel, Unsupported for a parameter that fits no words.
  Result<std::vector<ParameterWord>> parameterWords(std::string_view kernel) const;
  /// Static shared memory that `kernel` declares [bytes]. InvalidInput as signature().
  Result<uint64_t> staticSharedBytes(std::string_view kernel) const;
  /// Cleans up the module and runs the instrumentation pipeline over it. The cleanup comes first
  /// and is the same for every mode, so that the modelled cost of a kernel does not depend on its
  /// instrumentation. Once only.
  Result<InstrumentedKernel> instrument(std::string_view kernel, const InstrumentOptions &options);

  /// From now on every pass over the module, here and in the targets' lowerings, is reported to
  /// `report`; null, as at first, reports none. It must outlive what is made from the module.
  void recordPasses(PassReportBuilder *report);
  PassReportBuilder *passReport() const;

  /// The module as text, with the locations of its operations: the same for the same file.
  std::string text() const;

  /// The module itself, for the targets' lowerings. Valid as long as this object.
  mlir::ModuleOp module() const;
  ArgumentForm argumentForm() const;

private:
  struct State;
  explicit KernelModule(std::unique_ptr<State> state);
  std::unique_ptr<State> m_state;
};

} // namespace pstudio
