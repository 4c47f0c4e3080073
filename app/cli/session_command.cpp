// SPDX-License-Identifier: Apache-2.0
#include "app/cli/session_command.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <iomanip>
#include <iostream>
#include <sstream>

#include <unistd.h>

#include "app/cli/check_text.h"
#include "app/cli/error_text.h"
#include "app/cli/exit_code.h"
#include "app/cli/text_output.h"
#include "collector/live_kernels.h"
#include "core/base/json_field.h"
#include "core/base/number_text.h"
#include "core/base/output_place.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/run/target_place.h"
#include "core/source/stored_sources.h"
#include "core/worker/kept_trace.h"

namespace pstudio::cli {

const char *const kSessionCommands =
    "Commands, one per line, from standard input (# starts a comment, \"...\" quotes blanks):\n  "
    "instrument KERNEL MODE    record its next launches (modes as for run)\n  restore [KERNEL]     "
    "     run the original code in its next launches; compiles nothing\n  launch [KERNEL] [-o "
    "FILE] launch, check the results and save the trace\n  list                      print the "
    "kernels and their modes\n  quit                      end the session, like the end of the "
    "input\nKERNEL may contain wildcards, such as '*' for all. A failed command changes nothing; "
    "the\nsession continues with the next command and exits with code 1.";

namespace {

using Clock = std::chrono::steady_clock;
using Words = std::vector<std::string>;

/// Forwards the output of the kernels. Prints stages and log lines if `isVerbose`.
class SessionSink final : public ProgressSink {
public:
  explicit SessionSink(bool isVerbose) : m_isVerbose(isVerbose) {}
  void stage(std::string_view name) override { show(name); }
  void fraction(double) override {}
  void log(std::string_view line) override { show("  " + std::string(line)); }
  void output(std::string_view text) override { writeData(text); }

private:
  void show(std::string_view line) const {
    if (m_isVerbose)
      printFormatted(stderr, "%.*s\n", static_cast<int>(line.size()), line.data());
  }
  const bool m_isVerbose;
};

Words wordsOf(const std::string &line) {
  Words words;
  std::istringstream text(line);
  for (std::string word; text >> std::quoted(word);) {
    if (word.starts_with('#'))
      break;
    words.push_back(std::move(word));
  }
  return words;
}

std::string timeSince(Clock::time_point begin) {
  return millisecondsText(Clock::now() - begin);
}

tl::unexpected<Error> wrongCommand(std::string message, std::string hint) {
  return fail(ErrorCode::InvalidInput, std::move(message), {}, std::move(hint));
}

/// Executes the command lines.
class SessionShell {
public:
  SessionShell(LiveKernels &session, StorableSources storable)
      : m_session(session), m_storable(std::move(storable)) {}

  /// False after "quit".
  Result<bool> execute(const Words &words) {
    for (const Command &command : kCommands)
      if (words[0] == command.name) {
        if (words.size() - 1 < command.fewestWords || words.size() - 1 > command.mostWords)
          return wrongCommand("\"" + words[0] + "\" has the form \"" + command.form + "\"", {});
        PSTUDIO_TRY((this->*command.act)(words));
        return true;
      }
    if (words[0] == "quit")
      return false;
    std::vector<std::string_view> names{"quit"};
    for (const Command &command : kCommands)
      names.push_back(command.name);
    return wrongCommand("unknown command \"" + words[0] + "\"", nameHint(words[0], names));
  }

private:
  struct Command {
    const char *name;
    const char *form;
    size_t fewestWords, mostWords; ///< after the name
    Result<void> (SessionShell::*act)(const Words &);
  };
  static const std::array<Command, 4> kCommands;

  Result<void> instrument(const Words &words) {
    const Clock::time_point begin = Clock::now();
    PSTUDIO_TRY_ASSIGN(const Words kernels, m_session.instrument(words[1], words[2]));
    printChanged(kernels, timeSince(begin));
    return {};
  }

