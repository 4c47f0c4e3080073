// SPDX-License-Identifier: Apache-2.0
// Hooks of the functions that load code and return handles of kernels.
#include "collector/attach/shim/attachment.h"
#include "collector/attach/shim/hooks.h"

namespace pstudio::attach {

namespace {

/// Calls the driver, which stores a handle in `*made`, then note() with the kernels of the
/// attachment if that succeeded and was not called inside of another hook.
template <HookId hook, class Note, class Handle, class... Values>
CuResult noted(const Note &note, Handle *made, Values... values) {
  const RealFunction<hook> real;
  const CuResult result = real(made, values...);
  const bool isNoted = !real.isNested() && result == CuResult::Success && made;
  if (Attachment *attachment = isNoted ? Attachment::get() : nullptr)
    note(attachment->kernels);
  return result;
}

/// Before the driver's call: another thread may get the same handle for something else after it.
template <HookId hook> CuResult unload(void *image) {
  const RealFunction<hook> real;
  if (Attachment *attachment = real.isNested() ? nullptr : Attachment::existing())
    attachment->kernels.removeImage(image);
  return real(image);
}

} // namespace

extern "C" {

CuResult cuModuleLoad(CuModule *module, const char *path) {
  return noted<HookId::cuModuleLoad>(
      [&](KernelTable &kernels) { kernels.addImage(*module, readImageFile(path)); }, module, path);
}

CuResult cuModuleLoadData(CuModule *module, const void *image) {
  return noted<HookId::cuModuleLoadData>(
      [&](KernelTable &kernels) { kernels.addImage(*module, readImage(image)); }, module, image);
}

CuResult cuModuleLoadDataEx(CuModule *module, const void *image, unsigned count, void *options,
                            void **values) {
  return noted<HookId::cuModuleLoadDataEx>(
      [&](KernelTable &kernels) { kernels.addImage(*module, readImage(image)); }, module, image,
      count, options, values);
}

CuResult cuModuleLoadFatBinary(CuModule *module, const void *image) {
  return noted<HookId::cuModuleLoadFatBinary>(
      [&](KernelTable &kernels) { kernels.addImage(*module, readImage(image)); }, module, image);
}

CuResult cuModuleUnload(CuModule module) {
  return unload<HookId::cuModuleUnload>(module);
}

CuResult cuModuleGetFunction(CuFunction *function, CuModule module, const char *name) {
  return noted<HookId::cuModuleGetFunction>(
      [&](KernelTable &kernels) { kernels.addHandle(module, *function, name, false); }, function,
      module, name);
}

CuResult cuLibraryLoadData(CuLibrary *library, const void *code, void *jitOptions, void **jitValues,
                           unsigned jitCount, void *options, void **values, unsigned count) {
  return noted<HookId::cuLibraryLoadData>(
      [&](KernelTable &kernels) { kernels.addImage(*library, readImage(code)); }, library, code,
      jitOptions, jitValues, jitCount, options, values, count);
}

CuResult cuLibraryLoadFromFile(CuLibrary *library, const char *path, void *jitOptions,
                               void **jitValues, unsigned jitCount, void *options, void **values,
                               unsigned count) {
  return noted<HookId::cuLibraryLoadFromFile>(
      [&](KernelTable &kernels) { kernels.addImage(*library, readImageFile(path)); }, library, path,
      jitOptions, jitValues, jitCount, options, values, count);
}

CuResult cuLibraryUnload(CuLibrary library) {
  return unload<HookId::cuLibraryUnload>(library);
}

CuResult cuLibraryGetKernel(CuFunction *kernel, CuLibrary library, const char *name) {
  return noted<HookId::cuLibraryGetKernel>(
      [&](KernelTable &kernels) { kernels.addHandle(library, *kernel, name, true); }, kernel,
      library, name);
}

CuResult cuLibraryGetModule(CuModule *module, CuLibrary library) {
  return noted<HookId::cuLibraryGetModule>(
      [&](KernelTable &kernels) { kernels.addModule(library, *module); }, module, library);
}

CuResult cuKernelGetFunction(CuFunction *function, CuFunction kernel) {
  return noted<HookId::cuKernelGetFunction>(
      [&](KernelTable &kernels) { kernels.addFunction(kernel, *function); }, function, kernel);
}
}

} // namespace pstudio::attach
