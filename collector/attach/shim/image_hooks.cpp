// SPDX-License-Identifier: Apache-2.0
// Hooks of the functions that load code and return handles of kernels.
#include "collector/attach/shim/attachment.h"
#include "collector/attach/shim/hooks.h"

namespace pstudio::attach {

namespace {

/// The attachment if the driver's call succeeded and was not made inside of another hook, else
/// null.
Attachment *noting(bool isNested, CuResult result, const void *out) {
  return !isNested && result == CuResult::Success && out ? Attachment::get() : nullptr;
}

} // namespace

extern "C" {

CuResult cuModuleLoad(CuModule *module, const char *path) {
  const RealFunction<HookId::cuModuleLoad> real;
  const CuResult result = real(module, path);
  if (Attachment *attachment = noting(real.isNested(), result, module))
    attachment->kernels.addImage(*module, readImageFile(path));
  return result;
}

CuResult cuModuleLoadData(CuModule *module, const void *image) {
  const RealFunction<HookId::cuModuleLoadData> real;
  const CuResult result = real(module, image);
  if (Attachment *attachment = noting(real.isNested(), result, module))
    attachment->kernels.addImage(*module, readImage(image));
  return result;
}

CuResult cuModuleLoadDataEx(CuModule *module, const void *image, unsigned count, void *options,
                            void **values) {
  const RealFunction<HookId::cuModuleLoadDataEx> real;
  const CuResult result = real(module, image, count, options, values);
  if (Attachment *attachment = noting(real.isNested(), result, module))
    attachment->kernels.addImage(*module, readImage(image));
  return result;
}

CuResult cuModuleLoadFatBinary(CuModule *module, const void *image) {
  const RealFunction<HookId::cuModuleLoadFatBinary> real;
  const CuResult result = real(module, image);
  if (Attachment *attachment = noting(real.isNested(), result, module))
    attachment->kernels.addImage(*module, readImage(image));
  return result;
}

// Before the driver's call: another thread may get the same handle for something else after it.
CuResult cuModuleUnload(CuModule module) {
  const RealFunction<HookId::cuModuleUnload> real;
  if (Attachment *attachment = real.isNested() ? nullptr : Attachment::existing())
    attachment->kernels.removeImage(module);
  return real(module);
}

CuResult cuModuleGetFunction(CuFunction *function, CuModule module, const char *name) {
  const RealFunction<HookId::cuModuleGetFunction> real;
  const CuResult result = real(function, module, name);
  if (Attachment *attachment = noting(real.isNested(), result, function))
    attachment->kernels.addHandle(module, *function, name, false);
  return result;
}

CuResult cuLibraryLoadData(CuLibrary *library, const void *code, void *jitOptions, void **jitValues,
                           unsigned jitCount, void *options, void **values, unsigned count) {
  const RealFunction<HookId::cuLibraryLoadData> real;
  const CuResult result =
      real(library, code, jitOptions, jitValues, jitCount, options, values, count);
  if (Attachment *attachment = noting(real.isNested(), result, library))
    attachment->kernels.addImage(*library, readImage(code));
  return result;
}

CuResult cuLibraryLoadFromFile(CuLibrary *library, const char *path, void *jitOptions,
                               void **jitValues, unsigned jitCount, void *options, void **values,
                               unsigned count) {
  const RealFunction<HookId::cuLibraryLoadFromFile> real;
  const CuResult result =
      real(library, path, jitOptions, jitValues, jitCount, options, values, count);
  if (Attachment *attachment = noting(real.isNested(), result, library))
    attachment->kernels.addImage(*library, readImageFile(path));
  return result;
}

CuResult cuLibraryUnload(CuLibrary library) {
  const RealFunction<HookId::cuLibraryUnload> real;
  if (Attachment *attachment = real.isNested() ? nullptr : Attachment::existing())
    attachment->kernels.removeImage(library);
  return real(library);
}

CuResult cuLibraryGetKernel(CuFunction *kernel, CuLibrary library, const char *name) {
  const RealFunction<HookId::cuLibraryGetKernel> real;
  const CuResult result = real(kernel, library, name);
  if (Attachment *attachment = noting(real.isNested(), result, kernel))
    attachment->kernels.addHandle(library, *kernel, name, true);
  return result;
}

CuResult cuLibraryGetModule(CuModule *module, CuLibrary library) {
  const RealFunction<HookId::cuLibraryGetModule> real;
  const CuResult result = real(module, library);
  if (Attachment *attachment = noting(real.isNested(), result, module))
    attachment->kernels.addModule(library, *module);
  return result;
}

CuResult cuKernelGetFunction(CuFunction *function, CuFunction kernel) {
  const RealFunction<HookId::cuKernelGetFunction> real;
  const CuResult result = real(function, kernel);
  if (Attachment *attachment = noting(real.isNested(), result, function))
    attachment->kernels.addFunction(kernel, *function);
  return result;
}
}

} // namespace pstudio::attach
