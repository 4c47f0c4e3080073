// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/passes/pass_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QShortcut>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/source/code_places.h"
#include "viewer/geometry/number_format.h"
#include "viewer/paint/qt_text.h"
#include "viewer/paint/window_font.h"
#include "viewer/widgets/elided_label.h"
#include "viewer/widgets/panel_controls.h"
#include "viewer/widgets/passes/ir_view.h"

namespace pstudio {
namespace {

constexpr int kListWidth = 320;
constexpr int kFindWidth = 110; // at least

template <class Label> Label *makeLabel(const char *name, const char *role) {
  auto *label = new Label;
  label->setObjectName(QLatin1String(name));
  label->setProperty("role", QLatin1String(role));
  label->setTextFormat(Qt::PlainText);
  return label;
}

QString statisticsText(const PassRun &pass) {
  QStringList parts;
  for (const PassStatistic &row : pass.statistics)
    parts << QStringLiteral("%1 %2 %3 %4")
                 .arg(QString::fromStdString(row.name), toQString(countText(row.before)),
                      QChar(0x2192), toQString(countText(row.after)));
  return parts.join(QStringLiteral("   "));
}

} // namespace

PassPanel::PassPanel(QWidget *parent)
    : Panel(QStringLiteral("pass"), tr("Source: Passes"), parent) {
  QWidget *list = makeList();
  QSplitter *parts = makeParts("passParts", tr("Passes, and code"),
                               {{list, kListWidth}, {makeDetails(), 3 * kListWidth}});
  parts->setStretchFactor(0, 0); // the code gets the width of a larger window
  fill({makePages(parts)});
  setFocusProxy(m_list);
}

PassPanel::~PassPanel() = default;

QWidget *PassPanel::makeList() {
  m_list = new PassList;
  m_count = makeLabel<ElidedLabel>("passCount", "muted");
  m_onlyChanged = makeSwitch("onlyChangedPasses", tr("Changed only"),
                             tr("Show only passes that changed the IR"));
  m_onlyChanged->setChecked(true);
  connect(m_onlyChanged, &QToolButton::toggled, this, [this](bool isOn) {
    m_list->setOnlyChanged(isOn);
    updateCounts();
  });
  connect(m_list, &PassList::passChosen, this, &PassPanel::choose);
  auto *top = new QHBoxLayout;
  top->setContentsMargins(12, 4, 8, 4);
  top->addWidget(m_count, 1);
  top->addWidget(m_onlyChanged);
  auto *side = new QWidget;
  auto *layout = new QVBoxLayout(side);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(top);
  auto *inset = new QHBoxLayout;
  inset->setContentsMargins(8, 0, 0, 0);
  inset->addWidget(m_list);
  layout->addLayout(inset, 1);
  side->setMinimumWidth(200);
  return side;
}

QWidget *PassPanel::makeDetails() {
  m_name = makeLabel<ElidedLabel>("passName", "body");
  setFontRole(*m_name, FontRole::BodyBold);
  m_options = makeLabel<ElidedLabel>("passOptions", "muted");
  m_statistics = makeLabel<ElidedLabel>("passStatistics", "muted");
  m_difference = makeLabel<QLabel>("passDifference", "muted");
  m_difference->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_view = new IrView;
  connect(m_view, &IrView::rowChosen, this, &PassPanel::followRow);
  connect(m_view, &IrView::showAllRequested, this,
          [this] { m_onlyDifferences->setChecked(false); });
  auto *title = new QHBoxLayout;
  title->setSpacing(12);
  title->addWidget(m_name, 1);
  title->addWidget(m_difference);
  auto *head = new QWidget;
  auto *words = new QVBoxLayout(head);
  words->setContentsMargins(12, 6, 12, 4);
  words->setSpacing(2);
  words->addLayout(title);
  words->addWidget(m_options);
  words->addWidget(m_statistics);
  return makeColumn({head, makeControls(), m_view});
}

QWidget *PassPanel::makeControls() {
  m_find = makeFindField("findInIr", tr("Find in the IR"), tr("Find in the IR (/)"), kFindWidth);
  m_find->setToolTip(tr("Enter: next match. Shift+Enter: previous match. Esc: clear"));
  m_previous =
      makeButton("previousDifference", QString(QChar(0x2191)), tr("Previous difference (P)"));
  m_next = makeButton("nextDifference", QString(QChar(0x2193)), tr("Next difference (N)"));
  m_onlyDifferences = makeSwitch("onlyDifferences", tr("Only differences"),
                                 tr("Hide unchanged lines away from differences"));
  m_sideBySide =
      makeSwitch("sideBySide", tr("Side by side"), tr("Show before and after side by side"));
  auto *copy = makeButton("copyIr", tr("Copy"), tr("Copy the selected lines (Ctrl+C)"));
  connect(m_onlyDifferences, &QToolButton::toggled, m_view, &IrView::setOnlyDifferences);
  connect(m_sideBySide, &QToolButton::toggled, m_view, &IrView::setSideBySide);
  connect(m_previous, &QToolButton::clicked, m_view, [this] { m_view->goToDifference(false); });
  connect(m_next, &QToolButton::clicked, m_view, [this] { m_view->goToDifference(true); });
  connect(copy, &QToolButton::clicked, m_view, &IrView::copySelection);
  connect(m_view, &IrView::findRequested, m_find, [this] { m_find->setFocus(); });
  connect(m_find, &QLineEdit::returnPressed, this, [this] { findNext(true); });
  connect(m_find, &QLineEdit::textChanged, this, [this](const QString &text) {
    if (text.isEmpty())
      m_view->find({});
  });
  const auto onKey = [this](const QKeySequence &key, auto action) {
    auto *shortcut = new QShortcut(key, m_find, nullptr, nullptr, Qt::WidgetShortcut);
    connect(shortcut, &QShortcut::activated, this, action);
  };
  onKey(Qt::SHIFT | Qt::Key_Return, [this] { findNext(false); });
  onKey(Qt::Key_Escape, [this] {
    m_find->clear();
    m_view->setFocus();
  });
  auto *bar = new PanelBar({12, 2, 12, 6}, 6);
  bar->addGroup({m_find, m_previous, m_next})->setStretchFactor(m_find, 1);
  bar->addGroup({m_onlyDifferences, m_sideBySide, copy}, false)->addStretch(0);
  return bar;
}

void PassPanel::setReport(std::shared_ptr<const PassReport> report) {
  if (report == m_report && report)
    return;
  m_report = std::move(report);
  m_place = {};
  m_comparison.cancel();
  m_view->setDiff(nullptr, IrLanguage::Mlir);
  m_list->setReport(m_report);
  updateCounts();
  if (m_report)
    showContent();
}

void PassPanel::showMessage(const QString &title, const QString &hint) {
  setReport(nullptr);
  Panel::showMessage(title, hint);
}

void PassPanel::setThemeKind(ThemeKind kind) {
  m_view->setThemeKind(kind);
}

void PassPanel::setScope(const QString &name) {
  // As the dialects print it: a name in quotes.
  m_view->setMarked(name.isEmpty() ? QString() : QStringLiteral("\"%1\"").arg(name));
}

void PassPanel::setPlace(std::optional<SourcePlace> place) {
  m_source = std::move(place);
  linkLines(true);
}

void PassPanel::linkLines(bool isRevealed) {
  const auto linesOf = [this](const CodePlaces &places) {
    std::vector<bool> lines(places.lines.size());
    for (size_t i = 0; m_source && i < lines.size(); ++i)
      lines[i] = places.lines[i].line == m_source->line &&
                 isSameFile(places.files[places.lines[i].file], m_source->file);
    return lines;
  };
  m_view->setLinked(linesOf(m_placesBefore), linesOf(m_placesAfter), isRevealed);
}

/// To the source line of the row; after the pass rather than before.
void PassPanel::followRow(const IrRow &row) {
  for (const auto &[line, places] :
       {std::pair(row.right, &m_placesAfter), std::pair(row.left, &m_placesBefore)}) {
    if (line >= places->lines.size() || places->lines[line].line == 0)
      continue;
    m_source = SourcePlace{places->files[places->lines[line].file], places->lines[line].line, 0};
    linkLines(false);
    Q_EMIT placeChosen(*m_source);
    return;
  }
}

void PassPanel::updateCounts() {
  QString text = tr("%1 of %2 passes")
                     .arg(toQString(countText(static_cast<uint64_t>(m_list->shownPasses()))),
                          toQString(countText(static_cast<uint64_t>(m_list->allPasses()))));
  if (m_report && m_report->textsLeftOut > 0)
    text += tr(", %1 texts omitted").arg(toQString(countText(m_report->textsLeftOut)));
  m_count->setFullText(text);
  if (m_report)
    m_count->setToolTip(
        tr("%1, %2, mode %3. Recording added %4 ms to %5 ms.")
            .arg(QString::fromStdString(m_report->kernel), QString::fromStdString(m_report->target),
                 QString::fromStdString(m_report->mode))
            .arg(static_cast<double>(m_report->recordingTime.value) / 1e6, 0, 'f', 0)
            .arg(static_cast<double>(timeOf(*m_report).value) / 1e6, 0, 'f', 0));
}

void PassPanel::choose(const PassPlace &place) {
  if (!m_report || place == m_place)
    return;
  m_place = place;
  const PassStage &stage = m_report->stages[static_cast<size_t>(place.stage)];
  const PassRun &pass = stage.passes[static_cast<size_t>(place.pass)];
  describe(pass);
  compare(pass, stage.language);
}

void PassPanel::describe(const PassRun &pass) {
  m_name->setFullText(
      tr("%1  on %2").arg(QString::fromStdString(pass.name), QString::fromStdString(pass.scope)));
  m_options->setFullText(QString::fromStdString(pass.options));
  m_options->setVisible(!pass.options.empty());
  m_statistics->setFullText(statisticsText(pass));
  m_statistics->setToolTip(
      statisticsText(pass).replace(QStringLiteral("   "), QStringLiteral("\n")));
  m_statistics->setVisible(!pass.statistics.empty());
  m_difference->setText(pass.failed ? tr("failed; comparing") : tr("comparing"));
}

void PassPanel::compare(const PassRun &pass, IrLanguage language) {
  const auto before = m_report->text(pass.before), after = m_report->text(pass.after);
  m_comparison.start(
      [before, after](const std::stop_token &) {
        return std::make_shared<const IrDiff>(before, after);
      },
      [this, language](std::shared_ptr<const IrDiff> diff) { take(std::move(diff), language); });
}

void PassPanel::take(std::shared_ptr<const IrDiff> diff, IrLanguage language) {
  m_view->setDiff(std::move(diff), language);
  const PassRun &pass = m_report->stages[static_cast<size_t>(m_place.stage)]
                            .passes[static_cast<size_t>(m_place.pass)];
  const auto placesOf = [&](std::optional<IrTextId> text) {
    return text ? placesInText(*m_report, *text, language) : CodePlaces();
  };
  m_placesBefore = placesOf(pass.before);
  m_placesAfter = placesOf(pass.after);
  linkLines(false);
  describeDifference();
}

void PassPanel::describeDifference() {
  const PassRun &pass = m_report->stages[static_cast<size_t>(m_place.stage)]
                            .passes[static_cast<size_t>(m_place.pass)];
  const IrDiff &diff = *m_view->diff();
  QStringList parts;
  if (pass.failed)
    parts << tr("failed");
  if (!pass.after)
    parts << tr("IR omitted: report size limit reached");
  else if (!pass.before && pass.changed)
    parts << tr("created here");
  else if (!pass.changed)
    parts << tr("no difference");
  else
    parts << QStringLiteral("+%1  %2%3")
                 .arg(toQString(countText(diff.addedLines())), QChar(0x2212),
                      toQString(countText(diff.removedLines())));
  if (diff.renumberedLines() > 0)
    parts << tr("~%1 renumbered").arg(toQString(countText(diff.renumberedLines())));
  if (diff.isCoarse())
    parts << tr("coarse: too many differences for a line-by-line comparison");
  m_difference->setText(parts.join(QStringLiteral("  ")));
  m_difference->setToolTip(m_difference->text());
  const bool hasDifferences = diff.addedLines() + diff.removedLines() > 0;
  m_next->setEnabled(hasDifferences);
  m_previous->setEnabled(hasDifferences);
}

void PassPanel::findNext(bool forwards) {
  const bool isFound = m_view->find(m_find->text(), forwards) || m_find->text().isEmpty();
  m_find->setProperty("hasError", !isFound);
  if (!isFound)
    m_difference->setText(tr("not found: %1").arg(m_find->text()));
  else if (!isComparing() && m_view->diff())
    describeDifference();
}

} // namespace pstudio
