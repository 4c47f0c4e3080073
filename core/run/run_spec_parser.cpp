// SPDX-License-Identifier: Apache-2.0
// JSON to RunSpec. Every complaint names its field.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/base/file_bytes.h"
#include "core/run/host_buffer.h"
#include "core/run/identifier.h"
#include "core/run/reference_check.h"
#include "core/run/run_spec_fields.h"
#include "core/run/target_place.h"
#include "core/run/tensor_map_layout.h"

namespace pstudio {
namespace {

/// Stores the result of a function that is independent of JSON, or adds the place of the field to
/// its failure.
template <class T> Result<void> take(const JsonField &json, Result<T> result, T &value) {
  if (!result)
    return json.error(result.error().message, result.error().hint);
  value = *std::move(result);
  return {};
}

bool isLower(char c) {
  return c >= 'a' && c <= 'z';
}

/// MLIR's bare symbol names: an identifier with '$' and '.' inside.
bool isSymbolName(std::string_view text) {
  return !text.empty() && isIdentifierStart(text[0]) && std::ranges::all_of(text, [](char c) {
    return isIdentifierCharacter(c) || c == '$' || c == '.';
  });
}

/// Texts in a list, each of which `check` accepts, separated by commas.
template <class Check> Result<std::string> readTexts(const JsonField &json, Check check) {
  PSTUDIO_TRY_ASSIGN(const std::vector<JsonField> names,
                     json.elements(0, RunSpecLimits::kMaxArguments));
  std::string all;
  for (const JsonField &name : names) {
    PSTUDIO_TRY_ASSIGN(const std::string text, name.text());
    if (const auto checked = check(text); !checked)
      return name.error(checked.error().message, checked.error().hint);
    all += (all.empty() ? "" : ",") + text;
  }
  return all;
}

Result<void> checkFile(const JsonField &root, const std::string &place,
                       const std::filesystem::path &file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error))
    return root.errorAt(place, "no such file: " + file.string(),
                        "paths are relative to the specification's folder");
  if (!std::filesystem::is_regular_file(file, error))
    return root.errorAt(place, "not a regular file: " + file.string());
  return {};
}

/// Makes the paths absolute. The files that a run reads must exist.
Result<void> resolveFiles(RunSpec &spec, const JsonField &root,
                          const std::filesystem::path &folder) {
  Result<void> result;
  visitFiles(spec, [&](const std::string &place, std::filesystem::path &file) {
    std::error_code ignored;
    file = std::filesystem::absolute(folder / file, ignored).lexically_normal();
    if (result)
      result = checkFile(root, place, file);
  });
  if (std::filesystem::path &output = spec.callbacks.output; !output.empty())
    output = (folder / output).lexically_normal();
  return result;
}

Result<void> validateReferences(const RunSpec &spec, const JsonField &root) {
  if (const auto valid = validateTensorMaps(spec); !valid)
    return root.errorAt(valid.error().where, valid.error().message, valid.error().hint);
  for (size_t i = 0; i < spec.checks.size(); ++i)
    if (const auto valid = validateCheck(spec, spec.checks[i]); !valid)
      return root.errorAt("checks[" + std::to_string(i) + "]." +
                              (findBuffer(spec, spec.checks[i].output) ? "reference" : "output"),
                          valid.error().message, valid.error().hint);
  return {};
}

Result<RunSpec> parseDocument(std::string_view text, const std::string &document,
                              const std::filesystem::path &folder) {
  PSTUDIO_TRY_ASSIGN(const nlohmann::json json, parseJson(text, document));
  const JsonField root(json, document);
  RunSpec spec;
  PSTUDIO_TRY(fromJson(root, spec));
  PSTUDIO_TRY(resolveFiles(spec, root, folder));
  PSTUDIO_TRY(validateReferences(spec, root));
  return spec;
}

} // namespace

Result<void> spec_form::readSchema(const JsonField &json, RunSpec &) {
  return json.text().map([](const std::string &) {});
}

