// SPDX-License-Identifier: Apache-2.0
// A launch's memory accesses as messages of our own (access_fields.h).
#pragma once

#include <string>

#include "core/access/launch_accesses.h"
#include "core/formats/pftrace/access_steps.h"

namespace pstudio {

/// Appends the fields of an AccessFacts message: everything but the accesses. O(sites + buffers).
void encodeAccessFacts(const memory::LaunchAccesses &accesses, std::string &message);

/// Appends the fields of an Accesses message. O(accesses of the step).
void encodeAccesses(const memory::AccessTable &table, const AccessStep &step, std::string &message);

} // namespace pstudio
