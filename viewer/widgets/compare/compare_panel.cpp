// SPDX-License-Identifier: Apache-2.0
// The shown trace against another one: a table of differences and both on one time axis.
#include "viewer/widgets/compare/compare_panel.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

#include "core/base/number_text.h"
#include "core/compare/comparison_text.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/compare/aligned_view.h"
#include "viewer/widgets/compare/comparison_table.h"
#include "viewer/widgets/elided_label.h"
#include "viewer/widgets/message_page.h"
#include "viewer/widgets/panel_controls.h"

namespace pstudio {

using namespace compare;

namespace {

constexpr int kCompareInset = 12, kCompareGap = 8;
constexpr int kUnitWidth = 96, kLeastBaselineWidth = 136, kBaselineLetters = 24;
constexpr int kLeastCompareFilter = 110, kMostCompareFilter = 220;
constexpr qsizetype kMostAlignments = 100; // scopes that the chooser lists
constexpr size_t kBaselineLane = 0, kCandidateLane = 1;

QLabel *barLabel(const QString &text) {
  auto *made = new QLabel(text);
  made->setTextFormat(Qt::PlainText);
  return made;
}

ElidedLabel *noteLine(const char *name, const QString &accessibleName) {
  auto *made = new ElidedLabel;
  made->setObjectName(QLatin1String(name));
  made->setAccessibleName(accessibleName);
  made->setTextFormat(Qt::PlainText);
  made->setMinimumWidth(40);
  return made;
}

} // namespace

ComparePanel::ComparePanel(QWidget *parent) : QWidget(parent) {
  setObjectName(QStringLiteral("comparePanel"));
  setAccessibleName(tr("Compare"));
  setAttribute(Qt::WA_StyledBackground);
  setFocusPolicy(Qt::StrongFocus);
  m_message = new MessagePage(QStringLiteral("compare"));
  m_pages = new QStackedWidget;
  m_pages->addWidget(m_message);
  QWidget *bar = makeBar();
  m_pages->addWidget(makeParts());
  auto *layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(bar);
  layout->addWidget(makeNotes());
  layout->addWidget(m_pages, 1);
  setFocusProxy(m_table);
  setTraces({}, {}, nullptr);
}

ComparePanel::~ComparePanel() = default;

void ComparePanel::makeFields() {
  m_otherBox = makeCombo("compareBaseline", tr("Baseline: the trace to compare with"));
  m_alignment = makeCombo("compareAlignment", tr("Moment that is time 0 in both traces"));
  m_iteration = new QSpinBox;
  m_iteration->setObjectName(QStringLiteral("compareIteration"));
  m_iteration->setAccessibleName(tr("Iteration of the scope that is aligned, from 0"));
  m_iteration->setRange(0, 1'000'000'000);
  m_iteration->setKeyboardTracking(false);
  m_unit = makeCombo("compareUnit", tr("Compare times or SM cycles"));
  m_unit->addItems({tr("Times"), tr("Cycles")});
  m_styleOfUnit = timeStyle();
  m_unit->setCurrentIndex(m_styleOfUnit == TimeStyle::Cycles ? 1 : 0);
  m_unit->setMaximumWidth(kUnitWidth);
  m_otherBox->setMinimumContentsLength(kBaselineLetters);
  m_otherBox->setMinimumWidth(kLeastBaselineWidth);
  m_threshold = new QDoubleSpinBox;
  m_threshold->setObjectName(QStringLiteral("compareThreshold"));
  m_threshold->setAccessibleName(tr("Changes within this share count as the same"));
  m_threshold->setToolTip(tr("Changes within this share count as the same"));
  m_threshold->setRange(0.1, 1000);
  m_threshold->setDecimals(1);
  m_threshold->setValue(5);
  m_threshold->setSuffix(tr(" %"));
  m_threshold->setKeyboardTracking(false);
  m_filter = new QLineEdit;
  m_filter->setObjectName(QStringLiteral("compareFilter"));
  m_filter->setAccessibleName(tr("Filter scopes by name or verdict"));
  m_filter->setPlaceholderText(tr("Filter: name or verdict"));
  m_filter->setClearButtonEnabled(true);
  m_filter->setMinimumWidth(kLeastCompareFilter);
  m_filter->setMaximumWidth(kMostCompareFilter);
  m_report =
      makeSwitch("compareReport", tr("Report..."), tr("Write the comparison to one HTML file"));
  m_report->setCheckable(false);
}

void ComparePanel::connectFields() {
  connect(m_otherBox, &QComboBox::activated, this, [this](int at) {
    m_chosen = m_otherBox->itemData(at).toInt();
    restart();
  });
  connect(m_alignment, &QComboBox::activated, this, [this](int at) {
    m_iteration->setEnabled(at > 0);
    restart();
  });
  connect(m_iteration, &QSpinBox::valueChanged, this, &ComparePanel::restart);
  connect(m_unit, &QComboBox::activated, this, &ComparePanel::restart);
  connect(m_threshold, &QDoubleSpinBox::valueChanged, this, &ComparePanel::restart);
  connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
    m_table->setFilter(text);
    showNotes();
  });
  connect(m_report, &QToolButton::clicked, this, &ComparePanel::reportWanted);
}

