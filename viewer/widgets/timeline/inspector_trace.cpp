// SPDX-License-Identifier: Apache-2.0
// The page of a trace: its summary, and below it all facts by topic.
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

#include "core/trace/fact_words.h"
#include "core/trace/launch_coverage.h"
#include "core/trace/record_counts.h"
#include "viewer/widgets/link_label.h"
#include "viewer/widgets/summary_block.h"
#include "viewer/widgets/timeline/inspector.h"
#include "viewer/widgets/timeline/inspector_text.h"

namespace pstudio {

using namespace inspector_text;

namespace {

constexpr size_t kMaxLaunchesShown = 3; // more are tracks of their own in the timeline

bool hasLossNote(const Trace &trace) {
  return std::ranges::any_of(
      trace.notes(), [](const Note &note) { return note.severity != Note::Severity::Info; });
}

} // namespace

void Inspector::showTrace() {
  startPage();
  if (m_summary)
    addSummary();
  else
    addTitle(toQString(m_trace->info().title), tr("whole trace"), QColor());
  // Without a summary these facts are the answer.
  addTopic(tr("Trace"), !m_summary, [this] { addTraceFacts(); });
  const size_t launches = m_trace->launches().size();
  for (size_t at = 0; at < std::min(launches, kMaxLaunchesShown); ++at)
    addLaunchTopics(m_trace->launches()[at], launches > 1 ? static_cast<int>(at) : -1);
  if (!m_trace->notes().empty())
    addTopic(tr("Notes on the recording"), hasLossNote(*m_trace) || !m_summary,
             [this] { addNotes(); });
  addParagraph(tr("Click a slice to see its details."), "muted");
  finishPage();
}

void Inspector::addLaunchTopics(const Launch &launch, int number) {
  addTopic(
      tr("Launch of %1").arg(toQString(m_trace->string(launch.kernel))), !m_summary,
      [&] { addLaunch(launch); }, number);
  addTopic(
      tr("Details of the launch"), false, [&] { addDetails(launch); }, number);
  if (const auto counters = countersOf(*m_trace, launch); !counters.empty())
    addTopic(
        tr("Hardware counters"), false, [&] { addCounters(counters); }, number);
  if (const auto samples = pcSamplesOf(*m_trace, launch))
    addTopic(
        tr("PC samples"), false, [&] { addSamples(*samples); }, number);
}

void Inspector::addSummary() {
  auto *block = new SummaryBlock({{QString(), *m_summary}}, SummaryLinks::SlicesAndPanels);
  connect(block, &SummaryBlock::followed, this, [this](int, const summary::SummaryLine &line) {
    const summary::Topic topic = line.topic;
    if (line.slice.isValid())
      Q_EMIT eventRequested({EventRef::Kind::Slice, line.slice.value});
    if (topic != summary::Topic::Timeline)
      Q_EMIT topicRequested(topic);
  });
  m_page->addWidget(block);
  m_text += block->text();
}

void Inspector::addTraceFacts() {
  const TraceInfo &info = m_trace->info();
  addFact(tr("title"), info.title.empty() ? unknown() : toQString(info.title));
  addFact(tr("length"), m_trace->timeRange() == TimeRange()
                            ? unknown()
                            : lengthText(m_trace->timeRange().length()));
  if (const std::string part = partText(coverageOf(*m_trace)); !part.empty())
    addFact(tr("recorded part"), toQString(part));
  if (info.origin.value != 0 && m_trace->timeRange() != TimeRange())
    addFact(tr("absolute start"),
            toQString(formatAbsolute(info.origin, m_trace->timeRange().begin)));
  addFact(tr("slices"), numberText(static_cast<int64_t>(m_trace->sliceCount())));
  addFact(tr("recorded"), info.date.empty() ? unknown() : toQString(info.date));
  addFact(tr("producer"), info.producer.empty() ? unknown() : toQString(info.producer));
}

void Inspector::addLaunch(const Launch &launch) {
  const std::string_view target = m_trace->string(launch.target);
  addFact(tr("target"), target.empty() ? unknown() : toQString(target));
  addFact(tr("grid"), extentsOrDash(launch.grid));
  addFact(tr("block"), extentsOrDash(launch.block));
  const std::optional<RecordCounts> records = recordCounts(launch);
  const auto count = [&](uint64_t RecordCounts::*number) {
    return records ? numberText(static_cast<int64_t>((*records).*number)) : unknown();
  };
  addFact(tr("records"), count(&RecordCounts::written));
  addFact(tr("dropped"), count(&RecordCounts::dropped));
  addFact(tr("without partner"), count(&RecordCounts::unmatched));
  if (const auto &cost = launch.recordingCost) {
    addFact(tr("cost per record"), tr("%1 cycles").arg(toQString(formatCycleCost(cost->record))));
    addFact(QString(), tr("%1 .. %2 cycles")
                           .arg(toQString(formatCycleCost(cost->recordLow)),
                                toQString(formatCycleCost(cost->recordHigh))));
    addFact(tr("empty wait for copies"),
            tr("%1 cycles").arg(toQString(formatCycleCost(cost->emptyWait))));
  }
}

void Inspector::addDetails(const Launch &launch) {
  for (const Arg &arg : m_trace->args(launch.args))
    if (const std::string_view key = m_trace->string(arg.key); !isSampleArg(key))
      addFact(toQString(wordsOfFact(key)),
              toQString(wordsOfFactValue(key, argText(*m_trace, arg).toStdString())),
              toQString(key));
}

void Inspector::addNotes() {
  for (const Note &note : m_trace->notes())
    addParagraph(note.count > 1 ? tr("%1 (%2 times)")
                                      .arg(toQString(note.message),
                                           numberText(static_cast<int64_t>(note.count)))
                                : toQString(note.message),
                 "body", toQString(note.code));
}

void Inspector::addTopic(const QString &name, bool isOpen, const std::function<void()> &fill,
                         int number) {
  const QString key = number < 0 ? name : QStringLiteral("%1 %2").arg(name).arg(number);
  auto *content = new QWidget;
  content->setObjectName(QStringLiteral("topic:") + key);
  auto *rows = new QVBoxLayout(content);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(m_page->spacing());
  const QString textBefore = m_text;
  m_text += name + QLatin1Char('\n');
  QVBoxLayout *page = std::exchange(m_page, rows);
  fill();
  m_page = page;
  if (rows->count() == 0) {
    m_text = textBefore;
    delete content;
    return;
  }
  const auto chosen = m_topics.find(key);
  const bool isShown = chosen == m_topics.end() ? isOpen : chosen->second;
  auto *fold = new LinkLabel(isShown ? tr("%1: hide").arg(name)
                                     : tr("%1: show %2").arg(name).arg(rows->count()));
  fold->setObjectName(QStringLiteral("fold:") + key);
  // The page is made anew: the link ends before its handler does.
  connect(
      fold, &LinkLabel::followed, this, [this, key, isShown] { toggleTopic(key, !isShown); },
      Qt::QueuedConnection);
  m_page->addSpacing(8);
  m_page->addWidget(fold);
  m_page->addWidget(content);
  content->setVisible(isShown);
}

void Inspector::toggleTopic(const QString &key, bool isOpen) {
  m_topics[key] = isOpen;
  showCurrent();
  if (auto *fold = findChild<LinkLabel *>(QStringLiteral("fold:") + key))
    fold->setFocus();
}

} // namespace pstudio
