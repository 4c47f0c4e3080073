// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/dumped_choice.h"

#include <algorithm>

#include "core/image/cubin.h"
#include "core/image/kernel_code.h"

namespace pstudio::attach {
namespace {

using ModulePointer = std::shared_ptr<const DumpedModule>;

std::span<const std::byte> bytesIn(std::string_view text) {
  return std::as_bytes(std::span(text));
}

/// The running code.
struct Running {
  image::CubinFacts facts;
  image::KernelCode code;
};

Result<Running> runningIn(std::string_view cubin, std::string_view kernel) {
  PSTUDIO_TRY_ASSIGN(image::CubinFacts facts, image::readCubin(bytesIn(cubin)));
  PSTUDIO_TRY_ASSIGN(image::KernelCode code, image::kernelCodeIn(bytesIn(cubin), kernel));
  return Running{std::move(facts), std::move(code)};
}

/// The architecture for which the module must be assembled to become the running code; empty if it
/// cannot. One of both may lack the suffix that the other one states.
std::string architectureFor(const DumpedModule &module, const Running &running) {
  const auto target = image::architectureFrom(module.target);
  if (!target || !image::compilesFor(*target, running.facts.architecture))
    return {};
  const image::Architecture architecture = running.facts.architecture;
  return target->number == architecture.number && architecture.suffix == 0
             ? module.target
             : image::toString(architecture);
}

bool fits(const DumpedModule &module, std::string_view kernel, const Running &running) {
  const auto found = module.kernels.find(kernel);
  if (found == module.kernels.end() || architectureFor(module, running).empty())
    return false;
  const KernelHead &head = found->second;
  const bool hasOtherParameters = head.parameterBytes && running.code.parameterBytes &&
                                  *head.parameterBytes != *running.code.parameterBytes;
  return !hasOtherParameters && head.requiredBlock == running.code.requiredBlock &&
         std::ranges::all_of(module.kernels, [&running](const auto &entry) {
           return running.facts.contains(entry.first);
         });
}

/// True if the cubin has the kernels of the module's group and no others.
bool isWhole(const DumpedModule &module, const Running &running) {
  return std::ranges::all_of(running.facts.kernels,
                             [&module](const std::string &kernel) {
                               return module.groupKernels.contains(kernel);
                             }) &&
         std::ranges::all_of(module.groupKernels, [&running](const std::string &kernel) {
           return running.facts.contains(kernel);
         });
}

/// True if the cubin may be linked of the code of several modules.
bool mayBeLinked(const DumpedModule &module, const Running &running) {
  return running.facts.isLinked || module.kernels.size() < running.facts.kernels.size();
}

bool makesTheSame(const DumpedModule &module, std::string_view kernel, const Running &running,
                  const AssembleModule &assemble) {
  const std::string architecture = architectureFor(module, running);
  const Result<std::string> cubin = assemble(module, architecture, CubinForm::Whole);
  if (!cubin)
    return false;
  const Result<image::KernelCode> made = image::kernelCodeIn(bytesIn(*cubin), kernel);
  if (made && image::isSameCode(*made, running.code))
    return true;
  // A linker changes the places of constants, and calls lead to code outside of the kernel.
  if (!mayBeLinked(module, running) || module.hasFunctions)
    return false;
  const Result<std::string> object = assemble(module, architecture, CubinForm::Relocatable);
  if (!object)
    return false;
  const Result<image::KernelCode> code = image::kernelCodeIn(bytesIn(*object), kernel);
  return code && std::ranges::equal(code->instructions, running.code.instructions) &&
         code->requiredBlock == running.code.requiredBlock;
}

DumpedChoice withoutModule(std::string code, std::string detail) {
  return {nullptr, {}, false, {std::move(code), std::move(detail)}};
}

} // namespace

DumpedChoice chooseModule(std::string_view cubin, std::string_view kernel,
                          std::span<const ModulePointer> modules,
                          std::span<const AssembleModule> assemblers) {
  const Result<Running> running = runningIn(cubin, kernel);
  if (!running)
    return withoutModule("code.damaged", running.error().toString());
  std::vector<ModulePointer> fitting;
  std::ranges::copy_if(modules, std::back_inserter(fitting), [&](const ModulePointer &module) {
    return fits(*module, kernel, *running);
  });
  // Modules from which an assembler makes equal code on equal constants are equivalent.
  for (const AssembleModule &assemble : assemblers)
    for (const ModulePointer &module : fitting)
      if (makesTheSame(*module, kernel, *running, assemble))
        return {module, architectureFor(*module, *running), true, {}};
  if (modules.empty())
    return withoutModule("code.unwritten", {});
  if (fitting.empty())
    return withoutModule("code.dumped", "none has its kernels, parameters and block");
  std::erase_if(fitting, [&](const ModulePointer &module) { return !isWhole(*module, *running); });
  if (fitting.empty())
    return withoutModule("code.dumped", "the machine code has kernels of other modules");
  const bool isOne = std::ranges::all_of(fitting, [&fitting](const ModulePointer &module) {
    return module->identity == fitting.front()->identity;
  });
  if (!isOne)
    return withoutModule("code.ambiguous", std::to_string(fitting.size()) + " modules");
  return {fitting.front(), architectureFor(*fitting.front(), *running), false, {}};
}

} // namespace pstudio::attach
