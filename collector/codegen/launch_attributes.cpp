// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/launch_attributes.h"

#include "mlir/IR/BuiltinAttributes.h"

namespace pstudio {
namespace {

using Field = LaunchRule::Field;
using Kind = LaunchRule::Kind;

/// An attribute that holds up to three extents, or one number.
struct ExtentAttribute {
  llvm::StringLiteral name;
  Field field;
  Kind kind;
};

constexpr ExtentAttribute kExtents[] = {
    {"known_block_size", Field::Block, Kind::Exactly},
    {"known_grid_size", Field::Grid, Kind::Exactly},
    {"nvvm.reqntid", Field::Block, Kind::Exactly},
    {"nvvm.maxntid", Field::Block, Kind::AtMost},
    {"nvvm.cluster_dim", Field::Cluster, Kind::Exactly},
    {"nvvm.maxclusterrank", Field::Cluster, Kind::AtMost},
    {"rocdl.reqd_work_group_size", Field::Block, Kind::Exactly},
    {"rocdl.max_flat_work_group_size", Field::Block, Kind::AtMost},
};

/// The numbers of an integer or of an array of integers; none if the attribute is neither.
llvm::SmallVector<int64_t, 3> numbersOf(mlir::Attribute attribute) {
  if (const auto number = mlir::dyn_cast_or_null<mlir::IntegerAttr>(attribute))
    return {number.getValue().getSExtValue()};
  if (const auto numbers = mlir::dyn_cast_or_null<mlir::DenseI32ArrayAttr>(attribute))
    return llvm::SmallVector<int64_t, 3>(numbers.asArrayRef());
  llvm::SmallVector<int64_t, 3> found;
  if (const auto numbers = mlir::dyn_cast_or_null<mlir::ArrayAttr>(attribute))
    for (const auto number : numbers.getAsRange<mlir::IntegerAttr>())
      found.push_back(number.getValue().getSExtValue());
  return found;
}

/// "1,256": the fewest and the most threads of a CTA.
void addFlatWorkGroup(mlir::gpu::GPUFuncOp kernel, std::vector<LaunchRule> &rules) {
  constexpr llvm::StringLiteral kName = "rocdl.flat_work_group_size";
  const auto text = kernel->getAttrOfType<mlir::StringAttr>(kName);
  int64_t fewest = 0, most = 0;
  if (!text)
    return;
  const auto [first, second] = text.getValue().split(',');
  if (first.trim().getAsInteger(10, fewest) || second.trim().getAsInteger(10, most))
    return;
  rules.push_back({Field::Block, Kind::AtLeast, kName.str(), {fewest, 1, 1}});
  rules.push_back({Field::Block, Kind::AtMost, kName.str(), {most, 1, 1}});
}

} // namespace

std::vector<LaunchRule> launchRulesOf(mlir::gpu::GPUFuncOp kernel) {
  std::vector<LaunchRule> rules;
  for (const ExtentAttribute &known : kExtents) {
    const llvm::SmallVector<int64_t, 3> numbers = numbersOf(kernel->getAttr(known.name));
    if (numbers.empty() || numbers.size() > 3)
      continue;
    LaunchRule rule{known.field, known.kind, known.name.str()};
    std::copy(numbers.begin(), numbers.end(), rule.extents.begin());
    rules.push_back(std::move(rule));
  }
  addFlatWorkGroup(kernel, rules);
  return rules;
}

} // namespace pstudio
