// SPDX-License-Identifier: Apache-2.0
// proton-mark-async: a record wherever a queue of asynchronous operations is told something.
#include "collector/passes/auto/passes.h"

#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include "collector/passes/auto/async_keys.h"
#include "collector/passes/auto/async_steps.h"
#include "collector/passes/auto/marked_functions.h"
#include "collector/passes/auto/record_spots.h"
#include "collector/passes/auto/scope_names.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_PROTONMARKASYNC
#include "collector/passes/auto/passes.h.inc"

namespace {

using automode::AsyncPlace;
using automode::AsyncQueue;
using automode::AsyncStep;

/// "wait mbarrier", "cp.async": what a place is called.
std::string whatText(const AsyncPlace &place) {
  const std::string label = place.label.str();
  switch (place.step) {
  case AsyncStep::Issue:
  case AsyncStep::IssueAndCommit:
    return place.queue == AsyncQueue::Mbarrier ? "bulk copy" : label;
  case AsyncStep::Commit:
    return "commit " + label;
  case AsyncStep::Wait:
  case AsyncStep::Synchronize:
    return "wait " + label;
  case AsyncStep::Arrive:
    return "arrive " + label;
  case AsyncStep::Init:
    return "init " + label;
  }
  llvm_unreachable("a step without a name");
}

/// A loop over the slots of a group takes as many rounds as there are, at most: then records need
/// no room for any number, nor a mask that keeps them in their ring.
void boundLoopOver(const AsyncPlace &place) {
  const auto counter = dyn_cast_or_null<BlockArgument>(place.operands.slot);
  auto loop = counter ? dyn_cast<scf::ForOp>(counter.getOwner()->getParentOp()) : scf::ForOp();
  if (!loop || loop.getInductionVar() != counter)
    return;
  const auto group = cast<nvgpu::MBarrierGroupType>(place.operands.barrier.getType());
  loop->setAttr(proton::kMostRoundsAttribute,
                OpBuilder(loop).getI64IntegerAttr(static_cast<int64_t>(group.getNumBarriers())));
}

/// Puts records around the places of one function.
class PlaceWriter {
public:
  PlaceWriter(FunctionOpInterface function, const automode::BarrierNumbers &numbers,
              const automode::KernelLanes &lanes)
      : m_names(function), m_numbers(numbers), m_lanes(lanes) {}

  void write(const AsyncPlace &place, const automode::RecordSpot &spot) {
    const Location location = place.first->getLoc();
    OpBuilder builder(spot.startBlock, spot.start);
    const Site site{
        siteOf(builder.getContext(), place),
        builder.getStringAttr(m_names.at(whatText(place), location, place.last->getLoc())),
        automode::createKey(builder, place),
        automode::createCondition(builder, location, spot, m_lanes)};
    if (!site.site.hasEnd())
      return record(builder, location, proton::Moment::At, site);
    record(builder, location, proton::Moment::Start, site);
    builder.setInsertionPoint(spot.endBlock, spot.end);
    record(builder, place.last->getLoc(), proton::Moment::End, site);
  }

private:
  struct Site {
    proton::AsyncSiteAttr site;
    StringAttr name;
    Value key;
    Value condition;
  };

  proton::AsyncSiteAttr siteOf(MLIRContext *context, const AsyncPlace &place) const {
    uint32_t barrier = 0;
    if (place.queue == AsyncQueue::Mbarrier && place.operands.slot)
      barrier = m_numbers.find(place.operands.barrier).value_or(0);
    return proton::AsyncSiteAttr::get(context, static_cast<proton::AsyncQueue>(place.queue),
                                      static_cast<proton::AsyncStep>(place.step),
                                      std::min<uint32_t>(place.pending, UINT16_MAX), barrier,
                                      place.count);
  }

  static void record(OpBuilder &builder, Location location, proton::Moment moment,
                     const Site &site) {
    builder.create<proton::AsyncOp>(location, moment, site.site, site.name, site.key,
                                    site.condition, /*id=*/IntegerAttr());
  }

  automode::ScopeNames m_names;
  const automode::BarrierNumbers &m_numbers;
  const automode::KernelLanes &m_lanes;
};

class ProtonMarkAsyncPass : public impl::ProtonMarkAsyncBase<ProtonMarkAsyncPass> {
public:
  using ProtonMarkAsyncBase::ProtonMarkAsyncBase;

  void runOnOperation() override {
    std::optional<AmdChip> amd;
    if (!chip.empty() && !(amd = amdChipNamed(StringRef(chip).split(':').first.str()))) {
      getOperation()->emitError("unknown AMD GPU '") << chip << "'";
      return signalPassFailure();
    }
    const automode::Classifiers classifiers(amd);
    const automode::BarrierNumbers numbers(getOperation());
    const automode::KernelLanes lanes(getOperation(), amd);
    std::vector<std::pair<FunctionOpInterface, std::vector<AsyncPlace>>> found;
    llvm::DenseMap<Operation *, automode::KnownCounters> counters; // of modules
    for (FunctionOpInterface function :
         automode::functionsToMark(getOperation(), {*include, *exclude})) {
      found.emplace_back(function, automode::findAsyncPlaces(function, classifiers));
      counters[function->getParentOp()].add(found.back().second);
    }
    for (auto &[function, places] : found) {
      const automode::KnownCounters &known = counters[function->getParentOp()];
      llvm::erase_if(places, [&](const AsyncPlace &place) { return !known.isEncoded(place); });
      mark(function, places, classifiers, numbers, lanes);
    }
  }

private:
  static void mark(FunctionOpInterface function, ArrayRef<AsyncPlace> places,
                   const automode::Classifiers &classifiers,
                   const automode::BarrierNumbers &numbers, const automode::KernelLanes &lanes) {
    std::vector<std::pair<AsyncPlace, automode::RecordSpot>> wanted;
    for (const AsyncPlace &place : places) {
      if (!automode::mayRecordAt(place.first))
        continue;
      if (automode::hasKnownBarrier(place, numbers))
        wanted.emplace_back(place, automode::findRecordSpot(place, lanes, classifiers));
      else if (automode::isCounter(place.queue))
        place.first->emitWarning("mode 'async' does not record this: the counters that this number "
                                 "selects depend on the GPU, which is unknown here");
      else
        place.first->emitWarning(
            "mode 'async' does not record this: its barrier or its phase is unknown here");
    }
    PlaceWriter writer(function, numbers, lanes);
    for (const auto &[place, spot] : wanted) {
      boundLoopOver(place);
      writer.write(place, spot);
    }
  }
};

} // namespace
} // namespace pstudio
