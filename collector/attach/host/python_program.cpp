// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/python_program.h"

#include <fstream>

#include "core/process/program_path.h"

namespace pstudio::attach {
namespace {

namespace fs = std::filesystem;

bool isPythonName(const fs::path &program) {
  return program.filename().native().starts_with("python");
}

/// The first word of its command line. It identifies a virtual environment; the executable file
/// does not.
std::string firstWord(const fs::path &process) {
  std::ifstream file(process / "cmdline", std::ios::binary);
  std::string word;
  std::getline(file, word, '\0');
  return word;
}

} // namespace

PythonProgram pythonOf(uint32_t process, const std::optional<Interpreter> &interpreter) {
  if (interpreter && !interpreter->executable.empty())
    return {interpreter->executable, interpreter->path};
  const fs::path folder = fs::path("/proc") / std::to_string(process);
  std::error_code error;
  const fs::path program = fs::read_symlink(folder / "exe", error);
  if (error || !isPythonName(program))
    return {};
  const fs::path word = firstWord(folder);
  if (!isPythonName(word))
    return {program.string(), {}};
  if (word.is_absolute())
    return {word.string(), {}};
  if (!word.has_parent_path())
    if (const std::optional<fs::path> found = findOnPath(word.native()))
      return {found->string(), {}};
  const fs::path there = fs::read_symlink(folder / "cwd", error);
  return {isProgram(there / word) ? (there / word).string() : program.string(), {}};
}

} // namespace pstudio::attach
