// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/tensor_map_parameters.h"

#include <string>

#include "collector/diagnostics/diagnostics.h"
#include "collector/codegen/mlir_dtype.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

using namespace mlir;

namespace pstudio {
namespace {

StringRef byValue() {
  return LLVM::LLVMDialect::getByValAttrName();
}
StringRef alignment() {
  return LLVM::LLVMDialect::getAlignAttrName();
}

static_assert(static_cast<int>(nvgpu::TensorMapSwizzleKind::SWIZZLE_128B) ==
              static_cast<int>(TensorSwizzle::Bytes128));
static_assert(static_cast<int>(nvgpu::TensorMapInterleaveKind::INTERLEAVE_32B) ==
              static_cast<int>(TensorInterleave::Bytes32));

bool isDescriptor(Type type) {
  return isa<nvgpu::TensorMapDescriptorType>(type);
}

} // namespace

Result<bool> isTensorMapParameter(gpu::GPUFuncOp kernel, unsigned index) {
  if (isDescriptor(kernel.getFunctionType().getInput(index)))
    return true;
  const auto type = kernel.getArgAttrOfType<TypeAttr>(index, byValue());
  if (!type)
    return false;
  const uint64_t bytes = DataLayout::closest(kernel).getTypeSize(type.getValue());
  const auto align = kernel.getArgAttrOfType<IntegerAttr>(index, alignment());
  const std::string name = "parameter " + std::to_string(index) + " of kernel " +
                           kernel.getName().str() + " is a structure of " + std::to_string(bytes) +
                           " bytes by value";
  if (bytes != kTensorMapBytes)
    return fail(ErrorCode::Unsupported, name, locationText(kernel.getLoc()),
                "only tensor maps (128 bytes) can be passed by value: pass it in memory");
  if (!align || align.getInt() < static_cast<int64_t>(kTensorMapAlignment))
    return fail(ErrorCode::Unsupported, name + " that is not aligned to 64 bytes",
                locationText(kernel.getLoc()),
                "a tensor map requires it: add align 64 (llvm.align = 64 : i64)");
  return true;
}

std::optional<ExpectedTensorMap> expectedTensorMap(gpu::GPUFuncOp kernel, unsigned index) {
  const auto type =
      dyn_cast<nvgpu::TensorMapDescriptorType>(kernel.getFunctionType().getInput(index));
  const std::optional<DType> dtype =
      type ? dtypeOf(type.getTensor().getElementType()) : std::nullopt;
  if (!dtype)
    return std::nullopt;
  // The enumerators of both types have equal values: none, 32, 64, 128 bytes; none, 16, 32 bytes.
  return ExpectedTensorMap{*dtype, type.getTensor().getShape().vec(),
                           static_cast<TensorSwizzle>(type.getSwizzle()),
                           static_cast<TensorInterleave>(type.getInterleave())};
}

void passDescriptorsByValue(gpu::GPUFuncOp kernel) {
  MLIRContext *context = kernel.getContext();
  OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
  SmallVector<Type> inputs(kernel.getFunctionType().getInputs());
  for (const auto &[index, input] : llvm::enumerate(inputs)) {
    if (!isDescriptor(input))
      continue;
    const Type descriptor = input;
    input = LLVM::LLVMPointerType::get(context);
    BlockArgument argument = kernel.getArgument(index);
    argument.setType(input);
    auto cast = builder.create<UnrealizedConversionCastOp>(argument.getLoc(), descriptor, argument);
    argument.replaceAllUsesExcept(cast.getResult(0), cast);
    const auto number = static_cast<unsigned>(index);
    kernel.setArgAttr(
        number, byValue(),
        TypeAttr::get(LLVM::LLVMArrayType::get(builder.getI8Type(), kTensorMapBytes)));
    kernel.setArgAttr(number, alignment(), builder.getI64IntegerAttr(kTensorMapAlignment));
  }
  kernel.setFunctionType(builder.getFunctionType(inputs, kernel.getFunctionType().getResults()));
}

SmallVector<ByValueParameter> byValueParameters(gpu::GPUFuncOp kernel) {
  SmallVector<ByValueParameter> parameters;
  for (unsigned i = 0; i < kernel.getFunctionType().getNumInputs(); ++i)
    if (const auto type = kernel.getArgAttrOfType<TypeAttr>(i, byValue()))
      parameters.push_back({i, type.getValue(), kernel.getArgAttr(i, alignment())});
  return parameters;
}

void restoreByValue(LLVM::LLVMFuncOp kernel, ArrayRef<ByValueParameter> parameters) {
  for (const ByValueParameter &parameter : parameters) {
    kernel.setArgAttr(parameter.index, byValue(), TypeAttr::get(parameter.type));
    if (parameter.alignment)
      kernel.setArgAttr(parameter.index, alignment(), parameter.alignment);
    kernel.setArgAttr(parameter.index, NVVM::NVVMDialect::getGridConstantAttrName(),
                      UnitAttr::get(kernel.getContext()));
  }
}

} // namespace pstudio
