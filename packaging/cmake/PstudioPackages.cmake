# Debian packages by CPack, from the installed components: proton-studio and proton-studio-collector. packaging/make-deb.sh
# calls it.

set(PSTUDIO_MAINTAINER "Proton Studio maintainers <proton-studio@lists.invalid>" CACHE STRING
    "Name and mail address in the field Maintainer of the packages")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME proton-studio)
set(CPACK_PACKAGE_VENDOR "Proton Studio")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "instrumenting profiler for GPU kernels")
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGE_CONTACT "${PSTUDIO_MAINTAINER}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_OUTPUT_FILE_PREFIX "${CMAKE_BINARY_DIR}/packages")
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL collector studio)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
    WORLD_EXECUTE)
set(CPACK_PRE_BUILD_SCRIPTS "${CMAKE_SOURCE_DIR}/packaging/debian/prepare.cmake")

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_THREADS 2)  # not the number of cores, on which the bytes may depend
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_COLLECTOR_PACKAGE_NAME proton-studio-collector)
set(CPACK_COMPONENT_COLLECTOR_DESCRIPTION "proton-collect compiles GPU kernels with instrumentation, runs them on NVIDIA
GPUs, AMD GPUs or a built-in CPU target, and records a timeline of every warp.
It also records kernels of unchanged programs with Triton or torch.compile.
A GPU needs its driver only.")
set(CPACK_DEBIAN_COLLECTOR_PACKAGE_RECOMMENDS python3)
set(CPACK_DEBIAN_COLLECTOR_PACKAGE_SUGGESTS "lld-19, clang-19")

set(CPACK_DEBIAN_STUDIO_PACKAGE_NAME proton-studio)
set(CPACK_COMPONENT_STUDIO_DESCRIPTION "proton-studio shows the inside of GPU kernels: a timeline of every warp with
its scopes, its asynchronous copies and its waits, which copies were hidden
behind other work, and where the kernel accesses memory.

It opens Perfetto traces, Chrome traces and captures, and runs kernels with
the collector. The package contains the guide and the examples.")
# Not linked: Qt's platform plug-ins and the fonts of the window.
set(CPACK_DEBIAN_STUDIO_PACKAGE_DEPENDS
    "proton-studio-collector (= ${PROJECT_VERSION}), qt6-qpa-plugins, fonts-inter, fonts-jetbrains-mono")
# The latter two make double clicks on files find the program.
set(CPACK_DEBIAN_STUDIO_PACKAGE_RECOMMENDS "qt6-wayland, xdg-utils, desktop-file-utils, shared-mime-info")

include(CPack)
