"""What a stranger installs, elsewhere, without extras, the sources out of reach.

That is the pure wheel, the compiled one, and what pip makes of the source archive where no compiler works.
"""

import json
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src" / "sapper"
KERNELS = sorted(pxd.relative_to(SRC.parent).with_suffix("") for pxd in SRC.rglob("*.pxd"))

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("wheel"),
    pytest.mark.skipif(not (ROOT / "hatch_build.py").exists(), reason="not a source tree"),
    pytest.mark.skipif(not find_spec("pip"), reason="this environment has no pip"),
    pytest.mark.skipif(not find_spec("hatchling") or not find_spec("Cython"), reason="the build tools are not here"),
]


def run(
    *command: str | Path, cwd: Path, given: str = "", status: int = 0, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Runs a command in a clean environment; fails when its exit status is another than `status`."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST_", "SAPPER_"))}
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env={**kept, "PYTHONUTF8": "1", **environment},
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done


def build(target: str, into: Path, *, root: Path = ROOT, compiled: bool = False) -> Path:
    """Builds one `wheel` or `sdist` without a network."""
    command = (sys.executable, "-m", "hatchling", "build", "-t", target, "-d", into)
    run(*command, cwd=root, SAPPER_COMPILE=str(int(compiled)))
    (made,) = into.iterdir()
    return made


@dataclass(frozen=True, slots=True)
class Installed:
    """A wheel in an environment of its own."""

    wheel: Path
    compiled: bool
    home: Path

    @property
    def python(self) -> Path:
        """The environment's interpreter."""
        return self.home / ("Scripts" if os.name == "nt" else "bin") / "python"

    def sapper(self, *arguments: str, given: str = "", status: int = 0) -> subprocess.CompletedProcess[str]:
        """Runs the installed command."""
        return run(self.python.with_name("sapper"), *arguments, cwd=self.home, given=given, status=status)


def build_from_archive(directory: Path) -> Path:
    """The wheel that pip makes of the source archive with a compiler that is not there."""
    command = (sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-index", "--no-build-isolation")
    archive = build("sdist", directory / "sdist")
    run(*command, "-w", directory / "dist", archive, cwd=directory, CC=str(directory / "no compiler"))
    (made,) = (directory / "dist").iterdir()
    return made


@pytest.fixture(scope="module", params=["pure", "compiled", "from the source archive"])
def installed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    compiled = request.param == "compiled"
    if compiled and not KERNELS:
        pytest.skip("there are no kernels yet")
    if compiled and "SAPPER_COMPILED_PATH" not in os.environ:
        pytest.skip("no C compiler, or not run by scripts/test")
    directory = tmp_path_factory.mktemp(request.param)
    if request.param in ("pure", "compiled"):
        wheel = build("wheel", directory / "dist", compiled=compiled)
    else:
        wheel = build_from_archive(directory)
    home = directory / "home"
    run(sys.executable, "-m", "venv", "--without-pip", home, cwd=directory)
    made = Installed(wheel=wheel, compiled=compiled, home=home)
    run(
        *(sys.executable, "-m", "pip", "--python", made.python, "--disable-pip-version-check"),
        *("install", "--no-deps", "--no-index", wheel),
        cwd=directory,
    )
    return made


def test_the_name_tells_the_platform(installed: Installed) -> None:
    assert installed.wheel.name.endswith("-py3-none-any.whl") is not installed.compiled


def test_it_holds_the_package_and_nothing_else(installed: Installed) -> None:
    with zipfile.ZipFile(installed.wheel) as archive:
        names = set(archive.namelist())
    assert {"sapper/__init__.py", "sapper/py.typed"} <= names
    assert {name.split("/")[0].removesuffix(".dist-info").split("-")[0] for name in names} == {"sapper"}
    assert not [name for name in names if name.endswith((".c", ".pyc"))]
    extensions = {name.split(".")[0] for name in names if name.endswith((".so", ".pyd"))}
    assert extensions == ({kernel.as_posix() for kernel in KERNELS} if installed.compiled else set())


@pytest.mark.parametrize(
    ("shell", "place"),
    [
        ("bash", "share/bash-completion/completions/sapper"),
        ("zsh", "share/zsh/site-functions/_sapper"),
        ("fish", "share/fish/vendor_completions.d/sapper.fish"),
    ],
)
def test_completion_is_where_the_shell_looks(shell: str, place: str, installed: Installed) -> None:
    assert (installed.home / place).read_text("utf-8") == installed.sapper("completion", shell).stdout


def test_there_is_a_manual_page_of_every_command(installed: Installed) -> None:
    page = (installed.home / "share/man/man1/sapper.1").read_text("utf-8")
    help_ = installed.sapper("--help").stdout
    commands = re.findall(r"^    (\w+) ", help_, re.MULTILINE)
    assert len(commands) > 5
    for command in commands:
        assert f".SS \\fBsapper {command}" in page


# The environments' package needs an extra, their kernels do not.
LOAD = """
import sys, sapper
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from pathlib import Path
name = sys.argv[1]
if name.startswith("sapper.envs."):
    spec = PathFinder.find_spec(name, [str(Path(sapper.__path__[0], "envs"))])
    kernel = module_from_spec(spec)
    spec.loader.exec_module(kernel)
else:
    kernel = import_module(name)
print(kernel.__file__)
"""


@pytest.mark.parametrize("kernel", KERNELS, ids=Path.as_posix)
def test_the_kernels_run_as_they_were_built(kernel: Path, installed: Installed) -> None:
    found = run(installed.python, "-c", LOAD, ".".join(kernel.parts), cwd=installed.home).stdout.strip()
    assert Path(found).is_relative_to(installed.home)
    assert found.endswith((".so", ".pyd")) is installed.compiled


def test_it_tells_its_version(installed: Installed) -> None:
    version = run(sys.executable, "-m", "hatchling", "version", cwd=ROOT).stdout.strip()
    assert version in installed.sapper("--version").stdout
    assert version in run(installed.python, "-m", "sapper", "--version", cwd=installed.home).stdout


@pytest.mark.skipif(not (SRC / "cli" / "console.py").exists(), reason="no console command yet")
@pytest.mark.parametrize("name", ["menu", "quick", "chinese"])
def test_a_console_opens_and_closes(name: str, installed: Installed) -> None:
    done = installed.sapper("console", name, "--seed", "1", given="")
    assert done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not (SRC / "cli" / "generate.py").exists(), reason="no generate command yet")
def test_it_deals_as_the_sources_do(installed: Installed) -> None:
    arguments = ("generate", "beginner", "--seed", "7", "--json")
    answer = installed.sapper(*arguments).stdout
    assert json.loads(answer)["width"] == 9
    assert run(sys.executable, "-m", "sapper", *arguments, cwd=installed.home).stdout == answer


def test_the_source_archive_builds_the_same_wheel(tmp_path: Path) -> None:
    with tarfile.open(build("sdist", tmp_path / "sdist")) as archive:
        # Python 3.11.2, which Debian 12 has, knows no filters; later ones warn where none is named.
        if hasattr(tarfile, "data_filter"):
            archive.extraction_filter = tarfile.data_filter
        archive.extractall(tmp_path / "source")
    (source,) = (tmp_path / "source").iterdir()
    again = build("wheel", tmp_path / "again", root=source)
    assert again.read_bytes() == build("wheel", tmp_path / "wheel").read_bytes()
