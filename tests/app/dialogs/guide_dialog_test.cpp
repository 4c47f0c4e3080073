// SPDX-License-Identifier: Apache-2.0
// The Help window: every chapter of the guide opens from its contents, with all its pictures.
#include <QDir>
#include <QRegularExpression>
#include <QSet>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextFragment>
#include <QUrl>

#include "app/dialogs/guide_dialog.h"

using namespace pstudio;

namespace {

QString guideFolder() {
  return QStringLiteral(PSTUDIO_SOURCE_DIR "/resources/guide");
}

QStringList filesOfTheGuide(const QString &pattern) {
  return QDir(guideFolder()).entryList({pattern}, QDir::Files, QDir::Name);
}

/// The targets of a document's links to other chapters, each once, sorted.
QStringList chaptersLinkedIn(const QTextDocument &document) {
  QSet<QString> found;
  for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
    for (auto at = block.begin(); !at.atEnd(); ++at) {
      const QString target = at.fragment().charFormat().anchorHref();
      if (target.endsWith(QLatin1String(".md")))
        found.insert(target);
    }
  QStringList sorted(found.begin(), found.end());
  sorted.sort();
  return sorted;
}

/// The pictures of a document that could be loaded.
QSet<QString> picturesIn(const QTextDocument &document) {
  QSet<QString> found;
  for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
    for (auto at = block.begin(); !at.atEnd(); ++at) {
      if (!at.fragment().charFormat().isImageFormat())
        continue;
      const QString name = at.fragment().charFormat().toImageFormat().name();
      const QVariant image = document.resource(QTextDocument::ImageResource, name);
      if (image.isValid() && !image.isNull())
        found.insert(name);
    }
  return found;
}

} // namespace

class GuideDialogTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void init() {
    // Everything but what the off-screen platform says about itself.
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
  }

  void theContentsLinkEveryChapter() {
    GuideDialog dialog(guideFolder() + QLatin1String("/README.md"));
    const auto *text = dialog.findChild<QTextBrowser *>();
    QVERIFY(text);
    QStringList chapters = filesOfTheGuide(QStringLiteral("*.md"));
    chapters.removeOne(QStringLiteral("README.md"));
    QCOMPARE(chaptersLinkedIn(*text->document()), chapters);
  }

  void everyChapterOpensWithItsPicturesAndLinksTheContents() {
    GuideDialog dialog(guideFolder() + QLatin1String("/README.md"));
    dialog.show();
    auto *text = dialog.findChild<QTextBrowser *>();
    QVERIFY(text);
    QSet<QString> pictures = picturesIn(*text->document());
    QString words;
    for (const QString &chapter : chaptersLinkedIn(*text->document())) {
      text->setSource(QUrl(chapter));
      QVERIFY2(text->toPlainText().size() > 500, qPrintable(chapter));
      QVERIFY2(chaptersLinkedIn(*text->document()).contains(QLatin1String("README.md")),
               qPrintable(chapter));
      pictures.unite(picturesIn(*text->document()));
      words += text->toPlainText();
    }
    QVERIFY(words.contains(QLatin1String("proton.record start")));
    QStringList shown(pictures.begin(), pictures.end());
    shown.sort();
    QCOMPARE(shown, filesOfTheGuide(QStringLiteral("*.png")));
  }

  void picturesOfAChapterAreAtMostAsWideAsItsText() {
    GuideDialog dialog(guideFolder() + QLatin1String("/overlap.md"));
    const auto *text = dialog.findChild<QTextBrowser *>();
    QVERIFY(text);
    QVERIFY(!picturesIn(*text->document()).isEmpty());
    for (QTextBlock block = text->document()->begin(); block.isValid(); block = block.next())
      for (auto at = block.begin(); !at.atEnd(); ++at)
        if (at.fragment().charFormat().isImageFormat())
          QVERIFY(at.fragment().charFormat().toImageFormat().width() > 0);
  }
};

QTEST_MAIN(GuideDialogTest)
#include "guide_dialog_test.moc"
