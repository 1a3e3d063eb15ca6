// Starts `thesmos lsp` for YAML files, and plays or tests the game of the open file in a terminal.
"use strict";

const { existsSync } = require("node:fs");
const path = require("node:path");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const FARTHEST = 8; // folders above a file in which its game.yaml is looked for
let client;

async function activate(context) {
  const say = (command, run) =>
    context.subscriptions.push(vscode.commands.registerCommand(command, run));
  say("thesmos.play", () => inTerminal("play", matchOf));
  say("thesmos.test", () => inTerminal("test", (game) => [game]));
  say("thesmos.restart", start);
  await start();
}

async function start() {
  await client?.stop();
  const run = { command: program(), args: ["lsp"] };
  client = new LanguageClient("thesmos", "Thesmos", run, {
    documentSelector: [{ scheme: "file", language: "yaml" }],
  });
  try {
    await client.start();
    await vscode.commands.executeCommand("setContext", "thesmos.active", true);
  } catch (error) {
    client = undefined;
    vscode.window.showErrorMessage(
      `Thesmos could not be started (${error.message}). Install it with: pip install "thesmos[lsp]", ` +
        "and set thesmos.command to the program's path.",
    );
  }
}

function program() {
  return vscode.workspace.getConfiguration("thesmos").get("command");
}

// The folder of the game that a file belongs to.
function gameOf(file) {
  let folder = path.dirname(file);
  for (let above = 0; above < FARTHEST; above++, folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, "game.yaml"))) return folder;
  }
  return undefined;
}

// What `thesmos play` plays: a card against a player without one, or the game itself.
function matchOf(game, file) {
  const { dir, name } = path.parse(file);
  if (path.basename(dir) === "powers") return [game, "--powers", `${name},none`];
  return path.basename(dir) === "modes" ? [game, "--mode", name] : [game];
}

async function inTerminal(command, wordsOf) {
  const document = vscode.window.activeTextEditor?.document;
  const game = document && gameOf(document.fileName);
  if (!game) {
    vscode.window.showInformationMessage("Open a file of a game first: there is no game.yaml above.");
    return;
  }
  await document.save();
  // No shell reads these words, so that nothing in a path is a command.
  const words = [command, ...wordsOf(game, document.fileName)];
  vscode.window.createTerminal({ name: `thesmos ${command}`, shellPath: program(), shellArgs: words }).show();
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate, gameOf, matchOf };
