// Writes the part of Python's standard library that the page needs: all modules that are loaded once every
// module that Thesmos imports has been imported, and what Pyodide needs itself. Arguments: the folder of
// Pyodide, the archive of Thesmos, a JSON file with the names to import, the ZIP file to write.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, archive, names, out] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: folder, stdout: () => {} });
python.unpackArchive(new Uint8Array(readFileSync(archive)), "gztar", { extractDir: "/app" });
python.globals.set("names", readFileSync(names, "utf8"));
try {
  python.runPython(`
import importlib, json, os, sys, warnings
os.environ["THESMOS_CACHE"] = ""
sys.path.insert(0, "/app")
warnings.simplefilter("ignore")
for name in json.loads(names):
    try:
        importlib.import_module(name)
    except ImportError:
        pass  # a name inside a module, or a module that is used only where there is one
from thesmos_rulebook.playground.browser.host import call  # without it, there is no page
import encodings.idna, traceback, tracemalloc
loaded = {*sys.modules}

import ast, zipfile

# Texts that nobody reads here. Pyodide reads its own ones.
def without_texts(source):
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and ast.get_docstring(node) is not None:
            node.body[:1] = [] if len(node.body) > 1 else [ast.Pass()]
    return ast.unparse(tree)

[whole] = [path for path in sys.path if path.endswith(".zip")]
EPOCH = (1980, 1, 1, 0, 0, 0)  # of every file, so that the same files give the same archive
with zipfile.ZipFile(whole) as source, zipfile.ZipFile("/library.zip", "w") as library:
    for name in sorted(source.namelist()):
        own = name.partition("/")[0] in ("pyodide", "_pyodide")
        module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        if name.endswith("/") or not (own or module in loaded):
            continue
        text = source.read(name)
        library.writestr(zipfile.ZipInfo(name, EPOCH), text if own else without_texts(text), zipfile.ZIP_DEFLATED, 9)
`);
} catch (error) {
  console.error(String(error.message));
  process.exit(1);
}
writeFileSync(out, python.FS.readFile("/library.zip"));
process.exit(0);
