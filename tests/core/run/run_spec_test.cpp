// SPDX-License-Identifier: Apache-2.0
// The run specification: what is accepted, what is rejected and with which words, and the schema
// beside the parser.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <tuple>

#include "core/run/reference_check.h"
#include "core/run/run_spec.h"
#include "core/run/run_spec_fields.h"

using namespace pstudio;
namespace fs = std::filesystem;

namespace {

/// A specification that uses every field; tests change one thing of it.
const char *const kFull = R"({
  "$schema": "../schemas/run-spec.schema.json",
  "kernel": {"file": "kernel.mlir", "function": "gemm_tiled", "compiler_options": ["-O3", "-Iinclude"]},
  "target": "cpu",
  "grid": [4, 2, 1],
  "block": [128, 1, 1],
  "cluster": [2],
  "dynamic_shared_bytes": 1024,
  "launch": {"cooperative": true, "programmatic": true},
  "arguments": [
    {"name": "A", "buffer": {"dtype": "f32", "shape": [8, 4], "init": {"random": {"seed": 1, "low": -1, "high": 1}}}},
    {"name": "B", "buffer": {"dtype": "f32", "shape": [4, 6], "init": "iota"}},
    {"name": "C", "buffer": {"dtype": "f32", "shape": [8, 6], "init": "zeros"}},
    {"name": "D", "buffer": {"dtype": "f32", "shape": [8, 6], "init": {"file": "data.npy"}}},
    {"name": "n", "scalar": {"dtype": "i32", "value": 5}},
    {"name": "x", "scalar": {"dtype": "f32", "value": 0.5}},
    {"name": "A_map", "tensor_map": {"buffer": "A", "box": [8, 4]}},
    {"name": "T_map", "tensor_map": {"buffer": "T", "box": [1, 16, 8], "shape": [4, 30, 64], "strides": [2048, 64, 1],
      "element_strides": [1, 2, 1], "swizzle": "32B", "interleave": "none", "l2_promotion": "256B", "fill": "nan"}}
  ],
  "buffers": [{"name": "T", "dtype": "f16", "shape": [4, 32, 64], "init": "iota"}],
  "checks": [
    {"output": "C", "reference": {"operation": "matmul", "inputs": ["A", "B"]}, "max_error": 1e-4, "rows": 3},
    {"output": "D", "reference": {"file": "data.npy"}, "max_error": 0}
  ],
  "warmup": 2,
  "repeat": 3,
  "instrumentation": "default:buffer_type=shared",
  "callbacks": {"file": "data.npy", "buffer": {"dtype": "i32", "shape": [3]}, "output": "counts.npy"},
  "activity": ["kernels", "api"],
  "pc_samples": 1024,
  "counters": ["sm__cycles_elapsed.avg", "smsp__inst_executed.sum"],
  "time_limit_s": 1.5
})";

QJsonObject fullObject() {
  return QJsonDocument::fromJson(kFull).object();
}

std::string textOf(const QJsonObject &object) {
  return QJsonDocument(object).toJson().toStdString();
}

QJsonValue withChange(QJsonValue value, QStringList path,
                      const std::function<QJsonValue(QJsonValue)> &change) {
  if (path.isEmpty())
    return change(value);
  const QString head = path.takeFirst();
  if (value.isArray()) {
    QJsonArray array = value.toArray();
    array[head.toInt()] = withChange(array[head.toInt()], path, change);
    return array;
  }
  QJsonObject object = value.toObject();
  const QJsonValue changed = withChange(object[head], path, change);
  if (changed.isUndefined())
    object.remove(head);
  else
    object[head] = changed;
  return object;
}