QWidget *ComparePanel::makeBar() {
  makeFields();
  connectFields();
  auto *bar = new PanelBar({kCompareInset, 4, kCompareInset, 4}, kCompareGap);
  QHBoxLayout *what = bar->addGroup();
  for (QWidget *widget : std::initializer_list<QWidget *>{barLabel(tr("Baseline")), m_otherBox,
                                                          barLabel(tr("Aligned at")), m_alignment,
                                                          barLabel(tr("iteration")), m_iteration})
    what->addWidget(widget);
  what->addStretch(0);
  QHBoxLayout *how = bar->addGroup();
  for (QWidget *widget : std::initializer_list<QWidget *>{m_unit, barLabel(tr("Threshold")),
                                                          m_threshold, m_filter, m_report})
    how->addWidget(widget);
  how->addStretch(0);
  return bar;
}

QWidget *ComparePanel::makeNotes() {
  m_status = noteLine("compareStatus", tr("Verdicts and matches"));
  m_warnings = noteLine("compareWarnings", tr("Warnings of the comparison"));
  auto *notes = new QWidget;
  auto *column = new QVBoxLayout(notes);
  column->setContentsMargins(kCompareInset, 0, kCompareInset, 4);
  column->setSpacing(2);
  column->addWidget(m_status);
  column->addWidget(m_warnings);
  return notes;
}

QWidget *ComparePanel::makeParts() {
  m_table = new ComparisonTable;
  m_view = new AlignedView;
  auto *parts = new QSplitter(Qt::Horizontal);
  parts->setAccessibleName(tr("Table, and aligned traces"));
  parts->setObjectName(QStringLiteral("compareParts"));
  parts->setHandleWidth(1);
  parts->setChildrenCollapsible(false);
  parts->addWidget(m_table);
  parts->addWidget(m_view);
  parts->setStretchFactor(0, 1);
  parts->setStretchFactor(1, 1);
  parts->setSizes({1000, 1000}); // halves
  connect(m_table, &ComparisonTable::rowChosen, this, &ComparePanel::chooseRow);
  connect(&m_table->comparison(), &ComparisonModel::matchWanted, this, &ComparePanel::setMatch);
  connect(m_view, &AlignedView::sliceChosen, this, &ComparePanel::chooseSlice);
  return parts;
}

void ComparePanel::setThemeKind(ThemeKind kind) {
  m_table->setThemeKind(kind);
  m_view->setThemeKind(kind);
}

void ComparePanel::setTraces(ComparableTrace shown, QList<ComparableTrace> others,
                             SelectionModel *selection) {
  const ComparableTrace *before = baseline();
  const std::shared_ptr<const Trace> comparedBefore = before ? before->trace : nullptr;
  const bool isSameTrace = shown.trace == m_shown.trace;
  m_selection = selection;
  m_shown = std::move(shown);
  m_others = std::move(others);
  fillOthers();
  const ComparableTrace *after = baseline();
  const bool isSameBaseline = after && after->trace == comparedBefore;
  if (isSameTrace && isSameBaseline && (m_comparison || m_isStale || m_isBusy))
    return; // other titles, or another trace was opened or closed
  if (!isSameTrace) {
    m_renames.clear();
    m_alignment->clear();
  }
  restart();
}

