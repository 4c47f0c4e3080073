// SPDX-License-Identifier: Apache-2.0
#include "app/dialogs/tensor_map_text.h"

#include <QStringList>

#include <algorithm>

#include "app/settings/text.h"
#include "app/dialogs/argument_text.h"
#include "core/base/json_field.h"

namespace pstudio {
namespace {

const char *const kHint =
    "write the buffer, then the fields that differ from the defaults: swizzle 128B, interleave "
    "16B, l2_promotion 256B, fill zeros, shape 64 x 64, strides 128 x 1, element_strides 1 x 1";

void addNumbers(QStringList &parts, const char *name, const std::vector<int64_t> &numbers) {
  if (!numbers.empty())
    parts << QLatin1String(name) + QLatin1Char(' ') + formatShape(numbers);
}

template <class Enum>
void addWord(QStringList &parts, const char *name, Enum value,
             std::span<const std::string_view> names) {
  if (value != Enum())
    parts << QLatin1String(name) + QLatin1Char(' ') + toQString(names[static_cast<size_t>(value)]);
}

template <class Enum>
Result<Enum> wordOf(const QString &text, std::span<const std::string_view> names) {
  const std::string word = toUtf8(text);
  const auto found = std::ranges::find(names, word);
  if (found == names.end())
    return fail(ErrorCode::InvalidInput, "cannot read \"" + word + "\"", {}, nameHint(word, names));
  return static_cast<Enum>(found - names.begin());
}

/// One part after the buffer: "swizzle 128B".
Result<void> readPart(const QString &part, TensorMapArgument &map) {
  const QString name = part.section(QLatin1Char(' '), 0, 0);
  const QString value = part.section(QLatin1Char(' '), 1).trimmed();
  if (name == QLatin1String("swizzle")) {
    PSTUDIO_TRY_ASSIGN(map.swizzle, wordOf<TensorSwizzle>(value, kTensorSwizzleNames));
  } else if (name == QLatin1String("interleave")) {
    PSTUDIO_TRY_ASSIGN(map.interleave, wordOf<TensorInterleave>(value, kTensorInterleaveNames));
  } else if (name == QLatin1String("l2_promotion")) {
    PSTUDIO_TRY_ASSIGN(map.l2Promotion, wordOf<TensorL2Promotion>(value, kTensorL2PromotionNames));
  } else if (name == QLatin1String("fill")) {
    PSTUDIO_TRY_ASSIGN(map.fill, wordOf<TensorFill>(value, kTensorFillNames));
  } else if (name == QLatin1String("shape")) {
    PSTUDIO_TRY_ASSIGN(map.shape, parseShape(value));
  } else if (name == QLatin1String("strides")) {
    PSTUDIO_TRY_ASSIGN(map.strides, parseShape(value));
  } else if (name == QLatin1String("element_strides")) {
    PSTUDIO_TRY_ASSIGN(map.elementStrides, parseShape(value));
  } else {
    return fail(ErrorCode::InvalidInput, "cannot read \"" + toUtf8(part) + "\"", {}, kHint);
  }
  return {};
}

} // namespace

QString formatTensorMap(const TensorMapArgument &map) {
  QStringList parts{toQString(map.buffer)};
  addWord(parts, "swizzle", map.swizzle, kTensorSwizzleNames);
  addWord(parts, "interleave", map.interleave, kTensorInterleaveNames);
  addWord(parts, "l2_promotion", map.l2Promotion, kTensorL2PromotionNames);
  if (map.fill)
    parts << QLatin1String("fill ") + toQString(kTensorFillNames[static_cast<size_t>(*map.fill)]);
  addNumbers(parts, "shape", map.shape);
  addNumbers(parts, "strides", map.strides);
  addNumbers(parts, "element_strides", map.elementStrides);
  return parts.join(QLatin1String(", "));
}

Result<TensorMapArgument> parseTensorMapText(const QString &text) {
  TensorMapArgument map;
  QStringList parts = text.split(QLatin1Char(','), Qt::SkipEmptyParts);
  for (QString &part : parts)
    part = part.simplified();
  if (parts.isEmpty() || parts.first().isEmpty() || parts.first().contains(QLatin1Char(' ')))
    return fail(ErrorCode::InvalidInput, "the name of the buffer is missing", {}, kHint);
  map.buffer = toUtf8(parts.takeFirst());
  for (const QString &part : std::as_const(parts))
    PSTUDIO_TRY(readPart(part, map));
  return map;
}

} // namespace pstudio
