"""Compiles a module of LLVM to machine code, and loads it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from ctypes import CFUNCTYPE, c_int64
from functools import cache
from typing import Any

from thesmos.cache import Cache, user_folder
from thesmos.diagnostics import UsageError

OPTIMIZE = 2  # the optimisation level, as in -O2
# The limit for inlining a function, in LLVM's measure. LLVM's default of 225 makes random play no
# faster, but compilation a third slower.
INLINED = 50
# A module with more lines would take more than 1.5 s that way. Instead, each function goes once
# through the passes of a lower level. This takes less than half the time, for code that is nearly
# as fast.
LARGE = 12_500
OPTIMIZE_LARGE = 1
# In a module with even more lines, all functions get only the few most effective passes.
HUGE = 48_000
FEW_PASSES = "sroa", "simplify_cfg", "instruction_combine", "simplify_cfg"
# The processors for which object files are made: LLVM's names, and how triples begin.
LINKED = {"x86-64": "x86_64", "aarch64": "aarch64", "riscv64": "riscv64"}
MOST_KEPT = 256 << 20  # bytes of machine code that are kept


@cache
def llvm() -> Any:
    """Return llvmlite's binding, ready for this processor. Raises UsageError if not installed."""
    try:
        from llvmlite import binding
    except ImportError:
        raise UsageError(
            "machine code needs llvmlite, which is not installed",
            'install it with `pip install "thesmos[native]"`, or play with --backend python',
        ) from None
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding


def _machine(level: int = OPTIMIZE) -> Any:
    """Return a target machine for this processor."""
    binding = llvm()
    return binding.Target.from_default_triple().create_target_machine(
        opt=level,
        cpu=binding.get_host_cpu_name(),
        features=binding.get_host_cpu_features().flatten(),
        jit=True,
    )


def object_file(text: str, triple: str | None) -> bytes:
    """Return a module as an object file to be linked, for any processor of a kind of machine.

    triple: the kind, as LLVM names it; None for this machine. Raises UsageError if it is unknown.
    """
    binding = llvm()
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    wanted = binding.get_default_triple() if triple is None else triple
    target = None
    with suppress(RuntimeError):  # LLVM knows no such kind
        target = binding.Target.from_triple(wanted)
    if target is None or target.name not in LINKED:
        raise UsageError(
            f"no object file can be made for `{wanted}`",
            "write --triple as compilers do, such as aarch64-linux-gnu; it begins with one of "
            + ", ".join(LINKED.values()),
        )
    return _compiled(text, lambda level: target.create_target_machine(opt=level, reloc="pic"))


def object_code(text: str) -> bytes:
    """Return a module as machine code for this processor, compiled now or kept from earlier."""
    binding = llvm()
    about = (
        (OPTIMIZE, INLINED, LARGE, OPTIMIZE_LARGE, HUGE, FEW_PASSES),
        binding.llvm_version_info,
        binding.get_process_triple(),
        binding.get_host_cpu_name(),
        binding.get_host_cpu_features().flatten(),
    )
    cache, key = Cache("native", MOST_KEPT, user_folder()), f"{about}\n{text}".encode()
    found = cache.get(key)
    if found is None:
        found = _compiled(text, _machine)
        cache.put(key, found)
    return found


def _compiled(text: str, machine_for: Callable[[int], Any]) -> bytes:
    """Compile a module. machine_for: returns the target machine for a level of optimisation."""
    binding, lines = llvm(), text.count("\n")
    level = OPTIMIZE_LARGE if lines > LARGE else OPTIMIZE
    machine = machine_for(level)
    module = binding.parse_assembly(text)
    module.verify()
    options = binding.create_pipeline_tuning_options(level)
    options.loop_vectorization = options.slp_vectorization = False
    options.inlining_threshold = INLINED
    builder = binding.create_pass_builder(machine, options)
    if lines > LARGE:
        _improve_each(module, builder, lines)
    else:
        builder.getModulePassManager().run(module, builder)
    machine_code: bytes = machine.emit_object(module)
    return machine_code


def _improve_each(module: Any, builder: Any, lines: int) -> None:
    """Run passes over each function, once. lines: of the module."""
    passes = builder.getFunctionPassManager()
    if lines > HUGE:
        passes = llvm().create_new_function_pass_manager()
        for name in FEW_PASSES:
            getattr(passes, f"add_{name}_pass")()
    for function in module.functions:
        if not function.is_declaration:
            passes.run(function, builder)


class LoadedCode:
    """Machine code in memory, for as long as this object exists."""

    def __init__(self, code: bytes) -> None:
        binding = llvm()
        self._engine = binding.create_mcjit_compiler(binding.parse_assembly(""), _machine())
        self._engine.add_object_file(binding.object_file.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        self._functions: dict[str, Callable[..., int]] = {}

    def function(self, name: str, takes: int) -> Callable[..., int]:
        """Return a function, which lives no longer than this object and runs without Python's lock.

        takes: how many numbers it takes; an address is one, too.
        """
        if name not in self._functions:
            kinds = [c_int64] * takes
            self._functions[name] = CFUNCTYPE(c_int64, *kinds)(self.address(name))
        return self._functions[name]

    def address(self, name: str) -> int:
        """Return the address of a function; 0 if there is none of this name."""
        found: int = self._engine.get_function_address(name)
        return found

    def variable(self, name: str) -> int:
        """Return the address of a variable, which there is."""
        address: int = self._engine.get_global_value_address(name)
        return address
