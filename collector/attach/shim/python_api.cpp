// SPDX-License-Identifier: Apache-2.0
// Python is part of the program or a library in the global scope: the default search order finds
// it.
#include "collector/attach/shim/python_api.h"

#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include <dlfcn.h>

#include "collector/attach/shim/driver_library.h"

namespace pstudio::attach {

namespace {

constinit std::atomic<const PythonApi *> s_python = nullptr;
constinit std::atomic<uint32_t> s_misses = 0;

/// True for calls 1, 2, 4, 8, ... after which Python was not found. Detects a Python that is loaded
/// later, without the cost of a search at each launch of a program without Python.
bool isTimeToLook() {
  return std::has_single_bit(s_misses.fetch_add(1, std::memory_order_relaxed) + 1);
}

template <class Function> bool find(Function *&function, const char *name) {
  function = reinterpret_cast<Function *>(realDlsym(RTLD_DEFAULT, name));
  return function != nullptr;
}

/// 12 of "3.12.4 ..."; 0 of others.
int minorVersionOf(const char *version) {
  return version && std::strncmp(version, "3.", 2) == 0 ? std::atoi(version + 2) : 0;
}

bool findAll(PythonApi &python) {
  const char *(*getVersion)() = nullptr;
  if (!find(getVersion, "Py_GetVersion"))
    return false;
  python.minorVersion = minorVersionOf(getVersion());
  find(python.PyFrame_GetLasti, "PyFrame_GetLasti");
#define PSTUDIO_PYTHON(name) find(python.name, #name)
  return python.minorVersion >= 9 && PSTUDIO_PYTHON(Py_IsInitialized) &&
         (find(python.isFinalizing, "Py_IsFinalizing") ||
          find(python.isFinalizing, "_Py_IsFinalizing")) &&
         (find(python.currentState, "PyThreadState_GetUnchecked") ||
          find(python.currentState, "_PyThreadState_UncheckedGet")) &&
         PSTUDIO_PYTHON(PyGILState_GetThisThreadState) && PSTUDIO_PYTHON(PyGILState_Ensure) &&
         PSTUDIO_PYTHON(PyGILState_Release) && PSTUDIO_PYTHON(PyThreadState_GetFrame) &&
         PSTUDIO_PYTHON(PyFrame_GetBack) && PSTUDIO_PYTHON(PyFrame_GetCode) &&
         PSTUDIO_PYTHON(PyFrame_GetLineNumber) && PSTUDIO_PYTHON(PyCode_Addr2Line) &&
         PSTUDIO_PYTHON(PyObject_GetAttrString) && PSTUDIO_PYTHON(PyUnicode_AsUTF8AndSize) &&
         PSTUDIO_PYTHON(PyErr_Fetch) && PSTUDIO_PYTHON(PyErr_Restore) &&
         PSTUDIO_PYTHON(Py_IncRef) && PSTUDIO_PYTHON(Py_DecRef);
#undef PSTUDIO_PYTHON
}

} // namespace

const PythonApi *findPython() {
  if (const PythonApi *known = s_python.load(std::memory_order_acquire)) [[likely]]
    return known;
  if (!isTimeToLook())
    return nullptr;
  PythonApi found{};
  const bool isFound = findAll(found);
  dlerror(); // clears errors of missing names, which the program must not see
  if (!isFound)
    return nullptr;
  const auto *made = new PythonApi(found); // never deleted: threads use it to the end
  const PythonApi *other = nullptr;
  if (s_python.compare_exchange_strong(other, made, std::memory_order_acq_rel))
    return made;
  delete made;
  return other;
}

bool holdsPythonLock(const PythonApi &python) {
  return python.currentState() == python.PyGILState_GetThisThreadState();
}

// A thread that runs another interpreter of the process has a current state of its own, with which
// PyGILState_Ensure would end the process.
bool mayReadFrames(const PythonApi &python) {
  if (!python.Py_IsInitialized() || python.isFinalizing())
    return false;
  const PyThreadState *own = python.PyGILState_GetThisThreadState();
  if (!own)
    return false;
  const PyThreadState *current = python.minorVersion >= 12 ? python.currentState() : nullptr;
  return !current || current == own;
}

PythonLock::PythonLock(const PythonApi &python)
    : m_python(python), m_hadLock(holdsPythonLock(python)) {
  if (!m_hadLock)
    m_state = python.PyGILState_Ensure();
}

PythonLock::~PythonLock() {
  if (!m_hadLock)
    m_python.PyGILState_Release(m_state);
}

} // namespace pstudio::attach
