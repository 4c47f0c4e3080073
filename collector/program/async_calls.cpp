// SPDX-License-Identifier: Apache-2.0
// The interface of MLIR's async runtime over AsyncRuntime.
#include "collector/program/program_run.h"
#include "collector/program/runtime_tables.h"

namespace pstudio::program {
namespace {

using State = AsyncObject::State;

AsyncObject *object(void *pointer) {
  return static_cast<AsyncObject *>(pointer);
}

AsyncTask task(void *handle, void *resume) {
  return {handle, reinterpret_cast<void (*)(void *)>(resume)};
}

/// Continues a coroutine. A failure in it leaves the program from there, past this frame and its
/// callers: none of them may hold anything with a destructor.
#if defined(__clang__)
__attribute__((no_sanitize("function")))
#endif
void continueTask(AsyncTask task) {
  task.resume(task.handle);
}

Result<void> addRef(ProgramRun &run, void *pointer, int64_t count) {
  run.async().addReferences(object(pointer), count);
  return {};
}
Result<void> dropRef(ProgramRun &run, void *pointer, int64_t count) {
  run.async().dropReferences(object(pointer), count);
  return {};
}
Result<void *> createToken(ProgramRun &run) {
  return run.async().createToken();
}
Result<void *> createValue(ProgramRun &run, int64_t bytes) {
  return run.async().createValue(static_cast<uint64_t>(bytes));
}
Result<void *> createGroup(ProgramRun &run, int64_t size) {
  return run.async().createGroup(size);
}
Result<int64_t> addTokenToGroup(ProgramRun &run, void *token, void *group) {
  return run.async().addToGroup(object(token), object(group));
}
Result<void> emplace(ProgramRun &run, void *pointer) {
  run.async().complete(object(pointer), State::Available);
  return {};
}
Result<void> setError(ProgramRun &run, void *pointer) {
  run.async().complete(object(pointer), State::Failed);
  return {};
}
Result<int32_t> isError(ProgramRun &, void *pointer) {
  return object(pointer)->state == State::Failed ? 1 : 0;
}
Result<void *> valueStorage(ProgramRun &, void *pointer) {
  return static_cast<void *>(object(pointer)->storage.data());
}

Result<void> await(ProgramRun &run, void *pointer) {
  for (;;) {
    AsyncTask next;
    switch (run.async().nextBefore(object(pointer), next)) {
    case AsyncRuntime::Next::Ready:
      return {};
    case AsyncRuntime::Next::Continue:
      continueTask(next);
      break;
    case AsyncRuntime::Next::Never:
      return fail(ErrorCode::RunFailed,
                  "the program awaits an asynchronous value that no task produces");
    }
  }
}

Result<void> execute(ProgramRun &run, void *handle, void *resume) {
  run.async().schedule(task(handle, resume));
  return {};
}
Result<void> awaitAndExecute(ProgramRun &run, void *pointer, void *handle, void *resume) {
  run.async().continueAfter(object(pointer), task(handle, resume));
  return {};
}
Result<int64_t> workerThreads(ProgramRun &) {
  return 1;
}

} // namespace

std::vector<RuntimeFunction> asyncFunctions() {
  return {
      runtimeFunction<addRef>("mlirAsyncRuntimeAddRef"),
      runtimeFunction<dropRef>("mlirAsyncRuntimeDropRef"),
      runtimeFunction<createToken>("mlirAsyncRuntimeCreateToken"),
      runtimeFunction<createValue>("mlirAsyncRuntimeCreateValue"),
      runtimeFunction<createGroup>("mlirAsyncRuntimeCreateGroup"),
      runtimeFunction<addTokenToGroup>("mlirAsyncRuntimeAddTokenToGroup"),
      runtimeFunction<emplace>("mlirAsyncRuntimeEmplaceToken"),
      runtimeFunction<emplace>("mlirAsyncRuntimeEmplaceValue"),
      runtimeFunction<setError>("mlirAsyncRuntimeSetTokenError"),
      runtimeFunction<setError>("mlirAsyncRuntimeSetValueError"),
      runtimeFunction<isError>("mlirAsyncRuntimeIsTokenError"),
      runtimeFunction<isError>("mlirAsyncRuntimeIsValueError"),
      runtimeFunction<isError>("mlirAsyncRuntimeIsGroupError"),
      runtimeFunction<await>("mlirAsyncRuntimeAwaitToken"),
      runtimeFunction<await>("mlirAsyncRuntimeAwaitValue"),
      runtimeFunction<await>("mlirAsyncRuntimeAwaitAllInGroup"),
      runtimeFunction<valueStorage>("mlirAsyncRuntimeGetValueStorage"),
      runtimeFunction<execute>("mlirAsyncRuntimeExecute"),
      runtimeFunction<awaitAndExecute>("mlirAsyncRuntimeAwaitTokenAndExecute"),
      runtimeFunction<awaitAndExecute>("mlirAsyncRuntimeAwaitValueAndExecute"),
      runtimeFunction<awaitAndExecute>("mlirAsyncRuntimeAwaitAllInGroupAndExecute"),
      // The name is upstream's.
      runtimeFunction<workerThreads>("mlirAsyncRuntimGetNumWorkerThreads"),
  };
}

} // namespace pstudio::program
