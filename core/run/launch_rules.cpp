// SPDX-License-Identifier: Apache-2.0
#include "core/run/launch_rules.h"

#include <algorithm>

#include "core/base/number_text.h"

namespace pstudio {
namespace {

using Extents = std::array<uint32_t, 3>;

const char *nameOf(LaunchRule::Field field) {
  switch (field) {
  case LaunchRule::Field::Block:
    return "block";
  case LaunchRule::Field::Grid:
    return "grid";
  case LaunchRule::Field::Cluster:
    return "cluster";
  }
  return "launch";
}

const char *unitOf(LaunchRule::Field field) {
  switch (field) {
  case LaunchRule::Field::Block:
    return "threads in a block";
  case LaunchRule::Field::Grid:
    return "blocks in a grid";
  case LaunchRule::Field::Cluster:
    return "blocks in a cluster";
  }
  return "elements";
}

const std::optional<Extents> &extentsOf(const LaunchExtents &shape, LaunchRule::Field field) {
  switch (field) {
  case LaunchRule::Field::Grid:
    return shape.grid;
  case LaunchRule::Field::Cluster:
    return shape.cluster;
  case LaunchRule::Field::Block:
    break;
  }
  return shape.block;
}

std::string textOf(const std::array<int64_t, 3> &extents, std::string_view separator) {
  std::string text;
  for (const int64_t extent : extents)
    text += (text.empty() ? "" : std::string(separator)) + std::to_string(extent);
  return text;
}

template <class Number> double productOf(const std::array<Number, 3> &extents) {
  return double(extents[0]) * double(extents[1]) * double(extents[2]);
}

bool isFollowed(const LaunchRule &rule, const Extents &given) {
  switch (rule.kind) {
  case LaunchRule::Kind::AtMost:
    return productOf(given) <= productOf(rule.extents);
  case LaunchRule::Kind::AtLeast:
    return productOf(given) >= productOf(rule.extents);
  case LaunchRule::Kind::Exactly:
    break;
  }
  return std::ranges::equal(rule.extents, given);
}

std::string demandOf(const LaunchRule &rule) {
  if (rule.kind == LaunchRule::Kind::Exactly)
    return std::string("has to be launched with a ") + nameOf(rule.field) + " of " +
           textOf(rule.extents, " x ") + " (" + rule.attribute + ")";
  const std::string count = std::to_string(static_cast<int64_t>(productOf(rule.extents)));
  return std::string("has to be launched with at ") +
         (rule.kind == LaunchRule::Kind::AtMost ? "most " : "least ") + count + " " +
         unitOf(rule.field) + " (" + rule.attribute + " " + textOf(rule.extents, " x ") + ")";
}

Result<void> checkRule(std::string_view kernel, const LaunchRule &rule, const LaunchExtents &shape,
                       std::string_view given, std::string_view where) {
  const std::string field = nameOf(rule.field);
  if (std::ranges::any_of(rule.extents, [](int64_t extent) { return extent < 1; }))
    return fail(ErrorCode::InvalidInput,
                "kernel " + std::string(kernel) + " has the attribute " + rule.attribute +
                    " with " + textOf(rule.extents, " x ") + "; an extent of a " + field +
                    " is at least 1",
                std::string(where), "correct the attribute in the kernel's file");
  const std::optional<Extents> &extents = extentsOf(shape, rule.field);
  if (!extents || isFollowed(rule, *extents))
    return {};
  return fail(ErrorCode::InvalidInput,
              "kernel " + std::string(kernel) + " " + demandOf(rule) + ", " + std::string(given) +
                  " " + extentsText(*extents),
              std::string(where) + ": " + field,
              rule.kind == LaunchRule::Kind::Exactly
                  ? "write \"" + field + "\": [" + textOf(rule.extents, ", ") + "]"
                  : "change \"" + field + "\", or the attribute in the kernel's file");
}

} // namespace

Result<void> checkLaunchRules(std::string_view kernel, std::span<const LaunchRule> rules,
                              const LaunchExtents &shape, std::string_view given,
                              std::string_view where) {
  for (const LaunchRule &rule : rules)
    PSTUDIO_TRY(checkRule(kernel, rule, shape, given, where));
  return {};
}

std::optional<Extents> requiredBlock(std::span<const LaunchRule> rules) {
  std::optional<Extents> block;
  for (const LaunchRule &rule : rules)
    if (rule.field == LaunchRule::Field::Block && rule.kind == LaunchRule::Kind::Exactly)
      block =
          Extents{static_cast<uint32_t>(rule.extents[0]), static_cast<uint32_t>(rule.extents[1]),
                  static_cast<uint32_t>(rule.extents[2])};
  return block;
}

} // namespace pstudio
