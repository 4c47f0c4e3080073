// SPDX-License-Identifier: Apache-2.0
// Makes twins in the background: finds the code, instruments it, has it compiled.
#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "collector/attach/host/dumped_code.h"
#include "collector/attach/host/kernel_ptx.h"
#include "collector/attach/host/twin_code.h"
#include "core/process/descriptor.h"
#include "core/process/run_program.h"

namespace pstudio::attach {

/// Threads that each make one twin at a time; all work is done by child processes. Results are
/// announced by a descriptor. [thread: that of the owner, but for what the threads do]
class TwinMaker {
public:
  struct Settings {
    std::filesystem::path program; ///< proton-collect
    std::filesystem::path package; ///< folder that holds the Python package
    std::filesystem::path raw;     ///< for files; exists
    Environment environment;       ///< of the program
    bool usesCache = true;
    std::chrono::milliseconds toolLimit{120'000}; ///< for one child process
    unsigned threads = 4;
  };
  static Result<std::unique_ptr<TwinMaker>> make(Settings settings);
  /// Ends what is under way, and its processes.
  ~TwinMaker();

  /// Begins to make a twin, after those that were ordered before. `id` is given back with it.
  void order(uint32_t id, TwinOrder order);
  /// A launch waits for it: it comes before all that have not begun.
  void hurry(uint32_t id);
  /// Readable when takeDone() has something.
  int doneDescriptor() const { return m_done.get(); }
  std::vector<std::pair<uint32_t, TwinOutcome>> takeDone();

private:
  explicit TwinMaker(Settings settings);
  void work();
  TwinOutcome make(const TwinOrder &order, uint32_t id);
  TwinOutcome makeFrom(const TwinOrder &order, const KernelFiles &files, uint32_t id);
  /// From the PTX of the image that the driver was given.
  TwinOutcome makeFromImage(const TwinOrder &order, uint32_t id);
  TwinOutcome makeFromPtx(const TwinOrder &order, const FoundPtx &found, uint32_t id);
  /// From PTX, assembled with the options of the original.
  TwinOutcome makeTwinFromPtx(const TwinOrder &order, const FoundPtx &found,
                              const std::filesystem::path &original, uint32_t id);
  /// Writes the PTX of a kernel into the raw folder, for the twin and for the trace.
  Result<std::filesystem::path> writeOriginal(const std::string &kernel, const std::string &ptx,
                                              uint32_t id) const;
  Result<void> assemblePtx(const TwinOrder &order, const image::KernelPtx &ptx,
                           const std::filesystem::path &file, TwinCode &code);
  Result<ProgramOutcome> runTool(std::vector<std::string> words);
  /// Our passes: LLVM IR or PTX, and its table beside it. \param options  besides the mode
  Result<void> instrument(const TwinOrder &order, const std::filesystem::path &input,
                          const std::filesystem::path &output,
                          const std::vector<std::string> &options, TwinCode &code);
  Result<void> compile(const TwinOrder &order, const KernelFiles &files, const BackendOrder &job,
                       TwinCode &code);
  Result<std::string> askTriton(const TwinOrder &order, const BackendOrder &job);
  TwinOutcome makeForAmd(const TwinOrder &order, const KernelFiles &files,
                         const BackendOrder &job);
  Result<void> compileForAmd(const TwinOrder &order, const KernelFiles &files,
                             const BackendOrder &job, TwinCode &code);
  /// Without the program's compiler.
  Result<void> assemble(const TwinOrder &order, const KernelFiles &files, const BackendOrder &job,
                        TwinCode &code);
  Backend &backendOf(const PythonProgram &python);

  Settings m_settings;
  std::vector<std::filesystem::path> m_folders;
  KernelPtxFinder m_ptx;
  DumpedCode m_dumped;
  Descriptor m_done;
  Descriptor m_cancel;
  std::mutex m_mutex; ///< of all below
  std::condition_variable m_wake;
  bool m_isEnding = false;
  std::deque<std::pair<uint32_t, TwinOrder>> m_waiting;
  std::vector<std::pair<uint32_t, TwinOutcome>> m_finished;
  std::map<PythonProgram, std::unique_ptr<Backend>> m_backends;
  std::vector<std::thread> m_threads; ///< last: they use everything else
};

} // namespace pstudio::attach
