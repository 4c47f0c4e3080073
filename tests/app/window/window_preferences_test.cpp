// SPDX-License-Identifier: Apache-2.0
// The preferences by key and mouse: what they change, that they are kept, and how the dialog looks.
#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSpinBox>
#include <QStatusBar>
#include <QTest>

#include "app/dialogs/preferences_dialog.h"
#include "app/settings/text.h"
#include "app/window/command_palette.h"
#include "app/window/window_actions.h"
#include "app/window/window_style.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "tests/app/support/window_fixture.h"
#include "tests/viewer/image_compare.h"
#include "tests/viewer/overlap_sample.h"
#include "viewer/export/picture.h"
#include "viewer/widgets/number_table.h"
#include "viewer/widgets/overlap/operation_table.h"
#include "viewer/widgets/overlap/overlap_panel.h"
#include "viewer/widgets/statistics/statistics_panel.h"
#include "viewer/widgets/statistics/statistics_table.h"
#include "viewer/widgets/timeline/hover_card.h"
#include "viewer/widgets/timeline/inspector.h"
#include "viewer/widgets/timeline/timeline_view.h"

using namespace pstudio;
using namespace pstudio::test;

namespace {

PreferencesDialog *openDialog(MainWindow &window) {
  QApplication::setActiveWindow(&window);
  QTest::keyClick(&window, Qt::Key_Comma, Qt::ControlModifier);
  auto *dialog = window.findChild<PreferencesDialog *>();
  if (!dialog || !QTest::qWaitForWindowExposed(dialog))
    qFatal("the dialog did not open");
  return dialog;
}

template <class Widget> Widget &field(QWidget &parent, const char *name) {
  auto *found = parent.findChild<Widget *>(QLatin1String(name));
  if (!found)
    qFatal("no widget has this name");
  return *found;
}

void openSmallTrace(WindowFixture &fixture) {
  fixture.show();
  openSmall(fixture, QStringLiteral("small.pftrace"));
  if (!waitForOpenTraces(fixture.window(), 1))
    qFatal("the trace was not opened");
}

QString readoutOf(MainWindow &window) {
  return field<QLabel>(window, "selectionTimes").text();
}

QString inspectorText(MainWindow &window) {
  QStringList texts;
  for (const QLabel *label : window.findChild<Inspector *>()->findChildren<QLabel *>())
    texts << label->text();
  return texts.join(QLatin1Char('\n'));
}

QImage pictureOf(QWidget &widget, int scale) {
  QImage image(widget.size() * scale, QImage::Format_RGB32);
  image.setDevicePixelRatio(scale);
  widget.render(&image);
  return image;
}

/// Visible buttons and labels of one line that are smaller than their texts.
QStringList cutTexts(const QWidget &parent) {
  QStringList cut;
  const auto check = [&](const QWidget &widget, const QString &text) {
    if (widget.isVisible() && !text.isEmpty() && !widget.visibleRegion().isEmpty() &&
        (widget.width() < widget.sizeHint().width() ||
         widget.height() < widget.fontMetrics().height()))
      cut << QStringLiteral("%1 '%2' %3x%4 of %5x%6")
                 .arg(widget.objectName(), text)
                 .arg(widget.width())
                 .arg(widget.height())
                 .arg(widget.sizeHint().width())
                 .arg(widget.sizeHint().height());
  };
  for (const auto *button : parent.findChildren<QAbstractButton *>())
    check(*button, button->text());
  for (const auto *label : parent.findChildren<QLabel *>())
    if (label->metaObject() == &QLabel::staticMetaObject && !label->wordWrap())
      check(*label, label->text());
  return cut;
}

} // namespace

class WindowPreferencesTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
  }

  void theTextSizeIsChangedByKeyAndAppliesAtOnce() {
    WindowFixture fixture;
    openSmallTrace(fixture);
    MainWindow &window = fixture.window();
    QCOMPARE(QApplication::font().pixelSize(), kUsualTextSize);
    const int before = field<QLabel>(window, "selectionTimes").font().pixelSize();
    const QImage usual = window.timeline()->grab().toImage();
    PreferencesDialog *dialog = openDialog(window);
    auto &size = field<QSpinBox>(*dialog, "textSize");
    size.setFocus();
    QTest::keyClick(&size, Qt::Key_Up);
    QCOMPARE(QApplication::font().pixelSize(), kUsualTextSize + 1);
    QTest::keyClick(&size, Qt::Key_PageUp); // to the limit
    QCOMPARE(QApplication::font().pixelSize(), kMaxTextSize);
    QVERIFY(field<QLabel>(window, "selectionTimes").font().pixelSize() > before);
    QVERIFY(window.timeline()->grab().toImage() != usual);
    QCOMPARE(fixture.settings().preferences().textSize, kMaxTextSize);
    // At the next start, too; the default looks as before.
    QVERIFY(fixture.restart());
    QCOMPARE(QApplication::font().pixelSize(), kMaxTextSize);
    fixture.show();
    dialog = openDialog(fixture.window());
    QTest::mouseClick(&field<QPushButton>(*dialog, "resetPreferences"), Qt::LeftButton);
    QCOMPARE(QApplication::font().pixelSize(), kUsualTextSize);
    QVERIFY(fixture.settings().preferences() == Preferences());
    QVERIFY(!field<QPushButton>(*dialog, "resetPreferences").isEnabled());
    QCOMPARE(field<QSpinBox>(*dialog, "textSize").value(), kUsualTextSize);
  }

  void picturesKeepTheirSizeOfTexts() {
    WindowFixture fixture;
    const auto trace = std::make_shared<const Trace>(smallTrace());
    const auto picture = [&](const char *name) {
      const QString file = fixture.path(QLatin1String(name));
      return savePicture(trace, {}, toUtf8(file)) ? QImage(file) : QImage();
    };
    const QImage usual = picture("usual.png");
    Preferences large;
    large.textSize = kMaxTextSize;
    fixture.window().look().setPreferences(large);
    QVERIFY(!usual.isNull());
    QCOMPARE(picture("large.png"), usual);
  }

  void theUnitOfTimesIsEverywhere() {
    WindowFixture fixture;
    fixture.show({1600, 1100});
    QVERIFY(writePftrace(*makeOverlapTrace({}), toPath(fixture.path(QStringLiteral("a.pftrace")))));
    MainWindow &window = fixture.window();
    window.openFiles({fixture.path(QStringLiteral("a.pftrace"))});
    QVERIFY(waitForOpenTraces(window, 1));
    window.timeline()->selection()->select(SliceId(0));
    window.findChild<QAction *>(QStringLiteral("statistics"))->trigger();
    StatisticsPanel &statistics = window.panel<StatisticsPanel>();
    QTRY_VERIFY(statistics.table().statisticsModel().rowCount() > 0);
    window.actions().panel("overlap")->trigger(); // a panel that is not seen makes no rows
    QTRY_VERIFY(field<OperationTable>(window, "operationTable").model()->rowCount() > 0);
    const auto cell = [](const QAbstractItemView &view, int column) {
      return view.model()->index(0, column).data().toString();
    };
    const auto texts = [&] {
      std::string card;
      for (const CardLine &line : cardLines(*window.timeline()->trace(), SliceId(0)))
        card += line.value + "|";
      return QStringList{
          readoutOf(window), inspectorText(window).section("duration", 1), toQString(card),
          cell(statistics.table(), StatisticsModel::Median),
          cell(field<OperationTable>(window, "operationTable"), OperationModel::Issue)};
    };
    for (const QString &text : texts())
      QVERIFY2(text.contains(QLatin1String(" ns")), qPrintable(text));
    auto &times = field<QComboBox>(*openDialog(window), "times");
    times.setFocus();
    QTest::keyClick(&times, Qt::Key_Down);
    QTest::keyClick(&times, Qt::Key_Down);
    QCOMPARE(times.currentIndex(), static_cast<int>(TimeStyle::Microseconds));
    for (const QString &text : texts()) {
      QVERIFY2(text.contains(QLatin1String(" us")), qPrintable(text));
      QVERIFY2(!text.contains(QLatin1String(" ns")), qPrintable(text));
    }
    // Cycles first: both stay.
    QTest::keyClick(&times, Qt::Key_End);
    QCOMPARE(timeStyle(), TimeStyle::Cycles);
    const QString readout = readoutOf(window);
    QVERIFY2(readout.indexOf(QLatin1String(" cycles, ")) > readout.indexOf(QLatin1Char('(')),
             qPrintable(readout));
    QVERIFY(cell(statistics.table(), StatisticsModel::Median).endsWith(QLatin1String(" cyc")));
    QVERIFY(fixture.restart());
    QCOMPARE(timeStyle(), TimeStyle::Cycles);
  }

  void theThemeFollowsTheDesktopIfItShall() {
    WindowFixture fixture;
    fixture.show();
    MainWindow &window = fixture.window();
    QCOMPARE(window.theme(), ThemeKind::Dark);
    auto &theme = field<QComboBox>(*openDialog(window), "themeChoice");
    theme.setFocus();
    QTest::keyClick(&theme, Qt::Key_Home); // as the desktop
    QCOMPARE(window.theme(), ThemeKind::Light);
    fixture.isDesktopDark = true;
    QEvent changed(QEvent::ThemeChange);
    QApplication::sendEvent(&window, &changed);
    QCOMPARE(window.theme(), ThemeKind::Dark);
    QCOMPARE(fixture.settings().preferences().theme, ThemeChoice::System);
    // Looking at the desktop's colours leaves the window's.
    const QPalette ours = QApplication::palette();
    isDesktopDark(*qApp);
    QVERIFY(QApplication::palette() == ours);
    // A key chooses a theme, and the dialog shows it.
    window.actions().toggleTheme->trigger();
    QCOMPARE(window.theme(), ThemeKind::Light);
    QCOMPARE(theme.currentIndex(), static_cast<int>(ThemeChoice::Light));
    QApplication::sendEvent(&window, &changed);
    QCOMPARE(window.theme(), ThemeKind::Light);
    auto &palette = field<QComboBox>(*window.findChild<PreferencesDialog *>(), "scopePalette");
    palette.setFocus();
    QTest::keyClick(&palette, Qt::Key_Down);
    QCOMPARE(window.theme(), ThemeKind::LightOkabeIto);
    QVERIFY(window.actions().okabeIto->isChecked());
  }

  void theDialogIsInTheMenuThePaletteAndTheListOfKeys() {
    WindowFixture fixture;
    fixture.show();
    const auto help = fixture.window().actions().keyHelp();
    QVERIFY(std::any_of(help.begin(), help.end(),
                        [](const KeyHelp &line) { return line.keys == QLatin1String("Ctrl+,"); }));
    QTest::keyClick(&fixture.window(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    auto *palette = fixture.window().findChild<CommandPalette *>();
    QVERIFY(palette);
    QTest::keyClicks(palette->focusWidget() ? palette->focusWidget() : palette,
                     QStringLiteral("preferences"));
    QTest::keyClick(palette->focusWidget() ? palette->focusWidget() : palette, Qt::Key_Return);
    QTRY_VERIFY(fixture.window().findChild<PreferencesDialog *>());
    // The key again does not open a second one; Close closes it.
    PreferencesDialog *dialog = openDialog(fixture.window());
    QCOMPARE(fixture.window().findChildren<PreferencesDialog *>().size(), 1);
    QTest::mouseClick(&field<QPushButton>(*dialog, "closePreferences"), Qt::LeftButton);
    QTRY_VERIFY(!fixture.window().findChild<PreferencesDialog *>());
  }

  void storedValuesThatMakeNoSenseAreTheDefaults() {
    QTemporaryDir folder;
    QSettings store(folder.filePath(QStringLiteral("a.ini")), QSettings::IniFormat);
    const Settings settings(store);
    QVERIFY(settings.preferences() == Preferences());
    store.setValue(QStringLiteral("preferences/text_size"), 400);
    store.setValue(QStringLiteral("preferences/times"), QStringLiteral("weeks"));
    store.setValue(QStringLiteral("preferences/theme"), 7);
    store.setValue(QStringLiteral("preferences/palette"), QByteArray("\xff"));
    QVERIFY(settings.preferences() == Preferences());
    store.setValue(QStringLiteral("preferences/text_size"), QStringLiteral("large"));
    store.setValue(QStringLiteral("preferences/times"), QStringLiteral("ms"));
    Preferences expected;
    expected.times = TimeStyle::Milliseconds;
    QVERIFY(settings.preferences() == expected);
  }

  void noTextIsCutInASmallWindowWithTheLargestTexts() {
    WindowFixture fixture;
    Preferences large;
    large.textSize = kMaxTextSize;
    fixture.window().look().setPreferences(large);
    openSmallTrace(fixture);
    fixture.show({1024, 700});
    MainWindow &window = fixture.window();
    fixture.settle();
    QCOMPARE(window.size(), QSize(1024, 700));
    QStringList cut = cutTexts(window);
    PreferencesDialog *dialog = openDialog(window);
    fixture.settle();
    cut += cutTexts(*dialog);
    QVERIFY2(cut.isEmpty(), qPrintable(cut.join(QLatin1Char('\n'))));
    compareWithBaseline(QStringLiteral("preferences-largest"), pictureOf(*dialog, 1));
  }

  void theDialogLooksAsItShould_data() {
    QTest::addColumn<bool>("isDark");
    QTest::newRow("dark") << true;
    QTest::newRow("light") << false;
  }
  void theDialogLooksAsItShould() {
    QFETCH(bool, isDark);
    WindowFixture fixture;
    if (!isDark) // the theme of a new window is dark
      fixture.window().setTheme(ThemeKind::Light);
    fixture.show();
    PreferencesDialog *dialog = openDialog(fixture.window());
    field<QPushButton>(*dialog, "closePreferences").setFocus();
    for (const int scale : {1, 2})
      compareWithBaseline(
          QStringLiteral("preferences-%1-%2").arg(isDark ? "dark" : "light").arg(scale),
          pictureOf(*dialog, scale));
    if (const QString folder = qEnvironmentVariable("PSTUDIO_PICTURES"); !folder.isEmpty())
      savePicturesOfSizes(fixture, folder, isDark);
  }

private:
  /// For looking at: the whole window with the smallest and the largest texts.
  static void savePicturesOfSizes(WindowFixture &fixture, const QString &folder, bool isDark) {
    MainWindow &window = fixture.window();
    QVERIFY(writePftrace(*makeOverlapTrace({}), toPath(fixture.path(QStringLiteral("o.pftrace")))));
    window.openFiles({fixture.path(QStringLiteral("o.pftrace"))});
    QVERIFY(waitForOpenTraces(window, 1));
    window.timeline()->selection()->select(SliceId(0));
    for (const int size : {kMinTextSize, kMaxTextSize})
      for (const QSize room : {QSize(1600, 960), QSize(1024, 700)}) {
        Preferences preferences = window.look().preferences();
        preferences.textSize = size;
        window.look().setPreferences(preferences);
        fixture.show(room);
        for (QAction *panel : {window.actions().panel("overlap"), window.actions().panel("query"),
                               window.findChild<QAction *>(QStringLiteral("statistics"))}) {
          panel->trigger();
          fixture.settle();
          QVERIFY(window.grab().save(QStringLiteral("%1/text-%2-%3-%4-%5.png")
                                         .arg(folder)
                                         .arg(size)
                                         .arg(room.width())
                                         .arg(panel->objectName(), isDark ? "dark" : "light")));
        }
      }
    window.look().setPreferences({});
  }
};

QTEST_MAIN(WindowPreferencesTest)
#include "window_preferences_test.moc"
