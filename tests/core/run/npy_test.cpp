// SPDX-License-Identifier: Apache-2.0
// .npy files: what NumPy writes is read, everything else is rejected and nothing crashes.
#include <QTemporaryDir>
#include <QTest>

#include <cstring>
#include <fstream>
#include <random>

#include "core/run/npy.h"

using namespace pstudio;
namespace fs = std::filesystem;

namespace {

using FileBytes = std::vector<std::byte>;

FileBytes bytesOf(std::string_view text) {
  FileBytes bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

/// A file with this header dictionary and `dataBytes` zero bytes.
FileBytes fileWith(std::string header, size_t dataBytes, char major = 1) {
  std::string text = "\x93NUMPY";
  text +=
      {major, '\0', static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)};
  if (major == 2)
    text += {'\0', '\0'};
  return bytesOf(text + header + std::string(dataBytes, '\0'));
}

HostBuffer iota(DType dtype, std::vector<int64_t> shape) {
  return makeHostBuffer(BufferArgument{dtype, std::move(shape), IotaInit{}}).value();
}

} // namespace

class NpyTest : public QObject {
  Q_OBJECT

private Q_SLOTS:
  void arraysSurviveARoundTrip() {
    for (DType dtype :
         {DType::F16, DType::F32, DType::F64, DType::I8, DType::I16, DType::I32, DType::I64})
      for (const std::vector<int64_t> &shape :
           {std::vector<int64_t>{}, {5}, {2, 3}, {2, 1, 4}, {0, 3}}) {
        const HostBuffer buffer = iota(dtype, shape);
        const auto file = encodeNpy(buffer);
        QVERIFY(file);
        QCOMPARE((file->size() - buffer.bytes().size()) % 64, size_t{0});
        const auto again = decodeNpy(*file);
        QVERIFY2(again, again ? "" : again.error().toString().c_str());
        QCOMPARE(again->dtype(), dtype);
        QVERIFY(std::ranges::equal(again->shape(), shape));
        QVERIFY(std::ranges::equal(again->bytes(), buffer.bytes()));
      }
  }