/// A change that makes the specification bad, and the complaint.
struct BadValue {
  const char *name;
  const char *path;
  const char *json; ///< the new value; empty removes the field
  const char *where;
  const char *message;
  const char *hint;
};
constexpr BadValue kBadValues[] = {
    {"type in a shape", "arguments/2/buffer/shape/0", R"("8")", "arguments[2].buffer.shape[0]",
     "expected an integer, got string", ""},
    {"two kinds of argument", "arguments/6/scalar", R"({"dtype": "i32", "value": 1})",
     "arguments[6]", "needs either 'buffer', 'scalar' or 'tensor_map'", ""},
    {"a name twice", "buffers/0/name", R"("A")", "buffers[0]", "the name 'A' is already taken", ""},
    {"a map's strange buffer", "arguments/6/tensor_map/buffer", R"("AA")",
     "arguments[6].tensor_map.buffer", "there is no buffer 'AA'", "did you mean 'A'?"},
    {"a map over a scalar", "arguments/6/tensor_map/buffer", R"("n")",
     "arguments[6].tensor_map.buffer", "there is no buffer 'n'", "known: A, B, C, D, T"},
    {"a swizzle", "arguments/6/tensor_map/swizzle", R"("128")", "arguments[6].tensor_map.swizzle",
     "unknown value '128'", "did you mean '128B'?"},
    {"a box of nothing", "arguments/6/tensor_map/box/0", "0", "arguments[6].tensor_map.box[0]",
     "0 is outside 1 to 9223372036854775807", ""},
    {"a box that does not fit", "arguments/6/tensor_map/box/0", "9",
     "arguments[6].tensor_map.box[0]",
     "the box does not fit: it has 9 elements in a dimension in which A has 8",
     "make it smaller, or set \"fill\" to the value of elements outside"},
    {"a launch word", "launch/cooperative", "1", "launch.cooperative",
     "expected true or false, got number", ""},
    {"fraction in a shape", "arguments/2/buffer/shape/0", "1.5", "arguments[2].buffer.shape[0]",
     "expected an integer, got number", ""},
    {"extent zero", "arguments/2/buffer/shape/0", "0", "arguments[2].buffer.shape[0]",
     "0 is outside 1 to 9223372036854775807", ""},
    {"too large a buffer", "arguments/2/buffer/shape/0", "1e9", "arguments[2].buffer.shape",
     "f32[1000000000, 6] is larger than 16 GiB", ""},
    {"misspelt field", "dynamic_shared_byte", "1", "dynamic_shared_byte",
     "unknown field 'dynamic_shared_byte'", "did you mean 'dynamic_shared_bytes'?"},
    {"strange field", "kernel/zzzzzzzz", "1", "kernel.zzzzzzzz", "unknown field 'zzzzzzzz'",
     "known: file, function, compiler_options"},
    {"missing field", "kernel/function", "", "kernel", "missing field 'function'", ""},
    {"missing grid", "grid", "", "", "missing field 'grid'", ""},
    {"null", "kernel", "null", "kernel", "expected an object, got null", ""},
    {"missing kernel file", "kernel/file", R"("absent.mlir")", "kernel.file",
     "no such file: FOLDER/absent.mlir", "paths are relative to the specification's folder"},
    {"a folder as kernel", "kernel/file", R"("sub")", "kernel.file",
     "not a regular file: FOLDER/sub", ""},
    {"empty file name", "kernel/file", R"("")", "kernel.file", "expected a file name", ""},
    {"missing npy", "arguments/3/buffer/init/file", R"("no.npy")", "arguments[3].buffer.init.file",
     "no such file: FOLDER/no.npy", "paths are relative to the specification's folder"},
    {"missing reference", "checks/1/reference/file", R"("no.npy")", "checks[1].reference.file",
     "no such file: FOLDER/no.npy", "paths are relative to the specification's folder"},
    {"function name", "kernel/function", R"("a b")", "kernel.function",
     "'a b' is not a function name", ""},
    {"block too large", "block", "[32, 32, 2]", "block", "the product of the extents is above 1024",
     ""},
    {"block extent", "block/0", "2000", "block[0]", "2000 is outside 1 to 1024", ""},
    {"grid too large", "grid", "[65536, 65536]", "grid",
     "the product of the extents is above 2147483648", ""},
    {"grid zero", "grid/1", "0", "grid[1]", "0 is outside 1 to 2147483648", ""},
    {"grid empty", "grid", "[]", "grid", "expected 1 to 3 elements, got 0", ""},
    {"four extents", "grid", "[1, 1, 1, 1]", "grid", "expected 1 to 3 elements, got 4", ""},
    {"grid not an array", "grid", "4", "grid", "expected an array, got number", ""},
    {"dtype", "arguments/0/buffer/dtype", R"("float32")", "arguments[0].buffer.dtype",
     "unknown dtype 'float32'", "known: f16, bf16, f32, f64, i8, i16, i32, i64"},
    {"near dtype", "arguments/0/buffer/dtype", R"("f31")", "arguments[0].buffer.dtype",
     "unknown dtype 'f31'", "did you mean 'f32'?"},
    {"init word", "arguments/1/buffer/init", R"("zero")", "arguments[1].buffer.init",
     "unknown initial value 'zero'", "did you mean 'zeros'?"},
    {"init type", "arguments/1/buffer/init", "3", "arguments[1].buffer.init",
     "expected \"zeros\", \"iota\", {\"random\": ...} or {\"file\": ...}", ""},
    {"init empty", "arguments/1/buffer/init", "{}", "arguments[1].buffer.init",
     "needs either 'random' or 'file'", ""},
    {"negative seed", "arguments/0/buffer/init/random/seed", "-1",
     "arguments[0].buffer.init.random.seed", "-1 is outside 0 to 9223372036854775807", ""},
    {"empty range", "arguments/0/buffer/init/random/high", "-1", "arguments[0].buffer.init.random",
     "low must be less than high, and their difference finite", ""},
    {"buffer and scalar", "arguments/4/buffer", "{}", "arguments[4]",
     "needs either 'buffer', 'scalar' or 'tensor_map'", ""},
    {"neither", "arguments/4/scalar", "", "arguments[4]",
     "needs either 'buffer', 'scalar' or 'tensor_map'", ""},
    {"argument name", "arguments/4/name", R"("2n")", "arguments[4].name", "'2n' is not a name",
     "use letters, digits and '_', no digit first"},
    {"same name", "arguments/4/name", R"("A")", "arguments[4]", "the name 'A' is already taken",
     ""},
    {"scalar range", "arguments/4/scalar/value", "2147483648.0", "arguments[4].scalar.value",
     "2147483648 is outside -2147483648 to 2147483647", ""},
    {"scalar type", "arguments/5/scalar/value", R"("1")", "arguments[5].scalar.value",
     "expected a number, got string", ""},
    {"target", "target", R"("CPU")", "target", "'CPU' is not a target",
     "write it as name or name:architecture, such as \"cpu\"; on another machine as REMOTE/name"},
    {"target place", "target", R"("la b/cuda")", "target", "'la b/cuda' is not a target",
     "write it as name or name:architecture, such as \"cpu\"; on another machine as REMOTE/name"},
    {"target twice placed", "target", R"("a/b/cuda")", "target", "'a/b/cuda' is not a target",
     "write it as name or name:architecture, such as \"cpu\"; on another machine as REMOTE/name"},
    {"target arch", "target", R"("cuda:")", "target", "'cuda:' is not a target",
     "write it as name or name:architecture, such as \"cpu\"; on another machine as REMOTE/name"},
    {"check of nothing", "checks/0/output", R"("E")", "checks[0].output", "there is no buffer 'E'",
     "known: A, B, C, D, T"},
    {"check of a scalar", "checks/0/output", R"("n")", "checks[0].output", "there is no buffer 'n'",
     "known: A, B, C, D, T"},
    {"unknown input", "checks/0/reference/inputs/1", R"("Bee")", "checks[0].reference",
     "there is no buffer 'Bee'", "did you mean 'B'?"},
    {"unknown operation", "checks/0/reference/operation", R"("matmull")",
     "checks[0].reference.operation", "unknown reference operation 'matmull'",
     "did you mean 'matmul'?"},
    {"input count", "checks/0/reference/inputs", R"(["A"])", "checks[0].reference",
     "matmul takes 2 inputs, got 1", ""},
    {"shapes", "checks/0/reference/inputs", R"(["B", "A"])", "checks[0].reference",
     "matmul of f32[4, 6] and f32[8, 4] does not give f32[8, 6]", ""},
    {"both references", "checks/0/reference/file", R"("data.npy")", "checks[0].reference",
     "needs either 'file', or 'operation' and 'inputs'", ""},
    {"no rows", "checks/0/rows", "0", "checks[0].rows", "0 is outside 1 to 9223372036854775807",
     ""},
    {"negative error", "checks/0/max_error", "-1", "checks[0].max_error", "must not be negative",
     ""},
    {"repeat", "repeat", "0", "repeat", "0 is outside 1 to 1000", ""},
    {"warmup", "warmup", "1001", "warmup", "1001 is outside 0 to 1000", ""},
    {"cluster", "cluster", "[3]", "cluster",
     "a grid of 4 CTAs cannot be divided into clusters of 3 in x", ""},
    {"cluster size", "cluster", "[4, 8]", "cluster", "the product of the extents is above 16", ""},
    {"shared", "dynamic_shared_bytes", "-1", "dynamic_shared_bytes", "-1 is outside 0 to 1048576",
     ""},
    {"time limit", "time_limit_s", "0", "time_limit_s",
     "the time limit must be above 0 and at most 86400 seconds", ""},
    {"mode", "instrumentation", R"("defualt")", "instrumentation",
     "unknown instrumentation mode 'defualt'", "did you mean 'default'?"},
    {"mode option", "instrumentation", R"("default:slot=4")", "instrumentation",
     "unknown instrumentation option 'slot'", "did you mean 'slots'?"},
    {"slots", "instrumentation", R"("default:slots=100")", "instrumentation",
     "slots '100' is not a power of two from 4 to 16777216", "0 chooses the number automatically"},
};

