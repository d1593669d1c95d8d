/** English words that say nothing about what a text is about. Left out only where any single word may match. */
const words = `
a about above after again against all also am an and any are as at be because been before being below between both
but by can cannot could did do does doing done down during each either else few for from further get gets got had has
have having he her here hers herself him himself his how however i if in into is it its itself just let like may me
might mine more most must my myself neither no nor not now of off on once only onto or other our ours ourselves out
over own per please quite rather same shall she should since so some such than that the their theirs them
themselves then there therefore these they this those though through thus to too under until up upon us very via
was we were what whatever when where whether which while who whom whose why will with within without would yes yet you
your yours yourself yourselves
`;

/** Halves of contractions, which the tokenizer parts at the apostrophe. */
const halves =
  "s t d m re ve ll don doesn didn isn aren wasn weren won wouldn couldn shouldn hasn haven hadn ain mustn needn";

const stopWords: ReadonlySet<string> = new Set(words.trim().split(/\s+/));
const stopHalves: ReadonlySet<string> = new Set(halves.split(" "));

/** @param tokens the folded parts of one word: `don't` is a stop word because `don` and `t` are. */
export function isStopWord(tokens: readonly string[]): boolean {
  const [first, second] = tokens;
  if (first === undefined || tokens.length > 2) return false;
  if (second === undefined) return stopWords.has(first);
  return [first, second].every((token) => stopWords.has(token) || stopHalves.has(token));
}
