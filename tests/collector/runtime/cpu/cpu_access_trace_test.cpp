// SPDX-License-Identifier: Apache-2.0
// The access trace of the CPU target, compared address by address with independent models of the
// examples; and the results of its analysis.
#include <QtTest>

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "collector/codegen/kernel_module.h"
#include "collector/codegen/to_cpu/compile_kernel.h"
#include "collector/runtime/cpu/access_trace.h"
#include "collector/runtime/cpu/launch.h"
#include "core/analysis/memory/findings.h"
#include "tests/collector/kernel_runner.h"
#include "tests/collector/traced_run.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::memory;

namespace {

constexpr AccessKind kLoad = AccessKind::Load;
constexpr AccessKind kStore = AccessKind::Store;
constexpr AccessSpace kGlobal = AccessSpace::Global;
constexpr AccessSpace kShared = AccessSpace::Shared;

/// One access of a warp for comparison: CTA, warp, kind, space, bytes, addresses by lane.
using Comparable = std::tuple<uint32_t, uint32_t, AccessKind, AccessSpace, uint32_t,
                              std::vector<std::pair<uint32_t, uint64_t>>>;

/// A completed run of an example.
struct Run : test::TracedRun {
  std::vector<Comparable> accesses() const {
    std::vector<Comparable> all;
    for (const WarpRun &run : table.warps())
      for (uint64_t i = run.begin; i < run.end; ++i) {
        const AccessSite &site = table.sites()[table[i].site];
        const LaneAddresses lanes = table.lanesOf(table[i]);
        auto &[cta, warp, kind, space, bytes, addresses] =
            all.emplace_back(run.cta, run.warp, site.kind, site.space, site.bytesPerLane,
                             std::vector<std::pair<uint32_t, uint64_t>>());
        for (uint32_t lane = 0; lane < lanes.count(); ++lane)
          addresses.emplace_back(lanes.lane(lane), lanes.address(lane));
      }
    std::ranges::sort(all);
    return all;
  }
  std::vector<SiteStatistics> sites() const { return siteStatistics(table, map, {}); }
  std::vector<Finding> found() const {
    return findings(table, map, sites(), SectorTouches::count(table, {}, {}));
  }
};

Result<Run> runExample(const std::string &name) {
  PSTUDIO_TRY_ASSIGN(const RunSpec spec, test::exampleSpec(name));
  PSTUDIO_TRY_ASSIGN(test::TracedRun run, test::runTraced(spec));
  return Run{std::move(run)};
}

/// Runs each example once for all functions.
class Runs {
public:
  const Result<Run> &of(const std::string &name) {
    auto run = m_runs.find(name);
    if (run == m_runs.end())
      run = m_runs.emplace(name, runExample(name)).first;
    return run->second;
  }

private:
  std::map<std::string, Result<Run>> m_runs;
};

/// The accesses of each warp according to a model of the kernel.
class Model {
public:
  Model(std::array<uint32_t, 2> grid, uint32_t blockX, uint32_t threads)
      : m_grid(grid), m_blockX(blockX), m_threads(threads) {}

