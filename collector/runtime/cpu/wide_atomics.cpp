// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/cpu/wide_atomics.h"

#include <cstring>
#include <mutex>

namespace pstudio::cpu {
namespace {

/// One for all addresses: such accesses are rare, and what a kernel's threads share is shared by
/// every launch of the process.
std::mutex &lock() {
  static std::mutex theLock;
  return theLock;
}

/// Replaces the value at `at` by `change` of it.
template <class Change> UInt128 update(UInt128 *at, Change change) {
  const std::lock_guard guard(lock());
  const UInt128 old = *at;
  *at = change(old);
  return old;
}

} // namespace

void atomicLoad(size_t bytes, const void *from, void *to, int) {
  const std::lock_guard guard(lock());
  std::memcpy(to, from, bytes);
}
void atomicStore(size_t bytes, void *to, const void *from, int) {
  const std::lock_guard guard(lock());
  std::memcpy(to, from, bytes);
}
void atomicExchange(size_t bytes, void *at, const void *value, void *old, int) {
  const std::lock_guard guard(lock());
  std::memcpy(old, at, bytes);
  std::memcpy(at, value, bytes);
}
bool atomicCompareExchange(size_t bytes, void *at, void *expected, const void *desired, int, int) {
  const std::lock_guard guard(lock());
  const bool isEqual = std::memcmp(at, expected, bytes) == 0;
  if (isEqual)
    std::memcpy(at, desired, bytes);
  else
    std::memcpy(expected, at, bytes);
  return isEqual;
}

UInt128 atomicLoad16(const UInt128 *at, int) {
  const std::lock_guard guard(lock());
  return *at;
}
void atomicStore16(UInt128 *at, UInt128 value, int) {
  update(at, [&](UInt128) { return value; });
}
UInt128 atomicExchange16(UInt128 *at, UInt128 value, int) {
  return update(at, [&](UInt128) { return value; });
}
bool atomicCompareExchange16(UInt128 *at, UInt128 *expected, UInt128 desired, int, int) {
  const UInt128 wanted = *expected;
  *expected = update(at, [&](UInt128 old) { return old == wanted ? desired : old; });
  return *expected == wanted;
}
UInt128 atomicFetchAdd16(UInt128 *at, UInt128 value, int) {
  return update(at, [&](UInt128 old) { return old + value; });
}
UInt128 atomicFetchSub16(UInt128 *at, UInt128 value, int) {
  return update(at, [&](UInt128 old) { return old - value; });
}
UInt128 atomicFetchAnd16(UInt128 *at, UInt128 value, int) {
  return update(at, [&](UInt128 old) { return old & value; });
}
UInt128 atomicFetchOr16(UInt128 *at, UInt128 value, int) {
  return update(at, [&](UInt128 old) { return old | value; });
}
UInt128 atomicFetchXor16(UInt128 *at, UInt128 value, int) {
  return update(at, [&](UInt128 old) { return old ^ value; });
}
UInt128 atomicFetchNand16(UInt128 *at, UInt128 value, int) {
  return update(at, [&](UInt128 old) { return ~(old & value); });
}

} // namespace pstudio::cpu