/// One kind of object in a specification.
struct RunSpecObject {
  std::string_view schemaName; ///< its definition in the schema ("" is the root)
  std::vector<std::string_view> fields, required;
};

template <class Fields> RunSpecObject objectOf(std::string_view name, const Fields &fields) {
  RunSpecObject object{name, {}, {}};
  visitFields(fields, [&object](const auto &field) {
    object.fields.push_back(field.name);
    if (!field.isOptional && !member::isOptional<std::remove_cvref_t<decltype(field.value)>>)
      object.required.push_back(field.name);
  });
  return object;
}

/// Every kind of object.
const std::vector<RunSpecObject> &runSpecObjects() {
  static const RunSpec spec;
  static const ResultCheck check;
  const auto of = [](std::string_view name, const auto &value) {
    return objectOf(name, fieldsOf(value));
  };
  static const std::vector<RunSpecObject> objects = {
      of("", spec),
      objectOf("kernel", kernelFieldsOf(spec)),
      of("launch", LaunchOptions()),
      of("argument", Argument()),
      of("named_buffer", NamedBuffer()),
      of("tensor_map", TensorMapArgument()),
      of("buffer", BufferArgument()),
      of("scalar", ScalarArgument()),
      {"random_init", {"random"}, {"random"}},
      of("random", RandomInit()),
      of("file", FileInit()),
      of("callbacks", CallbackSettings()),
      of("check", check),
      objectOf("operation", operationFieldsOf(check)),
  };
  return objects;
}

