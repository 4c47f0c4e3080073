// SPDX-License-Identifier: Apache-2.0
// The helper process that assembles twins with the compiler of the program's Python.
#pragma once

#include <chrono>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "collector/attach/host/program_environment.h"
#include "core/process/child_process.h"

namespace pstudio::attach {

/// The Python interpreter of a program.
struct PythonProgram {
  std::string executable;
  std::vector<std::string> path; ///< sys.path; empty: the interpreter's default
  auto operator<=>(const PythonProgram &) const = default;
};

/// Order to a helper for one twin: its files.
struct BackendOrder {
  std::filesystem::path llvmIr;
  std::filesystem::path metadata;
  std::filesystem::path cubin; ///< output of the helper
  std::string kernel;
};

/// One helper process per interpreter. The first order starts it, and it stays for later orders:
/// `PYTHON -m proton_studio.backend` reads one JSON object per line and answers with one. If a
/// helper does not answer in time, or dies, it is terminated, and the next order starts another
/// one. [thread: any; orders run one after the other]
class Backend {
public:
  struct Settings {
    std::filesystem::path package; ///< folder that contains proton_studio
    std::filesystem::path raw;     ///< for its temporary files
    Environment environment;       ///< of the program; Backend removes some variables
    std::chrono::milliseconds silence{60'000};
    int cancel = -1; ///< descriptor; readable: end now
  };
  Backend(PythonProgram python, Settings settings);
  ~Backend();

  /// Creates the cubin. \return the compiler's name: "Triton 3.6.0". CompileFailed with the
  /// helper's message; RunFailed if it ended or did not answer in time; Cancelled.
  Result<std::string> make(const BackendOrder &order);

private:
  Result<void> start();
  void end();
  Result<std::string> ask(const std::string &line);
  Result<std::string> readLine();

  std::mutex m_mutex;
  const PythonProgram m_python;
  const Settings m_settings;
  std::optional<ChildProcess> m_helper;
  Descriptor m_talk;
  std::string m_received;
};

} // namespace pstudio::attach
