// SPDX-License-Identifier: Apache-2.0
// Values of a run specification whose form in JSON differs from that of their type. Internal to
// core/run.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/base/json_fields.h"
#include "core/run/run_spec.h"

namespace pstudio {

/// ResultCheck::reference of a file.
inline constexpr std::string_view kFileReference = "npy";

/// "f16", "bf16", ... in the order of DType.
std::span<const std::string_view> dtypeNames();

/// A field with a reader of its own.
template <class T> struct ReadField : Field<T> {
  Result<void> (*read)(const JsonField &json, std::remove_const_t<T> &value);
};
template <class T, class Read> ReadField(Field<T>, Read) -> ReadField<T>;

/// A field with a reader and a writer of its own.
template <class T> struct FormField : Field<T> {
  Result<void> (*read)(const JsonField &json, std::remove_const_t<T> &value);
  nlohmann::ordered_json (*write)(const T &value);
};
template <class T, class Read, class Write> FormField(Field<T>, Read, Write) -> FormField<T>;

/// Readers give InvalidInput at the field.
namespace spec_form {
Result<void> readSchema(const JsonField &json, RunSpec &spec);
Result<void> readKernel(const JsonField &json, RunSpec &spec);
nlohmann::ordered_json writeKernel(const RunSpec &spec);
Result<void> readFileName(const JsonField &json, std::filesystem::path &file); ///< not looked up
Result<void> readFunction(const JsonField &json, std::string &function);
Result<void> readOptions(const JsonField &json, std::vector<std::string> &options);
Result<void> readName(const JsonField &json, std::string &name);
Result<void> readTarget(const JsonField &json, std::string &target);
/// One to three extents whose product is at most `most`.
Result<void> readExtents(const JsonField &json, std::array<uint32_t, 3> &extents, uint64_t most);
template <uint64_t kMost>
Result<void> readExtents(const JsonField &json, std::array<uint32_t, 3> &extents) {
  return readExtents(json, extents, kMost);
}
Result<void> readDType(const JsonField &json, DType &type);
Result<void> readInit(const JsonField &json, BufferInit &init);
nlohmann::ordered_json writeInit(const BufferInit &init);
Result<void> readNumber(const JsonField &json, double &number); ///< any finite one
Result<void> readScalarValue(const JsonField &json, ScalarArgument &scalar);
nlohmann::ordered_json writeScalarValue(const ScalarArgument &scalar);
template <class Value> Result<void> readAlternative(const JsonField &json, Argument &argument) {
  return fromJson(json, argument.value.emplace<Value>());
}
template <class Value> nlohmann::ordered_json writeAlternative(const Argument &argument) {
  return toJson<nlohmann::ordered_json>(std::get<Value>(argument.value));
}
Result<void> readReference(const JsonField &json, ResultCheck &check);
nlohmann::ordered_json writeReference(const ResultCheck &check);
Result<void> readOperation(const JsonField &json, std::string &operation);
Result<void> readInputs(const JsonField &json, std::vector<std::string> &inputs);
Result<void> readMaxError(const JsonField &json, double &maxError);
Result<void> readActivity(const JsonField &json, ActivityKinds &kinds);
Result<void> readPcPeriod(const JsonField &json, std::optional<uint32_t> &period);
Result<void> readCounters(const JsonField &json, std::vector<std::string> &counters);
Result<void> readTimeLimit(const JsonField &json, double &seconds);
} // namespace spec_form

} // namespace pstudio
