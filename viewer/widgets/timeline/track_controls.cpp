// SPDX-License-Identifier: Apache-2.0
// Commands on the tracks of one timeline: filter, pin, hide, height and colour, by key and menu.
#include "viewer/widgets/timeline/track_controls.h"

#include <QMenu>

#include <algorithm>
#include <array>

#include "viewer/geometry/number_format.h"
#include "viewer/geometry/timeline/line_drag.h"
#include "viewer/paint/qt_text.h"

namespace pstudio {
namespace {

constexpr std::array kTrackHeights = {TrackHeight::Compact, TrackHeight::Normal, TrackHeight::Tall};
constexpr std::array kColorings = {ColorBy::Scope, ColorBy::Duration, ColorBy::Sm, ColorBy::State};
constexpr int kLongestMenuName = 40;

/// The name of a line as part of a menu entry: short, and "&" makes no key of the next letter.
QString menuName(const std::string &label) {
  QString name = toQString(label);
  if (name.size() > kLongestMenuName)
    name = name.left(kLongestMenuName - 1) + QChar(0x2026);
  return name.replace(QLatin1Char('&'), QLatin1String("&&"));
}

} // namespace

QString trackHeightName(TrackHeight height) {
  switch (height) {
  case TrackHeight::Compact:
    return TrackControls::tr("compact");
  case TrackHeight::Tall:
    return TrackControls::tr("tall");
  case TrackHeight::Normal:
    break;
  }
  return TrackControls::tr("normal");
}

TrackControls::TrackControls(QObject *parent) : QObject(parent) {
  setObjectName(QStringLiteral("trackControls"));
}

void TrackControls::setContent(TimelineContent *content) {
  m_content = content;
  Q_EMIT changed();
}

QString TrackControls::filter() const {
  return m_content ? toQString(m_content->choice().filter) : QString();
}

TrackCounts TrackControls::counts() const {
  return m_content ? m_content->counts() : TrackCounts();
}

std::optional<OnlyTracks> TrackControls::only() const {
  return m_content ? m_content->choice().only : std::nullopt;
}

std::vector<bool> TrackControls::narrowedTracks() const {
  std::vector<bool> tracks;
  if (!m_content || !m_content->choice().isNarrowed())
    return tracks;
  for (uint32_t i = 0; i < m_content->trace().tracks().size(); ++i)
    tracks.push_back(m_content->tree().nodeOf(TrackId(i)).isValid());
  return tracks;
}

TrackHeight TrackControls::trackHeight() const {
  return m_content ? m_content->trackHeight() : TrackHeight::Normal;
}

ColorBy TrackControls::colorBy() const {
  return m_content ? m_content->colorBy() : ColorBy::Scope;
}

std::vector<ColorMeaning> TrackControls::legend() const {
  return m_content ? m_content->legend() : std::vector<ColorMeaning>();
}

QString TrackControls::onlyText() const {
  const auto picked = only();
  return picked ? tr("only %1").arg(toQString(picked->label)) : QString();
}

void TrackControls::choose(TrackChoice choice, bool isKept) {
  if (!m_content || choice == m_content->choice())
    return;
  m_content->setChoice(std::move(choice));
  Q_EMIT linesChanged();
  Q_EMIT changed();
  if (isKept)
    Q_EMIT settingsChanged();
}

void TrackControls::setFilter(const QString &text) {
  if (!m_content)
    return;
  TrackChoice choice = m_content->choice();
  choice.filter = text.trimmed().toStdString();
  choose(std::move(choice), false);
}

void TrackControls::setTrackHeight(TrackHeight height) {
  if (!m_content || height == m_content->trackHeight())
    return;
  m_content->setTrackHeight(height);
  Q_EMIT linesChanged();
  Q_EMIT changed();
  Q_EMIT settingsChanged();
}

void TrackControls::setColorBy(ColorBy by) {
  if (!m_content || by == m_content->colorBy())
    return;
  m_content->setColorBy(by);
  Q_EMIT colorsChanged();
  Q_EMIT changed();
  Q_EMIT settingsChanged();
}

void TrackControls::showHidden() {
  if (!m_content)
    return;
  TrackChoice choice = m_content->choice();
  pstudio::showHidden(choice);
  choose(std::move(choice));
}

const DisplayNode *TrackControls::lineOf(NodeId node) const {
  return m_content && node.isValid() && node.value < m_content->tree().size()
             ? &m_content->tree().node(node)
             : nullptr;
}

void TrackControls::togglePinned(NodeId node) {
  if (!lineOf(node))
    return;
  TrackChoice choice = m_content->choice();
  const std::vector<TrackId> tracks = tracksOf(m_content->tree(), node);
  const bool isPinned = std::all_of(tracks.begin(), tracks.end(),
                                    [&](TrackId track) { return choice.isPinned(track); });
  if (isPinned)
    unpinTracks(choice, tracks);
  else
    pinTracks(choice, m_content->trace(), tracks);
  choose(std::move(choice));
}

void TrackControls::toggleFold(NodeId node, bool isGroup) {
  if (!lineOf(node))
    return;
  const DisplayTree &tree = m_content->tree();
  const FoldState folds = m_content->arrangement()->folds;
  const NodeId group = tree.node(node).parent;
  const auto lines = m_content->layout().items();
  const bool canFold = std::any_of(lines.begin(), lines.end(), [node](const LayoutItem &line) {
    return line.node == node && line.canFold;
  });
  NodeId target = canFold && !isGroup ? node : group;
  for (NodeId above = group; above.isValid(); above = tree.node(above).parent)
    if (folds.isFolded(above))
      target = above; // the outermost one
  if (!target.isValid())
    return;
  m_content->setFolded(target, !folds.isFolded(target));
  Q_EMIT foldsChanged();
}

void TrackControls::moveLine(NodeId node, NodeId before) {
  if (!lineOf(node) || !canMoveLine(m_content->tree(), node))
    return;
  const DisplayTree &tree = m_content->tree();
  TrackChoice choice = m_content->choice();
  if (node.value < tree.pinnedEnd())
    pstudio::movePinned(choice, tree.node(node).track, placesBetween(tree, node, before));
  else
    moveTrack(choice, moveOf(tree, node, before), siblingTracks(tree, node));
  choose(std::move(choice));
}

void TrackControls::moveByKey(NodeId node, int places) {
  if (!lineOf(node) || !canMoveLine(m_content->tree(), node))
    return;
  if (const auto before = siblingBeside(m_content->tree(), node, places))
    moveLine(node, *before);
}

void TrackControls::resetOrder() {
  if (!m_content)
    return;
  TrackChoice choice = m_content->choice();
  choice.moves.clear();
  choose(std::move(choice));
}

void TrackControls::hide(NodeId node) {
  if (!lineOf(node))
    return;
  TrackChoice choice = m_content->choice();
  hideTracks(choice, m_content->trace(), tracksOf(m_content->tree(), node));
  choose(std::move(choice));
}

void TrackControls::showOnly(const OnlyTracks &only) {
  if (!m_content)
    return;
  TrackChoice choice = m_content->choice();
  choice.only = only;
  choose(std::move(choice));
}

void TrackControls::show(TrackId track) {
  if (!m_content || !track.isValid() || m_content->tree().nodeOf(track).isValid())
    return;
  TrackChoice choice = m_content->choice();
  choice.filter.clear();
  choice.only.reset();
  for (TrackId hidden = track; hidden.isValid(); hidden = m_content->trace().track(hidden).parent)
    if (choice.isHidden(hidden))
      choice.hidden[hidden.value] = false;
  choose(std::move(choice));
}

TrackSettings TrackControls::settings() const {
  TrackSettings settings;
  if (!m_content)
    return settings;
  settings.grouping = m_content->grouping();
  settings.height = m_content->trackHeight();
  settings.colorBy = m_content->colorBy();
  storeChoice(m_content->trace(), m_content->choice(), settings);
  return settings;
}

void TrackControls::apply(const TrackSettings &settings) {
  if (!m_content)
    return;
  Q_EMIT groupingRequested(settings.grouping);
  m_content->setTrackHeight(settings.height);
  m_content->setColorBy(settings.colorBy);
  m_content->setChoice(choiceOf(m_content->trace(), settings));
  Q_EMIT linesChanged();
  Q_EMIT changed();
}

void TrackControls::viewShown() {
  Q_EMIT changed();
}

void TrackControls::groupingChanged() {
  Q_EMIT changed();
  Q_EMIT settingsChanged();
}

// Menu and keys.

void TrackControls::addPinActions(QMenu &menu, NodeId node, const QString &name) {
  const std::vector<TrackId> tracks = tracksOf(m_content->tree(), node);
  const TrackChoice &choice = m_content->choice();
  const bool isPinned = std::all_of(tracks.begin(), tracks.end(),
                                    [&](TrackId track) { return choice.isPinned(track); });
  menu.addAction(isPinned ? tr("Unpin %1\tP").arg(name) : tr("Pin %1 to the top\tP").arg(name),
                 this, [this, node] { togglePinned(node); });
  const DisplayTree &tree = m_content->tree();
  if (canMoveLine(tree, node)) {
    menu.addAction(tr("Move up\tCtrl+Shift+Up"), this, [this, node] { moveByKey(node, -1); })
        ->setEnabled(siblingBeside(tree, node, -1).has_value());
    menu.addAction(tr("Move down\tCtrl+Shift+Down"), this, [this, node] { moveByKey(node, 1); })
        ->setEnabled(siblingBeside(tree, node, 1).has_value());
  }
  if (!choice.moves.empty())
    menu.addAction(tr("Order as recorded"), this, &TrackControls::resetOrder);
  menu.addAction(tr("Hide %1\tH").arg(name), this, [this, node] { hide(node); });
}

void TrackControls::addOnlyActions(QMenu &menu, TrackId track) {
  const Trace &trace = m_content->trace();
  if (const TrackId warp = ancestorOfKind(trace, track, TrackKind::Warp); warp.isValid()) {
    const OnlyTracks only{TrackKind::Warp, trackLabel(trace, warp)};
    menu.addAction(tr("Only %1 of all CTAs").arg(menuName(only.label)), this,
                   [this, only] { showOnly(only); });
  }
  if (const TrackId cta = ancestorOfKind(trace, track, TrackKind::Cta); cta.isValid()) {
    const OnlyTracks only{TrackKind::Cta, trackLabel(trace, cta)};
    menu.addAction(tr("Only %1").arg(menuName(only.label)), this, [this, only] { showOnly(only); });
  }
}

void TrackControls::addLookActions(QMenu &menu) {
  QMenu *heights = menu.addMenu(tr("Height of lines (L)"));
  for (const TrackHeight height : kTrackHeights) {
    QAction *action = heights->addAction(trackHeightName(height), this,
                                         [this, height] { setTrackHeight(height); });
    action->setCheckable(true);
    action->setChecked(height == trackHeight());
  }
  QMenu *colors = menu.addMenu(tr("Colour by"));
  for (const ColorBy by : kColorings) {
    QAction *action =
        colors->addAction(toQString(colorByName(by)), this, [this, by] { setColorBy(by); });
    action->setCheckable(true);
    action->setChecked(by == colorBy());
  }
}

void TrackControls::addActions(QMenu &menu, NodeId node) {
  if (!m_content)
    return;
  const DisplayNode *line = lineOf(node);
  if (const auto tracks = line ? tracksOf(m_content->tree(), node) : std::vector<TrackId>();
      !tracks.empty()) {
    addPinActions(menu, node, menuName(line->label));
    addOnlyActions(menu, tracks.front());
  }
  if (const size_t hidden = counts().hidden; hidden > 0)
    menu.addAction(
        tr("Show hidden (%1)\tShift+H").arg(toQString(formatCount(static_cast<int64_t>(hidden)))),
        this, &TrackControls::showHidden);
  addLookActions(menu);
  menu.addSeparator();
}

bool TrackControls::handleKey(int key, Qt::KeyboardModifiers modifiers, NodeId node) {
  modifiers &= Qt::ShiftModifier | Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier;
  const bool isMove = modifiers == (Qt::ControlModifier | Qt::ShiftModifier) &&
                      (key == Qt::Key_Up || key == Qt::Key_Down);
  if (isMove)
    moveByKey(node, key == Qt::Key_Up ? -1 : 1);
  else if (key == Qt::Key_P && modifiers == Qt::NoModifier)
    togglePinned(node);
  else if (key == Qt::Key_H && modifiers == Qt::NoModifier)
    hide(node);
  else if (key == Qt::Key_H && modifiers == Qt::ShiftModifier)
    showHidden();
  else if (key == Qt::Key_E && (modifiers & ~Qt::KeyboardModifiers(Qt::ShiftModifier)) == 0)
    toggleFold(node, modifiers == Qt::ShiftModifier);
  else if (key == Qt::Key_L && modifiers == Qt::NoModifier)
    setTrackHeight(kTrackHeights[(static_cast<size_t>(trackHeight()) + 1) % kTrackHeights.size()]);
  else
    return false;
  return true;
}

} // namespace pstudio
