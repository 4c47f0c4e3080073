// SPDX-License-Identifier: Apache-2.0
// Hooks of the functions that load code and return handles of kernels.
#include <utility>

#include "collector/attach/shim/attachment.h"
#include "collector/attach/shim/dump_folder.h"
#include "collector/attach/shim/hooks.h"

namespace pstudio::attach {

namespace {

/// Calls the driver, which stores a handle in `*made`, then note() with the attachment if that
/// succeeded and was not called inside of another hook.
template <HookId hook, class Note, class Handle, class... Values>
CuResult noted(const Note &note, Handle *made, Values... values) {
  const RealFunction<hook> real;
  const CuResult result = real(made, values...);
  const bool isNoted = !real.isNested() && result == CuResult::Success && made;
  if (Attachment *attachment = isNoted ? Attachment::get() : nullptr)
    note(*attachment);
  return result;
}

/// The number of the PTX of a cubin, or of the cubin itself where XLA writes PTX.
uint32_t keepCubin(ImageStore &images, const CodeImage &image, const void *bytes,
                   std::string_view &problem) {
  const uint32_t compiled = images.keepCompiled(image.hash, problem);
  std::vector<std::string> dump = compiled == kNoImage ? dumpOptions() : std::vector<std::string>();
  return dump.empty() ? compiled : images.keepDumped(bytes, image.bytes, std::move(dump), problem);
}

void addBytes(Attachment &attachment, const void *owner, const void *bytes) {
  CodeImage image = readImage(bytes);
  std::string_view problem;
  image.number = image.kind == ImageKind::Cubin
                     ? keepCubin(attachment.images, image, bytes, problem)
                     : attachment.images.keep(bytes, image.kind, problem);
  attachment.kernels.addImage(owner, std::move(image));
  if (!problem.empty())
    attachment.notify(problem, nullptr, 0, "an image of code");
}

void addFile(Attachment &attachment, const void *owner, const char *path) {
  CodeImage image = readImageFile(path);
  std::string_view problem;
  image.number = image.kind == ImageKind::Cubin
                     ? attachment.images.keepCompiled(image.hash, problem)
                     : attachment.images.keepFile(path, image.kind);
  attachment.kernels.addImage(owner, std::move(image));
  if (!problem.empty())
    attachment.notify(problem, nullptr, 0, "PTX of NVRTC");
}

/// Before the driver's call: another thread may get the same handle for something else after it.
template <HookId hook> CuResult unload(void *image) {
  const RealFunction<hook> real;
  if (Attachment *attachment = real.isNested() ? nullptr : Attachment::existing()) {
    attachment->kernels.removeImage(image);
    attachment->images.forgetMappings();
  }
  return real(image);
}

} // namespace

extern "C" {

CuResult cuModuleLoad(CuModule *module, const char *path) {
  return noted<HookId::cuModuleLoad>(
      [&](Attachment &attachment) { addFile(attachment, *module, path); }, module, path);
}

CuResult cuModuleLoadData(CuModule *module, const void *image) {
  return noted<HookId::cuModuleLoadData>(
      [&](Attachment &attachment) { addBytes(attachment, *module, image); }, module, image);
}

CuResult cuModuleLoadDataEx(CuModule *module, const void *image, unsigned count, void *options,
                            void **values) {
  return noted<HookId::cuModuleLoadDataEx>(
      [&](Attachment &attachment) { addBytes(attachment, *module, image); }, module, image, count,
      options, values);
}

CuResult hipModuleLoad(CuModule *module, const char *path) {
  return noted<HookId::hipModuleLoad>(
      [&](Attachment &attachment) { addFile(attachment, *module, path); }, module, path);
}

CuResult hipModuleLoadData(CuModule *module, const void *image) {
  return noted<HookId::hipModuleLoadData>(
      [&](Attachment &attachment) { addBytes(attachment, *module, image); }, module, image);
}

CuResult hipModuleLoadDataEx(CuModule *module, const void *image, unsigned count, void *options,
                             void **values) {
  return noted<HookId::hipModuleLoadDataEx>(
      [&](Attachment &attachment) { addBytes(attachment, *module, image); }, module, image, count,
      options, values);
}

CuResult hipModuleUnload(CuModule module) {
  return unload<HookId::hipModuleUnload>(module);
}

CuResult hipModuleGetFunction(CuFunction *function, CuModule module, const char *name) {
  return noted<HookId::hipModuleGetFunction>(
      [&](Attachment &attachment) { attachment.kernels.addHandle(module, *function, name, false); },
      function, module, name);
}

CuResult cuModuleLoadFatBinary(CuModule *module, const void *image) {
  return noted<HookId::cuModuleLoadFatBinary>(
      [&](Attachment &attachment) { addBytes(attachment, *module, image); }, module, image);
}

CuResult cuModuleUnload(CuModule module) {
  return unload<HookId::cuModuleUnload>(module);
}

CuResult cuModuleGetFunction(CuFunction *function, CuModule module, const char *name) {
  return noted<HookId::cuModuleGetFunction>(
      [&](Attachment &attachment) { attachment.kernels.addHandle(module, *function, name, false); },
      function, module, name);
}

CuResult cuLibraryLoadData(CuLibrary *library, const void *code, void *jitOptions, void **jitValues,
                           unsigned jitCount, void *options, void **values, unsigned count) {
  return noted<HookId::cuLibraryLoadData>(
      [&](Attachment &attachment) { addBytes(attachment, *library, code); }, library, code,
      jitOptions, jitValues, jitCount, options, values, count);
}

CuResult cuLibraryLoadFromFile(CuLibrary *library, const char *path, void *jitOptions,
                               void **jitValues, unsigned jitCount, void *options, void **values,
                               unsigned count) {
  return noted<HookId::cuLibraryLoadFromFile>(
      [&](Attachment &attachment) { addFile(attachment, *library, path); }, library, path,
      jitOptions, jitValues, jitCount, options, values, count);
}

CuResult cuLibraryUnload(CuLibrary library) {
  return unload<HookId::cuLibraryUnload>(library);
}

CuResult cuLibraryGetKernel(CuFunction *kernel, CuLibrary library, const char *name) {
  return noted<HookId::cuLibraryGetKernel>(
      [&](Attachment &attachment) { attachment.kernels.addHandle(library, *kernel, name, true); },
      kernel, library, name);
}

CuResult cuLibraryGetModule(CuModule *module, CuLibrary library) {
  return noted<HookId::cuLibraryGetModule>(
      [&](Attachment &attachment) { attachment.kernels.addModule(library, *module); }, module,
      library);
}

CuResult cuKernelGetFunction(CuFunction *function, CuFunction kernel) {
  return noted<HookId::cuKernelGetFunction>(
      [&](Attachment &attachment) { attachment.kernels.addFunction(kernel, *function); }, function,
      kernel);
}
}

} // namespace pstudio::attach
