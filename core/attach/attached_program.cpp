// SPDX-License-Identifier: Apache-2.0
// Checks of a program before it is started, and its request.
#include "core/attach/attached_program.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "core/base/glob.h"
#include "core/base/json_fields.h"
#include "core/base/json_text.h"
#include "core/process/program_path.h"
#include "core/remote/command_words.h"

namespace pstudio::attach {
namespace {

namespace fs = std::filesystem;

/// File that proton-collect attach creates in each of its output folders.
constexpr const char *kFolderMark = ".proton-attach";

tl::unexpected<Error> at(std::string field, Error error) {
  error.where = std::move(field);
  return tl::unexpected<Error>(std::move(error));
}

Result<void> checkFolder(const AttachedProgram &program) {
  std::error_code error;
  if (program.folder.empty())
    return fail(ErrorCode::InvalidInput, "no working directory is given", "folder");
  if (!fs::exists(program.folder, error))
    return fail(ErrorCode::Io, program.folder.string() + " does not exist", "folder",
                "choose an existing directory");
  if (!fs::is_directory(program.folder, error))
    return fail(ErrorCode::Io, program.folder.string() + " is not a directory", "folder");
  return {};
}

/// True if a folder of a list of the form of PATH contains the program. Relative entries are below
/// `folder`.
bool isOn(std::string_view path, const std::string &name, const fs::path &folder) {
  for (size_t at = 0; at <= path.size();) {
    const size_t end = std::min(path.find(':', at), path.size());
    if (isProgram(folder / path.substr(at, end - at) / name))
      return true;
    at = end + 1;
  }
  return false;
}

std::string hintFor(const std::string &name) {
  if (name.find('=') != std::string::npos)
    return "put variables into the table Environment";
  return "check the spelling, or give the path of the program";
}

/// A name without a slash is looked up as execvp() does.
Result<void> checkName(const AttachedProgram &program, const std::string &name) {
  const auto own = program.environment.find("PATH");
  const char *inherited = std::getenv("PATH");
  const std::string path = own != program.environment.end() ? own->second
                           : inherited                      ? inherited
                                                            : "/usr/bin:/bin";
  if (!isOn(path, name, program.folder))
    return fail(ErrorCode::InvalidInput, "there is no program " + name + " in the folders of PATH",
                "command", hintFor(name));
  return {};
}

Result<void> checkProgram(const AttachedProgram &program) {
  PSTUDIO_TRY_ASSIGN(const std::vector<std::string> words, wordsOf(program));
  const std::string &name = words.front();
  if (name.find('/') == std::string::npos)
    return checkName(program, name);
  std::error_code error;
  const fs::path path = program.folder / name;
  if (!fs::exists(path, error))
    return fail(ErrorCode::Io, path.string() + " does not exist", "command", hintFor(name));
  if (fs::is_directory(path, error))
    return fail(ErrorCode::InvalidInput, path.string() + " is a directory", "command");
  if (!isProgram(path))
    return fail(ErrorCode::InvalidInput, path.string() + " is not executable", "command",
                "make it executable, or name its interpreter: python " + name);
  return {};
}

Result<void> checkEnvironment(const AttachedProgram &program) {
  for (const auto &[name, value] : program.environment)
    if (name.empty() || name.find_first_of(std::string_view("=\0", 2)) != std::string::npos)
      return fail(ErrorCode::InvalidInput, "'" + name + "' is not the name of a variable",
                  "environment", "names are not empty and have no '='");
  return {};
}

Result<void> checkOutput(const AttachedProgram &program) {
  std::error_code error;
  const fs::path &output = program.output;
  if (output.empty() || !fs::exists(output, error))
    return {};
  if (!fs::is_directory(output, error))
    return fail(ErrorCode::InvalidInput, output.string() + " is not a directory", "output");
  if (!fs::is_empty(output, error) && !fs::exists(output / kFolderMark, error))
    return fail(ErrorCode::InvalidInput, output.string() + " contains other files", "output",
                "choose a new or empty folder, or one of an earlier run");
  return {};
}

/// The rules of the ticked kernels. A pattern would also match other names.
Result<std::vector<AttachRule>> rulesOf(const AttachedProgram &program) {
  std::vector<AttachRule> rules;
  for (const auto &[kernel, launches] : program.kernels) {
    auto ranges = parseLaunchList(launches);
    if (!ranges)
      return fail(ErrorCode::InvalidInput, kernel + ": " + ranges.error().message, "kernels",
                  ranges.error().hint);
    rules.push_back({escapedGlob(kernel), *std::move(ranges), {}});
  }
  const auto mode = parseAttachMode(program.mode);
  if (!mode)
    return at("instrumentation", mode.error());
  for (AttachRule &rule : rules)
    rule.mode = *mode;
  return rules;
}

} // namespace

std::string attachedProgramToJson(const AttachedProgram &program) {
  return jsonText(toJson<nlohmann::ordered_json>(program));
}

Result<AttachedProgram> parseAttachedProgram(std::string_view json) {
  PSTUDIO_TRY_ASSIGN(const nlohmann::json document, parseJson(json, "program"));
  AttachedProgram program;
  PSTUDIO_TRY(fromJson(JsonField(document, "program").ignoringUnknown(), program));
  return program;
}

Result<std::vector<std::string>> wordsOf(const AttachedProgram &program) {
  auto words = splitCommand(program.command);
  if (words)
    return words;
  Error error = words.error();
  error.hint = "write it as in a terminal: python train.py --name 'a b'";
  return at("command", std::move(error));
}

Result<void> checkStart(const AttachedProgram &program) {
  // The words first: a wrong folder would make every program unknown.
  PSTUDIO_TRY(wordsOf(program));
  PSTUDIO_TRY(checkFolder(program));
  PSTUDIO_TRY(checkProgram(program));
  PSTUDIO_TRY(checkEnvironment(program));
  return checkOutput(program);
}

Result<AttachRequest> requestOf(const AttachedProgram &program, bool isListing) {
  AttachRequest request;
  request.isListing = isListing;
  request.settings.range = program.settings.range; // a listing counts as the run will
  request.settings.processes = program.settings.processes;
  if (!isListing) {
    request.settings = program.settings;
    if (program.kernels.empty() && !program.settings.recordsActivity())
      return fail(ErrorCode::InvalidInput, "neither kernels nor activity are chosen", "kernels",
                  "tick the kernels to record");
    PSTUDIO_TRY_ASSIGN(request.rules, rulesOf(program));
  }
  PSTUDIO_TRY_ASSIGN(request.command, wordsOf(program));
  return request;
}

} // namespace pstudio::attach
