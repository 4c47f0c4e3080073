// SPDX-License-Identifier: Apache-2.0
// Compiles of a session that need not be done again.
#pragma once

#include <optional>
#include <string>

#include "collector/cache/kernel_cache.h"
#include "collector/cache/kernel_entry.h"
#include "collector/codegen/kernel_module.h"
#include "collector/session/pass_log.h"
#include "core/run/run_spec.h"

namespace pstudio {

class ProgressSink;

/// The cache's name of a compile: of `module`, before it is instrumented, for a target whose code
/// depends on `codeIdentity`. O(text of the module).
std::string compileKey(const RunSpec &spec, const KernelModule &module,
                       const InstrumentOptions &options, std::string_view codeIdentity);

/// The cache as one session uses it; what goes wrong is a line of the log. [one thread]
class CompileCache {
public:
  CompileCache(CacheSettings settings, ProgressSink &progress)
      : m_cache(settings), m_mostPassBytes(settings.maxBytes / 8), m_progress(progress) {}

  bool isEnabled() const { return m_cache.isEnabled(); }
  /// Nothing if the compile has to be done.
  std::optional<KernelEntry> find(const std::string &key);
  /// The entry that find() gave cannot be used after all.
  void reject(const std::string &key, const Error &why);
  void keep(const std::string &key, const KernelEntry &entry);

  /// The report of passes of the compile with this key; an entry of its own.
  std::optional<PassReportText> findPasses(const std::string &key);
  /// One that takes more than an eighth of the cache, deflated, is not kept.
  void keepPasses(const std::string &key, const PassReportText &passes);

  /// What find() gave is not enough: the compile is done all the same.
  void miss() { m_state = "miss"; }
  /// "hit", "miss", or "rebuilt" if the entry was damaged: of the latest find().
  const std::string &state() const { return m_state; }

private:
  KernelCache m_cache;
  uint64_t m_mostPassBytes;
  ProgressSink &m_progress;
  std::string m_state = "miss";
};

} // namespace pstudio
