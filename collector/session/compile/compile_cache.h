// SPDX-License-Identifier: Apache-2.0
// Cache of the compiled kernels of a session.
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

/// Cache key of a compile of `module`, before it is instrumented, for a target whose code depends
/// on `codeIdentity`. O(text of the module).
std::string compileKey(const RunSpec &spec, const KernelModule &module,
                       const InstrumentOptions &options, std::string_view codeIdentity);

/// The cache of one session. Errors become lines of the log. [one thread]
class CompileCache {
public:
  CompileCache(CacheSettings settings, ProgressSink &progress)
      : m_cache(settings), m_mostPassBytes(settings.maxBytes / 8), m_progress(progress) {}

  bool isEnabled() const { return m_cache.isEnabled(); }
  /// The entry of `key`, or nullopt if the kernel must be compiled.
  std::optional<KernelEntry> find(const std::string &key);
  /// Reports that the entry of find() is not usable.
  void reject(const std::string &key, const Error &why);
  void keep(const std::string &key, const KernelEntry &entry);

  /// The report of passes of the compile with this key. It is a separate entry.
  std::optional<PassReportText> findPasses(const std::string &key);
  /// A report that takes more than an eighth of the cache, deflated, is not stored.
  void keepPasses(const std::string &key, const PassReportText &passes);

  /// Counts the latest find() as a miss: its entry is not sufficient, and the kernel is compiled.
  void miss() { m_state = "miss"; }
  /// Result of the latest find(): "hit", "miss", or "rebuilt" if the entry was damaged.
  const std::string &state() const { return m_state; }

private:
  KernelCache m_cache;
  uint64_t m_mostPassBytes;
  ProgressSink &m_progress;
  std::string m_state = "miss";
};

} // namespace pstudio
