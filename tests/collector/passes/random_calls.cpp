// SPDX-License-Identifier: Apache-2.0
// A tree of statements per function, printed as IR and executed as a list of records.
#include "tests/collector/passes/random_calls.h"

#include <memory>

namespace pstudio::test {
namespace {

struct Statement;
using Body = std::vector<std::unique_ptr<Statement>>;

struct Statement {
  enum class Kind { Scope, Call, Loop, WarpBranch, LaneBranch, Work };
  Kind kind = Kind::Work;
  std::string name;  ///< of a scope
  size_t callee = 0; ///< of a call
  int rounds = 1;    ///< of a loop
  Body body;
  Body otherwise; ///< of a branch between warps
};

/// Function 0 calls nothing; each calls only ones before it. The last is the kernel.
struct Program {
  std::vector<Body> functions;
  bool isKernel(size_t function) const { return function + 1 == functions.size(); }
};

class Generator {
public:
  explicit Generator(uint64_t seed) : m_random(seed) {}

  Program run() {
    Program program;
    const size_t count = 2 + pick(5);
    for (size_t function = 0; function < count; ++function) {
      m_function = function;
      m_scopes = 0;
      program.functions.push_back(body(3, /*mayDiverge=*/true));
    }
    return program;
  }

private:
  size_t pick(size_t count) { return m_random() % count; }

  Body body(int depth, bool mayDiverge) {
    Body result;
    for (size_t left = 1 + pick(3); left > 0; --left)
      result.push_back(statement(depth, mayDiverge));
    return result;
  }

  std::unique_ptr<Statement> statement(int depth, bool mayDiverge) {
    using Kind = Statement::Kind;
    auto result = std::make_unique<Statement>();
    const size_t choice = pick(10);
    if (choice < 3 && m_function > 0) {
      result->kind = Kind::Call;
      result->callee = pick(m_function);
    } else if (depth == 0 || choice == 9) {
      result->kind = Kind::Work;
    } else if (choice < 6) {
      result->kind = Kind::Scope;
      result->name = "s" + std::to_string(m_scopes++);
      result->body = body(depth - 1, mayDiverge);
    } else if (choice == 6) {
      result->kind = Kind::Loop;
      result->rounds = static_cast<int>(pick(3));
      result->body = body(depth - 1, mayDiverge);
    } else if (choice == 7) {
      result->kind = Kind::WarpBranch;
      result->body = body(depth - 1, mayDiverge);
      result->otherwise = body(depth - 1, mayDiverge);
    } else if (mayDiverge && pick(4) == 0) {
      result->kind = Kind::LaneBranch;
      result->body = body(depth - 1, false);
    }
    return result;
  }

  std::mt19937_64 m_random;
  size_t m_function = 0;
  size_t m_scopes = 0;
};

class Printer {
public:
  std::string print(const Program &program) {
    m_text = "gpu.module @m {\n";
    for (size_t function = 0; function < program.functions.size(); ++function) {
      const bool isKernel = program.isKernel(function);
      m_text += isKernel ? "gpu.func @k" : "func.func private @f" + std::to_string(function);
      m_text += "(%A: memref<1024xf32>)";
      m_text += isKernel ? " kernel {\n" : " attributes {passthrough = [\"noinline\"]} {\n";
      m_text += "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
                "%c8 = arith.constant 8 : index\n%c32 = arith.constant 32 : index\n"
                "%t = gpu.thread_id x\n%w = arith.divui %t, %c32 : index\n"
                "%l = arith.remui %t, %c32 : index\n"
                "%first = arith.cmpi eq, %w, %c0 : index\n%low = arith.cmpi ult, %l, %c8 : index\n"
                "%half = arith.constant 0.5 : f32\n";
      printBody(program.functions[function]);
      // Lanes that have returned are not missing at a record: all stay to the end.
      m_text += isKernel ? "gpu.barrier\ngpu.return\n}\n" : "return\n}\n";
    }
    return m_text + "}\n";
  }

private:
  void printBody(const Body &body) {
    for (const auto &statement : body)
      print(*statement);
  }

