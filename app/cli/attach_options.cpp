// SPDX-License-Identifier: Apache-2.0
#include "app/cli/attach_options.h"

#include <array>
#include <concepts>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/attach_command.h"
#include "app/cli/source_root_option.h"
#include "app/cli/word_option.h"

namespace pstudio::cli {
namespace {

/// --kernel, and --launch and --mode of the --kernel before them: handled in their order.
void addAttachKernels(CLI::App &attach, std::vector<AttachKernelOption> &kernels) {
  const auto last = [&kernels](const char *option) -> AttachKernelOption & {
    if (kernels.empty())
      throw CLI::ValidationError(option, "write it after the --kernel that it belongs to");
    kernels.back().hasOptions = true;
    return kernels.back();
  };
  const auto inOrder = [&attach](const char *name, std::function<void(const std::string &)> take,
                                 const char *words) {
    attach.add_option_function<std::string>(name, std::move(take), words)
        ->allow_extra_args(false)
        ->trigger_on_parse();
  };
  inOrder(
      "--kernel",
      [&kernels](const std::string &glob) { kernels.push_back({.kernel = glob, .launches = {}}); },
      "Kernels to record: a name with * and ?, mangled, demangled or as --list prints it; may be "
      "repeated");
  inOrder(
      "--launch", [last](const std::string &text) { last("--launch").launches.push_back(text); },
      "Launches of the --kernel before it: 3, 10-12 or every=100; may be repeated (default: 1, the "
      "first)");
  inOrder(
      "--mode", [last](const std::string &text) { last("--mode").mode = text; },
      "Instrumentation of the --kernel before it, as for run (default: functions,loops,barriers)");
}

/// An option for a setting: a word of a list, a number in units, or a flag.
template <class T> void addSetting(CLI::App &attach, const attach::AttachOption<T> &setting) {
  const std::string name(setting.option), help(setting.help);
  const FieldRule &rule = setting.rule;
  if constexpr (std::same_as<T, std::string>) {
    attach.add_option(name, setting.value, help);
  } else if (!rule.names.empty()) {
    addWordOption(
        attach, name, std::vector<std::string>(rule.names.begin(), rule.names.end()),
        static_cast<size_t>(setting.inUnits()),
        [setting](size_t index) { setting.setInUnits(static_cast<int64_t>(index)); }, help);
  } else if constexpr (std::same_as<T, bool>) {
    attach.add_flag_callback(
        name, [setting, given = !setting.value] { setting.value = given; }, help);
  } else {
    attach
        .add_option_function<int64_t>(
            name, [setting](int64_t number) { setting.setInUnits(number); }, help)
        ->check(CLI::Range(rule.low, rule.high));
  }
}

} // namespace

void addAttach(CLI::App &app, int &exitCode) {
  const auto options = std::make_shared<AttachCommandOptions>();
  attach::AttachRequest &request = options->request;
  CLI::App *command = app.add_subcommand(
      "attach", "Run a program unchanged and record chosen launches of its Triton kernels");
  command->add_option("COMMAND", request.command, "The program and its arguments, after --")
      ->required();
  command->add_option("-o,--output", request.output,
                      "Folder to write (default: proton-attach; with --list: none)");
  command->add_flag("--list", request.isListing,
                    "Record nothing: list the kernels, their launches, and whether each can be "
                    "instrumented");
  addAttachKernels(*command, options->kernels);
  visitFields(fieldsOf(request.settings),
              [command](const auto &setting) { addSetting(*command, setting); });
  addSourceRoots(*command, request.sourceRoots,
                 "the current folder and files that the program's Python imported");
  command->footer(kAttachHelp);
  command->callback([options, command, &exitCode] {
    // Without activity a launch that is not recorded costs nothing: no event is written for it.
    attach::AttachSettings &settings = options->request.settings;
    if (!settings.recordsActivity() && command->count("--callpath") == 0)
      settings.callPath = attach::CallPath::None;
    exitCode = attachCommand(*options);
  });
  const auto files = std::make_shared<std::array<std::filesystem::path, 2>>();
  CLI::App *worker =
      app.add_subcommand("worker-attach", "Execute an attach request of proton-studio");
  worker->add_option("REQUEST", files->at(0), "File of the request")->required();
  worker->add_option("ERRORS", files->at(1), "File to write if the request fails")->required();
  worker->callback(
      [files, &exitCode] { exitCode = workerAttachCommand((*files)[0], (*files)[1]); });
}

} // namespace pstudio::cli
