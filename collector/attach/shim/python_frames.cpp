// SPDX-License-Identifier: Apache-2.0
// Walks from the innermost frame outwards; the frames that were there at the last launch of the
// thread, mostly all, keep their nodes without a look-up.
#include "collector/attach/shim/python_frames.h"

#include <algorithm>
#include <optional>
#include <string>

#include "collector/attach/shim/process_facts.h"

namespace pstudio::attach {

namespace {

/// A launch may wait so long on average; one that waits for other threads waits some milliseconds.
constexpr int64_t kMaxMeanWait = 20'000;     // [ns]
constexpr int64_t kFirstCredit = 50'000'000; // [ns]

/// Errors that the program is handling stay as they are.
class KeptError {
public:
  explicit KeptError(const PythonApi &python) : m_python(python) {
    python.PyErr_Fetch(&m_type, &m_value, &m_traceback);
  }
  ~KeptError() { m_python.PyErr_Restore(m_type, m_value, m_traceback); }
  KeptError(const KeptError &) = delete;
  KeptError &operator=(const KeptError &) = delete;

private:
  const PythonApi &m_python;
  PyObject *m_type = nullptr, *m_value = nullptr, *m_traceback = nullptr;
};

std::string textAttribute(const PythonApi &python, PyObject *object, const char *name) {
  PyObject *attribute = python.PyObject_GetAttrString(object, name);
  if (!attribute)
    return "?";
  long bytes = 0;
  const char *text = python.PyUnicode_AsUTF8AndSize(attribute, &bytes);
  std::string copy = text ? std::string(text, static_cast<size_t>(bytes)) : "?";
  python.Py_DecRef(attribute);
  return copy;
}

bool isOwn(std::string_view file) {
  return file.find("/proton_studio/") != std::string_view::npos;
}

} // namespace

PythonFrames::PythonFrames(HostEvents &events) : m_events(events), m_waitCredit(kFirstCredit) {}

bool PythonFrames::read(const PythonApi &python, std::vector<FramePlace> &innermostFirst) {
  innermostFirst.clear();
  PyObject *frame = python.PyThreadState_GetFrame(python.PyGILState_GetThisThreadState());
  while (frame && innermostFirst.size() < kMaxFrames) {
    PyObject *code = python.PyFrame_GetCode(frame);
    const int place = python.PyFrame_GetLasti ? python.PyFrame_GetLasti(frame)
                                              : python.PyFrame_GetLineNumber(frame);
    innermostFirst.push_back({code, place});
    python.Py_DecRef(code); // the frame has it
    PyObject *outer = python.PyFrame_GetBack(frame);
    python.Py_DecRef(frame);
    frame = outer;
  }
  if (!frame)
    return true;
  python.Py_DecRef(frame);
  return false;
}

uint32_t PythonFrames::makeNode(const PythonApi &python, uint32_t parent, const FramePlace &frame) {
  std::string text;
  {
    const KeptError error(python);
    text = textAttribute(python, frame.code, "co_filename");
    if (isOwn(text))
      return parent;
    const int line =
        python.PyFrame_GetLasti ? python.PyCode_Addr2Line(frame.code, frame.place) : frame.place;
    text += ":" + std::to_string(std::max(line, 0)) + "@" +
            textAttribute(python, frame.code, "co_name");
  }
  return m_events.child(parent, m_events.text(text), PathNodeKind::Frame);
}

/// 0: there are kMaxPlaces.
uint32_t PythonFrames::node(const PythonApi &python, uint32_t parent, const FramePlace &frame) {
  const Key key{parent, frame};
  {
    const std::lock_guard guard(m_mutex);
    if (const auto known = m_nodes.find(key); known != m_nodes.end())
      return known->second;
    if (m_nodes.size() >= kMaxPlaces)
      return 0;
  }
  const uint32_t made = makeNode(python, parent, frame);
  python.Py_IncRef(frame.code); // its address is not used again
  const std::lock_guard guard(m_mutex);
  return m_nodes.emplace(key, made).first->second;
}

void PythonFrames::beginAnew() {
  m_waitCredit.store(kFirstCredit, std::memory_order_relaxed);
  m_isOff.store(false, std::memory_order_relaxed);
  m_cut.store(0, std::memory_order_relaxed);
}

void PythonFrames::noteWait(uint64_t nanoseconds) {
  const int64_t change = kMaxMeanWait - static_cast<int64_t>(nanoseconds);
  const int64_t credit = m_waitCredit.fetch_add(change, std::memory_order_relaxed) + change;
  if (credit < 0)
    m_isOff.store(true, std::memory_order_relaxed);
  else if (credit > kFirstCredit)
    m_waitCredit.store(kFirstCredit, std::memory_order_relaxed);
}

uint32_t PythonFrames::path(const PythonApi &python, KnownFrames &known, uint32_t below) {
  if (isOff() || !mayReadFrames(python))
    return below;
  const uint64_t begin = holdsPythonLock(python) ? 0 : nowNs();
  const PythonLock lock(python);
  if (begin)
    noteWait(nowNs() - begin);
  if (!read(python, known.innermostFirst)) {
    m_cut.fetch_add(1, std::memory_order_relaxed);
    below = m_events.child(below, m_events.text("<outer frames>"), PathNodeKind::Frame);
  }
  const auto &frames = known.innermostFirst;
  const size_t most = known.below == below ? std::min(known.places.size(), frames.size()) : 0;
  size_t same = 0;
  while (same < most && known.places[same] == frames[frames.size() - 1 - same])
    ++same;
  known.below = below;
  known.places.resize(same);
  known.nodes.resize(same);
  uint32_t node = same ? known.nodes.back() : below;
  for (auto frame = frames.rbegin() + static_cast<ptrdiff_t>(same); frame != frames.rend();
       ++frame) {
    const uint32_t next = this->node(python, node, *frame);
    if (!next)
      break; // the outer frames are better than none
    known.places.push_back(*frame);
    known.nodes.push_back(node = next);
  }
  return node;
}

} // namespace pstudio::attach
