// SPDX-License-Identifier: Apache-2.0
// The overlap panel: one selection in all its views, its messages if there is no data, and its
// pictures.
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

#include "core/trace/trace_builder.h"
#include "tests/support/async_trace.h"
#include "tests/viewer/image_compare.h"
#include "tests/viewer/overlap_sample.h"
#include "tests/viewer/svg_words.h"
#include "viewer/export/overlap_picture.h"
#include "viewer/geometry/overlap/overlap_summary.h"
#include "viewer/models/selection_model.h"
#include "viewer/widgets/overlap/finding_list.h"
#include "viewer/widgets/overlap/iteration_view.h"
#include "viewer/widgets/overlap/operation_table.h"
#include "viewer/widgets/overlap/overlap_charts_view.h"
#include "viewer/widgets/overlap/overlap_panel.h"
#include "viewer/widgets/overlap/tile_strip.h"
#include "viewer/widgets/timeline/quality_bar.h"
#include "viewer/widgets/timeline/timeline_view.h"

using namespace pstudio;

namespace {

constexpr QSize kDockSize(1120, 430);

ThemeKind theme() {
  return QTest::currentDataTag() == QLatin1String("light") ? ThemeKind::Light : ThemeKind::Dark;
}

Picoseconds ns(int64_t value) {
  return Picoseconds(value * 1000);
}

/// A panel with the sample and its own selection.
class Shown {
public:
  explicit Shown(std::shared_ptr<const OverlapData> shown = test::makeOverlapData(),
                 ThemeKind kind = ThemeKind::Dark, QSize size = kDockSize)
      : data((applyTheme(*qApp, kind), std::move(shown))) {
    panel.setThemeKind(kind);
    panel.resize(size);
    panel.show();
    panel.setData(data, &selection);
    QApplication::processEvents();
  }
  const analysis::LaunchOverlap &launch() const { return data->launches()[0]; }
  static SliceId flight(const OverlapData &data, uint64_t instance, uint32_t cta) {
    const analysis::LaunchOverlap &launch = data.launches()[0];
    for (const analysis::AsyncOperation &operation : launch.operations)
      if (operation.instance == instance && launch.units[operation.issuer].cta == cta)
        return operation.flight;
    return {};
  }
  SliceId flightOf(uint64_t instance, uint32_t cta) const { return flight(*data, instance, cta); }
  QComboBox *combo(const char *name) { return panel.findChild<QComboBox *>(QLatin1String(name)); }
  int tableInstance() {
    const QModelIndex line = panel.table().currentIndex();
    return line.isValid() ? line.siblingAtColumn(OperationModel::Iteration).data().toInt() : -1;
  }

  std::shared_ptr<const OverlapData> data;
  SelectionModel selection;
  OverlapPanel panel;
};

} // namespace

class OverlapPanelTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void anOperationSelectedElsewhereIsSelectedInEveryView() {
    Shown shown;
    shown.selection.select(shown.flightOf(9, 1));
    const auto row = shown.panel.iterations().currentRow();
    QVERIFY(row);
    QCOMPARE(shown.panel.iterations().rows()[*row].instance, 9);
    QCOMPARE(shown.tableInstance(), 9);
    const QModelIndex line = shown.panel.table().currentIndex();
    QCOMPARE(line.siblingAtColumn(OperationModel::Cta).data().toString(), QStringLiteral("CTA 1"));
    shown.selection.clear();
    QVERIFY(!shown.panel.iterations().currentRow());
    QVERIFY(!shown.panel.table().currentIndex().isValid());
  }

  void theIssueAndAWaitStandForTheirOperation() {
    Shown shown;
    const analysis::LaunchOverlap &launch = shown.launch();
    const auto ref = shown.data->operationOf(shown.flightOf(5, 2));
    const analysis::AsyncOperation &operation = shown.data->operation(*ref);
    for (const SliceId slice :
         {operation.issue, launch.waits[launch.visits[operation.firstVisit].wait].slice}) {
      shown.selection.select(slice);
      QCOMPARE(shown.tableInstance(), 5);
      QCOMPARE(shown.selection.selectedSlice(), slice); // does not change
    }
  }

  void aRowThatIsChosenIsSelectedAndRevealed() {
    Shown shown;
    QSignalSpy zoomed(&shown.panel, &OverlapPanel::sliceZoomed);
    QTest::keyClick(&shown.panel.iterations(), Qt::Key_Down);
    QTest::keyClick(&shown.panel.iterations(), Qt::Key_Down);
    QCOMPARE(zoomed.count(), 2);
    const auto ref = shown.data->operationOf(shown.selection.selectedSlice());
    QVERIFY(ref);
    QCOMPARE(shown.data->operation(*ref).instance, uint64_t(1));
    QCOMPARE(shown.tableInstance(), 1);
    // The second line after ruler, median and heading.
    QTest::mouseClick(shown.panel.iterations().viewport(), Qt::LeftButton, {}, {300, 60 + 20 + 30});
    QCOMPARE(shown.panel.iterations().currentRow(), std::optional<uint32_t>(1));
  }

  void aLineOfTheTableIsSelectedAndStaysWhenTheTableIsSorted() {
    Shown shown;
    shown.panel.findChild<QToolButton *>(QStringLiteral("showOperations"))->click();
    QVERIFY(shown.panel.table().isVisible());
    shown.panel.table().selectRow(10);
    const SliceId slice = shown.selection.selectedSlice();
    const int instance = shown.tableInstance();
    QVERIFY(slice.isValid());
    shown.panel.table().sortByColumn(OperationModel::Exposed, Qt::DescendingOrder);
    QCOMPARE(shown.selection.selectedSlice(), slice);
    QCOMPARE(shown.tableInstance(), instance);
    const auto exposed = [&shown](int row) {
      return shown.panel.table().model()->index(row, OperationModel::Exposed).data().toString();
    };
    QVERIFY(exposed(0) != QStringLiteral("0 ns"));
    QCOMPARE(exposed(71), QStringLiteral("0 ns"));
  }

  void whatIsNotKnownIsADashAndLastInEitherOrder() {
    test::OverlapSampleOptions options;
    options.neverWaited = true;
    Shown shown(test::makeOverlapData(options));
    QAbstractItemModel &model = *shown.panel.table().model();
    for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
      shown.panel.table().sortByColumn(OperationModel::Hidden, order);
      const int last = model.rowCount() - 1;
      QCOMPARE(model.index(last, OperationModel::Hidden).data().toString(), QString(QChar(0x2013)));
      QCOMPARE(model.index(last, OperationModel::State).data().toString(),
               QStringLiteral("never waited for"));
      QVERIFY(model.index(0, OperationModel::Hidden).data().toString().endsWith(QLatin1Char('%')));
    }
  }

  void manyOperationsAreSummedUpOnAnotherThread() {
    test::OverlapSampleOptions options;
    options.ctas = 530;
    options.steps = 96;
    Shown shown(test::makeOverlapData(options));
    OverlapModel &model = shown.panel.model();
    const uint32_t count = model.launch().channels[model.choice().channel].operationCount;
    QVERIFY(count > OverlapModel::kAtOnce);
    QSignalSpy ready(&model, &OverlapModel::numbersReady);
    const auto *page = shown.panel.findChild<QLabel *>(QStringLiteral("overlapMessage"));
    QVERIFY(model.isReady() || page->text().contains(QStringLiteral("50,880 operations")));
    shown.selection.select(shown.flightOf(7, 2)); // during the computation
    QVERIFY(ready.wait(60'000));
    QVERIFY(shown.panel.iterations().isVisible());
    const OverlapNumbers made = overlapNumbers(*shown.data, model.choice());
    QVERIFY(shown.panel.iterations().rows() == made.table.rows);
    QVERIFY(model.numbers().tiles == made.tiles);
    QCOMPARE(shown.panel.iterations().rows()[*shown.panel.iterations().currentRow()].instance, 7);
    // A new choice replaces that of the computation in progress.
    model.chooseCta(1);
    model.chooseCta(2);
    QVERIFY(!model.isReady());
    QVERIFY(ready.wait(60'000));
    QCOMPARE(ready.count(), 2);
    QVERIFY(model.table().rows == overlapNumbers(*shown.data, model.choice()).table.rows);
    // The table is filled when it becomes visible.
    const QAbstractItemModel &table = *shown.panel.table().model();
    QCOMPARE(table.rowCount(), 0);
    shown.panel.findChild<QToolButton *>(QStringLiteral("showOperations"))->click();
    QCOMPARE(table.rowCount(), static_cast<int>(count));
    QCOMPARE(shown.tableInstance(), 7);
    // A table that was not yet visible is discarded with its trace.
    shown.panel.findChild<QToolButton *>(QStringLiteral("showIterations"))->click();
    model.chooseCta(3);
    QVERIFY(ready.wait(60'000));
    QCOMPARE(table.rowCount(), 0);
    shown.panel.setData(nullptr, nullptr);
    shown.panel.findChild<QToolButton *>(QStringLiteral("showOperations"))->click();
    QCOMPARE(table.rowCount(), 0);
    shown.panel.setData(shown.data, &shown.selection);
  }

  void anOperationOfAnotherCtaChoosesThatCta() {
    Shown shown;
    shown.panel.model().chooseCta(0);
    QCOMPARE(shown.combo("overlapCta")->currentText(), QStringLiteral("CTA 0"));
    shown.selection.select(shown.flightOf(3, 2));
    QCOMPARE(shown.combo("overlapCta")->currentText(), QStringLiteral("CTA 2"));
    QCOMPARE(shown.panel.iterations().currentRow(), std::optional<uint32_t>(3));
  }

  void evidenceOfAFindingIsSelectedByAClickAndByAKey() {
    Shown shown;
    FindingList &list = shown.panel.findingList();
    const auto &findings = list.findings();
    const auto evidence =
        std::ranges::find(list.parts(), FindingPart::Kind::Evidence, &FindingPart::kind);
    QVERIFY(evidence != list.parts().end());
    const SliceId slice = evidence->slice;
    QTest::mouseClick(&list, Qt::LeftButton, {},
                      QPoint(int(evidence->box.x) + 4, int(evidence->box.y) + 4));
    QCOMPARE(shown.selection.selectedSlice(), slice);
    QTest::keyClick(&list, Qt::Key_Down);
    QTest::keyClick(&list, Qt::Key_Return);
    QCOMPARE(shown.selection.selectedSlice(), findings[1].slices[0]);
  }

  void aFindingIsSwitchedOffAndOnAgain() {
    Shown shown;
    FindingList &list = shown.panel.findingList();
    QSignalSpy changed(&shown.panel, &OverlapPanel::findingsOffChanged);
    const int tall = list.heightForWidth(300);
    QTest::keyClick(&list, Qt::Key_Delete);
    QCOMPARE(list.off(), std::set<std::string>{"overlap.exposed-stage"});
    QVERIFY(list.heightForWidth(300) < tall);
    const auto cards = [&list](FindingPart::Kind kind) {
      return std::ranges::count(list.parts(), kind, &FindingPart::kind);
    };
    QCOMPARE(cards(FindingPart::Kind::Card), 3);
    QCOMPARE(cards(FindingPart::Kind::Switch), 4); // the disabled finding has one, too
    QTest::keyClick(&list, Qt::Key_Delete);
    QVERIFY(list.off().empty());
    QCOMPARE(changed.count(), 2);
  }

  void aClickIntoTheChartChoosesAnIteration() {
    Shown shown;
    QSignalSpy zoomed(&shown.panel, &OverlapPanel::sliceZoomed);
    Q_EMIT shown.panel.charts().iterationChosen(12);
    QCOMPARE(zoomed.count(), 1);
    QCOMPARE(shown.tableInstance(), 12);
  }

  void iterationsAreZoomedAndFittedByKeys() {
    Shown shown;
    IterationView &view = shown.panel.iterations();
    const TimeRange opening = view.visibleRange();
    QTest::keyClick(&view, Qt::Key_W);
    QVERIFY(view.visibleRange().length() < opening.length());
    QTest::keyClick(&view, Qt::Key_Home);
    QVERIFY(view.visibleRange().length() >= opening.length());
  }

  void aTraceWithoutAsynchronousOperationsSaysHowToRecordThem() {
    TraceBuilder empty;
    Shown shown(std::make_shared<const OverlapData>(
        std::make_shared<const Trace>(std::move(empty).finish())));
    const auto *message = shown.panel.findChild<QLabel *>(QStringLiteral("overlapMessage"));
    const auto *hint = shown.panel.findChild<QLabel *>(QStringLiteral("overlapHint"));
    QCOMPARE(message->text(), QStringLiteral("This trace has no asynchronous operations."));
    QVERIFY(hint->text().contains(QLatin1String("--mode async")));
    QVERIFY(message->isVisible());
    shown.panel.setData(nullptr, nullptr);
    QCOMPARE(message->text(), QStringLiteral("No trace is open."));
    shown.panel.setData(test::makeOverlapData(), &shown.selection);
    QVERIFY(!message->isVisible());
  }

  void theSelectionOfAnotherTraceIsNotFollowedAnyMore() {
    Shown shown;
    SelectionModel other;
    shown.panel.setData(shown.data, &other);
    shown.selection.select(shown.flightOf(9, 1));
    QVERIFY(!shown.panel.iterations().currentRow());
    other.select(shown.flightOf(4, 0));
    QVERIFY(shown.panel.iterations().currentRow());
  }

  void everyButtonHasAName() {
    Shown shown;
    const auto buttons = shown.panel.findChildren<QAbstractButton *>();
    QVERIFY(buttons.size() >= 4);
    for (const QAbstractButton *button : buttons) {
      QVERIFY2(!button->objectName().isEmpty(), button->metaObject()->className());
      QVERIFY2(!button->accessibleName().isEmpty(), qPrintable(button->objectName()));
    }
  }

  void pairsThatAreMissingAreABadge() {
    test::OverlapSampleOptions options;
    options.neverWaited = true;
    Shown shown(test::makeOverlapData(options));
    const auto *badges = shown.panel.findChild<QualityBar *>(QStringLiteral("overlapBadges"));
    QCOMPARE(badges->badges().front().text, std::string("3 never waited for"));
  }

  void pictureTellsEverything_data() { themes(); }
  void pictureTellsEverything() {
    OverlapPictureOptions options;
    options.theme = theme();
    options.size = {1400, 860};
    test::OverlapSampleOptions sample;
    sample.steps = 64;
    const auto data = test::makeOverlapData(sample);
    const auto picture = renderOverlapPicture(*data, options);
    QVERIFY(picture.has_value());
    QCOMPARE(renderOverlapPicture(*data, options).value(), *picture);
    test::compareWithBaseline(
        QStringLiteral("overlap-picture-") + QLatin1String(QTest::currentDataTag()), *picture);
  }

  void narrowPictureAtTwiceTheScaleHasOneColumn() {
    OverlapPictureOptions options;
    options.size = {640, 900};
    options.scale = 2;
    const auto picture = renderOverlapPicture(*test::makeOverlapData(), options);
    QVERIFY(picture.has_value());
    QCOMPARE(picture->size(), QSize(1280, 1800));
    test::compareWithBaseline(QStringLiteral("overlap-picture-narrow"), *picture);
  }

  void smallPictureHoldsTheWholeViewOrIsRejected_data() { test::addSmallPictureSizes(); }
  void smallPictureHoldsTheWholeViewOrIsRejected() {
    QFETCH(QSize, size);
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("small.svg"));
    const auto data = test::makeOverlapData();
    OverlapPictureOptions options;
    options.size = size;
    options.isTimelineCorrected = true;
    if (const auto saved = saveOverlapPicture(*data, options, path.toStdString()); !saved) {
      options.size = test::sizeInHint(saved.error().hint);
      QVERIFY2(options.size.width() == size.width(), saved.error().toString().c_str());
      QVERIFY(saveOverlapPicture(*data, options, path.toStdString()).has_value());
    }
    const QStringList texts = test::textsOfSvg(path);
    for (const QualityBadge &badge : overlapBadges(*data, 0, 0, true))
      QVERIFY2(test::hasWords(texts, badge.text), badge.text.c_str());
    for (const char *legend : {"issue", "waited for"})
      QVERIFY2(texts.contains(QLatin1String(legend)), legend);
    QVERIFY(texts.contains(QStringLiteral("Findings")));
    QVERIFY(test::hasWords(texts, data->launches()[0].findings[0].title));
    QVERIFY(test::hasWords(texts, "more are in the panel") ||
            test::hasWords(texts, data->launches()[0].findings[3].title));
  }

  void pictureOfNothingIsRejected() {
    TraceBuilder empty;
    const OverlapData data(std::make_shared<const Trace>(std::move(empty).finish()));
    const auto rejected = renderOverlapPicture(data, {});
    QVERIFY(!rejected.has_value());
    QVERIFY(rejected.error().hint.find("--mode async") != std::string::npos);
    OverlapPictureOptions tiny;
    tiny.size = {10, 10};
    QCOMPARE(renderOverlapPicture(*test::makeOverlapData(), tiny).error().where,
             std::string("size"));
  }

  void timelineMarksWhatWasWaitedFor_data() { themes(); }
  void timelineMarksWhatWasWaitedFor() {
    applyTheme(*qApp, theme());
    const auto data = test::makeOverlapData();
    TimelineView view;
    view.setThemeKind(theme());
    view.resize(960, 400);
    view.show();
    view.setGrouping(GroupingKind::CtaWarp);
    view.setTrace(data->sharedTrace());
    view.setOverlap(data);
    view.setVisibleRange({ns(300), ns(1100)});
    view.selection()->select(Shown::flight(*data, 7, 0));
    compare(QStringLiteral("overlap-timeline"), view);
  }

  void looksAsInTheBaseline_data() { themes(); }
  void looksAsInTheBaseline() {
    Shown shown(test::makeOverlapData(), theme());
    shown.selection.select(shown.flightOf(7, 0));
    compare(QStringLiteral("overlap"), shown.panel);
  }

  void looksAsInTheBaselineWhereThereIsLittleRoom_data() { themes(); }
  void looksAsInTheBaselineWhereThereIsLittleRoom() {
    Shown shown(test::makeOverlapData(), theme(), {760, 400});
    shown.panel.findingList().setOff({"overlap.cold"});
    compare(QStringLiteral("overlap-small"), shown.panel);
  }

  void screenReadersGetTilesRowsFindingsAndBadgesAsItems() {
    Shown shown;
    const auto itemsOf = [](QWidget *widget) {
      QAccessibleInterface *list = QAccessible::queryAccessibleInterface(widget);
      QStringList texts;
      for (int i = 0; i < list->childCount(); ++i) {
        if (list->child(i) != list->child(i) || list->indexOfChild(list->child(i)) != i ||
            list->child(i)->parent() != list)
          qFatal("the items and their list do not agree");
        texts << list->child(i)->text(QAccessible::Name);
      }
      return texts;
    };
    auto *tiles = shown.panel.findChild<QWidget *>(QStringLiteral("tileStrip"));
    QCoreApplication::processEvents();
    const QStringList figures = itemsOf(tiles);
    QCOMPARE(figures.size(), 6);
    QVERIFY2(figures[0].startsWith(QLatin1String("hidden: ")), qPrintable(figures[0]));
    QAccessibleInterface *first = QAccessible::queryAccessibleInterface(tiles)->child(0);
    QCOMPARE(first->rect().topLeft(), tiles->mapToGlobal(QPoint(0, 0)));
    QCOMPARE(QAccessible::queryAccessibleInterface(tiles)->childAt(first->rect().center().x(),
                                                                   first->rect().center().y()),
             first);

    QTest::keyClick(&shown.panel.iterations(), Qt::Key_Down);
    const QStringList rows = itemsOf(&shown.panel.iterations());
    QCOMPARE(rows.size(), static_cast<int>(shown.panel.iterations().rows().size()));
    QVERIFY2(rows[0].startsWith(QLatin1String("iteration 0, prologue, issue ")),
             qPrintable(rows[0]));
    QAccessibleInterface *view = QAccessible::queryAccessibleInterface(&shown.panel.iterations());
    QVERIFY(view->child(0)->state().selected);
    QVERIFY(!view->child(1)->state().selected);
    QVERIFY(view->child(static_cast<int>(rows.size()) - 1)->state().offscreen);

    auto *findings = shown.panel.findChild<FindingList *>();
    QCOMPARE(itemsOf(findings).size(), static_cast<int>(shown.data->launches()[0].findings.size()));
    QVERIFY(!itemsOf(shown.panel.findChild<QWidget *>(QStringLiteral("overlapBadges"))).isEmpty());
  }

  void operationsAreThoseOfTheChosenGroup() {
    test::AsyncTrace build;
    const uint32_t warp = build.addWarp(build.addCta());
    for (int64_t step = 0; step < 6; ++step) {
      const int64_t at = 1'000 * step;
      const test::AsyncStepArgs copy{"cp.async", step, 0, {}, 1}, product{"wgmma", step, 0, {}, 2};
      build.issue(warp, "copy", at, at + 10, copy);
      build.link(build.flight(warp, "copy", at, at + 400, copy),
                 build.wait(warp, "wait copy", at + 20, at + 400, copy));
      if (step % 2 == 1)
        continue;
      build.issue(warp, "mma", at + 500, at + 510, product);
      build.link(build.flight(warp, "mma", at + 500, at + 800, product),
                 build.wait(warp, "wait mma", at + 520, at + 800, product));
    }
    const auto trace = std::make_shared<const Trace>(std::move(build).finish());
    Shown shown(std::make_shared<const OverlapData>(trace));
    const auto &channels = shown.data->launches()[0].channels;
    QCOMPARE(channels.size(), size_t{2});
    for (uint32_t channel = 0; channel < 2; ++channel) {
      shown.panel.model().chooseChannel(0, channel);
      const QAbstractItemModel &table = *shown.panel.table().model();
      QCOMPARE(table.rowCount(), static_cast<int>(channels[channel].operationCount));
      shown.panel.table().selectRow(0);
      const auto ref = shown.data->operationOf(shown.selection.selectedSlice());
      QVERIFY(ref && shown.data->operation(*ref).channel == channel);
    }
  }

private:
  static void themes() {
    QTest::addColumn<int>("unused");
    QTest::newRow("dark") << 0;
    QTest::newRow("light") << 0;
  }
  static void compare(const QString &name, QWidget &panel) {
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    QApplication::processEvents();
    const QImage once = panel.grab().toImage();
    QCOMPARE(panel.grab().toImage(), once);
    test::compareWithBaseline(name + QLatin1Char('-') + QLatin1String(QTest::currentDataTag()),
                              once);
    if (name == QLatin1String("overlap"))
      test::compareAtTwiceTheScale(name + QLatin1Char('-') + QLatin1String(QTest::currentDataTag()),
                                   panel);
  }
};

QTEST_MAIN(OverlapPanelTest)
#include "overlap_panel_test.moc"
