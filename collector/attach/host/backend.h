// SPDX-License-Identifier: Apache-2.0
// The helper process that assembles twins with the compiler of the program's own Python.
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

/// A Python interpreter as a program uses it.
struct PythonProgram {
  std::string executable;
  std::vector<std::string> path; ///< sys.path; empty: its own
  auto operator<=>(const PythonProgram &) const = default;
};

/// What a helper is told of one twin: files.
struct BackendOrder {
  std::filesystem::path llvmIr;
  std::filesystem::path metadata;
  std::filesystem::path cubin; ///< to be written
  std::string kernel;
};

/// One helper per interpreter, started with its first order and kept: `PYTHON -m
/// proton_studio.backend` reads one JSON object a line and answers with one. A helper that is
/// silent for too long, or dies, is ended; the next order starts another. [thread: any; orders run
/// one after the other]
class Backend {
public:
  struct Settings {
    std::filesystem::path package; ///< folder that holds proton_studio
    std::filesystem::path raw;     ///< for its temporary files
    Environment environment;       ///< of the program; Backend removes what must not be in it
    std::chrono::milliseconds silence{60'000};
    int cancel = -1; ///< readable: end now
  };
  Backend(PythonProgram python, Settings settings);
  ~Backend();

  /// Makes the cubin. \return the compiler's name: "Triton 3.6.0". CompileFailed with the helper's
  /// words; RunFailed if it ended or was silent; Cancelled.
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
