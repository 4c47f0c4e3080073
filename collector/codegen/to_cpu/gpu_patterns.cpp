// SPDX-License-Identifier: Apache-2.0
// gpu and nvgpu operations as calls of the CPU target's intrinsics.
#include "collector/codegen/to_cpu/gpu_patterns.h"

#include "collector/runtime/cpu/intrinsics.h"
#include "collector/records/cpu/intrinsic_call.h"
#include "collector/codegen/cpu/shared_memory.h"
#include "collector/codegen/global_text.h"
#include "collector/runtime/cpu/cta_thread.h"
#include "mlir/Conversion/GPUCommon/GPUCommonPass.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/IR/Matchers.h"

namespace pstudio::cpu {
namespace {

using mlir::ConversionPatternRewriter;
using mlir::ConvertOpToLLVMPattern;
using mlir::Location;
using mlir::LogicalResult;
using mlir::Type;
using mlir::Value;
using mlir::ValueRange;
namespace LLVM = mlir::LLVM;
namespace gpu = mlir::gpu;
namespace nvgpu = mlir::nvgpu;

constexpr int64_t kLanes = 32;

/// The member mask of gpu.shuffle, which has none: the lanes that execute it together.
constexpr int64_t kActiveLanes = 0;

Value i32Constant(ConversionPatternRewriter &rewriter, Location location, int64_t value) {
  return rewriter.create<LLVM::ConstantOp>(location,
                                           rewriter.getI32IntegerAttr(static_cast<int32_t>(value)));
}

/// An id (never negative, fits 31 bits) as the converted index type.
Value toIndex(ConversionPatternRewriter &rewriter, Location location, Value id, Type indexType) {
  return rewriter.create<LLVM::ZExtOp>(location, indexType, id);
}

/// gpu.thread_id and its siblings with a dimension.
template <class Op> struct DimensionLowering : ConvertOpToLLVMPattern<Op> {
  DimensionLowering(const mlir::LLVMTypeConverter &converter,
                    const std::string_view (&axisNames)[3])
      : ConvertOpToLLVMPattern<Op>(converter), names(axisNames) {}

  LogicalResult matchAndRewrite(Op op, typename Op::Adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    const auto axis = static_cast<unsigned>(op.getDimension());
    auto call = callIntrinsic(rewriter, op.getLoc(), names[axis], rewriter.getI32Type(), {});
    rewriter.replaceOp(op, toIndex(rewriter, op.getLoc(), call.getResult(), this->getIndexType()));
    return mlir::success();
  }

  const std::string_view (&names)[3];
};

/// gpu.lane_id, gpu.subgroup_id.
template <class Op> struct IdLowering : ConvertOpToLLVMPattern<Op> {
  IdLowering(const mlir::LLVMTypeConverter &converter, std::string_view intrinsic)
      : ConvertOpToLLVMPattern<Op>(converter), name(intrinsic) {}

  LogicalResult matchAndRewrite(Op op, typename Op::Adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto call = callIntrinsic(rewriter, op.getLoc(), name, rewriter.getI32Type(), {});
    rewriter.replaceOp(op, toIndex(rewriter, op.getLoc(), call.getResult(), this->getIndexType()));
    return mlir::success();
  }

  std::string_view name;
};

/// gpu.global_id = block id * block size + thread id.
struct GlobalIdLowering : ConvertOpToLLVMPattern<gpu::GlobalIdOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(gpu::GlobalIdOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    const auto axis = static_cast<unsigned>(op.getDimension());
    const Location location = op.getLoc();
    const auto read = [&](std::string_view name) {
      auto call = callIntrinsic(rewriter, location, name, rewriter.getI32Type(), {});
      return toIndex(rewriter, location, call.getResult(), getIndexType());
    };
    Value first = rewriter.create<LLVM::MulOp>(location, read(intrinsics::kBlockId[axis]),
                                               read(intrinsics::kBlockDim[axis]));
    rewriter.replaceOpWithNewOp<LLVM::AddOp>(op, first, read(intrinsics::kThreadId[axis]));
    return mlir::success();
  }
};

/// The extent and the id of a CTA in its cluster: the target has clusters of one CTA only.
template <class Op> struct LoneClusterLowering : ConvertOpToLLVMPattern<Op> {
  LoneClusterLowering(const mlir::LLVMTypeConverter &converter, int64_t number)
      : ConvertOpToLLVMPattern<Op>(converter), value(number) {}

  LogicalResult matchAndRewrite(Op op, typename Op::Adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    const Type index = this->getIndexType();
    rewriter.replaceOpWithNewOp<LLVM::ConstantOp>(op, index, rewriter.getIntegerAttr(index, value));
    return mlir::success();
  }

  int64_t value;
};

struct SubgroupSizeLowering : ConvertOpToLLVMPattern<gpu::SubgroupSizeOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(gpu::SubgroupSizeOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::ConstantOp>(op, getIndexType(),
                                                  rewriter.getIntegerAttr(getIndexType(), kLanes));
    return mlir::success();
  }
};

