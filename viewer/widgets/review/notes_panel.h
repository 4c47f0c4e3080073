// SPDX-License-Identifier: Apache-2.0
// The notes and named views of the shown trace: lists, editing and commands.
#pragma once

#include "viewer/models/review_model.h"
#include "viewer/widgets/panel.h"

class QComboBox;
class QListWidget;
class QListWidgetItem;
class QToolButton;

namespace pstudio {

class ElidedLabel;
class NoteTableModel;
class NumberTable;

/// Does not depend on a timeline: commands that need one are signals. Keys: F2 edits, Del deletes
/// the current line; Return goes to a note or restores a view. [thread: gui]
class NotesPanel : public Panel {
  Q_OBJECT

public:
  explicit NotesPanel(QWidget *parent = nullptr);

  /// Null: no trace.
  void setModel(ReviewModel *model);
  void setThemeKind(ThemeKind kind) override;
  /// Opens the editor of a note's text.
  void editNote(size_t note);
  void showStatus(const QString &text) override;
  QString status() const;
  std::string csv() const override;

  NumberTable &table() { return *m_table; }
  QListWidget &views() { return *m_views; }

Q_SIGNALS:
  void noteRequested(); ///< a new one
  void noteChosen(size_t note);
  void viewSaveRequested();
  void viewChosen(size_t view);
  void viewUpdateRequested(size_t view); ///< replace by the shown view

protected:
  bool eventFilter(QObject *watched, QEvent *event) override;

private:
  QWidget *makeNotes();
  QWidget *makeViews();
  void chooseLine(int line);
  void showSelected();
  void showViews();
  void renameView(QListWidgetItem *item);
  void recolor(int color);
  void removeNote();
  void removeView();
  void updateControls();
  std::optional<size_t> currentView() const;

  QPointer<ReviewModel> m_model;
  NoteTableModel *m_notes;
  NumberTable *m_table;
  QListWidget *m_views;
  QComboBox *m_color = nullptr;
  QToolButton *m_addNote = nullptr, *m_removeNote = nullptr, *m_csv = nullptr;
  QToolButton *m_addView = nullptr, *m_showView = nullptr, *m_updateView = nullptr,
              *m_removeView = nullptr;
  ElidedLabel *m_status;
  bool m_isFilling = false, m_isRenaming = false;
};

} // namespace pstudio
