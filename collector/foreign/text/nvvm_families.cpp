// SPDX-License-Identifier: Apache-2.0
// A name is parsed from the left; a name with a remainder belongs to another family.
#include "collector/foreign/text/nvvm_families.h"

#include <algorithm>
#include <array>

namespace pstudio::foreign {
namespace {

using Text = std::optional<PtxTemplate>;

std::string argument(size_t index) {
  return "@a" + std::to_string(index);
}

std::string list(char kind, size_t first, size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i)
    text += std::string(i == 0 ? "" : ", ") + "@" + kind + std::to_string(first + i);
  return text;
}

std::string arguments(size_t first, size_t count) {
  return list('a', first, count);
}

/// The first of `words` that `text` starts with, which it removes; empty if there is none.
template <size_t N>
std::string_view consumeOne(std::string_view &text, const std::array<std::string_view, N> &words) {
  for (const std::string_view word : words)
    if (consume(text, word))
      return word;
  return {};
}

constexpr std::array<std::string_view, 4> kRoundings{"rn", "rz", "rm", "rp"};

std::string operands(size_t count) {
  return " @r0, " + arguments(0, count) + ";";
}

//===--- Arithmetic --------------------------------------------------------------------------===//

/// add.rn[.ftz].sat.f, fma.rn[.ftz].sat.f, div.full[.ftz]
Text singlePrecision(std::string_view name) {
  if (name == "div.full" || name == "div.full.ftz")
    return PtxTemplate{std::string(name) + ".f32" + operands(2), false};
  const bool isSum = consume(name, "add.");
  if (!isSum && !consume(name, "fma."))
    return std::nullopt;
  const std::string_view rounding = consumeOne(name, kRoundings);
  const bool flushes = consume(name, ".ftz");
  if (rounding.empty() || name != ".sat.f")
    return std::nullopt;
  return PtxTemplate{std::string(isSum ? "add." : "fma.") + std::string(rounding) +
                         (flushes ? ".ftz" : "") + ".sat.f32" + operands(isSum ? 2 : 3),
                     false};
}

struct ShapedRow {
  std::string_view overload, type;
};
constexpr ShapedRow kShaped[] = {
    {".f16", ".f16"}, {".v2f16", ".f16x2"}, {".bf16", ".bf16"}, {".v2bf16", ".bf16x2"}};

/// fabs[.ftz].TYPE, ex2.approx[.ftz].TYPE with types of two bytes.
Text ofShortFloats(std::string_view name) {
  const bool isMagnitude = consume(name, "fabs");
  if (!isMagnitude && !consume(name, "ex2.approx"))
    return std::nullopt;
  const bool flushes = consume(name, ".ftz");
  for (const ShapedRow &row : kShaped)
    if (row.overload == name)
      return PtxTemplate{std::string(isMagnitude ? "abs" : "ex2.approx") + (flushes ? ".ftz" : "") +
                             std::string(row.type) + operands(1),
                         false};
  return std::nullopt;
}

struct ConversionRow {
  std::string_view name, type;
  size_t sources;
  bool alwaysSaturates; ///< even if the name does not contain ".satfinite"
};
constexpr ConversionRow kConversions[] = {
    {"f2f16.", ".f16.f32", 1, false},
    {"f2bf16.", ".bf16.f32", 1, false},
    {"ff2f16x2.", ".f16x2.f32", 2, false},
    {"ff2bf16x2.", ".bf16x2.f32", 2, false},
    {"f2tf32.", ".tf32.f32", 1, false},
    {"ff.to.e4m3x2.", ".e4m3x2.f32", 2, true},
    {"ff.to.e5m2x2.", ".e5m2x2.f32", 2, true},
    {"f16x2.to.e4m3x2.", ".e4m3x2.f16x2", 1, true},
    {"f16x2.to.e5m2x2.", ".e5m2x2.f16x2", 1, true},
    {"e4m3x2.to.f16x2.", ".f16x2.e4m3x2", 1, false},
    {"e5m2x2.to.f16x2.", ".f16x2.e5m2x2", 1, false},
};

/// f2f16.rn[.relu][.satfinite] and similar names.
Text conversion(std::string_view name) {
  for (const ConversionRow &row : kConversions) {
    std::string_view rest = name;
    if (!consume(rest, row.name))
      continue;
    std::string_view rounding = consume(rest, "rna") ? "rna" : consumeOne(rest, kRoundings);
    const bool isRelu = consume(rest, ".relu");
    const bool saturates = consume(rest, ".satfinite") || row.alwaysSaturates;
    if (rounding.empty() || !rest.empty())
      return std::nullopt;
    // PTX has the reverse order for conversions that always saturate.
    const std::string relu = isRelu ? ".relu" : "", satfinite = saturates ? ".satfinite" : "";
    return PtxTemplate{"cvt." + std::string(rounding) +
                           (row.alwaysSaturates ? satfinite + relu : relu + satfinite) +
                           std::string(row.type) + operands(row.sources),
                       false};
  }
  return std::nullopt;
}

struct BitsRow {
  std::string_view name, text;
};
constexpr BitsRow kBits[] = {
    {"bmsk.clamp", "bmsk.clamp.b32 @r0, @a0, @a1;"},
    {"bmsk.wrap", "bmsk.wrap.b32 @r0, @a0, @a1;"},
    {"flo.s.i32", "bfind@?1<.shiftamt>.s32 @r0, @a0;"},
    {"flo.s.i64", "bfind@?1<.shiftamt>.s64 @r0, @a0;"},
    {"flo.u.i32", "bfind@?1<.shiftamt>.u32 @r0, @a0;"},
    {"flo.u.i64", "bfind@?1<.shiftamt>.u64 @r0, @a0;"},
    {"fshl.clamp.i32", "shf.l.clamp.b32 @r0, @a1, @a0, @a2;"},
    {"fshr.clamp.i32", "shf.r.clamp.b32 @r0, @a1, @a0, @a2;"},
    {"idp2a.s.s", "dp2a.@?2<hi|lo>.s32.s32 @r0, @a0, @a1, @a3;"},
    {"idp2a.s.u", "dp2a.@?2<hi|lo>.s32.u32 @r0, @a0, @a1, @a3;"},
    {"idp2a.u.s", "dp2a.@?2<hi|lo>.u32.s32 @r0, @a0, @a1, @a3;"},
    {"idp2a.u.u", "dp2a.@?2<hi|lo>.u32.u32 @r0, @a0, @a1, @a3;"},
    {"idp4a.s.s", "dp4a.s32.s32 @r0, @a0, @a1, @a2;"},
    {"idp4a.s.u", "dp4a.s32.u32 @r0, @a0, @a1, @a2;"},
    {"idp4a.u.s", "dp4a.u32.s32 @r0, @a0, @a1, @a2;"},
    {"idp4a.u.u", "dp4a.u32.u32 @r0, @a0, @a1, @a2;"},
    {"prmt.b4e", "prmt.b32.b4e @r0, @a0, @a1, @a2;"},
    {"prmt.f4e", "prmt.b32.f4e @r0, @a0, @a1, @a2;"},
    {"prmt.ecl", "prmt.b32.ecl @r0, @a0, 0, @a1;"},
    {"prmt.ecr", "prmt.b32.ecr @r0, @a0, 0, @a1;"},
    {"prmt.rc16", "prmt.b32.rc16 @r0, @a0, 0, @a1;"},
    {"prmt.rc8", "prmt.b32.rc8 @r0, @a0, 0, @a1;"},
    {"sext.clamp", "szext.clamp.s32 @r0, @a0, @a1;"},
    {"sext.wrap", "szext.wrap.s32 @r0, @a0, @a1;"},
    {"zext.clamp", "szext.clamp.u32 @r0, @a0, @a1;"},
    {"zext.wrap", "szext.wrap.u32 @r0, @a0, @a1;"},
};

//===--- Matrix products ---------------------------------------------------------------------===//

struct ProductRow {
  std::string_view shape; ///< with the types, as in the name
  size_t results, left, right;
};
constexpr ProductRow kProducts[] = {
    {"m16n8k32.row.col.f32.e", 4, 4, 2}, // of e4m3 and e5m2
    {"m16n8k4.row.col.f64", 4, 2, 1},
    {"m16n8k8.row.col.f64", 4, 4, 2},
    {"m16n8k16.row.col.f64", 4, 8, 4},
};

//===--- Mbarriers ---------------------------------------------------------------------------===//

struct BarrierRow {
  std::string_view name, text;
  bool isWait;          ///< acquires; otherwise it releases
  bool isAlwaysRelaxed; ///< with any name
  bool hasState;        ///< returns a state, but nothing for another CTA's barrier
  size_t operands;      ///< after the address
};
/// Longer names first.
constexpr BarrierRow kBarriers[] = {
    {"arrive.drop.expect.tx", "mbarrier.arrive_drop.expect_tx", false, false, true, 1},
    {"arrive.drop", "mbarrier.arrive_drop", false, false, true, 1},
    {"arrive.expect.tx", "mbarrier.arrive.expect_tx", false, false, true, 1},
    {"arrive", "mbarrier.arrive", false, false, true, 1},
    {"complete.tx", "mbarrier.complete_tx", false, true, false, 1},
    {"expect.tx", "mbarrier.expect_tx", false, true, false, 1},
    {"test.wait.parity", "mbarrier.test_wait.parity", true, false, false, 1},
    {"test.wait", "mbarrier.test_wait", true, false, false, 1},
    {"try.wait.parity.tl", "mbarrier.try_wait.parity", true, false, false, 2},
    {"try.wait.parity", "mbarrier.try_wait.parity", true, false, false, 1},
    {"try.wait.tl", "mbarrier.try_wait", true, false, false, 2},
    {"try.wait", "mbarrier.try_wait", true, false, false, 1},
};

/// mbarrier.WHAT.scope.{cta|cluster}.space.{cta|cluster}
Text mbarrier(std::string_view name) {
  if (!consume(name, "mbarrier."))
    return std::nullopt;
  const auto *const row =
      std::find_if(std::begin(kBarriers), std::end(kBarriers),
                   [&](const BarrierRow &each) { return name.starts_with(each.name); });
  if (row == std::end(kBarriers))
    return std::nullopt;
  name.remove_prefix(row->name.size());
  if (!consume(name, ".scope."))
    return std::nullopt;
  const std::string scope = name.starts_with("cta") ? "cta" : "cluster";
  const bool isFar = name == scope + ".space.cluster";
  if (!isFar && name != scope + ".space.cta")
    return std::nullopt;
  const std::string order = row->isAlwaysRelaxed ? ".relaxed."
                            : row->isWait        ? ".acquire."
                                                 : ".release.";
  const std::string result = row->isWait ? "@r0, " : !row->hasState ? "" : isFar ? "_, " : "@r0, ";
  return PtxTemplate{std::string(row->text) + order + scope +
                     (isFar ? ".shared::cluster" : ".shared::cta") + ".b64 " + result + "[@a0], " +
                     arguments(1, row->operands) + ";"};
}

//===--- Matrix stores, tensor maps ----------------------------------------------------------===//

/// stmatrix.sync.aligned.m8n8.x{1|2|4}[.trans].b16
Text matrixStore(std::string_view name) {
  const std::string_view whole = name;
  if (!consume(name, "stmatrix.sync.aligned.m8n8.x") || name.empty())
    return std::nullopt;
  const size_t count = static_cast<size_t>(name[0] - '0');
  name.remove_prefix(1);
  if (count != 1 && count != 2 && count != 4)
    return std::nullopt;
  consume(name, ".trans");
  if (name != ".b16")
    return std::nullopt;
  const std::string shape(whole.substr(0, whole.size() - name.size()));
  return PtxTemplate{shape + ".shared.b16 [@a0], {" + arguments(1, count) + "};"};
}

struct FieldRow {
  std::string_view name, field, type, operands;
};
constexpr FieldRow kFields[] = {
    {"box.dim", "box_dim", ".b32", "@i1, @a2"},
    {"element.stride", "element_stride", ".b32", "@i1, @a2"},
    {"elemtype", "elemtype", ".b32", "@i1"},
    {"fill.mode", "fill_mode", ".b32", "@i1"},
    {"global.address", "global_address", ".b64", "@a1"},
    {"global.dim", "global_dim", ".b32", "@i1, @a2"},
    {"global.stride", "global_stride", ".b64", "@i1, @a2"},
    {"interleave.layout", "interleave_layout", ".b32", "@i1"},
    {"rank", "rank", ".b32", "@a1"},
    {"swizzle.mode", "swizzle_mode", ".b32", "@i1"},
};

/// tensormap.replace.FIELD, of a map in global ("p1") or shared memory.
Text mapField(std::string_view name, std::string_view space) {
  if (!consume(name, "tensormap.replace.") || (space != "p1" && space != "p3"))
    return std::nullopt;
  for (const FieldRow &row : kFields)
    if (row.name == name)
      return PtxTemplate{"tensormap.replace.tile." + std::string(row.field) +
                         (space == "p1" ? ".global" : ".shared::cta") + ".b1024" +
                         std::string(row.type) + " [@a0], " + std::string(row.operands) + ";"};
  return std::nullopt;
}

//===--- Copies of an engine -----------------------------------------------------------------===//

/// "@?7<, @a5>": text that is present only if the flag `flag` is set.
std::string onlyWith(size_t flag, const std::string &text) {
  return "@?" + std::to_string(flag) + "<" + text + ">";
}

constexpr std::string_view kHint = ".L2::cache_hint";

/// Copies of many bytes without a descriptor.
Text bulkCopy(std::string_view name) {
  if (!consume(name, "cp.async.bulk."))
    return std::nullopt;
  const std::string hint(kHint);
  if (name == "global.to.shared.cluster")
    return PtxTemplate{"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes" +
                       onlyWith(6, ".multicast::cluster") + onlyWith(7, hint) +
                       " [@a0], [@a2], @a3, [@a1]" + onlyWith(6, ", @a4") + onlyWith(7, ", @a5") +
                       ";"};
  if (name == "shared.cta.to.cluster")
    return PtxTemplate{"cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes "
                       "[@a0], [@a2], @a3, [@a1];"};
  if (name == "shared.cta.to.global")
    return PtxTemplate{"cp.async.bulk.global.shared::cta.bulk_group" + onlyWith(4, hint) +
                       " [@a0], [@a1], @a2" + onlyWith(4, ", @a3") + ";"};
  if (name == "prefetch.L2")
    return PtxTemplate{"cp.async.bulk.prefetch.L2.global" + onlyWith(3, hint) + " [@a0], @a1" +
                       onlyWith(3, ", @a2") + ";"};
  return std::nullopt;
}

/// The parts of a tensor copy's name after its kind.
struct TensorShape {
  bool isTile = true; ///< else im2col
  size_t dimensions = 0;
  size_t offsets() const { return isTile ? 0 : dimensions - 2; }
};

/// "tile.2d", "im2col.4d".
std::optional<TensorShape> tensorShape(std::string_view text) {
  TensorShape shape;
  shape.isTile = consume(text, "tile.");
  if ((!shape.isTile && !consume(text, "im2col.")) || text.size() != 2 || text[1] != 'd')
    return std::nullopt;
  shape.dimensions = static_cast<size_t>(text[0] - '0');
  const size_t least = shape.isTile ? 1 : 3;
  return shape.dimensions >= least && shape.dimensions <= 5 ? std::optional(shape) : std::nullopt;
}

std::string dimensionsOf(const TensorShape &shape) {
  return std::to_string(shape.dimensions) + "d.";
}

/// (destination, mbarrier, map, coordinates, offsets, multicast, hint, flags of these two).
PtxTemplate tensorLoad(const TensorShape &shape) {
  const size_t multicast = 3 + shape.dimensions + shape.offsets();
  const size_t hint = multicast + 1, hasMulticast = multicast + 2, hasHint = multicast + 3;
  std::string text = "cp.async.bulk.tensor." + dimensionsOf(shape) + "shared::cluster.global" +
                     (shape.isTile ? "" : ".im2col") + ".mbarrier::complete_tx::bytes" +
                     onlyWith(hasMulticast, ".multicast::cluster") +
                     onlyWith(hasHint, std::string(kHint)) + " [@a0], [@a2, {" +
                     arguments(3, shape.dimensions) + "}], [@a1]";
  if (!shape.isTile)
    text += ", {" + arguments(3 + shape.dimensions, shape.offsets()) + "}";
  // LLVM 21 appends the CTA group, which is 0 on chips without CTA pairs.
  const std::string ofPair = "@z" + std::to_string(hasHint + 1);
  return PtxTemplate{text + onlyWith(hasMulticast, ", " + argument(multicast)) +
                     onlyWith(hasHint, ", " + argument(hint)) + ofPair + ";"};
}

/// (source, map, coordinates, hint, its flag); `operation` of a reduction, ".add".
PtxTemplate tensorStore(const TensorShape &shape, const std::string &operation) {
  const size_t hint = 2 + shape.dimensions, hasHint = hint + 1;
  return PtxTemplate{
      (operation.empty() ? "cp.async.bulk.tensor." : "cp.reduce.async.bulk.tensor.") +
      dimensionsOf(shape) + "global.shared::cta" + operation +
      (shape.isTile ? "" : ".im2col_no_offs") + ".bulk_group" +
      onlyWith(hasHint, std::string(kHint)) + " [@a1, {" + arguments(2, shape.dimensions) +
      "}], [@a0]" + onlyWith(hasHint, ", " + argument(hint)) + ";"};
}

/// (map, coordinates, offsets, hint, its flag).
PtxTemplate tensorPrefetch(const TensorShape &shape) {
  const size_t hint = 1 + shape.dimensions + shape.offsets(), hasHint = hint + 1;
  std::string text = "cp.async.bulk.prefetch.tensor." + dimensionsOf(shape) + "L2.global" +
                     (shape.isTile ? "" : ".im2col") + onlyWith(hasHint, std::string(kHint)) +
                     " [@a0, {" + arguments(1, shape.dimensions) + "}]";
  if (!shape.isTile)
    text += ", {" + arguments(1 + shape.dimensions, shape.offsets()) + "}";
  return PtxTemplate{text + onlyWith(hasHint, ", " + argument(hint)) + ";"};
}

constexpr std::array<std::string_view, 8> kReductions{"add.", "min.", "max.", "inc.",
                                                      "dec.", "and.", "or.",  "xor."};

/// Copies with a descriptor.
Text tensorCopy(std::string_view name) {
  if (!consume(name, "cp.async.bulk.tensor."))
    return std::nullopt;
  const bool isLoad = consume(name, "g2s."), isStore = !isLoad && consume(name, "s2g.");
  const bool isPrefetch = !isLoad && !isStore && consume(name, "prefetch.");
  std::string_view operation;
  if (!isLoad && !isStore && !isPrefetch && consume(name, "reduce.")) {
    operation = consumeOne(name, kReductions);
    if (operation.empty())
      return std::nullopt;
    operation.remove_suffix(1);
  }
  const std::optional<TensorShape> shape = tensorShape(name);
  if (!shape)
    return std::nullopt;
  if (isLoad)
    return tensorLoad(*shape);
  if (isPrefetch)
    return tensorPrefetch(*shape);
  if (isStore || !operation.empty())
    return tensorStore(*shape, operation.empty() ? "" : "." + std::string(operation));
  return std::nullopt;
}

} // namespace

