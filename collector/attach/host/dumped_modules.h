// SPDX-License-Identifier: Apache-2.0
// PTX modules that a compiler of the program writes into a folder: XLA's --xla_dump_to.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace pstudio::attach {

/// Facts about a kernel that its machine code states, too.
struct KernelHead {
  std::optional<uint32_t> parameterBytes;               ///< none: unknown
  std::optional<std::array<uint32_t, 3>> requiredBlock; ///< of .reqntid
};

struct DumpedModule {
  std::filesystem::path file;
  std::string identity; ///< SHA-256 of the text without comments: equal for equal code
  std::string target;   ///< "sm_90a"
  std::map<std::string, KernelHead, std::less<>> kernels; ///< that it defines
  bool hasFunctions = false; ///< it defines functions that are no kernels
  /// Kernels of all modules with the same name up to a number, "module_7.jit_f.1.ptx" and
  /// "module_7.jit_f.2.ptx": XLA splits a program into such modules, and may link their code.
  std::set<std::string, std::less<>> groupKernels = {};
};

/// The facts of a PTX text, which is a group by itself. InvalidFormat for other text. O(length)
Result<DumpedModule> dumpedModuleFrom(std::string_view text, std::filesystem::path file);

/// The modules of folders. [thread: any]
class DumpedModules {
public:
  /// A file of more bytes is left out; the largest modules of XLA have a few MiB.
  static constexpr uint64_t kMaxFileBytes = uint64_t{64} << 20;

  /// Modules of the folder that define the kernel; of equal ones in equal groups the first. Reads
  /// the files NAME.ptx that are new or have changed since the last call. O(files of the folder)
  std::vector<std::shared_ptr<const DumpedModule>> withKernel(const std::filesystem::path &folder,
                                                              std::string_view kernel);

private:
  struct Known {
    uint64_t bytes = 0;
    std::filesystem::file_time_type time;
    std::shared_ptr<const DumpedModule> module; ///< null: no PTX
  };
  using Folder = std::map<std::filesystem::path, Known>;

  static void update(Folder &folder, const std::filesystem::path &path);

  std::mutex m_mutex;
  std::map<std::filesystem::path, Folder> m_folders;
};

} // namespace pstudio::attach
