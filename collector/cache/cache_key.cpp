// SPDX-License-Identifier: Apache-2.0
#include "collector/cache/cache_key.h"

#include <sys/stat.h>

#include "collector/codegen/llvm/content_hash.h"
#include "core/process/program_path.h"

namespace pstudio {
namespace {

/// Distinguishes builds of one version; empty if the system does not provide the file's properties.
std::string programFile() {
  struct stat status {};
  if (::stat(programToStartAgain().c_str(), &status) != 0)
    return {};
  return std::to_string(status.st_size) + "@" + std::to_string(status.st_mtim.tv_sec) + "." +
         std::to_string(status.st_mtim.tv_nsec);
}

} // namespace

CacheKeyBuilder::CacheKeyBuilder() {
  add("product", PSTUDIO_VERSION).add("program", programFile()).add("llvm", llvmVersion());
}

CacheKeyBuilder &CacheKeyBuilder::add(std::string_view name, std::string_view value) {
  // The lengths separate the parts, whatever they contain.
  m_text += std::to_string(name.size()) + ":" + std::to_string(value.size()) + ":";
  m_text += name;
  m_text += value;
  return *this;
}

CacheKeyBuilder &CacheKeyBuilder::add(std::string_view name, uint64_t value) {
  return add(name, std::to_string(value));
}

std::string CacheKeyBuilder::key() const {
  return contentHash(m_text);
}

} // namespace pstudio
