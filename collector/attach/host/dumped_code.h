// SPDX-License-Identifier: Apache-2.0
// PTX of kernels whose compiler gives the driver machine code and writes its PTX into a folder.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

#include "collector/attach/host/dumped_choice.h"
#include "collector/attach/host/dumped_modules.h"
#include "collector/attach/host/kernel_ptx.h"
#include "collector/attach/host/python_program.h"
#include "core/process/run_program.h"

namespace pstudio::attach {

/// Finds the module of a running cubin and proves it with the ptxas of the machine. [thread: any]
class DumpedCode {
public:
  using RunTool = std::function<Result<ProgramOutcome>(std::vector<std::string> words)>;

  /// \param raw          for files; exists
  /// \param environment  of the program
  /// \param runTool      runs a child process [thread: any]
  DumpedCode(std::filesystem::path raw, Environment environment, RunTool runTool)
      : m_raw(std::move(raw)), m_environment(std::move(environment)),
        m_runTool(std::move(runTool)) {}

  /// The PTX of the kernel from the folder `image.place->dumpFolder`. A cubin is assembled once for
  /// each module, form and ptxas. Waits for child processes.
  FoundPtx find(const KernelImage &image, const PythonProgram &python);

private:
  using Key = std::tuple<std::filesystem::path, std::string, std::string, CubinForm>;

  Result<std::string> assemble(const std::filesystem::path &assembler, const DumpedModule &module,
                               const std::string &architecture, CubinForm form);

  const std::filesystem::path m_raw;
  const Environment m_environment;
  const RunTool m_runTool;
  DumpedModules m_modules;
  std::mutex m_mutex;
  std::map<Key, Result<std::string>> m_cubins; ///< by assembler, identity of the module, target
};

} // namespace pstudio::attach
