// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/generated/interpreter.h"

#include <algorithm>
#include <cstring>

namespace pstudio::test {
namespace {

using Mask = std::vector<bool>; // by thread of the CTA
using Value = int64_t;          // i32 with its sign, i64, or the bits of an f32

float asFloat(Value value) {
  const auto bits = static_cast<uint32_t>(value);
  float result = 0;
  std::memcpy(&result, &bits, sizeof result);
  return result;
}

Value ofFloat(float value) {
  uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

Value narrow(uint64_t value) {
  return static_cast<int32_t>(static_cast<uint32_t>(value));
}

Value held(float value) {
  return ofFloat(value > 65536.0f ? 65536.0f : value < -65536.0f ? -65536.0f : value);
}

Value compute(Operation operation, Value a, Value b) {
  const auto x = static_cast<uint64_t>(a), y = static_cast<uint64_t>(b);
  const auto low = static_cast<uint32_t>(x);
  switch (operation) {
  case Operation::Copy:
    return a;
  case Operation::Add:
    return narrow(x + y);
  case Operation::Sub:
    return narrow(x - y);
  case Operation::Mul:
    return narrow(x * y);
  case Operation::And:
    return a & b;
  case Operation::Or:
    return a | b;
  case Operation::Xor:
    return a ^ b;
  case Operation::ShiftLeft:
    return narrow(x << y);
  case Operation::ShiftRight:
    return narrow(low >> y);
  case Operation::Min:
    return std::min(a, b);
  case Operation::Max:
    return std::max(a, b);
  case Operation::Quotient:
    return narrow(low / static_cast<uint32_t>(y));
  case Operation::ToWide:
    return a;
  case Operation::WideAdd:
    return static_cast<Value>(x + y);
  case Operation::WideMul:
    return static_cast<Value>(x * y);
  case Operation::WideXor:
    return a ^ b;
  case Operation::ToNarrow:
    return narrow(x);
  case Operation::ToFloat:
    return ofFloat(static_cast<float>(a & 1023));
  case Operation::FloatAdd:
    return held(asFloat(a) + asFloat(b));
  case Operation::FloatSub:
    return held(asFloat(a) - asFloat(b));
  case Operation::FloatHalf:
    return ofFloat(asFloat(a) * 0.5f);
  case Operation::FromFloat:
    return static_cast<int32_t>(asFloat(a));
  }
  return 0;
}

Value combine(AtomicOperation operation, ValueType type, Value before, Value value) {
  switch (operation) {
  case AtomicOperation::Add:
    if (type == ValueType::F32)
      return ofFloat(asFloat(before) + asFloat(value));
    return type == ValueType::I64
               ? static_cast<Value>(static_cast<uint64_t>(before) + static_cast<uint64_t>(value))
               : narrow(static_cast<uint64_t>(before + value));
  case AtomicOperation::Max:
    return std::max(before, value);
  case AtomicOperation::Min:
    return std::min(before, value);
  case AtomicOperation::And:
    return before & value;
  case AtomicOperation::Or:
    return before | value;
  case AtomicOperation::Xor:
    return before ^ value;
  }
  return 0;
}

/// One CTA. Lock step of a whole CTA is lock step of each of its warps: masks of different warps
/// have no influence on each other, and a barrier needs nothing.
class CtaInterpreter {
public:
  CtaInterpreter(const Kernel &kernel, uint32_t cta, Interpretation &result)
      : m_kernel(kernel), m_cta(cta), m_result(result) {
    for (size_t i = kArguments; i < kMemories; ++i)
      m_shared.emplace_back(size_t(elementCount(kernel, static_cast<Memory>(i))) *
                            memoryInfo(i).bytes);
  }

  void run() {
    enter(0);
    execute(m_kernel.functions[0].body, Mask(m_kernel.threads(), true));
  }

private:
  struct Frame {
    const Function *function = nullptr;
    std::vector<std::vector<Value>> variables; ///< [variable][thread]
    Mask returned;
  };
  struct Iteration {
    Mask broke, continued;
  };

  void enter(uint32_t function) {
    Frame &frame = m_frames.emplace_back();
    frame.function = &m_kernel.functions[function];
    frame.variables.assign(frame.function->variables.size(),
                           std::vector<Value>(m_kernel.threads(), 0));
    frame.returned.assign(m_kernel.threads(), false);
  }

  Value &variable(uint32_t index, uint32_t thread) {
    return m_frames.back().variables[index][thread];
  }

  Value read(const Operand &operand, uint32_t thread) {
    switch (operand.kind) {
    case Operand::Kind::Variable:
      return variable(static_cast<uint32_t>(operand.value), thread);
    case Operand::Kind::Constant:
      return operand.value;
    case Operand::Kind::Thread:
      return thread;
    case Operand::Kind::Lane:
      return thread % 32;
    case Operand::Kind::Cta:
      return m_cta;
    case Operand::Kind::Global:
      return int64_t{m_cta} * m_kernel.threads() + thread;
    case Operand::Kind::Length:
      return m_kernel.length;
    }
    return 0;
  }

  bool holds(const Condition &condition, uint32_t thread) {
    Value a = read(condition.a, thread);
    const Value b = read(condition.b, thread);
    if (condition.mask != 0)
      a &= condition.mask;
    switch (condition.predicate) {
    case Condition::Predicate::Equal:
      return a == b;
    case Condition::Predicate::NotEqual:
      return a != b;
    case Condition::Predicate::Less:
      return a < b;
    case Condition::Predicate::AtLeast:
      return a >= b;
    case Condition::Predicate::Below:
      return static_cast<uint32_t>(a) < static_cast<uint32_t>(b);
    }
    return false;
  }

  Mask those(const Condition &condition, const Mask &mask) {
    Mask result(mask.size());
    for (uint32_t thread = 0; thread < mask.size(); ++thread)
      result[thread] = mask[thread] && holds(condition, thread);
    return result;
  }

  static Mask without(Mask mask, const Mask &others) {
    for (size_t i = 0; i < mask.size(); ++i)
      mask[i] = mask[i] && !others[i];
    return mask;
  }

  static bool isEmpty(const Mask &mask) { return std::ranges::find(mask, true) == mask.end(); }

  /// Executes statement by statement; returns the threads that reach the end.
  Mask execute(const std::vector<Statement> &statements, Mask mask) {
    for (const Statement &statement : statements) {
      if (isEmpty(mask))
        break;
      mask = execute(statement, mask);
    }
    return mask;
  }

  Mask execute(const Statement &statement, const Mask &mask) {
    using Kind = Statement::Kind;
    switch (statement.kind) {
    case Kind::If: {
      const Mask taken = those(statement.condition, mask);
      Mask end = execute(statement.body, taken);
      const Mask other = execute(statement.otherwise, without(mask, taken));
      for (size_t i = 0; i < end.size(); ++i)
        end[i] = end[i] || other[i];
      return end;
    }
    case Kind::Loop:
      return loop(statement, mask);
    case Kind::Scope:
      return execute(statement.body, mask);
    case Kind::Break:
      return leave(mask, m_iterations.back().broke);
    case Kind::Continue:
      return leave(mask, m_iterations.back().continued);
    case Kind::Return:
      return leave(mask, m_frames.back().returned);
    case Kind::Call:
      call(statement, mask);
      return mask;
    case Kind::Barrier:
      checkBarrier(statement, mask);
      return mask;
    default:
      leaf(statement, mask);
      return mask;
    }
  }

  static Mask leave(const Mask &mask, Mask &left) {
    for (size_t i = 0; i < mask.size(); ++i)
      left[i] = left[i] || mask[i];
    return Mask(mask.size(), false);
  }

  Mask loop(const Statement &statement, const Mask &entered) {
    for (uint32_t thread = 0; thread < entered.size(); ++thread)
      if (entered[thread])
        variable(statement.variable, thread) = 0;
    m_iterations.push_back({Mask(entered.size()), {}});
    Mask mask = entered;
    while (!isEmpty(mask)) {
      if (!statement.testsAtEnd)
        mask = those(statement.condition, execute(statement.prelude, mask));
      m_iterations.back().continued.assign(mask.size(), false);
      mask = execute(statement.body, mask);
      for (uint32_t thread = 0; thread < mask.size(); ++thread) {
        mask[thread] = mask[thread] || m_iterations.back().continued[thread];
        if (mask[thread])
          variable(statement.variable, thread) =
              narrow(uint64_t(variable(statement.variable, thread)) + 1);
      }
      if (statement.testsAtEnd)
        mask = those(statement.condition, execute(statement.prelude, mask));
    }
    m_iterations.pop_back();
    return without(entered, m_frames.back().returned);
  }

  void call(const Statement &statement, const Mask &mask) {
    std::vector<Value> first, second;
    for (uint32_t thread = 0; thread < mask.size(); ++thread) {
      first.push_back(read(statement.a, thread));
      second.push_back(read(statement.b, thread));
    }
    enter(statement.function);
    m_frames.back().variables[0] = first;
    m_frames.back().variables[1] = second;
    execute(m_kernel.functions[statement.function].body, mask);
    const std::vector<Value> results = std::move(m_frames.back().variables[0]);
    m_frames.pop_back();
    for (uint32_t thread = 0; thread < mask.size(); ++thread)
      if (mask[thread])
        variable(statement.variable, thread) = results[thread];
  }

  void leaf(const Statement &statement, const Mask &mask) {
    for (uint32_t warp = 0; warp < m_kernel.warps(); ++warp) {
      uint32_t lanes = 0;
      for (uint32_t lane = 0; lane < 32 && warp * 32 + lane < mask.size(); ++lane)
        lanes |= uint32_t{mask[warp * 32 + lane]} << lane;
      if (lanes != 0)
        warpLeaf(statement, warp, lanes);
    }
  }

  template <class Each> static void forLanes(uint32_t lanes, Each each) {
    for (uint32_t lane = 0; lane < 32; ++lane)
      if (lanes >> lane & 1)
        each(lane);
  }

  void warpLeaf(const Statement &statement, uint32_t warp, uint32_t lanes) {
    using Kind = Statement::Kind;
    const uint32_t base = warp * 32;
    switch (statement.kind) {
    case Kind::Assign:
      forLanes(lanes, [&](uint32_t lane) {
        variable(statement.variable, base + lane) = compute(
            statement.operation, read(statement.a, base + lane), read(statement.b, base + lane));
      });
      break;
    case Kind::Load:
    case Kind::Store:
    case Kind::Atomic:
      access(statement, warp, lanes);
      break;
    case Kind::Shuffle:
      checkMembers(statement, base, lanes);
      shuffle(statement, base, lanes);
      break;
    case Kind::Vote:
      checkMembers(statement, base, lanes);
      vote(statement, base, lanes);
      break;
    case Kind::ActiveMask:
      forLanes(lanes,
               [&](uint32_t lane) { variable(statement.variable, base + lane) = narrow(lanes); });
      break;
    default:
      break;
    }
  }

  void shuffle(const Statement &statement, uint32_t base, uint32_t lanes) {
    std::array<Value, 32> taken{};
    forLanes(lanes, [&](uint32_t lane) {
      const uint32_t first = lane & ~(statement.width - 1), last = first + statement.width - 1;
      const int64_t distance = statement.distance;
      int64_t from = lane;
      switch (statement.shuffle) {
      case ShuffleKind::Xor:
        from = lane ^ distance;
        from = from > last ? lane : from;
        break;
      case ShuffleKind::Up:
        from = lane - distance < first ? lane : lane - distance;
        break;
      case ShuffleKind::Down:
        from = lane + distance > last ? lane : lane + distance;
        break;
      case ShuffleKind::Index:
        from = first + (distance & (statement.width - 1));
        break;
      }
      const auto members = static_cast<uint32_t>(read(statement.c, base + lane));
      taken[lane] = read(statement.a, base + (members >> from & 1 ? uint32_t(from) : lane));
    });
    forLanes(lanes,
             [&](uint32_t lane) { variable(statement.variable, base + lane) = taken[lane]; });
  }

  /// Each lane's mask names the lanes that are here, and besides these only lanes that have ended.
  void checkMembers(const Statement &statement, uint32_t base, uint32_t lanes) {
    forLanes(lanes, [&](uint32_t lane) {
      const auto members = static_cast<uint32_t>(read(statement.c, base + lane));
      uint32_t waiting = 0;
      forLanes(members & ~lanes, [&](uint32_t other) {
        const bool exists = base + other < m_kernel.threads();
        waiting |= uint32_t{exists && !m_frames.front().returned[base + other]} << other;
      });
      if ((lanes & ~members) != 0 || waiting != 0)
        m_result.fault = "line " + std::to_string(statement.line) +
                         ": the member mask is not the lanes that are there";
    });
  }

  void checkBarrier(const Statement &statement, const Mask &mask) {
    if (std::ranges::find(mask, false) != mask.end())
      m_result.fault = "line " + std::to_string(statement.line) + ": a divergent barrier";
  }

  void vote(const Statement &statement, uint32_t base, uint32_t lanes) {
    uint32_t ballot = 0;
    forLanes(lanes, [&](uint32_t lane) {
      ballot |= uint32_t{holds(statement.condition, base + lane)} << lane;
    });
    Value result = narrow(ballot);
    if (statement.vote == VoteKind::Any)
      result = ballot != 0;
    if (statement.vote == VoteKind::All)
      result = ballot == lanes;
    forLanes(lanes, [&](uint32_t lane) { variable(statement.variable, base + lane) = result; });
  }

  uint64_t indexOf(const Statement &statement, uint32_t thread) {
    const uint64_t threads = m_kernel.threads();
    const uint64_t global = m_cta * threads + thread, all = threads * m_kernel.ctas();
    const auto slot = static_cast<uint64_t>(statement.slot);
    switch (statement.memory) {
    case Memory::In:
    case Memory::FloatIn:
    case Memory::WideIn:
    case Memory::ByteIn:
      return static_cast<uint64_t>((read(statement.b, thread) + statement.slot) &
                                   (kInputElements - statement.elements));
    case Memory::Out:
    case Memory::FloatOut:
    case Memory::WideOut:
      return m_kernel.isSlotMajor ? slot * all + global : global * kSlots + slot;
    case Memory::WarpCounters:
      return (uint64_t{m_cta} * m_kernel.warps() + thread / 32) * kSlots + slot;
    case Memory::Tile:
      return (thread + static_cast<uint64_t>(statement.shift)) % threads;
    case Memory::Scratch:
      return thread;
    case Memory::Counters:
    case Memory::WideCounters:
    case Memory::FloatCounters:
    case Memory::TileCounters:
      break;
    }
    return static_cast<uint64_t>(read(statement.b, thread) & (kCounters - 1));
  }

  std::byte *bytesOf(Memory memory) {
    const auto index = static_cast<size_t>(memory);
    return index < kArguments ? m_result.memory[index].data() : m_shared[index - kArguments].data();
  }

  Value loadElement(Memory memory, uint64_t index) {
    const MemoryInfo &info = memoryInfo(memory);
    uint64_t bits = 0;
    std::memcpy(&bits, bytesOf(memory) + index * info.bytes, info.bytes);
    return info.type == ValueType::I32 && info.bytes == 4 ? narrow(bits) : static_cast<Value>(bits);
  }

  void storeElement(Memory memory, uint64_t index, Value value) {
    const MemoryInfo &info = memoryInfo(memory);
    std::memcpy(bytesOf(memory) + index * info.bytes, &value, info.bytes);
  }

  Value loadSum(const Statement &statement, uint64_t index) {
    Value sum = loadElement(statement.memory, index);
    for (uint32_t i = 1; i < statement.elements; ++i)
      sum = combine(AtomicOperation::Add, memoryInfo(statement.memory).type, sum,
                    loadElement(statement.memory, index + i));
    return sum;
  }

  void access(const Statement &statement, uint32_t warp, uint32_t lanes) {
    const MemoryInfo &info = memoryInfo(statement.memory);
    WarpAccess &record =
        m_result.accesses[{statement.line, m_cta, warp}].emplace_back(WarpAccess{lanes, {}});
    forLanes(lanes, [&](uint32_t lane) {
      const uint32_t thread = warp * 32 + lane;
      const uint64_t index = indexOf(statement, thread);
      record.addresses.push_back(index * info.bytes);
      if (statement.kind == Statement::Kind::Load) {
        variable(statement.variable, thread) = loadSum(statement, index);
      } else if (statement.kind == Statement::Kind::Store) {
        storeElement(statement.memory, index, read(statement.a, thread));
      } else {
        const Value before = loadElement(statement.memory, index);
        storeElement(statement.memory, index,
                     combine(statement.atomic, info.type, before, read(statement.a, thread)));
        if (statement.hasResult)
          variable(statement.variable, thread) = before;
      }
    });
  }

  const Kernel &m_kernel;
  const uint32_t m_cta;
  Interpretation &m_result;
  MemoryBytes m_shared; ///< from Tile on
  std::vector<Frame> m_frames;
  std::vector<Iteration> m_iterations;
};

} // namespace

Interpretation interpret(const Kernel &kernel, MemoryBytes memory) {
  Interpretation result;
  result.memory = std::move(memory);
  for (uint32_t cta = 0; cta < kernel.ctas(); ++cta)
    CtaInterpreter(kernel, cta, result).run();
  return result;
}

} // namespace pstudio::test
