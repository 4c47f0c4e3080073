// SPDX-License-Identifier: Apache-2.0
// Ranges and marks of NVTX, by thread and domain.
#include <array>
#include <cstdio>

#include "core/formats/nsight/nsight_import.h"

namespace pstudio::nsight {
namespace {

using activity::HostPlace;
using activity::HostRow;
using sqlite::Row;
using Names = std::string_view;

/// ENUM_NSYS_EVENT_TYPE. The two of NVTXT are ranges that were imported from a text file.
struct NvtxType {
  enum Number : int64_t {
    kCategory = 33,
    kMark = 34,
    kPushPop = 59,
    kStartEnd = 60,
    kPushPopOfText = 70,
    kStartEndOfText = 71,
    kDomain = 75,
  };
};

struct Nvtx {
  enum Column : int {
    kStart,
    kEnd,
    kText,
    kType,
    kThread,
    kTextId,
    kDomainId,
    kCategoryId,
    kColor,
    kEndThread,
    kUint64,
    kInt64,
    kDouble,
    kUint32,
    kInt32,
    kFloat,
    kJson,
    kJsonId,
  };
};
constexpr std::array kNvtxColumns{Names("start"),        Names("end"),         Names("text"),
                                  Names("eventType"),    Names("globalTid"),   Names("textId"),
                                  Names("domainId"),     Names("category"),    Names("color"),
                                  Names("endGlobalTid"), Names("uint64Value"), Names("int64Value"),
                                  Names("doubleValue"),  Names("uint32Value"), Names("int32Value"),
                                  Names("floatValue"),   Names("jsonText"),    Names("jsonTextId")};
constexpr size_t kRequiredOfNvtx = 1, kExpectedOfNvtx = kNvtxColumns.size();

/// "#76b900" of 0xff76b900: alpha is not shown.
std::string colorText(int64_t argb) {
  char text[8];
  std::snprintf(text, sizeof text, "#%06x", static_cast<unsigned>(argb & 0xff'ffff));
  return text;
}

/// The kind of an event; of an export without types a range if it has an end.
int64_t typeOfNvtx(const Row &row) {
  return row.integerOr(Nvtx::kType, row.integer(Nvtx::kEnd) ? NvtxType::kPushPop : NvtxType::kMark);
}

HostPlace threadOfNvtx(const Row &row) {
  return placeOf(row.integerOr(Nvtx::kThread, 0));
}

} // namespace

std::string NsightImport::nvtxText(const Row &row, int text, int textId) const {
  std::string own = row.text(text);
  return own.empty() ? std::string(m_trace.text(m_session.string(row.integer(textId)))) : own;
}

/// Domains and categories first: they may come after the ranges that name them.
Result<void> NsightImport::readNvtxNames() {
  return m_tables.read("NVTX_EVENTS", {kNvtxColumns, kRequiredOfNvtx, 0}, [&](const Row &row) {
    const uint64_t process = threadOfNvtx(row).process;
    const int64_t domain = row.integerOr(Nvtx::kDomainId, 0);
    const int64_t type = row.integerOr(Nvtx::kType, 0);
    if (type == NvtxType::kDomain)
      m_nvtxDomains[{process, domain}] = nvtxText(row, Nvtx::kText, Nvtx::kTextId);
    else if (type == NvtxType::kCategory)
      m_nvtxCategories[{process, domain, row.integerOr(Nvtx::kCategoryId, 0)}] =
          nvtxText(row, Nvtx::kText, Nvtx::kTextId);
    return true;
  });
}

Result<void> NsightImport::readNvtx() {
  PSTUDIO_TRY(m_tables.read("NVTX_EVENTS", {kNvtxColumns, kRequiredOfNvtx, kExpectedOfNvtx},
                            [&](const Row &row) { return addNvtx(row); }));
  m_trace.addNote(NoteCode::NsightOtherNvtx, m_otherNvtx);
  return {};
}

/// Ranges of one stack nest; those with a start and an end may overlap and share lanes.
TrackId NsightImport::nvtxRow(const HostPlace &place, int64_t domain, bool isStack) {
  std::string name = isStack ? "NVTX" : "NVTX ranges";
  if (const auto found = m_nvtxDomains.find({place.process, domain});
      domain != 0 && found != m_nvtxDomains.end() && !found->second.empty())
    name += " (" + found->second + ")";
  else if (domain != 0)
    name += " (domain " + std::to_string(domain) + ")";
  return m_tracks.hostRow(place, HostRow::Markers, name,
                          isStack ? TrackKind::Group : TrackKind::Async,
                          (domain == 0 ? 0 : 2) + (isStack ? 0 : 1));
}

ArgSetId NsightImport::nvtxArgs(const Row &row, const HostPlace &place) {
  if (const std::optional<int64_t> category = row.integer(Nvtx::kCategoryId);
      category && *category != 0) {
    const auto found =
        m_nvtxCategories.find({place.process, row.integerOr(Nvtx::kDomainId, 0), *category});
    m_args.text("category",
                found == m_nvtxCategories.end() ? std::to_string(*category) : found->second);
  }
  if (const std::optional<int64_t> color = row.integer(Nvtx::kColor))
    m_args.text("color", colorText(*color));
  for (const int column : {Nvtx::kUint64, Nvtx::kInt64, Nvtx::kUint32, Nvtx::kInt32})
    m_args.number("payload", row.integer(column));
  m_args.real("payload", row.number(Nvtx::kDouble)).real("payload", row.number(Nvtx::kFloat));
  m_args.text("payload", nvtxText(row, Nvtx::kJson, Nvtx::kJsonId));
  if (const std::optional<int64_t> end = row.integer(Nvtx::kEndThread))
    if (const HostPlace other = placeOf(*end); other.tid != place.tid)
      m_args.number("ended by thread", other.tid);
  return m_args.take();
}

bool NsightImport::addNvtx(const Row &row) {
  const int64_t type = typeOfNvtx(row);
  if (type == NvtxType::kDomain || type == NvtxType::kCategory)
    return true;
  const bool isStack = type == NvtxType::kPushPop || type == NvtxType::kPushPopOfText;
  if (!isStack && type != NvtxType::kMark && type != NvtxType::kStartEnd &&
      type != NvtxType::kStartEndOfText) {
    ++m_otherNvtx;
    return true;
  }
  const std::optional<int64_t> start = row.integer(Nvtx::kStart);
  if (!start)
    return false;
  const HostPlace place = threadOfNvtx(row);
  const activity::EventFacts facts{m_trace.intern(nvtxText(row, Nvtx::kText, Nvtx::kTextId)),
                                   m_trace.intern("nvtx"), nvtxArgs(row, place)};
  const TrackId track =
      nvtxRow(place, row.integerOr(Nvtx::kDomainId, 0), isStack || type == NvtxType::kMark);
  if (type == NvtxType::kMark)
    m_tracks.addInstant(track, *start, facts);
  else
    m_tracks.addSlice(track, {*start, row.integer(Nvtx::kEnd)}, facts,
                      isStack ? uint8_t{0} : uint8_t{kSliceAsync});
  ++m_events;
  return true;
}

} // namespace pstudio::nsight