const RunSpecObject &runSpecObject(std::string_view schemaName) {
  return *std::ranges::find(runSpecObjects(), schemaName, &RunSpecObject::schemaName);
}

} // namespace

class RunSpecTest : public QObject {
  Q_OBJECT

private:
  QTemporaryDir m_folder;
  fs::path folder() const { return m_folder.path().toStdString(); }
  Result<RunSpec> parse(const std::string &text) const { return parseRunSpec(text, folder()); }
  /// The full specification with the value at `path` ("arguments/0/name") replaced; undefined
  /// removes it.
  std::string changed(const QString &path, const QJsonValue &value) const {
    return textOf(withChange(fullObject(), path.split('/'), [&](const QJsonValue &) {
                    return value;
                  }).toObject());
  }

private Q_SLOTS:
  void initTestCase() {
    QVERIFY(m_folder.isValid());
    std::ofstream(folder() / "kernel.mlir") << "module {}";
    std::ofstream(folder() / "data.npy") << "not read by the parser";
    fs::create_directory(folder() / "sub");
  }

  void everyFieldArrives() {
    const auto spec = parse(kFull);
    QVERIFY2(spec, spec ? "" : spec.error().toString().c_str());
    QCOMPARE(spec->kernelFile, folder() / "kernel.mlir");
    QCOMPARE(spec->function, std::string("gemm_tiled"));
    QCOMPARE(spec->target, std::string("cpu"));
    QVERIFY((spec->grid == std::array<uint32_t, 3>{4, 2, 1}));
    QVERIFY((spec->block == std::array<uint32_t, 3>{128, 1, 1}));
    QVERIFY((spec->cluster == std::array<uint32_t, 3>{2, 1, 1}));
    QCOMPARE(spec->dynamicSharedBytes, uint64_t{1024});
    QCOMPARE(spec->arguments.size(), size_t{8});
    const auto &a = std::get<BufferArgument>(spec->arguments[0].value);
    QVERIFY((a.shape == std::vector<int64_t>{8, 4}));
    QCOMPARE(std::get<RandomInit>(a.init).seed, uint64_t{1});
    QVERIFY(
        std::holds_alternative<IotaInit>(std::get<BufferArgument>(spec->arguments[1].value).init));
    QCOMPARE(std::get<FileInit>(std::get<BufferArgument>(spec->arguments[3].value).init).npy,
             folder() / "data.npy");
    QCOMPARE(std::get<ScalarArgument>(spec->arguments[4].value).intValue, int64_t{5});
    QCOMPARE(std::get<ScalarArgument>(spec->arguments[5].value).value, 0.5);
    QVERIFY(spec->launch.cooperative && spec->launch.programmatic);
    QCOMPARE(spec->buffers.size(), size_t{1});
    QCOMPARE(spec->buffers[0].name, std::string("T"));
    QVERIFY(findBuffer(*spec, "T")->dtype == DType::F16);
    const TensorMapArgument expected{"T",
                                     {1, 16, 8},
                                     {4, 30, 64},
                                     {2048, 64, 1},
                                     {1, 2, 1},
                                     TensorSwizzle::Bytes32,
                                     TensorInterleave::None,
                                     TensorL2Promotion::Bytes256,
                                     TensorFill::Nan};
    QVERIFY(std::get<TensorMapArgument>(spec->arguments[7].value) == expected);
    QVERIFY(!std::get<TensorMapArgument>(spec->arguments[6].value).fill);
    QCOMPARE(spec->checks.size(), size_t{2});
    QCOMPARE(spec->checks[0].reference, std::string("matmul"));
    QVERIFY((spec->checks[0].inputs == std::vector<std::string>{"A", "B"}));
    QCOMPARE(spec->checks[0].maxError, 1e-4);
    QCOMPARE(spec->checks[0].rows, uint64_t{3});
    QCOMPARE(spec->checks[1].rows, uint64_t{0});
    QCOMPARE(spec->checks[1].reference, std::string("npy"));
    QCOMPARE(spec->warmup, 2u);
    QCOMPARE(spec->repeat, 3u);
    QCOMPARE(spec->mode.toString(), std::string("default:buffer_type=shared"));
    QCOMPARE(spec->timeLimitSeconds, 1.5);
    QCOMPARE(spec->callbacks.file, folder() / "data.npy");
    QVERIFY(spec->callbacks.buffer.dtype == DType::I32);
    QVERIFY((spec->callbacks.buffer.shape == std::vector<int64_t>{3}));
    QCOMPARE(spec->callbacks.output, folder() / "counts.npy");
    QCOMPARE(spec->activity.kinds.toString(), std::string("kernels,api"));
    QCOMPARE(spec->activity.samples.pcPeriod, std::optional<uint32_t>(1024));
    QCOMPARE(countersText(spec->activity.samples.counters),
             std::string("sm__cycles_elapsed.avg,smsp__inst_executed.sum"));
  }

