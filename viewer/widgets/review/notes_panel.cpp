// SPDX-License-Identifier: Apache-2.0
// The notes and named views of the shown trace.
#include "viewer/widgets/review/notes_panel.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QToolButton>

#include "viewer/paint/qt_text.h"
#include "viewer/widgets/elided_label.h"
#include "viewer/widgets/number_table.h"
#include "viewer/widgets/panel_controls.h"
#include "viewer/widgets/review/note_table_model.h"
#include "viewer/widgets/timeline/timeline_notes.h"

namespace pstudio {
namespace {

constexpr int kBarInset = 12, kBarGap = 8; // [pixels]
constexpr int kTimeWidth = 122, kLengthWidth = 92, kPlaceWidth = 84, kColorWidth = 96;
constexpr int kStatusWidth = 80, kViewsWidth = 196, kListInset = 9, kMaxWidth = 4096;

/// \param inset  to the left of the content
QWidget *below(QWidget *bar, QWidget *content, int inset) {
  auto *part = new QWidget;
  auto *layout = new QVBoxLayout(part);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(bar);
  auto *place = new QHBoxLayout;
  place->setContentsMargins(inset, 0, 0, 0);
  place->addWidget(content);
  layout->addLayout(place, 1);
  return part;
}

} // namespace

NotesPanel::NotesPanel(QWidget *parent)
    : Panel(QStringLiteral("notes"), tr("Notes"), parent), m_notes(new NoteTableModel(this)),
      m_table(new NumberTable(QStringLiteral("notes"), tr("Notes"), m_notes)),
      m_views(new QListWidget), m_status(new ElidedLabel) {
  auto *parts = new QSplitter;
  parts->setObjectName(QStringLiteral("notesParts"));
  parts->addWidget(makeNotes());
  parts->addWidget(makeViews());
  parts->setStretchFactor(0, 1);
  parts->setSizes({kMaxWidth, kViewsWidth});
  parts->setChildrenCollapsible(false);
  fill({parts});
  setFocusProxy(m_table);
  m_table->installEventFilter(this);
  m_views->installEventFilter(this);
  setModel(nullptr);
}

QWidget *NotesPanel::makeNotes() {
  m_addNote = makeButton("addNote", tr("Add note"),
                         tr("Add a note to the area, the selection or the view (N)"));
  m_removeNote = makeButton("removeNote", tr("Delete"), tr("Delete the note (Del)"));
  m_csv = makeButton("notesCsv", tr("Save as CSV..."), tr("Save all notes as CSV"));
  m_color = makeCombo("noteColor", tr("Colour of the note"));
  m_color->setMinimumWidth(kColorWidth);
  for (size_t i = 0; i < review::kColorCount; ++i)
    m_color->addItem(noteColorName(static_cast<review::Color>(i)));
  m_status->setObjectName(QStringLiteral("notesStatus"));
  m_status->setAccessibleName(tr("Result of the last command"));
  m_status->setMinimumWidth(kStatusWidth);
  connect(m_addNote, &QToolButton::clicked, this, &NotesPanel::noteRequested);
  connect(m_removeNote, &QToolButton::clicked, this, &NotesPanel::removeNote);
  connect(m_csv, &QToolButton::clicked, this, &NotesPanel::saveRequested);
  m_table->csv().setHandlers({}, [this] { Q_EMIT saveRequested(); });
  connect(m_color, &QComboBox::activated, this, &NotesPanel::recolor);
  auto *bar = new PanelBar({kBarInset, 4, kBarInset, 4}, kBarGap);
  bar->addGroup({m_addNote, m_color, m_removeNote}, false);
  bar->addGroup({m_csv})->addWidget(m_status, 1);

  m_table->setSortingEnabled(true);
  m_table->sortByColumn(NoteTableModel::Time, Qt::AscendingOrder);
  m_table->setColumnLength(NoteTableModel::Time, kTimeWidth);
  m_table->setColumnLength(NoteTableModel::Length, kLengthWidth);
  m_table->setColumnLength(NoteTableModel::Place, kPlaceWidth);
  m_table->horizontalHeader()->setSectionResizeMode(NoteTableModel::Text, QHeaderView::Stretch);
  m_table->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::DoubleClicked);
  connect(m_table, &NumberTable::lineChosen, this, &NotesPanel::chooseLine);
  connect(m_table, &QTableView::clicked, this,
          [this](const QModelIndex &at) { chooseLine(at.row()); });
  return below(bar, m_table, 0);
}

