// SPDX-License-Identifier: Apache-2.0
// Follows the conditions of loop exits back to the reads that they depend on.
#include "collector/foreign/text/cta_waits.h"

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "collector/foreign/text/cta_reads.h"
#include "collector/foreign/text/marker_calls.h"
#include "core/ptx/program.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace pstudio::foreign {
namespace {

/// A function with its loops.
struct Code {
  explicit Code(const llvm::Function &of)
      : function(of), dominators(const_cast<llvm::Function &>(of)), loops(dominators) {}

  const llvm::Function &function;
  llvm::DominatorTree dominators;
  llvm::LoopInfo loops;
};

/// Writes to shared memory by a kernel and the functions that it calls.
struct SharedMemory {
  std::vector<const llvm::Instruction *> stores;
  const llvm::Instruction *copy = nullptr; ///< an asynchronous copy, if there is any
};

std::string placeOf(const llvm::Instruction &instruction) {
  const llvm::DebugLoc &place = instruction.getDebugLoc();
  if (!place)
    return instruction.getFunction()->getName().str() + ": ";
  return place->getFilename().str() + ":" + std::to_string(place.getLine()) + ":" +
         std::to_string(place.getCol()) + ": ";
}

std::string reason(const llvm::Instruction &at, const std::string &words) {
  return placeOf(at) + words;
}

/// Follows a value back to reads whose result another CTA can change.
class Slice {
public:
  Slice(const std::map<const llvm::Function *, std::unique_ptr<Code>> &codes,
        const SharedMemory &shared, const llvm::Function &kernel, const llvm::Loop &loop)
      : m_codes(codes), m_shared(shared), m_kernel(kernel), m_loop(loop) {}

  void add(const llvm::Value *value, bool isAnyLoop = false) {
    const auto *instruction = llvm::dyn_cast_or_null<llvm::Instruction>(value);
    if (!instruction || (!isAnyLoop && !m_loop.contains(instruction)) ||
        !m_known.insert({instruction, isAnyLoop}).second)
      return;
    m_open.push_back({instruction, isAnyLoop});
  }

  /// Adds the branches that determine whether control reaches `block` from `top`.
  void addBranches(const llvm::BasicBlock &block, const llvm::BasicBlock &top, bool isAnyLoop);

  /// Description of the first read found whose value another CTA can change; nullopt if there is
  /// none.
  std::optional<std::string> run();

private:
  struct Item {
    const llvm::Instruction *instruction;
    bool isAnyLoop; ///< reached through shared memory: reads count in any loop
    auto operator<=>(const Item &) const = default;
  };

  const Code &codeOf(const llvm::Instruction &instruction) const {
    return *m_codes.at(instruction.getFunction());
  }
  bool readsMemory(const llvm::Function &callee) const;
  std::optional<std::string> visit(const Item &item);
  void addPhi(const llvm::PHINode &phi, bool isAnyLoop);
  bool addPrivate(const llvm::Instruction &load, bool isAnyLoop);
  std::optional<std::string> addShared(const llvm::Instruction &load, const std::string &words);
  bool isRepeated(const Item &item) const {
    return !item.isAnyLoop || item.instruction->getFunction() != &m_kernel ||
           codeOf(*item.instruction).loops.getLoopFor(item.instruction->getParent());
  }
  void addOperands(const Item &item) {
    for (const llvm::Use &operand : item.instruction->operands())
      add(operand.get(), item.isAnyLoop);
  }