/// gpu.num_subgroups: the last warp of a CTA may be incomplete.
struct SubgroupCountLowering : ConvertOpToLLVMPattern<gpu::NumSubgroupsOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(gpu::NumSubgroupsOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    const Location location = op.getLoc();
    const Type word = rewriter.getI32Type();
    Value threads = i32Constant(rewriter, location, 1);
    for (const std::string_view name : intrinsics::kBlockDim) {
      const Value extent = callIntrinsic(rewriter, location, name, word, {}).getResult();
      threads = rewriter.create<LLVM::MulOp>(location, threads, extent);
    }
    threads = rewriter.create<LLVM::AddOp>(location, threads,
                                           i32Constant(rewriter, location, kLanes - 1));
    const Value warps =
        rewriter.create<LLVM::UDivOp>(location, threads, i32Constant(rewriter, location, kLanes));
    rewriter.replaceOp(op, toIndex(rewriter, location, warps, getIndexType()));
    return mlir::success();
  }
};

struct BarrierLowering : ConvertOpToLLVMPattern<gpu::BarrierOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(gpu::BarrierOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    callIntrinsic(rewriter, op.getLoc(), intrinsics::kBarrier,
                  LLVM::LLVMVoidType::get(getContext()), {});
    rewriter.eraseOp(op);
    return mlir::success();
  }
};

std::string_view shuffleName(gpu::ShuffleMode mode) {
  switch (mode) {
  case gpu::ShuffleMode::XOR:
    return intrinsics::kShuffleXor;
  case gpu::ShuffleMode::UP:
    return intrinsics::kShuffleUp;
  case gpu::ShuffleMode::DOWN:
    return intrinsics::kShuffleDown;
  case gpu::ShuffleMode::IDX:
    return intrinsics::kShuffleIdx;
  }
  return intrinsics::kShuffleIdx;
}

struct ShuffleLowering : ConvertOpToLLVMPattern<gpu::ShuffleOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(gpu::ShuffleOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    const Type type = adaptor.getValue().getType();
    const unsigned bits = type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 0;
    if (bits != 32 && bits != 64)
      return op.emitOpError() << "of " << op.getValue().getType()
                              << " is not supported on the CPU target: only 32 and 64 bits";
    const Location location = op.getLoc();
    const Type integer = rewriter.getIntegerType(bits);
    Value value = adaptor.getValue();
    if (type != integer)
      value = rewriter.create<LLVM::BitcastOp>(location, integer, value);
    auto [received, valid] = bits == 32 ? exchange(op, adaptor, value, rewriter)
                                        : exchangeWide(op, adaptor, value, rewriter);
    if (type != integer)
      received = rewriter.create<LLVM::BitcastOp>(location, type, received);
    rewriter.replaceOp(op, {received, onlyFirstLanes(op, adaptor, valid, rewriter)});
    return mlir::success();
  }

