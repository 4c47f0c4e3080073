// SPDX-License-Identifier: Apache-2.0
// Pictures of every panel below the timeline with traces of choice, for looking at:
//   panel_pictures DIR TRACE...                  each panel in both themes and two sizes, with
//   notes panel_pictures --guide DIR PANEL... TRACE... these panels in the size of the guide, as a
//   user finds them
#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QLineEdit>
#include <QTest>

#include "app/panels/panel_list.h"
#include "app/window/message_list.h"
#include "app/window/window_actions.h"
#include "tests/app/support/window_fixture.h"
#include "viewer/models/review_model.h"
#include "viewer/widgets/timeline/timeline_view.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

constexpr int kMaxOpenMs = 60000;
constexpr int kSettleMs = 1500; // docks move, results come from other threads

void addMessages(MainWindow &window) {
  window.messages().show(
      {Message::Severity::Info, QStringLiteral("Saved as gemm.csv"), {}, {}, {}});
  window.messages().show({Message::Severity::Error,
                          QStringLiteral("gemm failed while running: read of A at index 4096"),
                          QStringLiteral("kernels/gemm_tiled.mlir:61:12"),
                          QStringLiteral("the index is computed in line 58"),
                          {},
                          Message::Topic::Run});
}

bool savePanels(WindowFixture &fixture, const QString &folder) {
  bool isDone = true;
  MainWindow &window = fixture.window();
  const auto panels = window.findChildren<TracePanel *>();
  for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light})
    for (const QSize size : {QSize(1920, 1080), QSize(1024, 700)}) {
      window.setTheme(theme);
      fixture.show(size);
      for (TracePanel *panel : panels)
        for (const PanelView &view : panel->facts().views) {
          window.actions().panel(view.name)->trigger();
          QTest::qWait(kSettleMs);
          isDone &= window.grab().save(
              QStringLiteral("%1/%2-%3-%4.png")
                  .arg(folder, QLatin1String(view.name),
                       isDark(theme) ? QStringLiteral("dark") : QStringLiteral("light"))
                  .arg(size.width()));
        }
    }
  return isDone;
}

/// Pictures of the guide: one theme and size, nothing but the trace.
bool saveForGuide(WindowFixture &fixture, const QString &folder, const QStringList &panels) {
  bool isDone = true;
  MainWindow &window = fixture.window();
  window.setTheme(ThemeKind::Dark);
  fixture.show(QSize(1600, 960));
  QTest::qWait(kSettleMs);
  isDone &= window.grab().save(folder + QLatin1String("/timeline.png"));
  for (const QString &panel : panels) {
    window.findChild<QAction *>(panel)->trigger();
    QTest::qWait(kSettleMs);
    isDone &= window.grab().save(QStringLiteral("%1/%2.png").arg(folder, panel));
  }
  return isDone;
}

/// Notes of every colour, a range among them, and two views.
void addNotes(MainWindow &window) {
  const OpenTraceList &list = window.openTraces().list();
  ReviewModel &review = *list.find(list.current())->review;
  const TimeRange seen = window.timeline()->visibleRange();
  const auto at = [&seen](int64_t percent) {
    return Picoseconds(seen.begin.value + seen.length().value / 100 * percent);
  };
  review.addNote({at(12), at(12), "", "The pipeline is full from here on"});
  review.addNote({at(30), at(42), "", "Every warp waits for the second copy", review::Color::Red});
  review.addNote({at(55), at(60), "", "The same with 3 stages: 12 % less", review::Color::Green});
  review.addNote({at(80), at(80), "", "", review::Color::Blue});
  review.select(1);
  for (const char *name : {"First iteration", "Epilogue"}) {
    review::View view = window.timeline()->savedView();
    view.name = name;
    review.addView(view);
  }
}

std::pair<QStringList, QStringList> panelsAndFiles(const QStringList &words) {
  QStringList panels, files;
  for (const QString &word : words)
    (QFileInfo(word).isFile() ? files : panels) << word;
  return {panels, files};
}

} // namespace

int main(int argc, char **argv) {
  const QApplication application(argc, argv);
  QStringList words = QCoreApplication::arguments();
  const bool isForGuide = words.removeAll(QStringLiteral("--guide")) > 0;
  if (words.size() < 3)
    return 2;
  QDir().mkpath(words[1]);
  WindowFixture fixture;
  fixture.show();
  const auto [panels, files] = panelsAndFiles(words.mid(2));
  fixture.window().openTraces().open(files);
  if (!waitForOpenTraces(fixture.window(), files.size(), kMaxOpenMs))
    return 1;
  if (isForGuide)
    return saveForGuide(fixture, words[1], panels) ? 0 : 1;
  fixture.window()
      .findChild<QLineEdit *>(QStringLiteral("search"))
      ->setText(QStringLiteral("wait"));
  addMessages(fixture.window());
  addNotes(fixture.window());
  return savePanels(fixture, words[1]) ? 0 : 1;
}
