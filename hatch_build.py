"""Compiles the kernels into a wheel: every module that has a `.pxd` beside it. Knows nothing of what they do.

Adds the manual page and the shells' completions too, made from the sources, where such things are looked for.

`SAPPER_COMPILE=1` makes a failure an error, `0` leaves the wheel pure; otherwise a C compiler is used where there is
one, and without one the wheel is pure and as good. An editable install stays pure unless `SAPPER_COMPILE=1`, since a
compiled module hides later edits of the `.py` beside it.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# After those of this Python or of CFLAGS. No fused multiply-add: probabilities are the same on every processor.
FLAGS = "-O3 -DNDEBUG -fwrapv -g0 -ffp-contract=off"
OPTIONS = ("-3", "-X", "annotation_typing=False")  # the .pxd alone says what is a C type; annotations are for mypy


def kernels(src: Path) -> list[Path]:
    """The modules to compile, relative to `src`."""
    beside = (pxd.with_suffix(".py") for pxd in src.rglob("*.pxd"))
    return sorted(module.relative_to(src) for module in beside if module.exists())


def compiler_found() -> bool:
    """Whether this Python's C compiler and headers are here (not whether they work)."""
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cl")
    return shutil.which(command[0]) is not None and Path(sysconfig.get_path("include"), "Python.h").exists()


def compiled_name(module: Path) -> Path:
    """Where the compiled form of a module lies: beside it."""
    return module.with_name(module.stem + str(sysconfig.get_config_var("EXT_SUFFIX")))


def compile_kernels(src: Path, cache: Path) -> dict[Path, Path]:
    """Compiles the kernels under `src`: where each extension module is now, by its place relative to `src`.

    The result is kept under `cache` by the content of everything that went in, so that an install after a change
    elsewhere costs nothing. Raises OSError or subprocess.CalledProcessError.
    """
    modules = kernels(src)
    wanted = [compiled_name(module) for module in modules]
    inputs = sorted({*modules, *(pxd.relative_to(src) for pxd in src.rglob("*.pxd"))})
    flags = os.environ.get("CFLAGS") or sysconfig.get_config_var("CFLAGS") or ""
    environment = {**os.environ, "CFLAGS": f"{flags} {FLAGS}"}
    tools = (sys.version, sysconfig.get_platform(), importlib.metadata.version("cython"))
    options = (environment.get("CC"), environment["CFLAGS"], environment.get("LDFLAGS"), OPTIONS)
    contents = [(path.as_posix(), (src / path).read_bytes()) for path in inputs]
    digest = hashlib.sha256(repr((tools, options, contents)).encode()).hexdigest()[:16]
    store = cache / digest
    if not all((store / path).exists() for path in wanted):
        with tempfile.TemporaryDirectory() as directory:
            # In a copy, by relative paths: no generated C in the source tree, no path of this machine in the product.
            stage = Path(directory, "src")
            shutil.copytree(src, stage, ignore=shutil.ignore_patterns("__pycache__", "*.c", "*.so", "*.pyd"))
            subprocess.run(
                [sys.executable, "-m", "Cython.Build.Cythonize", "--inplace", *OPTIONS, *map(str, modules)],
                cwd=stage,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=True,
            )
            for path in wanted:
                (store / path).parent.mkdir(parents=True, exist_ok=True)
                arriving = (store / path).with_suffix(f".{os.getpid()}")
                shutil.copyfile(stage / path, arriving)
                arriving.replace(store / path)
    return {path: store / path for path in wanted}


SHARED = {
    "share/man/man1/sapper.1": "from sapper.cli.manual import page; print(page(), end='')",
    "share/bash-completion/completions/sapper": "from sapper.cli import main; main(['completion', 'bash'])",
    "share/zsh/site-functions/_sapper": "from sapper.cli import main; main(['completion', 'zsh'])",
    "share/fish/vendor_completions.d/sapper.fish": "from sapper.cli import main; main(['completion', 'fish'])",
}
"""What is made besides the package: its place below the installation's prefix, and the code that prints it."""


def make_shared(src: Path, into: Path) -> dict[str, str]:
    """Makes what `SHARED` names: its place in the installation, by where it is now. Raises as `subprocess.run` does."""
    made = {}
    for number, (place, code) in enumerate(SHARED.items()):
        # -P and -B: from these sources alone, and nothing is left in them.
        command = [sys.executable, "-PBc", f"import sys; sys.path.insert(0, {str(src)!r}); {code}"]
        environment = {**os.environ, "PYTHONUTF8": "1"}
        done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True)
        file = into / str(number)
        file.write_bytes(done.stdout)
        made[str(file)] = place
    return made


class CompileKernels(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the compiled kernels to a wheel and names its platform."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compiles as asked; `version` is `standard` or `editable`."""
        src = Path(self.root, "src")
        editable = version == "editable"
        if not editable:
            self.made = tempfile.TemporaryDirectory()
            build_data["shared_data"].update(make_shared(src, Path(self.made.name)))
        asked = os.environ.get("SAPPER_COMPILE", "")
        if asked not in ("", "0", "1"):
            raise ValueError(f"SAPPER_COMPILE is {asked!r}; it may be 0, 1 or unset")
        modules = kernels(src)
        if editable:  # what an earlier build left there would hide the sources
            for module in modules:
                (src / compiled_name(module)).unlink(missing_ok=True)
        if not modules or asked == "0" or (asked == "" and (editable or not compiler_found())):
            return
        try:
            compiled = self.compile(src)
        except (OSError, subprocess.CalledProcessError) as error:
            report = getattr(error, "stdout", None) or str(error)
            if asked == "1":
                raise RuntimeError(f"SAPPER_COMPILE=1, and the kernels did not compile:\n{report}") from None
            self.app.display_warning(f"The kernels did not compile; this build is pure Python.\n{report}")
            return
        if editable:
            for target, made in compiled.items():
                shutil.copyfile(made, src / target)
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"].update({str(made): target.as_posix() for target, made in compiled.items()})

    def compile(self, src: Path) -> dict[Path, Path]:
        """Compiles with the checkout's cache, or with one of this build where the checkout cannot be written."""
        cache = Path(self.root, ".cache", "kernels")
        try:
            cache.mkdir(parents=True, exist_ok=True)
            writable = os.access(cache, os.W_OK)
        except OSError:
            writable = False
        if not writable:
            self.scratch = tempfile.TemporaryDirectory()
            cache = Path(self.scratch.name)
        return compile_kernels(src, cache)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Drops what was made for this build alone."""
        for name in ("scratch", "made"):
            if directory := getattr(self, name, None):
                directory.cleanup()