  void aHeaderAsNumPyWritesItIsRead() {
    // np.lib.format.write_array of np.zeros((3, 4), '<f4'), versions 1 and 2.
    const std::string header =
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }      \n";
    for (char version : {1, 2}) {
      const auto buffer = decodeNpy(fileWith(header, 48, version));
      QVERIFY2(buffer, buffer ? "" : buffer.error().toString().c_str());
      QCOMPARE(describeShape(buffer->dtype(), buffer->shape()), std::string("f32[3, 4]"));
    }
    // One dimension, without the last comma, and Fortran order where it makes no difference.
    QVERIFY(decodeNpy(fileWith("{\"descr\":'|i1','fortran_order':True,'shape':(7,)}", 7)));
  }

  void whatCannotBeReadIsRejectedByName_data() {
    QTest::addColumn<QString>("header");
    QTest::addColumn<QString>("message");
    const auto row = [](const char *name, const char *header, const char *message) {
      QTest::newRow(name) << QString(header) << QString(message);
    };
    row("fortran", "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 2), }",
        "the array is in Fortran (column-major) order");
    row("big-endian", "{'descr': '>f4', 'fortran_order': False, 'shape': (2, 2), }",
        "big-endian element type '>f4'");
    row("object", "{'descr': '|O', 'fortran_order': False, 'shape': (2, 2), }",
        "arrays of Python objects cannot be read");
    row("structured", "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (4,), }",
        "structured arrays cannot be read");
    row("unsigned", "{'descr': '<u4', 'fortran_order': False, 'shape': (4,), }",
        "element type '<u4' cannot be read");
    row("bool", "{'descr': '|b1', 'fortran_order': False, 'shape': (16,), }",
        "element type '|b1' cannot be read");
    row("short", "{'descr': '<f4', 'fortran_order': False, 'shape': (5,), }",
        "f32[5] needs 20 bytes of data, the file has 16");
    row("long", "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }",
        "f32[3] needs 12 bytes of data, the file has 16");
    row("enormous", "{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904, 4), }",
        "f32[4611686018427387904, 4] is larger than 16 GiB");
    row("overflowing extent",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,), }",
        "not a .npy header: an extent is too large");
    row("negative", "{'descr': '<f4', 'fortran_order': False, 'shape': (-4,), }",
        "not a .npy header: expected an extent");
    row("no shape", "{'descr': '<f4', 'fortran_order': False}",
        "not a .npy header: needs the keys 'descr', 'fortran_order' and 'shape'");
    row("twice", "{'descr': '<f4', 'descr': '<f8'}",
        "not a .npy header: unexpected or repeated key 'descr'");
    row("trailing", "{'descr': '<f4', 'fortran_order': False, 'shape': (4,)} x",
        "not a .npy header: text after the dictionary");
    row("unended", "{'descr': '<f4", "not a .npy header: a string does not end");
    row("empty", "", "not a .npy header: expected '{'");
  }
  void whatCannotBeReadIsRejectedByName() {
    QFETCH(QString, header);
    QFETCH(QString, message);
    const auto buffer = decodeNpy(fileWith(header.toStdString(), 16));
    QVERIFY(!buffer);
    QCOMPARE(QString::fromStdString(buffer.error().message), message);
  }

  void otherFilesAreNotNpy() {
    QCOMPARE(decodeNpy(bytesOf("PK\3\4 something")).error().code, ErrorCode::InvalidFormat);
    QCOMPARE(decodeNpy(fileWith("{}", 0, 3)).error().code, ErrorCode::Unsupported);
    QVERIFY(!decodeNpy({}));
  }

  void bfloatHasNoNpyType() {
    QCOMPARE(encodeNpy(iota(DType::BF16, {4})).error().code, ErrorCode::Unsupported);
  }

  void aCutOffFileIsRejectedAtEveryLength() {
    const FileBytes file = encodeNpy(iota(DType::I32, {3, 3})).value();
    for (size_t size = 0; size < file.size(); ++size)
      QVERIFY(!decodeNpy(std::span(file).first(size)));
  }

  void damagedFilesNeverCrash() {
    const unsigned seed = std::random_device{}();
    qInfo("seed %u", seed);
    std::mt19937 random(seed);
    const FileBytes good = encodeNpy(iota(DType::I32, {3, 3})).value();
    for (int round = 0; round < 20000; ++round) {
      FileBytes file = good;
      for (int i = 0; i < 2; ++i)
        file[random() % file.size()] = static_cast<std::byte>(random());
      if (const auto buffer = decodeNpy(file))
        QCOMPARE(buffer->bytes().size(), buffer->elementCount() * dtypeSize(buffer->dtype()).value);
      FileBytes noise(random() % 200);
      for (std::byte &byte : noise)
        byte = static_cast<std::byte>(random());
      QVERIFY(!decodeNpy(noise));
    }
  }

  void aBufferTakesItsValuesFromAFile() {
    QTemporaryDir folder;
    const fs::path file = fs::path(folder.path().toStdString()) / "data.npy";
    QVERIFY(writeNpy(iota(DType::F32, {2, 3}), file));
    const auto buffer = makeHostBuffer(BufferArgument{DType::F32, {2, 3}, FileInit{file}});
    QVERIFY(buffer);
    QCOMPARE(buffer->at(5), 5.0);
    const auto rounded = makeHostBuffer(BufferArgument{DType::BF16, {2, 3}, FileInit{file}});
    QVERIFY(rounded);
    QCOMPARE(rounded->dtype(), DType::BF16);
    QCOMPARE(rounded->at(5), 5.0);
    const auto wrongShape = makeHostBuffer(BufferArgument{DType::F32, {3, 2}, FileInit{file}});
    QVERIFY(!wrongShape);
    QCOMPARE(wrongShape.error().message,
             std::string("the file contains f32[2, 3], the specification requires f32[3, 2]"));
    QCOMPARE(wrongShape.error().where, file.string());
    const auto wrongType = makeHostBuffer(BufferArgument{DType::I32, {2, 3}, FileInit{file}});
    QVERIFY(!wrongType);
    std::ofstream(file) << "no";
    const auto damaged = makeHostBuffer(BufferArgument{DType::F32, {2, 3}, FileInit{file}});
    QVERIFY(!damaged);
    QVERIFY(damaged.error().where.starts_with(file.string() + ": byte"));
    fs::remove(file);
    QCOMPARE(makeHostBuffer(BufferArgument{DType::F32, {2, 3}, FileInit{file}}).error().message,
             std::string("cannot read the file: No such file or directory"));
    QCOMPARE(writeNpy(iota(DType::F32, {1}), fs::path(folder.path().toStdString()) / "no" / "x.npy")
                 .error()
                 .code,
             ErrorCode::Io);
  }
};

QTEST_GUILESS_MAIN(NpyTest)
#include "npy_test.moc"
