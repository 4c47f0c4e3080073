// SPDX-License-Identifier: Apache-2.0
// The iteration of a slice: its extent, its parts, and their difference from the median iteration.
#include <QVBoxLayout>

#include <algorithm>

#include "viewer/geometry/number_format.h"
#include "viewer/paint/qt_text.h"
#include "viewer/paint/shown_text.h"
#include "viewer/paint/window_font.h"
#include "viewer/widgets/fact_row.h"
#include "viewer/widgets/link_label.h"
#include "viewer/widgets/timeline/inspector.h"
#include "viewer/widgets/timeline/inspector_text.h"

namespace pstudio {

using namespace inspector_text;

namespace {

constexpr size_t kMaxParts = 32;

/// "348 ns, +12.0 ns": the length and its difference from the median.
QString partLength(const WarpIterationPart &part) {
  if (!part.length)
    return unknown();
  return Inspector::tr("%1, %2").arg(toQString(formatShort(*part.length)),
                                     toQString(medianDifferenceText(*part.difference)));
}

} // namespace

void Inspector::setIterations(IterationPartsOf partsOf) {
  m_iterationOf = std::move(partsOf);
}

void Inspector::addIteration(SliceId slice) {
  const std::optional<ShownIteration> shown = m_iterationOf ? m_iterationOf(slice) : std::nullopt;
  if (!shown)
    return;
  const WarpIteration &iteration = shown->iteration;
  addHeading(shown->name);
  addFact(tr("length"), tr("%1, %2").arg(toQString(formatShort(iteration.time.length())),
                                         toQString(medianDifferenceText(iteration.time.length() -
                                                                        iteration.median))));
  addFact(tr("number in its warp"), tr("%1 of %2")
                                        .arg(numberText(static_cast<int64_t>(iteration.index + 1)),
                                             numberText(static_cast<int64_t>(iteration.count))));
  addParagraph(tr("Length of each part, and its difference from the median iteration"), "muted");
  for (size_t i = 0; i < std::min(shown->parts.size(), kMaxParts); ++i) {
    const WarpIterationPart &part = shown->parts[i];
    const QString name = toQString(m_trace->string(m_trace->slice(part.slice).name));
    const QString text = part.isFlight ? tr("%1 (in flight)").arg(name) : name;
    auto *link = new LinkLabel(shownText(text));
    link->setObjectName(QStringLiteral("iterationPart"));
    // The page is made anew for another slice: the link ends before its handler does.
    connect(
        link, &LinkLabel::followed, this,
        [this, at = part.slice] {
          Q_EMIT eventRequested({EventRef::Kind::Slice, at.value});
        },
        Qt::QueuedConnection);
    const QString value = partLength(part);
    auto *length = new WrappingLabel(value);
    length->setProperty("role", QStringLiteral("mono"));
    setFontRole(*length, FontRole::MonoSmall);
    m_page->addWidget(new FactRow(link, length));
    m_text += text + QLatin1Char('\t') + value + QLatin1Char('\n');
  }
  if (shown->parts.size() > kMaxParts)
    addParagraph(tr("and %1 more").arg(shown->parts.size() - kMaxParts), "muted");
}

} // namespace pstudio
