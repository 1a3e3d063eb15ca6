/** What the page says, in every language of the book. `{…}` is filled in. */

const WORDS = {
  en: {
    playground: "Playground", game: "Game", file: "File", "new card": "New card", share: "Copy link",
    download: "Download", revert: "Undo all edits", language: "Language", text: "Text", board: "Board",
    mode: "Mode", undo: "Take back", again: "New game", keep: "Make it a scenario",
    meaning: "What it means exactly", scenarios: "Scenarios", story: "What happened",
    title: "Playground – Thesmos",
    guide: "Change the text: the sentences, the board and the strength follow while you type.",
    loading: "The text is yours already. Python is coming …", checking: "checking …",
    good: "No errors.", errors: "{n} to mend", stale: "The board still shows the last version without errors.",
    you: "You", program: "Program", person: "Person", "no power": "no power", player: "Player {n}",
    "your turn": "{who}: {step}", "from": "{who}: {step}, from {cells}", thinking: "{who} is thinking …",
    chance: "Chance decides …", won: "{who} wins ({reason})", drawn: "Nobody wins ({reason})",
    skip: "Skip", concede: "Concede", "not allowed": "{option} is not allowed",
    allowed: "{option} is allowed", "must hold": "It does not hold that:", waived: "waived by {clause}",
    "no option": "Nothing leads to {cell} now.", "first from": "First choose where to start: a cell with a dashed edge.",
    lost: "The position could not be kept: {reason}", "kept": "Same position, new rules.",
    strength: "Strength", "strength of": "{card} wins {now} of random games against {other}, both seats.",
    "strength of seat": "{who} wins {now} of random games.", so: "That is {change}.", "scenario title": "What {who} may do here", "before it": "With the saved text: {before}.",
    same: "no difference that can be seen", stronger: "stronger", weaker: "weaker",
    copied: "The link is copied: {n} characters hold everything.", "copy this": "Copy the address of this page: it holds everything.",
    restarted: "The check took too long and was stopped. You continue from the last version without errors; change the text to try again.",
    "can be chosen": "can be chosen", broken: "The program in the page stopped and was started again.", "old link": "This link was made by version {then}; this page is version {now}.",
    "new game": "A new game …", "name card": "Name of the new card, such as daedalus:", "name taken": "There is a card of this name.",
    "name wrong": "Use lower-case letters, digits and -, such as my-card.",
    "scenario made": "The position is a scenario now: say in `then` what should be legal.", nothing: "Nothing to say yet.",
    failed: "fails", passed: "passes", skipped: "left out", running: "running …", "as seat": "as player {n}",
    "no start": "This page could not start Python: {reason}", "not a link": "This link can't be read.",
    removed: "All edits are undone.", "go there": "go to line {line}", more: "and {n} more",
  },
  es: {
    playground: "Taller", game: "Juego", file: "Archivo", "new card": "Carta nueva", share: "Copiar enlace",
    download: "Descargar", revert: "Deshacer todo", language: "Idioma", text: "Texto", board: "Tablero",
    mode: "Modo", undo: "Deshacer jugada", again: "Partida nueva", keep: "Guardar como escenario",
    meaning: "Qué significa exactamente", scenarios: "Escenarios", story: "Qué ha pasado",
    title: "Taller – Thesmos",
    guide: "Cambia el texto: las frases, el tablero y la fuerza cambian mientras escribes.",
    loading: "Ya puedes escribir. Python está llegando …", checking: "comprobando …",
    good: "Sin errores.", errors: "{n} por corregir", stale: "El tablero muestra aún la última versión sin errores.",
    you: "Tú", program: "Programa", person: "Persona", "no power": "sin poder", player: "Jugador {n}",
    "your turn": "{who}: {step}", "from": "{who}: {step}, desde {cells}", thinking: "{who} está pensando …",
    chance: "Decide el azar …", won: "Gana {who} ({reason})", drawn: "No gana nadie ({reason})",
    skip: "Pasar", concede: "Rendirse", "not allowed": "{option} no está permitido",
    allowed: "{option} está permitido", "must hold": "No se cumple que:", waived: "lo permite {clause}",
    "no option": "Ahora nada lleva a {cell}.", "first from": "Elige primero de dónde: una casilla con borde discontinuo.",
    lost: "No se ha podido conservar la posición: {reason}", "kept": "La misma posición, con las reglas nuevas.",
    strength: "Fuerza", "strength of": "{card} gana {now} de las partidas al azar contra {other}, en ambos asientos.",
    "strength of seat": "{who} gana {now} de las partidas al azar.", so: "Es {change}.", "scenario title": "Qué puede hacer {who} aquí", "before it": "Con el texto guardado: {before}.",
    same: "una diferencia que no se ve", stronger: "más fuerte", weaker: "más débil",
    copied: "Enlace copiado: {n} caracteres lo contienen todo.", "copy this": "Copia la dirección de esta página: lo contiene todo.",
    restarted: "La comprobación tardaba demasiado y se ha detenido. Sigues desde la última versión sin errores; cambia el texto para intentarlo otra vez.",
    "can be chosen": "se puede elegir", broken: "El programa de la página se detuvo y se ha iniciado de nuevo.", "old link": "Este enlace se hizo con la versión {then}; esta página es la versión {now}.",
    "new game": "Un juego nuevo …", "name card": "Nombre de la carta nueva, por ejemplo dedalo:", "name taken": "Ya hay una carta con ese nombre.",
    "name wrong": "Usa minúsculas, cifras y -, por ejemplo mi-carta.",
    "scenario made": "La posición es ahora un escenario: escribe en `then` qué debe ser legal.", nothing: "Nada que decir todavía.",
    failed: "falla", passed: "se cumple", skipped: "omitido", running: "en marcha …", "as seat": "como jugador {n}",
    "no start": "Esta página no ha podido iniciar Python: {reason}", "not a link": "Este enlace no se puede leer.",
    removed: "Se han deshecho todos los cambios.", "go there": "ir a la línea {line}", more: "y {n} más",
  },
};

let language = "en";

function speak(code) {
  language = code in WORDS ? code : "en";
  document.documentElement.lang = language;
  document.title = word("title");
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
}

/** A text in the language of the page. values: what fills its gaps. */
function word(key, values = {}) {
  return WORDS[language][key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

const spoken = () => language;

export { WORDS, speak, spoken, word };
