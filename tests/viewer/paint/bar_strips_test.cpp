// SPDX-License-Identifier: Apache-2.0
// Bars that are painted as one image have the pixels of bars that are filled one by one.
#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <QtTest>

#include <random>

#include "viewer/paint/bar_strips.h"
#include "viewer/paint/draw_list_painter.h"

using namespace pstudio;

namespace {

constexpr int kWidth = 300, kHeight = 120;
constexpr PixelRect kClip{0, 0, kWidth, kHeight};

using Paint = std::function<void(QPainter &)>;

QImage painted(const Paint &paint) {
  QImage image(kWidth + 20, kHeight + 20, QImage::Format_RGB32);
  image.fill(Qt::darkGray);
  QPainter painter(&image);
  paint(painter);
  return image;
}

/// One list for each rectangle: a single one is never a strip.
QImage oneByOne(const std::vector<DrawRect> &rects) {
  TextCache texts;
  return painted([&](QPainter &painter) {
    for (const DrawRect &rect : rects) {
      DrawList list;
      list.clear(kClip);
      list.addRect(DrawLayer::Data, rect);
      paintDrawList(painter, list, Theme::of(ThemeKind::Dark), texts, {7, 5});
    }
  });
}

QImage together(const std::vector<DrawRect> &rects) {
  TextCache texts;
  return painted([&](QPainter &painter) {
    DrawList list;
    list.clear(kClip);
    for (const DrawRect &rect : rects)
      list.addRect(DrawLayer::Data, rect);
    paintDrawList(painter, list, Theme::of(ThemeKind::Dark), texts, {7, 5});
  });
}

/// Columns that stand on `bottom`, of random heights, colours and tints.
std::vector<DrawRect> columns(float bottom, std::mt19937 &random) {
  std::vector<DrawRect> rects;
  for (float x = -9; x < kWidth + 9; x += 3) {
    if (random() % 8 == 0)
      continue;
    const auto height = static_cast<float>(1 + random() % 30);
    rects.push_back({.rect = {x, bottom - height, 2, height},
                     .fill = random() % 3 == 0 ? ColorToken::Accent : ColorToken::Density,
                     .tint = random() % 2 == 0 ? uint8_t{255} : uint8_t{48}});
  }
  return rects;
}

} // namespace

class BarStripsTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void columnsOnOneLineArePaintedAsFilledOneByOne_data() {
    QTest::addColumn<float>("bottom");
    QTest::newRow("inside") << 60.0f;
    QTest::newRow("cut at the top") << 14.0f;
    QTest::newRow("cut at the bottom") << 130.0f;
  }

  void columnsOnOneLineArePaintedAsFilledOneByOne() {
    QFETCH(const float, bottom);
    std::mt19937 random(20261124);
    const std::vector<DrawRect> rects = columns(bottom, random);
    const BarStrips strips(kClip, Theme::of(ThemeKind::Dark));
    QCOMPARE(strips.countOf(rects), rects.size()); // one image for all
    QCOMPARE(together(rects), oneByOne(rects));
  }

  void barsOfOneHeightAndColumnsFollowEachOther() {
    std::mt19937 random(7);
    std::vector<DrawRect> rects;
    for (float x = 0; x < 120; x += 8)
      rects.push_back({.rect = {x, 20, 8, 16}, .fill = ColorToken::Hover, .corner = Corner::Soft});
    for (const float bottom : {80.0f, 110.0f})
      for (const DrawRect &rect : columns(bottom, random))
        rects.push_back(rect);
    QCOMPARE(together(rects), oneByOne(rects));
  }

  void columnsBetweenPixelsAreNoStrip() {
    std::mt19937 random(3);
    std::vector<DrawRect> rects = columns(60, random);
    for (DrawRect &rect : rects)
      rect.rect.x += 0.5f;
    const BarStrips strips(kClip, Theme::of(ThemeKind::Dark));
    QCOMPARE(strips.countOf(rects), size_t{0});
  }
};

QTEST_MAIN(BarStripsTest)
#include "bar_strips_test.moc"