  struct Thread {
    uint64_t ctaX, ctaY, x, y, linear;
  };
  /// One access of all threads at address(thread).
  template <class Address>
  void all(AccessKind kind, AccessSpace space, uint32_t bytes, const Address &address) {
    for (uint32_t cta = 0; cta < m_grid[0] * m_grid[1]; ++cta)
      for (uint32_t warp = 0; warp < m_threads / 32; ++warp) {
        std::vector<std::pair<uint32_t, uint64_t>> lanes;
        for (uint32_t lane = 0; lane < 32; ++lane) {
          const uint64_t thread = warp * 32 + lane;
          lanes.emplace_back(lane, address(Thread{cta % m_grid[0], cta / m_grid[0],
                                                  thread % m_blockX, thread / m_blockX, thread}));
        }
        m_accesses.emplace_back(cta, warp, kind, space, bytes, std::move(lanes));
      }
  }
  std::vector<Comparable> sorted() {
    std::ranges::sort(m_accesses);
    return m_accesses;
  }

private:
  std::array<uint32_t, 2> m_grid;
  uint32_t m_blockX, m_threads;
  std::vector<Comparable> m_accesses;
};

using Thread = Model::Thread;

/// Address of the element at `row`, `column` of a matrix of floats.
uint64_t at(uint64_t base, uint64_t width, uint64_t row, uint64_t column) {
  return base + (row * width + column) * 4;
}

std::vector<Comparable> transposeModel(const std::string &name, const Run &run) {
  Model model({16, 16}, 32, 256);
  const uint64_t x = run.base(0), y = run.base(1);
  const uint64_t pitch = name == "transpose_padded" ? 33 : 32;
  const bool isSwizzled = name == "transpose_swizzled";
  for (uint64_t i = 0; i < 4; ++i) {
    const auto rowOf = [i](const Thread &t) { return t.y + 8 * i; };
    model.all(kLoad, kGlobal, 4, [&](const Thread &t) {
      return at(x, 512, t.ctaY * 32 + rowOf(t), t.ctaX * 32 + t.x);
    });
    if (name == "transpose_naive") {
      model.all(kStore, kGlobal, 4, [&](const Thread &t) {
        return at(y, 512, t.ctaX * 32 + t.x, t.ctaY * 32 + rowOf(t));
      });
      continue;
    }
    const uint64_t tile = run.shared[0].offset;
    model.all(kStore, kShared, 4, [&](const Thread &t) {
      return at(tile, pitch, rowOf(t), isSwizzled ? t.x ^ rowOf(t) : t.x);
    });
    model.all(kLoad, kShared, 4, [&](const Thread &t) {
      return at(tile, pitch, t.x, isSwizzled ? t.x ^ rowOf(t) : rowOf(t));
    });
    model.all(kStore, kGlobal, 4, [&](const Thread &t) {
      return at(y, 512, t.ctaX * 32 + rowOf(t), t.ctaY * 32 + t.x);
    });
  }
  return model.sorted();
}

std::vector<Comparable> stencilModel(const Run &run) {
  Model model({16, 64}, 32, 256);
  const auto access = [&](AccessKind kind, uint64_t base, int64_t down, int64_t right) {
    model.all(kind, kGlobal, 4, [&](const Thread &t) {
      const int64_t row = static_cast<int64_t>(t.ctaY * 8 + t.y) + down;
      const int64_t column = static_cast<int64_t>(t.ctaX * 32 + t.x) + right;
      return at(base, 512, static_cast<uint64_t>(std::clamp<int64_t>(row, 0, 511)),
                static_cast<uint64_t>(std::clamp<int64_t>(column, 0, 511)));
    });
  };
  for (const auto &[down, right] :
       std::vector<std::pair<int64_t, int64_t>>{{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}})
    access(kLoad, run.base(0), down, right);
  access(kStore, run.base(1), 0, 0);
  return model.sorted();
}

std::vector<Comparable> gatherModel(const Run &run) {
  Model model({512, 1}, 256, 256);
  const auto number = [](const Thread &t) { return t.ctaX * 256 + t.x; };
  model.all(kLoad, kGlobal, 4, [&](const Thread &t) { return run.base(1) + number(t) * 4; });
  model.all(kLoad, kGlobal, 4, [&](const Thread &t) {
    return run.base(0) + static_cast<uint64_t>(run.buffers[1].at(number(t))) * 4;
  });
  model.all(kStore, kGlobal, 4, [&](const Thread &t) { return run.base(2) + number(t) * 4; });
  return model.sorted();
}

/// gemm_tiled.mlir, operation by operation.
class GemmModel {
public:
  explicit GemmModel(const Run &run) : m_run(run) {
    for (const cpu::SharedBuffer &shared : run.shared)
      (shared.bytes == 2 * 128 * 20 * 4 ? m_tileA : m_tileB) = shared.offset;
  }

  std::vector<Comparable> accesses() {
    issueCopies(0);
    for (uint64_t step = 0; step < 16; ++step) {
      if (step + 1 < 16)
        issueCopies(step + 1);
      multiply(step % 2);
    }
    for (uint64_t i = 0; i < 8; ++i)
      for (uint64_t c = 0; c < 4; ++c)
        m_model.all(kStore, kGlobal, 16, [&](const Thread &t) {
          return at(m_run.base(2), 512, t.ctaY * 128 + t.linear / 8 + 16 * i,
                    t.ctaX * 128 + t.linear % 8 * 4 + 32 * c);
        });
    return m_model.sorted();
  }

private:
  uint64_t inA(uint64_t stage, uint64_t row, uint64_t column) const {
    return at(m_tileA, 20, stage * 128 + row, column);
  }
  uint64_t inB(uint64_t stage, uint64_t row, uint64_t column) const {
    return at(m_tileB, 128, stage * 16 + row, column);
  }