void ComparePanel::fillOthers() {
  m_otherBox->clear();
  for (const ComparableTrace &other : m_others)
    m_otherBox->addItem(other.title, other.id);
  int at = m_otherBox->findData(m_chosen);
  const auto kernelOf = [](const ComparableTrace &trace) {
    return trace.trace && !trace.trace->launches().empty()
               ? trace.trace->string(trace.trace->launches().front().kernel)
               : std::string_view();
  };
  for (int i = 0; at < 0 && i < m_others.size(); ++i) // variants of the same kernel first
    if (!kernelOf(m_shown).empty() && kernelOf(m_others[i]) == kernelOf(m_shown))
      at = i;
  m_otherBox->setCurrentIndex(std::max(at, m_others.isEmpty() ? -1 : 0));
}

const ComparableTrace *ComparePanel::baseline() const {
  const int at = m_otherBox->currentIndex();
  return at >= 0 && at < m_others.size() ? &m_others[at] : nullptr;
}

CompareOptions ComparePanel::options() const {
  CompareOptions options;
  options.renames = m_renames;
  options.threshold = m_threshold->value() / 100;
  if (m_alignment->currentIndex() > 0)
    options.alignment = {Alignment::Kind::Instance,
                         m_alignment->currentData().toString().toStdString(),
                         static_cast<uint32_t>(m_iteration->value())};
  return options;
}

void ComparePanel::showTimesAgain() {
  if (m_styleOfUnit == timeStyle())
    return;
  m_styleOfUnit = timeStyle();
  m_unit->setCurrentIndex(m_styleOfUnit == TimeStyle::Cycles ? 1 : 0);
  restart();
}

void ComparePanel::restart() {
  ++m_generation;
  m_isStale = false;
  m_isBusy = false;
  const ComparableTrace *other = baseline();
  if (!m_shown.trace || !other) {
    m_job.cancel();
    m_comparison.reset();
    m_table->setComparison(nullptr);
    m_view->setLanes(nullptr);
    showNotes();
    return m_shown.trace
               ? showMessage(tr("Only one trace is open."), tr("Open the trace to compare with."))
               : showMessage(tr("No trace is open."), tr("Open two traces to compare them."));
  }
  if (!isVisible()) {
    m_isStale = true;
    return;
  }
  if (!m_comparison)
    showMessage(tr("Comparing..."), QString());
  m_isBusy = true;
  CompareRequest request{other->trace,
                         m_shown.trace,
                         other->title.toStdString(),
                         m_shown.title.toStdString(),
                         m_unit->currentIndex() == 1 ? SampleUnit::Cycles : SampleUnit::Time,
                         options()};
  request.wantsLanes = !m_view->lanes() || m_lanesOf[kBaselineLane].lock() != request.baseline ||
                       m_lanesOf[kCandidateLane].lock() != request.candidate;
  m_job.start(request, [this, request, generation = m_generation](CompareOutcome outcome) {
    QMetaObject::invokeMethod(
        this,
        [this, request, generation, outcome = std::move(outcome)]() mutable {
          if (generation == m_generation)
            showOutcome(std::move(outcome), request);
        },
        Qt::QueuedConnection);
  });
}

void ComparePanel::showEvent(QShowEvent *event) {
  QWidget::showEvent(event);
  if (m_isStale)
    restart();
}

void ComparePanel::showMessage(const QString &title, const QString &hint) {
  m_message->setTexts(title, hint);
  m_pages->setCurrentIndex(0);
}

