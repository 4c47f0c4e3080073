# SPDX-License-Identifier: Apache-2.0
# How the IR tests are run. ctest gives the folders of the build and of LLVM's tools as parameters.
import os

import lit.formats

config.name = "proton-studio-ir"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = lit_config.params["exec_root"]
config.excludes = ["Inputs"]

config.substitutions.append(("%python", lit_config.params["python"]))
config.environment["PATH"] = os.pathsep.join(
    [lit_config.params["program_dir"], lit_config.params["llvm_tools_dir"], os.environ["PATH"]]
)
config.environment["FILECHECK_OPTS"] = "--enable-var-scope --dump-input=fail"
# MLIR is not instrumented: LLVM's arenas that cross over to it would be reported without being wrong, and its command
# line options keep memory until the end of the process.
config.environment["ASAN_OPTIONS"] = "detect_leaks=0:detect_container_overflow=0:allow_user_poisoning=0"
