// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/global_text.h"

#include <string>

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/SmallString.h"

namespace pstudio {

namespace LLVM = mlir::LLVM;

mlir::Value addressOfText(mlir::Operation *op, llvm::StringRef text, llvm::StringRef prefix,
                          mlir::ConversionPatternRewriter &rewriter) {
  auto module = op->getParentOfType<mlir::gpu::GPUModuleOp>();
  std::string name;
  for (unsigned number = 0; name.empty() || module.lookupSymbol(name); ++number)
    name = prefix.str() + std::to_string(number);
  llvm::SmallString<64> ended(text);
  ended.push_back('\0');
  LLVM::GlobalOp global;
  {
    mlir::OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(module.getBody());
    const mlir::Type type =
        LLVM::LLVMArrayType::get(rewriter.getI8Type(), static_cast<unsigned>(ended.size()));
    global = rewriter.create<LLVM::GlobalOp>(op->getLoc(), type, /*isConstant=*/true,
                                             LLVM::Linkage::Internal, name,
                                             rewriter.getStringAttr(ended));
  }
  return rewriter.create<LLVM::AddressOfOp>(op->getLoc(), global);
}

} // namespace pstudio
