// SPDX-License-Identifier: Apache-2.0
// Standard input, output and error of a process that was started without them.
#pragma once

namespace pstudio {

/// Opens /dev/null in the place of each standard stream that is closed, so that no file or pipe
/// gets its descriptor and receives text. Writes to standard output and standard error then fail
/// with EBADF. Call first in main(). [thread: main, while no other runs]
void reserveStandardStreams();

/// Whether standard output was open for writing at the start of the process.
bool hasStandardOutput();

} // namespace pstudio
