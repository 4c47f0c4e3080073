// SPDX-License-Identifier: Apache-2.0
// The controls of the panel Compare, and how they are arranged.
#include "viewer/widgets/compare/compare_panel.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>

#include "viewer/widgets/compare/aligned_view.h"
#include "viewer/widgets/compare/candidates_table.h"
#include "viewer/widgets/compare/comparison_table.h"
#include "viewer/widgets/elided_label.h"
#include "viewer/widgets/panel_controls.h"

namespace pstudio {

using namespace compare;

namespace {

constexpr int kCompareInset = 12, kCompareGap = 8;
constexpr int kUnitWidth = 96, kMinBaselineWidth = 136, kBaselineLetters = 24;
constexpr int kMinCompareFilter = 110, kMaxCompareFilter = 220, kMinNote = 40;

/// A combo box is read by its value: the label, as its buddy, names it.
QLabel *barLabel(const QString &text, QWidget *field) {
  auto *made = new QLabel(text);
  made->setTextFormat(Qt::PlainText);
  made->setBuddy(field);
  return made;
}

} // namespace

void ComparePanel::makeFields() {
  m_otherBox = makeCombo("compareBaseline", tr("Baseline: the trace to compare with"));
  m_candidates = makeButton("compareCandidates", tr("1 candidate"),
                            tr("Further traces to compare with the baseline"));
  m_candidateMenu = new QMenu(m_candidates);
  m_candidateMenu->setObjectName(QStringLiteral("compareCandidateMenu"));
  m_candidates->setMenu(m_candidateMenu);
  m_candidates->setPopupMode(QToolButton::InstantPopup);
  m_alignment = makeCombo("compareAlignment", tr("Moment that is time 0 in all traces"));
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
  m_otherBox->setMinimumWidth(kMinBaselineWidth);
  m_threshold = new QDoubleSpinBox;
  m_threshold->setObjectName(QStringLiteral("compareThreshold"));
  m_threshold->setAccessibleName(tr("Changes within this share count as the same"));
  m_threshold->setToolTip(tr("Changes within this share count as the same"));
  m_threshold->setRange(0.1, 1000);
  m_threshold->setDecimals(1);
  m_threshold->setValue(5);
  m_threshold->setSuffix(tr(" %"));
  m_threshold->setKeyboardTracking(false);
  m_filter = makeFindField("compareFilter", tr("Filter scopes by name or verdict"),
                           tr("Filter: name or verdict"), kMinCompareFilter);
  m_filter->setMaximumWidth(kMaxCompareFilter);
  m_report =
      makeButton("compareReport", tr("Report..."), tr("Write the comparison to one HTML file"));
  m_cancel = makeButton("compareCancel", tr("Cancel"), tr("Cancel the comparison"));
  m_cancel->hide();
}

void ComparePanel::chooseBaseline(int id) {
  const int at = m_otherBox->findData(id);
  if (at < 0)
    return;
  m_chosen = id;
  m_addsVariants = false; // only the shown trace against it
  m_otherBox->setCurrentIndex(at);
  fillCandidates();
  restart();
}

void ComparePanel::connectFields() {
  connect(m_otherBox, &QComboBox::activated, this, [this](int at) {
    chooseBaseline(m_otherBox->itemData(at).toInt());
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
    m_several->setFilter(text);
    showNotes();
  });
  connect(m_cancel, &QToolButton::clicked, this, [this] { m_isBusy ? cancel() : restart(); });
  connect(m_report, &QToolButton::clicked, this, &ComparePanel::reportRequested);
}

QWidget *ComparePanel::makeBar() {
  makeFields();
  connectFields();
  auto *bar = new PanelBar({kCompareInset, 4, kCompareInset, 4}, kCompareGap);
  bar->addGroup({barLabel(tr("Baseline"), m_otherBox), m_otherBox,
                 barLabel(tr("Aligned at"), m_alignment), m_alignment,
                 barLabel(tr("iteration"), m_iteration), m_iteration})
      ->addStretch(0);
  bar->addGroup({m_unit, barLabel(tr("Threshold"), m_threshold), m_threshold, m_filter, m_report})
      ->addStretch(0);
  return bar;
}

QWidget *ComparePanel::makeNotes() {
  m_status = makeStatusLine("compareStatus", tr("Verdicts and matches"), kMinNote);
  m_warnings = makeStatusLine("compareWarnings", tr("Warnings of the comparison"), kMinNote);
  auto *notes = new QWidget;
  auto *column = new QVBoxLayout(notes);
  column->setContentsMargins(kCompareInset, 0, kCompareInset, 4);
  column->setSpacing(2);
  auto *state = new QHBoxLayout;
  state->setSpacing(kCompareGap);
  state->addWidget(m_candidates); // here, for the bar is full in a small window
  state->addWidget(m_status, 1);
  state->addWidget(m_cancel);
  column->addLayout(state);
  column->addWidget(m_warnings);
  return notes;
}

QWidget *ComparePanel::makeBody() {
  m_table = new ComparisonTable;
  m_several = new CandidatesTable;
  m_tables = new QStackedWidget;
  m_tables->setFocusProxy(m_table);
  m_tables->addWidget(m_table);
  m_tables->addWidget(m_several);
  m_view = new AlignedView;
  m_summaries = new QScrollArea;
  m_summaries->setObjectName(QStringLiteral("compareSummaries"));
  m_summaries->setAccessibleName(tr("Summaries"));
  m_summaries->setWidgetResizable(true);
  m_summaries->setFrameShape(QFrame::NoFrame);
  m_summaries->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_parts = makeParts("compareParts", tr("Summaries, table, and aligned traces"),
                      {{m_summaries, 1000}, {m_tables, 1000}, {m_view, 1000}});
  const auto medianOf = [](const std::optional<ScopeSide> &side) {
    return side ? side->median : SliceId();
  };
  connect(m_table, &ComparisonTable::rowChosen, this, [this, medianOf](const ScopeComparison &row) {
    chooseInstances(medianOf(row.baseline), {medianOf(row.candidate)});
  });
  connect(m_several, &CandidatesTable::rowChosen, this, [this, medianOf](const OverviewRow &row) {
    std::vector<SliceId> slices;
    for (const ScopeComparison *each : row.inEach)
      slices.push_back(each != nullptr ? medianOf(each->candidate) : SliceId());
    chooseInstances(medianOf(row.any->baseline), slices);
  });
  connect(&m_table->comparison(), &ComparisonModel::matchRequested, this,
          [this](const QString &baseline, const QString &name) { setMatch(0, baseline, name); });
  connect(&m_several->candidates(), &CandidatesModel::matchRequested, this,
          &ComparePanel::setMatch);
  connect(m_view, &AlignedView::sliceChosen, this, &ComparePanel::chooseSlice);
  connect(m_parts, &QSplitter::splitterMoved, this, [this] { m_isSplitByUser = true; });
  return m_parts;
}

} // namespace pstudio
