// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/annotation_reader.h"

#include <string>

#include "core/formats/import/message_reader.h"
#include "core/formats/pftrace/perfetto_fields.h"

namespace pstudio {
namespace {

constexpr int kDeepest = 32;

/// Reads one annotation with everything nested in it.
class AnnotationReader {
public:
  AnnotationReader(const SequenceState &state, TraceBuilder &builder, std::vector<Arg> &args)
      : m_state(state), m_builder(builder), m_args(args) {}

  /// `prefix`: the key of what this is nested in; `ownKey`: overrides the annotation's own name if
  /// not empty.
  void readDebugAnnotation(protozero::data_view data, const std::string &prefix,
                           const std::string &ownKey, int depth) {
    namespace fields = perfetto::debug_annotation;
    if (depth > kDeepest)
      return;
    // Two passes: the name may come after the value.
    StringId key;
    forEachField(data, [&](const FieldReader &field) {
      if (field.isVarint(fields::kNameIid))
        key = m_state.annotationNames.find(field.uint64());
      else if (field.isBytes(fields::kName))
        key = m_builder.intern(field.text());
    });
    const bool isTopLevel = prefix.empty() && ownKey.empty();
    std::string path;
    if (!isTopLevel) {
      path = !ownKey.empty() ? ownKey : prefix + "." + std::string(m_builder.text(key));
      key = m_builder.intern(path);
    }
    uint32_t index = 0;
    forEachField(data, [&](const FieldReader &field) {
      const bool isNested = field.isBytes(fields::kDictEntries) ||
                            field.isBytes(fields::kArrayValues) ||
                            field.isBytes(fields::kNestedValue);
      if (!isNested)
        return addScalar(field, key);
      if (path.empty())
        path = std::string(m_builder.text(key));
      if (field.number() == fields::kDictEntries)
        readDebugAnnotation(field.bytes(), path, {}, depth + 1);
      else if (field.number() == fields::kArrayValues)
        readDebugAnnotation(field.bytes(), {}, indexed(path, index++), depth + 1);
      else
        readNestedValue(field.bytes(), path, depth + 1);
    });
  }

private:
  static std::string indexed(const std::string &path, uint32_t index) {
    return path + "[" + std::to_string(index) + "]";
  }

  void addScalar(const FieldReader &field, StringId key) {
    namespace fields = perfetto::debug_annotation;
    if (field.isVarint(fields::kBoolValue))
      m_args.push_back(Arg::ofBool(key, field.uint64() != 0));
    else if (field.isVarint(fields::kUintValue))
      m_args.push_back(Arg::ofUint(key, field.uint64()));
    else if (field.isVarint(fields::kIntValue))
      m_args.push_back(Arg::ofInt(key, field.int64()));
    else if (field.isFixed64(fields::kDoubleValue))
      m_args.push_back(Arg::ofDouble(key, field.float64()));
    else if (field.isBytes(fields::kStringValue) || field.isBytes(fields::kLegacyJsonValue))
      m_args.push_back(Arg::ofString(key, m_builder.intern(field.text())));
    else if (field.isVarint(fields::kStringValueIid))
      m_args.push_back(Arg::ofString(key, m_state.stringValues.find(field.uint64())));
    else if (field.isVarint(fields::kPointerValue))
      m_args.push_back(Arg::ofPointer(key, field.uint64()));
  }

  /// The older nesting: keys and values are two parallel lists.
  void readNestedValue(protozero::data_view data, const std::string &path, int depth) {
    namespace fields = perfetto::nested_value;
    if (depth > kDeepest)
      return;
    std::vector<std::string_view> keys;
    forEachField(data, [&](const FieldReader &field) {
      if (field.isBytes(fields::kDictKeys))
        keys.push_back(field.text());
    });
    size_t entry = 0;
    uint32_t index = 0;
    forEachField(data, [&](const FieldReader &field) {
      if (field.isBytes(fields::kDictValues) && entry < keys.size())
        return readNestedValue(field.bytes(), path + "." + std::string(keys[entry++]), depth + 1);
      if (field.isBytes(fields::kArrayValues))
        return readNestedValue(field.bytes(), indexed(path, index++), depth + 1);
      addNestedScalar(field, path);
    });
  }

  void addNestedScalar(const FieldReader &field, const std::string &path) {
    namespace fields = perfetto::nested_value;
    if (field.isVarint(fields::kIntValue))
      m_args.push_back(Arg::ofInt(m_builder.intern(path), field.int64()));
    else if (field.isFixed64(fields::kDoubleValue))
      m_args.push_back(Arg::ofDouble(m_builder.intern(path), field.float64()));
    else if (field.isVarint(fields::kBoolValue))
      m_args.push_back(Arg::ofBool(m_builder.intern(path), field.uint64() != 0));
    else if (field.isBytes(fields::kStringValue))
      m_args.push_back(Arg::ofString(m_builder.intern(path), m_builder.intern(field.text())));
  }

  const SequenceState &m_state;
  TraceBuilder &m_builder;
  std::vector<Arg> &m_args;
};

} // namespace

void readAnnotation(protozero::data_view data, const SequenceState &state, TraceBuilder &builder,
                    std::vector<Arg> &args) {
  AnnotationReader(state, builder, args).readDebugAnnotation(data, {}, {}, 0);
}

} // namespace pstudio