  const std::map<const llvm::Function *, std::unique_ptr<Code>> &m_codes;
  const SharedMemory &m_shared;
  const llvm::Function &m_kernel;
  const llvm::Loop &m_loop;
  std::set<Item> m_known;
  std::deque<Item> m_open;
};

void Slice::addBranches(const llvm::BasicBlock &block, const llvm::BasicBlock &top,
                        bool isAnyLoop) {
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> seen;
  std::vector<const llvm::BasicBlock *> open;
  const auto enter = [&](const llvm::BasicBlock *before) {
    if ((isAnyLoop || m_loop.contains(before)) && seen.insert(before).second)
      open.push_back(before);
  };
  for (const llvm::BasicBlock *before : llvm::predecessors(&block))
    enter(before);
  while (!open.empty()) {
    const llvm::BasicBlock *at = open.back();
    open.pop_back();
    if (at->getTerminator()->getNumSuccessors() > 1)
      add(at->getTerminator(), isAnyLoop);
    if (at == &top)
      continue;
    for (const llvm::BasicBlock *before : llvm::predecessors(at))
      enter(before);
  }
}

void Slice::addPhi(const llvm::PHINode &phi, bool isAnyLoop) {
  for (const llvm::Use &incoming : phi.incoming_values())
    add(incoming.get(), isAnyLoop);
  const llvm::BasicBlock &block = *phi.getParent();
  const bool isHeader = !isAnyLoop && &block == m_loop.getHeader();
  if (isHeader && m_loop.getNumBackEdges() == 1)
    return; // after loop entry there is one predecessor
  const auto *node = codeOf(phi).dominators.getNode(&block);
  const llvm::BasicBlock *top = isHeader                  ? &block
                                : node && node->getIDom() ? node->getIDom()->getBlock()
                                                          : &block;
  addBranches(block, *top, isAnyLoop);
}

/// False for memory of the thread if not all stores to it can be followed.
bool Slice::addPrivate(const llvm::Instruction &load, bool isAnyLoop) {
  const auto *object = llvm::dyn_cast<llvm::AllocaInst>(
      llvm::getUnderlyingObject(llvm::getLoadStorePointerOperand(&load)));
  if (!object)
    return false;
  std::vector<const llvm::Value *> open{object};
  while (!open.empty()) {
    const llvm::Value *address = open.back();
    open.pop_back();
    for (const llvm::User *user : address->users()) {
      const auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
      if (store && store->getValueOperand() == address)
        return false; // its address is stored
      if (store)
        add(store->getValueOperand(), isAnyLoop);
      else if (llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst, llvm::BitCastInst>(user))
        open.push_back(user);
      else if (!llvm::isa<llvm::LoadInst>(user) &&
               !llvm::cast<llvm::Instruction>(user)->isLifetimeStartOrEnd())
        return false;
    }
  }
  return true;
}

/// Adds the values that the CTA stores to shared memory, at any address.
std::optional<std::string> Slice::addShared(const llvm::Instruction &load,
                                            const std::string &words) {
  if (m_shared.copy)
    return words + ", which asynchronous copies write";
  for (const llvm::Instruction *store : m_shared.stores) {
    const Item item{store, true};
    addOperands(item);
  }
  addOperands({&load, true});
  return std::nullopt;
}

bool Slice::readsMemory(const llvm::Function &callee) const {
  if (!m_codes.contains(&callee))
    return false;
  return llvm::any_of(llvm::instructions(callee), [this](const llvm::Instruction &inner) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(&inner);
    const llvm::Function *called = call ? call->getCalledFunction() : nullptr;
    return readSourceOf(inner).source >= ValueSource::Shared || (called && readsMemory(*called));
  });
}

std::optional<std::string> Slice::visit(const Item &item) {
  const llvm::Instruction &at = *item.instruction;
  if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(&at)) {
    addPhi(*phi, item.isAnyLoop);
    return std::nullopt;
  }
  const ReadSource read = readSourceOf(at);
  switch (read.source) {
  case ValueSource::Others:
    if (isRepeated(item))
      return read.words;
    return std::nullopt; // read once: its value stays
  case ValueSource::OwnCta:
    return std::nullopt;
  case ValueSource::Shared:
    return addShared(at, read.words);
  case ValueSource::Private:
    if (!addPrivate(at, item.isAnyLoop))
      return "memory of the thread whose contents are not known";
    return std::nullopt;
  case ValueSource::Operands:
    break;
  }
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&at))
    if (const llvm::Function *callee = call->getCalledFunction(); callee && readsMemory(*callee))
      return "the result of " + callee->getName().str() + ", which reads memory";
  addOperands(item);
  return std::nullopt;
}