QWidget *NotesPanel::makeViews() {
  m_addView = makeButton("saveView", tr("Keep view"),
                         tr("Keep zoom, folds, tracks and colours of the timeline as a view"));
  m_showView = makeButton("showView", tr("Restore"), tr("Restore the view (Return)"));
  m_updateView =
      makeButton("updateView", tr("Replace"), tr("Replace the view by what is shown now"));
  m_removeView = makeButton("removeView", tr("Delete"), tr("Delete the view (Del)"));
  const auto withCurrent = [this](void (NotesPanel::*wanted)(size_t)) {
    return [this, wanted] {
      if (const auto view = currentView())
        Q_EMIT(this->*wanted)(*view);
    };
  };
  connect(m_addView, &QToolButton::clicked, this, &NotesPanel::viewSaveRequested);
  connect(m_showView, &QToolButton::clicked, this, withCurrent(&NotesPanel::viewChosen));
  connect(m_updateView, &QToolButton::clicked, this, withCurrent(&NotesPanel::viewUpdateRequested));
  connect(m_removeView, &QToolButton::clicked, this, &NotesPanel::removeView);
  auto *bar = new PanelBar({kBarInset, 4, kBarInset, 4}, kBarGap);
  bar->addGroup({m_addView, m_showView}, false);
  bar->addGroup({m_updateView, m_removeView}, false);
  bar->setMinimumWidth(kViewsWidth);
  m_views->setObjectName(QStringLiteral("views"));
  m_views->setAccessibleName(tr("Kept views"));
  m_views->setFrameShape(QFrame::NoFrame);
  m_views->setEditTriggers(QAbstractItemView::EditKeyPressed);
  connect(m_views, &QListWidget::itemDoubleClicked, this, withCurrent(&NotesPanel::viewChosen));
  connect(m_views, &QListWidget::currentRowChanged, this, &NotesPanel::updateControls);
  connect(m_views, &QListWidget::itemChanged, this, &NotesPanel::renameView);
  return below(bar, m_views, kListInset);
}

void NotesPanel::setModel(ReviewModel *model) {
  if (m_model)
    disconnect(m_model, nullptr, this, nullptr);
  m_model = model;
  if (m_model) {
    connect(m_model, &ReviewModel::viewsChanged, this, &NotesPanel::showViews);
    connect(m_model, &ReviewModel::selectionChanged, this, &NotesPanel::showSelected);
  }
  m_notes->setNotes(m_model); // its slots come before the next ones
  if (m_model)
    connect(m_model, &ReviewModel::notesChanged, this, [this] {
      if (m_notes->isEditing())
        return;
      m_table->sortAgain();
      showSelected();
    });
  showStatus({});
  showViews();
  showSelected();
}

void NotesPanel::setThemeKind(ThemeKind kind) {
  m_notes->setThemeKind(kind);
  m_table->setThemeKind(kind);
}

void NotesPanel::showSelected() {
  const auto selected = m_model ? m_model->selected() : std::nullopt;
  m_table->setCurrentLine(selected ? m_notes->lineOf(static_cast<uint32_t>(*selected)) : -1);
  if (selected)
    m_color->setCurrentIndex(static_cast<int>(m_model->review().notes[*selected].color));
  updateControls();
}