void ComparePanel::showOutcome(CompareOutcome outcome, const CompareRequest &request) {
  m_isBusy = false;
  if (!outcome.comparison) {
    const Error &error = outcome.comparison.error();
    const QString text = toQString(error.message), hint = toQString(error.hint);
    m_status->setFullText(tr("Not aligned: %1 (%2)").arg(text, hint));
    m_status->show();
    if (!m_comparison)
      showMessage(text, hint);
    Q_EMIT comparisonShown();
    return;
  }
  m_comparison = *outcome.comparison;
  const AlignedTimes &aligned = m_comparison->aligned;
  if (outcome.lanes) {
    m_lanesOf[kBaselineLane] = request.baseline;
    m_lanesOf[kCandidateLane] = request.candidate;
    m_view->setLanes(std::move(outcome.lanes));
  } else if (const auto &lanes = m_view->lanes();
             lanes->trace(kBaselineLane).zero != aligned.baseline ||
             lanes->trace(kCandidateLane).zero != aligned.candidate) {
    lanes->setZero(kBaselineLane, aligned.baseline);
    lanes->setZero(kCandidateLane, aligned.candidate);
    m_view->lanesMoved();
  }
  m_table->setComparison(m_comparison);
  fillAlignments();
  m_pages->setCurrentIndex(1);
  showNotes();
  Q_EMIT comparisonShown();
}

/// The launch, then the scopes of both traces.
void ComparePanel::fillAlignments() {
  const QString chosen = m_alignment->currentData().toString();
  m_alignment->clear();
  m_alignment->addItem(tr("launch"), QString());
  for (const ScopeComparison &row : m_comparison->scopes)
    if (row.kind == ScopeKind::Scope && row.baseline && row.candidate &&
        m_alignment->count() <= kMostAlignments) {
      const QString path = toQString(row.baseline->path);
      m_alignment->addItem(path, path);
    }
  m_alignment->setCurrentIndex(std::max(0, m_alignment->findData(chosen)));
  m_iteration->setEnabled(m_alignment->currentIndex() > 0);
}

QString ComparePanel::verdictLine() const {
  QString text = tr("%1; %2").arg(toQString(verdictsText(*m_comparison)),
                                  toQString(matchesText(*m_comparison)));
  if (const size_t hidden = m_table->comparison().filteredOut(); hidden > 0)
    text = tr("%1 hidden by the filter; %2").arg(toQString(countText(hidden, "row", "rows")), text);
  return text;
}

void ComparePanel::showNotes() {
  m_report->setEnabled(m_comparison != nullptr);
  m_status->setFullText(m_comparison ? verdictLine() : QString());
  m_status->setVisible(m_comparison != nullptr);
  QStringList warnings;
  if (m_comparison)
    for (const std::string &warning : m_comparison->warnings)
      warnings << tr("Warning: %1").arg(toQString(warning));
  m_warnings->setFullText(warnings.join(QLatin1Char(' ')));
  m_warnings->setVisible(!warnings.isEmpty());
}

void ComparePanel::showStatus(const QString &text) {
  m_status->setFullText(text);
}

/// A scope has one partner: an older match of either of them is replaced.
void ComparePanel::setMatch(const QString &baseline, const QString &candidate) {
  const Rename wanted{baseline.toStdString(), candidate.toStdString()};
  std::erase_if(m_renames, [&wanted](const Rename &rename) {
    return rename.baseline == wanted.baseline || rename.candidate == wanted.candidate;
  });
  if (!wanted.baseline.empty() && !wanted.candidate.empty())
    m_renames.push_back(wanted);
  restart();
}

void ComparePanel::chooseRow(const ScopeComparison &row) {
  m_view->setSelected(kBaselineLane, row.baseline ? row.baseline->median : SliceId());
  const SliceId slice = row.candidate ? row.candidate->median : SliceId();
  m_view->setSelected(kCandidateLane, slice);
  if (!m_selection || !slice.isValid())
    return;
  m_selection->select(slice);
  Q_EMIT sliceRevealed(slice);
}

void ComparePanel::chooseSlice(int lane, SliceId slice) {
  if (lane != static_cast<int>(kCandidateLane) || !m_selection)
    return;
  m_selection->select(slice);
  Q_EMIT sliceRevealed(slice);
}

} // namespace pstudio