  void issueCopies(uint64_t step) {
    const uint64_t stage = step % 2, k = step * 16;
    for (uint64_t round = 0; round < 4; ++round) {
      m_model.all(kLoad, kGlobal, 16, [&](const Thread &t) {
        return at(m_run.base(0), 256, t.ctaY * 128 + t.linear / 4 + 32 * round,
                  k + t.linear % 4 * 4);
      });
      m_model.all(kStore, kShared, 16, [&](const Thread &t) {
        return inA(stage, t.linear / 4 + 32 * round, t.linear % 4 * 4);
      });
      m_model.all(kLoad, kGlobal, 16, [&](const Thread &t) {
        return at(m_run.base(1), 512, k + t.linear / 32 + 4 * round,
                  t.ctaX * 128 + t.linear % 32 * 4);
      });
      m_model.all(kStore, kShared, 16, [&](const Thread &t) {
        return inB(stage, t.linear / 32 + 4 * round, t.linear % 32 * 4);
      });
    }
  }

  void multiply(uint64_t stage) {
    for (uint64_t k = 0; k < 16; k += 4) {
      for (uint64_t i = 0; i < 8; ++i)
        m_model.all(kLoad, kShared, 16,
                    [&](const Thread &t) { return inA(stage, t.linear / 8 + 16 * i, k); });
      for (uint64_t j = 0; j < 4; ++j)
        for (uint64_t c = 0; c < 4; ++c)
          m_model.all(kLoad, kShared, 16, [&](const Thread &t) {
            return inB(stage, k + j, t.linear % 8 * 4 + 32 * c);
          });
    }
  }

  const Run &m_run;
  uint64_t m_tileA = 0, m_tileB = 0;
  Model m_model{{4, 4}, 128, 128};
};

std::vector<Comparable> modelOf(const std::string &name, const Run &run) {
  if (name == "stencil")
    return stencilModel(run);
  if (name == "gather")
    return gatherModel(run);
  if (name == "gemm_tiled")
    return GemmModel(run).accesses();
  return transposeModel(name, run);
}

/// The worst bank conflict degree of all accesses to shared memory.
uint32_t worstDegree(const Run &run) {
  uint32_t worst = 0;
  for (const SiteStatistics &site : run.sites())
    worst = std::max(worst, site.worstDegree);
  return worst;
}

} // namespace

class CpuAccessTraceTest : public QObject {
  Q_OBJECT
private Q_SLOTS:
  void everyAccessOfAnExampleIsThatOfItsModel_data() {
    QTest::addColumn<QString>("example");
    for (const char *name : {"transpose_naive", "transpose_padded", "transpose_swizzled", "stencil",
                             "gather", "gemm_tiled"})
      QTest::newRow(name) << name;
  }
  void everyAccessOfAnExampleIsThatOfItsModel() {
    QFETCH(QString, example);
    const auto &run = m_runs.of(example.toStdString());
    VERIFY_RESULT(run);
    const std::vector<Comparable> is = run->accesses(),
                                  should = modelOf(example.toStdString(), *run);
    QCOMPARE(is.size(), should.size());
    QVERIFY(is == should);
  }

  void aNaiveTransposeIsFoundToStoreByColumns() {
    const auto &run = m_runs.of("transpose_naive");
    VERIFY_RESULT(run);
    const std::vector<Finding> found = run->found();
    QCOMPARE(found.size(), size_t{1}); // 4 stores on adjacent lines
    QCOMPARE(found[0].kind, FindingKind::ExcessSectors);
    QVERIFY(found[0].what.starts_with("store Y (test.mlir:"));
    QVERIFY(found[0].what.ends_with(", 4 operations): 32 sectors per access, ideal 4"));
    QCOMPARE(found[0].evidence, std::string("100 % of 8,192 accesses are strided by 2,048 bytes"));
    const SectorTouches touches = SectorTouches::count(run->table, {}, {});
    touches.forSectors(run->base(1), run->base(1) + 512 * 512 * 4 - 1,
                       [](uint64_t, const SectorTouch &sector) { QCOMPARE(sector.touches, 8u); });
  }

  void paddedAndSwizzledTransposesHaveNothingToMend() {
    for (const char *name : {"transpose_padded", "transpose_swizzled"}) {
      const auto &run = m_runs.of(name);
      VERIFY_RESULT(run);
      QVERIFY(run->found().empty());
      QCOMPARE(worstDegree(*run), 1u);
    }
  }

