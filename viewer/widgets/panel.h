// SPDX-License-Identifier: Apache-2.0
// The base of the panels: a message in the place of the content, the models of the timeline, and
// computation while the panel is visible.
#pragma once

#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <initializer_list>
#include <string>

#include "viewer/models/area_model.h"
#include "viewer/models/selection_model.h"
#include "viewer/paint/theme.h"

class QStackedWidget;

namespace pstudio {

class MessagePage;

/// A view beside the timeline. The window connects its signals; a panel uses no other view.
/// [thread: gui]
class Panel : public QWidget {
  Q_OBJECT

public:
  /// \param name  "overlap": the object name is "overlapPanel", those of the message begin with
  /// "overlap".
  Panel(const QString &name, const QString &accessibleName, QWidget *parent);

  virtual void setThemeKind(ThemeKind kind) = 0;
  /// Makes all texts again, after a change of timeStyle() or of the size of texts.
  virtual void showTimesAgain() {}
  /// The table as CSV in the order of its lines; "" if there is none.
  virtual std::string csv() const { return {}; }
  /// Shows the result of a command, for example where a file was saved.
  virtual void showStatus(const QString &) {}

Q_SIGNALS:
  void sliceRevealed(pstudio::SliceId slice); ///< selected here: to be scrolled to
  void sliceZoomed(pstudio::SliceId slice);   ///< selected here: to be shown large
  void saveRequested();                       ///< csv() as a file

protected:
  /// The message, and in its place the content once showContent() is called.
  QWidget *makePages(QWidget *content);
  /// Fills the panel; the last widget gets the height that is left.
  void fill(std::initializer_list<QWidget *> widgets);
  void showMessage(const QString &title, const QString &hint);
  void showContent();
  bool showsContent() const;
  MessagePage &message() { return *m_message; }

  /// The models of the shown timeline, null without one; followed until they are gone or others
  /// are set.
  void setModels(SelectionModel *selection, AreaModel *area = nullptr);
  SelectionModel *selection() const { return m_selection; }
  AreaModel *area() const { return m_area; }
  virtual void followSelection(SliceId) {}
  /// A while after the last change: an area that is being dragged changes often.
  virtual void followArea() {}
  /// Selects a slice of the timeline and emits sliceRevealed() or sliceZoomed(); nothing for no
  /// slice.
  void choose(SliceId slice, bool isZoomed);

  /// Calls compute() when the panel is visible, or at once.
  void refresh(bool isAtOnce = false);
  bool isStale() const { return m_isStale; } ///< compute() is to be called
  virtual void compute() {}

  void showEvent(QShowEvent *event) override;

private:
  QString m_name;
  MessagePage *m_message = nullptr;
  QStackedWidget *m_pages = nullptr;
  QPointer<SelectionModel> m_selection;
  QPointer<AreaModel> m_area;
  QTimer m_delay;
  bool m_isStale = false;
};

} // namespace pstudio