std::optional<std::string> Slice::run() {
  while (!m_open.empty()) {
    const Item item = m_open.front();
    m_open.pop_front();
    if (std::optional<std::string> found = visit(item))
      return found;
  }
  return std::nullopt;
}

/// A loop that continues while a counter is below a bound.
class WorkCounter {
public:
  WorkCounter(const Code &code, const llvm::Loop &loop, const SharedMemory &shared)
      : m_code(code), m_loop(loop), m_shared(shared) {}

  /// Stores that pass the counter to the other threads, once incrementOf() has found it.
  const std::vector<const llvm::Instruction *> &broadcasts() const { return m_broadcasts; }

  /// The addition to a counter that each iteration increments, and on which alone the exit at
  /// `block` depends; null if it depends on anything else.
  const llvm::Instruction *incrementOf(const llvm::BasicBlock &block) {
    return ends(block) && isInEachRound(block) && isInEachRound(*m_increment->getParent()) &&
                   llvm::all_of(m_broadcasts,
                                [this](const llvm::Instruction *store) {
                                  return isInEachRound(*store->getParent());
                                }) &&
                   isOnlyWriter()
               ? m_increment
               : nullptr;
  }

private:
  bool ends(const llvm::BasicBlock &block) {
    const auto *branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    const auto *compare = branch && branch->isConditional()
                              ? llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition())
                              : nullptr;
    if (!compare)
      return false;
    llvm::CmpInst::Predicate stays = m_loop.contains(branch->getSuccessor(0))
                                         ? compare->getPredicate()
                                         : compare->getInversePredicate();
    const llvm::Value *counter = compare->getOperand(0), *bound = compare->getOperand(1);
    if (llvm::ICmpInst::isGT(stays) || llvm::ICmpInst::isGE(stays)) {
      std::swap(counter, bound);
      stays = llvm::CmpInst::getSwappedPredicate(stays);
    }
    const bool isBelow = llvm::ICmpInst::isLT(stays) || llvm::ICmpInst::isLE(stays);
    return isBelow && m_loop.isLoopInvariant(bound) && isCounter(counter) && m_increment;
  }

  bool isInEachRound(const llvm::BasicBlock &block) const {
    llvm::SmallVector<llvm::BasicBlock *> ends;
    m_loop.getLoopLatches(ends);
    return llvm::all_of(ends, [&](const llvm::BasicBlock *end) {
      return m_code.dominators.dominates(&block, end);
    });
  }

  bool isCounter(const llvm::Value *value) {
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (!instruction || !m_loop.contains(instruction))
      return false;
    if (!m_seen.insert(instruction).second)
      return true;
    if (isIncrement(*instruction)) {
      const bool isFirst = !m_increment || m_increment == instruction;
      m_increment = instruction;
      return isFirst;
    }
    if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(instruction))
      return isCounterOf(*phi);
    if (llvm::isa<llvm::CastInst, llvm::FreezeInst, llvm::ExtractValueInst>(instruction))
      return isCounter(instruction->getOperand(0));
    return isBroadcast(*instruction);
  }

  bool isCounterOf(const llvm::PHINode &phi) {
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
      if (m_loop.contains(phi.getIncomingBlock(i)) && !isCounter(phi.getIncomingValue(i)))
        return false;
    return true;
  }

  /// A load of shared memory from the address at which the loop stores the counter.
  bool isBroadcast(const llvm::Instruction &load) {
    const auto *read = llvm::dyn_cast<llvm::LoadInst>(&load);
    if (!read || readSourceOf(load).source != ValueSource::Shared || m_shared.copy)
      return false;
    bool hasStore = false;
    for (const llvm::Instruction *store : m_shared.stores) {
      if (sharedStoreAddress(*store) != read->getPointerOperand())
        continue;
      if (!storesCounter(*store))
        return false;
      hasStore = true;
      m_broadcasts.push_back(store);
    }
    return hasStore;
  }

  bool storesCounter(const llvm::Instruction &store) {
    if (const auto *plain = llvm::dyn_cast<llvm::StoreInst>(&store))
      return isCounter(plain->getValueOperand());
    // Inline PTX: one operand is the counter, the others are address and predicate.
    const auto &call = llvm::cast<llvm::CallBase>(store);
    bool hasCounter = false;
    for (const llvm::Use &argument : call.args())
      if (argument.get() != sharedStoreAddress(store) && !argument->getType()->isIntegerTy(1))
        hasCounter = isCounter(argument.get());
    return hasCounter;
  }

  /// True if no other code of the kernel writes the memory of the counter.
  bool isOnlyWriter() const {
    const llvm::Value *address = writtenAddress(*m_increment);
    const llvm::Value *counter = address ? llvm::getUnderlyingObject(address) : nullptr;
    if (!counter || !llvm::isa<llvm::Argument, llvm::GlobalVariable>(counter))
      return false;
    for (const llvm::Instruction &other : llvm::instructions(m_code.function)) {
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&other);
          call && call->getCalledFunction() && !call->getCalledFunction()->isDeclaration())
        return false; // it may write anything
      if (&other == m_increment || !writesGlobal(other) || isIncrement(other))
        continue;
      const llvm::Value *written = writtenAddress(other);
      const llvm::Value *object = written ? llvm::getUnderlyingObject(written) : nullptr;
      if (!object || object == counter || !llvm::isa<llvm::Argument, llvm::GlobalVariable>(object))
        return false;
    }
    return true;
  }

  const Code &m_code;
  const llvm::Loop &m_loop;
  const SharedMemory &m_shared;
  llvm::SmallPtrSet<const llvm::Instruction *, 8> m_seen;
  const llvm::Instruction *m_increment = nullptr;
  std::vector<const llvm::Instruction *> m_broadcasts;
};

