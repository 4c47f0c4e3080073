// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/dumped_modules.h"

#include <algorithm>
#include <set>
#include <system_error>

#include "collector/attach/protocol/sha256.h"
#include "core/base/file_bytes.h"
#include "core/ptx/module.h"
#include "core/ptx/scanner.h"

namespace pstudio::attach {
namespace {

namespace fs = std::filesystem;

/// The size of the parameters by their natural alignment; nullopt with arrays, which may have
/// another one.
std::optional<uint32_t> parameterBytesOf(const ptx::Function &function) {
  uint64_t end = 0;
  for (const ptx::Declaration &parameter : function.parameters) {
    if (parameter.isArray || parameter.bytes == 0)
      return std::nullopt;
    end = (end + parameter.bytes - 1) / parameter.bytes * parameter.bytes + parameter.bytes;
  }
  return static_cast<uint32_t>(end);
}

/// "module_7.jit_f" of "module_7.jit_f.1.ptx".
std::string groupOf(const fs::path &file) {
  std::string stem = file.stem().string();
  const size_t dot = stem.rfind('.');
  if (dot != stem.npos && stem.find_first_not_of("0123456789", dot + 1) == stem.npos)
    stem.resize(dot);
  return stem;
}

} // namespace

Result<DumpedModule> dumpedModuleFrom(std::string_view text, fs::path file) {
  PSTUDIO_TRY_ASSIGN(const ptx::Module read, ptx::readModule(text, file.string()));
  Sha256 hash;
  hash.add(ptx::withoutComments(text));
  DumpedModule module;
  module.file = std::move(file);
  module.identity = hash.hex();
  module.target = read.architecture;
  for (const ptx::Function &function : read.functions)
    if (function.isEntry && function.isDefined) {
      module.kernels[std::string(function.name)] = {parameterBytesOf(function),
                                                    function.requiredBlock};
      module.groupKernels.emplace(function.name);
    } else {
      module.hasFunctions = module.hasFunctions || function.isDefined;
    }
  return module;
}

void DumpedModules::update(Folder &folder, const fs::path &path) {
  std::error_code error;
  for (fs::directory_iterator entry(path, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code gone;
    const fs::path &file = entry->path();
    if (file.extension() != ".ptx" || !entry->is_regular_file(gone))
      continue;
    const uint64_t bytes = entry->file_size(gone);
    const fs::file_time_type time = entry->last_write_time(gone);
    Known &known = folder[file];
    if (gone || (known.bytes == bytes && known.time == time))
      continue;
    known = {bytes, time, nullptr};
    if (bytes > kMaxFileBytes)
      continue;
    const Result<FileBytes> read = FileBytes::read(file);
    if (!read)
      continue;
    if (Result<DumpedModule> module = dumpedModuleFrom(read->text(), file))
      known.module = std::make_shared<const DumpedModule>(*std::move(module));
  }
}

std::vector<std::shared_ptr<const DumpedModule>>
DumpedModules::withKernel(const fs::path &folder, std::string_view kernel) {
  const std::lock_guard lock(m_mutex);
  Folder &known = m_folders[folder];
  update(known, folder);
  std::map<std::string, std::set<std::string, std::less<>>> groups;
  for (const auto &[file, entry] : known)
    if (entry.module)
      groups[groupOf(file)].insert(entry.module->groupKernels.begin(),
                                   entry.module->groupKernels.end());
  std::vector<std::shared_ptr<const DumpedModule>> found;
  std::set<std::pair<std::string_view, std::set<std::string, std::less<>>>> codes;
  for (const auto &[file, entry] : known) {
    if (!entry.module || !entry.module->kernels.contains(kernel))
      continue;
    DumpedModule module = *entry.module;
    module.groupKernels = groups[groupOf(file)];
    if (codes.emplace(entry.module->identity, module.groupKernels).second)
      found.push_back(std::make_shared<const DumpedModule>(std::move(module)));
  }
  return found;
}

} // namespace pstudio::attach