Result<void> spec_form::readKernel(const JsonField &json, RunSpec &spec) {
  return json_fields::readFields(json, kernelFieldsOf(spec));
}

Result<void> spec_form::readFileName(const JsonField &json, std::filesystem::path &file) {
  PSTUDIO_TRY_ASSIGN(const std::string text, json.text());
  if (text.empty() || text.find('\0') != std::string::npos)
    return json.error("expected a file name");
  file = text;
  return {};
}

Result<void> spec_form::readFunction(const JsonField &json, std::string &function) {
  PSTUDIO_TRY_ASSIGN(function, json.text());
  if (!isSymbolName(function))
    return json.error("'" + function + "' is not a function name");
  return {};
}

/// Words for a command line.
Result<void> spec_form::readOptions(const JsonField &json, std::vector<std::string> &options) {
  PSTUDIO_TRY_ASSIGN(const std::vector<JsonField> words,
                     json.elements(0, RunSpecLimits::kMaxCompilerOptions));
  for (const JsonField &word : words) {
    PSTUDIO_TRY_ASSIGN(std::string text, word.text());
    if (text.empty() || text.find('\0') != std::string::npos)
      return word.error("expected an option of the compiler");
    options.push_back(std::move(text));
  }
  return {};
}

Result<void> spec_form::readName(const JsonField &json, std::string &name) {
  PSTUDIO_TRY_ASSIGN(name, json.text());
  if (!isIdentifier(name))
    return json.error("'" + name + "' is not a name",
                      "use letters, digits and '_', no digit first");
  return {};
}

Result<void> spec_form::readTarget(const JsonField &json, std::string &target) {
  PSTUDIO_TRY_ASSIGN(const std::string text, json.text());
  RunSettings settings;
  const Result<void> set = setTarget(settings, text);
  return take(json, set.map([&] { return settings.target; }), target);
}

Result<void> spec_form::readExtents(const JsonField &json, std::array<uint32_t, 3> &extents,
                                    uint64_t most) {
  PSTUDIO_TRY_ASSIGN(const std::vector<JsonField> elements, json.elements(1, 3));
  extents = {1, 1, 1};
  for (size_t i = 0; i < elements.size(); ++i) {
    PSTUDIO_TRY_ASSIGN(const int64_t extent, elements[i].integer(1, static_cast<int64_t>(most)));
    extents[i] = static_cast<uint32_t>(extent);
    // Stays below 2^62: the product so far is at most 2^31, and so is the extent.
    if (extentProduct(extents) > most)
      return json.error("the product of the extents is above " + std::to_string(most));
  }
  return {};
}

Result<void> spec_form::readDType(const JsonField &json, DType &type) {
  PSTUDIO_TRY_ASSIGN(const std::string name, json.text());
  const std::optional<DType> known = dtypeFromName(name);
  if (!known)
    return json.error("unknown dtype '" + name + "'", nameHint(name, dtypeNames()));
  type = *known;
  return {};
}

Result<void> spec_form::readInit(const JsonField &json, BufferInit &init) {
  if (json.isString()) {
    PSTUDIO_TRY_ASSIGN(const std::string name, json.text());
    static constexpr std::array<std::string_view, 2> kNames{"zeros", "iota"};
    if (name == "zeros")
      init = ZerosInit{};
    else if (name == "iota")
      init = IotaInit{};
    else
      return json.error("unknown initial value '" + name + "'", nameHint(name, kNames));
    return {};
  }
  if (!json.isObject())
    return json.error("expected \"zeros\", \"iota\", {\"random\": ...} or {\"file\": ...}");
  static constexpr std::array<std::string_view, 2> kFields{"random", "file"};
  PSTUDIO_TRY(json.requireObject(kFields));
  const auto random = json.find("random");
  if (random.has_value() == json.find("file").has_value())
    return json.error("needs either 'random' or 'file'");
  return random ? fromJson(*random, init.emplace<RandomInit>())
                : fromJson(json, init.emplace<FileInit>());
}

Result<void> spec_form::readNumber(const JsonField &json, double &number) {
  PSTUDIO_TRY_ASSIGN(number, json.number());
  return {};
}

