"""Pack the extension for VS Code.

    python grammar/editors/vscode/pack.py [FILE.vsix]

It needs Thesmos in the environment, npm and a connection. Nothing is written beside the sources.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from xml.sax.saxutils import quoteattr

from thesmos.service.editor_files import write_editor_files

HERE = Path(__file__).resolve().parent
SOURCES = ("package.json", "package-lock.json", "extension.js", "README.md")
SECONDS = 600  # for npm and esbuild
TYPES = """<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension=".json" ContentType="application/json"/>
<Default Extension=".js" ContentType="application/javascript"/>
<Default Extension=".md" ContentType="text/markdown"/>
<Default Extension=".vsixmanifest" ContentType="text/xml"/>
</Types>
"""
MANIFEST = """<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
<Metadata>
<Identity Language="en-US" Id={name} Version={version} Publisher={publisher}/>
<DisplayName>{displayName}</DisplayName>
<Description xml:space="preserve">{description}</Description>
<Properties>
<Property Id="Microsoft.VisualStudio.Code.Engine" Value={engine}/>
</Properties>
</Metadata>
<Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
<Dependencies/>
<Assets>
<Asset Type="Microsoft.VisualStudio.Code.Manifest"
 Path="extension/package.json" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Content.Details"
 Path="extension/README.md" Addressable="true"/>
</Assets>
</PackageManifest>
"""


def pack(out: Path) -> None:
    """Write the packed extension. Raises CalledProcessError if a tool fails."""
    package = json.loads((HERE / "package.json").read_text("utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        for name in SOURCES:
            shutil.copy(HERE / name, work / name)
        write_editor_files(work)
        _run(
            "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", at=work
        )
        bundle = ("--bundle", "--platform=node", "--external:vscode", "--minify")
        esbuild = str(work / "node_modules" / ".bin" / "esbuild")
        _run(esbuild, "extension.js", *bundle, "--outfile=bundled.js", "--log-level=error", at=work)
        (work / "bundled.js").replace(work / "extension.js")
        files = [file for file in sorted(work.iterdir()) if file.is_file()]
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("[Content_Types].xml", TYPES)
            archive.writestr("extension.vsixmanifest", _manifest(package))
            for file in files:
                if file.name != "package-lock.json":
                    archive.write(file, f"extension/{file.name}")


def _manifest(package: dict[str, str]) -> str:
    engine = quoteattr(json.loads((HERE / "package.json").read_text("utf-8"))["engines"]["vscode"])
    words = {name: quoteattr(package[name]) for name in ("name", "version", "publisher")}
    words |= {name: package[name] for name in ("displayName", "description")}
    return MANIFEST.format(engine=engine, **words)


def _run(*words: str, at: Path) -> None:
    subprocess.run(words, cwd=at, check=True, timeout=SECONDS, stdin=subprocess.DEVNULL)  # noqa: S603


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("thesmos.vsix")
    pack(target.resolve())
    sys.stdout.write(f"wrote {target}\n")
