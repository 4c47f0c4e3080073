// SPDX-License-Identifier: Apache-2.0
// Writes the bodies.
#include "collector/codegen/nvidia/math/built_in_functions.h"

#include <string_view>

#include "collector/codegen/nvidia/math/exp_log.h"
#include "collector/codegen/nvidia/math/hyperbolic.h"
#include "collector/codegen/nvidia/math/ir_arithmetic.h"
#include "collector/codegen/nvidia/math/powers.h"
#include "collector/codegen/nvidia/math/trigonometric.h"
#include "llvm/IR/Module.h"

namespace pstudio::nvidia {
namespace {

using Float = IrArithmetic::Float;

/// A function of one or two numbers in single precision.
struct BuiltIn {
  std::string_view name;
  unsigned parameters;
  Float (*write)(IrArithmetic &m, Float x, Float y);
};

using E = ExpLog<IrArithmetic>;
using H = Hyperbolic<IrArithmetic>;
using P = Powers<IrArithmetic>;
using T = Trigonometric<IrArithmetic>;

/// A member function of one number of one of these classes.
template <class Functions, Float (Functions::*function)(Float)>
Float unary(IrArithmetic &m, Float x, Float) {
  Functions functions(m);
  return (functions.*function)(x);
}

constexpr BuiltIn kBuiltIns[] = {
    {"__nv_expf", 1, unary<E, &E::exp>},
    {"__nv_exp2f", 1, [](IrArithmetic &m, Float x, Float) { return m.ex2(x); }},
    {"__nv_expm1f", 1, unary<E, &E::expm1>},
    {"__nv_logf", 1, unary<E, &E::log>},
    {"__nv_log2f", 1, unary<E, &E::log2>},
    {"__nv_log10f", 1, unary<E, &E::log10>},
    {"__nv_log1pf", 1, unary<E, &E::log1p>},
    {"__nv_tanhf", 1, unary<E, &E::tanh>},
    {"__nv_sinhf", 1, unary<H, &H::sinh>},
    {"__nv_coshf", 1, unary<H, &H::cosh>},
    {"__nv_asinhf", 1, unary<H, &H::asinh>},
    {"__nv_acoshf", 1, unary<H, &H::acosh>},
    {"__nv_atanhf", 1, unary<H, &H::atanh>},
    {"__nv_asinf", 1, unary<T, &T::asin>},
    {"__nv_acosf", 1, unary<T, &T::acos>},
    {"__nv_erff", 1, unary<E, &E::erf>},
    {"__nv_cbrtf", 1, [](IrArithmetic &m, Float x, Float) { return P(m).cbrt(x); }},
    {"__nv_powf", 2, [](IrArithmetic &m, Float x, Float y) { return P(m).pow(x, y); }},
    {"__nv_rsqrtf", 1, [](IrArithmetic &m, Float x, Float) { return m.rsqrt(x); }},
    {"__nv_sinf", 1, unary<T, &T::sin>},
    {"__nv_cosf", 1, unary<T, &T::cos>},
    {"__nv_tanf", 1, unary<T, &T::tan>},
    {"__nv_atanf", 1, unary<T, &T::atan>},
    {"__nv_atan2f", 2, [](IrArithmetic &m, Float y, Float x) { return T(m).atan2(y, x); }},
};

const BuiltIn *builtInNamed(std::string_view name) {
  for (const BuiltIn &builtIn : kBuiltIns)
    if (builtIn.name == name)
      return &builtIn;
  return nullptr;
}

void define(llvm::Function &function, const BuiltIn &builtIn) {
  function.setLinkage(llvm::GlobalValue::InternalLinkage);
  function.setSubprogram(nullptr); // a declaration's description does not fit a definition
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(function.getContext(), "entry", &function));
  IrArithmetic arithmetic(builder);
  const Float x = arithmetic.floatValue(function.getArg(0));
  const Float y = arithmetic.floatValue(function.getArg(builtIn.parameters - 1));
  builder.CreateRet(builtIn.write(arithmetic, x, y).value);
}

} // namespace

bool defineBuiltInFunctions(llvm::Module &module) {
  bool anyDefined = false;
  for (llvm::Function &function : module) {
    if (!function.isDeclaration() || function.use_empty())
      continue;
    const BuiltIn *builtIn = builtInNamed(function.getName());
    if (!builtIn || function.arg_size() != builtIn->parameters ||
        !function.getReturnType()->isFloatTy())
      continue;
    define(function, *builtIn);
    anyDefined = true;
  }
  return anyDefined;
}

} // namespace pstudio::nvidia