  void print(const Statement &statement) {
    using Kind = Statement::Kind;
    const std::string number = std::to_string(m_next++);
    switch (statement.kind) {
    case Kind::Scope:
      m_text += "proton.record start \"" + statement.name + "\"\n";
      printBody(statement.body);
      m_text += "proton.record end \"" + statement.name + "\"\n";
      return;
    case Kind::Call:
      m_text +=
          "func.call @f" + std::to_string(statement.callee) + "(%A) : (memref<1024xf32>) -> ()\n";
      return;
    case Kind::Loop:
      m_text += "%n" + number + " = arith.constant " + std::to_string(statement.rounds) +
                " : index\nscf.for %i" + number + " = %c0 to %n" + number + " step %c1 {\n";
      printBody(statement.body);
      m_text += "}\n";
      return;
    case Kind::WarpBranch:
      m_text += "scf.if %first {\n";
      printBody(statement.body);
      m_text += "} else {\n";
      printBody(statement.otherwise);
      m_text += "}\n";
      return;
    case Kind::LaneBranch:
      m_text += "scf.if %low {\n";
      printBody(statement.body);
      m_text += "}\n";
      return;
    case Kind::Work:
      m_text += "%x" + number + " = memref.load %A[%t] : memref<1024xf32>\n%y" + number +
                " = math.fma %x" + number + ", %half, %half : f32\nmemref.store %y" + number +
                ", %A[%t] : memref<1024xf32>\n";
      return;
    }
  }

  std::string m_text;
  size_t m_next = 0;
};

class Execution {
public:
  Execution(const Program &program, size_t warp, size_t most)
      : m_program(program), m_warp(warp), m_most(most) {
    execute(program.functions.back(), false);
  }

  bool isTooLong() const { return m_records.size() > m_most; }
  std::vector<ExpectedRecord> records() && { return std::move(m_records); }

private:
  void execute(const Body &body, bool isPartial) {
    for (const auto &statement : body)
      if (!isTooLong())
        execute(*statement, isPartial);
  }

  void execute(const Statement &statement, bool isPartial) {
    using Kind = Statement::Kind;
    switch (statement.kind) {
    case Kind::Scope:
      record(true, statement.name, isPartial);
      m_open.push_back(static_cast<int>(m_records.size()) - 1);
      execute(statement.body, isPartial);
      m_open.pop_back();
      return record(false, statement.name, isPartial);
    case Kind::Call: {
      const std::string outer = m_path;
      m_path += "/f" + std::to_string(statement.callee);
      execute(m_program.functions[statement.callee], isPartial);
      m_path = outer;
      return;
    }
    case Kind::Loop:
      for (int round = 0; round < statement.rounds; ++round)
        execute(statement.body, isPartial);
      return;
    case Kind::WarpBranch:
      return execute(m_warp == 0 ? statement.body : statement.otherwise, isPartial);
    case Kind::LaneBranch:
      return execute(statement.body, true);
    case Kind::Work:
      return;
    }
  }

  void record(bool isStart, const std::string &name, bool isPartial) {
    m_records.push_back({isStart, name, m_path, m_open.empty() ? -1 : m_open.back(), isPartial});
  }

  const Program &m_program;
  size_t m_warp;
  size_t m_most;
  std::string m_path;
  std::vector<int> m_open; ///< starts of the scopes that are open
  std::vector<ExpectedRecord> m_records;
};

} // namespace

RandomCalls makeRandomCalls(uint64_t seed, size_t mostRecords) {
  for (uint64_t attempt = 0;; ++attempt) {
    const Program program = Generator(seed + (attempt << 32)).run();
    RandomCalls result;
    bool fits = true;
    for (size_t warp = 0; warp < 2 && fits; ++warp) {
      Execution execution(program, warp, mostRecords);
      fits = !execution.isTooLong();
      result.warps.push_back(std::move(execution).records());
    }
    if (!fits || (result.warps[0].empty() && result.warps[1].empty()))
      continue;
    result.source = Printer().print(program);
    return result;
  }
}

} // namespace pstudio::test
