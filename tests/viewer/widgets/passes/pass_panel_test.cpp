// SPDX-License-Identifier: Apache-2.0
// The panel of compiler passes: what it lists, marks, finds and copies, and how it looks.
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

#include "core/run/pass_report_builder.h"
#include "tests/viewer/image_compare.h"
#include "viewer/widgets/passes/ir_painter.h"
#include "viewer/widgets/passes/ir_view.h"
#include "viewer/widgets/passes/pass_panel.h"

using namespace pstudio;

namespace {

const char *const kBefore = R"(gpu.func @k(%arg0: memref<64xf32>) kernel {
  %c0 = arith.constant 0 : index
  %0 = gpu.thread_id x
  proton.record start "load"
  %1 = memref.load %arg0[%0] : memref<64xf32>
  proton.record end "load"
  %2 = arith.addf %1, %1 : f32
  memref.store %2, %arg0[%c0] : memref<64xf32>
  gpu.return
}
)";
const char *const kAfter = R"(gpu.func @k(%arg0: memref<64xf32>) kernel {
  %0 = proton_gpu.segment_alloc -> !proton_gpu.segment<?, global, warp>
  %c0 = arith.constant 0 : index
  %1 = gpu.thread_id x
  %2 = proton_gpu.read_counter : i32
  proton_gpu.store scope_start 0, %2 to %0 : !proton_gpu.segment<?, global, warp>
  %3 = memref.load %arg0[%1] : memref<64xf32>
  %4 = proton_gpu.read_counter : i32
  proton_gpu.store scope_end 0, %4 to %0 : !proton_gpu.segment<?, global, warp>
  %5 = arith.addf %3, %3 : f32
  memref.store %5, %arg0[%c0] : memref<64xf32>
  gpu.return
}
)";

PassRun pass(const char *name, int64_t microseconds, std::optional<IrTextId> before,
             std::optional<IrTextId> after) {
  PassRun run;
  run.name = name;
  run.scope = "gpu.module @kernels";
  run.time = Nanoseconds(microseconds * 1000);
  run.changed = before != after;
  run.before = before;
  run.after = after;
  return run;
}

std::shared_ptr<const PassReport> smallReport() {
  PassReportBuilder builder;
  builder.describe("k", "cpu", "default");
  CodePlaces places{{"/k/gemm.mlir"}, {}};
  places.lines = {{0, 1}, {}, {0, 2}, {0, 4}, {0, 5}, {0, 6}, {0, 7}, {0, 8}, {0, 9}};
  CodePlaces lowered{{"/k/gemm.mlir"}, {}};
  lowered.lines = {{0, 1}, {}, {}, {0, 2}, {0, 4}, {0, 4}, {0, 5}, {0, 6}, {0, 6}, {0, 7}, {0, 8}};
  const auto before = builder.keep(kBefore, places), after = builder.keep(kAfter, lowered);
  builder.beginStage("instrument", IrLanguage::Mlir);
  builder.begin(pass("canonicalize", 800, before, before));
  PassRun convert = pass("convert-proton-to-proton-gpu", 1240, before, after);
  convert.options = "buffer-type=global strategy=circular";
  convert.statistics = {{"operations", 9, 12}, {"proton.record", 2, 0}, {"proton_gpu.store", 0, 2}};
  builder.begin(std::move(convert));
  builder.beginStage("optimise (-O2)", IrLanguage::Llvm);
  const auto llvm = builder.keep("define void @k() {\n  %1 = add i32 0, 1\n  ret void\n}\n");
  PassRun clean =
      pass("instcombine", 90, llvm, builder.keep("define void @k() {\n  ret void\n}\n"));
  clean.scope = "function @k";
  builder.begin(std::move(clean));
  return std::make_shared<const PassReport>(builder.report());
}

QString labelText(const PassPanel &panel, const char *name) {
  return panel.findChild<QLabel *>(QLatin1String(name))->text();
}

