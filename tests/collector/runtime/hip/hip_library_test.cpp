// SPDX-License-Identifier: Apache-2.0
// Finds, opens and describes the HIP runtime of a machine: usable and unusable ones.
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include <unistd.h>

#include "collector/runtime/hip/device_access.h"
#include "collector/runtime/hip/hip_error.h"
#include "tests/collector/fake_hip/fake_hip_library.h"
#include "tests/support/verify_result.h"

using namespace pstudio;
using namespace pstudio::test;
namespace fs = std::filesystem;

namespace {

Environment environmentOf(std::map<std::string, std::string> variables) {
  return [variables = std::move(variables)](const char *name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
  };
}

void makeFile(const fs::path &file) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << "x";
}

bool holds(const std::vector<std::string> &list, const fs::path &file) {
  return std::ranges::find(list, file.string()) != list.end();
}

} // namespace

class HipLibraryTest : public QObject {
  Q_OBJECT

private:
  QTemporaryDir m_folder;
  fs::path folder() const { return m_folder.path().toStdString(); }

private Q_SLOTS:
  void theDevicesOfEveryKnownVersionAreDescribed() {
    for (const FakeHipVariant variant : {FakeHipVariant::Whole, FakeHipVariant::Old}) {
      FakeHip &fake = freshFakeHip(variant);
      fake.devices.push_back(fakeRadeon());
      const auto library = hip::Library::load(pathOf(variant));
      VERIFY_RESULT(library);
      const auto devices = (*library)->devices();
      VERIFY_RESULT(devices);
      QCOMPARE(devices->size(), size_t(2));
      QCOMPARE(devices->at(0).name, std::string("AMD Instinct MI300X"));
      QCOMPARE(devices->at(0).architecture, std::string("gfx942:sramecc+:xnack-"));
      QCOMPARE(devices->at(0).lanesPerWarp, 64u);
      QCOMPARE(devices->at(0).smCount, 304u);
      QCOMPARE(devices->at(0).maxSharedBytesPerCta, uint64_t(65536));
      QCOMPARE(devices->at(1).architecture, std::string("gfx1100"));
      QCOMPARE(devices->at(1).lanesPerWarp, 32u);
      QCOMPARE(offencesOf(fake), std::string());
    }
  }

  void theNewerStructureIsAskedForWhereThereIsOne() {
    FakeHip &fake = freshFakeHip();
    VERIFY_RESULT((*hip::Library::load(pathOf(FakeHipVariant::Whole)))->devices());
    QVERIFY(std::ranges::count(fake.calls, "hipGetDevicePropertiesR0600") == 1);
    QVERIFY(std::ranges::count(fake.calls, "hipGetDeviceProperties") == 0);
  }

  void aStructureOfAnotherLayoutIsNotBelieved() {
    for (const FakeHipVariant variant : {FakeHipVariant::Whole, FakeHipVariant::Old}) {
      freshFakeHip(variant).hasOtherLayout = true;
      const auto devices = (*hip::Library::load(pathOf(variant)))->devices();
      QVERIFY(!devices);
      QVERIFY(devices.error().code == ErrorCode::Unsupported);
      QVERIFY2(hipMessageOf(devices).contains("a structure that is not known here"),
               qPrintable(hipMessageOf(devices)));
    }
  }

  void aDeviceWithoutANameIsCalledByItsArchitecture() {
    freshFakeHip().devices[0].name.clear();
    const auto devices = (*hip::Library::load(pathOf(FakeHipVariant::Whole)))->devices();
    VERIFY_RESULT(devices);
    QCOMPARE(devices->at(0).name, std::string("gfx942"));
  }

  void versionsOutsideOf5To7AreRejectedByName() {
    FakeHip &fake = freshFakeHip();
    fake.version = 40'500'000;
    QVERIFY(hipMessageOf(hip::Library::load(pathOf(FakeHipVariant::Whole)))
                .contains("HIP 4.5 is too old: 5.0 or newer is needed"));
    fake.version = 80'100'000;
    QVERIFY(hipMessageOf(hip::Library::load(pathOf(FakeHipVariant::Whole)))
                .contains("HIP 8.1 is newer than this program"));
    for (const int version : {50'000'000, 50'221'153, 60'443'484, 79'900'000}) {
      fake.version = version;
      VERIFY_RESULT(hip::Library::load(pathOf(FakeHipVariant::Whole)));
    }
  }

