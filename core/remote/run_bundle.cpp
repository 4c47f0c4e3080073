// SPDX-License-Identifier: Apache-2.0
#include "core/remote/run_bundle.h"

#include <algorithm>

#include "core/base/file_bytes.h"
#include "core/base/json_field.h"
#include "core/base/text_lines.h"
#include "core/remote/incoming_files.h"
#include "core/run/program_spec.h"

namespace pstudio {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMaxSourceBytes = 16u << 20; ///< of a callback file with includes

/// Every "file" member of a specification is a file that it needs, wherever it stands.
void findFileMembers(const nlohmann::json &json, std::vector<std::string> &files) {
  if (json.is_object())
    for (const auto &[name, value] : json.items()) {
      if (name == "file" && value.is_string())
        files.push_back(value.get<std::string>());
      else
        findFileMembers(value, files);
    }
  else if (json.is_array())
    for (const nlohmann::json &element : json)
      findFileMembers(element, files);
}

/// Names in the lines `#include "NAME"`.
std::vector<std::string> quotedIncludes(std::string_view source) {
  std::vector<std::string> names;
  while (!source.empty()) {
    std::string_view line = takeLine(source);
    const auto skipBlanks = [&line] {
      line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    };
    skipBlanks();
    if (!line.starts_with('#'))
      continue;
    line.remove_prefix(1);
    skipBlanks();
    if (!line.starts_with("include"))
      continue;
    line.remove_prefix(std::string_view("include").size());
    skipBlanks();
    if (const size_t end = line.find('"', 1); line.starts_with('"') && end != line.npos)
      names.emplace_back(line.substr(1, end - 1));
  }
  return names;
}

/// Collects files, each once.
class FileList {
public:
  Result<void> add(const fs::path &path) {
    if (has(path))
      return {};
    BundledFile file{path, path.relative_path().generic_string(), 0};
    if (!path.is_absolute() || !isSafeFileName(file.name))
      return fail(ErrorCode::InvalidInput, "invalid name of a file for another machine",
                  path.string(), "rename it without control characters");
    std::error_code error;
    if (!fs::is_regular_file(path, error))
      return fail(ErrorCode::Io,
                  "cannot send the file: " +
                      (error ? error.message() : std::string("it is not a regular file")),
                  path.string());
    file.size = fs::file_size(path, error);
    if (error)
      return fail(ErrorCode::Io, "cannot send the file: " + error.message(), path.string());
    m_files.push_back(std::move(file));
    return {};
  }

  /// A file of C or C++ with what it includes by "...", as far as that lies beside it.
  Result<void> addSource(const fs::path &path) {
    const bool isKnown = has(path);
    PSTUDIO_TRY(add(path));
    if (isKnown)
      return {};
    PSTUDIO_TRY_ASSIGN(const FileBytes bytes, FileBytes::read(path, kMaxSourceBytes));
    const std::string_view text = bytes.text();
    for (const std::string &name : quotedIncludes(text)) {
      const fs::path included = (path.parent_path() / name).lexically_normal();
      std::error_code ignored;
      if (fs::is_regular_file(included,
                              ignored)) // else a system's header, or an error of the compiler
        PSTUDIO_TRY(addSource(included));
    }
    return {};
  }

  std::vector<BundledFile> take() { return std::move(m_files); }

private:
  bool has(const fs::path &path) const {
    return std::ranges::find(m_files, path, &BundledFile::path) != m_files.end();
  }
  std::vector<BundledFile> m_files;
};

Result<fs::path> normalPath(const fs::path &path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  if (error)
    return fail(ErrorCode::Io, "the current folder cannot be found: " + error.message(),
                path.string());
  return absolute.lexically_normal();
}

/// Requests the results besides the trace; the paths only select them.
void requestResults(const RunRequest &local, RunRequest &bundled) {
  bundled.isBundled = true;
  bundled.output = "trace";
  bundled.keepCapture = local.keepCapture.empty() ? "" : "capture";
  bundled.passes = local.passes.empty() ? "" : "passes";
  bundled.emit = local.emit;
  bundled.hasNoCache = local.hasNoCache;
}

Result<RunBundle> bundleProgram(const RunRequest &request, const std::string &target) {
  PSTUDIO_TRY_ASSIGN(ProgramSpec program, loadProgramSpec(request.specPath));
  PSTUDIO_TRY(applyOverrides(program, request.overrides));
  RunBundle bundle;
  FileList files;
  PSTUDIO_TRY(files.add(program.file));
  requestResults(request, bundle.request);
  bundle.files = files.take();
  bundle.request.specPath = bundle.files.front().name;
  bundle.request.overrides = request.overrides;
  bundle.request.overrides.target = target;
  bundle.request.overrides.mode = program.mode.toString();
  bundle.request.overrides.timeLimitSeconds = program.timeLimitSeconds;
  bundle.request.overrides.callbacks.clear();
  bundle.request.overrides.callbackOutput.clear();
  return bundle;
}

Result<RunBundle> bundleSpec(const RunRequest &request, const std::string &target) {
  PSTUDIO_TRY_ASSIGN(RunSpec spec, readSpec(request));
  PSTUDIO_TRY(applyOverrides(spec, request.overrides));
  RunBundle bundle;
  requestResults(request, bundle.request);
  bundle.request.overrides.callbackOutput = spec.callbacks.output.empty() ? "" : "callbacks";
  spec.callbacks.output.clear();
  spec.target = target;
  for (fs::path *path : {&spec.kernelFile, &spec.callbacks.file})
    if (!path->empty()) {
      PSTUDIO_TRY_ASSIGN(*path, normalPath(*path));
    }
  bundle.request.specText = runSpecToJson(spec, "/");
  FileList files;
  if (!spec.callbacks.file.empty())
    PSTUDIO_TRY(files.addSource(spec.callbacks.file));
  PSTUDIO_TRY_ASSIGN(const std::vector<std::string> names, filesOfSpec(bundle.request.specText));
  for (const std::string &name : names)
    PSTUDIO_TRY(files.add(fs::path("/") / name));
  bundle.files = files.take();
  return bundle;
}

} // namespace

Result<std::vector<std::string>> filesOfSpec(std::string_view specText) {
  PSTUDIO_TRY_ASSIGN(const nlohmann::json json, parseJson(specText, "specification"));
  std::vector<std::string> files;
  findFileMembers(json, files);
  for (const std::string &file : files)
    if (!isSafeFileName(file))
      return fail(ErrorCode::InvalidInput,
                  "invalid file name: it would leave the folder of the run",
                  "file \"" + file + "\"");
  return files;
}

Result<RunBundle> bundleRun(const RunRequest &request, const std::string &target) {
  PSTUDIO_TRY_ASSIGN(RunBundle bundle, isProgramFile(request.specPath)
                                           ? bundleProgram(request, target)
                                           : bundleSpec(request, target));
  for (const BundledFile &file : bundle.files)
    bundle.bytes += file.size;
  return bundle;
}

std::string withoutFolder(std::string text, const fs::path &folder) {
  const std::string prefix = folder.string();
  if (prefix.empty())
    return text;
  for (size_t at = 0; (at = text.find(prefix, at)) != std::string::npos;)
    text.erase(at, prefix.size());
  return text;
}

} // namespace pstudio
