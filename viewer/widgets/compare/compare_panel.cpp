// SPDX-License-Identifier: Apache-2.0
// The shown trace and others against a baseline: a table of differences and all on one time axis.
#include "viewer/widgets/compare/compare_panel.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLayout>
#include <QMenu>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/number_text.h"
#include "core/compare/comparison_text.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/compare/aligned_view.h"
#include "viewer/widgets/compare/candidates_table.h"
#include "viewer/widgets/compare/comparison_table.h"
#include "viewer/widgets/elided_label.h"
#include "viewer/widgets/panel_controls.h"
#include "viewer/widgets/summary_block.h"

namespace pstudio {

using namespace compare;

namespace {

constexpr qsizetype kMaxAlignments = 100;               // scopes that the chooser lists
constexpr size_t kBaselineLane = 0, kCandidateLane = 1; // the first candidate; others follow
constexpr int kProgressMs = 200;
constexpr int kMostVariants = 3; // further candidates without a choice of the user

std::string_view kernelOf(const ComparableTrace &trace) {
  return trace.trace && !trace.trace->launches().empty()
             ? trace.trace->string(trace.trace->launches().front().kernel)
             : std::string_view();
}

/// Paths of the baseline's scopes that the candidate has, too.
std::set<std::string> commonScopes(const TraceComparison &comparison) {
  std::set<std::string> paths;
  for (const ScopeComparison &row : comparison.scopes)
    if (row.kind == ScopeKind::Scope && row.baseline && row.candidate)
      paths.insert(row.baseline->path);
  return paths;
}

} // namespace

ComparePanel::ComparePanel(QWidget *parent)
    : Panel(QStringLiteral("compare"), tr("Compare"), parent) {
  setFocusPolicy(Qt::StrongFocus);
  QWidget *bar = makeBar(), *pages = makePages(makeBody());
  fill({bar, makeNotes(), pages});
  setFocusProxy(m_tables);
  m_tick.setInterval(kProgressMs);
  connect(&m_tick, &QTimer::timeout, this, &ComparePanel::showProgress);
  setTraces({}, {}, nullptr);
}

ComparePanel::~ComparePanel() = default;

void ComparePanel::setThemeKind(ThemeKind kind) {
  m_table->setThemeKind(kind);
  m_several->setThemeKind(kind);
  m_view->setThemeKind(kind);
}

void ComparePanel::setTraces(ComparableTrace shown, QList<ComparableTrace> others,
                             SelectionModel *selection) {
  const auto before = tracesToCompare();
  const QStringList titlesBefore = titlesToCompare();
  const bool isSameTrace = shown.trace == m_shown.trace;
  setModels(selection);
  m_shown = std::move(shown);
  m_others = std::move(others);
  fillOthers();
  fillCandidates();
  if (before == tracesToCompare() && before.size() > 1 &&
      (m_comparisons || isStale() || m_isBusy || m_isCancelled)) {
    // Other titles, or a trace that is not compared was opened or closed.
    if (m_comparisons && !isStale() && !m_isBusy && titlesToCompare() != titlesBefore)
      showSummaries();
    return;
  }
  if (!isSameTrace) {
    m_renames.erase(m_shown.id);
    m_alignment->clear();
  }
  if (m_styleOfUnit == TimeStyle::Cycles)
    chooseUnit();
  restart();
}

void ComparePanel::fillOthers() {
  m_otherBox->clear();
  for (const ComparableTrace &other : m_others)
    m_otherBox->addItem(other.title, other.id);
  int at = m_otherBox->findData(m_chosen);
  for (int i = 0; at < 0 && i < m_others.size(); ++i) // variants of the same kernel first
    if (!kernelOf(m_shown).empty() && kernelOf(m_others[i]) == kernelOf(m_shown))
      at = i;
  m_otherBox->setCurrentIndex(std::max(at, m_others.isEmpty() ? -1 : 0));
}

/// The other traces, without the baseline, to be added.
void ComparePanel::fillCandidates() {
  m_candidateMenu->clear();
  const ComparableTrace *base = baseline();
  for (const ComparableTrace &other : m_others) {
    if (base != nullptr && other.id == base->id)
      continue;
    QAction *add = m_candidateMenu->addAction(other.title);
    add->setCheckable(true);
    add->setChecked(isAdded(other));
    connect(add, &QAction::toggled, this, [this, id = other.id](bool isOn) {
      keepCandidates();
      m_added.removeAll(id);
      if (isOn)
        m_added << id;
      showCandidateCount();
      restart();
    });
  }
  m_candidates->setEnabled(!m_candidateMenu->isEmpty());
  showCandidateCount();
}

void ComparePanel::showCandidateCount() {
  m_candidates->setText(
      toQString(countText(std::max<size_t>(candidates().size(), 1), "candidate", "candidates")));
}

const ComparableTrace *ComparePanel::baseline() const {
  const int at = m_otherBox->currentIndex();
  return at >= 0 && at < m_others.size() ? &m_others[at] : nullptr;
}

/// The shown trace, then the added ones in the order of the open traces.
std::vector<const ComparableTrace *> ComparePanel::candidates() const {
  std::vector<const ComparableTrace *> found;
  const ComparableTrace *base = baseline();
  if (!m_shown.trace || base == nullptr)
    return found;
  found.push_back(&m_shown);
  for (const ComparableTrace &other : m_others)
    if (other.id != base->id && isAdded(other))
      found.push_back(&other);
  return found;
}

bool ComparePanel::isAdded(const ComparableTrace &other) const {
  if (!m_addsVariants)
    return m_added.contains(other.id);
  const ComparableTrace *base = baseline();
  const std::string_view kernel = kernelOf(m_shown);
  if (kernel.empty() || base == nullptr || other.id == base->id || kernelOf(other) != kernel)
    return false;
  const auto before = std::ranges::count_if(m_others, [&](const ComparableTrace &variant) {
    return variant.id != base->id && variant.id < other.id && kernelOf(variant) == kernel;
  });
  return before < kMostVariants;
}

/// The candidates so far are the choice of the user, who is about to change it.
void ComparePanel::keepCandidates() {
  if (!m_addsVariants)
    return;
  for (const ComparableTrace &other : std::as_const(m_others))
    if (isAdded(other))
      m_added << other.id;
  m_addsVariants = false;
}

/// The baseline, then the candidates; empty if there is nothing to compare.
std::vector<std::shared_ptr<const Trace>> ComparePanel::tracesToCompare() const {
  std::vector<std::shared_ptr<const Trace>> traces;
  for (const ComparableTrace *candidate : candidates())
    traces.push_back(candidate->trace);
  if (!traces.empty())
    traces.insert(traces.begin(), baseline()->trace);
  return traces;
}

/// Of tracesToCompare().
QStringList ComparePanel::titlesToCompare() const {
  QStringList titles;
  for (const ComparableTrace *candidate : candidates())
    titles << candidate->title;
  if (!titles.isEmpty())
    titles.prepend(baseline()->title);
  return titles;
}

std::vector<Rename> ComparePanel::renamesOf(int id) const {
  const auto found = m_renames.find(id);
  return found == m_renames.end() ? std::vector<Rename>() : found->second;
}

std::shared_ptr<const TraceComparison> ComparePanel::comparison() const {
  return m_comparisons
             ? std::shared_ptr<const TraceComparison>(m_comparisons, &m_comparisons->front())
             : nullptr;
}

CompareOptions ComparePanel::options() const {
  CompareOptions options;
  options.threshold = m_threshold->value() / 100;
  if (m_alignment->currentIndex() > 0)
    options.alignment = {Alignment::Kind::Instance,
                         m_alignment->currentData().toString().toStdString(),
                         static_cast<uint32_t>(m_iteration->value())};
  return options;
}

CompareRequest ComparePanel::request() const {
  CompareRequest request;
  request.baseline = baseline()->trace;
  request.baselineTitle = baseline()->title.toStdString();
  for (const ComparableTrace *candidate : candidates())
    request.candidates.push_back(
        {candidate->trace, candidate->title.toStdString(), renamesOf(candidate->id)});
  request.unit = m_unit->currentIndex() == 1 ? SampleUnit::Cycles : SampleUnit::Time;
  request.options = options();
  request.wantsLanes = !hasLanesOf(request);
  return request;
}

/// Whether the lanes show the traces of the request.
bool ComparePanel::hasLanesOf(const CompareRequest &request) const {
  if (!m_view->lanes() || m_lanesOf.size() != request.candidates.size() + 1 ||
      m_lanesOf[kBaselineLane].lock() != request.baseline)
    return false;
  for (size_t i = 0; i < request.candidates.size(); ++i)
    if (m_lanesOf[kCandidateLane + i].lock() != request.candidates[i].trace)
      return false;
  return true;
}

void ComparePanel::clearComparisons() {
  m_comparisons.reset();
  m_table->setComparison(nullptr);
  m_several->setComparisons(nullptr);
  m_view->setLanes(nullptr);
  m_lanesOf.clear();
  showNotes();
}

void ComparePanel::showTimesAgain() {
  if (m_styleOfUnit == timeStyle())
    return;
  m_styleOfUnit = timeStyle();
  chooseUnit();
  restart();
}

/// Cycles where they are preferred and every trace has them; the unit can still be changed.
void ComparePanel::chooseUnit() {
  const auto traces = tracesToCompare();
  const bool haveCycles = std::ranges::all_of(
      traces, [](const std::shared_ptr<const Trace> &trace) { return !trace->clocks().empty(); });
  m_unit->setCurrentIndex(m_styleOfUnit == TimeStyle::Cycles && haveCycles ? 1 : 0);
}

void ComparePanel::restart() {
  m_isCancelled = false;
  m_job.cancel();
  setBusy(false);
  if (candidates().empty() || (m_comparisons && request().wantsLanes)) // of other traces
    clearComparisons();
  refresh(candidates().empty());
}

void ComparePanel::compute() {
  if (candidates().empty())
    return m_shown.trace
               ? showMessage(tr("Only one trace is open."), tr("Open the trace to compare with."))
               : showMessage(tr("No trace is open."), tr("Open two traces to compare them."));
  const CompareRequest wanted = request();
  if (!m_comparisons)
    showMessage(tr("Comparing..."), QString());
  m_comparedIds.clear();
  for (const ComparableTrace *candidate : candidates())
    m_comparedIds.push_back(candidate->id);
  setBusy(true);
  m_job.start(wanted,
              [this, wanted](CompareOutcome outcome) { showOutcome(std::move(outcome), wanted); });
}

void ComparePanel::setBusy(bool isBusy) {
  m_isBusy = isBusy;
  isBusy ? m_tick.start() : m_tick.stop();
  if (!isBusy)
    m_cancel->hide();
}

/// Only a comparison that takes a while has it: others would flicker.
void ComparePanel::showProgress() {
  const QString text =
      tr("Comparing: %1 %").arg(static_cast<int>(std::floor(m_job.fraction() * 100)));
  m_cancel->setText(tr("Cancel"));
  m_cancel->setToolTip(tr("Cancel the comparison"));
  m_cancel->setAccessibleName(m_cancel->toolTip());
  m_cancel->show();
  m_status->setFullText(text);
  m_status->show();
  if (!m_comparisons)
    showMessage(tr("Comparing..."), tr("Cancel keeps the choices."));
}

void ComparePanel::cancel() {
  m_isCancelled = true;
  m_job.cancel();
  setBusy(false);
  m_cancel->setText(tr("Compare"));
  m_cancel->setToolTip(tr("Compare the chosen traces"));
  m_cancel->setAccessibleName(m_cancel->toolTip());
  m_cancel->show();
  m_status->setFullText(m_comparisons ? tr("Cancelled: the table does not follow the choices.")
                                      : tr("Cancelled"));
  m_status->show();
  if (!m_comparisons)
    showMessage(tr("The comparison was cancelled."), tr("Compare starts it again."));
}

void ComparePanel::showFailure(const Error &error) {
  const QString text = toQString(error.message), hint = toQString(error.hint);
  m_status->setFullText(tr("Not aligned: %1 (%2)").arg(text, hint));
  m_status->show();
  if (!m_comparisons)
    showMessage(text, hint);
}

/// Puts the lanes at the moments of the comparisons.
void ComparePanel::moveLanes() {
  const auto &lanes = m_view->lanes();
  bool hasMoved = false;
  const auto move = [&](size_t lane, Picoseconds zero) {
    hasMoved = hasMoved || lanes->trace(lane).zero != zero;
    lanes->setZero(lane, zero);
  };
  move(kBaselineLane, m_comparisons->front().aligned.baseline);
  for (size_t i = 0; i < m_comparisons->size(); ++i)
    move(kCandidateLane + i, (*m_comparisons)[i].aligned.candidate);
  if (hasMoved)
    m_view->lanesMoved();
}

/// Several candidates have more columns than one.
void ComparePanel::showTable(bool isOfOne) {
  const int wanted = isOfOne ? 0 : 1;
  if (m_tables->currentIndex() == wanted)
    return;
  m_tables->setCurrentIndex(wanted);
  m_tables->setFocusProxy(isOfOne ? static_cast<QWidget *>(m_table) : m_several);
  if (!m_isSplitByUser)
    m_parts->setSizes({isOfOne ? 1000 : 1500, isOfOne ? 1000 : 1500, 1000});
}

void ComparePanel::showOutcome(CompareOutcome outcome, const CompareRequest &request) {
  setBusy(false);
  if (!outcome.comparisons) {
    showFailure(outcome.comparisons.error());
    return;
  }
  m_comparisons = *outcome.comparisons;
  if (outcome.lanes) {
    m_lanesOf = {request.baseline};
    for (const CompareCandidate &candidate : request.candidates)
      m_lanesOf.emplace_back(candidate.trace);
    m_view->setLanes(std::move(outcome.lanes));
  } else {
    moveLanes();
  }
  const bool isOne = m_comparisons->size() == 1;
  m_table->setComparison(isOne ? comparison() : nullptr);
  m_several->setComparisons(isOne ? nullptr : m_comparisons);
  showTable(isOne);
  fillAlignments();
  showSummaries();
  showContent();
  showNotes();
}

void ComparePanel::showSummaries() {
  const size_t count = m_comparisons->size();
  std::vector<HeadedSummary> summaries{
      {tr("A: %1").arg(baseline()->title), m_comparisons->front().baseline.summary}};
  const auto shown = candidates();
  for (size_t i = 0; i < std::min(count, shown.size()); ++i)
    summaries.push_back({tr("%1: %2").arg(toQString(candidateLetter(i, count)), shown[i]->title),
                         (*m_comparisons)[i].candidate.summary});
  auto *block = new SummaryBlock(std::move(summaries), SummaryLinks::Slices);
  block->layout()->setContentsMargins(12, 4, 8, 4);
  connect(
      block, &SummaryBlock::followed, this,
      [this](int index, const summary::SummaryLine &line) { followSummary(index, line.slice); });
  m_summaries->setWidget(block);
}

/// The evidence of a line, in the lane of its trace; that of the shown trace is selected in the
/// timeline, too.
void ComparePanel::followSummary(int index, SliceId slice) {
  if (!slice.isValid())
    return;
  m_view->setSelected(static_cast<size_t>(index), slice);
  chooseSlice(index, slice);
}

/// The launch, then the scopes of all traces.
void ComparePanel::fillAlignments() {
  std::vector<std::set<std::string>> common;
  for (const TraceComparison &comparison : *m_comparisons)
    common.push_back(commonScopes(comparison));
  const QString chosen = m_alignment->currentData().toString();
  m_alignment->clear();
  m_alignment->addItem(tr("launch"), QString());
  for (const ScopeComparison &row : m_comparisons->front().scopes) {
    if (row.kind != ScopeKind::Scope || !row.baseline || m_alignment->count() > kMaxAlignments ||
        !std::ranges::all_of(common,
                             [&](const auto &paths) { return paths.contains(row.baseline->path); }))
      continue;
    const QString path = toQString(row.baseline->path);
    m_alignment->addItem(path, path);
  }
  m_alignment->setCurrentIndex(std::max(0, m_alignment->findData(chosen)));
  m_iteration->setEnabled(m_alignment->currentIndex() > 0);
}

QString ComparePanel::verdictLine() const {
  const size_t count = m_comparisons->size();
  QStringList parts;
  for (size_t i = 0; i < count; ++i)
    parts << (count == 1 ? QString() : toQString(candidateLetter(i, count)) + QLatin1String(": ")) +
                 toQString(verdictsText((*m_comparisons)[i]));
  QString text = parts.join(QLatin1String("; "));
  if (count == 1)
    text = tr("%1; %2").arg(text, toQString(matchesText(m_comparisons->front())));
  const size_t hidden =
      count == 1 ? m_table->comparison().filteredOut() : m_several->candidates().filteredOut();
  if (hidden > 0)
    text = tr("%1 hidden by the filter; %2").arg(toQString(countText(hidden, "row", "rows")), text);
  return text;
}

void ComparePanel::showNotes() {
  m_report->setEnabled(m_comparisons != nullptr);
  m_status->setFullText(m_comparisons ? verdictLine() : QString());
  m_status->setVisible(m_comparisons != nullptr);
  QStringList warnings;
  for (size_t i = 0; m_comparisons && i < m_comparisons->size(); ++i)
    for (const std::string &warning : (*m_comparisons)[i].warnings)
      warnings << (m_comparisons->size() == 1
                       ? tr("Warning: %1").arg(toQString(warning))
                       : tr("Warning (%1): %2")
                             .arg(toQString(candidateLetter(i, m_comparisons->size())),
                                  toQString(warning)));
  m_warnings->setFullText(warnings.join(QLatin1Char(' ')));
  m_warnings->setVisible(!warnings.isEmpty());
}

void ComparePanel::showStatus(const QString &text) {
  m_status->setFullText(text);
}

/// A scope has one partner: an older match of either of them is replaced. \param candidate  index
/// among the compared ones.
void ComparePanel::setMatch(int candidate, const QString &baseline, const QString &name) {
  const Rename wanted{baseline.toStdString(), name.toStdString()};
  std::vector<Rename> &renames = m_renames[m_comparedIds[static_cast<size_t>(candidate)]];
  std::erase_if(renames, [&wanted](const Rename &rename) {
    return rename.baseline == wanted.baseline || rename.candidate == wanted.candidate;
  });
  if (!wanted.baseline.empty() && !wanted.candidate.empty())
    renames.push_back(wanted);
  restart();
}

/// Marks an instance in each lane; that of the shown trace is selected in the timeline, too.
void ComparePanel::chooseInstances(SliceId ofBaseline, const std::vector<SliceId> &ofCandidates) {
  m_view->setSelected(kBaselineLane, ofBaseline);
  for (size_t i = ofCandidates.size(); i-- > 0;) // the last one decides what is in view
    m_view->setSelected(kCandidateLane + i, ofCandidates[i]);
  choose(ofCandidates.front(), true);
}

void ComparePanel::chooseSlice(int lane, SliceId slice) {
  if (lane == static_cast<int>(kCandidateLane))
    choose(slice, true);
}

} // namespace pstudio
