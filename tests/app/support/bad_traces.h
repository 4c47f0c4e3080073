// SPDX-License-Identifier: Apache-2.0
// Traces that no program should write and some do.
#pragma once

#include <cstdint>

#include "core/trace/trace.h"

namespace pstudio::test {

/// So many threads of one process, with three slices each.
Trace manyTracks(uint32_t tracks);
/// From one slice so many arrows to as many others.
Trace manyArrows(uint32_t arrows);
/// A slice of a day on one track, slices of a few picoseconds on another.
Trace dayBesidePicoseconds();
/// A process, a thread, a category, an argument and slices whose names have so many bytes each.
Trace longNames(uint32_t bytes);
/// Names in Hebrew and Arabic, also mixed with Latin ones.
Trace rightToLeftNames();
/// Tracks without any event.
Trace emptyTracks();

} // namespace pstudio::test
