// SPDX-License-Identifier: Apache-2.0
// The left panel: which open trace is shown, how its tracks are arranged, what the colours mean.
#pragma once

#include <QPointer>
#include <QWidget>

#include <functional>
#include <string>
#include <vector>

#include "viewer/geometry/color_token.h"
#include "viewer/geometry/timeline/grouping.h"
#include "viewer/widgets/timeline/track_panel_scopes.h"

class QAbstractItemModel;
class QBoxLayout;
class QComboBox;
class QLabel;
class QListView;
class QListWidget;
class QModelIndex;

namespace pstudio {

class TrackControls;
class TrackFilterBox;

/// Shows choices and reports what was chosen; the choice of tracks goes to the timeline directly.
/// [thread: gui]
class TrackPanel : public QWidget {
  Q_OBJECT

public:
  /// \param openTraces  one row per open trace; `subtitleRole` gives the words at its right. Must
  /// outlive the panel.
  TrackPanel(QAbstractItemModel *openTraces, int subtitleRole, QWidget *parent = nullptr);

  void setCurrentTrace(const QModelIndex &index);
  void setGrouping(GroupingKind kind);
  /// Fills the legend. `colorOf` gives the colour that the timeline draws a scope in, `valueColor`
  /// is that of recorded values, `instantColor` that of instants.
  void setScopes(const std::vector<ScopeShare> &scopes,
                 const std::function<QColor(StringId)> &colorOf, const QColor &valueColor,
                 const QColor &instantColor);
  void clearScopes();
  /// The timeline whose tracks are chosen here, null for none, and the colours of its legend.
  void setControls(TrackControls *controls, const std::function<QColor(ColorToken)> &colorOf);

Q_SIGNALS:
  void traceChosen(const QModelIndex &index);
  void traceCloseRequested(const QModelIndex &index);
  void groupingChosen(pstudio::GroupingKind kind);
  void scopeClicked(const QString &name);

protected:
  void changeEvent(QEvent *event) override;

private:
  QWidget *makeOpenTraces(QAbstractItemModel *openTraces, int subtitleRole);
  QWidget *makeTracks();
  void arrangeRow();
  QWidget *makeScopes();
  void updateEmptyTexts();
  void updateLegend();

  QListView *m_openTraces = nullptr;
  QLabel *m_noOpenTrace = nullptr;
  QWidget *m_tracksSection = nullptr;
  QBoxLayout *m_groupRow = nullptr;
  QComboBox *m_grouping = nullptr;
  TrackFilterBox *m_filter = nullptr;
  QPointer<TrackControls> m_controls;
  std::function<QColor(ColorToken)> m_legendColor;
  QListWidget *m_legend = nullptr; ///< of colours that are not those of scopes
  QListWidget *m_scopes = nullptr;
  QLabel *m_noScopes = nullptr;
};

} // namespace pstudio
