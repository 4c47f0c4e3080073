// SPDX-License-Identifier: Apache-2.0
// Reading and writing Hatchet JSON, and what becomes of damaged files.
#include <QtTest>

#include <nlohmann/json.hpp>

#include "core/base/file_bytes.h"
#include "core/calltree/hatchet_message_pack.h"
#include "core/calltree/hatchet_reader.h"
#include "core/calltree/hatchet_writer.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::calltree;

namespace {

const std::filesystem::path kFile = PSTUDIO_SOURCE_DIR "/tests/data/hatchet/matmul.hatchet";

/// The values as MessagePack, in their order.
std::string messagePackOf(const nlohmann::ordered_json &json) {
  const std::vector<uint8_t> bytes = nlohmann::ordered_json::to_msgpack(json);
  return {bytes.begin(), bytes.end()};
}

std::string errorOf(std::string_view text) {
  const Result<HatchetFile> file = readHatchet(text, "input");
  return file ? "accepted" : file.error().where + ": " + file.error().message;
}

} // namespace

class HatchetFileTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void aFileOfProtonHasItsNodesMetricsAndDevices() {
    const Result<HatchetFile> file = readHatchetFile(kFile);
    VERIFY_RESULT(file);
    const CallTree &tree = file->tree;
    QCOMPARE(tree.nodes().size(), size_t{9});
    QCOMPARE(tree.name(0), std::string_view("ROOT"));
    QCOMPARE(tree.name(4), std::string_view("matmul_kernel"));
    QCOMPARE(tree.node(4).parent, 1u);
    QCOMPARE(tree.node(1).end, 6u);
    QCOMPARE(tree.node(4).depth, 2u);
    QCOMPARE(tree.metricText(4, kDeviceIdMetric), std::string_view("0"));
    QCOMPARE(tree.metrics(4).size(), size_t{6});
    QCOMPARE(std::get<std::string>(tree.devices().at("CUDA").at("1").at("arch")),
             std::string("89"));
    QCOMPARE(std::get<int64_t>(tree.devices().at("HIP").at("2").at("num_sms")), int64_t{304});
  }

  void aHatchetFileIsRecognisedByItsNameOrItsFirstKey() {
    QTemporaryDir folder;
    const auto isHatchet = [&](const char *name, const QByteArray &content) {
      QFile file(folder.filePath(QLatin1String(name)));
      return file.open(QIODevice::WriteOnly) && file.write(content) == content.size() &&
             file.flush() && isHatchetFile(file.fileName().toStdString());
    };
    QVERIFY(isHatchetFile(kFile));
    QVERIFY(isHatchet("a.hatchet", "damaged"));
    QVERIFY(isHatchet("a.json", " [\n { \"children\": []"));
    QVERIFY(isHatchet("a.bin", QByteArray("\x92\x83\xa5"
                                          "frame")));
    QVERIFY(isHatchet("a.hatchet.gz", "damaged"));
    QVERIFY(!isHatchet("b.json", "[{\"name\": \"a\", \"ph\": \"X\"}]"));
    QVERIFY(!isHatchet("c.json", ""));
    QVERIFY(!isHatchet("a.pftrace", "[{\"frame\": {}}]"));
    QVERIFY(!isHatchetFile(folder.path().toStdString()));
  }

  void theWrittenFileHasTheSameJsonValues() {
    const Result<FileBytes> bytes = FileBytes::read(kFile);
    VERIFY_RESULT(bytes);
    const std::string_view text(reinterpret_cast<const char *>(bytes->bytes().data()),
                                bytes->bytes().size());
    const Result<HatchetFile> file = readHatchet(text, "file");
    VERIFY_RESULT(file);
    QVERIFY(nlohmann::json::parse(hatchetText(file->tree)) == nlohmann::json::parse(text));
  }

  void messagePackGivesTheTreeOfTheSameJson() {
    const Result<std::string> text = FileBytes::readText(kFile);
    VERIFY_RESULT(text);
    const std::string packed = messagePackOf(nlohmann::ordered_json::parse(*text));
    const Result<HatchetFile> json = readHatchet(*text, "json");
    const Result<HatchetFile> file = readHatchetMessagePack(packed, "packed");
    VERIFY_RESULT(file);
    QCOMPARE(hatchetText(file->tree), hatchetText(json->tree));
  }

  void metricsOfEachWidthAreReadAndListsAreCounted() {
    const std::string packed = messagePackOf(nlohmann::ordered_json::parse(
        R"([{"frame":{"name":"a","type":"function"},"metrics":{"i8":-100,"u8":200,"u16":60000,
            "i16":-30000,"u32":4000000000,"i32":-2000000000,"u64":9000000000000000000,
            "i64":-9000000000000000000,"f":0.1,"t":"x","n":null,"l":[1,2]},"children":[]},{}])"));
    const Result<HatchetFile> file = readHatchet(packed, "packed");
    VERIFY_RESULT(file);
    QCOMPARE(file->skippedMetrics, uint64_t{2});
    const std::span<const Metric> metrics = file->tree.metrics(0);
    QCOMPARE(metrics.size(), size_t{10});
    QCOMPARE(std::get<int64_t>(metrics[6].value), int64_t{9'000'000'000'000'000'000});
    QCOMPARE(std::get<int64_t>(metrics[7].value), int64_t{-9'000'000'000'000'000'000});
    QCOMPARE(std::get<double>(metrics[8].value), 0.1);
  }

  void messagePackCutAtAnyByteIsAnErrorWithItsPlace() {
    const Result<std::string> text = FileBytes::readText(kFile);
    const std::string packed = messagePackOf(nlohmann::ordered_json::parse(*text));
    for (size_t size = 0; size < packed.size(); ++size) {
      const Result<HatchetFile> file = readHatchetMessagePack(packed.substr(0, size), "cut");
      QVERIFY2(!file, std::to_string(size).c_str());
      QVERIFY2(file.error().where.starts_with("cut: byte "), file.error().where.c_str());
    }
    std::string deep = "\x92";
    for (int i = 0; i < 20'000; ++i)
      deep += "\x83\xa5"
              "frame\x81\xa4"
              "name\xa1"
              "a\xa7"
              "metrics\x80\xa8"
              "children\x91";
    const Result<HatchetFile> file = readHatchet(deep, "deep");
    QVERIFY(!file);
    QVERIFY(file.error().message.find("nested too deeply") != std::string::npos);
  }

  void severalRootsAndMissingDevicesAreAccepted() {
    const Result<HatchetFile> file = readHatchet(
        R"([{"frame":{"name":"a"}},{"children":[{"frame":{"name":"c"}}],"frame":{"name":"b"}}])",
        "input");
    VERIFY_RESULT(file);
    QCOMPARE(file->tree.nodes().size(), size_t{3});
    QCOMPARE(file->tree.node(1).parent, kNoNode);
    QCOMPARE(file->tree.name(2), std::string_view("c"));
    QVERIFY(file->tree.devices().empty());
  }

  void metricsThatAreNoNumbersAreCounted() {
    const Result<HatchetFile> file = readHatchet(
        R"([{"frame":{"name":"a"},"metrics":{"x":[1,[2]],"y":{"z":1},"n":null,"b":true,"k":1}}])",
        "input");
    VERIFY_RESULT(file);
    QCOMPARE(file->skippedMetrics, 4u);
    QCOMPARE(file->tree.metrics(0).size(), size_t{1});
  }

  void damagedFilesAreRejectedWithTheirPlace_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("problem");
    const auto row = [](const char *name, const char *text, const char *problem) {
      QTest::newRow(name) << QByteArray(text) << QByteArray(problem);
    };
    row("truncated", "[{\"frame\":\n{\"name\":", "input:2:9: this is no JSON");
    row("empty", "", "input:1:1: this is no JSON");
    row("not an array", "{}", "input: a Hatchet file is an array: expected [");
    row("a number", "3", "input: a Hatchet file is an array: expected [");
    row("no tree", "[{\"CUDA\":{}}]", "input: the file has no call tree");
    row("a node is text", R"([{"frame":{"name":"a"},"children":[{"frame":{"name":"b"}},"c"]}])",
        "input: [0].children[1]: expected an object");
    row("a name is a number", R"([{"frame":{"name":"a"},"children":[{"frame":{"name":1}}]}])",
        "input: [0].children[0].frame.name: expected a text");
    row("no name", R"([{"frame":{"name":"a"},"children":[{"metrics":{}}]}])",
        "input: [0].children[0].frame.name: missing");
    row("children are an object", R"([{"frame":{"name":"a"},"children":{}}])",
        "input: [0].children: expected an array of nodes");
    row("metrics twice", R"([{"frame":{"name":"a"},"metrics":{"a":1},"metrics":{"a":1}}])",
        "input: [0].metrics: the field 'metrics' is given twice");
    row("devices are a text", R"([{"frame":{"name":"a"}},{"CUDA":"0"}])",
        "input: [1].CUDA: expected an object");
  }

  void damagedFilesAreRejectedWithTheirPlace() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, problem);
    const std::string error = errorOf(text.toStdString());
    QVERIFY2(error.starts_with(problem.toStdString()), error.c_str());
  }

  void deepNestingIsRejectedWithoutUsingTheStack() {
    std::string nodes, arrays = R"([{"frame":{"name":"a"},"extra":)";
    for (int i = 0; i < 300'000; ++i) {
      nodes += R"([{"frame":{"name":"a"},"children":)";
      arrays += '[';
    }
    QVERIFY2(errorOf(nodes).find("nested too deeply: more than 10000 levels") != std::string::npos,
             errorOf(nodes).substr(0, 99).c_str());
    QVERIFY(errorOf(arrays).find("nested too deeply") != std::string::npos);
  }

  void bytesThatAreNoUtf8AreEscaped() {
    CallTreeBuilder builder;
    builder.open("a\xff");
    builder.close();
    const Result<HatchetFile> file = readHatchet(hatchetText(std::move(builder).finish()), "text");
    VERIFY_RESULT(file);
    QCOMPARE(file->tree.name(0), std::string_view("a\\xFF"));
  }
};

QTEST_GUILESS_MAIN(HatchetFileTest)
#include "hatchet_file_test.moc"
