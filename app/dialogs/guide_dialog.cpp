// SPDX-License-Identifier: Apache-2.0
#include "app/dialogs/guide_dialog.h"

#include <QFile>
#include <QFileInfo>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QImageReader>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextCursor>
#include <QTextFragment>
#include <QTextTable>
#include <QUrl>
#include <QVBoxLayout>

#include "viewer/paint/theme.h"
#include "viewer/widgets/screen_fit.h"

namespace pstudio {
namespace {

constexpr int kTextWidth = 728;
constexpr int kMargin = 16;
constexpr double kParagraphSpace = 8;
constexpr double kCellPadding = 4;
constexpr double kHeadingSpace = 16;
constexpr double kLinePercent = 125;

/// A line with a picture is as high as that: a share of its height would be a hole.
bool isPicture(const QTextBlock &block) {
  return !block.begin().atEnd() && block.begin().fragment().charFormat().isImageFormat();
}

/// Markdown comes without space between paragraphs and with the system's fixed font.
void setType(QTextDocument &document) {
  const QString systemMono = QFontDatabase::systemFont(QFontDatabase::FixedFont).family();
  QTextCharFormat fixed;
  fixed.setFontFamilies({fontFor(FontRole::Mono).family()});
  for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
    QTextCursor cursor(block);
    QTextBlockFormat format = block.blockFormat();
    const bool isCode = format.nonBreakableLines();
    format.setTopMargin(format.headingLevel() > 0 ? kHeadingSpace : 0);
    format.setBottomMargin(isCode ? 0 : kParagraphSpace);
    format.setLineHeight(isPicture(block) ? 100 : kLinePercent,
                         QTextBlockFormat::ProportionalHeight);
    cursor.setBlockFormat(format);
    for (auto at = block.begin(); !at.atEnd(); ++at) {
      if (at.fragment().charFormat().font().family() != systemMono)
        continue;
      cursor.setPosition(at.fragment().position());
      cursor.setPosition(at.fragment().position() + at.fragment().length(),
                         QTextCursor::KeepAnchor);
      cursor.mergeCharFormat(fixed);
    }
  }
}

/// Pictures are larger than the text is wide; they are shown as wide as it.
void fitPictures(QTextDocument &document, const QString &folder) {
  for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
    for (auto at = block.begin(); !at.atEnd(); ++at) {
      QTextImageFormat picture = at.fragment().charFormat().toImageFormat();
      if (!picture.isValid())
        continue;
      const QSize size = QImageReader(folder + QLatin1Char('/') + picture.name()).size();
      if (!size.isValid() || size.width() <= kTextWidth)
        continue;
      picture.setWidth(kTextWidth);
      picture.setHeight(static_cast<double>(size.height()) * kTextWidth / size.width());
      QTextCursor cursor(&document);
      cursor.setPosition(at.fragment().position());
      cursor.setPosition(at.fragment().position() + at.fragment().length(),
                         QTextCursor::KeepAnchor);
      cursor.setCharFormat(picture);
      break; // the block's fragments are made anew
    }
}

/// One thin line between the cells; the format of Markdown has two white ones.
void setTables(QTextDocument &document) {
  for (QTextFrame *frame : document.rootFrame()->childFrames()) {
    auto *table = qobject_cast<QTextTable *>(frame);
    if (table == nullptr)
      continue;
    QTextTableFormat format = table->format();
    format.setBorderCollapse(true);
    format.setBorder(1);
    format.setBorderBrush(QGuiApplication::palette().color(QPalette::Mid));
    format.setCellSpacing(0);
    format.setCellPadding(kCellPadding);
    table->setFormat(format);
  }
}

/// Sets margin, type and pictures of a chapter; every chapter is a new document.
void layOut(QTextDocument &document, const QString &folder) {
  document.setDocumentMargin(kMargin);
  setType(document);
  setTables(document);
  fitPictures(document, folder);
}

} // namespace

GuideDialog::GuideDialog(const QString &file, QWidget *parent) : QDialog(parent) {
  setObjectName(QStringLiteral("guide"));
  setWindowTitle(tr("Guide"));
  auto *text = new QTextBrowser;
  text->setObjectName(QStringLiteral("guideText"));
  text->setAccessibleName(tr("Guide"));
  text->setOpenExternalLinks(true);
  const QString folder = QFileInfo(file).absolutePath();
  text->setSearchPaths({folder});
  // A click on the link of a chapter sets the browser's source as well.
  connect(text, &QTextBrowser::sourceChanged, this,
          [text, folder] { layOut(*text->document(), folder); });
  QFile input(file);
  if (input.open(QIODevice::ReadOnly))
    text->setSource(QUrl::fromLocalFile(file));
  else
    text->setPlainText(tr("The guide cannot be read: %1: %2").arg(file, input.errorString()));
  auto *layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(text);
  resizeWithinScreen(*this, {kTextWidth + 5 * kMargin, 800}); // with the scroll bar
}

} // namespace pstudio
