// Asks the playground's Python what is wrong with damaged files, and prints the answers as JSON.
// Arguments: the folder of Pyodide, the archive of Thesmos, a JSON file with the questions:
// [{slug, files, damages: [{file, text}]}].
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, archive, questions] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: folder, stdout: () => {} });
python.unpackArchive(new Uint8Array(readFileSync(archive)), "gztar", { extractDir: "/app" });
python.runPython("import os, sys; os.environ['THESMOS_CACHE'] = ''; sys.path.insert(0, '/app')");
const call = python.pyimport("thesmos_rulebook.playground.browser.host").call;
const value = (name, ...words) => JSON.parse(call(name, JSON.stringify(words)));
const answers = [];
for (const { slug, files, damages } of JSON.parse(readFileSync(questions))) {
  value("open", slug, files);
  value("check_game");
  for (const { file, text } of damages) {
    value("write", file, text);
    answers.push(value("check_game"));
    value("write", file, files[file]);
  }
}
process.stdout.write(JSON.stringify(answers), () => process.exit(0));
