/* What a reader's question finds: the words that count, in the words of the rules, cards first. */
"use strict";

const MOST = 30; // pages that are ranked
const SHOWN = 8; // pages that are shown
const BY_KIND = {card: 3, game: 1.6, mode: 1.4, rulings: 1.2, facts: 0.5, docs: 0.4};

const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/* `words` has `empty`, words that say nothing, and `same`, groups of words with one meaning of which
   the rules use the first. */
const queries = (question, words) => {
  const all = folded(question).split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const telling = all.filter((word) => !words.empty.includes(word));
  const kept = telling.length ? telling : all;
  const inRules = kept.map((word) => (words.same.find((group) => group.includes(word)) || [word])[0]);
  return [...new Set([kept.join(" "), inRules.join(" ")])];
};

/* The pages for a question, best first: {url, title, excerpt, kind, game, parts}. A game is the
   folder of the one whose pages come first. */
export const find = async (pagefind, words, question, game) => {
  const scores = new Map();
  for (const [number, query] of queries(question, words).entries()) {
    const {results} = await pagefind.search(query);
    for (const result of results.slice(0, MOST)) {
      const page = scores.get(result.id) || {result, score: 0};
      page.score = Math.max(page.score, result.score * (number ? 1 : 1.1));
      scores.set(result.id, page);
    }
  }
  const pages = await Promise.all([...scores.values()].map(async ({result, score}) => {
    const {url, meta, excerpt, sub_results: parts} = await result.data();
    const named = folded(question).includes(folded(meta.title || "-"));
    const here = meta.game === game || !game;
    const weight = (BY_KIND[meta.kind] || 1) * (named ? 5 : 1) * (here ? 2 : 1);
    return {url, title: meta.title, excerpt, kind: meta.kind, game: meta.game, parts,
      score: score * weight};
  }));
  return pages.sort((page, other) => other.score - page.score).slice(0, SHOWN);
};