private:
  /// The operation covers the first `width` lanes only. Other lanes of the warp get no value, in
  /// any segment of the hardware.
  static Value onlyFirstLanes(gpu::ShuffleOp op, OpAdaptor adaptor, Value valid,
                              ConversionPatternRewriter &rewriter) {
    llvm::APInt width;
    if (mlir::matchPattern(op.getWidth(), mlir::m_ConstantInt(&width)) && width == kLanes)
      return valid;
    const Location location = op.getLoc();
    const Value lane =
        callIntrinsic(rewriter, location, intrinsics::kLaneId, rewriter.getI32Type(), {})
            .getResult();
    const Value takesPart =
        rewriter.create<LLVM::ICmpOp>(location, LLVM::ICmpPredicate::ult, lane, adaptor.getWidth());
    return rewriter.create<LLVM::AndOp>(location, valid, takesPart);
  }

  /// Exchanges a value of 32 bits: the received value, and whether it is valid.
  static std::pair<Value, Value> exchange(gpu::ShuffleOp op, OpAdaptor adaptor, Value value,
                                          ConversionPatternRewriter &rewriter) {
    const Location location = op.getLoc();
    const Type pair = LLVM::LLVMStructType::getLiteral(
        rewriter.getContext(), {rewriter.getI32Type(), rewriter.getI1Type()});
    auto call = callIntrinsic(rewriter, location, shuffleName(op.getMode()), pair,
                              {value, adaptor.getOffset(), adaptor.getWidth(),
                               i32Constant(rewriter, location, kActiveLanes)});
    return {rewriter.create<LLVM::ExtractValueOp>(location, call.getResult(), 0),
            rewriter.create<LLVM::ExtractValueOp>(location, call.getResult(), 1)};
  }

  /// Exchanges a value of 64 bits in two halves, as on hardware.
  static std::pair<Value, Value> exchangeWide(gpu::ShuffleOp op, OpAdaptor adaptor, Value value,
                                              ConversionPatternRewriter &rewriter) {
    const Location location = op.getLoc();
    const Type word = rewriter.getI32Type();
    const Type wide = rewriter.getI64Type();
    Value shift = rewriter.create<LLVM::ConstantOp>(location, rewriter.getI64IntegerAttr(32));
    Value upper = rewriter.create<LLVM::LShrOp>(location, value, shift);
    const auto low =
        exchange(op, adaptor, rewriter.create<LLVM::TruncOp>(location, word, value), rewriter);
    const auto high =
        exchange(op, adaptor, rewriter.create<LLVM::TruncOp>(location, word, upper), rewriter);
    Value lowBits = rewriter.create<LLVM::ZExtOp>(location, wide, low.first);
    Value highBits = rewriter.create<LLVM::ShlOp>(
        location, rewriter.create<LLVM::ZExtOp>(location, wide, high.first), shift);
    return {rewriter.create<LLVM::OrOp>(location, lowBits, highBits), low.second};
  }
};

