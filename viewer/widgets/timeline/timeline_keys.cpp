// SPDX-License-Identifier: Apache-2.0
// The table of the timeline's keys.
#include "viewer/widgets/timeline/timeline_keys.h"

#include <QCoreApplication>
#include <QKeySequence>
#include <QStringList>

#include <vector>

namespace pstudio {
namespace {

struct KeyBinding {
  int key = 0; ///< Qt::Key
  Qt::KeyboardModifiers modifiers;
  TimelineCommand command;
};

/// Keys that belong together and their meaning, not translated.
struct KeyLine {
  const char *meaning;
  std::vector<KeyBinding> bindings;
};

const std::vector<KeyLine> &keyLines() {
  using enum TimelineCommand;
  static const std::vector<KeyLine> kLines = {
      {QT_TRANSLATE_NOOP("TimelineKeys", "Zoom in and out at the pointer"),
       {{Qt::Key_W, {}, ZoomIn},
        {Qt::Key_S, {}, ZoomOut},
        {Qt::Key_Plus, {}, ZoomIn},
        {Qt::Key_Equal, {}, ZoomIn},
        {Qt::Key_Minus, {}, ZoomOut}}},
      {QT_TRANSLATE_NOOP("TimelineKeys", "Pan to earlier and later times"),
       {{Qt::Key_A, {}, PanLeft},
        {Qt::Key_D, {}, PanRight},
        {Qt::Key_Left, {}, PanLeft},
        {Qt::Key_Right, {}, PanRight}}},
      {QT_TRANSLATE_NOOP("TimelineKeys", "Scroll the tracks"),
       {{Qt::Key_Up, {}, ScrollUp},
        {Qt::Key_Down, {}, ScrollDown},
        {Qt::Key_PageUp, {}, PageUp},
        {Qt::Key_PageDown, {}, PageDown}}},
      {QT_TRANSLATE_NOOP("TimelineKeys", "Zoom to the selected area or slice, or show all"),
       {{Qt::Key_F, {}, Fit}}},
      {QT_TRANSLATE_NOOP("TimelineKeys", "Whole trace"), {{Qt::Key_Home, {}, FitAll}}},
      {QT_TRANSLATE_NOOP("TimelineKeys", "Clear the selection and the area"),
       {{Qt::Key_Escape, {}, Clear}}},
      {QT_TRANSLATE_NOOP("TimelineKeys", "Activate the selected slice"),
       {{Qt::Key_Return, {}, Activate}, {Qt::Key_Enter, {}, Activate}}},
      {QT_TRANSLATE_NOOP("TimelineKeys", "Previous and next slice on the row"),
       {{Qt::Key_Comma, {}, PreviousOnRow}, {Qt::Key_Period, {}, NextOnRow}}},
      {QT_TRANSLATE_NOOP("TimelineKeys", "Previous and next instance of the selected scope"),
       {{Qt::Key_Less, {}, PreviousInstance}, {Qt::Key_Greater, {}, NextInstance}}},
      {QT_TRANSLATE_NOOP("TimelineKeys", "Nearest slice on the row above and below"),
       {{Qt::Key_Up, Qt::ControlModifier, RowAbove},
        {Qt::Key_Down, Qt::ControlModifier, RowBelow}}},
      {QT_TRANSLATE_NOOP("TimelineKeys", "Enclosing scope, first scope inside"),
       {{Qt::Key_Up, Qt::AltModifier, Parent}, {Qt::Key_Down, Qt::AltModifier, FirstChild}}},
      {QT_TRANSLATE_NOOP("TimelineKeys", "Follow an arrow back and forward"),
       {{Qt::Key_BracketLeft, {}, ArrowSource}, {Qt::Key_BracketRight, {}, ArrowTarget}}},
      {QT_TRANSLATE_NOOP("TimelineKeys", "Mark the time of the selected slice as area"),
       {{Qt::Key_M, {}, MarkArea}}},
      {QT_TRANSLATE_NOOP("TimelineKeys",
                         "Previous and next iteration of the selected slice; with an "
                         "area: extend it to the edge before or after"),
       {{Qt::Key_Left, Qt::ShiftModifier, ExtendLeft},
        {Qt::Key_Right, Qt::ShiftModifier, ExtendRight}}},
      {QT_TRANSLATE_NOOP("TimelineKeys", "Extend the area to the line above or below"),
       {{Qt::Key_Up, Qt::ShiftModifier, ExtendUp}, {Qt::Key_Down, Qt::ShiftModifier, ExtendDown}}},
      {QT_TRANSLATE_NOOP("TimelineKeys",
                         "Add a note to the area, the selection or the pointer's time"),
       {{Qt::Key_N, {}, AddNote}, {Qt::Key_M, Qt::ShiftModifier, AddNote}}},
      {QT_TRANSLATE_NOOP("TimelineKeys", "Previous and next view: zoom, folds, tracks, colours"),
       {{Qt::Key_Backspace, {}, ViewBack}, {Qt::Key_Backspace, Qt::ShiftModifier, ViewForward}}},
      {QT_TRANSLATE_NOOP("TimelineKeys", "Show or hide the time of each frame"),
       {{Qt::Key_F12, {}, FrameTimes}}},
  };
  return kLines;
}

std::optional<TimelineCommand> boundTo(int key, Qt::KeyboardModifiers modifiers) {
  for (const KeyLine &line : keyLines())
    for (const KeyBinding &binding : line.bindings)
      if (binding.key == key && binding.modifiers == modifiers)
        return binding.command;
  return std::nullopt;
}

QString keyText(const KeyBinding &binding) {
  return QKeySequence(QKeyCombination(binding.modifiers, static_cast<Qt::Key>(binding.key)))
      .toString(QKeySequence::NativeText);
}

} // namespace

std::optional<TimelineCommand> timelineCommandOf(int key, Qt::KeyboardModifiers modifiers) {
  const Qt::KeyboardModifiers used =
      modifiers & (Qt::ShiftModifier | Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier);
  if (const auto command = boundTo(key, used))
    return command;
  return boundTo(key, used & ~Qt::KeyboardModifiers(Qt::ShiftModifier));
}

QList<TimelineKeyHelp> timelineKeyHelp() {
  QList<TimelineKeyHelp> help;
  for (const KeyLine &line : keyLines()) {
    QStringList keys;
    for (const KeyBinding &binding : line.bindings)
      keys << keyText(binding);
    const bool hasComma = keys.contains(QStringLiteral(","));
    help << TimelineKeyHelp{keys.join(hasComma ? QStringLiteral("  ") : QStringLiteral(", ")),
                            QCoreApplication::translate("TimelineKeys", line.meaning)};
  }
  return help;
}

} // namespace pstudio
