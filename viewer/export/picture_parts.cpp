// SPDX-License-Identifier: Apache-2.0
// Common parts of all exported pictures: a valid size, text about the trace, a file.
#include "viewer/export/picture_parts.h"

#include <QBuffer>
#include <QFileInfo>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <algorithm>
#include <cmath>

#include "viewer/geometry/number_format.h"

namespace pstudio {
namespace {

constexpr int kPixelsPerInch = 96;

std::string targetOf(const Trace &trace) {
  return trace.launches().empty() ? std::string()
                                  : std::string(trace.string(trace.launches().front().target));
}

std::string dimensions(const std::array<uint32_t, 3> &d) {
  auto text = std::to_string(d[0]) + " x " + std::to_string(d[1]);
  return d[2] > 1 ? text + " x " + std::to_string(d[2]) : text;
}

/// "png" of "a/b.PNG"; "png" too for a name without an ending.
std::string endingOf(const std::string &path) {
  const QString ending = QFileInfo(QString::fromStdString(path)).suffix().toLower();
  return ending.isEmpty() ? "png" : ending.toStdString();
}

/// A pixel is 1/96 of an inch, as in browsers, so the picture ends at a whole pixel.
void writeSvg(QIODevice &device, QSize size, const QString &title, const PaintPicture &paint) {
  QSvgGenerator generator;
  generator.setOutputDevice(&device);
  generator.setTitle(title);
  generator.setDescription({});
  generator.setResolution(kPixelsPerInch);
  generator.setSize(size);
  generator.setViewBox(QRect(QPoint(0, 0), size));
  QPainter painter(&generator);
  paint(painter);
}

/// A page as large as the picture, a logical pixel being 1/96 of an inch.
void writePdf(QIODevice &device, QSize size, const PaintPicture &paint) {
  QPdfWriter writer(&device);
  writer.setPageSize(
      QPageSize(QSizeF(size) / kPixelsPerInch, QPageSize::Inch, {}, QPageSize::ExactMatch));
  writer.setPageMargins({});
  writer.setResolution(kPixelsPerInch);
  QPainter painter(&writer);
  paint(painter);
}

/// A whole file in memory.
Result<QByteArray> encodedPicture(const std::string &ending, const QString &title, QSize size,
                                  double scale, const PaintPicture &paint) {
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  if (ending == "svg") {
    writeSvg(buffer, size, title, paint);
  } else if (ending == "pdf") {
    writePdf(buffer, size, paint);
  } else {
    PSTUDIO_TRY_ASSIGN(const QImage image, paintedImage(size, scale, paint));
    if (!image.save(&buffer, "PNG"))
      return fail(ErrorCode::InvalidInput, "the picture cannot be encoded as PNG", "size",
                  "use a smaller size or scale");
  }
  return buffer.data();
}

tl::unexpected<Error> withFolderHint(Error error) {
  if (error.hint.empty())
    error.hint = "use a writable folder";
  return tl::unexpected<Error>(std::move(error));
}

} // namespace

Result<void> validatePicture(QSize size, double scale) {
  if (size.width() < 320 || size.height() < 240 || size.width() > 16'384 || size.height() > 16'384)
    return fail(ErrorCode::InvalidInput,
                "picture size " + std::to_string(size.width()) + " x " +
                    std::to_string(size.height()) + " is not supported",
                "size", "use 320 x 240 to 16,384 x 16,384");
  if (!(scale > 0) || scale > 8)
    return fail(ErrorCode::InvalidInput, "picture scale is not in (0, 8]", "scale", "use 1 or 2");
  return {};
}

Result<void> validateHeight(QSize size, float leastHeight, const std::string &view) {
  const int least = static_cast<int>(std::ceil(leastHeight));
  if (size.height() >= least)
    return {};
  const auto text = [&size](int height) {
    return std::to_string(size.width()) + " x " + std::to_string(height);
  };
  return fail(ErrorCode::InvalidInput,
              "a picture of " + text(size.height()) + " cannot hold the " + view, "size",
              "use " + text(least) + " or a larger size");
}

Result<TimeRange> rangeWithin(TimeRange range, TimeRange whole, const std::string &of) {
  if (range.isEmpty())
    return fail(ErrorCode::InvalidInput, "time range is empty", "range",
                "use a begin before the end");
  const TimeRange part{std::max(range.begin, whole.begin), std::min(range.end, whole.end)};
  if (part.isEmpty())
    return fail(ErrorCode::InvalidInput,
                of + " does not overlap the range " + formatExact(range.begin) + " .. " +
                    formatExact(range.end),
                "range",
                of + " covers " + formatExact(whole.begin) + " .. " + formatExact(whole.end) +
                    " on the ruler");
  return part;
}

Result<QImage> paintedImage(QSize size, double scale, const PaintPicture &paint) {
  QImage image((QSizeF(size) * scale).toSize(), QImage::Format_RGB32);
  if (image.isNull())
    return fail(ErrorCode::InvalidInput, "not enough memory for a picture of this size", "size",
                "use a smaller size or scale");
  QPainter painter(&image);
  painter.scale(scale, scale);
  paint(painter);
  return image;
}

std::string readableDate(const std::string &iso) {
  if (iso.empty())
    return "date unknown";
  const bool isFull = iso.size() >= 17 && iso[10] == 'T' && iso.back() == 'Z';
  return isFull ? iso.substr(0, 10) + " " + iso.substr(11, 5) + " UTC" : iso;
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

Result<void> savePainted(const std::string &path, QSize size, double scale,
                         const PaintPicture &paint, FifoReader reader) {
  const std::string ending = endingOf(path);
  if (ending != "png" && ending != "svg" && ending != "pdf")
    return fail(ErrorCode::InvalidInput, "pictures cannot be written as ." + ending, path,
                "use a file name that ends with .png, .svg or .pdf");
  // The file is opened before anything is drawn: an unwritable path fails at once.
  Result<OutputFile> file = OutputFile::open(path, reader);
  if (!file)
    return withFolderHint(file.error());
  PSTUDIO_TRY_ASSIGN(const QByteArray bytes,
                     encodedPicture(ending,
                                    QFileInfo(QString::fromStdString(path)).completeBaseName(),
                                    size, scale, paint));
  PSTUDIO_TRY(file->write({bytes.constData(), static_cast<size_t>(bytes.size())}));
  return file->commit();
}

} // namespace pstudio
