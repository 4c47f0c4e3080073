// SPDX-License-Identifier: Apache-2.0
// Commands on the tracks of one timeline: filter, pin, hide, height and colour, by key and menu.
#pragma once

#include <QObject>

#include "viewer/geometry/timeline/timeline_content.h"
#include "viewer/geometry/timeline/track_settings.h"

class QMenu;

namespace pstudio {

/// Part of a TimelineView, which draws the tracks that are chosen here; the Tracks panel offers the
/// same commands. Without a trace all commands do nothing. [thread: gui]
///
/// Keys: P pins or unpins, H hides, Shift+H shows hidden tracks, Ctrl+Shift+Up and Ctrl+Shift+Down
/// move a line among its siblings, L changes the height of lines.
class TrackControls : public QObject {
  Q_OBJECT

public:
  explicit TrackControls(QObject *parent);

  /// Everything is shown in `content` again; null: no trace. It must outlive the next call.
  void setContent(TimelineContent *content);
  bool hasTrace() const { return m_content != nullptr; }

  QString filter() const;
  TrackCounts counts() const;
  std::optional<OnlyTracks> only() const;
  /// The tracks that a filter or a picked warp or CTA leaves, by TrackId; empty: neither is set.
  /// O(tracks).
  std::vector<bool> narrowedTracks() const;
  TrackHeight trackHeight() const;
  ColorBy colorBy() const;
  std::vector<ColorMeaning> legend() const;
  /// A short text about a narrowed choice of tracks: "only warp 3"; "" if there is none.
  QString onlyText() const;

  void setFilter(const QString &text);
  void setTrackHeight(TrackHeight height);
  void setColorBy(ColorBy by);
  void showHidden();
  /// Pins the tracks of a line, or unpins them if all are pinned.
  void togglePinned(NodeId node);
  /// Folds or unfolds a line, or the group around it; a line that a folded group hides: that group.
  void toggleFold(NodeId node, bool isGroup);
  /// Moves a line among its siblings: before `before`, or after all of them (none).
  void moveLine(NodeId node, NodeId before);
  void moveByKey(NodeId node, int places); ///< -1: up, 1: down
  void resetOrder();                       ///< as recorded; pinned tracks stay as they are
  void hide(NodeId node);
  void showOnly(const OnlyTracks &only);
  /// Removes the parts of the choice that hide the track.
  void show(TrackId track);

  /// The settings that are stored for the kernel of the trace.
  TrackSettings settings() const;
  void apply(const TrackSettings &settings);

  /// Entries for a line of the timeline; an invalid node: those about all lines.
  void addActions(QMenu &menu, NodeId node);
  /// True if the key is one of the commands; `node` is the line that it acts on, or none.
  bool handleKey(int key, Qt::KeyboardModifiers modifiers, NodeId node);
  /// To be called after the content has another grouping or arrangement.
  void groupingChanged();
  /// The same after a saved view was shown. The view belongs to the trace, so no settings are
  /// stored for the kernel.
  void viewShown();

Q_SIGNALS:
  void linesChanged(); ///< other tracks or heights
  void colorsChanged();
  void foldsChanged();
  void groupingRequested(pstudio::GroupingKind kind);
  void changed();         ///< any of the above, and another trace
  void settingsChanged(); ///< by the user: settings() are to be kept

private:
  void choose(TrackChoice choice, bool isKept = true);
  const DisplayNode *lineOf(NodeId node) const;
  void addPinActions(QMenu &menu, NodeId node, const QString &name);
  void addOnlyActions(QMenu &menu, TrackId track);
  void addLookActions(QMenu &menu);

  TimelineContent *m_content = nullptr;
};

/// "normal": for menus.
QString trackHeightName(TrackHeight height);

} // namespace pstudio
