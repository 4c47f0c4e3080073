// SPDX-License-Identifier: Apache-2.0
// Puts the code of lifted entries back into the text of their module.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/ptx/module.h"

namespace pstudio::foreign {

/// PTX that LLVM emitted for one lifted entry.
struct EmittedEntry {
  std::string_view entry; ///< its name
  std::string_view text;  ///< a whole module, with that entry
};

/// The text of `module` with the bodies of `emitted` in the place of the originals'. The entries
/// take the parameters that were added after their own; variables and declared functions that were
/// added come before the entry, under names that the module does not have. Dynamic shared memory is
/// aligned to 1024 bytes where static shared memory was added, which moves its start. All other
/// text stays as it is, byte for byte. InvalidInput for an entry that the module does not have,
/// InvalidFormat for emitted text that is no PTX. O(length * log(names))
Result<std::string> spliceEntries(const ptx::Module &module,
                                  const std::vector<EmittedEntry> &emitted);

} // namespace pstudio::foreign
