// Prints which modules of Python's standard library the page needs, as JSON: all that are loaded once
// every module that Thesmos imports has been imported. Arguments: the folder of Pyodide, the archive
// of Thesmos, a JSON file with the names to import.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, archive, names] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: folder, stdout: () => {} });
python.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: "/app" });
python.globals.set("names", readFileSync(names, "utf8"));
let loaded = "";
try {
  loaded = python.runPython(`
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
files = {name: getattr(module, "__file__", None) or "" for name, module in sys.modules.items()}
json.dumps(sorted(name for name, file in files.items() if "/lib/python" in file and not file.startswith("/app")))
`);
} catch (error) {
  console.error(String(error.message));
  process.exit(1);
}
process.stdout.write(loaded, () => process.exit(0));
