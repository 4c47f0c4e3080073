// SPDX-License-Identifier: Apache-2.0
// Each finding of each capture in tests/data follows from the figures that are shown beside it.
#include <QDir>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <regex>

#include <nlohmann/json.hpp>

#include "app/cli/memory_json.h"
#include "app/cli/overlap_json.h"
#include "app/cli/overlap_text.h"
#include "app/cli/trace_summary.h"
#include "core/access/launch_accesses.h"
#include "core/analysis/memory/launch_memory.h"
#include "core/analysis/memory/site_groups.h"
#include "core/analysis/overlap/findings/finding_kinds.h"
#include "core/analysis/overlap/overlap_names.h"
#include "core/base/number_text.h"
#include "core/formats/trace_file/trace_file.h"
#include "tests/support/source_trace.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::analysis;
using Json = nlohmann::json;

namespace {

QString dataFolder() {
  return QStringLiteral(PSTUDIO_SOURCE_DIR "/tests/data/");
}

std::vector<std::string> parts(std::string text) {
  std::vector<std::string> names;
  for (size_t end = 0; text.starts_with('/'); text = text.substr(end)) {
    end = std::min(text.find('/', 1), text.size());
    names.push_back(text.substr(1, end - 1));
  }
  return names;
}

void replaceAll(std::string &text, const std::string &what, const std::string &with) {
  if (const size_t at = text.find(what); at != std::string::npos)
    text.replace(at, what.size(), with);
}

/// The pointer for one subject.
std::string pointerFor(std::string_view pointer, const FindingSubject &subject,
                       const LaunchOverlap &launch) {
  std::string text(pointer);
  std::string steady = "/channels/{channel}/steady";
  if (subject.stage != kNoIndex)
    for (size_t i = 0; i < launch.channels[subject.channel].stages.size(); ++i)
      if (launch.channels[subject.channel].stages[i].stage == subject.stage)
        steady = "/channels/{channel}/stages/" + std::to_string(i) + "/steady";
  replaceAll(text, "{steady}", steady);
  replaceAll(text, "{channel}", std::to_string(subject.channel));
  replaceAll(text, "{role}", std::to_string(subject.role));
  replaceAll(text, "{target}", std::string(nameOfTarget(subject.target)));
  return text;
}

/// The sum of all numbers at a pointer; none where there is none. A bound is that of PipelineTest.
std::optional<double> numberAt(const Json &json, std::span<const std::string> names) {
  if (names.empty()) {
    if (json.is_number())
      return json.get<double>();
    for (const auto bound :
         {PipelineTest::Bound::Unknown, PipelineTest::Bound::Compute, PipelineTest::Bound::Load})
      if (json.is_string() && json == std::string(nameOfBound(bound)))
        return double(bound);
    return std::nullopt;
  }
  if (names.front() == "*") {
    double sum = 0;
    for (const Json &entry : json)
      sum += numberAt(entry, names.subspan(1)).value_or(0);
    return sum;
  }
  if (json.is_array()) {
    const size_t index = std::stoul(names.front());
    return index < json.size() ? numberAt(json[index], names.subspan(1)) : std::nullopt;
  }
  const auto found = json.find(names.front());
  return found == json.end() ? std::nullopt : numberAt(*found, names.subspan(1));
}

/// A figure computed again from the JSON of the launch, as its declaration says.
std::optional<double> shownValue(const Json &json, const ShownFigure &shown,
                                 const FindingSubject &subject, const LaunchOverlap &launch) {
  const auto sumOf = [&](std::span<const std::string_view> pointers) -> std::optional<double> {
    double sum = 0;
    for (const std::string_view pointer : pointers) {
      const auto number = numberAt(json, parts(pointerFor(pointer, subject, launch)));
      if (!number)
        return std::nullopt;
      sum += *number;
    }
    return sum;
  };
  std::optional<double> value = sumOf(shown.numerators);
  if (value && !shown.denominators.empty()) {
    const auto whole = sumOf(shown.denominators);
    value = whole && *whole > 0 ? std::optional(*value / *whole) : std::nullopt;
  }
  return value && shown.isComplement ? std::optional(1 - *value) : value;
}

bool isNear(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
}

/// The subject that a finding was made for.
FindingSubject subjectOf(const Finding &finding) {
  static const std::map<std::string, WaitTarget> kTargets = {
      {"overlap.producer-stall", WaitTarget::Arrivals},
      {"overlap.matrix-wait", WaitTarget::Matrix},
      {"overlap.barrier-wait", WaitTarget::Barrier}};
  FindingSubject subject{.channel = finding.channel, .stage = finding.stage, .role = finding.role};
  if (const auto target = kTargets.find(finding.code); target != kTargets.end())
    subject.target = target->second;
  return subject;
}

/// The texts of all percentages in a sentence.
std::vector<std::string> percentagesIn(const std::string &sentence) {
  static const std::regex kPercent("[0-9][0-9.,]* %");
  return {std::sregex_token_iterator(sentence.begin(), sentence.end(), kPercent),
          std::sregex_token_iterator()};
}

struct Analysed {
  Trace trace;
  std::vector<LaunchOverlap> launches;
};

/// Reads and analyses each capture once for all functions.
class Captures {
public:
  Result<const Analysed *> of(const QString &file) {
    auto found = m_captures.find(file);
    if (found == m_captures.end()) {
      PSTUDIO_TRY_ASSIGN(Trace trace, readTraceFile(file.toStdString()));
      auto analysed = std::make_unique<Analysed>(Analysed{std::move(trace), {}});
      analysed->launches = analyzeOverlap(analysed->trace);
      found = m_captures.emplace(file, std::move(analysed)).first;
    }
    return found->second.get();
  }

private:
  std::map<QString, std::unique_ptr<const Analysed>> m_captures;
};

} // namespace

