// SPDX-License-Identifier: Apache-2.0
// What every exported picture has: a size that can be drawn, words about the trace, a file.
#include "viewer/export/picture_parts.h"

#include <QSaveFile>

namespace pstudio {
namespace {

std::string targetOf(const Trace &trace) {
  return trace.launches().empty() ? std::string()
                                  : std::string(trace.string(trace.launches().front().target));
}

std::string dimensions(const std::array<uint32_t, 3> &d) {
  auto text = std::to_string(d[0]) + " x " + std::to_string(d[1]);
  return d[2] > 1 ? text + " x " + std::to_string(d[2]) : text;
}

/// "2026-11-21 09:00 UTC" of an ISO 8601 time; other texts as they are.
std::string readableDate(const std::string &iso) {
  if (iso.empty())
    return "date unknown";
  const bool isFull = iso.size() >= 17 && iso[10] == 'T' && iso.back() == 'Z';
  return isFull ? iso.substr(0, 10) + " " + iso.substr(11, 5) + " UTC" : iso;
}

} // namespace

Result<void> validatePicture(QSize size, double scale) {
  if (size.width() < 320 || size.height() < 240 || size.width() > 16'384 || size.height() > 16'384)
    return fail(ErrorCode::InvalidInput,
                "picture size " + std::to_string(size.width()) + " x " +
                    std::to_string(size.height()) + " is not drawable",
                "size", "use 320 x 240 to 16,384 x 16,384");
  if (!(scale > 0) || scale > 8)
    return fail(ErrorCode::InvalidInput, "picture scale is not in (0, 8]", "scale", "use 1 or 2");
  return {};
}

QImage makeImage(QSize size, double scale) {
  return QImage((QSizeF(size) * scale).toSize(), QImage::Format_RGB32);
}

tl::unexpected<Error> noMemoryForPicture() {
  return fail(ErrorCode::InvalidInput, "not enough memory for a picture of this size", "size",
              "use a smaller size or scale");
}

void appendPart(std::string &line, const std::string &part) {
  if (part.empty())
    return;
  line += (line.empty() ? "" : "   \u00B7   ") + part;
}

std::string pictureSubtitle(const Trace &trace, const std::string &title) {
  std::string line;
  const std::string name = trace.info().title;
  if (!title.empty() && title != name)
    appendPart(line, name);
  appendPart(line, targetOf(trace));
  if (!trace.launches().empty() && trace.launches().front().grid[0] > 0) {
    const Launch &launch = trace.launches().front();
    appendPart(line, "grid " + dimensions(launch.grid) + ", block " + dimensions(launch.block));
  }
  appendPart(line, readableDate(trace.info().date));
  return line;
}

Result<void> savePng(const QImage &image, const std::string &path) {
  QSaveFile file(QString::fromStdString(path));
  if (!file.open(QIODevice::WriteOnly) || !image.save(&file, "PNG") || !file.commit())
    return fail(ErrorCode::Io, "cannot write the picture: " + file.errorString().toStdString(),
                path, "choose a folder that you may write to");
  return {};
}

} // namespace pstudio
