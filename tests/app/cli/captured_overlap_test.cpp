// SPDX-License-Identifier: Apache-2.0
// Overlap analysis of captured pipelines of an H200: four CTAs each, recorded in the mode async.
#include <QtTest>

#include <QDir>

#include "app/cli/overlap_text.h"
#include "core/formats/trace_file/trace_file.h"
#include "tests/support/golden_file.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::analysis;

namespace {

const QString kFolder = QStringLiteral("tests/data/overlap");

QString pathOf(const QString &file) {
  return QStringLiteral(PSTUDIO_SOURCE_DIR "/") + kFolder + QLatin1Char('/') + file;
}

/// gemm_wgmma with 1 to 4 stages: its time without records, the median of 40 launches that
/// alternate with those of the other variants [us].
struct Variant {
  const char *file;
  double kernelMicroseconds;
};
constexpr Variant kVariants[] = {{"gemm_wgmma_1_stage_h200.pscapture", 427.28},
                                 {"gemm_wgmma_2_stages_h200.pscapture", 251.70},
                                 {"gemm_wgmma_3_stages_h200.pscapture", 210.11},
                                 {"gemm_wgmma_4_stages_h200.pscapture", 210.83}};

} // namespace

class CapturedOverlapTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void whatIsSaidOfACaptureIsItsGoldenText_data() {
    QTest::addColumn<QString>("file");
    for (const QString &file :
         QDir(pathOf({})).entryList({QStringLiteral("*.pscapture")}, QDir::Files, QDir::Name))
      QTest::newRow(qPrintable(file)) << file;
  }
  void whatIsSaidOfACaptureIsItsGoldenText() {
    QFETCH(QString, file);
    const auto trace = readTraceFile(pathOf(file).toStdString());
    VERIFY_RESULT(trace);
    std::string text;
    for (const LaunchOverlap &launch : analyzeOverlap(*trace))
      text += cli::describeOverlap(*trace, launch);
    QString golden = kFolder + QLatin1Char('/') + file;
    golden.replace(QStringLiteral(".pscapture"), QStringLiteral(".txt"));
    const QString difference = test::differenceFromGolden(golden, text);
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
  }

  /// The first loads come from DRAM and take longer than those of the steady state.
  void aSteadyStateThatNeverWaitsIsNotLoadBound() {
    using Bound = PipelineTest::Bound;
    const Bound bounds[] = {Bound::Load, Bound::Load, Bound::Compute, Bound::Compute};
    for (size_t i = 0; i < std::size(kVariants); ++i) {
      const auto trace = readTraceFile(pathOf(QLatin1String(kVariants[i].file)).toStdString());
      VERIFY_RESULT(trace);
      const LaunchOverlap launch = std::move(analyzeOverlap(*trace).at(0));
      QCOMPARE(launch.pipeline.bound, bounds[i]);
    }
  }

  void exposedTimeExplainsWhyAVariantIsSlower() {
    std::vector<OverlapVariant> variants;
    for (const Variant &variant : kVariants) {
      const auto trace = readTraceFile(pathOf(QLatin1String(variant.file)).toStdString());
      VERIFY_RESULT(trace);
      variants.push_back(
          variantOf(analyzeOverlap(*trace).at(0), variant.file, variant.kernelMicroseconds * 1e6));
    }
    for (size_t i = 1; i < variants.size(); ++i)
      QVERIFY(*variants[i].hiddenShare > *variants[i - 1].hiddenShare);
    const OverlapComparison comparison = compareVariants(variants);
    QCOMPARE(comparison.fastest, 2u);
    // The captured CTAs represent all CTAs of the launch.
    for (size_t i : {size_t{0}, size_t{1}})
      QVERIFY(*comparison.variants[i].explainedShare > 0.8 &&
              *comparison.variants[i].explainedShare < 1.2);
    QVERIFY(*comparison.hiddenRank <= -0.8);
    QVERIFY(*comparison.exposedRank >= 0.8);
  }
};

QTEST_GUILESS_MAIN(CapturedOverlapTest)
#include "captured_overlap_test.moc"
