// SPDX-License-Identifier: Apache-2.0
// Both themes are readable: computes the contrast of every ink on every background that it is used
// on.
#include <QApplication>
#include <QWidget>
#include <QtTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "viewer/paint/theme.h"

using namespace pstudio;

namespace {

constexpr double kReadable = 4.5;   // WCAG 2.1, text
constexpr double kVisible = 3.0;    // WCAG 2.1, signs and outlines
constexpr double kNoticeable = 2.3; // of CIELAB (Mahy et al., Color Res. Appl. 1994)

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

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

/// A kind of colour vision as a matrix in linear RGB (Machado, Oliveira and Fernandes, IEEE Trans.
/// Vis. Comput. Graph. 2009, table 1, severity 1.0).
struct Vision {
  const char *name;
  Matrix matrix;
};
constexpr std::array kVisions = {
    Vision{"all cones", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    Vision{"protanopia",
           {{{0.152286, 1.052583, -0.204868},
             {0.114503, 0.786281, 0.099216},
             {-0.003882, -0.048116, 1.051998}}}},
    Vision{"deuteranopia",
           {{{0.367322, 0.860646, -0.227968},
             {0.280085, 0.672501, 0.047413},
             {-0.011820, 0.042940, 0.968881}}}},
    Vision{"tritanopia",
           {{{1.255528, -0.076749, -0.178779},
             {-0.078411, 0.930809, 0.147602},
             {0.004733, 0.691367, 0.303900}}}},
};

Triple times(const Matrix &matrix, const Triple &v) {
  Triple out{};
  for (size_t i = 0; i < 3; ++i)
    out[i] = matrix[i][0] * v[0] + matrix[i][1] * v[1] + matrix[i][2] * v[2];
  return out;
}

/// CIELAB of a colour for this vision (IEC 61966-2-1, CIE 15, white D65).
Triple labOf(const Vision &vision, QRgb color) {
  const auto linear = [](int value) {
    const double c = value / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  Triple rgb =
      times(vision.matrix, {linear(qRed(color)), linear(qGreen(color)), linear(qBlue(color))});
  for (double &value : rgb)
    value = std::clamp(value, 0.0, 1.0);
  constexpr Matrix kToXyz = {
      {{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}};
  const Triple xyz = times(kToXyz, rgb);
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
  const double x = f(xyz[0] / 0.9505), y = f(xyz[1]), z = f(xyz[2] / 1.089);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double distance(const Triple &a, const Triple &b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/// Counts how often a widget gets another style.
class StyleChanges : public QObject {
public:
  explicit StyleChanges(QWidget &widget) { widget.installEventFilter(this); }
  int count = 0;

protected:
  bool eventFilter(QObject *, QEvent *event) override {
    count += event->type() == QEvent::StyleChange ? 1 : 0;
    return false;
  }
};

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
      // Outer scopes have a tint, with ordinary text on it.
      requireContrast(theme, theme.color(ColorToken::Text), theme.tinted(scopeFill(i), 95),
                      kReadable, QStringLiteral("outer scope %1").arg(i));
    }
  }

  void namesCanBeReadOnEveryColourOfSlices() {
    for (const ThemeKind kind :
         {ThemeKind::Dark, ThemeKind::Light, ThemeKind::DarkOkabeIto, ThemeKind::LightOkabeIto}) {
      const Theme &theme = Theme::of(kind);
      const auto require = [&](ColorToken ink, ColorToken fill) {
        requireContrast(theme, theme.color(ink), theme.color(fill), kReadable, nameOf(fill));
        requireContrast(theme, theme.color(ColorToken::Text), theme.tinted(fill, 95), kReadable,
                        QStringLiteral("outer ") + nameOf(fill));
      };
      for (unsigned i = 0; i < kScopeColorCount; ++i)
        require(scopeInk(i), scopeFill(i));
      for (unsigned i = 0; i < kLevelCount; ++i)
        require(levelInk(i), levelFill(i));
      require(ColorToken::OnAsyncIssue, ColorToken::AsyncIssue);
      require(ColorToken::OnAsyncHidden, ColorToken::AsyncHidden);
      require(ColorToken::OnAsyncExposed, ColorToken::AsyncExposed);
      require(ColorToken::OnAsyncWork, ColorToken::AsyncWork);
    }
  }

  void fillsWithAMeaningCanBeSeenOnTheLightCanvas() {
    for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::LightOkabeIto}) {
      const Theme &theme = Theme::of(kind);
      std::vector<ColorToken> fills{
          ColorToken::Density,     ColorToken::Minimap,      ColorToken::AsyncIssue,
          ColorToken::AsyncHidden, ColorToken::AsyncExposed, ColorToken::AsyncWork,
          ColorToken::AsyncOpen,   ColorToken::CounterLine,  ColorToken::Instant,
          ColorToken::Accent,      ColorToken::AccentMuted};
      for (unsigned i = 0; i < kScopeColorCount; ++i)
        fills.push_back(scopeFill(i));
      for (const ColorToken fill : fills)
        requireContrast(theme, theme.color(fill), theme.color(ColorToken::Canvas), kVisible,
                        nameOf(fill) + QStringLiteral(" on the canvas"));
    }
  }

  void thePaletteForColourBlindUsersDiffersForEveryEye_data() { themes(); }
  void thePaletteForColourBlindUsersDiffersForEveryEye() {
    QFETCH(bool, isDark);
    const Theme &theme = Theme::of(isDark ? ThemeKind::DarkOkabeIto : ThemeKind::LightOkabeIto);
    const ThemeKind standard = isDark ? ThemeKind::Dark : ThemeKind::Light;
    QCOMPARE(theme.color(ColorToken::Canvas), Theme::of(standard).color(ColorToken::Canvas));
    for (const Vision &vision : kVisions)
      for (unsigned i = 0; i < kScopeColorCount; ++i)
        for (unsigned k = 0; k < i; ++k) {
          const double apart = distance(labOf(vision, theme.color(scopeFill(i)).rgb()),
                                        labOf(vision, theme.color(scopeFill(k)).rgb()));
          QVERIFY2(apart > 11, qPrintable(QStringLiteral("%1, %2 and %3: %4")
                                              .arg(QLatin1String(vision.name))
                                              .arg(i)
                                              .arg(k)
                                              .arg(apart)));
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

  void aHeatRampKeepsItsOrderForEveryEye_data() { themes(); }
  void aHeatRampKeepsItsOrderForEveryEye() {
    QFETCH(bool, isDark);
    const auto &ramp = Theme::of(isDark ? ThemeKind::Dark : ThemeKind::Light).ramp(ColorRamp::Heat);
    for (const Vision &vision : kVisions)
      for (size_t i = 2; i + 16 < ramp.size(); ++i) {
        const Triple less = labOf(vision, ramp[i]), more = labOf(vision, ramp[i + 16]);
        const double step = isDark ? more[0] - less[0] : less[0] - more[0];
        const QByteArray where = QStringLiteral("%1, entry %2: lightness by %3, colour by %4")
                                     .arg(QLatin1String(vision.name))
                                     .arg(i)
                                     .arg(step)
                                     .arg(distance(less, more))
                                     .toUtf8();
        QVERIFY2(step > 1, where); // lightness is monotonic
        QVERIFY2(distance(less, more) > kNoticeable, where);
      }
  }

  void nothingZeroAndLittleCanBeToldApartOnAHeatMap_data() { themes(); }
  void nothingZeroAndLittleCanBeToldApartOnAHeatMap() {
    QFETCH(bool, isDark);
    const Theme &theme = Theme::of(isDark ? ThemeKind::Dark : ThemeKind::Light);
    const auto &ramp = theme.ramp(ColorRamp::Heat);
    QCOMPARE(qAlpha(ramp[0]), 0);
    QCOMPARE(QColor(ramp[1]), theme.color(ColorToken::Canvas));
    for (const Vision &vision : kVisions)
      QVERIFY2(distance(labOf(vision, ramp[1]), labOf(vision, ramp[2])) > 8, vision.name);
    for (const QRgb under : ramp)
      if (qAlpha(under) == 255) {
        // The mark or its outline has sufficient contrast.
        const double contrast =
            std::max(Theme::contrast(theme.color(ColorToken::HeatMark), QColor(under)),
                     Theme::contrast(theme.color(ColorToken::HeatMarkUnder), QColor(under)));
        QVERIFY(contrast >= kVisible);
      }
  }

  void categoriesOfAHeatMapAreTheHuesOfTheScopes() {
    const Theme &theme = Theme::of(ThemeKind::Dark);
    const auto &ramp = theme.ramp(ColorRamp::Categories);
    for (unsigned i = 0; i < 2 * kScopeHueCount; ++i)
      QCOMPARE(QColor(ramp[2 + i]), theme.color(scopeFill(i % kScopeHueCount)));
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

  void anotherThemeStylesEachWidgetOnceAndTheSameOneNone() {
    applyTheme(*qApp, ThemeKind::Light);
    QWidget widget;
    widget.ensurePolished();
    StyleChanges changes(widget);
    applyTheme(*qApp, ThemeKind::Dark);
    QCOMPARE(changes.count, 1);
    applyTheme(*qApp, ThemeKind::Dark);
    QCOMPARE(changes.count, 1);
    applyTheme(*qApp, ThemeKind::Dark, QStringLiteral("QLabel { padding: 1px; }"));
    QCOMPARE(changes.count, 2);
    QVERIFY(qApp->styleSheet().endsWith(QLatin1String("padding: 1px; }")));
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
