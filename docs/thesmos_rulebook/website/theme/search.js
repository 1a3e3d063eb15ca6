
/* Added at the end of the theme's search worker: accents make no difference to the search. */
((lunr) => {
  const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "");
  const fold = (token) => token.update(folded);
  lunr.Pipeline.registerFunction(fold, "fold");

  /* Words of pages: the last thing that is done to them before they are added to the index. */
  const builder = lunr.Builder.prototype;
  const add = builder.add;
  builder.add = function (...page) {
    if (!this.folds) this.pipeline.add(fold);
    this.folds = true;
    return add.apply(this, page);
  };

  /* Words of a reader: the first thing, since those that end in `*` pass no pipeline. */
  const Parser = lunr.QueryParser;
  lunr.QueryParser = Object.assign(function (text, query) {
    return new Parser(folded(text), query);
  }, Parser);
})(self.lunr);