/// Functions outside of the file that wait for no other CTA.
bool isKnownOutside(llvm::StringRef name) {
  constexpr std::array<llvm::StringLiteral, 5> kNames{"vprintf", "__assertfail", "malloc", "free",
                                                      "__nvvm_reflect"};
  return name.starts_with("llvm.") || name.starts_with("__nv_") || llvm::is_contained(kNames, name);
}

class WaitFinder {
public:
  explicit WaitFinder(const llvm::Function &kernel) : m_kernel(kernel) {}

  std::string find() {
    if (std::string found = enter(m_kernel); !found.empty())
      return found;
    for (const auto &[function, code] : m_codes)
      collectShared(*function);
    for (const auto &[function, code] : m_codes)
      if (std::string found = findIn(*code); !found.empty())
        return found;
    return {};
  }

private:
  /// Collects the callees of the function. Returns a reason if it calls unknown code.
  std::string enter(const llvm::Function &function) {
    if (m_codes.contains(&function))
      return m_entered.contains(&function) ? reason(function.front().front(), "it calls itself")
                                           : std::string();
    m_codes.emplace(&function, std::make_unique<Code>(function));
    m_entered.insert(&function);
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        if (std::string found = enterCall(*call); !found.empty())
          return found;
    m_entered.erase(&function);
    return {};
  }

  std::string enterCall(const llvm::CallBase &call) {
    if (llvm::isa<llvm::CallBrInst, llvm::InvokeInst>(call))
      return reason(call, "a call that may continue at several places");
    if (llvm::isa<llvm::InlineAsm>(call.getCalledOperand()))
      return waitInPtx(call);
    const llvm::Function *callee = call.getCalledFunction();
    if (!callee)
      return reason(call, "a call through a pointer, whose code is not known");
    if (!callee->isDeclaration())
      return enter(*callee);
    const llvm::StringRef name = callee->getName();
    if (name.starts_with("llvm.nvvm.nanosleep"))
      return reason(call, "it sleeps");
    return isKnownOutside(name) || isMarkerFunction(*callee)
               ? std::string()
               : reason(call, "a call of " + name.str() + ", whose code is not in the file");
  }