/// gpu.printf: the format as a constant, the values as an array of 8-byte words.
struct PrintfLowering : ConvertOpToLLVMPattern<gpu::PrintfOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(gpu::PrintfOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    const Location location = op.getLoc();
    const Type pointer = LLVM::LLVMPointerType::get(getContext());
    const auto count = static_cast<int64_t>(adaptor.getArgs().size());
    const Value words = wordsOf(rewriter, location, count);
    for (const auto &[index, value] : llvm::enumerate(adaptor.getArgs())) {
      const Value word = toWord(rewriter, location, value);
      if (!word)
        return op.emitOpError() << "of " << value.getType()
                                << " is not supported on the CPU target";
      Value slot =
          rewriter.create<LLVM::GEPOp>(location, pointer, rewriter.getI64Type(), words,
                                       llvm::ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
      rewriter.create<LLVM::StoreOp>(location, word, slot);
    }
    callIntrinsic(rewriter, location, intrinsics::kPrint, LLVM::LLVMVoidType::get(getContext()),
                  {addressOfText(op, op.getFormat(), "printf_format_", rewriter), words,
                   i32Constant(rewriter, location, count)});
    rewriter.eraseOp(op);
    return mlir::success();
  }

private:
  /// Memory of the thread, allocated once for any number of executions of the operation.
  static Value wordsOf(ConversionPatternRewriter &rewriter, Location location, int64_t count) {
    mlir::OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(&rewriter.getInsertionBlock()->getParent()->front());
    const Value size = rewriter.create<LLVM::ConstantOp>(
        location, rewriter.getI64IntegerAttr(std::max<int64_t>(count, 1)));
    return rewriter.create<LLVM::AllocaOp>(
        location, LLVM::LLVMPointerType::get(rewriter.getContext()), rewriter.getI64Type(), size);
  }

  /// The value as C passes variable arguments; null for a type that C cannot pass.
  static Value toWord(ConversionPatternRewriter &rewriter, Location location, Value value) {
    const Type wide = rewriter.getI64Type();
    const Type type = value.getType();
    if (mlir::isa<LLVM::LLVMPointerType>(type))
      return rewriter.create<LLVM::PtrToIntOp>(location, wide, value);
    if (!type.isIntOrFloat() || type.getIntOrFloatBitWidth() > 64)
      return {};
    if (mlir::isa<mlir::FloatType>(type)) {
      if (!type.isF64())
        value = rewriter.create<LLVM::FPExtOp>(location, rewriter.getF64Type(), value);
      return rewriter.create<LLVM::BitcastOp>(location, wide, value);
    }
    if (type == wide)
      return value;
    if (type.isInteger(1))
      return rewriter.create<LLVM::ZExtOp>(location, wide, value);
    return rewriter.create<LLVM::SExtOp>(location, wide, value);
  }
};

/// nvvm.elect.sync of all lanes, which has no intrinsic in LLVM 19.
struct ElectLowering : ConvertOpToLLVMPattern<mlir::NVVM::ElectSyncOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(mlir::NVVM::ElectSyncOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    constexpr int64_t kAllLanes = -1, kPredicateBit = 32;
    const Location location = op.getLoc();
    const auto i64Constant = [&](int64_t value) {
      return rewriter.create<LLVM::ConstantOp>(location, rewriter.getI64IntegerAttr(value));
    };
    const auto operation = static_cast<int64_t>(WarpOperation::Elect);
    Value result =
        callIntrinsic(rewriter, location, intrinsics::kWarpOperation, rewriter.getI64Type(),
                      {i32Constant(rewriter, location, operation),
                       i32Constant(rewriter, location, kAllLanes), i64Constant(0)})
            .getResult();
    Value predicate = rewriter.create<LLVM::LShrOp>(location, result, i64Constant(kPredicateBit));
    rewriter.replaceOpWithNewOp<LLVM::TruncOp>(op, rewriter.getI1Type(), predicate);
    return mlir::success();
  }
};

struct ReturnLowering : ConvertOpToLLVMPattern<gpu::ReturnOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(gpu::ReturnOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::ReturnOp>(op, ValueRange());
    return mlir::success();
  }
};

/// [4 x [8 x f32]]: the array keeps the buffer's shape visible in LLVM IR.
Type arrayOf(mlir::MemRefType type, Type element) {
  Type array = element;
  for (int64_t extent : llvm::reverse(type.getShape()))
    array = LLVM::LLVMArrayType::get(array, static_cast<unsigned>(extent));
  return array;
}

std::string workgroupName(mlir::BlockArgument buffer, size_t index) {
  const auto named = mlir::dyn_cast<mlir::NameLoc>(buffer.getLoc());
  return std::string(kWorkgroupGlobalPrefix) +
         (named ? named.getName().str() : std::to_string(index));
}

