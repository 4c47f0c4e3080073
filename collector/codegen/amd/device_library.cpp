// SPDX-License-Identifier: Apache-2.0
// Reads the library lazily, links the required functions, and sets its controls.
#include "collector/codegen/amd/device_library.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <system_error>

#include "collector/codegen/amd/module_form.h"
#include "collector/codegen/stages/device_module.h"
#include "collector/runtime/library_search.h"
#include "collector/runtime/rocm_folders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"

namespace pstudio::amd {
namespace {

namespace fs = std::filesystem;

constexpr const char *kOverride = "PSTUDIO_DEVICE_LIBS";
/// The mathematical functions, then the functions that they call.
constexpr const char *kFiles[] = {"ocml.bc", "ockl.bc"};
constexpr llvm::StringLiteral kPrefixes[] = {"__ocml_", "__ockl_"};
constexpr llvm::StringLiteral kControlPrefix = "__oclc_";

using Library = std::vector<std::unique_ptr<llvm::Module>>;

/// The first function of the library without a body that is used.
const llvm::Function *firstCalled(const llvm::Module &module) {
  for (const llvm::Function &function : module)
    if (function.isDeclaration() && !function.use_empty() &&
        llvm::any_of(kPrefixes, [&](llvm::StringRef prefix) {
          return function.getName().starts_with(prefix);
        }))
      return &function;
  return nullptr;
}

/// Adds a folder only if it exists: there are many, and the message lists them.
void addIfThere(fs::path folder, std::vector<fs::path> &folders) {
  std::error_code ignored;
  if (fs::is_directory(folder, ignored))
    folders.push_back(std::move(folder));
}

/// Folders in clang's own resource folder: below lib/clang/17, of ROCm's LLVM or the
/// distribution's.
void addClangs(const fs::path &lib, std::vector<fs::path> &folders) {
  for (const fs::path &version : foldersIn(lib / "clang", ""))
    for (const char *below : {"lib/amdgcn/bitcode", "amdgcn/bitcode"})
      addIfThere(version / below, folders);
}

void addDistribution(std::vector<fs::path> &folders) {
  for (const fs::path &triple : foldersIn("/usr/lib", ""))
    if (triple.filename().string().ends_with("-linux-gnu"))
      folders.push_back(triple / "amdgcn/bitcode");
  addIfThere("/usr/lib/amdgcn/bitcode", folders);
  addIfThere("/usr/amdgcn/bitcode", folders);
  for (const fs::path &llvm : foldersIn("/usr/lib", "llvm-"))
    addClangs(llvm / "lib", folders);
  addClangs("/usr/lib", folders);
}

/// Only the bodies that are linked will be read. The buffers live in the modules.
Result<std::unique_ptr<llvm::Module>> readLazily(const fs::path &file, llvm::LLVMContext &context) {
  auto bytes = llvm::MemoryBuffer::getFile(file.string());
  if (!bytes)
    return fail(ErrorCode::Unsupported, file.string() + ": " + bytes.getError().message());
  auto module = llvm::getOwningLazyBitcodeModule(std::move(*bytes), context);
  if (!module)
    return fail(ErrorCode::Unsupported, file.string() + " cannot be read by this build's LLVM " +
                                            std::to_string(LLVM_VERSION_MAJOR) + ": " +
                                            llvm::toString(module.takeError()));
  return std::move(*module);
}

Result<Library> readFolder(const fs::path &folder, llvm::LLVMContext &context) {
  Library library;
  for (const char *file : kFiles) {
    PSTUDIO_TRY_ASSIGN(auto module, readLazily(folder / file, context));
    library.push_back(std::move(module));
  }
  return library;
}

Result<Library> findLibrary(const llvm::Function &wanted, const Environment &environment) {
  std::vector<std::string> folders;
  for (const fs::path &folder : deviceLibraryFolders(environment))
    folders.push_back(folder.string());
  Result<Library> library = openFirst(
      folders, [&](const std::string &folder) { return readFolder(folder, wanted.getContext()); },
      "AMD's device library, which has " + wanted.getName().str() + ",",
      std::string("install the package rocm-device-libs, or set ") + kOverride +
          " to the folder that contains ocml.bc and ockl.bc");
  if (!library)
    library.error().where = locationOfCall(wanted);
  return library;
}

Result<void> link(llvm::Module &module, std::unique_ptr<llvm::Module> library) {
  const std::string name = library->getModuleIdentifier();
  library->setTargetTriple(module.getTargetTriple());
  library->setDataLayout(module.getDataLayout());
  const bool isRejected = llvm::Linker::linkModules(
      module, std::move(library), llvm::Linker::Flags::LinkOnlyNeeded,
      [](llvm::Module &linked, const llvm::StringSet<> &names) {
        for (const auto &entry : names)
          if (llvm::GlobalValue *value = linked.getNamedValue(entry.first());
              value && !value->isDeclaration() && !value->getName().starts_with(kControlPrefix))
            value->setLinkage(llvm::GlobalValue::InternalLinkage);
      });
  if (isRejected)
    return fail(ErrorCode::CompileFailed, "AMD's device library cannot be linked to the kernel",
                name);
  return {};
}

/// 9010 of "gfx90a": the last two digits are hexadecimal, minor version and stepping.
uint64_t isaNumber(llvm::StringRef name) {
  name.consume_front("gfx");
  const auto digit = [&](size_t fromEnd) {
    return uint64_t{llvm::hexDigitValue(name[name.size() - fromEnd])};
  };
  uint64_t major = 0;
  name.drop_back(2).getAsInteger(10, major);
  return major * 1000 + digit(2) * 100 + digit(1);
}

/// The value of a control variable, as in the modules oclc_*.bc of ROCm.
std::optional<uint64_t> controlValue(llvm::StringRef name, const Architecture &architecture) {
  if (name == "__oclc_ISA_version")
    return isaNumber(architecture.name);
  if (name == "__oclc_wavefrontsize64")
    return architecture.chip.lanesPerWave() == 64;
  if (name == "__oclc_ABI_version")
    return kCodeObjectVersion;
  if (name == "__oclc_correctly_rounded_sqrt32")
    return 1;
  if (name == "__oclc_finite_only_opt" || name == "__oclc_unsafe_math_opt" ||
      name == "__oclc_daz_opt")
    return 0;
  return std::nullopt;
}

Result<void> setControls(llvm::Module &module, const Architecture &architecture) {
  for (llvm::GlobalVariable &global : module.globals()) {
    if (!global.getName().starts_with(kControlPrefix) || !global.isDeclaration())
      continue;
    const auto value = controlValue(global.getName(), architecture);
    if (!value || !global.getValueType()->isIntegerTy())
      return fail(ErrorCode::Unsupported,
                  "AMD's device library requires " + global.getName().str() +
                      ", which is not known here",
                  {}, std::string("let ") + kOverride + " name the library of ROCm 5 or 6");
    global.setInitializer(llvm::ConstantInt::get(global.getValueType(), *value));
    global.setConstant(true);
    global.setLinkage(llvm::GlobalValue::InternalLinkage);
  }
  return {};
}

} // namespace

std::vector<fs::path> deviceLibraryFolders(const Environment &environment) {
  if (const auto chosen = environment(kOverride))
    return {*chosen};
  std::vector<fs::path> folders;
  if (const auto hips = environment("HIP_DEVICE_LIB_PATH"))
    folders.emplace_back(*hips);
  for (const fs::path &rocm : rocmFolders(environment)) {
    folders.push_back(rocm / "amdgcn/bitcode");
    addClangs(rocm / "lib/llvm/lib", folders);
  }
  for (const fs::path &packages : pythonPackageFolders(environment))
    for (const char *wheel : {"_rocm_sdk_core/lib/llvm/amdgcn/bitcode", "triton/backends/amd/lib"})
      addIfThere(packages / wheel, folders);
  addDistribution(folders);
  return folders;
}

Result<void> linkDeviceLibrary(llvm::Module &module, const Architecture &architecture,
                               const Environment &environment) {
  const llvm::Function *wanted = firstCalled(module);
  if (!wanted)
    return {};
  PSTUDIO_TRY_ASSIGN(Library library, findLibrary(*wanted, environment));
  for (std::unique_ptr<llvm::Module> &part : library)
    PSTUDIO_TRY(link(module, std::move(part)));
  return setControls(module, architecture);
}

std::string deviceLibraryIdentity(const Environment &environment) {
  for (const fs::path &folder : deviceLibraryFolders(environment)) {
    const fs::path file = folder / kFiles[0];
    std::error_code error;
    const auto bytes = fs::file_size(file, error);
    const auto written = error ? fs::file_time_type() : fs::last_write_time(file, error);
    if (!error)
      return file.string() + " " + std::to_string(bytes) + " " +
             std::to_string(written.time_since_epoch().count());
  }
  return {};
}

} // namespace pstudio::amd
