// SPDX-License-Identifier: Apache-2.0
// Structs with a list of fields come back from JSON; what breaks a rule is an error at its path.
#include <QtTest>

#include "core/base/json_fields.h"

using namespace pstudio;

namespace fields_test {

enum class Color : uint8_t { Red, Green };
constexpr std::array<std::string_view, 2> kColors{"red", "green"};

struct Point {
  int32_t x = 0, y = 0;
  bool operator==(const Point &) const = default;
};
template <FieldsOwner<Point> T> constexpr auto elementsOf(T &point) {
  auto &[x, y] = point;
  return std::tuple(Field{"x", x}, Field{"y", y, within(0, 9)});
}

struct Part {
  uint32_t low = 0, high = 0;
  bool operator==(const Part &) const = default;
};
template <FieldsOwner<Part> T> constexpr auto fieldsOf(T &part) {
  auto &[low, high] = part;
  return std::tuple(Field{"low", low}, Field{"high", high});
}
std::optional<FieldProblem> problemOf(const Part &part) {
  return part.low > part.high ? std::optional(FieldProblem{"low", "is above high"}) : std::nullopt;
}

struct Whole {
  Color color = Color::Red;
  uint16_t count = 1;
  std::optional<int64_t> offset;
  std::string code;
  std::vector<Part> parts;
  std::array<Part, 2> few;
  std::vector<Point> points;
  std::variant<int64_t, std::string> value;
  bool operator==(const Whole &) const = default;
};
template <FieldsOwner<Whole> T> constexpr auto fieldsOf(T &whole) {
  auto &[color, count, offset, code, parts, few, points, value] = whole;
  return std::tuple(Field{"color", color, oneOf(kColors)},
                    Field{"count", count, within(1, 100)}.omittedIf(count == 1),
                    Field{"offset", offset}, Field{"code", code, {.isBinary = true}},
                    Field{"parts", parts, atMost(2)}, Field{"few", few}.optional(),
                    Field{"points", points}, Field{"value", value});
}

/// The types of members that Whole is without.
struct Others {
  uint64_t large = 0;
  double number = 0.0;
  std::filesystem::path file;
  std::chrono::seconds limit{1};
  std::map<std::string, std::string> variables;
  std::vector<std::shared_ptr<const std::string>> texts;
};
template <FieldsOwner<Others> T> constexpr auto fieldsOf(T &others) {
  auto &[large, number, file, limit, variables, texts] = others;
  return std::tuple(Field{"large", large, kUnbounded}, Field{"number", number, kUnbounded},
                    Field{"file", file}, Field{"limit", limit, within(1, 60)},
                    Field{"variables", variables}, Field{"texts", texts, {.least = 1, .most = 3}});
}
std::optional<FieldProblem> problemOf(const Others &others) {
  if (others.variables.contains(""))
    return FieldProblem{"variables", "a name is empty", "write NAME"};
  return std::nullopt;
}

} // namespace fields_test

using namespace fields_test;
using nlohmann::json;

namespace {

Whole someWhole() {
  return {Color::Green,     7,         -5,      std::string("\0\xff", 2), {{1, 2}, {3, 3}},
          {Part{4, 5}, {}}, {{-1, 2}}, "a text"};
}

Others someOthers() {
  return {UINT64_MAX,
          std::numeric_limits<double>::infinity(),
          "/a/b",
          std::chrono::seconds(7),
          {{"X", "1"}, {"Y", ""}},
          {std::make_shared<const std::string>("t")}};
}

/// Where the document is wrong, and why; empty if it is right.
template <class T = Whole> std::string errorOf(const json &document) {
  T value;
  const Result<void> read = fromJson(JsonField(document, "d"), value);
  return read ? std::string() : read.error().where + ": " + read.error().message;
}

} // namespace

class JsonFieldsTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void everyFieldComesBack() {
    for (const Whole &whole : {someWhole(), Whole()}) {
      const json document = toJson<json>(whole);
      Whole read;
      QVERIFY(fromJson(JsonField(document, "d"), read));
      QVERIFY(read == whole);
    }
  }

  void defaultsAndMissingOptionalsAreOmitted() {
    const json document = toJson<json>(Whole());
    QVERIFY(!document.contains("count"));
    QVERIFY(!document.contains("offset"));
    QVERIFY(document.at("few").empty());
    QVERIFY(document.at("color") == "red");
  }

  void errorsNameTheField_data() {
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("error");
    const auto row = [](const char *pointer, const char *value, const char *error) {
      QTest::newRow(error) << pointer << value << error;
    };
    row("/count", "0", "d: count: 0 is outside 1 to 100");
    row("/count", "1.5", "d: count: expected an integer, got number");
    row("/color", "\"blue\"", "d: color: unknown value 'blue'");
    row("/code", "\"text\"", "d: code: expected bytes, got string");
    row("/parts/1/high", "-1", "d: parts[1].high: -1 is outside 0 to 4294967295");
    row("/parts/1/low", "9", "d: parts[1].low: is above high");
    row("/parts/1/middle", "9", "d: parts[1].middle: unknown field 'middle'");
    row("/parts/2", "{}", "d: parts: expected 0 to 2 elements, got 3");
    row("/points/0/1", "10", "d: points[0][1]: 10 is outside 0 to 9");
    row("/points/0/2", "1", "d: points[0]: expected 2 to 2 elements, got 3");
    row("/value", "1.5", "d: value: expected an integer, got number");
  }
  void errorsNameTheField() {
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QFETCH(QString, error);
    json document = toJson<json>(someWhole());
    document[json::json_pointer(pointer.toStdString())] = json::parse(value.toStdString());
    QCOMPARE(QString::fromStdString(errorOf(document)), error);
  }

  void everyOtherTypeComesBack() {
    const Others others = someOthers();
    const json document = json::parse(toJson<json>(others).dump());
    QVERIFY(document.at("number").is_null()); // JSON has no infinity
    Others read;
    QVERIFY(fromJson(JsonField(document, "d"), read));
    QCOMPARE(read.large, others.large);
    QCOMPARE(read.number, others.number);
    QCOMPARE(read.file, others.file);
    QCOMPARE(read.limit, others.limit);
    QVERIFY(read.variables == others.variables);
    QCOMPARE(read.texts.size(), size_t{1});
    QCOMPARE(*read.texts[0], *others.texts[0]);
  }

  void errorsOfOtherTypesNameTheField_data() {
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("error");
    const auto row = [](const char *pointer, const char *value, const char *error) {
      QTest::newRow(error) << pointer << value << error;
    };
    row("/large", "-1", "d: large: -1 is outside 0 to 9223372036854775807");
    row("/number", "\"1\"", "d: number: expected a number, got string");
    row("/file", "1", "d: file: expected a string, got number");
    row("/limit", "61", "d: limit: 61 is outside 1 to 60");
    row("/variables", "[]", "d: variables: expected an object, got array");
    row("/variables/X", "1", "d: variables.X: expected a string, got number");
    row("/texts", "[]", "d: texts: expected 1 to 3 elements, got 0");
    row("/texts/0", "1", "d: texts[0]: expected a string, got number");
  }
  void errorsOfOtherTypesNameTheField() {
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QFETCH(QString, error);
    json document = toJson<json>(someOthers());
    document[json::json_pointer(pointer.toStdString())] = json::parse(value.toStdString());
    QCOMPARE(QString::fromStdString(errorOf<Others>(document)), error);
  }

  void aReaderMayIgnoreUnknownFields() {
    json document = toJson<json>(someWhole());
    document["later"] = 1;
    document["parts"][0]["later"] = 1;
    Whole read;
    QVERIFY(!fromJson(JsonField(document, "d"), read));
    read = {};
    QVERIFY(fromJson(JsonField(document, "d").ignoringUnknown(), read));
    QVERIFY(read == someWhole());
  }

  void aProblemHasAHint() {
    json document = toJson<json>(someOthers());
    document["variables"][""] = "x";
    Others read;
    const Result<void> result = fromJson(JsonField(document, "d"), read);
    QVERIFY(!result);
    QCOMPARE(result.error().toString(), std::string("d: variables: a name is empty (write NAME)"));
  }

  void aMissingFieldIsAnErrorOfTheObject() {
    json document = toJson<json>(someWhole());
    document.at("parts").at(0).erase("high");
    QCOMPARE(QString::fromStdString(errorOf(document)),
             QStringLiteral("d: parts[0]: missing field 'high'"));
    document = toJson<json>(someWhole());
    document.erase("few"); // files of before are without it
    QCOMPARE(QString::fromStdString(errorOf(document)), QString());
  }
};

QTEST_GUILESS_MAIN(JsonFieldsTest)
#include "json_fields_test.moc"
