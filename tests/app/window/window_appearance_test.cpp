// SPDX-License-Identifier: Apache-2.0
// Pages, dialogs and panels that have no baseline of their own, in both themes and at both scales.
#include <QApplication>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTableView>
#include <QTest>
#include <QVBoxLayout>

#include <functional>
#include <map>
#include <memory>

#include "app/dialogs/kernel_choice.h"
#include "app/dialogs/program_dialog.h"
#include "app/dialogs/run_dialog.h"
#include "app/panels/log_panel.h"
#include "app/window/command_palette.h"
#include "app/window/key_help_dialog.h"
#include "app/window/window_style.h"
#include "core/run/run_spec.h"
#include "tests/app/support/window_fixture.h"
#include "tests/support/gpu_trace.h"
#include "tests/viewer/image_compare.h"
#include "viewer/models/review_model.h"
#include "viewer/models/search_model.h"
#include "viewer/widgets/query/query_panel.h"
#include "viewer/widgets/review/notes_panel.h"
#include "viewer/widgets/search/search_panel.h"
#include "viewer/widgets/start_page.h"
#include "viewer/widgets/timeline/inspector.h"
#include "viewer/widgets/timeline/timeline_navigator.h"
#include "viewer/widgets/timeline/timeline_view.h"
#include "viewer/widgets/timeline/track_panel.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

constexpr int kBoxWidth = 26;   ///< of a cell with a check box, before its text
constexpr int kBoxOutline = 40; ///< pixels; that of a box of 14 without its round corners

constexpr int kSearchMs = 10000;

/// A view and the objects that it requires.
struct View {
  std::unique_ptr<WindowFixture> fixture;
  std::vector<std::unique_ptr<QObject>> models;
  std::unique_ptr<QWidget> widget; ///< destroyed first
};

using Maker = std::function<View(ThemeKind)>;

View makeStart(ThemeKind) {
  auto page = std::make_unique<StartPage>(StartPageIcons());
  page->setRecoverable(2, {});
  page->setExamples({{QStringLiteral("gemm_tiled"), QStringLiteral("C = A * B, tiled, with copies"),
                      QStringLiteral("a.json"), QIcon()},
                     {QStringLiteral("gemm_wgmma"), QStringLiteral("C = A * B on tensor cores"),
                      QStringLiteral("b.json"), QIcon(), false, QStringLiteral("needs Hopper")}});
  page->setRecentFiles({{QStringLiteral("yesterday.pftrace"), QStringLiteral("results"),
                         QStringLiteral("results/yesterday.pftrace"), QIcon()},
                        {QStringLiteral("gone.pftrace"), QStringLiteral("results"),
                         QStringLiteral("results/gone.pftrace"), QIcon(), true}});
  page->resize(800, 520);
  return {nullptr, {}, std::move(page)};
}

View makeRunDialog(ThemeKind) {
  auto fixture = std::make_unique<WindowFixture>();
  auto dialog = std::make_unique<RunDialog>(fixture->settings());
  auto spec = loadRunSpec(gemmSpec().toStdString());
  if (!spec)
    qFatal("%s", spec.error().toString().c_str());
  spec->kernelFile = "gemm_tiled.mlir"; // independent of the machine
  spec->path.clear();
  dialog->setTargets({{QStringLiteral("cpu"), QStringLiteral("CPU model: 4 SMs"), true, {}}});
  dialog->setSpec(*spec);
  dialog->resize(720, 560);
  return {std::move(fixture), {}, std::move(dialog)};
}

View makeProgramDialog(ThemeKind) {
  auto fixture = std::make_unique<WindowFixture>();
  auto dialog = std::make_unique<ProgramDialog>(
      fixture->settings(), QString(), QString(),
      [](const QString &title) -> Result<QString> { return title; });
  attach::AttachedProgram program;
  program.command = "python train_step.py --steps 10 --checkpoint 'runs/2026 11'";
  program.folder = "/srv/train";
  dialog->setProgram(program);
  dialog->resize(640, 420);
  return {std::move(fixture), {}, std::move(dialog)};
}