/// gpu.func to llvm.func: memref parameters become bare pointers, attributions globals and stack
/// memory.
struct FunctionLowering : ConvertOpToLLVMPattern<gpu::GPUFuncOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(gpu::GPUFuncOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    mlir::TypeConverter::SignatureConversion signature(op.front().getNumArguments());
    const Type type = getTypeConverter()->convertFunctionSignature(
        op.getFunctionType(), /*isVariadic=*/false,
        getTypeConverter()->getOptions().useBarePtrCallConv, signature);
    if (!type)
      return op.emitOpError() << "has a parameter whose type the CPU target does not support";
    auto function = rewriter.create<LLVM::LLVMFuncOp>(op.getLoc(), op.getName(), type);
    {
      mlir::OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(&op.front());
      size_t index = 0;
      for (mlir::BlockArgument buffer : op.getWorkgroupAttributions())
        if (mlir::failed(placeWorkgroup(rewriter, buffer, index++, signature)))
          return mlir::failure();
      for (mlir::BlockArgument buffer : op.getPrivateAttributions())
        placePrivate(rewriter, buffer, signature);
    }
    rewriter.inlineRegionBefore(op.getBody(), function.getBody(), function.end());
    if (mlir::failed(
            rewriter.convertRegionTypes(&function.getBody(), *getTypeConverter(), &signature)))
      return mlir::failure();
    rewriter.eraseOp(op);
    return mlir::success();
  }

  LogicalResult placeWorkgroup(ConversionPatternRewriter &rewriter, mlir::BlockArgument buffer,
                               size_t index,
                               mlir::TypeConverter::SignatureConversion &signature) const {
    const auto type = mlir::cast<mlir::MemRefType>(buffer.getType());
    const Type element = getTypeConverter()->convertType(type.getElementType());
    LLVM::GlobalOp global;
    {
      mlir::OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(
          buffer.getOwner()->getParentOp()->getParentOfType<gpu::GPUModuleOp>().getBody());
      global = rewriter.create<LLVM::GlobalOp>(
          buffer.getLoc(), arrayOf(type, element), /*isConstant=*/false, LLVM::Linkage::Internal,
          workgroupName(buffer, index), mlir::Attribute(), /*alignment=*/0, kSharedAddressSpace);
    }
    Value address = rewriter.create<LLVM::AddressOfOp>(buffer.getLoc(), global);
    signature.remapInput(buffer.getArgNumber(),
                         mlir::MemRefDescriptor::fromStaticShape(
                             rewriter, buffer.getLoc(), *getTypeConverter(), type, address));
    return mlir::success();
  }

  void placePrivate(ConversionPatternRewriter &rewriter, mlir::BlockArgument buffer,
                    mlir::TypeConverter::SignatureConversion &signature) const {
    const auto type = mlir::cast<mlir::MemRefType>(buffer.getType());
    const Type element = getTypeConverter()->convertType(type.getElementType());
    const Type pointer = LLVM::LLVMPointerType::get(getContext());
    Value count = rewriter.create<LLVM::ConstantOp>(buffer.getLoc(), rewriter.getI64IntegerAttr(1));
    Value address =
        rewriter.create<LLVM::AllocaOp>(buffer.getLoc(), pointer, arrayOf(type, element), count);
    signature.remapInput(buffer.getArgNumber(),
                         mlir::MemRefDescriptor::fromStaticShape(
                             rewriter, buffer.getLoc(), *getTypeConverter(), type, address));
  }
};

