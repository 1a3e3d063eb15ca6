/** What the page says, in every language of the book. `{…}` is filled in. */

const WORDS = {
  en: {
    playground: "Playground", game: "Game", file: "File", "new card": "New card", share: "Copy link",
    download: "Download", revert: "Undo all edits", language: "Language", text: "Text", board: "Board",
    mode: "Mode", keep: "Make the position a scenario",
    "text of file": "Text of the file", options: "Options", "problem list": "What to mend",
    "card title": "What is the card called?", "card help": "It gets a file of its own, with a template to change. Player 1 holds it.",
    make: "Make the card", cancel: "Cancel",
    meaning: "What it means exactly", scenarios: "Scenarios",
    title: "Playground – Thesmos",
    guide: "Change the text: the sentences, the board and the strength follow while you type. Point at a word, or go to it, to see what it means. “New card” begins one of your own.",
    loading: "Play and write already: the checks are on their way …",
    mend: "Write {text}", "take out": "Take it out", "revert all": "Undo all edits of this game? They can't be brought back.",
    good: "No errors.", errors: "{n} to mend", stale: "The board still shows the last version without errors.",
    player: "Player {n}",
    "must hold": "It does not hold that:",
    lost: "The position could not be kept: {reason}",
    "strength of": "{card} wins {now} of random games against {other}, both seats.",
    "strength of seat": "{who} wins {now} of random games.", so: "That is {change}.", "scenario title": "What {who} may do here", "before it": "With the saved text: {before}.",
    same: "no difference that can be seen", stronger: "stronger", weaker: "weaker",
    copied: "The link is copied: {n} characters hold everything.", "copy this": "Copy the address of this page: it holds everything.",
    "link tells": "It also shows what is hidden from players.",
    restarted: "The check took too long and was stopped. You continue from the last version without errors; change the text to try again.",
    "old link": "This link was made by version {then}; this page is version {now}.",
    "name taken": "There is a card of this name.",
    "name wrong": "The title needs a letter from a to z at its beginning.",
    "scenario made": "The position is a scenario now: say in `then` what should be legal.", nothing: "Nothing to say yet.",
    failed: "fails", passed: "passes", skipped: "left out", running: "running …",
    "no start": "This page could not start Python: {reason}", "not a link": "This link can't be read.",
    removed: "All edits are undone.", more: "and {n} more",
  },
  es: {
    playground: "Taller", game: "Juego", file: "Archivo", "new card": "Carta nueva", share: "Copiar enlace",
    download: "Descargar", revert: "Deshacer todo", language: "Idioma", text: "Texto", board: "Tablero",
    mode: "Modo", keep: "Guardar la posición como escenario",
    "text of file": "Texto del archivo", options: "Opciones", "problem list": "Qué corregir",
    "card title": "¿Cómo se llama la carta?", "card help": "Tendrá un archivo propio, con una plantilla que puedes cambiar. La tiene el jugador 1.",
    make: "Crear la carta", cancel: "Cancelar",
    meaning: "Qué significa exactamente", scenarios: "Escenarios",
    title: "Taller – Thesmos",
    guide: "Cambia el texto: las frases, el tablero y la fuerza cambian mientras escribes. Señala una palabra, o ve a ella, para ver qué significa. «Carta nueva» empieza una propia.",
    loading: "Ya puedes jugar y escribir: las comprobaciones están llegando …",
    mend: "Escribir {text}", "take out": "Quitarlo", "revert all": "¿Deshacer todos los cambios de este juego? No se podrán recuperar.",
    good: "Sin errores.", errors: "{n} por corregir", stale: "El tablero muestra aún la última versión sin errores.",
    player: "Jugador {n}",
    "must hold": "No se cumple que:",
    lost: "No se ha podido conservar la posición: {reason}",
    "strength of": "{card} gana {now} de las partidas al azar contra {other}, en ambos asientos.",
    "strength of seat": "{who} gana {now} de las partidas al azar.", so: "Es {change}.", "scenario title": "Qué puede hacer {who} aquí", "before it": "Con el texto guardado: {before}.",
    same: "una diferencia que no se ve", stronger: "más fuerte", weaker: "más débil",
    copied: "Enlace copiado: {n} caracteres lo contienen todo.", "copy this": "Copia la dirección de esta página: lo contiene todo.",
    "link tells": "También muestra lo que está oculto a los jugadores.",
    restarted: "La comprobación tardaba demasiado y se ha detenido. Sigues desde la última versión sin errores; cambia el texto para intentarlo otra vez.",
    "old link": "Este enlace se hizo con la versión {then}; esta página es la versión {now}.",
    "name taken": "Ya hay una carta con ese nombre.",
    "name wrong": "El título tiene que empezar con una letra de la a a la z.",
    "scenario made": "La posición es ahora un escenario: escribe en `then` qué debe ser legal.", nothing: "Nada que decir todavía.",
    failed: "falla", passed: "se cumple", skipped: "omitido", running: "en marcha …",
    "no start": "Esta página no ha podido iniciar Python: {reason}", "not a link": "Este enlace no se puede leer.",
    removed: "Se han deshecho todos los cambios.", more: "y {n} más",
  },
};

let language = "en";

function speak(code) {
  language = Object.hasOwn(WORDS, code) ? code : "en";
  document.documentElement.lang = language;
  document.title = word("title");
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", word(element.dataset.label));
}

/** A text in the language of the page. values: what fills its gaps. */
function word(key, values = {}) {
  return WORDS[language][key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

const spoken = () => language;

export { WORDS, speak, spoken, word };
