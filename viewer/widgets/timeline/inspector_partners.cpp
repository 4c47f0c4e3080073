// SPDX-License-Identifier: Apache-2.0
// The list of events at the other ends of arrows.
#include <algorithm>

#include <QVBoxLayout>

#include "viewer/geometry/number_format.h"
#include "viewer/geometry/timeline/grouping.h"
#include "viewer/geometry/timeline/timeline_scene.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/link_label.h"
#include "viewer/widgets/timeline/inspector.h"

namespace pstudio {
namespace {

constexpr size_t kMaxPartners = 16;

/// "CTA 3, warp 0": the tracks around the event, as far as they have a number of their own.
QString partnerPlace(const Trace &trace, TrackId track) {
  const TrackId cta = ancestorOfKind(trace, track, TrackKind::Cta);
  const QString own = toQString(trackLabel(trace, track));
  return cta.isValid() && cta != track
             ? Inspector::tr("%1, %2").arg(toQString(trackLabel(trace, cta)), own)
             : own;
}

/// "120 ns earlier", "20 ns later": from begin to begin.
QString distanceText(Picoseconds from, Picoseconds to) {
  const Picoseconds distance = std::max(from, to) - std::min(from, to);
  const QString text = toQString(formatExact(distance));
  return to < from ? Inspector::tr("%1 earlier").arg(text) : Inspector::tr("%1 later").arg(text);
}

} // namespace

void Inspector::setPartnersOf(PartnersOf partnersOf) {
  m_partnersOf = std::move(partnersOf);
}

void Inspector::addPartners(const EventRef &event) {
  const std::vector<Flow> flows = flowsAt(*m_trace, event);
  const std::vector<FlowPartner> partners =
      m_partnersOf ? m_partnersOf(event)
                   : flowPartners(*m_trace, nearestFlows(*m_trace, flows, event), event);
  if (partners.empty())
    return;
  addHeading(tr("Arrows"));
  const Picoseconds begin = eventTime(*m_trace, event).begin;
  for (size_t at = 0; at < std::min(partners.size(), kMaxPartners); ++at) {
    const FlowPartner &partner = partners[at];
    const QString name = toQString(m_trace->string(eventName(*m_trace, partner.event)));
    const QString text = (partner.isBefore ? tr("from %1, %2, %3") : tr("to %1, %2, %3"))
                             .arg(name, partnerPlace(*m_trace, eventTrack(*m_trace, partner.event)),
                                  distanceText(begin, eventTime(*m_trace, partner.event).begin));
    auto *link = new LinkLabel(text);
    link->setObjectName(QStringLiteral("partner"));
    link->setToolTip(tr("Select this event and show it"));
    // The page is replaced by the selection: the link ends before its handler does.
    connect(
        link, &LinkLabel::followed, this,
        [this, shown = partner.event] { Q_EMIT eventRequested(shown); }, Qt::QueuedConnection);
    m_page->addWidget(link);
    m_text += text + QLatin1Char('\n');
  }
  // Partners are those of the arrows that are drawn.
  const size_t known =
      flows.size() > kMaxDrawnArrows ? std::max(flows.size(), partners.size()) : partners.size();
  if (known > kMaxPartners)
    addParagraph(
        tr("and %1 more").arg(toQString(formatCount(static_cast<int64_t>(known - kMaxPartners)))),
        "muted");
  if (flows.size() > kMaxDrawnArrows)
    addParagraph(tr("The timeline draws the %1 nearest arrows.").arg(kMaxDrawnArrows), "muted");
}

} // namespace pstudio
