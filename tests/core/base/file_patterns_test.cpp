// SPDX-License-Identifier: Apache-2.0
// Patterns of files: folders of any depth, hidden names, order, files that several names reach.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/base/file_patterns.h"

using namespace pstudio;

class FilePatternsTest : public QObject {
  Q_OBJECT

private:
  QTemporaryDir m_folder;

  void make(const QString &name) {
    const QString path = m_folder.filePath(name);
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
  }
  /// The matches of patterns below the folder, without it.
  QStringList matches(const QStringList &patterns, size_t errors = 0) const {
    std::vector<std::string> paths;
    for (const QString &pattern : patterns)
      paths.push_back(m_folder.filePath(pattern).toStdString());
    const MatchedFiles matched = matchFiles(paths);
    if (matched.errors.size() != errors)
      return {QString("%1 errors").arg(matched.errors.size())};
    QStringList names;
    for (const auto &file : matched.files)
      names << QDir(m_folder.path()).relativeFilePath(QString::fromStdString(file.string()));
    return names;
  }

private Q_SLOTS:
  void initTestCase() {
    for (const char *name : {"b.t", "a.t", "c.x", ".h.t", "d/e/f.t", "d/g.t", "d/.s/i.t"})
      make(name);
    QVERIFY(QFile::link(m_folder.filePath("d"), m_folder.filePath("l")));
  }

  void aStarMatchesWithinOneNameInSortedOrder() {
    QCOMPARE(matches({"*.t"}), QStringList({"a.t", "b.t"}));
    QCOMPARE(matches({"?.x"}), QStringList({"c.x"}));
    QCOMPARE(matches({"b.t", "a.t"}), QStringList({"a.t", "b.t"}));
  }
  void twoStarsMatchAnyFoldersAndFollowNoLink() {
    QCOMPARE(matches({"**/*.t"}), QStringList({"a.t", "b.t", "d/e/f.t", "d/g.t"}));
    QCOMPARE(matches({"**/**/f.t"}), QStringList({"d/e/f.t"}));
    QCOMPARE(matches({"d/**"}), QStringList({"d/e/f.t", "d/g.t"}));
  }
  void hiddenNamesAreMatchedOnlyByADot() {
    QCOMPARE(matches({".*.t"}), QStringList({".h.t"}));
    QCOMPARE(matches({"d/.s/*"}), QStringList({"d/.s/i.t"}));
  }
  void aFileOfSeveralNamesIsThereOnce() {
    QCOMPARE(matches({"*.t", "a.t", "d/../a.t"}), QStringList({"a.t", "b.t"}));
    QCOMPARE(matches({"l/*.t", "d/*.t"}), QStringList({"d/g.t"}));
  }
  void aPatternWithoutFilesIsAnErrorAndAPathIsKept() {
    QCOMPARE(matches({"*.none"}, 1), QStringList());
    QCOMPARE(matches({"none.t"}), QStringList({"none.t"}));
  }
  void aFileWithAWildcardInItsNameIsItself() {
    make("q*.t");
    make("qa.t");
    QCOMPARE(matches({"q*.t"}), QStringList({"q*.t"}));
    QVERIFY(QFile::remove(m_folder.filePath("q*.t")));
    QVERIFY(QFile::remove(m_folder.filePath("qa.t")));
  }
};

QTEST_GUILESS_MAIN(FilePatternsTest)
#include "file_patterns_test.moc"
