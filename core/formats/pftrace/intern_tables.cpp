// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pftrace/intern_tables.h"

#include <protozero/pbf_writer.hpp>

#include "core/formats/pftrace/extension_fields.h"

namespace pstudio {

namespace fields = perfetto::interned_data;

void InternTable::add(StringId id) {
  if (!id.isValid())
    id = StringId(0); // the empty text
  if (id.value >= m_iids.size())
    m_iids.resize(id.value + size_t{1}, 0);
  if (m_iids[id.value] != 0)
    return;
  m_iids[id.value] = m_nextIid++;
  m_order.push_back(id);
}

void InternTable::announce(uint64_t iid, std::string_view text, std::string &internedData) const {
  protozero::pbf_writer data(internedData);
  protozero::pbf_writer entry(data, m_field);
  entry.add_uint64(fields::kEntryIid, iid);
  entry.add_string(fields::kEntryText, text.data(), text.size());
}

void InternTable::announce(const Trace &trace, std::string &internedData) const {
  for (StringId id : m_order)
    announce(m_iids[id.value], trace.string(id), internedData);
}

InternTables::InternTables(const Trace &trace)
    : m_names(fields::kEventNames, 1), m_categories(fields::kEventCategories, 1),
      m_argNames(fields::kDebugAnnotationNames, extension::kFirstFreeIid),
      m_argStrings(fields::kDebugAnnotationStringValues, 1), m_argSets(trace.argSetCount(), 0) {
  for (const Launch &launch : trace.launches())
    addArgSet(trace, launch.args);
  for (const Track &track : trace.tracks())
    addArgSet(trace, track.args);
  for (StringId name : trace.sliceNames())
    if (name.isValid())
      m_names.add(name);
  for (StringId category : trace.sliceCategories())
    if (category.isValid())
      m_categories.add(category);
  for (ArgSetId args : trace.sliceArgSets())
    addArgSet(trace, args);
  for (const Instant &instant : trace.instants()) {
    if (instant.name.isValid())
      m_names.add(instant.name);
    if (instant.category.isValid())
      m_categories.add(instant.category);
    addArgSet(trace, instant.args);
  }
}

void InternTables::addArgSet(const Trace &trace, ArgSetId args) {
  if (!args.isValid() || m_argSets[args.value] != 0)
    return;
  m_argSets[args.value] = m_nextArgSet++;
  for (const Arg &arg : trace.args(args)) {
    m_argNames.add(arg.key);
    if (arg.type == ArgType::String && arg.stringValue.isValid())
      m_argStrings.add(arg.stringValue);
  }
}

void InternTables::announce(const Trace &trace, std::string &internedData) const {
  m_argNames.announce(extension::kCycleBeginIid, "cycle_begin", internedData);
  m_argNames.announce(extension::kCycleEndIid, "cycle_end", internedData);
  m_argNames.announce(extension::kFlagsIid, "flags", internedData);
  m_names.announce(trace, internedData);
  m_categories.announce(trace, internedData);
  m_argNames.announce(trace, internedData);
  m_argStrings.announce(trace, internedData);
}

} // namespace pstudio