  void aLibraryThatLacksAFunctionNamesIt() {
    freshFakeHip(FakeHipVariant::Incomplete);
    const auto library = hip::Library::load(pathOf(FakeHipVariant::Incomplete));
    QVERIFY2(hipMessageOf(library).contains("lacks hipMalloc (HIP 5 or newer has it)"),
             qPrintable(hipMessageOf(library)));
  }

  void withoutALibraryTheMessageSaysWhereItWasLookedForAndHowToNameIt() {
    const auto library = hip::Library::open(environmentOf({{"PSTUDIO_HIP", "/nowhere/hip.so"}}));
    QVERIFY(!library);
    QVERIFY(library.error().code == ErrorCode::Unsupported);
    QCOMPARE(library.error().message,
             std::string("the HIP runtime is not installed (tried /nowhere/hip.so)"));
    QVERIFY(library.error().hint.find("PSTUDIO_HIP may name the file") != std::string::npos);
  }

  void aVariableThatNamesAFolderStandsForAllElse() {
    const auto found = hip::libraryCandidates(environmentOf({{"PSTUDIO_HIP", folder().string()}}));
    QCOMPARE(found.size(), size_t(4));
    QCOMPARE(found.front(), (folder() / "libamdhip64.so.7").string());
  }

  void librariesOfPackagesAndWheelsAreLookedForAfterTheLoadersOwn() {
    const fs::path rocm = folder() / "rocm";
    const fs::path venv = folder() / "venv";
    const fs::path sdk = venv / "lib/python3.12/site-packages/_rocm_sdk_core/lib/libamdhip64.so.7";
    const fs::path torch = venv / "lib/python3.12/site-packages/torch/lib/libamdhip64.so";
    const fs::path local =
        folder() / "home/.local/lib/python3.10/site-packages/torch/lib/libamdhip64.so";
    for (const fs::path &file : {rocm / "lib/libamdhip64.so.6", sdk, torch, local})
      makeFile(file);
    const auto found =
        hip::libraryCandidates(environmentOf({{"ROCM_PATH", rocm.string()},
                                              {"VIRTUAL_ENV", venv.string()},
                                              {"HOME", (folder() / "home").string()}}));
    QCOMPARE(found.front(), std::string("libamdhip64.so.7"));
    for (const fs::path &file : {rocm / "lib/libamdhip64.so.6", sdk, torch, local})
      QVERIFY2(holds(found, file), file.c_str());
    QVERIFY(std::ranges::find(found, sdk.string()) < std::ranges::find(found, torch.string()));
  }

  void withoutTheDriversFileTheRemedyIsTheDriverOrTheContainersOption() {
    const auto problems = hip::accessProblems(environmentOf({}), folder() / "dev");
    QCOMPARE(problems.size(), size_t(1));
    QCOMPARE(problems[0].what, "there is no " + (folder() / "dev/kfd").string());
    QVERIFY(problems[0].remedy.find("--device=/dev/kfd") != std::string::npos);
    QVERIFY(problems[0].remedy.find("amdgpu") != std::string::npos);
  }

  void aWheelsLibraryWithoutADriverIsToldApartFromAnInstallation() {
    const fs::path devices = folder() / "none";
    const fs::path wheel = "/v/lib/python3.12/site-packages/_rocm_sdk_core/lib/libamdhip64.so.7";
    const auto problems = hip::accessProblems(environmentOf({}), devices, wheel);
    QCOMPARE(problems.size(), size_t(2));
    QVERIFY2(problems[1].what.find("Python wheel's (" + wheel.string()) != std::string::npos,
             problems[1].what.c_str());
    QVERIFY(problems[1].remedy.find("amdgpu") != std::string::npos);
    QCOMPARE(hip::accessProblems(environmentOf({}), devices, "/opt/rocm/lib/libamdhip64.so").size(),
             size_t(1));
    makeFile(devices / "kfd");
    makeFile(devices / "dri/renderD128");
    QVERIFY(hip::accessProblems(environmentOf({}), devices, wheel).empty());
  }