void NotesPanel::showViews() {
  const QScopedValueRollback filling(m_isFilling, true);
  if (m_isRenaming) // the editor is open: its line must stay
    return;
  const int current = m_views->currentRow();
  m_views->clear();
  for (const review::View &view : m_model ? m_model->review().views : std::vector<review::View>()) {
    auto *item = new QListWidgetItem(toQString(view.name), m_views);
    item->setFlags(item->flags() | Qt::ItemIsEditable);
  }
  m_views->setCurrentRow(std::min(current, m_views->count() - 1));
  updateControls();
}

void NotesPanel::updateControls() {
  const bool hasNote = m_model && m_model->selected();
  const bool hasView = currentView().has_value();
  for (QWidget *control : {m_addNote, m_addView})
    control->setEnabled(m_model != nullptr);
  m_csv->setEnabled(m_model && !m_model->review().notes.empty());
  m_color->setEnabled(hasNote);
  m_removeNote->setEnabled(hasNote);
  for (QWidget *control : {m_showView, m_updateView, m_removeView})
    control->setEnabled(hasView);
}

void NotesPanel::chooseLine(int line) {
  Q_EMIT noteChosen(m_notes->itemAt(line));
}

void NotesPanel::editNote(size_t note) {
  if (!m_model)
    return;
  m_model->select(note);
  const int line = m_notes->lineOf(static_cast<uint32_t>(note));
  if (line >= 0)
    m_table->edit(m_notes->index(line, NoteTableModel::Text));
}

std::optional<size_t> NotesPanel::currentView() const {
  const int row = m_views->currentRow();
  return m_model && row >= 0 ? std::optional(static_cast<size_t>(row)) : std::nullopt;
}

void NotesPanel::renameView(QListWidgetItem *item) {
  if (m_isFilling || !m_model)
    return;
  const QScopedValueRollback filling(m_isFilling, true);
  const QScopedValueRollback renaming(m_isRenaming, true);
  const auto row = static_cast<size_t>(m_views->row(item));
  const QString name = item->text().trimmed();
  if (!m_model->renameView(row, name.toStdString()))
    showStatus(name.isEmpty() ? tr("A view needs a name")
                              : tr("Another view has the name %1").arg(name));
  item->setText(toQString(m_model->review().views[row].name));
}

void NotesPanel::recolor(int color) {
  if (!m_model || !m_model->selected())
    return;
  review::Note note = m_model->review().notes[*m_model->selected()];
  note.color = static_cast<review::Color>(color);
  m_model->setNote(*m_model->selected(), note);
}

void NotesPanel::removeNote() {
  if (m_model && m_model->selected())
    m_model->removeNote(*m_model->selected());
}

void NotesPanel::removeView() {
  if (const auto view = currentView())
    m_model->removeView(*view);
}

bool NotesPanel::eventFilter(QObject *watched, QEvent *event) {
  // Keys that an open editor does not use are received here, too.
  const auto *list = qobject_cast<QWidget *>(watched);
  if (event->type() != QEvent::KeyPress || list == nullptr || !list->hasFocus())
    return QWidget::eventFilter(watched, event);
  const int key = static_cast<QKeyEvent *>(event)->key();
  const bool isReturn = key == Qt::Key_Return || key == Qt::Key_Enter;
  const bool isNotes = watched == m_table;
  if (key == Qt::Key_Delete)
    isNotes ? removeNote() : removeView();
  else if (isReturn && isNotes && m_table->currentIndex().isValid())
    chooseLine(m_table->currentIndex().row());
  else if (isReturn && !isNotes && currentView())
    Q_EMIT viewChosen(*currentView());
  else
    return QWidget::eventFilter(watched, event);
  return true;
}

void NotesPanel::showStatus(const QString &text) {
  m_status->setFullText(text);
}

QString NotesPanel::status() const {
  return m_status->toolTip();
}

std::string NotesPanel::csv() const {
  return m_notes->csv();
}

} // namespace pstudio
