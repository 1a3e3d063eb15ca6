"""Adds to the wheel what lies beside the package: the specs, the grammar, the suite.

They become `thesmos/data/…`, where `thesmos.home` looks first. An editable install has no copies:
there `thesmos.home` finds the folders of the checkout.
"""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
DATA = (
    "spec",
    "grammar",
    "conformance/scenarios",
    "conformance/records",
    "conformance/protocol",
    "conformance/adapters/skeletons",
    "conformance/strength",
    "conformance/equivalent.yaml",
)
FILES = (Path("conformance/profiles.yaml"),)


class BuildWithData(build_py):
    """The usual build, and then the data."""

    def run(self) -> None:
        """Copy the data beside the modules of a wheel."""
        super().run()
        if self.editable_mode:
            return
        for file in data_files():
            target = Path(self.build_lib) / "thesmos" / "data" / file
            self.mkpath(str(target.parent))
            self.copy_file(str(ROOT / file), str(target))

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        """The modules without their tests."""
        found = super().find_package_modules(package, package_dir)
        return [module for module in found if not module[1].endswith("_test")]


def data_files() -> list[Path]:
    """The data files, relative to the checkout."""
    found = (ROOT / name for name in DATA)
    listed = ([one] if one.is_file() else sorted(one.rglob("*")) for one in found)
    files = (p for some in listed for p in some if p.is_file())
    kept = (p for p in files if not any(part.startswith((".", "__")) for part in p.parts[-3:]))
    return [*FILES, *(p.relative_to(ROOT) for p in kept)]


setup(cmdclass={"build_py": BuildWithData})
