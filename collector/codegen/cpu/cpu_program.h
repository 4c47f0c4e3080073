// SPDX-License-Identifier: Apache-2.0
// A kernel compiled for the host, ready to launch.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "collector/runtime/cpu/program_map.h"
#include "collector/runtime/cpu/thread_context.h"
#include "core/base/result.h"

namespace pstudio::cpu {

/// Owns the machine code. Move-only. Launch it with runtime/cpu/launch.h while this object lives.
/// [thread: any]
class CpuProgram {
public:
  struct Code; ///< the JIT and its memory
  CpuProgram(std::unique_ptr<Code> code, KernelEntry entry, ProgramMap map, std::string object);
  CpuProgram(CpuProgram &&) noexcept;
  CpuProgram &operator=(CpuProgram &&) noexcept;
  ~CpuProgram();

  KernelEntry entry() const { return m_entry; }
  const ProgramMap &map() const { return m_map; }
  /// Address of a global of the code, valid as long as this object. InvalidInput if there is none
  /// of that name.
  Result<void *> addressOf(std::string_view global) const;
  /// The same code as an object file of the host, before it was linked; for loadObject().
  const std::string &object() const { return m_object; }

private:
  std::unique_ptr<Code> m_code;
  KernelEntry m_entry;
  ProgramMap m_map;
  std::string m_object;
};

} // namespace pstudio::cpu
