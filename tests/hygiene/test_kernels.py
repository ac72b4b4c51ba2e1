"""The kernels' own tests once more, on the compiled copy that `scripts/test` makes where there is a C compiler."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src"
KERNELS = sorted(pxd.relative_to(SRC) for pxd in SRC.rglob("*.pxd"))

pytestmark = pytest.mark.skipif(
    "SAPPER_COMPILED_PATH" not in os.environ,
    reason="no compiled copy: run scripts/test where there is a C compiler",
)


def run_on_compiled(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs Python where `import sapper` finds the compiled copy."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment["PYTHONPATH"] = os.environ["SAPPER_COMPILED_PATH"]
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("kernel", KERNELS, ids=Path.as_posix)
def test_the_copy_is_compiled(kernel: Path) -> None:
    module = ".".join(kernel.with_suffix("").parts)
    done = run_on_compiled("-c", f"import {module} as kernel; print(kernel.__file__)")
    assert done.returncode == 0, done.stderr
    found = Path(done.stdout.strip())
    assert found.is_relative_to(os.environ["SAPPER_COMPILED_PATH"])
    assert found.suffix in {".so", ".pyd"}


@pytest.mark.slow
def test_the_kernels_tests_hold_compiled() -> None:
    done = run_on_compiled("-m", "pytest", "-q", "-m", "kernel", "-p", "no:cacheprovider", "tests")
    if done.returncode == pytest.ExitCode.NO_TESTS_COLLECTED:
        pytest.skip("no test is marked kernel")
    assert done.returncode == 0, done.stdout + done.stderr
