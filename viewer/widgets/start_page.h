// SPDX-License-Identifier: Apache-2.0
// The page of the window while no trace is open: run an example, open a file, or go back to a
// recent one.
#pragma once

#include <QIcon>
#include <QList>
#include <QString>
#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace pstudio {

/// One line or card of the page; `path` is the argument of its signal.
struct StartPageEntry {
  QString title;
  QString detail;
  QString path;
  QIcon icon;
  bool isMissing =
      false; ///< the file is gone: shown as such, and offered for removal instead of opening
  QString remark = {};  ///< of an example, beside its title: required hardware; may be empty
  QString toolTip = {}; ///< of an example; may be empty

  /// Without the icon.
  bool looksLike(const StartPageEntry &other) const {
    return title == other.title && detail == other.detail && path == other.path &&
           isMissing == other.isMissing && remark == other.remark && toolTip == other.toolTip;
  }
};

/// The icons of the large buttons.
struct StartPageIcons {
  QIcon newRun, program, open;
};

/// One click or Enter on an entry opens or runs it. [thread: gui]
class StartPage : public QWidget {
  Q_OBJECT

public:
  explicit StartPage(const StartPageIcons &icons, QWidget *parent = nullptr);

  /// Cards that look as before stay, with their focus.
  void setExamples(const QList<StartPageEntry> &examples);
  void setRecentFiles(const QList<StartPageEntry> &files);
  /// Programs that were run as they are, newest first. At most kMaxPrograms are shown; without one
  /// there is no heading either.
  void setRecentPrograms(const QList<StartPageEntry> &programs);
  /// The number of unsaved results of earlier starts; their card is above all others, hidden for 0.
  void setRecoverable(int count, const QIcon &icon);
  /// Why kernels cannot be run here, above the examples, which are then disabled; empty if they
  /// can.
  void setRunProblem(const QString &problem);

  static constexpr int kMaxPrograms = 4;

Q_SIGNALS:
  void newRunRequested();
  void programRequested();
  void openRequested();
  void exampleRequested(const QString &path);
  void recentRequested(const QString &path);
  void recentRemovalRequested(const QString &path);
  void recentProgramRequested(int number); ///< of setRecentPrograms()
  void recoverRequested();

private:
  QWidget *makeStartColumn(const StartPageIcons &icons);
  QWidget *makeExampleColumn();
  QWidget *makeRecent(const StartPageEntry &entry);

  QList<StartPageEntry> m_shownExamples;
  QVBoxLayout *m_recoverable = nullptr;
  QLabel *m_programsHeading = nullptr;
  QVBoxLayout *m_programs = nullptr;
  QVBoxLayout *m_recent = nullptr;
  QVBoxLayout *m_examples = nullptr;
  QLabel *m_problem = nullptr;
};

} // namespace pstudio