  void withoutRightsTheRemedyNamesTheGroups() {
    const fs::path devices = folder() / "noRights";
    makeFile(devices / "kfd");
    fs::permissions(devices / "kfd", fs::perms::none);
    fs::permissions(folder(), fs::perms::all);
    // The superuser may open every file, so the test then runs as an unprivileged user.
    const uid_t user = ::geteuid();
    if (user == 0)
      QCOMPARE(::seteuid(65534), 0);
    const auto problems = hip::accessProblems(environmentOf({}), devices);
    QCOMPARE(::seteuid(user), 0);
    QCOMPARE(problems.size(), size_t(1));
    QVERIFY(problems[0].what.find("there are no rights to") == 0);
    QVERIFY(problems[0].remedy.find("usermod -aG render,video") != std::string::npos);
  }

  void aContainerWithoutRenderNodesIsTold() {
    makeFile(folder() / "noNodes/kfd");
    const auto problems = hip::accessProblems(environmentOf({}), folder() / "noNodes");
    QCOMPARE(problems.size(), size_t(1));
    QVERIFY(problems[0].what.find("/dri/renderD*") != std::string::npos);
  }

  void variablesThatHideDevicesAreNamedWithTheirOrder() {
    const fs::path devices = folder() / "whole";
    makeFile(devices / "kfd");
    makeFile(devices / "dri/renderD128");
    QVERIFY(hip::accessProblems(environmentOf({}), devices).empty());
    const auto one = hip::accessProblems(environmentOf({{"HIP_VISIBLE_DEVICES", "3"}}), devices);
    QCOMPARE(one.size(), size_t(1));
    QCOMPARE(one[0].what, std::string("HIP_VISIBLE_DEVICES=3 may hide all devices"));
    QCOMPARE(one[0].remedy,
             std::string("try without: env -u HIP_VISIBLE_DEVICES proton-collect targets"));
    const auto both = hip::accessProblems(
        environmentOf({{"HIP_VISIBLE_DEVICES", "1"}, {"ROCR_VISIBLE_DEVICES", "1"}}), devices);
    QVERIFY(both[0].what.find("ROCR_VISIBLE_DEVICES=1, HIP_VISIBLE_DEVICES=1") == 0);
    QVERIFY(both[0].what.find("ROCR_VISIBLE_DEVICES chooses first") != std::string::npos);
    const Error error = hip::noDeviceError("HIP shows no GPU", both);
    QVERIFY(error.message.starts_with("HIP shows no GPU: ROCR_VISIBLE_DEVICES=1"));
    QCOMPARE(error.hint, both[0].remedy);
  }

  void noDeviceAndAnErrorOfAnyCallComeWithHipsOwnWords() {
    FakeHip &fake = freshFakeHip();
    const auto library = *hip::Library::load(pathOf(FakeHipVariant::Whole));
    fake.devices.clear();
    QVERIFY2(hipMessageOf(library->devices())
                 .contains("HIP shows no GPU (hipErrorNoDevice (100): no ROCm-capable device"),
             qPrintable(hipMessageOf(library->devices())));
    fake.devices = {fakeMi300()};
    for (const char *call : {"hipGetDeviceCount", "hipDeviceGetName", "hipDeviceGetAttribute",
                             "hipDeviceTotalMem", "hipGetDevicePropertiesR0600"}) {
      fake.failNext = {{call, 1}};
      const auto devices = library->devices();
      QVERIFY2(hipMessageOf(devices).contains("hipErrorInvalidValue (1): invalid argument"),
               qPrintable(hipMessageOf(devices)));
    }
  }

  void theInstalledLibraryAnswersWithDevicesOrWithAClearReason() {
    const auto library = hip::Library::open();
    if (!library)
      QSKIP(library.error().toString().c_str());
    QVERIFY2((*library)->version() == 0 || hip::versionProblem((*library)->version()).empty(),
             (*library)->path().c_str());
    const auto devices = (*library)->devices();
    if (devices)
      QSKIP("this machine has an AMD GPU; the checklist of the guide is for it");
    QVERIFY(devices.error().code == ErrorCode::Unsupported);
    QVERIFY2(hipMessageOf(devices).contains("HIP shows no GPU"), qPrintable(hipMessageOf(devices)));
    QVERIFY(!devices.error().hint.empty());
  }
};

QTEST_GUILESS_MAIN(HipLibraryTest)
#include "hip_library_test.moc"
