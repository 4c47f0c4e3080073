// SPDX-License-Identifier: Apache-2.0
// JSON to RunSpec. Every complaint names its field.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/base/file_bytes.h"
#include "core/base/json_fields.h"
#include "core/run/host_buffer.h"
#include "core/run/identifier.h"
#include "core/run/reference_check.h"
#include "core/run/run_spec.h"
#include "core/run/run_spec_fields.h"
#include "core/run/target_place.h"
#include "core/run/tensor_map_fields.h"
#include "core/run/tensor_map_layout.h"

namespace pstudio {
namespace {

/// An object of the specification whose member names have been checked.
Result<void> requireObject(const JsonField &field, std::string_view schemaName) {
  return field.requireObject(runSpecObject(schemaName).fields);
}

/// Adds the place of a field to the failure of a function that is independent of JSON.
template <class T> Result<T> at(const JsonField &field, Result<T> result) {
  if (result)
    return result;
  return field.error(result.error().message, result.error().hint);
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

Result<std::string> parseName(const JsonField &field) {
  PSTUDIO_TRY_ASSIGN(std::string name, field.text());
  if (!isIdentifier(name))
    return field.error("'" + name + "' is not a name",
                       "use letters, digits and '_', no digit first");
  return name;
}

Result<DType> parseDType(const JsonField &field) {
  PSTUDIO_TRY_ASSIGN(const std::string name, field.text());
  if (const std::optional<DType> type = dtypeFromName(name))
    return *type;
  return field.error("unknown dtype '" + name + "'", nameHint(name, dtypeNames()));
}

/// A path to a file that must exist, made absolute.
Result<std::filesystem::path> parseFile(const JsonField &field,
                                        const std::filesystem::path &folder) {
  PSTUDIO_TRY_ASSIGN(const std::string text, field.text());
  if (text.empty() || text.find('\0') != std::string::npos)
    return field.error("expected a file name");
  std::error_code error;
  const std::filesystem::path file =
      std::filesystem::absolute(folder / text, error).lexically_normal();
  if (error || !std::filesystem::exists(file, error))
    return field.error("no such file: " + file.string(),
                       "paths are relative to the specification's folder");
  if (!std::filesystem::is_regular_file(file, error))
    return field.error("not a regular file: " + file.string());
  return file;
}

Result<std::array<uint32_t, 3>> parseDimensions(const JsonField &field, uint64_t maxProduct) {
  PSTUDIO_TRY_ASSIGN(const std::vector<JsonField> extents, field.elements(1, 3));
  std::array<uint32_t, 3> dimensions{1, 1, 1};
  uint64_t product = 1;
  for (size_t i = 0; i < extents.size(); ++i) {
    PSTUDIO_TRY_ASSIGN(const int64_t extent,
                       extents[i].integer(1, static_cast<int64_t>(maxProduct)));
    dimensions[i] = static_cast<uint32_t>(extent);
    // Stays below 2^62: the product so far is at most 2^31, and so is the extent.
    product *= static_cast<uint64_t>(extent);
    if (product > maxProduct)
      return field.error("the product of the extents is above " + std::to_string(maxProduct));
  }
  return dimensions;
}

Result<RandomInit> parseRandom(const JsonField &field) {
  PSTUDIO_TRY(requireObject(field, "random"));
  RandomInit init;
  PSTUDIO_TRY_ASSIGN(const JsonField seed, field.member("seed"));
  PSTUDIO_TRY_ASSIGN(init.seed, seed.unsigned64());
  if (const auto low = field.find("low")) {
    PSTUDIO_TRY_ASSIGN(init.low, low->number());
  }
  if (const auto high = field.find("high")) {
    PSTUDIO_TRY_ASSIGN(init.high, high->number());
  }
  if (!(init.low < init.high) || !std::isfinite(init.high - init.low))
    return field.error("low must be less than high, and their difference finite");
  return init;
}

Result<BufferInit> parseInit(const JsonField &field, const std::filesystem::path &folder) {
  if (field.isString()) {
    PSTUDIO_TRY_ASSIGN(const std::string name, field.text());
    if (name == "zeros")
      return ZerosInit{};
    if (name == "iota")
      return IotaInit{};
    static constexpr std::array<std::string_view, 2> kNames{"zeros", "iota"};
    return field.error("unknown initial value '" + name + "'", nameHint(name, kNames));
  }
  if (!field.isObject())
    return field.error("expected \"zeros\", \"iota\", {\"random\": ...} or {\"file\": ...}");
  static constexpr std::array<std::string_view, 2> kFields{"random", "file"};
  PSTUDIO_TRY(field.requireObject(kFields));
  const auto random = field.find("random");
  const auto file = field.find("file");
  if (random.has_value() == file.has_value())
    return field.error("needs either 'random' or 'file'");
  if (random)
    return parseRandom(*random);
  PSTUDIO_TRY_ASSIGN(std::filesystem::path npy, parseFile(*file, folder));
  return FileInit{std::move(npy)};
}

/// The fields of a buffer; those that the object may have must have been checked.
Result<BufferArgument> parseBufferFields(const JsonField &field,
                                         const std::filesystem::path &folder) {
  BufferArgument buffer;
  PSTUDIO_TRY_ASSIGN(const JsonField dtype, field.member("dtype"));
  PSTUDIO_TRY_ASSIGN(buffer.dtype, parseDType(dtype));
  PSTUDIO_TRY_ASSIGN(const JsonField shape, field.member("shape"));
  PSTUDIO_TRY_ASSIGN(const std::vector<JsonField> extents,
                     shape.elements(1, RunSpecLimits::kMaxRank));
  for (const JsonField &extentField : extents) {
    PSTUDIO_TRY_ASSIGN(const int64_t extent,
                       extentField.integer(1, std::numeric_limits<int64_t>::max()));
    buffer.shape.push_back(extent);
  }
  PSTUDIO_TRY(at(shape, countElements(buffer.dtype, buffer.shape)));
  if (const auto init = field.find("init")) {
    PSTUDIO_TRY_ASSIGN(buffer.init, parseInit(*init, folder));
  }
  return buffer;
}

Result<BufferArgument> parseBuffer(const JsonField &field, const std::filesystem::path &folder) {
  PSTUDIO_TRY(requireObject(field, "buffer"));
  return parseBufferFields(field, folder);
}

Result<ScalarArgument> parseScalar(const JsonField &field) {
  PSTUDIO_TRY(requireObject(field, "scalar"));
  ScalarArgument scalar;
  PSTUDIO_TRY_ASSIGN(const JsonField dtype, field.member("dtype"));
  PSTUDIO_TRY_ASSIGN(scalar.dtype, parseDType(dtype));
  PSTUDIO_TRY_ASSIGN(const JsonField value, field.member("value"));
  if (dtypeIsFloating(scalar.dtype)) {
    PSTUDIO_TRY_ASSIGN(scalar.value, value.number());
    return scalar;
  }
  const auto bits = static_cast<unsigned>(dtypeSize(scalar.dtype).value * 8);
  const int64_t high = std::numeric_limits<int64_t>::max() >> (64 - bits);
  PSTUDIO_TRY_ASSIGN(scalar.intValue, value.integer(-high - 1, high));
  return scalar;
}

Result<Argument> parseArgument(const JsonField &field, const std::filesystem::path &folder) {
  PSTUDIO_TRY(requireObject(field, "argument"));
  Argument argument;
  PSTUDIO_TRY_ASSIGN(const JsonField name, field.member("name"));
  PSTUDIO_TRY_ASSIGN(argument.name, parseName(name));
  const auto buffer = field.find("buffer");
  const auto scalar = field.find("scalar");
  const auto tensorMap = field.find("tensor_map");
  if (buffer.has_value() + scalar.has_value() + tensorMap.has_value() != 1)
    return field.error("needs either 'buffer', 'scalar' or 'tensor_map'");
  if (buffer) {
    PSTUDIO_TRY_ASSIGN(argument.value, parseBuffer(*buffer, folder));
  } else if (scalar) {
    PSTUDIO_TRY_ASSIGN(argument.value, parseScalar(*scalar));
  } else {
    PSTUDIO_TRY(fromJson(*tensorMap, argument.value.emplace<TensorMapArgument>()));
  }
  return argument;
}

Result<void> parseReference(ResultCheck &check, const JsonField &field,
                            const std::filesystem::path &folder) {
  static constexpr std::array<std::string_view, 3> kFields{"operation", "inputs", "file"};
  PSTUDIO_TRY(field.requireObject(kFields));
  if (const auto file = field.find("file")) {
    if (field.find("operation") || field.find("inputs"))
      return field.error("needs either 'file', or 'operation' and 'inputs'");
    check.reference = "npy";
    PSTUDIO_TRY_ASSIGN(check.npy, parseFile(*file, folder));
    return {};
  }
  PSTUDIO_TRY_ASSIGN(const JsonField operation, field.member("operation"));
  PSTUDIO_TRY_ASSIGN(check.reference, operation.text());
  if (!referenceInputCount(check.reference))
    return operation.error("unknown reference operation '" + check.reference + "'",
                           nameHint(check.reference, referenceOperations()));
  PSTUDIO_TRY_ASSIGN(const JsonField inputs, field.member("inputs"));
  PSTUDIO_TRY_ASSIGN(const std::vector<JsonField> names,
                     inputs.elements(1, RunSpecLimits::kMaxArguments));
  for (const JsonField &name : names) {
    PSTUDIO_TRY_ASSIGN(check.inputs.emplace_back(), parseName(name));
  }
  return {};
}

Result<ResultCheck> parseCheck(const RunSpec &spec, const JsonField &field,
                               const std::filesystem::path &folder) {
  PSTUDIO_TRY(requireObject(field, "check"));
  ResultCheck check;
  PSTUDIO_TRY_ASSIGN(const JsonField output, field.member("output"));
  PSTUDIO_TRY_ASSIGN(check.output, parseName(output));
  PSTUDIO_TRY_ASSIGN(const JsonField reference, field.member("reference"));
  PSTUDIO_TRY(parseReference(check, reference, folder));
  PSTUDIO_TRY_ASSIGN(const JsonField maxError, field.member("max_error"));
  PSTUDIO_TRY_ASSIGN(check.maxError, maxError.number());
  if (check.maxError < 0.0)
    return maxError.error("must not be negative");
  if (const auto rows = field.find("rows")) {
    PSTUDIO_TRY_ASSIGN(const int64_t count, rows->integer(1, std::numeric_limits<int64_t>::max()));
    check.rows = static_cast<uint64_t>(count);
  }
  PSTUDIO_TRY(at(findBuffer(spec, check.output) ? reference : output, validateCheck(spec, check)));
  return check;
}

Result<NamedBuffer> parseNamedBuffer(const JsonField &field, const std::filesystem::path &folder) {
  PSTUDIO_TRY(requireObject(field, "named_buffer"));
  NamedBuffer buffer;
  PSTUDIO_TRY_ASSIGN(const JsonField name, field.member("name"));
  PSTUDIO_TRY_ASSIGN(buffer.name, parseName(name));
  PSTUDIO_TRY_ASSIGN(buffer.buffer, parseBufferFields(field, folder));
  return buffer;
}

Result<void> parseArguments(RunSpec &spec, std::set<std::string> &names, const JsonField &field,
                            const std::filesystem::path &folder) {
  PSTUDIO_TRY_ASSIGN(const std::vector<JsonField> arguments,
                     field.elements(0, RunSpecLimits::kMaxArguments));
  for (const JsonField &element : arguments) {
    PSTUDIO_TRY_ASSIGN(Argument argument, parseArgument(element, folder));
    if (!names.insert(argument.name).second)
      return element.error("the name '" + argument.name + "' is already taken");
    spec.arguments.push_back(std::move(argument));
  }
  return {};
}

Result<void> parseBuffers(RunSpec &spec, std::set<std::string> &names, const JsonField &field,
                          const std::filesystem::path &folder) {
  PSTUDIO_TRY_ASSIGN(const std::vector<JsonField> buffers,
                     field.elements(0, RunSpecLimits::kMaxBuffers));
  for (const JsonField &element : buffers) {
    PSTUDIO_TRY_ASSIGN(NamedBuffer buffer, parseNamedBuffer(element, folder));
    if (!names.insert(buffer.name).second)
      return element.error("the name '" + buffer.name + "' is already taken");
    spec.buffers.push_back(std::move(buffer));
  }
  return {};
}

/// Arguments, buffers, and the tensor maps that tie them together.
Result<void> parseMemory(RunSpec &spec, const JsonField &root,
                         const std::filesystem::path &folder) {
  std::set<std::string> names;
  PSTUDIO_TRY_ASSIGN(const JsonField arguments, root.member("arguments"));
  PSTUDIO_TRY(parseArguments(spec, names, arguments, folder));
  if (const auto buffers = root.find("buffers"))
    PSTUDIO_TRY(parseBuffers(spec, names, *buffers, folder));
  Result<void> valid = validateTensorMaps(spec);
  if (!valid)
    valid.error().where = root.where() + ": " + valid.error().where;
  return valid;
}

Result<void> parseChecks(RunSpec &spec, const JsonField &root,
                         const std::filesystem::path &folder) {
  const auto field = root.find("checks");
  if (!field)
    return {};
  PSTUDIO_TRY_ASSIGN(const std::vector<JsonField> checks,
                     field->elements(0, RunSpecLimits::kMaxChecks));
  for (const JsonField &element : checks) {
    PSTUDIO_TRY_ASSIGN(ResultCheck check, parseCheck(spec, element, folder));
    spec.checks.push_back(std::move(check));
  }
  return {};
}

Result<void> parseKernel(RunSpec &spec, const JsonField &field,
                         const std::filesystem::path &folder) {
  PSTUDIO_TRY(requireObject(field, "kernel"));
  PSTUDIO_TRY_ASSIGN(const JsonField file, field.member("file"));
  PSTUDIO_TRY_ASSIGN(spec.kernelFile, parseFile(file, folder));
  PSTUDIO_TRY_ASSIGN(const JsonField function, field.member("function"));
  PSTUDIO_TRY_ASSIGN(spec.function, function.text());
  if (!isSymbolName(spec.function))
    return function.error("'" + spec.function + "' is not a function name");
  return {};
}

Result<void> parseLaunchOptions(LaunchOptions &options, const JsonField &field) {
  PSTUDIO_TRY(requireObject(field, "launch"));
  if (const auto cooperative = field.find("cooperative")) {
    PSTUDIO_TRY_ASSIGN(options.cooperative, cooperative->boolean());
  }
  if (const auto programmatic = field.find("programmatic")) {
    PSTUDIO_TRY_ASSIGN(options.programmatic, programmatic->boolean());
  }
  return {};
}

Result<void> parseLaunch(RunSpec &spec, const JsonField &root) {
  PSTUDIO_TRY_ASSIGN(const JsonField grid, root.member("grid"));
  PSTUDIO_TRY_ASSIGN(spec.grid, parseDimensions(grid, RunSpecLimits::kMaxGridCtas));
  PSTUDIO_TRY_ASSIGN(const JsonField block, root.member("block"));
  PSTUDIO_TRY_ASSIGN(spec.block, parseDimensions(block, RunSpecLimits::kMaxBlockThreads));
  if (const auto cluster = root.find("cluster")) {
    PSTUDIO_TRY_ASSIGN(spec.cluster, parseDimensions(*cluster, RunSpecLimits::kMaxClusterCtas));
    for (size_t i = 0; i < spec.cluster.size(); ++i)
      if (spec.grid[i] % spec.cluster[i] != 0)
        return cluster->error("a grid of " + std::to_string(spec.grid[i]) +
                              " CTAs cannot be divided into clusters of " +
                              std::to_string(spec.cluster[i]) + " in " + "xyz"[i]);
  }
  if (const auto shared = root.find("dynamic_shared_bytes")) {
    PSTUDIO_TRY_ASSIGN(const int64_t bytes,
                       shared->integer(0, RunSpecLimits::kMaxDynamicSharedBytes));
    spec.dynamicSharedBytes = static_cast<uint64_t>(bytes);
  }
  if (const auto launch = root.find("launch"))
    PSTUDIO_TRY(parseLaunchOptions(spec.launch, *launch));
  return {};
}

Result<void> parseCounts(RunSpec &spec, const JsonField &root) {
  if (const auto warmup = root.find("warmup")) {
    PSTUDIO_TRY_ASSIGN(const int64_t launches, warmup->integer(0, RunSpecLimits::kMaxLaunches));
    spec.warmup = static_cast<uint32_t>(launches);
  }
  if (const auto repeat = root.find("repeat")) {
    PSTUDIO_TRY_ASSIGN(const int64_t launches, repeat->integer(1, RunSpecLimits::kMaxLaunches));
    spec.repeat = static_cast<uint32_t>(launches);
  }
  return {};
}

Result<void> parseCallbacks(RunSpec &spec, const JsonField &field,
                            const std::filesystem::path &folder) {
  PSTUDIO_TRY(requireObject(field, "callbacks"));
  PSTUDIO_TRY_ASSIGN(const JsonField file, field.member("file"));
  PSTUDIO_TRY_ASSIGN(spec.callbacks.file, parseFile(file, folder));
  if (const auto buffer = field.find("buffer")) {
    PSTUDIO_TRY_ASSIGN(spec.callbacks.buffer, parseBuffer(*buffer, folder));
  }
  if (const auto output = field.find("output")) {
    PSTUDIO_TRY_ASSIGN(const std::string text, output->text());
    if (text.empty() || text.find('\0') != std::string::npos)
      return output->error("expected a file name");
    spec.callbacks.output = (folder / text).lexically_normal();
  }
  return {};
}

/// "kernels,copies", or a list of the names.
Result<ActivityKinds> parseActivityKinds(const JsonField &field) {
  if (field.isString()) {
    PSTUDIO_TRY_ASSIGN(const std::string text, field.text());
    return at(field, ActivityKinds::parse(text));
  }
  PSTUDIO_TRY_ASSIGN(const std::vector<JsonField> names,
                     field.elements(0, RunSpecLimits::kMaxArguments));
  std::string all;
  for (const JsonField &name : names) {
    PSTUDIO_TRY_ASSIGN(const std::string text, name.text());
    PSTUDIO_TRY(at(name, ActivityKinds::parse(text)));
    all += (all.empty() ? "" : ",") + text;
  }
  return names.empty() ? ActivityKinds::none() : at(field, ActivityKinds::parse(all));
}

Result<void> parseActivity(RunSpec &spec, const JsonField &root) {
  if (const auto kinds = root.find("activity")) {
    PSTUDIO_TRY_ASSIGN(spec.activity.kinds, parseActivityKinds(*kinds));
  }
  if (const auto period = root.find("pc_samples")) {
    PSTUDIO_TRY_ASSIGN(const int64_t cycles,
                       period->integer(0, std::numeric_limits<uint32_t>::max()));
    PSTUDIO_TRY_ASSIGN(spec.activity.samples.pcPeriod, at(*period, checkPcPeriod(cycles)));
  }
  if (const auto counters = root.find("counters")) {
    PSTUDIO_TRY_ASSIGN(const std::vector<JsonField> names,
                       counters->elements(0, RunSpecLimits::kMaxArguments));
    std::string all;
    for (const JsonField &name : names) {
      PSTUDIO_TRY_ASSIGN(const std::string text, name.text());
      PSTUDIO_TRY(at(name, parseCounters(text)));
      all += text + ",";
    }
    PSTUDIO_TRY_ASSIGN(spec.activity.samples.counters, at(*counters, parseCounters(all)));
  }
  return {};
}

Result<void> parseOverridable(RunSpec &spec, const JsonField &root) {
  if (const auto target = root.find("target")) {
    PSTUDIO_TRY_ASSIGN(const std::string text, target->text());
    PSTUDIO_TRY(at(*target, setTarget(spec, text)));
  }
  if (const auto mode = root.find("instrumentation")) {
    PSTUDIO_TRY_ASSIGN(const std::string text, mode->text());
    PSTUDIO_TRY_ASSIGN(spec.mode, at(*mode, InstrumentationMode::parse(text)));
  }
  if (const auto limit = root.find("time_limit_s")) {
    PSTUDIO_TRY_ASSIGN(const double seconds, limit->number());
    PSTUDIO_TRY(at(*limit, setTimeLimit(spec, seconds)));
  }
  return {};
}

Result<RunSpec> parseRoot(const JsonField &root, const std::filesystem::path &folder) {
  PSTUDIO_TRY(requireObject(root, ""));
  RunSpec spec;
  if (const auto schema = root.find("$schema"))
    PSTUDIO_TRY(schema->text());
  PSTUDIO_TRY_ASSIGN(const JsonField kernel, root.member("kernel"));
  PSTUDIO_TRY(parseKernel(spec, kernel, folder));
  PSTUDIO_TRY(parseLaunch(spec, root));
  PSTUDIO_TRY(parseMemory(spec, root, folder));
  PSTUDIO_TRY(parseChecks(spec, root, folder));
  PSTUDIO_TRY(parseCounts(spec, root));
  PSTUDIO_TRY(parseOverridable(spec, root));
  PSTUDIO_TRY(parseActivity(spec, root));
  if (const auto callbacks = root.find("callbacks"))
    PSTUDIO_TRY(parseCallbacks(spec, *callbacks, folder));
  return spec;
}

Result<RunSpec> parseDocument(std::string_view text, const std::string &document,
                              const std::filesystem::path &folder) {
  PSTUDIO_TRY_ASSIGN(const nlohmann::json json, parseJson(text, document));
  return parseRoot(JsonField(json, document), folder);
}

} // namespace

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
  const std::string_view text(reinterpret_cast<const char *>(content.bytes().data()),
                              content.bytes().size());
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
