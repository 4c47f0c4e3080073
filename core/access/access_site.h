// SPDX-License-Identifier: Apache-2.0
// One memory operation of a kernel, as stored in a trace.
#pragma once

#include <cstdint>
#include <string>

#include "core/access/access_names.h"
#include "core/base/fields.h"

namespace pstudio::memory {

/// One memory operation of the kernel. Accesses refer to it by its index in AccessTable::sites().
struct AccessSite {
  AccessKind kind = AccessKind::Load;
  AccessSpace space = AccessSpace::Global;
  uint32_t bytesPerLane = 4; ///< at least 1, from each lane's address on; of a bulk access all
  std::string name = {};     ///< display name: "load A"
  std::string location = {}; ///< "file:line:column", or empty
  bool operator==(const AccessSite &) const = default;
};

/// The fields of a site in a file.
template <FieldsOwner<AccessSite> T> constexpr auto fieldsOf(T &site) {
  auto &[kind, space, bytesPerLane, name, location] = site;
  return std::tuple(Field{"kind", kind, oneOf(kAccessKindNames)}.numbered(1),
                    Field{"space", space, oneOf(kAccessSpaceNames)}.numbered(2),
                    Field{"bytes_per_lane", bytesPerLane, within(1, UINT32_MAX)}.numbered(3),
                    Field{"name", name}.numbered(4), Field{"location", location}.numbered(5));
}

/// "load A (file.mlir:7:3)", the file without its folders; empty parts are left out.
inline std::string siteText(const AccessSite &site) {
  const std::string place = site.location.substr(site.location.rfind('/') + 1);
  const std::string name = site.name.empty() ? "access" : site.name;
  return place.empty() ? name : name + " (" + place + ")";
}

} // namespace pstudio::memory
