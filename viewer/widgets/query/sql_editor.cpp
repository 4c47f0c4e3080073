// SPDX-License-Identifier: Apache-2.0
// A text of SQL with coloured words, completion and a mark at an error.
#include "viewer/widgets/query/sql_editor.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QScrollBar>
#include <QStringListModel>
#include <QTextBlock>

#include "core/query/sql_functions.h"
#include "core/query/trace_database.h"
#include "viewer/paint/qt_text.h"
#include "viewer/paint/window_font.h"
#include "viewer/widgets/query/sql_highlighter.h"

namespace pstudio {
namespace {

constexpr int kLettersToComplete = 2;
constexpr double kEditorMargin = 8; // [pixels]

QStringList completionWords() {
  QStringList words;
  for (const query::TableFacts &table : query::queryTables()) {
    words << toQString(table.name);
    for (const query::ColumnFacts &column : table.columns)
      words << toQString(column.name);
  }
  for (const query::FunctionFacts &function : query::sqlFunctions())
    words << toQString(function.name);
  words << sqlKeywords();
  words.removeDuplicates();
  words.sort(Qt::CaseInsensitive);
  return words;
}

bool isRunKey(const QKeyEvent &event) {
  return (event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter) &&
         event.modifiers().testFlag(Qt::ControlModifier);
}

} // namespace

SqlEditor::SqlEditor(QWidget *parent)
    : QPlainTextEdit(parent), m_highlighter(new SqlHighlighter(document())),
      m_completer(new QCompleter(this)) {
  setObjectName(QStringLiteral("queryEditor"));
  setAccessibleName(tr("SQL query"));
  setPlaceholderText(tr("SELECT name, count, total FROM scopes ORDER BY total DESC"));
  setFontRole(*this, FontRole::Mono);
  setTabChangesFocus(true);
  setLineWrapMode(WidgetWidth);
  document()->setDocumentMargin(kEditorMargin);
  m_completer->setModel(new QStringListModel(completionWords(), m_completer));
  m_completer->setCaseSensitivity(Qt::CaseInsensitive);
  m_completer->setModelSorting(QCompleter::CaseInsensitivelySortedModel);
  m_completer->setWidget(this);
  m_completer->popup()->setObjectName(QStringLiteral("queryCompletion"));
  m_completer->popup()->setAccessibleName(tr("Tables, columns and keywords"));
  connect(m_completer, qOverload<const QString &>(&QCompleter::activated), this,
          &SqlEditor::insertCompletion);
  connect(this, &QPlainTextEdit::textChanged, this, [this] { setExtraSelections({}); });
}

void SqlEditor::setThemeKind(ThemeKind kind) {
  m_theme = kind;
  m_highlighter->setThemeKind(kind);
}

void SqlEditor::markError(std::optional<size_t> offset) {
  setExtraSelections({});
  if (!offset)
    return;
  // Bytes of UTF-8 to characters of Qt.
  const QByteArray bytes = toPlainText().toUtf8();
  const auto at = QString::fromUtf8(bytes.left(static_cast<qsizetype>(*offset))).size();
  QTextCursor cursor(document());
  cursor.setPosition(static_cast<int>(std::min<qsizetype>(at, document()->characterCount() - 1)));
  setTextCursor(cursor);
  cursor.movePosition(QTextCursor::EndOfWord, QTextCursor::KeepAnchor);
  if (!cursor.hasSelection())
    cursor.movePosition(QTextCursor::NextCharacter, QTextCursor::KeepAnchor);
  QTextEdit::ExtraSelection mark;
  mark.cursor = cursor;
  mark.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
  mark.format.setUnderlineColor(Theme::of(m_theme).color(ColorToken::Warning));
  setExtraSelections({mark});
}

QString SqlEditor::wordBeforeCursor() const {
  const QString line = textCursor().block().text().left(textCursor().positionInBlock());
  qsizetype begin = line.size();
  while (begin > 0 && (line[begin - 1].isLetterOrNumber() || line[begin - 1] == QLatin1Char('_')))
    --begin;
  return line.mid(begin);
}

void SqlEditor::complete(bool isAsked) {
  const QString word = wordBeforeCursor();
  m_completer->setCompletionPrefix(word);
  // Return after a whole word ends the line. The list is sorted, so that the word would be first.
  const bool isWhole = m_completer->currentCompletion().compare(word, Qt::CaseInsensitive) == 0;
  if ((!isAsked && (word.size() < kLettersToComplete || isWhole)) ||
      m_completer->completionCount() == 0) {
    m_completer->popup()->hide();
    return;
  }
  QAbstractItemView &list = *m_completer->popup();
  list.setCurrentIndex(m_completer->completionModel()->index(0, 0));
  QRect place = cursorRect();
  place.setWidth(list.sizeHintForColumn(0) + list.verticalScrollBar()->sizeHint().width() + 16);
  m_completer->complete(place);
}

void SqlEditor::insertCompletion(const QString &word) {
  QTextCursor cursor = textCursor();
  cursor.movePosition(QTextCursor::PreviousCharacter, QTextCursor::KeepAnchor,
                      static_cast<int>(wordBeforeCursor().size()));
  cursor.insertText(word);
  setTextCursor(cursor);
}

bool SqlEditor::event(QEvent *event) {
  // Before an action of the window that has the key.
  if (event->type() == QEvent::ShortcutOverride && isRunKey(*static_cast<QKeyEvent *>(event))) {
    event->accept();
    return true;
  }
  return QPlainTextEdit::event(event);
}

void SqlEditor::keyPressEvent(QKeyEvent *event) {
  if (isRunKey(*event)) {
    m_completer->popup()->hide();
    Q_EMIT runRequested();
    return;
  }
  if (event->key() == Qt::Key_Space && event->modifiers() == Qt::ControlModifier)
    return complete(true);
  if (m_completer->popup()->isVisible() &&
      (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter ||
       event->key() == Qt::Key_Tab || event->key() == Qt::Key_Escape)) {
    event->ignore(); // the list takes it
    return;
  }
  QPlainTextEdit::keyPressEvent(event);
  if (!event->text().isEmpty() && event->text()[0].isPrint())
    complete(false);
  else if (event->key() == Qt::Key_Backspace && m_completer->popup()->isVisible())
    complete(false);
}

} // namespace pstudio
