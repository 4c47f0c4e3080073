// SPDX-License-Identifier: Apache-2.0
// Any file opens as what it is, or is rejected with its name, the reason and what can be opened.
#include <QtTest>

#include <random>

#include <zlib.h>
#include <zstd.h>

#include "core/base/deflate.h"
#include "core/formats/pftrace/pftrace_writer.h"
#include "core/formats/trace_file/trace_file.h"
#include "core/trace/notes.h"
#include "tests/core/formats/random_trace.h"
#include "tests/support/trace_notes.h"
#include "tests/support/trace_text.h"
#include "tests/support/triton_emitter.h"

using namespace pstudio;

namespace {

std::span<const std::byte> bytesOf(const std::string &text) {
  return std::as_bytes(std::span(text));
}

/// Empty: none.
std::string formatOf(std::span<const std::byte> bytes) {
  const TraceFormat *format = sniffTraceFormat(bytes);
  return std::string(format ? format->name : std::string_view());
}

std::string gzipped(const std::string &text) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(compressBound(static_cast<uLong>(text.size())) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef *>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string zstdCompressed(const std::string &text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
  return out;
}

/// The lowest bytes of a number, little-endian; zeros after the eighth.
std::string little(uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i)
    text += i < 8 ? static_cast<char>(value >> (8 * i)) : '\0';
  return text;
}

/// A zip archive of members that are stored, or deflated.
std::string zipped(const std::vector<std::pair<std::string, std::string>> &members,
                   bool isDeflated = false) {
  std::string out, list;
  for (const auto &[name, content] : members) {
    const auto *bytes = reinterpret_cast<const Bytef *>(content.data());
    const auto checksum = crc32(0, bytes, static_cast<uInt>(content.size()));
    // The raw deflate data of a zlib stream lies between a header of 2 and a checksum of 4 bytes.
    std::string packed(compressBound(static_cast<uLong>(content.size())), '\0');
    auto size = static_cast<uLongf>(packed.size());
    compress(reinterpret_cast<Bytef *>(packed.data()), &size, bytes,
             static_cast<uLong>(content.size()));
    packed = isDeflated ? packed.substr(2, size - 6) : content;
    const std::string facts = little(20, 2) + little(0, 2) + little(isDeflated ? 8 : 0, 2) +
                              little(0, 4) + little(checksum, 4) + little(packed.size(), 4) +
                              little(content.size(), 4) + little(name.size(), 2) + little(0, 2);
    list += little(0x02014b50, 4) + little(20, 2) + facts + little(0, 10) + little(out.size(), 4) +
            name;
    out += little(0x04034b50, 4) + facts + name + packed;
  }
  const size_t place = out.size();
  return out + list + little(0x06054b50, 4) + little(0, 4) + little(members.size(), 2) +
         little(members.size(), 2) + little(list.size(), 4) + little(place, 4) + little(0, 2);
}

std::string varint(uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7)
    bytes += static_cast<char>(value | 0x80);
  return bytes + static_cast<char>(value);
}

/// A length-delimited field of a protobuf message.
std::string field(uint32_t number, const std::string &content) {
  return varint(number << 3 | 2) + varint(content.size()) + content;
}

std::string smallPftrace() {
  return *writePftraceToString(test::randomTrace(7));
}
std::string smallJson() {
  return R"([{"ph":"X","pid":1,"tid":1,"ts":1,"dur":2,"name":"a"}])";
}
std::string smallTriton() {
  test::TritonBlockEmitter block(1, 4);
  block.scopeStart(0, 1, 100);
  block.scopeEnd(0, 1, 200);
  const std::vector<std::byte> bytes = test::makeTritonFile({block});
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

/// A folder with files to open.
class Folder {
public:
  std::filesystem::path add(const char *name, const std::string &content) {
    QFile file(m_folder.filePath(name));
    if (file.open(QIODevice::WriteOnly))
      file.write(content.data(), static_cast<qint64>(content.size()));
    return path(name);
  }
  std::filesystem::path path(const char *name) const {
    return m_folder.filePath(name).toStdString();
  }

private:
  QTemporaryDir m_folder;
};

} // namespace

class TraceFileTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void theContentDecidesNotTheName() {
    Folder folder;
    for (const std::string &content : {smallPftrace(), smallJson(), smallTriton()}) {
      const Result<Trace> trace = readTraceFile(folder.add("misleading.txt", content));
      QVERIFY2(trace.has_value(), trace ? "" : trace.error().toString().c_str());
      QVERIFY(trace->sliceCount() > 0);
    }
    QCOMPARE(formatOf(bytesOf(smallPftrace())), std::string("Perfetto traces (.pftrace)"));
    QCOMPARE(formatOf(bytesOf(smallJson())), std::string("Chrome trace JSON"));
    QCOMPARE(formatOf(bytesOf("\n \xef" + smallJson())), std::string());
    QCOMPARE(formatOf(bytesOf("\n" + smallJson())), std::string("Chrome trace JSON"));
    QCOMPARE(formatOf(bytesOf("\xef\xbb\xbf" + smallJson())), std::string("Chrome trace JSON"));
    QCOMPARE(formatOf(bytesOf(smallTriton())), std::string("Triton Proton captures"));
  }

  void compressedFilesOpenToo() {
    for (const std::string &content : {smallPftrace(), smallJson(), smallTriton()}) {
      const Result<Trace> plain = readTraceBytes(bytesOf(content), "t");
      const Result<Trace> compressed = readTraceBytes(bytesOf(gzipped(content)), "t");
      QVERIFY(plain.has_value() && compressed.has_value());
      QCOMPARE(test::difference(*plain, *compressed), std::string());
    }
  }

  void zstdAndZipFilesOpenToo() {
    for (const std::string &content : {smallPftrace(), smallJson(), smallTriton()}) {
      const Result<Trace> plain = readTraceBytes(bytesOf(content), "t");
      const std::string packed[] = {zstdCompressed(content), zipped({{"t", content}}),
                                    zipped({{"t", content}}, true),
                                    zipped({{"folder/", ""}, {"t", gzipped(content)}})};
      for (const std::string &bytes : packed) {
        const Result<Trace> trace = readTraceBytes(bytesOf(bytes), "t");
        QVERIFY2(trace.has_value(), trace ? "" : trace.error().toString().c_str());
        QCOMPARE(test::difference(*plain, *trace), std::string());
      }
    }
  }

  void theOneTraceInAnArchiveIsFoundAndSeveralAreNamed() {
    const std::string one = zipped({{"notes.txt", "hello"}, {"run.pftrace", smallPftrace()}}, true);
    const Result<Trace> trace = readTraceBytes(bytesOf(one), "t");
    QVERIFY2(trace.has_value(), trace ? "" : trace.error().toString().c_str());
    const std::string several = zipped({{"a.json", smallJson()}, {"b.json", smallJson()}});
    const Result<Trace> none = readTraceBytes(bytesOf(several), "t");
    QCOMPARE(none.error().message,
             std::string("the zip archive has 2 members that can be opened: a.json, b.json"));
    const Result<Trace> other =
        readTraceBytes(bytesOf(zipped({{"a.txt", "x"}, {"b.txt", "y"}})), "t");
    QCOMPARE(other.error().message,
             std::string("no member of the zip archive can be opened: a.txt, b.txt"));
  }

  void anArchiveCutAtAnyByteIsAnErrorAndOtherDamageIsFound() {
    const std::string bytes = zipped({{"run.json", smallJson()}}, true);
    for (size_t size = 4; size < bytes.size(); ++size) {
      const Result<Trace> trace = readTraceBytes(bytesOf(bytes.substr(0, size)), "t");
      QVERIFY2(!trace && !trace.error().message.empty(), std::to_string(size).c_str());
    }
    std::string damaged = zipped({{"run.json", smallJson()}});
    damaged[damaged.find("\"ph\"") + 1] = 'q';
    const Result<Trace> trace = readTraceBytes(bytesOf(damaged), "t");
    QVERIFY(!trace);
    QCOMPARE(trace.error().message, std::string("the member is damaged: its checksum is wrong"));
    QCOMPARE(trace.error().where, std::string("member run.json"));
  }

  void aCutOffZstdFileKeepsWhatPrecedesIt() {
    std::string json = "[";
    for (int i = 0; i < 40'000; ++i) // more than a block of zstd
      json += std::string(i == 0 ? "" : ",") + R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":)" +
              std::to_string(i) + R"(,"dur":1})";
    const std::string compressed = zstdCompressed(json + "]");
    const Result<Trace> trace =
        readTraceBytes(bytesOf(compressed.substr(0, compressed.size() - 10)), "t");
    QVERIFY2(trace.has_value(), trace ? "" : trace.error().toString().c_str());
    QVERIFY(trace->sliceCount() > 1'000 && trace->sliceCount() < 40'000);
    QVERIFY(firstNoteOf(*trace, NoteRole::FileDamage) != nullptr);
  }

  void formatsThatStayOutsideAreNamedWithAWayToConvert() {
    const std::pair<std::string, const char *> kCases[] = {
        {"tr\xfdP\x01", "Tracy"},
        {std::string("\x0d\xf0\xad\x0b\0\0\0\0", 8), "Spall"},
        {"PERFILE2" + std::string(20, '\0'), "perf"},
        {"\x17\x08\x44tracing6", "trace-cmd"},
        {"# tracer: nop\n", "ftrace"},
        {"\x92\x83\xa5"
         "frame",
         "Hatchet"},
        {R"({"$schema":"https://www.speedscope.app/file-format-schema.json","profiles":[]})",
         "Speedscope"},
        {R"({"meta":{"preprocessedProfileVersion":58},"threads":[]})", "Firefox"}};
    for (const auto &[bytes, name] : kCases)
      for (const std::string &content : {bytes, zipped({{"x", bytes}})}) {
        const Result<Trace> trace = readTraceBytes(bytesOf(content), "t");
        QVERIFY(!trace);
        QCOMPARE(trace.error().code, ErrorCode::Unsupported);
        QVERIFY2(trace.error().message.find(name) != std::string::npos,
                 trace.error().message.c_str());
        QVERIFY(!trace.error().hint.empty());
      }
  }

  void aCutOffCompressionKeepsWhatPrecedesIt() {
    const std::string compressed = gzipped(smallPftrace());
    const Result<Trace> trace =
        readTraceBytes(bytesOf(compressed.substr(0, compressed.size() / 2)), "t");
    QVERIFY(trace.has_value());
    QVERIFY(std::ranges::any_of(trace->notes(),
                                [](const Note &note) { return note.code == "pftrace.truncated"; }));
  }

  void theBeginningOfALargeFileIsATraceOfItsOwn() {
    std::string json = "{\"traceEvents\":[";
    for (int i = 0; i < 2000; ++i)
      json += std::string(i == 0 ? "" : ",") + R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":)" +
              std::to_string(i) + R"(,"dur":1})";
    json += "]}";
    Folder folder;
    for (const std::string &content : {json, gzipped(json)}) {
      const std::filesystem::path file = folder.add("large.json", content);
      const Result<Trace> whole = readTraceFile(file);
      const Result<Trace> beginning = readTraceBeginning(file, content.size() / 5);
      QVERIFY(whole.has_value() && beginning.has_value());
      QCOMPARE(whole->sliceCount(), size_t{2000});
      QVERIFY(beginning->sliceCount() > 100 && beginning->sliceCount() < 1000);
      QVERIFY(!readTraceBeginning(file, content.size() / 2).has_value()); // not worth it
    }
  }

  void readingReportsHowFarItIsAndCanBeCancelled() {
    std::string json = "{\"traceEvents\":[";
    while (json.size() < 300'000)
      json += R"({"ph":"i","name":"a","pid":1,"tid":1,"ts":1},)";
    for (const std::string &content : {json, smallPftrace()}) {
      ReadProgress progress;
      QVERIFY(readTraceBytes(bytesOf(content), "t", &progress).has_value());
      QVERIFY(progress.fraction() > ReadProgress::kParsedShare / 2);
      ReadProgress cancelled;
      cancelled.cancel();
      const Result<Trace> trace = readTraceBytes(bytesOf(content), "t", &cancelled);
      QVERIFY(!trace.has_value());
      QCOMPARE(trace.error().code, ErrorCode::Cancelled);
    }
  }

  void aFewBytesThatInflateToManyAreReadOnce() {
    for (const std::string &bytes :
         {gzipped(gzipped(smallJson())), zstdCompressed(gzipped(smallJson())),
          zipped({{"t", zipped({{"t", smallJson()}})}}), gzipped(zipped({{"t", smallJson()}}))}) {
      const Result<Trace> twice = readTraceBytes(bytesOf(bytes), "t");
      QVERIFY(!twice.has_value());
      QCOMPARE(twice.error().message, std::string("the file is compressed twice"));
    }
  }

  void aFileThatExpandsTooFarIsRejected() {
    const std::string zeros(20 << 20, '\0');
    for (const std::string &bytes :
         {gzipped(zeros), zstdCompressed(zeros), zipped({{"t", zeros}}, true)}) {
      const Result<Trace> trace = readTraceBytes(bytesOf(bytes), "t");
      QVERIFY(!trace.has_value());
      QVERIFY2(trace.error().message.find("expands more than 250 times") != std::string::npos,
               trace.error().message.c_str());
    }
  }

  void compressedPacketsThatExpandTooFarEndTheTraceThere() {
    // Each packet may expand far; all of them together may not.
    std::string packets;
    while (packets.size() < (12 << 20))
      packets += std::string("\x0a\x02\x40\x01", 4); // a packet with a timestamp
    Deflater deflater = *Deflater::make(9);
    std::string compressed, file;
    deflater.append(bytesOf(packets), compressed);
    deflater.finish(compressed);
    for (int i = 0; i < 8; ++i) {
      file += field(1, field(50, compressed)); // compressed_packets of a packet
    }
    const Result<Trace> trace = readTraceBytes(bytesOf(file), "t");
    QVERIFY2(trace.has_value(), trace ? "" : trace.error().message.c_str());
    QCOMPARE(test::countNoted(*trace, "pftrace.truncated"), 1u);
  }

  void whatIsNoTraceIsRejectedWithWhatCanBeOpened() {
    Folder folder;
    const struct {
      std::filesystem::path path;
      const char *message;
    } kCases[] = {
        {folder.add("empty", ""), "the file is empty"},
        {folder.add("text", "hello"), "the content is of no known trace format"},
        {folder.add("elf", std::string("\x7f") + "ELF\x02\x01\x01"), "the content is of no known"},
        {folder.add("other.json", R"({"a": 1})"), "the JSON contains no trace events"},
        {folder.path("."), "it is a folder"},
        {folder.path("absent"), "No such file or directory"},
        {"/dev/null", "it is not a regular file"}};
    for (const auto &[path, message] : kCases) {
      const Result<Trace> trace = readTraceFile(path);
      QVERIFY2(!trace.has_value(), path.c_str());
      QVERIFY2(trace.error().message.find(message) != std::string::npos,
               trace.error().toString().c_str());
      QVERIFY2(trace.error().where.find(path.string()) == 0, trace.error().toString().c_str());
    }
    QVERIFY(readTraceFile(folder.path("text")).error().hint.find("Perfetto") != std::string::npos);
  }

  void randomContentOfAnyKindNeverDoesHarm() {
    constexpr uint64_t kSeed = 99;
    std::mt19937_64 random(kSeed);
    const std::string kBeginnings[] = {
        "", "{", "[", "\x0a\x05", "\x1f\x8b\x08", smallTriton().substr(0, 44)};
    for (int i = 0; i < 4000; ++i) {
      std::string bytes = kBeginnings[random() % std::size(kBeginnings)];
      for (uint64_t count = random() % 200; count > 0; --count)
        bytes += static_cast<char>(random());
      const Result<Trace> trace = readTraceBytes(bytesOf(bytes), "noise");
      QVERIFY2(trace ? !traceToText(*trace).empty() : !trace.error().message.empty(),
               qPrintable(QString("seed %1, round %2").arg(kSeed).arg(i)));
    }
  }
};

QTEST_GUILESS_MAIN(TraceFileTest)
#include "trace_file_test.moc"
