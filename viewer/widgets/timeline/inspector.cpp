// SPDX-License-Identifier: Apache-2.0
// The panel with all details of the selected event, or of the trace if nothing is selected.
#include "viewer/widgets/timeline/inspector.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLocale>
#include <QPainter>
#include <QStringList>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include "core/trace/fact_words.h"
#include "core/trace/launch_coverage.h"
#include "core/trace/record_counts.h"
#include "viewer/geometry/heat/heat_summary.h"
#include "viewer/geometry/number_format.h"
#include "viewer/geometry/time_style.h"
#include "viewer/paint/qt_text.h"
#include "viewer/paint/shown_text.h"
#include "viewer/paint/theme.h"
#include "viewer/paint/window_font.h"
#include "viewer/widgets/elided_label.h"
#include "viewer/widgets/fact_row.h"
#include "viewer/widgets/link_label.h"
#include "viewer/widgets/timeline/inspector_bars.h"
#include "viewer/widgets/timeline/inspector_details.h"
#include "viewer/widgets/timeline/inspector_text.h"
#include "viewer/widgets/wrapping_label.h"

namespace pstudio {

using namespace inspector_text;

namespace {

constexpr size_t kMaxSampledLines = 20;

// Roles that differ from a plain label by their font alone; the style sheet colours the others.
const std::map<std::string_view, FontRole> kRoleFonts = {{"name", FontRole::Heading},
                                                         {"mono", FontRole::Mono},
                                                         {"sourceLine", FontRole::MonoSmall},
                                                         {"sourceContext", FontRole::MonoSmall}};

void setRole(QLabel &label, const char *role) {
  label.setProperty("role", QLatin1String(role));
  if (const auto font = kRoleFonts.find(role); font != kRoleFonts.end())
    setFontRole(label, font->second);
}

WrappingLabel *makeLabel(const QString &text, const char *role) {
  auto *label = new WrappingLabel(shownText(text));
  setRole(*label, role);
  return label;
}

QPixmap swatchPixmap(const QColor &color, qreal ratio) {
  constexpr int kSize = 10;
  QPixmap pixmap(QSize(kSize, kSize) * ratio);
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(color);
  painter.drawRoundedRect(QRect(0, 0, kSize, kSize), 2, 2);
  return pixmap;
}

} // namespace

QString sliceKindText(const Slice &slice) {
  QStringList words{(slice.flags & kSliceAsync) ? Inspector::tr("asynchronous operation")
                                                : Inspector::tr("synchronous scope")};
  if (slice.flags & kSliceLengthUnknown)
    words << Inspector::tr("length unknown");
  else if (slice.flags & kSliceNoStart)
    words << Inspector::tr("start not recorded");
  if (!(slice.flags & kSliceLengthUnknown) && slice.flags & kSliceNoEnd)
    words << Inspector::tr("end not recorded");
  if (slice.flags & kSliceCrossing)
    words << Inspector::tr("crosses another scope");
  if (slice.flags & kSliceDivergent)
    words << Inspector::tr("subset of the warp's lanes");
  return words.join(QLatin1String(", "));
}

QString argText(const Trace &trace, const Arg &arg) {
  switch (arg.type) {
  case ArgType::Int:
    return toQString(formatCount(arg.intValue));
  case ArgType::Uint:
    return arg.uintValue <= INT64_MAX
               ? toQString(countText(arg.uintValue))
               : QLocale::c().toString(static_cast<qulonglong>(arg.uintValue));
  case ArgType::Double:
    return QString::number(arg.doubleValue, 'g', QLocale::FloatingPointShortest);
  case ArgType::Bool:
    return arg.uintValue ? Inspector::tr("true") : Inspector::tr("false");
  case ArgType::String:
    return toQString(trace.string(arg.stringValue));
  case ArgType::Pointer:
    return toQString(hexText(arg.uintValue));
  }
  return unknown();
}

Inspector::Inspector(QWidget *parent) : QScrollArea(parent) {
  setObjectName(QStringLiteral("inspector"));
  setAccessibleName(tr("Inspector"));
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  showNothing();
}

void Inspector::setTrace(std::shared_ptr<const Trace> trace, ScopeColorOf colorOf,
                         std::shared_ptr<const Trace> recorded,
                         std::optional<summary::Summary> summary) {
  if (trace != m_trace)
    m_sources = std::make_shared<const SourceTexts>(trace);
  m_trace = std::move(trace);
  m_recorded = recorded ? std::move(recorded) : m_trace;
  m_colorOf = std::move(colorOf);
  m_summary = std::move(summary);
  m_slice = SliceId();
  m_instant = InstantId();
  showCurrent();
}

void Inspector::setInstant(InstantId instant) {
  if (instant == m_instant)
    return;
  m_instant = instant;
  showCurrent();
}

void Inspector::setSlice(SliceId slice) {
  if (slice == m_slice)
    return;
  m_slice = slice;
  showCurrent();
}

QString Inspector::text() const {
  return m_text;
}

void Inspector::showCurrent() {
  if (!m_trace)
    showNothing();
  else if (m_instant.isValid())
    showInstant(m_instant);
  else if (m_slice.isValid())
    showSlice(m_slice);
  else
    showTrace();
}

void Inspector::addTraffic(const MemoryOperationRow &row) {
  addFact(row.isShared() ? tr("wavefronts") : tr("sectors"),
          numberText(static_cast<int64_t>(row.moved)));
  addFact(tr("ideal"), numberText(static_cast<int64_t>(row.ideal)));
  addFact(tr("used share"), toQString(efficiencyText(row)));
  addFact(tr("wasted"), toQString(excessText(row)));
  if (row.isShared())
    addFact(tr("worst bank conflict"), tr("%1-way").arg(numberText(row.worstDegree)));
}

void Inspector::setOperation(const MemoryOperationRow &row) {
  startPage();
  addTitle(toQString(row.operation), tr("memory operation"), QColor());
  addFact(tr("warp accesses"), numberText(static_cast<int64_t>(row.accesses)));
  if (!row.isCounted)
    addTraffic(row);
  addFact(tr("pattern"), toQString(row.pattern));
  if (row.place)
    addSource(*row.place);
  finishPage();
}

void Inspector::showNothing() {
  startPage();
  addParagraph(tr("No timeline is open."), "muted");
  finishPage();
}

void Inspector::addCounters(const std::vector<CounterValue> &counters) {
  addParagraph(tr("Read in separate, uninstrumented launches"), "muted");
  const QLocale locale = QLocale::c();
  for (const CounterValue &counter : counters)
    addFact(toQString(counter.name), locale.toString(counter.value, 'g', 9));
}

void Inspector::addSamples(const PcSampleTable &table) {
  addParagraph(tr("PC and stall reason of sampled warps, from a separate, uninstrumented launch"),
               "muted");
  const uint64_t all = table.samples();
  addFact(tr("samples"), numberText(static_cast<int64_t>(all)));
  if (table.dropped > 0)
    addFact(tr("dropped"), numberText(static_cast<int64_t>(table.dropped)));
  if (table.periodCycles > 0)
    addFact(tr("sampling period per SM, cycles"),
            numberText(static_cast<int64_t>(table.periodCycles)));
  for (size_t i = 0; i < std::min(table.lines.size(), kMaxSampledLines); ++i)
    addSampledLine(table.lines[i], all);
  if (table.lines.size() > kMaxSampledLines)
    addParagraph(tr("and %1 more lines").arg(table.lines.size() - kMaxSampledLines), "muted");
}

/// The line's place and share, its text where the file can be read, and its reasons.
void Inspector::addSampledLine(const LineSamples &line, uint64_t all) {
  const auto place = parseSourcePlace(line.location);
  const double share = 100.0 * static_cast<double>(line.samples()) / static_cast<double>(all);
  addFact(place ? toQString(shortPlace(*place)) : tr("%1, no line").arg(toQString(line.function)),
          QStringLiteral("%1 %").arg(share, 0, 'f', 1));
  if (const std::string text = place ? sourceLine(*m_sources, *place) : ""; !text.empty())
    addSourceLine(toQString(text), "sourceLine");
  QStringList reasons;
  for (const StallCount &stall : line.stalls)
    reasons << tr("%1 %2").arg(toQString(stall.reason),
                               numberText(static_cast<int64_t>(stall.samples)));
  addParagraph(reasons.join(QStringLiteral(", ")), "muted");
}

void Inspector::showSlice(SliceId id) {
  startPage();
  const SliceDetails details = describeSlice(*m_trace, *m_recorded, id);
  const QColor color = m_colorOf ? m_colorOf(details.slice.name) : QColor();
  QString subtitle = sliceKindText(details.slice);
  if (!details.sameScope.isTruncated && details.sameScope.durationsPs.size() > 1)
    subtitle += tr(", %1 of %2")
                    .arg(numberText(static_cast<int64_t>(details.sameScope.selected + 1)),
                         numberText(static_cast<int64_t>(details.sameScope.durationsPs.size())));
  addTitle(toQString(m_trace->string(details.slice.name)), subtitle, color);
  addTimes(details.slice);
  addPlace(details.place);
  if (details.cost)
    addCost(*details.cost);
  if (details.clock)
    addClock(*details.clock);
  addIteration(id);
  addHeading(tr("Path"));
  QStringList path;
  if (!details.place.kernel.empty())
    path << toQString(details.place.kernel);
  for (const SliceId step : details.path)
    path << toQString(m_trace->string(m_trace->slice(step).name));
  for (qsizetype depth = 0; depth < path.size(); ++depth)
    addParagraph(QString(depth * 3, QLatin1Char(' ')) + path[depth], "mono");
  addPartners({EventRef::Kind::Slice, id.value});
  addCalls(details);
  addValues(details.values);
  addArguments(details.slice.args, details.source.has_value(), !details.place.kernel.empty());
  if (details.source)
    addSource(*details.source);
  addSameScope(details.sameScope, color);
  finishPage();
}

/// A slice of the host or of another program belongs to no warp: its place is its track.
void Inspector::addPlace(const SlicePlace &place) {
  const bool isOfUnit = !place.unit.label.empty();
  if (isOfUnit)
    addFact(toQString(place.unit.label), toQString(place.unit.value));
  else
    addFact(tr("track"), toQString(place.track));
  if (isOfUnit || place.cta || place.sm) {
    addFact(tr("CTA"), numberText(place.cta));
    addFact(tr("SM"), numberText(place.sm));
  }
}

void Inspector::addTimes(const Slice &slice) {
  addFact(tr("start"), toQString(formatExact(slice.time.begin)));
  if (const Nanoseconds origin = m_trace->info().origin; origin.value != 0)
    addFact(tr("absolute start"), toQString(formatAbsolute(origin, slice.time.begin)));
  if (!isWholeSlice(slice.flags))
    return addFact(tr("duration"), unknown());
  QString first = lengthText(slice.time.length());
  QString second = toQString(formatSliceCycles(*m_trace, slice));
  if (timeStyle() == TimeStyle::Cycles && slice.hasCycles)
    first.swap(second);
  addFact(tr("duration"), first);
  if (slice.hasCycles)
    addFact(QString(), second);
  else
    addFact(tr("cycles"), unknown());
}

void Inspector::addCost(const CorrectedDuration &cost) {
  addHeading(tr("Without recording cost"));
  addFact(tr("records inside"), numberText(static_cast<int64_t>(cost.records)));
  addFact(tr("as recorded"), toQString(formatExact(cost.recorded)));
  addFact(tr("corrected"), toQString(formatExact(cost.corrected)));
  addFact(tr("at least"), toQString(formatExact(cost.shortest)));
  addFact(tr("at most"), toQString(formatExact(cost.longest)));
}

void Inspector::addClock(const ClockLine &clock) {
  addHeading(tr("Clock"));
  const QString rate = toQString(formatFrequency(clock.picosecondsPerCycle));
  addFact(tr("frequency"),
          clock.base == TimeBase::Measured ? rate : tr("%1, not measured").arg(rate));
  if (clock.base == TimeBase::Measured)
    addFact(tr("between SMs"),
            toQString(formatBound(Picoseconds(std::llround(std::min(clock.uncertaintyPs, 1e18))))));
}

void Inspector::addCalls(const SliceDetails &details) {
  if (details.calls.empty())
    return;
  addHeading(tr("Called from"));
  // As a stack is read: the slice's own function first, the kernel last.
  for (auto call = details.calls.rbegin(); call != details.calls.rend(); ++call) {
    const std::optional<SourcePlace> place = parseSourcePlace(call->location);
    addFact(toQString(call->function),
            place ? tr("at %1").arg(toQString(shortPlace(*place))) : QString());
  }
  addFact(details.place.kernel.empty() ? unknown() : toQString(details.place.kernel), tr("kernel"));
}

void Inspector::addValues(const std::vector<SliceValues> &values) {
  if (values.empty())
    return;
  addHeading(tr("Recorded values"));
  for (const SliceValues &value : values) {
    const auto text = [&](double number) { return toQString(formatNumber(number, value.unit)); };
    if (value.count == 1) {
      addFact(toQString(value.name), text(value.last));
      continue;
    }
    addFact(toQString(value.name), tr("%1 to %2").arg(text(value.first), text(value.last)));
    addFact(tr("%1 values").arg(numberText(static_cast<int64_t>(value.count))),
            tr("%1 .. %2").arg(text(value.least), text(value.most)));
  }
}

void Inspector::addArguments(ArgSetId args, bool hasSource, bool isRecorded) {
  std::vector<Arg> values;
  for (const Arg &arg : m_trace->args(args))        // a source place gets a section of its own
    if (!isCallPathKey(m_trace->string(arg.key)) && // and so do the calls
        (!hasSource || arg.type != ArgType::String ||
         !parseSourcePlace(m_trace->string(arg.stringValue))))
      values.push_back(arg);
  if (values.empty())
    return;
  addHeading(tr("Arguments"));
  for (const Arg &arg : values) {
    const std::string_view key = m_trace->string(arg.key);
    addFact(toQString(isRecorded ? wordsOfRecordedArg(key) : key), argText(*m_trace, arg),
            toQString(key));
  }
}

void Inspector::addSameScope(const SameScope &same, const QColor &color) {
  if (same.durationsPs.size() < 2)
    return;
  addHeading(same.isTruncated
                 ? tr("%1 of this scope on its track, in order")
                       .arg(numberText(static_cast<int64_t>(same.durationsPs.size())))
                 : tr("All %1 of this scope on its track, in order")
                       .arg(numberText(static_cast<int64_t>(same.durationsPs.size()))));
  auto *bars = new InspectorBars;
  bars->setDurations(same.durationsPs, same.selected, color);
  // The page is replaced by the selection: the click ends before its handler does.
  connect(
      bars, &InspectorBars::instanceChosen, this,
      [this, slices = same.slices](size_t instance) {
        Q_EMIT eventRequested({EventRef::Kind::Slice, slices[instance].value});
      },
      Qt::QueuedConnection);
  m_page->addWidget(bars);
  const QString count = numberText(static_cast<int64_t>(same.durationsPs.size()));
  addFact(tr("instances"), same.isTruncated ? tr("%1 around it").arg(count) : count);
  if (same.wholeCount < same.durationsPs.size())
    addFact(tr("without begin or end"),
            numberText(static_cast<int64_t>(same.durationsPs.size() - same.wholeCount)));
  const auto figure = [&](Picoseconds length) {
    return same.wholeCount > 0 ? lengthText(length) : unknown();
  };
  addFact(tr("median"), figure(same.median));
  addFact(tr("shortest"), figure(same.shortest));
  addFact(tr("longest"), figure(same.longest));
}

void Inspector::addTitle(const QString &title, const QString &subtitle, const QColor &swatch) {
  m_page->addWidget(makeLabel(title, "name"));
  auto *row = new QHBoxLayout;
  row->setSpacing(8);
  if (swatch.isValid()) {
    auto *chip = new QLabel;
    chip->setPixmap(swatchPixmap(swatch, devicePixelRatioF()));
    row->addWidget(chip, 0, Qt::AlignVCenter);
  }
  row->addWidget(makeLabel(subtitle, "muted"), 1);
  m_page->addLayout(row);
  m_page->addSpacing(8);
  m_text += title + QLatin1Char('\t') + subtitle + QLatin1Char('\n');
}

void Inspector::addHeading(const QString &text) {
  m_page->addSpacing(12);
  m_page->addWidget(makeLabel(text, "heading"));
  m_text += text + QLatin1Char('\n');
}

void Inspector::addFact(const QString &name, const QString &value, const QString &code) {
  auto *row = new FactRow(makeLabel(name, "muted"), makeLabel(value, "mono"));
  if (code != name)
    row->setToolTip(code);
  m_page->addWidget(row);
  m_text += name + QLatin1Char('\t') + value + QLatin1Char('\n');
}

void Inspector::addParagraph(const QString &text, const char *role, const QString &code) {
  WrappingLabel *label = makeLabel(text, role);
  label->setToolTip(code);
  m_page->addWidget(label);
  m_text += text + QLatin1Char('\n');
}

/// On one line, so that the indentation of the lines around it stays readable.
void Inspector::addSourceLine(const QString &text, const char *role) {
  auto *label = new ElidedLabel;
  setRole(*label, role);
  label->setFullText(text);
  m_page->addWidget(label);
  m_text += text + QLatin1Char('\n');
}

void Inspector::startPage() {
  auto *page = new QWidget;
  page->setObjectName(QStringLiteral("inspectorPage"));
  m_page = new QVBoxLayout(page);
  m_page->setContentsMargins(12, 12, 8, 12); // an absolute time fits beside the scroll bar
  m_page->setSpacing(4);
  m_text.clear();
}

void Inspector::finishPage() {
  m_page->addStretch(1);
  setWidget(m_page->parentWidget());
}

} // namespace pstudio