  Result<void> restore(const Words &words) {
    const Clock::time_point begin = Clock::now();
    PSTUDIO_TRY_ASSIGN(const Words kernels, m_session.restore(words.size() > 1 ? words[1] : "*"));
    printChanged(kernels, timeSince(begin));
    return {};
  }

  Result<void> list(const Words &) {
    for (const LiveKernelState &kernel : m_session.kernels())
      printFormatted(stdout, "%s: %s\n", kernel.function.c_str(), modeText(kernel));
    return {};
  }

  Result<void> launch(const Words &words) {
    std::string pattern = "*";
    std::filesystem::path output;
    for (size_t i = 1; i < words.size(); ++i) {
      const bool isOutput = words[i] == "-o";
      if (isOutput && i + 1 == words.size())
        return wrongCommand("-o needs the name of a file", {});
      if (isOutput)
        output = words[++i];
      else
        pattern = words[i];
    }
    if (isStandardOutput(output))
      return wrongCommand(
          "the session writes its messages to standard output; it cannot write a trace there",
          "use a file name after -o");
    const Clock::time_point begin = Clock::now();
    PSTUDIO_TRY_ASSIGN(LiveOutcome outcome, m_session.launch(pattern));
    printLaunches(outcome, timeSince(begin));
    Result<void> saved;
    if (!output.empty())
      saved = save(outcome, output);
    if (outcome.failure)
      return tl::unexpected<Error>(*outcome.failure);
    return saved;
  }

  /// The records of a failed launch go to a file beside `output`.
  Result<void> save(LiveOutcome &outcome, const std::filesystem::path &output) const {
    if (!outcome.trace && outcome.failure)
      return {};
    if (!outcome.trace)
      return wrongCommand("no trace for " + output.string() +
                              ": no kernel of this launch is instrumented",
                          "use \"instrument KERNEL MODE\" before the launch");
    if (outcome.failure && !mayHaveSiblings(output)) {
      printFormatted(stdout, "the recorded data are discarded: %s is not a regular file\n",
                     output.c_str());
      return {};
    }
    const std::filesystem::path path =
        outcome.failure ? keptTracePath(output, outcome.failure->code) : output;
    outcome.trace = withStoredSources(std::move(*outcome.trace), m_storable);
    PSTUDIO_TRY(writePftrace(*outcome.trace, path));
    printFormatted(stdout, "wrote %s: %llu slices\n", path.c_str(),
                   static_cast<unsigned long long>(outcome.trace->sliceCount()));
    return {};
  }

  static void printLaunches(const LiveOutcome &outcome, const std::string &time) {
    for (const LiveLaunch &launch : outcome.launches) {
      if (launch.duration.empty())
        continue;
      printFormatted(stdout, "%s took %s\n", launch.function.c_str(), launch.duration.c_str());
      for (const CheckOutcome &check : launch.checks)
        printCheck(stdout, check.output, check.maxError, check.allowed, check.sample);
    }
    printFormatted(stdout, "launched in %s\n", time.c_str());
  }

  void printChanged(const Words &kernels, const std::string &time) const {
    for (const LiveKernelState &kernel : m_session.kernels())
      if (std::ranges::find(kernels, kernel.function) != kernels.end())
        printFormatted(stdout, "%s: %s\n", kernel.function.c_str(), modeText(kernel));
    printFormatted(stdout, "changed in %s\n", time.c_str());
  }

  static const char *modeText(const LiveKernelState &kernel) {
    return kernel.mode.empty() ? "original code" : kernel.mode.c_str();
  }

