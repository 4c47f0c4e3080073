// SPDX-License-Identifier: Apache-2.0
// Both themes can be read: contrast is computed for every ink on every ground that it is used on.
#include <QApplication>
#include <QtTest>

#include "viewer/paint/theme.h"

using namespace pstudio;

namespace {

constexpr double kReadable = 4.5; // WCAG 2.1, text
constexpr double kVisible = 3.0;  // WCAG 2.1, signs and outlines

QString nameOf(ColorToken token) {
  const std::string_view name = colorTokenName(token);
  return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

void requireContrast(const Theme &theme, const QColor &ink, const QColor &ground, double least,
                     const QString &what) {
  const double contrast = Theme::contrast(ink, ground);
  const QString kind =
      theme.kind() == ThemeKind::Dark ? QStringLiteral("dark") : QStringLiteral("light");
  QVERIFY2(contrast >= least,
           qPrintable(QStringLiteral("%1, %2: %3").arg(kind, what).arg(contrast, 0, 'f', 2)));
}

} // namespace

class ThemeTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void contrastIsThatOfTheStandard() {
    QCOMPARE(Theme::contrast(Qt::black, Qt::white), 21.0);
    QCOMPARE(Theme::contrast(Qt::red, Qt::red), 1.0);
    QVERIFY(std::abs(Theme::contrast(QColor(0x767676), Qt::white) - 4.54) < 0.01);
  }

  void everyInkCanBeReadOnEverySurface_data() { themes(); }
  void everyInkCanBeReadOnEverySurface() {
    QFETCH(bool, isDark);
    const Theme &theme = Theme::of(isDark ? ThemeKind::Dark : ThemeKind::Light);
    for (const ColorToken ink : {ColorToken::Text, ColorToken::TextMuted, ColorToken::TextLink})
      for (const ColorToken ground : {ColorToken::Canvas, ColorToken::Panel, ColorToken::Raised,
                                      ColorToken::RaisedHover, ColorToken::Stripe})
        requireContrast(theme, theme.color(ink), theme.color(ground), kReadable,
                        nameOf(ink) + QStringLiteral(" on ") + nameOf(ground));
    requireContrast(theme, theme.color(ColorToken::OnAccent), theme.color(ColorToken::Accent),
                    kReadable, QStringLiteral("on accent"));
  }

  void everyScopeNameCanBeReadOnItsColour_data() { themes(); }
  void everyScopeNameCanBeReadOnItsColour() {
    QFETCH(bool, isDark);
    const Theme &theme = Theme::of(isDark ? ThemeKind::Dark : ThemeKind::Light);
    for (unsigned i = 0; i < kScopeColorCount; ++i) {
      requireContrast(theme, theme.color(scopeInk(i)), theme.color(scopeFill(i)), kReadable,
                      QStringLiteral("scope %1").arg(i));
      // Outer scopes are drawn in a tint, with ordinary text on it.
      requireContrast(theme, theme.color(ColorToken::Text), theme.tinted(scopeFill(i), 95),
                      kReadable, QStringLiteral("outer scope %1").arg(i));
    }
  }

  void signsAndOutlinesCanBeSeen_data() { themes(); }
  void signsAndOutlinesCanBeSeen() {
    QFETCH(bool, isDark);
    const Theme &theme = Theme::of(isDark ? ThemeKind::Dark : ThemeKind::Light);
    for (const ColorToken sign : {ColorToken::Warning, ColorToken::Caution, ColorToken::Good,
                                  ColorToken::Selection, ColorToken::FlowArrow, ColorToken::Cursor})
      for (const ColorToken ground : {ColorToken::Canvas, ColorToken::Raised})
        requireContrast(theme, theme.color(sign), theme.color(ground), kVisible,
                        nameOf(sign) + QStringLiteral(" on ") + nameOf(ground));
  }

  void scopeColoursDiffer_data() { themes(); }
  void scopeColoursDiffer() {
    QFETCH(bool, isDark);
    const Theme &theme = Theme::of(isDark ? ThemeKind::Dark : ThemeKind::Light);
    for (unsigned i = 0; i < kScopeColorCount; ++i)
      for (unsigned k = 0; k < i; ++k) {
        const QColor a = theme.color(scopeFill(i));
        const QColor b = theme.color(scopeFill(k));
        const int distance = std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) +
                             std::abs(a.blue() - b.blue());
        QVERIFY2(distance >= 60,
                 qPrintable(QStringLiteral("%1 and %2: %3").arg(i).arg(k).arg(distance)));
      }
  }

  void everyTokenHasAColourInBothThemes() {
    for (int i = 1; i < static_cast<int>(ColorToken::Count); ++i)
      for (const ThemeKind kind : {ThemeKind::Dark, ThemeKind::Light})
        QCOMPARE(Theme::of(kind).color(static_cast<ColorToken>(i)).alpha(), 255);
    QCOMPARE(Theme::of(ThemeKind::Dark).color(ColorToken::None).alpha(), 0);
  }

  void typeScaleIsElevenTwelveFourteenEighteen() {
    QCOMPARE(fontFor(FontRole::Small).pixelSize(), 11);
    QCOMPARE(fontFor(FontRole::Body).pixelSize(), 12);
    QCOMPARE(fontFor(FontRole::Heading).pixelSize(), 14);
    QCOMPARE(fontFor(FontRole::Title).pixelSize(), 18);
    QVERIFY(fontFor(FontRole::Mono).fixedPitch() ||
            fontFor(FontRole::Mono).family().contains(QStringLiteral("Mono")));
  }

  void applicationTakesTheThemesColours() {
    for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
      applyTheme(*qApp, kind);
      QCOMPARE(qApp->palette().color(QPalette::Window), Theme::of(kind).color(ColorToken::Panel));
      QCOMPARE(qApp->palette().color(QPalette::Text), Theme::of(kind).color(ColorToken::Text));
    }
  }

  void styleSheetHasNoTokenLeft() {
    for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark})
      QVERIFY(!styleSheetFor(Theme::of(kind)).contains(QLatin1Char('@')));
  }

private:
  static void themes() {
    QTest::addColumn<bool>("isDark");
    QTest::newRow("dark") << true;
    QTest::newRow("light") << false;
  }
};

QTEST_MAIN(ThemeTest)
#include "theme_test.moc"