class ShownFiguresTest : public QObject {
  Q_OBJECT

  static void addCaptures() {
    QTest::addColumn<QString>("file");
    for (const QString &folder :
         {QStringLiteral("captures"), QStringLiteral("overlap"), QStringLiteral("query")})
      for (const QString &file :
           QDir(dataFolder() + folder).entryList({QStringLiteral("*.pscapture")}, QDir::Files))
        QTest::newRow(qPrintable(file)) << dataFolder() + folder + QLatin1Char('/') + file;
  }

private Q_SLOTS:
  void theSummaryCountsPcSamplesApartFromValuesOfCounters() {
    const std::string text = cli::summarizeTrace(*test::makeSourceTrace());
    QVERIFY2(text.find("PC samples 831, 826 of them on 3 source lines, 0 dropped\n") !=
                 std::string::npos,
             text.c_str());
    QVERIFY2(text.find("counters  0 values\n") != std::string::npos, text.c_str());
  }

  void everyFigureIsDeclaredWithItsPlace() {
    for (size_t i = 0; i < kFigures; ++i) {
      const FigureFacts &facts = factsOf(static_cast<Figure>(i));
      QVERIFY(!facts.name.empty());
      QVERIFY2(!facts.shown.numerators.empty(), std::string(facts.name).c_str());
    }
    for (const FindingKind &kind : findingKinds()) {
      QVERIFY2(!kind.figures.empty() && !kind.conditions.empty(), std::string(kind.code).c_str());
      QCOMPARE(findingKind(kind.code), &kind);
    }
  }

  void everyFindingFollowsFromTheShownFigures_data() { addCaptures(); }
  void everyFindingFollowsFromTheShownFigures() {
    QFETCH(QString, file);
    PSTUDIO_VERIFY_ASSIGN(const Analysed *capture, m_captures.of(file));
    const Trace &trace = capture->trace;
    for (const LaunchOverlap &launch : capture->launches) {
      const Json json = Json::parse(cli::overlapToJson(trace, launch));
      for (const Finding &finding : launch.findings) {
        const FindingKind *kind = findingKind(finding.code);
        QVERIFY2(kind, finding.code.c_str());
        const FindingSubject subject = subjectOf(finding);
        for (const Condition &condition : kind->conditions) {
          const FigureFacts &facts = factsOf(condition.figure);
          const auto shown = shownValue(json, facts.shown, subject, launch);
          QVERIFY2(shown && condition.holds(*shown),
                   (finding.code + ": " + std::string(facts.name)).c_str());
        }
        for (const Figure figure : kind->figures) {
          const FigureFacts &facts = factsOf(figure);
          const auto shown = shownValue(json, facts.shown, subject, launch);
          const auto used = figureValue(trace, launch, subject, figure);
          QVERIFY2(shown.has_value() == used.has_value() && (!shown || isNear(*shown, *used)),
                   (finding.code + ": " + std::string(facts.name) + " " +
                    std::to_string(shown.value_or(-1)) + " " + std::to_string(used.value_or(-1)))
                       .c_str());
        }
      }
    }
  }