  void activityIsAListOrATextAndRejectedByItsField() {
    const auto with = [this](const QString &field, const QJsonValue &value) {
      QJsonObject object = fullObject();
      object[field] = value;
      return parse(textOf(object));
    };
    QCOMPARE(with("activity", "all")->activity.kinds, ActivityKinds());
    QCOMPARE(with("activity", "none")->activity.kinds, ActivityKinds::none());
    QCOMPARE(with("activity", QJsonArray())->activity.kinds, ActivityKinds::none());
    QCOMPARE(with("activity", "copies, memsets")->activity.kinds.toString(),
             std::string("copies,memsets"));
    const std::pair<const char *, QJsonValue> wrong[] = {
        {"activity", "copys"},
        {"activity", ""},
        {"activity", 3},
        {"activity", QJsonArray{"kernels", "apis"}},
        {"pc_samples", 1000},
        {"pc_samples", 16},
        {"pc_samples", -1},
        {"counters", "sm__cycles"},
        {"counters", QJsonArray{"sm cycles; rm"}}};
    for (const auto &[field, value] : wrong) {
      const auto spec = with(field, value);
      QVERIFY2(!spec, field);
      QVERIFY2(spec.error().where.find(field) != std::string::npos,
               spec.error().toString().c_str());
    }
    QCOMPARE(with("pc_samples", 0)->activity.samples.pcPeriod, std::optional<uint32_t>(0));
  }

