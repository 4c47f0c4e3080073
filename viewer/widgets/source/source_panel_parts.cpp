// SPDX-License-Identifier: Apache-2.0
// The widgets of the source panel.
#include "viewer/widgets/source/source_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/source/line_sums_text.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/elided_label.h"
#include "viewer/widgets/message_page.h"
#include "viewer/widgets/panel_controls.h"
#include "viewer/widgets/source/code_table.h"
#include "viewer/widgets/table_csv.h"

namespace pstudio {
namespace {

constexpr int kSourceInset = 12, kSourceGap = 8; // [pixels]
constexpr int kFindSourceWidth = 120, kMinHeadWidth = 80;

} // namespace

SourcePanel::SourcePanel(QWidget *parent) : Panel(QStringLiteral("source"), tr("Source"), parent) {
  QWidget *bar = makeBar(), *head = makeHead();
  fill({makePages(makeColumn({bar, head, makeTables()}))});
  setFocusProxy(m_source);
  connectTables();
  setTrace(nullptr, nullptr, nullptr, nullptr);
}

SourcePanel::~SourcePanel() = default;

QWidget *SourcePanel::makeBar() {
  m_files = makeCombo("sourceFiles", tr("Source file"));
  connect(m_files, &QComboBox::activated, this, [this](int index) {
    clearLine();
    showFile(m_files->itemData(index).toString());
  });
  m_heat = makeCombo("sourceHeat", tr("Figure whose hottest lines N and P go to"));
  m_heat->setMinimumWidth(kMinHeadWidth);
  m_hotter = makeButton("hottestNext", tr("Next hottest"), tr("Go to the next hottest line (N)"));
  m_cooler =
      makeButton("hottestPrevious", tr("Previous"), tr("Go to the hottest line before it (P)"));
  connect(m_hotter, &QToolButton::clicked, this, [this] { goToHottest(true); });
  connect(m_cooler, &QToolButton::clicked, this, [this] { goToHottest(false); });
  m_columns = makeButton("sourceColumns", tr("Columns"), tr("Choose the figures of the lines"));
  m_columnMenu = new QMenu(m_columns);
  m_columnMenu->setObjectName(QStringLiteral("sourceColumnMenu"));
  m_columns->setMenu(m_columnMenu);
  m_columns->setPopupMode(QToolButton::InstantPopup);
  for (const LineColumn column :
       {LineColumn::Total, LineColumn::InFlight, LineColumn::Events, LineColumn::Bytes})
    m_isHidden[static_cast<size_t>(column)] = true;
  m_save = makeButton("sourceSave", tr("Save as CSV..."),
                      tr("Save the figures of all lines of all files as CSV"));
  connect(m_save, &QToolButton::clicked, this, &SourcePanel::saveRequested);
  m_wholeTrace = makeButton("sourceWholeTrace", tr("Whole trace"), tr("Clear the selected area"));
  connect(m_wholeTrace, &QToolButton::clicked, this, [this] {
    if (area())
      area()->clear();
  });
  auto *bar = new PanelBar({kSourceInset, 4, kSourceInset, 4}, kSourceGap);
  QHBoxLayout *files = bar->addGroup({});
  files->addWidget(m_files, 1);
  files->addWidget(makeFind());
  bar->addGroup({m_heat, m_hotter, m_cooler, m_columns, m_save, m_wholeTrace}, false);
  return bar;
}

QWidget *SourcePanel::makeFind() {
  m_find = makeFindField("findInSource", tr("Find in the file"), tr("Find in the file (/)"),
                         kFindSourceWidth);
  m_find->setToolTip(tr("Enter: next line with this text. Shift+Enter: the one before"));
  connect(m_find, &QLineEdit::returnPressed, this, [this] { findNext(true); });
  auto *back = new QShortcut(QKeySequence(QStringLiteral("Shift+Return")), m_find);
  back->setContext(Qt::WidgetShortcut);
  connect(back, &QShortcut::activated, this, [this] { findNext(false); });
  connect(m_find, &QLineEdit::textChanged, this, [this](const QString &text) {
    if (text.isEmpty())
      m_source->find({}, true); // no highlight
  });
  return m_find;
}

QWidget *SourcePanel::makeHead() {
  m_header = makeStatusLine("sourceHeader", tr("Area of the figures"), kMinHeadWidth);
  m_count = new QLabel;
  m_count->setObjectName(QStringLiteral("sourceCount"));
  m_count->setAccessibleName(tr("Events of the chosen line"));
  m_count->setTextFormat(Qt::PlainText);
  m_previous = makeButton("sourcePrevious", QStringLiteral("\u2039"),
                          tr("Select the previous event of the line"));
  m_next =
      makeButton("sourceNext", QStringLiteral("\u203a"), tr("Select the next event of the line"));
  connect(m_previous, &QToolButton::clicked, this, [this] { stepEvent(-1); });
  connect(m_next, &QToolButton::clicked, this, [this] { stepEvent(1); });
  auto *head = new QWidget;
  auto *row = new QHBoxLayout(head);
  row->setContentsMargins(kSourceInset, 0, kSourceInset, 4);
  row->setSpacing(4);
  row->addWidget(m_header, 1);
  row->addWidget(m_count);
  row->addWidget(m_previous);
  row->addWidget(m_next);
  return head;
}

QWidget *SourcePanel::makeMissing() {
  m_missing = new QWidget;
  m_missing->setObjectName(QStringLiteral("sourceMissing"));
  m_missingText = makeStatusLine("sourceMissingText", tr("Missing source file"), kMinHeadWidth);
  auto *folder = makeButton("sourceFolder", tr("Name a folder..."),
                            tr("Name a folder that contains the source files"));
  connect(folder, &QToolButton::clicked, this, &SourcePanel::folderRequested);
  auto *row = new QHBoxLayout(m_missing);
  row->setContentsMargins(kSourceInset, 2, kSourceInset, 4);
  row->addWidget(m_missingText, 1);
  row->addWidget(folder);
  return m_missing;
}

QWidget *SourcePanel::makeTables() {
  m_source = new CodeTable(QStringLiteral("sourceLines"), tr("Source lines"));
  m_source->lines().setTextHeading(tr("Text"));
  auto *menu = new TableCsv(*m_source, QStringLiteral("source"), [this] { return csv(); });
  menu->setHandlers({}, [this] { Q_EMIT saveRequested(); });
  m_sourcePart = makeColumn({makeMissing(), m_source});
  m_codeChoice = makeCombo("sourceCode", tr("IR or assembly beside the source"));
  connect(m_codeChoice, &QComboBox::activated, this, [this] { showCode(codeIndex()); });
  m_code = new CodeTable(QStringLiteral("codeLines"), tr("Lines of IR or assembly"));
  m_code->lines().setTextHeading(tr("Text"));
  m_codeMessage = new MessagePage(QStringLiteral("code"));
  m_codePages = new QStackedWidget;
  m_codePages->addWidget(m_codeMessage);
  auto *choice = new QWidget;
  auto *line = new QHBoxLayout(choice);
  line->setContentsMargins(kSourceInset, 0, kSourceInset, 4);
  line->addWidget(m_codeChoice, 1);
  m_codePages->addWidget(makeColumn({choice, m_code}));
  QSplitter *parts = makeParts("sourceParts", {}, {{m_sourcePart, 1200}, {m_codePages, 800}});
  parts->setCollapsible(1, true);
  connect(parts, &QSplitter::splitterMoved, this, [this] {
    m_source->fitColumns();
    m_code->fitColumns();
  });
  return parts;
}

void SourcePanel::connectTables() {
  connect(m_source, &CodeTable::lineChosen, this, &SourcePanel::chooseRow);
  connect(m_source, &CodeTable::lineActivated, this, [this] {
    if (m_event && m_events->hits[*m_event].kind == HitKind::Slice)
      Q_EMIT sliceZoomed(SliceId(m_events->hits[*m_event].index));
  });
  connect(m_code, &CodeTable::lineChosen, this, &SourcePanel::chooseCodeRow);
  for (CodeTable *table : {m_source, m_code}) {
    connect(table, &CodeTable::hottestRequested, this, &SourcePanel::goToHottest);
    connect(table, &CodeTable::cleared, this, &SourcePanel::clearLine);
    connect(table, &CodeTable::findRequested, this, [this] {
      m_find->setFocus();
      m_find->selectAll();
    });
  }
}

void SourcePanel::makeColumnMenu() {
  m_columnMenu->clear();
  for (size_t i = 0; i < kLineColumns; ++i) {
    if (!m_sums->has[i])
      continue;
    const auto column = static_cast<LineColumn>(i);
    QAction *action = m_columnMenu->addAction(toQString(headingOf(column)));
    action->setToolTip(toQString(sentenceOf(column)));
    action->setCheckable(true);
    action->setChecked(!m_isHidden[i]);
    connect(action, &QAction::toggled, this, [this, i](bool isOn) {
      m_isHidden[i] = !isOn;
      showFigures();
    });
  }
  m_columnMenu->setToolTipsVisible(true);
}

} // namespace pstudio
