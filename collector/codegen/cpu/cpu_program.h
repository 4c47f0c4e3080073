// SPDX-License-Identifier: Apache-2.0
// A kernel compiled for the host, ready to launch.
#pragma once

#include <memory>

#include "collector/runtime/cpu/program_map.h"
#include "collector/runtime/cpu/thread_context.h"

namespace pstudio::cpu {

/// Owns the machine code. Move-only. Launch it with runtime/cpu/launch.h while this object lives.
/// [thread: any]
class CpuProgram {
public:
  struct Code; ///< the JIT and its memory
  CpuProgram(std::unique_ptr<Code> code, KernelEntry entry, ProgramMap map);
  CpuProgram(CpuProgram &&) noexcept;
  CpuProgram &operator=(CpuProgram &&) noexcept;
  ~CpuProgram();

  KernelEntry entry() const { return m_entry; }
  const ProgramMap &map() const { return m_map; }

private:
  std::unique_ptr<Code> m_code;
  KernelEntry m_entry;
  ProgramMap m_map;
};

} // namespace pstudio::cpu
