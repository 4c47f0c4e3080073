// SPDX-License-Identifier: Apache-2.0
// The schema of run specifications and the parser of modes accept the same modes and options.
#include <QtTest>

#include <algorithm>
#include <map>

#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include "core/run/instrumentation_mode.h"
#include "core/run/mode_names.h"

using namespace pstudio;

namespace {

QJsonObject readField() {
  QFile file(PSTUDIO_SOURCE_DIR "/resources/schemas/run-spec.schema.json");
  if (!file.open(QIODevice::ReadOnly))
    qFatal("the schema is missing");
  const QJsonObject schema = QJsonDocument::fromJson(file.readAll()).object();
  return schema["properties"].toObject()["instrumentation"].toObject();
}

QString textOf(std::string_view text) {
  return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

/// A mode with the option, which the parser accepts; several where the value is one of some words.
QStringList modesWith(std::string_view key) {
  static const std::map<std::string_view, QString> kValues{
      {"slots", "slots=256"},   {"bins", "bins=64"},  {"warps", "warps=0,4-7"},
      {"ctas", "ctas=0-15"},    {"every", "every=4"}, {"include", "include=a*,b"},
      {"exclude", "exclude=c?"}};
  static const std::map<std::string_view, QString> kMode{{"annotations", "loops:"},
                                                         {"warp_barriers", "barriers:"},
                                                         {"when_full", "loops:strategy=stream:"},
                                                         {"bins", "memory:strategy=histogram:"}};
  static const std::map<std::string_view, QString> kModeOfValue{{"histogram", "memory:"}};
  const QString mode = kMode.contains(key) ? kMode.at(key) : QStringLiteral("default:");
  if (const auto value = kValues.find(key); value != kValues.end())
    return {mode + value->second};
  QStringList modes;
  for (const std::string_view word : wordsOfModeOption(key)) {
    const QString of = kModeOfValue.contains(word) ? kModeOfValue.at(word) : mode;
    modes << of + textOf(key) + "=" + (key == "callbacks" ? "count@" : "") + textOf(word);
  }
  return modes;
}

} // namespace

class ModeSchemaTest : public QObject {
  Q_OBJECT

  const QJsonObject m_field = readField();
  const QString m_pattern = m_field["pattern"].toString();
  const QString m_description = m_field["description"].toString();

  bool schemaAccepts(const QString &mode) const {
    return QRegularExpression(m_pattern).match(mode).hasMatch();
  }

private Q_SLOTS:
  void theSchemaAcceptsEachModeOfTheProgram() {
    for (const std::string_view name : modeNames()) {
      const QString mode = textOf(name);
      QVERIFY2(InstrumentationMode::parse(name), qPrintable(mode));
      QVERIFY2(schemaAccepts(mode), qPrintable(mode));
      QCOMPARE(schemaAccepts(mode + ",loops"),
               InstrumentationMode::parse(std::string(name) + ",loops").has_value());
      QVERIFY2(m_description.contains(QRegularExpression("\\b" + mode + "\\b")), qPrintable(mode));
    }
  }

  void theSchemaAcceptsEachOptionOfTheProgramWithEachOfItsWords() {
    for (const std::string_view key : modeOptionKeys()) {
      const QStringList modes = modesWith(key);
      QVERIFY2(!modes.isEmpty(), qPrintable("give modesWith() a value of " + textOf(key)));
      for (const QString &mode : modes) {
        const auto parsed = InstrumentationMode::parse(mode.toStdString());
        QVERIFY2(parsed, qPrintable(mode));
        QVERIFY2(schemaAccepts(mode), qPrintable(mode));
        QVERIFY2(schemaAccepts(textOf(parsed->toString())), qPrintable(mode));
      }
    }
  }

  void theProgramKnowsEachWordOfThePattern() {
    QStringList known;
    for (const std::string_view name : modeNames())
      known << textOf(name);
    for (const std::string_view key : modeOptionKeys())
      known << textOf(key);
    auto words = QRegularExpression("[a-z_]+").globalMatch(m_pattern);
    QVERIFY(words.hasNext());
    while (words.hasNext()) {
      const QString word = words.next().captured();
      QVERIFY2(known.contains(word), qPrintable(word));
    }
    QVERIFY(!schemaAccepts("default:bin=4"));
    QVERIFY(!schemaAccepts("access"));
  }

  void theDescriptionNamesTheOptionsAndWordsOfTheProgramAndNoOthers() {
    QStringList keys;
    for (const std::string_view key : modeOptionKeys()) {
      keys << textOf(key);
      QStringList words;
      for (const std::string_view word : wordsOfModeOption(key))
        words << textOf(word);
      const QString expected = key == "callbacks" ? "points " + words.join(", ") + "."
                               : words.isEmpty()  ? textOf(key) + "="
                                                  : textOf(key) + "=" + words.join("|");
      const QRegularExpression whole("\\b" + QRegularExpression::escape(expected) +
                                     (words.isEmpty() || key == "callbacks" ? "" : "(?![|\\w])"));
      QVERIFY2(m_description.contains(whole), qPrintable(expected));
    }
    auto named = QRegularExpression("\\b([a-z_]+)=").globalMatch(m_description);
    while (named.hasNext()) {
      const QString key = named.next().captured(1);
      QVERIFY2(keys.contains(key), qPrintable(key));
    }
  }
};

QTEST_GUILESS_MAIN(ModeSchemaTest)
#include "mode_schema_test.moc"