Result<void> spec_form::readScalarValue(const JsonField &json, ScalarArgument &scalar) {
  if (dtypeIsFloating(scalar.dtype))
    return readNumber(json, scalar.value);
  const auto bits = static_cast<unsigned>(dtypeSize(scalar.dtype).value * 8);
  const int64_t high = std::numeric_limits<int64_t>::max() >> (64 - bits);
  PSTUDIO_TRY_ASSIGN(scalar.intValue, json.integer(-high - 1, high));
  return {};
}

Result<void> spec_form::readReference(const JsonField &json, ResultCheck &check) {
  static constexpr std::array<std::string_view, 3> kFields{"operation", "inputs", "file"};
  PSTUDIO_TRY(json.requireObject(kFields));
  const auto file = json.find("file");
  if (!file)
    return json_fields::readFields(json, operationFieldsOf(check));
  if (json.find("operation") || json.find("inputs"))
    return json.error("needs either 'file', or 'operation' and 'inputs'");
  check.reference = kFileReference;
  return readFileName(*file, check.npy);
}

Result<void> spec_form::readOperation(const JsonField &json, std::string &operation) {
  PSTUDIO_TRY_ASSIGN(operation, json.text());
  if (!referenceInputCount(operation))
    return json.error("unknown reference operation '" + operation + "'",
                      nameHint(operation, referenceOperations()));
  return {};
}

Result<void> spec_form::readInputs(const JsonField &json, std::vector<std::string> &inputs) {
  PSTUDIO_TRY_ASSIGN(const std::vector<JsonField> names,
                     json.elements(1, RunSpecLimits::kMaxArguments));
  for (const JsonField &name : names)
    PSTUDIO_TRY(readName(name, inputs.emplace_back()));
  return {};
}

Result<void> spec_form::readMaxError(const JsonField &json, double &maxError) {
  PSTUDIO_TRY(readNumber(json, maxError));
  if (maxError < 0.0)
    return json.error("must not be negative");
  return {};
}

/// "kernels,copies", or a list of the names.
Result<void> spec_form::readActivity(const JsonField &json, ActivityKinds &kinds) {
  PSTUDIO_TRY_ASSIGN(const std::string text,
                     json.isString() ? json.text() : readTexts(json, ActivityKinds::parse));
  if (text.empty() && !json.isString()) {
    kinds = ActivityKinds::none();
    return {};
  }
  return take(json, ActivityKinds::parse(text), kinds);
}

Result<void> spec_form::readPcPeriod(const JsonField &json, std::optional<uint32_t> &period) {
  PSTUDIO_TRY_ASSIGN(const int64_t cycles, json.integer(0, std::numeric_limits<uint32_t>::max()));
  return take(json, checkPcPeriod(cycles), period.emplace());
}

Result<void> spec_form::readCounters(const JsonField &json, std::vector<std::string> &counters) {
  PSTUDIO_TRY_ASSIGN(const std::string text, readTexts(json, parseCounters));
  return take(json, parseCounters(text), counters);
}

Result<void> spec_form::readTimeLimit(const JsonField &json, double &seconds) {
  PSTUDIO_TRY_ASSIGN(const double number, json.number());
  RunSettings settings;
  const Result<void> set = setTimeLimit(settings, number);
  return take(json, set.map([&] { return settings.timeLimitSeconds; }), seconds);
}

std::optional<FieldProblem> problemOf(const RandomInit &random) {
  if (random.low < random.high && std::isfinite(random.high - random.low))
    return std::nullopt;
  return FieldProblem{"", "low must be less than high, and their difference finite"};
}

std::optional<FieldProblem> problemOf(const BufferArgument &buffer) {
  const auto count = countElements(buffer.dtype, buffer.shape);
  if (count)
    return std::nullopt;
  return FieldProblem{"shape", count.error().message, count.error().hint};
}