  LiveKernels &m_session;
  const StorableSources m_storable; ///< of the traces
};

const std::array<SessionShell::Command, 4> SessionShell::kCommands{{
    {"instrument", "instrument KERNEL MODE", 2, 2, &SessionShell::instrument},
    {"restore", "restore [KERNEL]", 0, 1, &SessionShell::restore},
    {"launch", "launch [KERNEL] [-o FILE]", 0, 3, &SessionShell::launch},
    {"list", "list", 0, 0, &SessionShell::list},
}};

Result<std::vector<RunSpec>> readSpecs(const SessionCommandOptions &options) {
  std::vector<RunSpec> specs;
  for (const std::filesystem::path &file : options.specs) {
    PSTUDIO_TRY_ASSIGN(RunSpec spec, loadRunSpec(file));
    PSTUDIO_TRY(applyOverrides(spec, options.overrides));
    if (!splitPlace(spec.target).remote.empty())
      return fail(ErrorCode::Unsupported,
                  "a session runs on the local machine, but target \"" + spec.target +
                      "\" is remote",
                  file.string(), "run proton-collect session on the remote machine, over ssh");
    specs.push_back(std::move(spec));
  }
  return specs;
}

CollectOptions collectOptions(const SessionCommandOptions &options) {
  CollectOptions collect;
  if (options.hasNoCache)
    collect.cache = CacheSettings{{}, 0};
  else if (!options.cacheFolder.empty())
    collect.cache = CacheSettings{options.cacheFolder};
  return collect;
}

/// The folders of the kernels, the start folder and those of --source-root.
Result<StorableSources> storableOf(const SessionCommandOptions &options,
                                   const std::vector<RunSpec> &specs) {
  StorableSources storable;
  PSTUDIO_TRY_ASSIGN(storable.roots, sourceRootsOf(options.sourceRoots));
  for (const RunSpec &spec : specs)
    storable.roots.push_back(spec.kernelFile.parent_path());
  return storable;
}

/// Loaded kernels, and the source files that their traces may contain.
struct OpenSession {
  std::unique_ptr<LiveKernels> kernels;
  StorableSources storable;
};

Result<OpenSession> open(const SessionCommandOptions &options, SessionSink &sink,
                         const std::atomic<bool> &cancel) {
  const Clock::time_point begin = Clock::now();
  PSTUDIO_TRY_ASSIGN(std::vector<RunSpec> specs, readSpecs(options));
  OpenSession session;
  PSTUDIO_TRY_ASSIGN(session.storable, storableOf(options, specs));
  PSTUDIO_TRY_ASSIGN(session.kernels,
                     openLiveKernels(std::move(specs), sink, cancel, collectOptions(options)));
  printFormatted(stdout, "opened in %s\n", timeSince(begin).c_str());
  return session;
}

/// True if every command succeeded.
bool executeAll(LiveKernels &session, StorableSources storable) {
  SessionShell shell(session, std::move(storable));
  const bool isAtTerminal = ::isatty(STDIN_FILENO) == 1;
  bool hasFailed = false;
  for (std::string line;;) {
    if (isAtTerminal)
      printFormatted(stdout, "> ");
    std::fflush(stdout);
    if (!std::getline(std::cin, line))
      return !hasFailed;
    const Words words = wordsOf(line);
    if (words.empty())
      continue;
    const Result<bool> goesOn = shell.execute(words);
    std::fflush(stdout);
    if (!goesOn)
      printError(goesOn.error());
    hasFailed |= !goesOn;
    if (goesOn && !*goesOn)
      return !hasFailed;
  }
}

} // namespace

int sessionCommand(const SessionCommandOptions &options) {
  SessionSink sink(options.isVerbose);
  const std::atomic<bool> cancel{false};
  Result<OpenSession> session = open(options, sink, cancel);
  if (!session) {
    printError(session.error());
    return kFailed;
  }
  const bool isDone = executeAll(*session->kernels, std::move(session->storable));
  if (session->kernels->isLost()) {
    // The driver's cleanup would wait for a kernel that never ends.
    std::fflush(nullptr);
    ::_exit(kFailed);
  }
  return isDone ? kDone : kFailed;
}

} // namespace pstudio::cli
