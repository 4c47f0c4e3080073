// SPDX-License-Identifier: Apache-2.0
// The worker protocol: messages survive any way of arriving, and no bytes crash the reader.
#include <QTest>

#include <algorithm>
#include <cstring>
#include <limits>
#include <random>

#include "core/worker/message_stream.h"
#include "core/worker/worker_protocol.h"

using namespace pstudio;

namespace {

using Stream = std::vector<std::byte>;

std::vector<WorkerMessage> oneOfEach() {
  RunRequest file;
  file.specPath = "/a/gemm.json";
  file.output = "/b/out.pftrace";
  file.temporary = "/b/.out.pftrace.tmp";
  RunRequest inlineText;
  inlineText.specText = "{\n\"quoted\": \"text\"}";
  inlineText.folder = "/a";
  inlineText.overrides = {"cpu",        "default:slots=64",      2.5,
                          "/b/count.c", "/b/counts.npy",         "none",
                          1024,         "sm__cycles_elapsed.avg"};
  inlineText.keepCapture = "/b/raw.capture";
  inlineText.passes = "/b/x\xff.passes.json"; // a name that is not UTF-8
  inlineText.sourceRoots = {"/a/src", "/a/\xfe"};
  RunRequest bundled;
  bundled.worker = "ssh lab proton-collect worker";
  bundled.isBundled = true;
  bundled.fileRoot = "/far/job/in";
  bundled.emit = "ptx";
  bundled.hasNoCache = true;
  bundled.silenceLimitSeconds = 60.0;
  std::string bytes("any \0 byte", 10);
  bytes += '\xff';
  ResultMessage result;
  result.trace = "/b/out.pftrace";
  result.slices = uint64_t{1} << 60;
  result.recordsWritten = 12288;
  result.recordsDropped = 3;
  result.checks = {{"C", 1e-7, 1e-4, {}},
                   {"D", std::numeric_limits<double>::infinity(), 0.0, "2 of 64 rows"}};
  return {
      HelloMessage{kWorkerProtocolVersion, "proton-collect 0.1", {kCapabilityFiles}},
      file,
      inlineText,
      bundled,
      FileMessage{7, "u/me/kernel.mlir", uint64_t{1} << 40, 12},
      ChunkMessage{7, uint64_t{1} << 40, bytes},
      ChunkMessage{UINT32_MAX, 0, {}},
      FileEndMessage{7, uint64_t{1} << 63, UINT32_MAX},
      AckMessage{uint64_t{1} << 41},
      HeartbeatMessage{12},
      ListTargetsRequest{},
      TargetsMessage{"lab-3",
                     {{"cuda", "H200", true, "", {"CUPTI 13.0"}}, {"x", "", false, "no", {}}}},
      CancelRequest{},
      StageMessage{"launch"},
      ProgressMessage{0.25},
      LogMessage{"naïve ☃ \"line\"\n"},
      LogMessage{""},
      OutputMessage{"half a line, "},
      OutputMessage{"and its end\n[1, 2]\n"},
      result,
      ErrorMessage{Error{ErrorCode::CompileFailed, "does not parse", "k.mlir:3:4", "look there"},
                   "parse"},
      ErrorMessage{Error{ErrorCode::RunFailed, "time limit", {}, {}}, "launch", "/t/x.pftrace"},
      ErrorMessage{}};
}

Stream streamOf(const std::vector<WorkerMessage> &messages) {
  Stream stream;
  for (const WorkerMessage &message : messages) {
    const Stream frame = encodeMessage(message).value();
    stream.insert(stream.end(), frame.begin(), frame.end());
  }
  return stream;
}

/// A frame that a broken or hostile peer might send.
Stream frame(uint32_t size, uint8_t type, std::string_view payload) {
  Stream bytes(kFrameHeaderBytes + payload.size());
  for (size_t i = 0; i < 4; ++i)
    bytes[i] = static_cast<std::byte>(size >> (8 * i));
  bytes[4] = static_cast<std::byte>(type);
  std::memcpy(bytes.data() + kFrameHeaderBytes, payload.data(), payload.size());
  return bytes;
}

Result<std::optional<WorkerMessage>> readOnly(std::string_view payload, uint8_t type) {
  FrameReader reader;
  reader.append(frame(static_cast<uint32_t>(payload.size()), type, payload));
  return reader.next();
}

} // namespace

class WorkerProtocolTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void everyMessageSurvivesTheTrip() {
    const auto messages = oneOfEach();
    FrameReader reader;
    reader.append(streamOf(messages));
    for (const WorkerMessage &message : messages) {
      const auto read = reader.next();
      QVERIFY2(read, read ? "" : read.error().toString().c_str());
      QVERIFY(read->has_value());
      QVERIFY(**read == message);
    }
    QVERIFY(!reader.next().value().has_value());
    QCOMPARE(reader.pendingBytes(), size_t{0});
  }

  void messagesArriveTheSameInAnyChunks() {
    const unsigned seed = std::random_device{}();
    qInfo("seed %u", seed);
    std::mt19937 random(seed);
    const auto messages = oneOfEach();
    const Stream stream = streamOf(messages);
    for (int round = 0; round < 200; ++round) {
      const size_t largest = 1 + random() % 60;
      FrameReader reader;
      std::vector<WorkerMessage> arrived;
      for (size_t at = 0; at < stream.size();) {
        const size_t size = std::min(stream.size() - at, 1 + random() % largest);
        reader.append(std::span(stream).subspan(at, size));
        at += size;
        while (true) {
          auto read = reader.next();
          QVERIFY(read);
          if (!*read)
            break;
          arrived.push_back(**read);
        }
      }
      QVERIFY(arrived == messages);
    }
  }

  void aCutOffStreamWaitsForMore() {
    const Stream stream = streamOf({LogMessage{"hello"}});
    for (size_t size = 0; size < stream.size(); ++size) {
      FrameReader reader;
      reader.append(std::span(stream).first(size));
      QVERIFY(!reader.next().value().has_value());
      QCOMPARE(reader.pendingBytes(), size);
    }
  }

  void aPieceOfAFileHasItsOwnLimits() {
    QVERIFY(!readOnly("short", 11));
    QVERIFY(!readOnly(std::string(13 + kMaxChunkBytes, 'x'), 11));
    const auto largest = readOnly(std::string(12 + kMaxChunkBytes, 'x'), 11);
    QVERIFY(largest);
    QCOMPARE(std::get<ChunkMessage>(**largest).bytes.size(), kMaxChunkBytes);
  }

  void aHelloIsFoundBehindWhateverALoginShellPrints_data() {
    QTest::addColumn<QByteArray>("banner");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("text") << QByteArray("Welcome to lab-3!\nLast login: today\n");
    QTest::newRow("no frame") << QByteArray("\x05\x00\x00\x00\x01{abcd", 10);
    QTest::newRow("other type") << QByteArray("\x02\x00\x00\x00\x04{}", 7);
    QTest::newRow("half a frame") << QByteArray("\xff\xff\x00\x00\x01{\"program\"", 15);
  }
  void aHelloIsFoundBehindWhateverALoginShellPrints() {
    QFETCH(QByteArray, banner);
    for (const uint32_t version : {kWorkerProtocolVersion, kWorkerProtocolVersion - 1}) {
      const std::vector<WorkerMessage> sent{HelloMessage{version, "worker", {}},
                                            StageMessage{"parse"}};
      const Stream frames = streamOf(sent);
      Stream bytes(frames.size() + size_t(banner.size()));
      std::memcpy(bytes.data(), banner.data(), size_t(banner.size()));
      std::ranges::copy(frames, bytes.begin() + banner.size());
      for (const size_t step : {size_t{1}, size_t{7}, bytes.size()}) {
        MessageStream stream(Banner::Skipped);
        for (size_t at = 0; at < bytes.size(); at += step)
          QVERIFY(stream.append(std::span(bytes).subspan(at, std::min(step, bytes.size() - at))));
        if (banner.startsWith("Welcome"))
          QCOMPARE(stream.banner(), banner.toStdString());
        if (version != kWorkerProtocolVersion) {
          QCOMPARE(stream.next().error().code, ErrorCode::Unsupported);
          continue;
        }
        for (const WorkerMessage &message : sent)
          QVERIFY(**stream.next() == message);
        QVERIFY(!stream.next().value());
      }
    }
  }

  void aStreamWithoutAHelloIsGivenUp() {
    MessageStream stream(Banner::Skipped);
    const Stream text(4096, std::byte{'x'});
    size_t accepted = 0;
    while (stream.append(text))
      QVERIFY(++accepted < 100);
    QVERIFY(accepted * text.size() >= MessageStream::kMaxBannerBytes - text.size());
  }

  void tooLongAFrameIsRejectedBeforeItArrives() {
    FrameReader reader;
    reader.append(frame(kMaxFramePayload + 1, 4, ""));
    const auto read = reader.next();
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::InvalidFormat);
    QCOMPARE(read.error().where, std::string("worker stream byte 0"));
    QVERIFY(!encodeMessage(LogMessage{std::string(kMaxFramePayload, 'x')}));
  }

  void aFailureSticksAndHoldsNoMemory() {
    FrameReader reader;
    reader.append(streamOf({LogMessage{"good"}}));
    reader.append(frame(2, 99, "{}"));
    QVERIFY(reader.next().value().has_value());
    const auto first = reader.next();
    QVERIFY(!first);
    QCOMPARE(first.error().message, std::string("bad message: unknown message type 99"));
    reader.append(streamOf(oneOfEach()));
    const auto second = reader.next();
    QVERIFY(!second);
    QCOMPARE(second.error().message, first.error().message);
    QVERIFY(reader.pendingBytes() < 100);
  }

  void payloadsThatDoNotFitTheirTypeAreRejected() {
    const std::pair<uint8_t, const char *> bad[] = {
        {0, "{}"},
        {1, "{}"},
        {1, "[]"},
        {1, "{\"version\": -1, \"program\": \"\"}"},
        {2, "{\"spec_path\": 1}"},
        {4, "{\"name\": null}"},
        {4, "{\"name\": "},
        {5, "{\"fraction\": 1.5}"},
        {5, "{\"fraction\": null}"},
        {7, "{\"trace\": \"\", \"slices\": 0, \"records_written\": 0, \"records_dropped\": 0, "
            "\"checks\": [1]}"},
        {8, "{\"code\": \"odd\", \"message\": \"\", \"where\": \"\", \"hint\": \"\", \"stage\": "
            "\"\"}"},
        {6, ""}};
    for (const auto &[type, payload] : bad)
      QVERIFY2(!readOnly(payload, type), payload);
  }

  void membersOfALaterVersionAreIgnored() {
    const auto read = readOnly("{\"name\": \"parse\", \"colour\": 3}", 4);
    QVERIFY(read && *read);
    QVERIFY(**read == WorkerMessage(StageMessage{"parse"}));
  }

  void textThatIsNotUtf8IsEscaped() {
    const auto bytes = encodeMessage(LogMessage{"bad \xff byte"});
    QVERIFY(bytes);
    FrameReader reader;
    reader.append(*bytes);
    const auto read = reader.next();
    QVERIFY(read && *read);
    QCOMPARE(std::get<LogMessage>(**read).line, std::string("bad \\xFF byte"));
  }

  void randomAndDamagedBytesNeverCrash() {
    const unsigned seed = std::random_device{}();
    qInfo("seed %u", seed);
    std::mt19937 random(seed);
    const Stream good = streamOf(oneOfEach());
    for (int round = 0; round < 4000; ++round) {
      Stream bytes = good;
      if (round % 2 == 0) {
        for (int i = 0; i < 3; ++i)
          bytes[random() % bytes.size()] = static_cast<std::byte>(random());
      } else {
        bytes.resize(random() % 300);
        for (std::byte &byte : bytes)
          byte = static_cast<std::byte>(random());
      }
      FrameReader reader;
      reader.append(bytes);
      for (auto read = reader.next(); read && *read;)
        read = reader.next();
    }
  }

  void anotherVersionIsRejectedByName() {
    QVERIFY(requireHello(HelloMessage{}));
    const auto other = requireHello(HelloMessage{7, "proton-studio 9"});
    QVERIFY(!other);
    QCOMPARE(other.error().code, ErrorCode::Unsupported);
    QCOMPARE(other.error().message,
             std::string("'proton-studio 9' uses worker protocol version 7, this program version " +
                         std::to_string(kWorkerProtocolVersion)));
    QVERIFY(!requireHello(CancelRequest{}));
  }

  void overridesReplaceValuesOrNameTheirOption() {
    RunSpec spec;
    QVERIFY(applyOverrides(spec, {"cuda:sm_90", "none", 3.0}));
    QCOMPARE(spec.target, std::string("cuda:sm_90"));
    QVERIFY(!spec.mode.enabled);
    QCOMPARE(spec.timeLimitSeconds, 3.0);
    QVERIFY(applyOverrides(spec, {{}, {}, {}, "/b/count.c", "/b/counts.npy"}));
    QCOMPARE(spec.callbacks.file, std::filesystem::path("/b/count.c"));
    QCOMPARE(spec.callbacks.output, std::filesystem::path("/b/counts.npy"));
    RunOverrides seen;
    seen.activity = "kernels,api";
    seen.pcSamples = 64;
    seen.counters = "a.sum,b.avg";
    QVERIFY(applyOverrides(spec, seen));
    QCOMPARE(spec.activity.kinds.toString(), std::string("kernels,api"));
    QCOMPARE(spec.activity.samples.pcPeriod, std::optional<uint32_t>(64));
    QCOMPARE(spec.activity.samples.counters, (std::vector<std::string>{"a.sum", "b.avg"}));
    RunSpec plain;
    QCOMPARE(applyOverrides(plain, {{}, {}, {}, {}, "/b/counts.npy"}).error().where,
             std::string("--callback-output"));
    seen = {};
    seen.activity = "kernel";
    QCOMPARE(applyOverrides(spec, seen).error().where, std::string("--activity"));
    seen.activity.reset();
    seen.pcSamples = 63;
    QCOMPARE(applyOverrides(spec, seen).error().where, std::string("--pc-samples"));
    QVERIFY(applyOverrides(spec, {}));
    QCOMPARE(spec.callbacks.file, std::filesystem::path("/b/count.c"));
    QCOMPARE(spec.target, std::string("cuda:sm_90"));
    QCOMPARE(applyOverrides(spec, {"C PU", {}, {}}).error().where, std::string("--target"));
    QCOMPARE(applyOverrides(spec, {{}, "fast", {}}).error().where, std::string("--mode"));
    QCOMPARE(applyOverrides(spec, {{}, {}, -1.0}).error().where, std::string("--time-limit"));
  }
};

QTEST_GUILESS_MAIN(WorkerProtocolTest)
#include "worker_protocol_test.moc"