bool consume(std::string_view &text, std::string_view prefix) {
  if (!text.starts_with(prefix))
    return false;
  text.remove_prefix(prefix.size());
  return true;
}

std::optional<PtxTemplate> arithmeticPtx(std::string_view name) {
  for (const BitsRow &row : kBits)
    if (row.name == name)
      return PtxTemplate{std::string(row.text), false};
  if (auto single = singlePrecision(name))
    return single;
  if (auto ofShort = ofShortFloats(name))
    return ofShort;
  return conversion(name);
}

std::optional<PtxTemplate> productPtx(std::string_view name) {
  if (!consume(name, "mma."))
    return std::nullopt;
  for (const ProductRow &row : kProducts) {
    if (!name.starts_with(row.shape))
      continue;
    const std::string types = name.ends_with(".f64") ? ".f64.f64.f64" : "";
    const size_t right = row.left, sum = row.left + row.right;
    return PtxTemplate{"mma.sync.aligned." + std::string(name) + types + " {" +
                           list('r', 0, row.results) + "}, {" + arguments(0, row.left) + "}, {" +
                           arguments(right, row.right) + "}, {" + arguments(sum, row.results) +
                           "};",
                       false};
  }
  return std::nullopt;
}

std::optional<PtxTemplate> memoryPtx(std::string_view name, std::string_view space) {
  if (auto barrier = mbarrier(name))
    return barrier;
  if (auto store = matrixStore(name))
    return store;
  if (auto field = mapField(name, space))
    return field;
  if (auto copy = bulkCopy(name))
    return copy;
  return tensorCopy(name);
}

} // namespace pstudio::foreign
