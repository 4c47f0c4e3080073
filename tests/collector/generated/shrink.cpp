// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/generated/shrink.h"

#include <algorithm>
#include <cstddef>

namespace pstudio::test {
namespace {

using Statements = std::vector<Statement>;
enum class Edit : uint8_t { Remove, Unwrap };

bool readsOthers(const Statements &statements) {
  return std::ranges::any_of(statements, [](const Statement &statement) {
    const bool isShared =
        statement.memory == Memory::Tile || statement.memory == Memory::TileCounters;
    return (statement.kind == Statement::Kind::Load && isShared) || readsOthers(statement.body) ||
           readsOthers(statement.otherwise);
  });
}

/// Whether the statement can go without a race or a read of undefined memory in what stays. Masks
/// that become wrong are found by the interpreter.
bool canEdit(const Statement &statement, Edit edit, bool hasReaders) {
  using Kind = Statement::Kind;
  if (edit == Edit::Unwrap)
    return statement.kind == Kind::If || statement.kind == Kind::Scope;
  if (statement.kind == Kind::Barrier)
    return !hasReaders;
  return statement.kind != Kind::Store || !memoryInfo(statement.memory).isShared || !hasReaders;
}

/// A walk over the tree that edits its statement number `target`.
class Editor {
public:
  Editor(size_t target, Edit edit, bool hasReaders)
      : m_target(target), m_edit(edit), m_hasReaders(hasReaders) {}
  bool hasEdited = false;
  bool hasFound = false;

  void walk(Statements &statements) {
    for (size_t i = 0; i < statements.size() && !hasFound; ++i) {
      if (m_next++ == m_target) {
        hasFound = true;
        apply(statements, i);
        return;
      }
      walk(statements[i].prelude);
      walk(statements[i].body);
      walk(statements[i].otherwise);
    }
  }

private:
  void apply(Statements &statements, size_t index) {
    if (!canEdit(statements[index], m_edit, m_hasReaders))
      return;
    const Statements inner = statements[index].body;
    const auto place = statements.erase(statements.begin() + static_cast<ptrdiff_t>(index));
    if (m_edit == Edit::Unwrap)
      statements.insert(place, inner.begin(), inner.end());
    hasEdited = true;
  }

  const size_t m_target;
  const Edit m_edit;
  const bool m_hasReaders;
  size_t m_next = 0;
};

enum class EditResult : uint8_t { Done, NotPossible, NoSuchStatement };

EditResult editAt(Kernel &kernel, size_t target, Edit edit) {
  const bool hasReaders = readsOthers(kernel.functions[0].body);
  Editor editor(target, edit, hasReaders);
  for (Function &function : kernel.functions)
    editor.walk(function.body);
  if (!editor.hasFound)
    return EditResult::NoSuchStatement;
  return editor.hasEdited ? EditResult::Done : EditResult::NotPossible;
}

} // namespace

Kernel shrink(Kernel kernel, const std::function<bool(const Kernel &)> &fails, size_t attempts) {
  for (bool isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (const Edit edit : {Edit::Remove, Edit::Unwrap})
      for (size_t target = 0; attempts > 0;) {
        Kernel candidate = kernel;
        const EditResult result = editAt(candidate, target, edit);
        if (result == EditResult::NoSuchStatement)
          break;
        if (result == EditResult::Done)
          --attempts;
        if (result == EditResult::Done && fails(candidate)) {
          kernel = std::move(candidate);
          isSmaller = true;
        } else {
          ++target;
        }
      }
  }
  return kernel;
}

} // namespace pstudio::test
