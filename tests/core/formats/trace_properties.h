// SPDX-License-Identifier: Apache-2.0
// Properties of a trace as short texts, for tables of traces of other programs.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/trace/trace.h"

namespace pstudio::test {

/// The property of a trace, or of the failure to read it, with this name: `error`, `events`,
/// `depths`, `self`, `arrows`, `tracks`, `stacks`, `notes`, `date`, or `saved`: the tracks of the
/// saved file as a program sees them that reads Perfetto's fields only. "?" for another name.
std::string propertyOf(const Result<Trace> &trace, std::string_view name);

/// An uncompressed .pftrace without the fields of this program.
std::string withoutExtension(std::string_view pftrace);

} // namespace pstudio::test