  void theTiledProductHasNoConflictsAsItsSourcePromises() {
    const auto &run = m_runs.of("gemm_tiled");
    VERIFY_RESULT(run);
    const std::vector<SiteStatistics> sites = run->sites();
    for (const SiteStatistics &site : sites) {
      if (site.phases > 0)
        QCOMPARE(site.efficiency(), 1.0);
      QVERIFY(site.outside == 0);
    }
    for (size_t i = 0; i < sites.size(); ++i)
      if (run->table.sites()[i].kind == kLoad && run->table.sites()[i].space == kShared &&
          sites[i].accesses > 0)
        QCOMPARE(sites[i].worstDegree, 1u);
  }

  void aStencilIsFoundMisalignedAndAGatherRandom() {
    const auto &stencil = m_runs.of("stencil");
    VERIFY_RESULT(stencil);
    const std::vector<Finding> found = stencil->found();
    QCOMPARE(found.size(), size_t{1}); // left and right
    QVERIFY(found[0].what.starts_with("load X (test.mlir:"));
    QVERIFY(found[0].what.find(", 2 operations)") != std::string::npos);
    const auto &gather = m_runs.of("gather");
    VERIFY_RESULT(gather);
    const std::vector<Finding> random = gather->found();
    QCOMPARE(random.size(), size_t{1});
    QVERIFY(random[0].evidence.ends_with("are random"));
    QVERIFY(random[0].what.starts_with("load X"));
  }

  void lanesThatTakePartAreThoseThatCome() {
    // Four lanes execute a loop as many times as their lane number, and add to one element each
    // time.
    auto kernel = KernelModule::parse(test::kernelSource("%A: memref<64xi32>", R"(
      %x = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %one = arith.constant 1 : i32
      %isFirst = arith.cmpi ult, %x, %c4 : index
      scf.if %isFirst {
        scf.for %i = %c0 to %x step %c1 {
          %old = memref.atomic_rmw addi %one, %A[%i] : (i32, memref<64xi32>) -> i32
        }
      })"),
                                      "test.mlir");
    VERIFY_RESULT(kernel);
    VERIFY_RESULT(kernel->signature("k"));
    InstrumentOptions options;
    options.mode.enabled = false;
    options.block = {32, 1, 1};
    VERIFY_RESULT(kernel->instrument("k", options));
    auto lowered = cpu::lowerKernel(*kernel, "k");
    VERIFY_RESULT(lowered);
    const auto program = std::move(*lowered).compile({.tracesAccesses = true});
    VERIFY_RESULT(program);
    std::vector<int32_t> values(64);
    cpu::AccessTrace trace;
    cpu::LaunchRequest request;
    request.entry = program->entry();
    request.program = &program->map();
    request.kernel = "k";
    request.block = {32, 1, 1};
    request.arguments = {test::argument("A", values)};
    request.trace = &trace;
    VERIFY_RESULT(cpu::launch(request));
    const auto table = trace.table(request);
    VERIFY_RESULT(table);
    QCOMPARE(values[0], 3);
    QCOMPARE(table->size(), uint64_t{3}); // lanes 1 to 3 execute it 1, 2 and 3 times
    const LaneMask masks[] = {0b1110, 0b1100, 0b1000};
    for (uint64_t i = 0; i < 3; ++i) {
      const Access access = (*table)[i];
      QCOMPARE(table->shapes()[access.shape].mask, masks[i]);
      QCOMPARE(table->firstAddress(access), request.arguments[0].word + i * 4);
      QCOMPARE(table->sites()[access.site].kind, AccessKind::Atomic);
      QCOMPARE(table->sites()[access.site].name, std::string("update A"));
    }
  }

  void aProgramThatWasNotToldToTraceLeavesNothing() {
    const auto kernel = test::compile(test::kernelSource("%A: memref<32xf32>", R"(
      %x = gpu.thread_id x
      %a = memref.load %A[%x] : memref<32xf32>
      memref.store %a, %A[%x] : memref<32xf32>)"));
    VERIFY_RESULT(kernel);
    std::vector<float> values(32);
    cpu::LaunchRequest request =
        test::request(*kernel, {1, 1, 1}, {32, 1, 1}, {test::argument("A", values)});
    cpu::AccessTrace trace;
    request.trace = &trace;
    VERIFY_RESULT(cpu::launch(request));
    const auto table = trace.table(request);
    VERIFY_RESULT(table);
    QCOMPARE(table->size(), uint64_t{0});
  }

private:
  Runs m_runs;
};

QTEST_GUILESS_MAIN(CpuAccessTraceTest)
#include "cpu_access_trace_test.moc"
