// SPDX-License-Identifier: Apache-2.0
// Text form of the parts of a specification that are nested objects in JSON, for the argument and
// check tables.
#include "app/dialogs/argument_text.h"

#include <QLocale>
#include <QRegularExpression>
#include <QStringList>

#include "app/settings/text.h"

namespace pstudio {
namespace {

tl::unexpected<Error> wrongValue(const QString &text, std::string hint) {
  return fail(ErrorCode::InvalidInput, "cannot read \"" + toUtf8(text.trimmed()) + "\"", {},
              std::move(hint));
}

const char *const kInitHint =
    "write zeros, iota, random(seed), random(seed, low, high) or a .npy file";

Result<BufferInit> parseRandom(const QString &text, const QString &parameters) {
  const QStringList parts = parameters.split(QLatin1Char(','), Qt::SkipEmptyParts);
  RandomInit init;
  bool isSeed = parts.size() == 1 || parts.size() == 3;
  if (isSeed)
    init.seed = parts[0].trimmed().toULongLong(&isSeed);
  bool isLow = true;
  bool isHigh = true;
  if (isSeed && parts.size() == 3) {
    init.low = parts[1].trimmed().toDouble(&isLow);
    init.high = parts[2].trimmed().toDouble(&isHigh);
  }
  if (!isSeed || !isLow || !isHigh)
    return wrongValue(text, kInitHint);
  return BufferInit(init);
}

} // namespace

QString formatShape(const std::vector<int64_t> &shape) {
  QStringList extents;
  for (const int64_t extent : shape)
    extents << QString::number(extent);
  return extents.join(QLatin1String(" x "));
}

Result<std::vector<int64_t>> parseShape(const QString &text) {
  static const QRegularExpression separator(QStringLiteral("[x,\\s\u00d7]+"));
  std::vector<int64_t> shape;
  for (const QString &part : text.split(separator, Qt::SkipEmptyParts)) {
    bool isNumber = false;
    shape.push_back(part.toLongLong(&isNumber));
    if (!isNumber || shape.back() < 1)
      return wrongValue(text, "write extents of at least 1, such as 128 x 64");
  }
  if (shape.empty())
    return fail(ErrorCode::InvalidInput, "the shape is missing", {},
                "write extents such as 128 x 64");
  return shape;
}

QString formatInit(const BufferInit &init) {
  if (std::holds_alternative<ZerosInit>(init))
    return QStringLiteral("zeros");
  if (std::holds_alternative<IotaInit>(init))
    return QStringLiteral("iota");
  if (const auto *file = std::get_if<FileInit>(&init))
    return pathToQString(file->npy);
  const auto &random = std::get<RandomInit>(init);
  const RandomInit standard;
  if (random.low == standard.low && random.high == standard.high)
    return QStringLiteral("random(%1)").arg(random.seed);
  return QStringLiteral("random(%1, %2, %3)").arg(random.seed).arg(random.low).arg(random.high);
}

Result<BufferInit> parseInit(const QString &text) {
  static const QRegularExpression random(QStringLiteral("^random\\s*\\(([^)]*)\\)$"));
  const QString trimmed = text.trimmed();
  if (trimmed == QLatin1String("zeros"))
    return BufferInit(ZerosInit{});
  if (trimmed == QLatin1String("iota"))
    return BufferInit(IotaInit{});
  if (const auto match = random.match(trimmed); match.hasMatch())
    return parseRandom(trimmed, match.captured(1));
  if (trimmed.endsWith(QLatin1String(".npy"), Qt::CaseInsensitive))
    return BufferInit(FileInit{toPath(trimmed)});
  return wrongValue(text, kInitHint);
}

QString formatNames(const std::vector<std::string> &names) {
  QStringList list;
  for (const std::string &name : names)
    list << toQString(name);
  return list.join(QLatin1String(", "));
}

std::vector<std::string> parseNames(const QString &text) {
  static const QRegularExpression separator(QStringLiteral("[,\\s]+"));
  std::vector<std::string> names;
  for (const QString &name : text.split(separator, Qt::SkipEmptyParts))
    names.push_back(toUtf8(name));
  return names;
}

bool isFloating(DType dtype) {
  return dtype == DType::F16 || dtype == DType::BF16 || dtype == DType::F32 || dtype == DType::F64;
}

QString formatScalar(const ScalarArgument &scalar) {
  return isFloating(scalar.dtype)
             ? QString::number(scalar.value, 'g', QLocale::FloatingPointShortest)
             : QString::number(scalar.intValue);
}

Result<ScalarArgument> parseScalar(DType dtype, const QString &text) {
  ScalarArgument scalar;
  scalar.dtype = dtype;
  bool isNumber = false;
  if (isFloating(dtype))
    scalar.value = text.trimmed().toDouble(&isNumber);
  else
    scalar.intValue = text.trimmed().toLongLong(&isNumber);
  if (!isNumber)
    return wrongValue(text,
                      isFloating(dtype) ? "write a number such as 0.5" : "write a whole number");
  return scalar;
}

} // namespace pstudio