std::optional<FieldProblem> problemOf(const RunSpec &spec) {
  for (size_t i = 0; i < spec.cluster.size(); ++i)
    if (spec.grid[i] % spec.cluster[i] != 0)
      return FieldProblem{"cluster", "a grid of " + std::to_string(spec.grid[i]) +
                                         " CTAs cannot be divided into clusters of " +
                                         std::to_string(spec.cluster[i]) + " in " + "xyz"[i]};
  std::set<std::string_view> names;
  const auto repeatedIn = [&names](const char *list,
                                   const auto &values) -> std::optional<FieldProblem> {
    for (size_t i = 0; i < values.size(); ++i)
      if (!names.insert(values[i].name).second)
        return FieldProblem{std::string(list) + "[" + std::to_string(i) + "]",
                            "the name '" + values[i].name + "' is already taken"};
    return std::nullopt;
  };
  const auto repeated = repeatedIn("arguments", spec.arguments);
  return repeated ? repeated : repeatedIn("buffers", spec.buffers);
}

Result<void> fromJson(const JsonField &json, Argument &argument, const FieldRule &) {
  PSTUDIO_TRY(json.requireObject(fieldNames(argument)));
  PSTUDIO_TRY(json.member("name"));
  if (json.find("buffer").has_value() + json.find("scalar").has_value() +
          json.find("tensor_map").has_value() !=
      1)
    return json.error("needs either 'buffer', 'scalar' or 'tensor_map'");
  return json_fields::readFields(json, fieldsOf(argument));
}

std::string shownName(const RunSettings &settings, const std::filesystem::path &file) {
  const std::string name = file.string();
  const std::string root = settings.fileRoot.string();
  return !root.empty() && name.starts_with(root + "/") ? name.substr(root.size()) : name;
}

bool isRemoteName(std::string_view name) {
  const auto isLetter = [](char c) { return isIdentifierCharacter(c); };
  return !name.empty() && name.size() <= 64 && isLetter(name[0]) &&
         std::ranges::all_of(name, [&](char c) { return isLetter(c) || c == '.' || c == '-'; });
}

Result<void> setTarget(RunSettings &settings, std::string_view target) {
  const TargetPlace place = splitPlace(target);
  const bool isPlaced = target.find('/') != std::string_view::npos;
  const std::string_view local = place.target;
  const size_t colon = local.find(':');
  const std::string_view name = local.substr(0, colon);
  const std::string_view arch = colon == std::string_view::npos ? "any" : local.substr(colon + 1);
  const auto isWord = [](std::string_view word) {
    return !word.empty() &&
           std::ranges::all_of(word, [](char c) { return isLower(c) || isDigit(c) || c == '_'; });
  };
  if (!isWord(name) || !isLower(name[0]) || !isWord(arch) ||
      (isPlaced && !isRemoteName(place.remote)))
    return fail(ErrorCode::InvalidInput, "'" + std::string(target) + "' is not a target", {},
                "write it as name or name:architecture, such as \"cpu\"; on another machine as "
                "REMOTE/name");
  settings.target = target;
  return {};
}

Result<void> setTimeLimit(RunSettings &settings, double seconds) {
  if (!(seconds > 0.0) || seconds > RunSpecLimits::kMaxTimeLimitSeconds)
    return fail(ErrorCode::InvalidInput,
                "the time limit must be above 0 and at most 86400 seconds");
  settings.timeLimitSeconds = seconds;
  return {};
}

Result<RunSpec> parseRunSpec(std::string_view json, const std::filesystem::path &folder) {
  return parseDocument(json, "run specification", folder);
}

Result<RunSpec> loadRunSpec(const std::filesystem::path &file) {
  PSTUDIO_TRY_ASSIGN(const FileBytes content, FileBytes::read(file, RunSpecLimits::kMaxFileBytes));
  const std::string_view text = content.text();
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(file, error).lexically_normal();
  if (error)
    return fail(ErrorCode::Io, "the current folder cannot be found: " + error.message(),
                file.string());
  PSTUDIO_TRY_ASSIGN(RunSpec spec, parseDocument(text, file.string(), absolute.parent_path()));
  spec.path = absolute;
  return spec;
}

} // namespace pstudio
