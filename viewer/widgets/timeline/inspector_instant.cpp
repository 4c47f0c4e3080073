// SPDX-License-Identifier: Apache-2.0
// The inspector's page of an instant.
#include <algorithm>

#include "core/source/trace_places.h"
#include "viewer/geometry/number_format.h"
#include "viewer/geometry/timeline/grouping.h"
#include "viewer/geometry/timeline/recording_unit.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/timeline/inspector.h"

namespace pstudio {
namespace {

/// "3 of 64", among those of its name on its track.
QString ordinalText(const Trace &trace, InstantId id) {
  const Instant &shown = trace.instants()[id.value];
  const Track &track = trace.track(shown.track);
  const auto same = trace.instants().subspan(track.firstInstant, track.instantCount);
  int64_t before = 0;
  int64_t all = 0;
  for (size_t at = 0; at < same.size(); ++at) {
    if (same[at].name != shown.name)
      continue;
    before += track.firstInstant + at < id.value ? 1 : 0;
    ++all;
  }
  return Inspector::tr("%1 of %2")
      .arg(toQString(formatCount(before + 1)), toQString(formatCount(all)));
}

} // namespace

void Inspector::showInstant(InstantId id) {
  const Instant &instant = m_trace->instants()[id.value];
  startPage();
  addTitle(toQString(m_trace->string(instant.name)),
           tr("instant, %1 on its track").arg(ordinalText(*m_trace, id)), QColor());
  addFact(tr("time"), toQString(formatExact(instant.time)));
  if (const RecordingUnitText unit = recordingUnitOf(*m_trace, instant.track); !unit.label.empty())
    addFact(toQString(unit.label), toQString(unit.value));
  struct Place {
    TrackKind kind;
    QString label;
  };
  for (const Place &place : {Place{TrackKind::Cta, tr("CTA")}, Place{TrackKind::Sm, tr("SM")}}) {
    const TrackId track = ancestorOfKind(*m_trace, instant.track, place.kind);
    if (track.isValid() && m_trace->track(track).number >= 0)
      addFact(place.label, toQString(formatCount(m_trace->track(track).number)));
  }
  addPartners({EventRef::Kind::Instant, id.value});
  const auto source = sourcePlaceOf(*m_trace, instant.args);
  addArguments(instant.args, source.has_value(), m_trace->track(instant.track).launch.isValid());
  if (source)
    addSource(*source);
  finishPage();
}

} // namespace pstudio
