# The static archives of MLIR and LLVM, for programs that are carried to machines without either.
#
# Debian's static MLIR targets name the shared LLVM as what they need, which would put LLVM into the program twice. The
# archives are therefore linked as files, all of them: an archive gives a program only the objects that it asks for.

# pstudio_link_static_llvm(<interface target>): MLIR, LLVM and what they need themselves, without a shared library of
# the distribution but the C library's.
function(pstudio_link_static_llvm target)
  # The C interfaces register every dialect there is, and the executor's runtimes bring second copies of symbols.
  set(excluded "MLIRCAPI|MLIRExecutionEngine$|MLIRMlirOptMain")
  set(archives "")
  foreach(library ${MLIR_EXPORTED_TARGETS} ${LLVM_AVAILABLE_LIBS})
    set(archive "${LLVM_LIBRARY_DIR}/lib${library}.a")
    if(EXISTS "${archive}" AND NOT library MATCHES "${excluded}")
      list(APPEND archives "${archive}")
    endif()
  endforeach()
  target_link_libraries(${target} INTERFACE
    -Wl,--start-group ${archives} -Wl,--end-group
    libz.a libzstd.a libtinfo.a dl m)
  target_link_options(${target} INTERFACE -static-libstdc++ -static-libgcc -Wl,--gc-sections -Wl,--as-needed)
endfunction()
