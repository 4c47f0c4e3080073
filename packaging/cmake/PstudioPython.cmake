# Python for the tests. Where the command in the search path is a script of a version manager, which takes longer than most programs
# that the tests start, the interpreter that it selects is used.

find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)
execute_process(COMMAND "${Python3_EXECUTABLE}" -c "import sys; print(sys.executable)"
  OUTPUT_VARIABLE interpreter OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
set(Python3_EXECUTABLE "${interpreter}")
set_target_properties(Python3::Interpreter PROPERTIES IMPORTED_LOCATION "${interpreter}")