  /// A reason if inline PTX sleeps, leaves the text, or may loop on a read of global memory.
  static std::string waitInPtx(const llvm::CallBase &call) {
    bool branches = false;
    for (const ptx::Statement &statement : ptx::parse(inlinePtxOf(call)).statements) {
      if (statement.kind != ptx::Statement::Kind::Instruction)
        continue;
      if (statement.opcode == "nanosleep")
        return reason(call, "it sleeps");
      if (statement.opcode == "call" || statement.opcode == "exit" || statement.opcode == "ret")
        return reason(call, "inline PTX with " + statement.opcode);
      branches |= statement.opcode == "bra" || statement.opcode == "brx";
    }
    const ReadSource read = readSourceOf(call);
    return branches && read.source == ValueSource::Others
               ? reason(call, "inline PTX with a branch and " + read.words)
               : std::string();
  }

  void collectShared(const llvm::Function &function) {
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      if (copiesToShared(instruction))
        m_shared.copy = &instruction;
      if (storesToShared(instruction))
        m_shared.stores.push_back(&instruction);
    }
  }

  std::string findIn(const Code &code) const {
    using Order = llvm::ReversePostOrderTraversal<const llvm::Function *>;
    Order order(&code.function);
    if (llvm::containsIrreducibleCFG<const llvm::BasicBlock *>(order, code.loops))
      return reason(code.function.front().front(), "a loop with several entries");
    for (const llvm::Loop *loop : code.loops.getLoopsInPreorder())
      if (std::string found = findIn(code, *loop); !found.empty())
        return found;
    return {};
  }

  std::string findIn(const Code &code, const llvm::Loop &loop) const {
    llvm::SmallVector<llvm::BasicBlock *> exits;
    loop.getExitingBlocks(exits);
    llvm::erase_if(exits, [&](const llvm::BasicBlock *exit) { return onlyTraps(*exit, loop); });
    if (exits.empty())
      return reason(*loop.getHeader()->getTerminator(), "a loop without an end");
    for (const llvm::BasicBlock *exit : exits)
      if (const auto words = waitAt(code, loop, *exit))
        return reason(*exit->getTerminator(), "a loop ends by " + *words);
    return {};
  }

  /// True if the exit only leads to a trap: a failed assertion ends the program, and is no end of a
  /// wait.
  static bool onlyTraps(const llvm::BasicBlock &exit, const llvm::Loop &loop) {
    return llvm::all_of(llvm::successors(&exit), [&](const llvm::BasicBlock *next) {
      return loop.contains(next) || llvm::isa<llvm::UnreachableInst>(next->getTerminator());
    });
  }

  /// Description of the value that the exit of a loop depends on, if another CTA can change it.
  std::optional<std::string> waitAt(const Code &code, const llvm::Loop &loop,
                                    const llvm::BasicBlock &exit) const {
    Slice slice(m_codes, m_shared, m_kernel, loop);
    WorkCounter counter(code, loop, m_shared);
    if (const llvm::Instruction *increment = counter.incrementOf(exit)) {
      for (const llvm::Use &operand : increment->operands())
        slice.add(operand.get());
      for (const llvm::Instruction *store : counter.broadcasts())
        for (const llvm::Use &operand : store->operands())
          if (operand->getType()->isIntegerTy(1)) // the predicate of inline PTX
            slice.add(operand.get());
      return slice.run();
    }
    slice.add(exit.getTerminator());
    llvm::SmallVector<llvm::BasicBlock *> ends;
    loop.getLoopLatches(ends);
    if (!llvm::all_of(ends, [&](const llvm::BasicBlock *end) {
          return code.dominators.dominates(&exit, end);
        }))
      slice.addBranches(exit, *loop.getHeader(), false);
    return slice.run();
  }

  const llvm::Function &m_kernel;
  std::map<const llvm::Function *, std::unique_ptr<Code>> m_codes;
  std::set<const llvm::Function *> m_entered;
  SharedMemory m_shared;
};

} // namespace

std::string ctaWaitOf(const llvm::Function &kernel) {
  return kernel.isDeclaration() ? "the file has no code of the kernel" : WaitFinder(kernel).find();
}

} // namespace pstudio::foreign