/// gpu.dynamic_shared_memory: one external array of unknown length.
struct DynamicSharedLowering : ConvertOpToLLVMPattern<gpu::DynamicSharedMemoryOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(gpu::DynamicSharedMemoryOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto module = op->getParentOfType<gpu::GPUModuleOp>();
    auto global = module.lookupSymbol<LLVM::GlobalOp>(kDynamicSharedName);
    if (!global) {
      mlir::OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(module.getBody());
      global = rewriter.create<LLVM::GlobalOp>(
          op.getLoc(), LLVM::LLVMArrayType::get(rewriter.getI8Type(), 0),
          /*isConstant=*/false, LLVM::Linkage::External, kDynamicSharedName, mlir::Attribute(),
          /*alignment=*/0, kSharedAddressSpace);
    }
    // The memref's size is unknown (memref<?xi8>) and never read: only the pointer and offset of
    // the descriptor matter.
    const Type descriptorType = getTypeConverter()->convertType(op.getType());
    auto descriptor = mlir::MemRefDescriptor::undef(rewriter, op.getLoc(), descriptorType);
    Value address = rewriter.create<LLVM::AddressOfOp>(op.getLoc(), global);
    Value zero = createIndexAttrConstant(rewriter, op.getLoc(), getIndexType(), 0);
    Value one = createIndexAttrConstant(rewriter, op.getLoc(), getIndexType(), 1);
    descriptor.setAllocatedPtr(rewriter, op.getLoc(), address);
    descriptor.setAlignedPtr(rewriter, op.getLoc(), address);
    descriptor.setOffset(rewriter, op.getLoc(), zero);
    descriptor.setSize(rewriter, op.getLoc(), 0, zero);
    descriptor.setStride(rewriter, op.getLoc(), 0, one);
    rewriter.replaceOp(op, {descriptor});
    return mlir::success();
  }
};

// --- nvgpu asynchronous copies
// ----------------------------------------------------------------------------------

struct AsyncCopyLowering : ConvertOpToLLVMPattern<nvgpu::DeviceAsyncCopyOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(nvgpu::DeviceAsyncCopyOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (op.getSrcElements())
      return op.emitOpError("with a number of source elements is not supported on the CPU target");
    const Location location = op.getLoc();
    const auto destinationType = mlir::cast<mlir::MemRefType>(op.getDst().getType());
    const auto sourceType = mlir::cast<mlir::MemRefType>(op.getSrc().getType());
    Value destination =
        pointerTo(rewriter, location, destinationType, adaptor.getDst(), adaptor.getDstIndices());
    Value source =
        pointerTo(rewriter, location, sourceType, adaptor.getSrc(), adaptor.getSrcIndices());
    const int64_t bits = op.getDstElements().getSExtValue() * sourceType.getElementTypeBitWidth();
    Value bytes = i32Constant(rewriter, location, bits / 8);
    callIntrinsic(rewriter, location, intrinsics::kAsyncCopy, LLVM::LLVMVoidType::get(getContext()),
                  {destination, source, bytes});
    rewriter.replaceOp(op, i32Constant(rewriter, location, 0));
    return mlir::success();
  }

  Value pointerTo(ConversionPatternRewriter &rewriter, Location location, mlir::MemRefType type,
                  Value descriptor, ValueRange indices) const {
    Value address = getStridedElementPtr(location, type, descriptor, indices, rewriter);
    const auto generic = LLVM::LLVMPointerType::get(getContext());
    if (address.getType() == generic)
      return address;
    return rewriter.create<LLVM::AddrSpaceCastOp>(location, generic, address);
  }
};

struct AsyncGroupLowering : ConvertOpToLLVMPattern<nvgpu::DeviceAsyncCreateGroupOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(nvgpu::DeviceAsyncCreateGroupOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    callIntrinsic(rewriter, op.getLoc(), intrinsics::kAsyncCommit,
                  LLVM::LLVMVoidType::get(getContext()), {});
    rewriter.replaceOp(op, i32Constant(rewriter, op.getLoc(), 0));
    return mlir::success();
  }
};