  /// A percentage of a sentence is a declared figure, or the sum of two of them.
  void everyPercentageOfASentenceIsAShownFigure_data() { addCaptures(); }
  void everyPercentageOfASentenceIsAShownFigure() {
    QFETCH(QString, file);
    PSTUDIO_VERIFY_ASSIGN(const Analysed *capture, m_captures.of(file));
    const Trace &trace = capture->trace;
    for (const LaunchOverlap &launch : capture->launches)
      for (const Finding &finding : launch.findings) {
        std::vector<double> shares;
        for (const Figure figure : findingKind(finding.code)->figures)
          if (factsOf(figure).unit == FigureUnit::Share)
            shares.push_back(figureValue(trace, launch, subjectOf(finding), figure).value_or(0));
        std::vector<std::string> texts;
        for (const double one : shares) {
          texts.push_back(percentText(one, 2));
          for (const double other : shares)
            texts.push_back(percentText(one + other, 2));
        }
        for (const std::string &text : percentagesIn(finding.title + ' ' + finding.detail))
          QVERIFY2(std::ranges::find(texts, text) != texts.end(),
                   (text + " in: " + finding.title + ' ' + finding.detail).c_str());
      }
  }

  /// Measured waits have precedence over the model of the pipeline.
  void noFindingContradictsTheMeasuredWaits_data() { addCaptures(); }
  void noFindingContradictsTheMeasuredWaits() {
    QFETCH(QString, file);
    PSTUDIO_VERIFY_ASSIGN(const Analysed *capture, m_captures.of(file));
    const Trace &trace = capture->trace;
    for (const LaunchOverlap &launch : capture->launches) {
      const PipelineTest &test = launch.pipeline;
      const std::string text = cli::describeOverlap(trace, launch);
      if (test.bound == PipelineTest::Bound::Compute) {
        QVERIFY(1 - launch.channels[test.channel].steady.hiddenShare().value_or(1) <
                PipelineTest::kMinWaited);
        QVERIFY2(text.find("to spare -") == std::string::npos || !test.timeToSpare(), text.c_str());
        QVERIFY(test.timeToSpare().value_or(0) >= 0);
      }
      // The time of waits for copies on the path is the time that the warps of its CTA waited.
      const CriticalPath &path = launch.criticalPath;
      if (path.cta == kNoIndex)
        continue;
      int64_t waited = 0;
      for (const AsyncWait &wait : launch.waits)
        if (launch.units[wait.unit].cta == path.cta)
          waited += wait.waited().value;
      QVERIFY(path.ticks[size_t(PathKind::Copy)] + path.ticks[size_t(PathKind::Matrix)] <= waited);
    }
  }

  void findingsAreOrderedBySeverityThenLostTime_data() { addCaptures(); }
  void findingsAreOrderedBySeverityThenLostTime() {
    QFETCH(QString, file);
    PSTUDIO_VERIFY_ASSIGN(const Analysed *capture, m_captures.of(file));
    for (const LaunchOverlap &launch : capture->launches)
      QVERIFY(std::ranges::is_sorted(launch.findings, std::greater(), [](const Finding &finding) {
        return std::pair(finding.severity, finding.lost);
      }));
  }

  void everyMemoryFindingFollowsFromItsOperations_data() { addCaptures(); }
  void everyMemoryFindingFollowsFromItsOperations() {
    QFETCH(QString, file);
    PSTUDIO_VERIFY_ASSIGN(const Analysed *capture, m_captures.of(file));
    const Trace &trace = capture->trace;
    for (const Launch &launch : trace.launches()) {
      if (!launch.accesses || launch.accesses->table.size() == 0)
        continue;
      const memory::AccessTable &table = launch.accesses->table;
      const memory::LaunchMemory found = memory::analyzeMemory(*launch.accesses);
      const Json json = Json::parse(cli::memoryToJson({}, *launch.accesses, found));
      memory::LaunchTraffic traffic;
      for (const memory::SiteStatistics &site : found.sites)
        traffic.add(site);
      const std::vector<memory::SiteGroup> groups = memory::groupSites(table, found.sites);
      for (const memory::Finding &finding : found.findings) {
        QVERIFY(memory::declarationOf(finding.kind).kind == finding.kind);
        if (finding.kind == memory::FindingKind::MissingAccesses)
          QVERIFY(json["share"]["recorded_part"].get<double>() < 1);
        const auto group = std::ranges::find_if(groups, [&](const memory::SiteGroup &each) {
          return finding.site && each.sites.front() == *finding.site;
        });
        if (group == groups.end() || finding.gain == 0)
          continue;
        const double gain = memory::gainOf(finding.kind, group->sum, traffic);
        QVERIFY(isNear(gain, finding.gain) && gain >= memory::kMinGain);
        QVERIFY2(finding.advice.find(percentText(gain)) != std::string::npos,
                 finding.advice.c_str());
      }
    }
  }

private:
  Captures m_captures;
};

QTEST_GUILESS_MAIN(ShownFiguresTest)
#include "shown_figures_test.moc"
