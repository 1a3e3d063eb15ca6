// Plays a module of WebAssembly for testing/wasm_match.py: a question and an answer to a line.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [, , library, path, tracing, tables] = process.argv;
const part = (name) => import(library.replace("match.js", name));
const { Match } = await part("match.js");
const { Tracer } = await part("learning.js");
const { Random } = await part("random.js");
const { State } = await part("state.js");
const { playoutPlayer, randomPlayer } = await part("players.js");
const { LookAlikes, lookAlike } = await part("look_alikes.js");
const instanceOf = (path, imports) => new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)), imports);
const tracer = new Tracer();
tracer.attach(instanceOf(tracing, tracer.imports));
const match = new Match(instanceOf(path), JSON.parse(readFileSync(tables)), tracer);
const { engine } = match;
const Engine = engine.constructor;

function pending(v) {
  const codes = engine.list(v, "options");
  const of = (name) => codes.map((code) => engine.call(v, name, code));
  return {
    codes,
    skip: engine.call(v, "may_skip"),
    weights: of("weight"),
    suggested: of("suggested"),
  };
}

/** All that is shown of a state. */
function shown(v) {
  const state = new State(match, v);
  return { decision: state.decision, position: state.position(), result: state.result };
}

// A game that goes on here: only its latest state is kept.
let present;
let turns = 0;
const { after } = Engine.prototype;
Engine.prototype.after = function (...question) {
  const answer = after.apply(this, question);
  turns = answer.turns;
  return answer;
};

function goneOn(state) {
  present = state;
  const { cards, players } = match.tables;
  const holds = (player) => ({ holders }) => (state.vector[holders] >> player) & 1;
  const slugs = (player) => cards.filter(holds(player)).map(({ slug }) => slug);
  const held = Array.from({ length: players }, (_, player) => slugs(player));
  return { ...shown(state.vector), decision: state.decision, held, turns, turnOf: state.turnOf };
}

/** How many bytes the module of an engine writes beyond the state and the work space in what is done. */
function writtenBeyond({ functions }, use) {
  const { memory, state, work, work_size, slots, slot_bits } = functions;
  const bytes = new Uint8Array(memory.buffer);
  const guarded = [
    bytes.subarray(state.value + (slots.value * slot_bits.value) / 8, work.value),
    bytes.subarray(work.value + work_size.value),
  ];
  for (const part of guarded) part.fill(77);
  use();
  return guarded.map((part) => [part.length, part.filter((byte) => byte !== 77).length]);
}

/** The same of both modules, when all options are listed, tried and explained. */
function* beyondOfBoth(v) {
  yield* writtenBeyond(engine, () => engine.list(v, "options").forEach((code) => engine.after(v, "choose", code)));
  yield* writtenBeyond(tracer.engine, () => {
    for (const code of engine.list(v, "options")) {
      tracer.follow(v, "choose", code);
      tracer.engine.list(v, "explain", code);
    }
  });
}

const ANSWERS = {
  begin: ({ powers, setup }) => goneOn(match.start(powers, setup)),
  follow: ({ name, given }) => goneOn(present[name](...given)),
  pending: ({ v }) => pending(v),
  after: ({ v, name, given }) => engine.after(v, name, ...given),
  chosen: ({ v, games, seed }) => playoutPlayer(games, seed)(new State(match, v)).vector,
  lookAlikes: ({ v, player, times }) => {
    const random = new Random(1);
    return Array.from({ length: times }, () => lookAlike(match, v, player, random));
  },
  someAlike: ({ v, player, most }) => [...new LookAlikes(match, v, player).some(most, new Random(1))],
  key: ({ v }) => match.exchanges.key(v),
  view: ({ v, player }) => engine.view(v, player),
  list: ({ v, name, given }) => engine.list(v, name, ...given),
  findings: ({ v, name, given }) => tracer.engine.list(v, name, ...given),
  play: ({ v, seed, limit, uniform }) => {
    const decisions = engine.play(v, BigInt(seed), limit, uniform);
    return { vector: Array.from(engine.state), decisions };
  },
  picks: ({ v, seed, times }) => {
    const random = new Random(seed);
    return Array.from({ length: times }, () => engine.pick(v, random.next()));
  },
  randomly: ({ v, seed, limit, chance }) => {
    const player = randomPlayer(seed, chance);
    let state = new State(match, v);
    for (let n = 0; n < limit && !state.result; n++) state = player(state);
    return state.vector;
  },
  shown: ({ v }) => shown(v),
  start: ({ powers, setup }) => match.start(powers, setup).vector,
  whole: ({ v }) => new State(match, v).position({ whole: true }),
  load: ({ position, powers, setup }) => match.load(position, powers, setup).vector,
  beyond: ({ v }) => [...beyondOfBoth(v)],
  fromJSON: ({ v }) => match.fromJSON({ rules: match.tables.rules, vector: v }).vector,
  explain: ({ v, text }) => new State(match, v).explain(text),
};

function answer(question) {
  try {
    return { answer: ANSWERS[question.ask](question) };
  } catch (error) {
    return { error: error.message };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(JSON.stringify(answer(JSON.parse(line))) + "\n");
}