  void aSpecificationSurvivesWritingAndReading() {
    const auto spec = parse(kFull);
    QVERIFY(spec);
    const std::string text = runSpecToJson(*spec, folder());
    QVERIFY(text.find("\"file\": \"kernel.mlir\"") != std::string::npos);
    const auto again = parse(text);
    QVERIFY2(again, again ? "" : again.error().toString().c_str());
    QCOMPARE(runSpecToJson(*again, folder()), text);
    // From another folder the paths are absolute, and mean the same files.
    const auto elsewhere = parseRunSpec(runSpecToJson(*spec, folder() / "sub"), folder() / "sub");
    QVERIFY(elsewhere);
    QCOMPARE(elsewhere->kernelFile, spec->kernelFile);
    QCOMPARE(runSpecToJson(*elsewhere, folder()), text);
  }

  void onlyTheNeededFieldsAreEnough() {
    const auto spec =
        parse(R"({"kernel": {"file": "kernel.mlir", "function": "f"}, "grid": [7], "block": [32, 2],
      "arguments": [{"name": "A", "buffer": {"dtype": "i8", "shape": [3]}}]})");
    QVERIFY2(spec, spec ? "" : spec.error().toString().c_str());
    QVERIFY((spec->grid == std::array<uint32_t, 3>{7, 1, 1}));
    QVERIFY((spec->block == std::array<uint32_t, 3>{32, 2, 1}));
    QCOMPARE(spec->target, std::string("cpu"));
    QCOMPARE(spec->repeat, 1u);
    QVERIFY(
        std::holds_alternative<ZerosInit>(std::get<BufferArgument>(spec->arguments[0].value).init));
  }

  void badValuesAreRejectedAtTheirField_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("hint");
    for (const BadValue &bad : kBadValues)
      QTest::newRow(bad.name) << QString(bad.path) << QString(bad.json) << QString(bad.where)
                              << QString(bad.message) << QString(bad.hint);
  }

  void badValuesAreRejectedAtTheirField() {
    QFETCH(QString, path);
    QFETCH(QString, json);
    QFETCH(QString, where);
    QFETCH(QString, message);
    QFETCH(QString, hint);
    message.replace("FOLDER", m_folder.path());
    const QJsonValue value = QJsonDocument::fromJson(('[' + json + ']').toUtf8())[0];
    const auto spec = parse(changed(path, value));
    QVERIFY(!spec);
    QCOMPARE(QString::fromStdString(spec.error().where),
             where.isEmpty() ? QString("run specification") : "run specification: " + where);
    QCOMPARE(QString::fromStdString(spec.error().message), message);
    QCOMPARE(QString::fromStdString(spec.error().hint), hint);
    QCOMPARE(spec.error().code, ErrorCode::InvalidInput);
  }

  void syntaxErrorsNameLineAndColumn() {
    const auto spec = parse("{\n  \"kernel\": nul\n}");
    QVERIFY(!spec);
    QCOMPARE(spec.error().code, ErrorCode::InvalidFormat);
    QVERIFY2(spec.error().where.starts_with("run specification:2:1"), spec.error().where.c_str());
    QVERIFY(spec.error().message.find("json.exception") == std::string::npos);
  }

  void aFieldGivenTwiceIsRejected() {
    const auto spec = parse(R"({"grid": [1], "grid": [2]})");
    QVERIFY(!spec);
    QCOMPARE(spec.error().message, std::string("the field 'grid' is given twice in one object"));
  }

  void aFileIsNamedInItsErrors() {
    const fs::path file = folder() / "bad.json";
    std::ofstream(file) << changed("grid", 4);
    const auto spec = loadRunSpec(file);
    QVERIFY(!spec);
    QCOMPARE(spec.error().where, file.string() + ": grid");
    const auto missing = loadRunSpec(folder() / "none.json");
    QVERIFY(!missing);
    QCOMPARE(missing.error().code, ErrorCode::Io);
    QCOMPARE(missing.error().message,
             std::string("cannot read the file: No such file or directory"));
    QVERIFY(!loadRunSpec(folder()));
  }

  void aLoadedFileKnowsItsPath() {
    const fs::path file = folder() / "good.json";
    std::ofstream(file) << kFull;
    const auto spec = loadRunSpec(file);
    QVERIFY(spec);
    QCOMPARE(spec->path, file);
  }

  void textThatIsCutOffOrDamagedNeverCrashes() {
    const std::string text = kFull;
    for (size_t size = 0; size < text.size(); ++size)
      QVERIFY(!parse(text.substr(0, size)));
    const unsigned seed = std::random_device{}();
    qInfo("seed %u", seed);
    std::mt19937 random(seed);
    for (int round = 0; round < 3000; ++round) {
      std::string damaged = text;
      for (int i = 0; i < 3; ++i)
        damaged[random() % damaged.size()] = static_cast<char>(random());
      if (const auto spec = parse(damaged); !spec)
        QVERIFY(spec.error().where.starts_with("run specification"));
    }
  }

  void schemaAndParserKnowTheSameFields() {
    const QJsonObject schema = readSchema();
    const QJsonObject definitions = schema["$defs"].toObject();
    size_t objects = 1;
    for (const QJsonValue &definition : definitions)
      objects += definition.toObject()["type"] == "object";
    QCOMPARE(runSpecObjects().size(), objects);
    for (const RunSpecObject &object : runSpecObjects()) {
      const QString name =
          QString::fromUtf8(object.schemaName.data(), qsizetype(object.schemaName.size()));
      const QJsonObject definition = name.isEmpty() ? schema : definitions[name].toObject();
      QVERIFY2(definition["additionalProperties"] == QJsonValue(false), qPrintable(name));
      const QStringList properties = definition["properties"].toObject().keys();
      QCOMPARE(QSet<QString>(properties.begin(), properties.end()), toSet(object.fields));
      QSet<QString> required;
      for (const QJsonValue &field : definition["required"].toArray())
        required.insert(field.toString());
      QCOMPARE(required, toSet(object.required));
    }
  }

  void fieldsThatTheSchemaRequiresAreRequiredByTheParser() {
    const std::pair<const char *, const char *> places[] = {
        {"", ""},
        {"kernel", "kernel"},
        {"argument", "arguments/0"},
        {"buffer", "arguments/0/buffer"},
        {"scalar", "arguments/4/scalar"},
        {"tensor_map", "arguments/7/tensor_map"},
        {"named_buffer", "buffers/0"},
        {"random", "arguments/0/buffer/init/random"},
        {"check", "checks/0"},
        {"operation", "checks/0/reference"},
    };
    for (const auto &[object, path] : places)
      for (std::string_view field : runSpecObject(object).required) {
        const QString name = QString::fromUtf8(field.data(), qsizetype(field.size()));
        const QString full = *path == '\0' ? name : QString(path) + "/" + name;
        const auto spec = parse(changed(full, QJsonValue(QJsonValue::Undefined)));
        QVERIFY2(!spec, qPrintable(full));
        QCOMPARE(QString::fromStdString(spec.error().message), "missing field '" + name + "'");
      }
  }

  void schemaAndParserKnowTheSameWordsAndLimits() {
    const QJsonObject schema = readSchema();
    const QJsonObject definitions = schema["$defs"].toObject();
    const auto words = [](const QJsonValue &list) {
      QSet<QString> set;
      for (const QJsonValue &word : list.toArray())
        set.insert(word.toString());
      return set;
    };
    QCOMPARE(words(definitions["dtype"].toObject()["enum"]), toSet(dtypeNames()));
    const QJsonObject operation = definitions["operation"].toObject()["properties"].toObject();
    QCOMPARE(words(operation["operation"].toObject()["enum"]), toSet(referenceOperations()));
    const QJsonObject map = definitions["tensor_map"].toObject()["properties"].toObject();
    const auto known = [](std::span<const std::string_view> names) {
      return toSet(std::vector<std::string_view>(names.begin(), names.end()));
    };
    QCOMPARE(words(map["swizzle"].toObject()["enum"]), known(kTensorSwizzleNames));
    QCOMPARE(words(map["interleave"].toObject()["enum"]), known(kTensorInterleaveNames));
    QCOMPARE(words(map["l2_promotion"].toObject()["enum"]), known(kTensorL2PromotionNames));
    QCOMPARE(words(map["fill"].toObject()["enum"]), known(kTensorFillNames));
    const QJsonObject root = schema["properties"].toObject();
    const auto maximum = [&](const char *field) {
      return root[field].toObject()["maximum"].toDouble();
    };
    const auto itemMaximum = [&](const char *field) {
      return root[field].toObject()["items"].toObject()["maximum"].toDouble();
    };
    QCOMPARE(itemMaximum("grid"), double(RunSpecLimits::kMaxGridCtas));
    QCOMPARE(itemMaximum("block"), double(RunSpecLimits::kMaxBlockThreads));
    QCOMPARE(itemMaximum("cluster"), double(RunSpecLimits::kMaxClusterCtas));
    QCOMPARE(maximum("warmup"), double(RunSpecLimits::kMaxLaunches));
    QCOMPARE(maximum("repeat"), double(RunSpecLimits::kMaxLaunches));
    QCOMPARE(maximum("time_limit_s"), RunSpecLimits::kMaxTimeLimitSeconds);
    QCOMPARE(maximum("dynamic_shared_bytes"), double(RunSpecLimits::kMaxDynamicSharedBytes));
    QCOMPARE(root["arguments"].toObject()["maxItems"].toInt(), int(RunSpecLimits::kMaxArguments));
    QCOMPARE(root["checks"].toObject()["maxItems"].toInt(), int(RunSpecLimits::kMaxChecks));
    const QJsonObject shape =
        definitions["buffer"].toObject()["properties"].toObject()["shape"].toObject();
    QCOMPARE(shape["maxItems"].toInt(), int(RunSpecLimits::kMaxRank));
    const RunSpec defaults;
    QCOMPARE(root["target"].toObject()["default"].toString().toStdString(), defaults.target);
    const QRegularExpression pattern(root["target"].toObject()["pattern"].toString());
    for (const char *target : {"cpu", "cuda:sm_90a", "lab/cuda:sm_90a", "My-lab.2/cpu", "-a/cpu",
                               "/cpu", "lab/", "lab/CPU", "a/b/cpu", ".a/cpu", "la b/cpu"}) {
      RunSettings settings;
      QCOMPARE(pattern.match(target).hasMatch(), setTarget(settings, target).has_value());
    }
    QCOMPARE(root["time_limit_s"].toObject()["default"].toDouble(), defaults.timeLimitSeconds);
    QCOMPARE(root["repeat"].toObject()["default"].toInt(), int(defaults.repeat));
    QCOMPARE(root["instrumentation"].toObject()["default"].toString().toStdString(),
             defaults.mode.toString());
  }

private:
  static QJsonObject readSchema() {
    QFile file(PSTUDIO_SOURCE_DIR "/resources/schemas/run-spec.schema.json");
    if (!file.open(QIODevice::ReadOnly))
      qFatal("the schema is missing");
    return QJsonDocument::fromJson(file.readAll()).object();
  }
  template <class Range> static QSet<QString> toSet(const Range &names) {
    QSet<QString> set;
    for (std::string_view name : names)
      set.insert(QString::fromUtf8(name.data(), qsizetype(name.size())));
    return set;
  }
};

QTEST_GUILESS_MAIN(RunSpecTest)
#include "run_spec_test.moc"
