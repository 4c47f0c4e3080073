// SPDX-License-Identifier: Apache-2.0
// Functions of Python that the process has, found at run time; own declarations for 3.9 to 3.14.
#pragma once

namespace pstudio::attach {

/// Objects of Python; only its functions look inside.
struct PyObject;
struct PyThreadState;

struct PythonApi {
  int (*Py_IsInitialized)();
  int (*isFinalizing)(); ///< Py_IsFinalizing, before 3.13 _Py_IsFinalizing
  PyThreadState *(*PyGILState_GetThisThreadState)();
  /// The state that holds the lock: of the process before 3.12, of the calling thread since.
  PyThreadState *(*currentState)();
  int (*PyGILState_Ensure)();
  void (*PyGILState_Release)(int state);
  PyObject *(*PyThreadState_GetFrame)(PyThreadState *state); ///< new reference
  PyObject *(*PyFrame_GetBack)(PyObject *frame);             ///< new reference
  PyObject *(*PyFrame_GetCode)(PyObject *frame);             ///< new reference
  int (*PyFrame_GetLineNumber)(PyObject *frame);
  int (*PyFrame_GetLasti)(PyObject *frame); ///< null before 3.11
  int (*PyCode_Addr2Line)(PyObject *code, int offset);
  PyObject *(*PyObject_GetAttrString)(PyObject *object, const char *name); ///< new reference
  const char *(*PyUnicode_AsUTF8AndSize)(PyObject *text, long *bytes);
  void (*PyErr_Fetch)(PyObject **type, PyObject **value, PyObject **traceback);
  void (*PyErr_Restore)(PyObject *type, PyObject *value, PyObject *traceback);
  void (*Py_IncRef)(PyObject *object);
  void (*Py_DecRef)(PyObject *object);
  int minorVersion; ///< 12 of 3.12
};

/// The functions of this process's Python; null while it has none or an unknown version. Looks them
/// up at the first call; without success at the second, fourth, eighth... again. [thread: any]
const PythonApi *findPython();

/// The calling thread may read its own frames: it has a state, and Python is not ending. [thread:
/// any, with or without Python's lock]
bool mayReadFrames(const PythonApi &python);

/// The calling thread holds Python's lock during the lifetime of this object.
class PythonLock {
public:
  /// May wait for other threads. Requires mayReadFrames().
  explicit PythonLock(const PythonApi &python);
  ~PythonLock();
  PythonLock(const PythonLock &) = delete;
  PythonLock &operator=(const PythonLock &) = delete;

private:
  const PythonApi &m_python;
  bool m_hadLock;
  int m_state = 0;
};

/// True if PythonLock would not have to wait: the calling thread holds the lock.
bool holdsPythonLock(const PythonApi &python);

} // namespace pstudio::attach