struct AsyncWaitLowering : ConvertOpToLLVMPattern<nvgpu::DeviceAsyncWaitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult matchAndRewrite(nvgpu::DeviceAsyncWaitOp op, OpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    // Without a number every group must be done.
    Value allowed = i32Constant(rewriter, op.getLoc(), op.getNumGroups().value_or(0));
    callIntrinsic(rewriter, op.getLoc(), intrinsics::kAsyncWait,
                  LLVM::LLVMVoidType::get(getContext()), {allowed});
    rewriter.eraseOp(op);
    return mlir::success();
  }
};

} // namespace

void addGpuTypeConversions(mlir::LLVMTypeConverter &converter) {
  mlir::populateGpuMemorySpaceAttributeConversions(
      converter, [](gpu::AddressSpace space) -> unsigned {
        return space == gpu::AddressSpace::Workgroup ? kSharedAddressSpace : 0;
      });
  // Tokens only order operations that are ordered already; any value stands for one.
  converter.addConversion([](nvgpu::DeviceAsyncTokenType type) -> Type {
    return mlir::IntegerType::get(type.getContext(), 32);
  });
}

void populateGpuToCpuPatterns(mlir::LLVMTypeConverter &converter,
                              mlir::RewritePatternSet &patterns) {
  patterns.add<DimensionLowering<gpu::ThreadIdOp>>(converter, intrinsics::kThreadId);
  patterns.add<DimensionLowering<gpu::BlockIdOp>>(converter, intrinsics::kBlockId);
  patterns.add<DimensionLowering<gpu::BlockDimOp>>(converter, intrinsics::kBlockDim);
  patterns.add<DimensionLowering<gpu::GridDimOp>>(converter, intrinsics::kGridDim);
  patterns.add<DimensionLowering<gpu::ClusterIdOp>>(converter, intrinsics::kBlockId);
  patterns.add<DimensionLowering<gpu::ClusterDimOp>>(converter, intrinsics::kGridDim);
  patterns.add<LoneClusterLowering<gpu::ClusterBlockIdOp>>(converter, 0);
  patterns.add<LoneClusterLowering<gpu::ClusterDimBlocksOp>>(converter, 1);
  patterns.add<IdLowering<gpu::LaneIdOp>>(converter, intrinsics::kLaneId);
  patterns.add<IdLowering<gpu::SubgroupIdOp>>(converter, intrinsics::kWarpId);
  patterns.add<GlobalIdLowering, SubgroupSizeLowering, SubgroupCountLowering, BarrierLowering,
               ShuffleLowering, ElectLowering, PrintfLowering, ReturnLowering, FunctionLowering,
               DynamicSharedLowering, AsyncCopyLowering, AsyncGroupLowering, AsyncWaitLowering>(
      converter);
}

bool hasMeaningOnCpu(mlir::Operation *op) {
  if (mlir::isa<gpu::GPUDialect, nvgpu::NVGPUDialect>(op->getDialect()))
    return mlir::isa<gpu::GPUModuleOp, gpu::ModuleEndOp, gpu::GPUFuncOp, gpu::ReturnOp,
                     gpu::ThreadIdOp, gpu::BlockIdOp, gpu::BlockDimOp, gpu::GridDimOp,
                     gpu::LaneIdOp, gpu::SubgroupIdOp, gpu::NumSubgroupsOp, gpu::GlobalIdOp,
                     gpu::ClusterIdOp, gpu::ClusterDimOp, gpu::ClusterBlockIdOp,
                     gpu::ClusterDimBlocksOp, gpu::SubgroupSizeOp, gpu::BarrierOp, gpu::ShuffleOp,
                     gpu::DynamicSharedMemoryOp, gpu::PrintfOp, nvgpu::DeviceAsyncCopyOp,
                     nvgpu::DeviceAsyncCreateGroupOp, nvgpu::DeviceAsyncWaitOp>(op);
  // These would become calls of a host allocator or of MLIR's own runtime library.
  return !mlir::isa<mlir::memref::AllocOp, mlir::memref::DeallocOp, mlir::memref::ReallocOp,
                    mlir::memref::CopyOp>(op);
}

} // namespace pstudio::cpu
