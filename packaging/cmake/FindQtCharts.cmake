# SPDX-License-Identifier: Apache-2.0
# Finds Qt Charts 6 as Qt6::Charts, where Qt's own configuration cannot: Debian 12's qt6-charts-dev does not depend on
# libqt6opengl6-dev, whose CMake files that configuration asks for although no header of Qt Charts needs them.
find_package(Qt6Charts 6.4 QUIET)
if(NOT TARGET Qt6::Charts)
  get_target_property(qt_includes Qt6::Core INTERFACE_INCLUDE_DIRECTORIES)
  find_path(QtCharts_INCLUDE_DIR NAMES QtCharts/QChart HINTS ${qt_includes})
  get_target_property(qt_core Qt6::Core LOCATION)
  get_filename_component(qt_libraries "${qt_core}" DIRECTORY)
  find_library(QtCharts_LIBRARY NAMES Qt6Charts HINTS "${qt_libraries}")
endif()
include(FindPackageHandleStandardArgs)
if(TARGET Qt6::Charts)
  set(QtCharts_FOUND TRUE)
else()
  find_package_handle_standard_args(QtCharts REQUIRED_VARS QtCharts_LIBRARY QtCharts_INCLUDE_DIR)
  if(QtCharts_FOUND)
    add_library(Qt6::Charts SHARED IMPORTED)
    set_target_properties(Qt6::Charts PROPERTIES
      IMPORTED_LOCATION "${QtCharts_LIBRARY}"
      INTERFACE_INCLUDE_DIRECTORIES "${QtCharts_INCLUDE_DIR};${QtCharts_INCLUDE_DIR}/QtCharts"
      INTERFACE_LINK_LIBRARIES "Qt6::Core;Qt6::Gui;Qt6::Widgets")
  endif()
endif()
mark_as_advanced(QtCharts_INCLUDE_DIR QtCharts_LIBRARY)