/// The kernels of a decode loop in a range, with the settings of the recording below.
View makeKernels(ThemeKind) {
  const auto kernel = [](const char *name, uint64_t launches, uint64_t replays, uint64_t outside,
                         uint64_t gpuTimeNs) {
    attach::ReportedKernel row;
    row.kernel = name;
    row.launches = launches;
    row.autotuning = 0;
    row.captured = replays > 0 ? 1 : 0;
    row.recorded = 0;
    row.outside = outside;
    row.replays = replays;
    row.instrumentable = true;
    row.gpuTimeNs = gpuTimeNs;
    return row;
  };
  attach::AttachReport report;
  report.kernels = {kernel("mix", 40, 40, 11, 1'234'567),
                    kernel("normalize", 1'042, 80, 22, 98'765),
                    kernel("elementwise_kernel", 3, 0, 5, 4'321)};
  report.kernels.back().instrumentable = false;
  report.kernels.back().reason = "no: the image has machine code only; compile it with PTX";
  attach::AttachedProgram program;
  program.kernels = {{"mix", "25"}};
  program.settings.range = "scope=decode";
  program.settings.recordsKernelScopes = true;
  auto choice = std::make_unique<KernelChoice>();
  choice->setReport(report, program);
  choice->resize(920, 760);
  return {nullptr, {}, std::move(choice)};
}

View makePalette(ThemeKind) {
  auto window = std::make_unique<QWidget>();
  window->resize(640, 320);
  const QList<PaletteCommand> commands = {
      {QStringLiteral("a"), QStringLiteral("Whole trace"), QStringLiteral("Ctrl+0"), {}, true, {}},
      {QStringLiteral("b"),
       QStringLiteral("Fold all tracks"),
       QStringLiteral("Ctrl+["),
       {},
       true,
       {}},
      {QStringLiteral("c"),
       QStringLiteral("Run again"),
       QStringLiteral("F5"),
       QStringLiteral("Nothing was run yet"),
       false,
       {}},
      {QStringLiteral("d"), QStringLiteral("Go to gemm_tiled"), {}, {}, true, {}}};
  auto *palette = new CommandPalette(commands, {}, window.get());
  palette->setWindowFlags(Qt::Widget); // shown inside the picture
  window->show();
  palette->open();
  palette->move((window->width() - palette->width()) / 2, 48);
  return {nullptr, {}, std::move(window)};
}

View makeKeys(ThemeKind) {
  auto dialog = std::make_unique<KeyHelpDialog>(QList<KeyHelp>{
      {QStringLiteral("W, S"), QStringLiteral("Zoom in and out at the pointer")},
      {QStringLiteral(",  ."), QStringLiteral("Previous and next slice on the row")},
      {QStringLiteral("Ctrl+Shift+P"), QStringLiteral("Find and run a command by typing")}});
  dialog->resize(560, 240);
  return {nullptr, {}, std::move(dialog)};
}

View makeInspector(ThemeKind) {
  auto inspector = std::make_unique<Inspector>();
  const auto trace = makeGpuTrace();
  inspector->resize(264, 640);
  inspector->setTrace(trace, [](StringId) { return QColor(0x4f, 0xb0, 0xc6); });
  inspector->setSlice(firstSliceNamed(*trace, "wait full"));
  return {nullptr, {}, std::move(inspector)};
}

View makeSearch(ThemeKind kind) {
  auto panel = std::make_unique<SearchPanel>();
  SearchModel &model = panel->model();
  panel->setThemeKind(kind);
  model.setTrace(makeGpuTrace());
  model.setQuery({"wait", false});
  (void)QTest::qWaitFor([&] { return model.state() == SearchModel::State::Done; }, kSearchMs);
  model.goTo(2);
  panel->resize(800, 240);
  return {nullptr, {}, std::move(panel)};
}

View makeQuery(ThemeKind kind) {
  auto panel = std::make_unique<QueryPanel>();
  panel->setThemeKind(kind);
  panel->setTrace(makeGpuTrace(), makeGpuTrace(), nullptr);
  panel->resize(800, 240);
  return {nullptr, {}, std::move(panel)};
}

View makeNotes(ThemeKind kind) {
  auto model = std::make_unique<ReviewModel>();
  const Picoseconds at(900'000), end(1'100'000);
  model->addNote({at, at, "", "The pipeline is full from here on"});
  model->addNote({at, end, "", "Every warp waits for the second copy", review::Color::Red});
  auto panel = std::make_unique<NotesPanel>();
  panel->setThemeKind(kind);
  panel->setModel(model.get());
  panel->resize(800, 240);
  View view;
  view.models.push_back(std::move(model));
  view.widget = std::move(panel);
  return view;
}

View makeLog(ThemeKind) {
  auto log = std::make_unique<LogPanel>();
  log->resize(640, 140);
  auto *text = log->findChild<QPlainTextEdit *>();
  text->appendPlainText(QStringLiteral("12:00:01  opened gemm.pftrace: 6,336 slices"));
  text->appendPlainText(QStringLiteral("12:00:02  note: 2 warps did not end"));
  return {nullptr, {}, std::move(log)};
}

View makeSmLanes(ThemeKind kind) {
  auto view = std::make_unique<TimelineView>();
  view->setThemeKind(kind);
  view->resize(800, 360);
  view->setTrace(makeGpuTrace());
  view->setGrouping(GroupingKind::SmWarp);
  return {nullptr, {}, std::move(view)};
}

/// The tracks of a trace, with the input field for a time above the timeline.
View makeGoTo(ThemeKind kind) {
  auto view = std::make_unique<TimelineView>();
  view->setThemeKind(kind);
  view->resize(640, 240);
  view->setTrace(makeGpuTrace());
  view->show();
  view->navigator()->askTime();
  return {nullptr, {}, std::move(view)};
}

const std::map<QString, Maker> &makers() {
  static const std::map<QString, Maker> kMakers = {{QStringLiteral("start"), makeStart},
                                                   {QStringLiteral("run-dialog"), makeRunDialog},
                                                   {QStringLiteral("program"), makeProgramDialog},
                                                   {QStringLiteral("kernels"), makeKernels},
                                                   {QStringLiteral("palette"), makePalette},
                                                   {QStringLiteral("keys"), makeKeys},
                                                   {QStringLiteral("inspector"), makeInspector},
                                                   {QStringLiteral("search"), makeSearch},
                                                   {QStringLiteral("query"), makeQuery},
                                                   {QStringLiteral("notes"), makeNotes},
                                                   {QStringLiteral("log"), makeLog},
                                                   {QStringLiteral("sm-lanes"), makeSmLanes},
                                                   {QStringLiteral("go-to"), makeGoTo}};
  return kMakers;
}

} // namespace

class WindowAppearanceTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
    QApplication::setCursorFlashTime(0); // the cursor of a text field does not blink
  }

  void viewsLookAsInTheBaseline_data() {
    QTest::addColumn<QString>("view");
    QTest::addColumn<bool>("isLight");
    for (const auto &[name, maker] : makers())
      for (const bool isLight : {false, true})
        QTest::newRow(qPrintable(name + (isLight ? "-light" : "-dark"))) << name << isLight;
  }
  void viewsLookAsInTheBaseline() {
    QFETCH(const QString, view);
    QFETCH(const bool, isLight);
    const ThemeKind kind = isLight ? ThemeKind::Light : ThemeKind::Dark;
    applyWindowTheme(*qApp, kind);
    const View made = makers().at(view)(kind);
    applyWindowTheme(*qApp, kind); // the window of the view has set its own theme
    made.widget->show();
    QVERIFY(QTest::qWaitForWindowExposed(made.widget.get()));
    QApplication::processEvents();
    const QImage once = made.widget->grab().toImage();
    QCOMPARE(made.widget->grab().toImage(), once);
    const QString name = QLatin1String(QTest::currentDataTag());
    compareWithBaseline(name, once);
    compareAtTwiceTheScale(name, *made.widget);
  }

  void boxesThatAreNotTickedAreVisible_data() {
    QTest::addColumn<bool>("isLight");
    QTest::newRow("dark") << false;
    QTest::newRow("light") << true;
  }
  void boxesThatAreNotTickedAreVisible() {
    QFETCH(const bool, isLight);
    const ThemeKind kind = isLight ? ThemeKind::Light : ThemeKind::Dark;
    applyWindowTheme(*qApp, kind);
    const View made = makeKernels(kind);
    made.widget->show();
    QVERIFY(QTest::qWaitForWindowExposed(made.widget.get()));
    auto *table = made.widget->findChild<QTableView *>(QStringLiteral("kernelTable"));
    const QModelIndex row = table->model()->index(1, 0);
    QCOMPARE(row.data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
    QRect box = table->visualRect(row);
    box.setWidth(kBoxWidth);
    const QImage image = table->viewport()->grab(box).toImage();
    const QColor ground = image.pixelColor(0, image.height() / 2);
    int visible = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x)
        visible += Theme::contrast(image.pixelColor(x, y), ground) >= 3.0 ? 1 : 0;
    QVERIFY2(visible >= kBoxOutline, qPrintable(QString::number(visible)));
  }
};

QTEST_MAIN(WindowAppearanceTest)
#include "window_appearance_test.moc"
