// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/attach/shim/fake_driver/fake_state.h"

#include <algorithm>
#include <cstring>

namespace pstudio::test {

FakeDriver &fakeDriver() {
  static auto *s_driver = new FakeDriver;
  return *s_driver;
}

FakeThread &fakeThread() {
  static thread_local FakeThread t_thread;
  return t_thread;
}

FakeEntry *FakeDriver::newEntry(FakeEntry::Kind kind, const FakeKernelText &text, FakeCode *code) {
  FakeEntry *entry = nullptr;
  if (freeEntries.empty()) {
    entry = &entries.emplace_back();
  } else {
    entry = freeEntries.back();
    freeEntries.pop_back();
  }
  *entry = {kind, text, code, {}};
  // Numbers of CUfunction_attribute.
  const int fixed = text.value("static", 0);
  entry->attributes = {{0, 1024},
                       {1, fixed},
                       {3, text.value("local", 0)},
                       {4, text.value("registers", 32)},
                       {8, text.value("shared", 49152 - fixed)},
                       {9, -1},
                       {10, text.value("cluster", 0) != 0},
                       {11, text.value("cluster", 0)},
                       {12, text.value("cluster", 0) != 0},
                       {13, text.value("cluster", 0) != 0},
                       {14, text.value("clusters", 0)},
                       {15, 0}};
  code->entries.push_back(entry);
  return entry;
}

void FakeDriver::freeCode(FakeCode *code) {
  for (FakeEntry *entry : code->entries) {
    *entry = FakeEntry();
    freeEntries.push_back(entry);
  }
  *code = FakeCode();
  freeCodes.push_back(code);
}

FakeStream &FakeDriver::stream(void *handle) {
  if (handle == reinterpret_cast<void *>(1))
    handle = nullptr;
  if (handle == reinterpret_cast<void *>(2))
    handle = &fakeThread();
  FakeStream &found = streams[handle];
  if (!found.context && !fakeThread().stack.empty())
    found.context = fakeThread().stack.back();
  return found;
}

FakeVariable *FakeDriver::variableAt(uint64_t address) {
  for (FakeCode &code : codes)
    for (auto &[name, variable] : code.variables)
      if (reinterpret_cast<uint64_t>(variable.words.data()) == address)
        return &variable;
  return nullptr;
}

int FakeDriver::launchCount() const {
  int count = 0;
  for (const auto &[name, times] : launches)
    count += times;
  return count;
}

void FakeDriver::forbidInCapture(const char *call) {
  if (globalCaptures == 0 || fakeThread().captureMode == kCuCaptureModeRelaxed)
    return;
  captureIsBroken = true;
  offences.push_back(std::string(call) + " during a capture");
}

} // namespace pstudio::test

using namespace pstudio::test;

FAKE_EXPORT const char *fakeLastLaunch() {
  const std::lock_guard lock(fakeDriver().mutex);
  return fakeDriver().lastLaunch.c_str();
}

/// Launches by kernel, live allocations and events, and offences, which a program prints at its
/// end.
FAKE_EXPORT const char *fakeDriverReport() {
  FakeDriver &driver = fakeDriver();
  const std::lock_guard lock(driver.mutex);
  static std::string s_text;
  s_text = "launches";
  for (const auto &[name, count] : driver.launches)
    s_text += " " + name + "=" + std::to_string(count);
  s_text += "\nallocations " + std::to_string(driver.allocations.size()) + "\nevents " +
            std::to_string(driver.events.size()) + "\n";
  for (const std::string &offence : driver.offences)
    s_text += "offence " + offence + "\n";
  return s_text.c_str();
}
