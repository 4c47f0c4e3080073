// SPDX-License-Identifier: Apache-2.0
// Links libdevice; rejects functions that remain without a body.
#include "collector/codegen/nvidia/function_bodies.h"

#include "collector/codegen/nvidia/math_functions.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "collector/codegen/stages/device_module.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/SourceMgr.h"

namespace pstudio::nvidia {
namespace {

/// Functions that every driver defines for device code, and one that the optimiser replaces by a
/// constant.
constexpr const char *kDefinedElsewhere[] = {"vprintf", "malloc", "free", "__assertfail",
                                             "__nvvm_reflect"};

bool needsBody(const llvm::Function &function) {
  return function.isDeclaration() && !function.isIntrinsic() && !function.use_empty();
}

/// Prefix of every name in libdevice.
constexpr const char *kLibraryPrefix = "__nv_";

bool needsLibrary(const llvm::Function &function) {
  return needsBody(function) && function.getName().starts_with(kLibraryPrefix);
}

} // namespace

std::optional<std::filesystem::path> toolkitFolder() {
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char *folder = std::getenv(variable); folder && std::filesystem::exists(folder))
      return std::filesystem::path(folder);
  if (const std::filesystem::path usual = "/usr/local/cuda"; std::filesystem::exists(usual))
    return usual;
  return std::nullopt;
}

std::optional<std::filesystem::path> findLibdevice() {
  const auto toolkit = toolkitFolder();
  if (!toolkit)
    return std::nullopt;
  const std::filesystem::path file = *toolkit / "nvvm" / "libdevice" / "libdevice.10.bc";
  std::error_code ignored;
  return std::filesystem::exists(file, ignored) ? std::optional(file) : std::nullopt;
}

std::string mathLibraryIdentity() {
  const auto file = findLibdevice();
  if (!file)
    return "built in";
  std::error_code ignored;
  const auto size = std::filesystem::file_size(*file, ignored);
  const auto time = std::filesystem::last_write_time(*file, ignored).time_since_epoch().count();
  return file->string() + " " + std::to_string(size) + "@" + std::to_string(time);
}

Result<bool> linkLibdevice(llvm::Module &module, const std::filesystem::path &libdevice) {
  if (std::none_of(module.begin(), module.end(), needsLibrary))
    return false;
  llvm::SMDiagnostic problem;
  auto library = llvm::getLazyIRFileModule(libdevice.string(), problem, module.getContext());
  if (!library)
    return fail(ErrorCode::InvalidFormat,
                "cannot read the library of mathematical functions: " + problem.getMessage().str(),
                libdevice.string());
  library->setTargetTriple(module.getTargetTriple());
  library->setDataLayout(module.getDataLayout());
  // LinkOnlyNeeded links the called functions; internal linkage lets later passes remove the unused
  // ones.
  if (llvm::Linker::linkModules(module, std::move(library), llvm::Linker::LinkOnlyNeeded))
    return fail(ErrorCode::CompileFailed, "cannot link the library of mathematical functions",
                libdevice.string());
  // Denormal numbers are kept, as everywhere else.
  module.addModuleFlag(llvm::Module::Override, "nvvm-reflect-ftz", uint32_t{0});
  return true;
}

Result<void> checkBodies(const llvm::Module &module) {
  for (const llvm::Function &function : module) {
    if (!needsBody(function) || llvm::is_contained(kDefinedElsewhere, function.getName()))
      continue;
    llvm::StringRef name = function.getName();
    const bool isMath = name.consume_front(kLibraryPrefix);
    return fail(ErrorCode::Unsupported,
                isMath ? "no function \"" + name.str() + "\" for this GPU is known here"
                       : "the kernel calls \"" + name.str() + "\", which is not defined",
                locationOfCall(function),
                isMath ? "an installed CUDA toolkit (CUDA_HOME) has more functions" : "");
  }
  return {};
}

} // namespace pstudio::nvidia
