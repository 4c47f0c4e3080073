// SPDX-License-Identifier: Apache-2.0
// Text form of the parts of a specification that are nested objects in JSON, for the argument and
// check tables.
#pragma once

#include <QString>

#include <array>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/run/run_spec.h"

namespace pstudio {

/// "128 x 64". Extents are separated by "x", "," or blanks.
QString formatShape(const std::vector<int64_t> &shape);
Result<std::vector<int64_t>> parseShape(const QString &text);

/// "zeros", "iota", "random(7)", "random(7, -1, 1)" or the path of an .npy file.
QString formatInit(const BufferInit &init);
Result<BufferInit> parseInit(const QString &text);

/// "A, B".
QString formatNames(const std::vector<std::string> &names);
std::vector<std::string> parseNames(const QString &text);

/// The value of a scalar, parsed by its type; an error if it is not a number of that type.
QString formatScalar(const ScalarArgument &scalar);
Result<ScalarArgument> parseScalar(DType dtype, const QString &text);

bool isFloating(DType dtype);
/// All types in the order in which menus list them.
constexpr std::array kAllDTypes = {DType::F32, DType::F16, DType::BF16, DType::F64,
                                   DType::I8,  DType::I16, DType::I32,  DType::I64};

} // namespace pstudio
