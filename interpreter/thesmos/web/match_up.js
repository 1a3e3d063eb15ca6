/** Whether the rules allow a match-up: which powers play together, and with which other cards. */

import { oneOf, refuse, shown } from "./usage.js";

/** Throw an Error if the rules do not allow a match-up. powers: of each player; setup: other cards, by word. */
function checkMatchUp(tables, players, powers, setup) {
  checkForm(players, powers, setup);
  const chosen = [...powers, ...Object.values(setup)].filter((slug) => slug !== null);
  const twice = chosen.find((slug, n) => chosen.indexOf(slug) < n);
  if (twice) refuse("a power can be held only once", `give one player another one than ${twice}, or null`);
  powers.forEach((slug, player) => slug === null || checkCard(tables, players, slug, chosen, setup, player));
  for (const [word, slug] of Object.entries(setup)) {
    const { tags } = checkCard(tables, players, slug, chosen, setup);
    const tag = tables.named?.[word];
    if (tag === undefined) refuse(`the set-up has no \`${word}\``, oneOf(Object.keys(tables.named ?? {}), word));
    if (!tags.includes(tag)) {
      refuse(`${slug} can't be the ${word}: it is not tagged ${tag}`, oneOf(tables.pool.filter((card) => card.tags.includes(tag)).map((card) => card.slug), slug));
    }
  }
}

/** Throw an Error for what has not the form of powers (none, or one or null for each player) or of a set-up. */
function checkForm(players, powers, setup) {
  const isList = Array.isArray(powers) && powers.every((slug) => slug === null || typeof slug === "string");
  if (!isList) refuse(`powers must be a list of slugs and nulls, not ${shown(powers)}`, "write start([\"…\", null]), a power for each player");
  if (typeof setup !== "object" || setup === null || Array.isArray(setup)) {
    refuse(`a set-up must be an object, not ${shown(setup)}`, "write the slug of a card by the word for its use");
  }
  if (powers.length && powers.length !== players) {
    refuse(`there are ${powers.length} powers for ${players} players`, "write one for each player, or null");
  }
}

/** Check one card in the same way; return it. player: its holder, from 0; undefined for nobody. */
function checkCard(tables, players, slug, others, setup, player) {
  const pool = tables.pool ?? [];
  const card = pool.find((choice) => choice.slug === slug);
  if (!card) {
    const hint = pool.length ? oneOf(pool.map((choice) => choice.slug), slug) : "the powers were chosen when the match was built; build it with --pool to choose them here";
    refuse(`there is no power \`${shown(slug)}\` to choose`, hint);
  }
  const banned = others.find((other) => card.banned.includes(other));
  if (banned) refuse(`${slug} and ${banned} may not be played together`, "replace one of them");
  if (card.players.length && !card.players.includes(players)) {
    refuse(`${slug} is for ${card.players.join(" or ")} players, not for ${players}`, "choose another power, or build another mode");
  }
  if (player !== undefined) {
    const wrong = { always: player > 0, never: player === 0 }[card.begins];
    if (wrong) refuse(`${slug} ${card.begins} begins`, "change the order of the powers");
    if (card.needs && !(card.needs in setup)) {
      refuse(`${slug} needs a ${card.needs}`, `write start(powers, { ${card.needs}: "…" }); match.powers has what fits`);
    }
  }
  return card;
}

export { checkMatchUp };
