// SPDX-License-Identifier: Apache-2.0
// Tensor maps: what they mean for the driver, and every rule of the driver in the user's terms.
#include <QTest>

#include <functional>

#include "core/run/tensor_map_layout.h"

using namespace pstudio;

namespace {

/// A map that is fine, of every mode and list; tests change one thing of it or of its buffer.
struct Case {
  BufferArgument buffer{DType::F16, {6, 40, 64}, ZerosInit{}};
  TensorMapArgument map{"A", {2, 20, 32}, {4, 30, 64}, {2560, 64, 1}, {1, 2, 1}, {}, {}, {}, {}};
};

struct Bad {
  const char *name;
  void (*change)(Case &);
  const char *where;
  const char *message;
};
const Bad kBad[] = {
    {"rank 6",
     [](Case &c) {
       c.buffer.shape = {1, 1, 1, 1, 1, 64};
       c.map.shape = c.map.strides = c.map.elementStrides = {};
     },
     "buffer", "a tensor map has 1 to 5 dimensions, this tensor 6"},
    {"rank of the box",
     [](Case &c) {
       c.map.box = {20, 32};
     },
     "box", "has 2 numbers, but the tensor f16[4, 30, 64] has 3 dimensions"},
    {"rank of the strides",
     [](Case &c) {
       c.map.strides = {64, 1};
     },
     "strides", "has 2 numbers, but the tensor f16[4, 30, 64] has 3 dimensions"},
    {"rank of the steps", [](Case &c) { c.map.elementStrides = {1}; }, "element_strides",
     "has 1 numbers, but the tensor f16[4, 30, 64] has 3 dimensions"},
    {"interleaved matrix",
     [](Case &c) {
       c.map = {"A", {20, 32}, {30, 64}, {}, {}, {}, {}, {}, {}};
       c.map.interleave = TensorInterleave::Bytes16;
     },
     "interleave", "an interleaved tensor has at least 3 dimensions, this one 2"},
    {"extent", [](Case &c) { c.map.shape[1] = int64_t{1} << 33; }, "shape[1]",
     "extent 8589934592 is outside 1 to 2^32"},
    {"last stride", [](Case &c) { c.map.strides[2] = 2; }, "strides[2]",
     "the elements of the last dimension must be contiguous: stride 1, not 2"},
    {"stride of no unit", [](Case &c) { c.map.strides[1] = 65; }, "strides[1]",
     "the stride of dimension 1 is 130 bytes, not a multiple of 16"},
    {"dense stride of no unit",
     [](Case &c) {
       c.buffer.shape = {8, 12};
       c.map = {"A", {8, 8}, {}, {}, {}, {}, {}, {}, {}};
     },
     "buffer", "the stride of dimension 0 is 24 bytes, not a multiple of 16"},
    {"interleaved stride",
     [](Case &c) {
       c.map.interleave = TensorInterleave::Bytes32;
       c.map.strides[1] = 72;
     },
     "strides[1]", "the stride of dimension 1 is 144 bytes, not a multiple of 32"},
    {"stride of a terabyte", [](Case &c) { c.map.strides[0] = int64_t{1} << 39; }, "strides[0]",
     "the stride of dimension 0 is not above 0 and below 2^40 bytes"},
    {"stride that overflows", [](Case &c) { c.map.strides[0] = INT64_MAX; }, "strides[0]",
     "the stride of dimension 0 is not above 0 and below 2^40 bytes"},
    {"a view beyond the buffer", [](Case &c) { c.map.shape[0] = 7; }, "shape",
     "the tensor f16[7, 30, 64] reaches beyond the end of buffer A, which is f16[6, 40, 64] = "
     "30720 bytes"},
    {"a view far beyond the buffer", [](Case &c) { c.map.shape[0] = int64_t{1} << 32; }, "shape",
     "the tensor f16[4294967296, 30, 64] reaches beyond the end of buffer A, which is f16[6, 40, "
     "64] = 30720 bytes"},
    {"box", [](Case &c) { c.map.box[1] = 257; }, "box[1]", "257 is outside 1 to 256"},
    {"box of nothing", [](Case &c) { c.map.box[0] = 0; }, "box[0]", "0 is outside 1 to 256"},
    {"box that does not fit", [](Case &c) { c.map.box[0] = 5; }, "box[0]",
     "the box does not fit: it has 5 elements in a dimension in which A has 4"},
    {"pieces of the box", [](Case &c) { c.map.box[2] = 12; }, "box[2]",
     "12 elements of f16 are 24 bytes, not a multiple of 16"},
    {"narrow swizzle", [](Case &c) { c.map.swizzle = TensorSwizzle::Bytes32; }, "box[2]",
     "32 elements of f16 are 64 bytes, more than the 32 bytes of the swizzle"},
    {"step", [](Case &c) { c.map.elementStrides[0] = 9; }, "element_strides[0]",
     "9 is outside 1 to 8"},
    {"step in the last dimension", [](Case &c) { c.map.elementStrides[2] = 2; },
     "element_strides[2]", "the hardware cannot step over elements of the last dimension"},
    {"interleave and swizzle",
     [](Case &c) {
       c.map.interleave = TensorInterleave::Bytes32;
       c.map.swizzle = TensorSwizzle::Bytes64;
     },
     "swizzle", "interleave 32B goes with swizzle 32B only"},
    {"nan of integers",
     [](Case &c) {
       c.buffer.dtype = DType::I16;
       c.map.fill = TensorFill::Nan;
     },
     "fill", "nan needs a floating-point buffer, A holds i16"},
};

} // namespace

class TensorMapTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void aMapIsLaidOutInTheDriversOrder() {
    const Case fine;
    const auto layout = layOutTensorMap(fine.map, fine.buffer);
    QVERIFY2(layout, layout ? "" : layout.error().toString().c_str());
    QVERIFY(layout->dtype == DType::F16);
    QVERIFY((layout->extents == std::vector<uint64_t>{64, 30, 4}));
    QVERIFY((layout->strideBytes == std::vector<uint64_t>{128, 5120}));
    QVERIFY((layout->box == std::vector<uint32_t>{32, 20, 2}));
    QVERIFY((layout->elementStrides == std::vector<uint32_t>{1, 2, 1}));
    QVERIFY(layout->fill == TensorFill::Zeros);
  }

  void aMapWithoutShapeIsAllOfItsBuffer() {
    const BufferArgument buffer{DType::F32, {3, 5, 8}, ZerosInit{}};
    const auto layout = layOutTensorMap({"A", {1, 5, 4}, {}, {}, {}, {}, {}, {}, {}}, buffer);
    QVERIFY2(layout, layout ? "" : layout.error().toString().c_str());
    QVERIFY((layout->extents == std::vector<uint64_t>{8, 5, 3}));
    QVERIFY((layout->strideBytes == std::vector<uint64_t>{32, 160}));
    QVERIFY((layout->elementStrides == std::vector<uint32_t>{1, 1, 1}));
  }

  void aLineNeedsNoStride() {
    const BufferArgument buffer{DType::I8, {100}, ZerosInit{}};
    const auto layout = layOutTensorMap({"A", {96}, {}, {}, {}, {}, {}, {}, {}}, buffer);
    QVERIFY2(layout, layout ? "" : layout.error().toString().c_str());
    QVERIFY(layout->strideBytes.empty());
  }

  void aBoxMayBeLargerThanItsTensorWhereTheFillIsSaid() {
    Case large;
    large.map.box[0] = 5;
    large.map.fill = TensorFill::Zeros;
    QVERIFY(layOutTensorMap(large.map, large.buffer));
  }

  void theLastByteOfTheBufferMayBeUsed() {
    Case exact;
    exact.map.shape = {6, 40, 64};
    exact.map.elementStrides.clear();
    QVERIFY(layOutTensorMap(exact.map, exact.buffer));
    exact.buffer.shape = {1, 6 * 40 * 64 - 1};
    QVERIFY(!layOutTensorMap(exact.map, exact.buffer));
  }

  void whatTheDriverWouldRejectIsRejectedAtItsField_data() {
    QTest::addColumn<qsizetype>("index");
    for (const Bad &bad : kBad)
      QTest::newRow(bad.name) << qsizetype(&bad - kBad);
  }
  void whatTheDriverWouldRejectIsRejectedAtItsField() {
    QFETCH(qsizetype, index);
    const Bad *bad = &kBad[index];
    Case changed;
    bad->change(changed);
    const auto layout = layOutTensorMap(changed.map, changed.buffer);
    QVERIFY(!layout);
    QCOMPARE(layout.error().code, ErrorCode::InvalidInput);
    QCOMPARE(QString::fromStdString(layout.error().where), QString(bad->where));
    QCOMPARE(QString::fromStdString(layout.error().message), QString(bad->message));
  }

  void aSpecificationNamesTheArgumentOfABadMap() {
    RunSpec spec;
    spec.buffers.push_back({"A", {DType::F16, {64, 64}, ZerosInit{}}});
    spec.arguments.push_back(
        {"map", TensorMapArgument{"A", {64, 64}, {}, {}, {}, TensorSwizzle::Bytes64, {}, {}, {}}});
    const auto valid = validateTensorMaps(spec);
    QVERIFY(!valid);
    QCOMPARE(valid.error().where, std::string("arguments[0].tensor_map.box[1]"));
    QCOMPARE(valid.error().hint,
             std::string("make the last dimension of the box at most 32, or the swizzle wider"));
    std::get<TensorMapArgument>(spec.arguments[0].value).swizzle = TensorSwizzle::Bytes128;
    QVERIFY(validateTensorMaps(spec));
  }
};

QTEST_APPLESS_MAIN(TensorMapTest)
#include "tensor_map_test.moc"
