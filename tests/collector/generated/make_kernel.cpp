// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/generated/make_kernel.h"

#include "tests/collector/generated/kernel_maker.h"

namespace pstudio::test {

void KernelMaker::chooseLaunch() {
  using Extents = std::array<uint32_t, 3>;
  m_kernel.block = oneOf<Extents>({{32, 1, 1},
                                   {64, 1, 1},
                                   {96, 1, 1},
                                   {128, 1, 1},
                                   {40, 1, 1},
                                   {100, 1, 1},
                                   {23, 1, 1},
                                   {8, 8, 1},
                                   {16, 6, 1},
                                   {10, 7, 1},
                                   {33, 2, 1}});
  m_kernel.grid = oneOf<Extents>({{1, 1, 1}, {2, 1, 1}, {3, 1, 1}, {2, 2, 1}});
  const int64_t all = int64_t{m_kernel.threads()} * m_kernel.ctas();
  m_kernel.length = all - static_cast<int64_t>(pick(20));
  m_kernel.isSlotMajor = chance(50);
}

/// Ordinary variables, from the number `first` of the function on.
void KernelMaker::addVariables(size_t first) {
  function().variables.resize(first, ValueType::I32);
  m_ordinary.clear();
  m_activeMask.reset();
  m_read.clear();
  const ValueType types[] = {ValueType::I32, ValueType::I32, ValueType::I32, ValueType::I32,
                             ValueType::I64, ValueType::I64, ValueType::F32, ValueType::F32};
  for (const ValueType type : types)
    m_ordinary.push_back(newVariable(type));
  m_digest = newVariable(ValueType::I32);
  m_loaded = newVariable(ValueType::I32);
}

/// Values that differ between threads.
void KernelMaker::begin(Statements &out, Region &region) {
  for (const uint32_t variable : m_ordinary) {
    const ValueType type = function().variables[variable];
    Statement load = made(Statement::Kind::Load);
    load.memory = type == ValueType::I32   ? (chance(50) ? Memory::In : Memory::ByteIn)
                  : type == ValueType::I64 ? Memory::WideIn
                                           : Memory::FloatIn;
    load.variable = variable;
    load.b = m_function == 0 ? Operand{chance(70) ? Operand::Kind::Global : Operand::Kind::Thread}
                             : of(0);
    load.slot = load.line;
    if (m_function == 0 || chance(30)) {
      out.push_back(load);
      use(out, variable);
    }
  }
  region.canReturn = m_class != KernelClass::Tree;
  if (m_function > 0) {
    if (!isMlir())
      region.mask = of(1);
    return;
  }
  region.isUniform = true;
  if (isFullWarps()) {
    region.mask = constant(-1);
  } else if (!isMlir()) {
    const uint32_t mask = newVariable(ValueType::I32);
    ballot(out, mask, constant(-1), {Condition::Predicate::Equal, {}, 0, {}});
    region.mask = of(mask);
  }
}

/// Every variable shows in the result.
void KernelMaker::end(Statements &out) {
  showDigest(out);
  if (m_function > 0) {
    Statement result = made(Statement::Kind::Assign);
    result.operation = Operation::Add;
    result.variable = 0;
    result.a = variable(ValueType::I32);
    result.b = of(0);
    out.push_back(result);
    return;
  }
  int64_t slot = 0;
  for (const uint32_t variable : m_ordinary) {
    const ValueType type = function().variables[variable];
    Statement store = made(Statement::Kind::Store);
    store.memory = type == ValueType::I32   ? Memory::Out
                   : type == ValueType::I64 ? Memory::WideOut
                                            : Memory::FloatOut;
    store.a = of(variable);
    store.slot = slot++;
    out.push_back(store);
  }
}

void KernelMaker::addFunction() {
  m_function = m_kernel.functions.size();
  m_kernel.functions.emplace_back();
  addVariables(2);
  Region region;
  region.depth = 1;
  Statements body;
  begin(body, region);
  statements(body, region, 3 + static_cast<int>(pick(8)));
  end(body);
  function().body = std::move(body);
}

Kernel KernelMaker::make() {
  chooseLaunch();
  m_counting = {anyAtomic(), anyAtomic(), AtomicOperation::Add};
  m_kernel.functions.emplace_back();
  for (uint64_t count = pick(3); count > 0; --count)
    addFunction();
  m_function = 0;
  addVariables(0);
  Region region;
  Statements body;
  begin(body, region);
  statements(body, region, 8 + static_cast<int>(pick(40)));
  end(body);
  function().body = std::move(body);
  return std::move(m_kernel);
}

Kernel makeKernel(uint64_t seed, KernelClass kind) {
  return KernelMaker(seed, kind).make();
}

} // namespace pstudio::test