/// A panel of this size with the small report, its first changed pass compared.
class Shown {
public:
  explicit Shown(ThemeKind kind = ThemeKind::Dark, QSize size = {960, 400}) {
    panel.setThemeKind(kind);
    panel.resize(size);
    panel.show();
    panel.setReport(smallReport());
    settle();
  }
  bool settle() {
    const bool isDone = QTest::qWaitFor([this] { return !panel.isComparing(); });
    QApplication::processEvents(); // the labels' widths
    return isDone;
  }
  QToolButton *button(const char *name) {
    return panel.findChild<QToolButton *>(QLatin1String(name));
  }
  PassPanel panel;
};

ThemeKind theme() {
  return QTest::currentDataTag() == QLatin1String("light") ? ThemeKind::Light : ThemeKind::Dark;
}

} // namespace

class PassPanelTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void passesThatChangedSomethingAreListedAndTheFirstIsShown() {
    Shown shown;
    QCOMPARE(shown.panel.list().shownPasses(), 2);
    QCOMPARE(shown.panel.list().current(), (PassPlace{0, 1}));
    QCOMPARE(labelText(shown.panel, "passCount"), QStringLiteral("2 of 3 passes"));
    QVERIFY(labelText(shown.panel, "passName").startsWith(QLatin1String("convert-proton-to")));
    QVERIFY(labelText(shown.panel, "passStatistics").contains(QLatin1String("proton.record 2")));
    QCOMPARE(labelText(shown.panel, "passDifference"),
             QStringLiteral("+5  ") + QChar(0x2212) + QStringLiteral("2  ~4 renumbered"));
    shown.button("onlyChangedPasses")->click();
    QCOMPARE(shown.panel.list().shownPasses(), 3);
    QCOMPARE(shown.panel.list().current(), (PassPlace{0, 1}));
  }

  void aPassThatChangedNothingSaysSo() {
    Shown shown;
    shown.button("onlyChangedPasses")->click();
    shown.panel.list().setCurrent({0, 0});
    QVERIFY(shown.settle());
    QCOMPARE(labelText(shown.panel, "passDifference"), QStringLiteral("no difference"));
    QVERIFY(!shown.button("nextDifference")->isEnabled());
    QVERIFY(!shown.panel.view().goToDifference(true));
  }

  void aClickInTheIrNamesItsSourceLineAndALineMarksItsIr() {
    Shown shown;
    shown.button("sideBySide")->setChecked(false);
    QSignalSpy chosen(&shown.panel, &PassPanel::placeChosen);
    IrView &view = shown.panel.view();
    const auto rowOf = [&](uint32_t right) {
      const auto &rows = view.rows();
      return static_cast<int>(std::ranges::find(rows, right, &IrRow::right) - rows.begin());
    };
    const auto click = [&](int row) {
      const int height = view.viewport()->height() / 20;
      const int top = view.verticalScrollBar()->value();
      QTest::mouseClick(view.viewport(), Qt::LeftButton, {},
                        QPoint(200, (row - top) * 18 + std::min(height, 9)));
    };
    view.verticalScrollBar()->setValue(0);
    click(rowOf(6)); // memref.load
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen[0][0].value<SourcePlace>().line, 5u);
    QCOMPARE(chosen[0][0].value<SourcePlace>().file, std::string("/k/gemm.mlir"));
    click(rowOf(1)); // the compiler's own
    QCOMPARE(chosen.size(), 1);
    const QImage none = view.grab().toImage();
    shown.panel.setPlace(SourcePlace{"gemm.mlir", 7, 0}); // by the end of the path
    QVERIFY(view.grab().toImage() != none);
    shown.panel.setPlace(std::nullopt);
    QVERIFY(view.grab().toImage() != none); // the line of the click is not marked any more
    QTest::keyClick(&view, Qt::Key_Up);
    QTest::keyClick(&view, Qt::Key_Return);
    QCOMPARE(chosen.size(), 2);
    QCOMPARE(chosen[1][0].value<SourcePlace>().line, 1u);
  }

  void keysGoFromDifferenceToDifference() {
    Shown shown;
    IrView &view = shown.panel.view();
    const int first = view.currentRow();
    QVERIFY(view.rows()[static_cast<size_t>(first)].rightState == IrLineState::Added);
    QTest::keyClick(&view, Qt::Key_N);
    const int second = view.currentRow();
    QVERIFY(second > first);
    QTest::keyClick(&view, Qt::Key_P);
    QCOMPARE(view.currentRow(), first);
    while (view.goToDifference(true)) {
    }
    const int last = view.currentRow();
    QTest::keyClick(&view, Qt::Key_N);
    QCOMPARE(view.currentRow(), last);
  }

  void textIsFoundFromTheCurrentLineOnAndAround() {
    Shown shown;
    IrView &view = shown.panel.view();
    auto *field = shown.panel.findChild<QLineEdit *>(QStringLiteral("findInIr"));
    field->setText(QStringLiteral("read_counter"));
    QTest::keyClick(field, Qt::Key_Return);
    const int first = view.currentRow();
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(view.currentRow() > first);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(view.currentRow(), first);
    field->setText(QStringLiteral("nowhere"));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(view.currentRow(), first);
    QCOMPARE(labelText(shown.panel, "passDifference"), QStringLiteral("not found: nowhere"));
  }

  void selectedLinesAreCopiedAsTheyAre() {
    Shown shown;
    IrView &view = shown.panel.view();
    QTest::keyClick(&view, Qt::Key_Home);
    QTest::keyClick(&view, Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(view.selectedText(),
             QStringLiteral("gpu.func @k(%arg0: memref<64xf32>) kernel {\n"
                            "  %0 = proton_gpu.segment_alloc -> !proton_gpu.segment<?, global, "
                            "warp>\n"));
  }

  void equalLinesCanBeHiddenAndShownByAClick() {
    Shown shown;
    IrView &view = shown.panel.view();
    const size_t all = view.rows().size();
    shown.button("onlyDifferences")->click();
    QVERIFY(view.rows().size() <= all);
    shown.button("sideBySide")->click();
    QVERIFY(view.rows().size() < all);
    Q_EMIT view.showAllRequested();
    QVERIFY(!shown.button("onlyDifferences")->isChecked());
  }

  void aMessageTakesTheReportsPlace() {
    Shown shown;
    shown.panel.showMessage(QStringLiteral("No passes."), QStringLiteral("Run it again."));
    QVERIFY(!shown.panel.report());
    QVERIFY(shown.panel.findChild<QLabel *>(QStringLiteral("passMessage"))->isVisible());
    QVERIFY(!shown.panel.view().isVisible());
  }

  void everyInkCanBeReadOnEveryGround_data() { themes(); }
  void everyInkCanBeReadOnEveryGround() {
    const Theme &colors = Theme::of(theme());
    for (const ColorToken ink :
         {ColorToken::Text, ColorToken::TextMuted, ColorToken::CodeOperation, ColorToken::CodeType,
          ColorToken::CodeString, ColorToken::CodeNumber})
      for (const IrLineState state :
           {IrLineState::Same, IrLineState::Removed, IrLineState::Added}) {
        const double contrast =
            Theme::contrast(colors.color(ink), IrPainter::ground(colors, state));
        QVERIFY2(contrast >= 4.5, qPrintable(QStringLiteral("%1 on %2: %3")
                                                 .arg(static_cast<int>(ink))
                                                 .arg(static_cast<int>(state))
                                                 .arg(contrast)));
      }
  }

  void pictures_data() { themes(); }
  void pictures() {
    applyTheme(*qApp, theme());
    Shown shown(theme());
    const QString suffix =
        theme() == ThemeKind::Dark ? QStringLiteral("-dark") : QStringLiteral("-light");
    shown.panel.setScope(QStringLiteral("load"));
    test::compareWithBaseline(QStringLiteral("passes-unified") + suffix,
                              shown.panel.grab().toImage());
    test::compareAtTwiceTheScale(QStringLiteral("passes-unified") + suffix, shown.panel);
    shown.button("sideBySide")->click();
    test::compareWithBaseline(QStringLiteral("passes-beside") + suffix,
                              shown.panel.grab().toImage());
  }

private:
  static void themes() {
    QTest::addColumn<int>("unused");
    QTest::newRow("dark") << 0;
    QTest::newRow("light") << 1;
  }
};

QTEST_MAIN(PassPanelTest)
#include "pass_panel_test.moc"
