// SPDX-License-Identifier: Apache-2.0
#include "collector/passes/auto/scope_names.h"

using namespace mlir;

namespace pstudio::automode {

Place placeOf(Location location) {
  const auto file = location->findInstanceOf<FileLineColLoc>();
  if (!file || file.getLine() == 0)
    return {};
  const StringRef path = file.getFilename().getValue();
  return {path.substr(path.find_last_of('/') + 1).str(), file.getLine()};
}

std::string placeText(Location first, Location last) {
  const Place from = placeOf(first), to = placeOf(last);
  if (from.file.empty())
    return {};
  std::string text = from.file + ":" + std::to_string(from.line);
  if (to.file == from.file && to.line > from.line)
    text += "-" + std::to_string(to.line);
  return text;
}

ScopeNames::ScopeNames(FunctionOpInterface function) {
  function->walk([&](Operation *op) {
    if (auto record = dyn_cast<proton::RecordOp>(op))
      m_taken.insert(record.getName());
    else if (auto allocation = dyn_cast<proton::AllocateEventOp>(op))
      m_taken.insert(allocation.getName());
  });
}

std::string ScopeNames::at(StringRef what, Location first, Location last) {
  std::string place = placeText(first, last);
  if (place.empty())
    place = std::to_string(++m_counts[what]);
  return notTaken((what + " " + place).str());
}

std::string ScopeNames::notTaken(std::string wanted, const llvm::StringSet<> &alsoTaken) const {
  std::string name = wanted;
  for (unsigned i = 2; m_taken.contains(name) || alsoTaken.contains(name); ++i)
    name = wanted + " #" + std::to_string(i);
  return name;
}

void createRecord(OpBuilder &builder, Location location, proton::Boundary boundary,
                  StringRef name) {
  builder.create<proton::RecordOp>(location, boundary, name, /*id=*/IntegerAttr());
}

void putInScope(Operation *first, Operation *last, StringRef name) {
  OpBuilder builder(first);
  createRecord(builder, first->getLoc(), proton::Boundary::Start, name);
  builder.setInsertionPointAfter(last);
  createRecord(builder, last->getLoc(), proton::Boundary::End, name);
}

} // namespace pstudio::automode
