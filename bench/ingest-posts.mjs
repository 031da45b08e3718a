// Synthetic posts about one market, with realistic lengths and repetition: mostly free text over a large vocabulary, a
// quarter verbatim reposts, a tenth from templates with changing numbers.
import { seededRandom } from "./seeded-random.mjs";

const tickers = "AAPL TSLA NVDA AMD MSFT AMZN META GOOGL SPY GME JPM XOM BAC INTC NFLX DIS BA F PLTR COIN".split(" ");
const known = (
  "the a to of and in is on for this at with my it up down today market stock shares buy sell calls puts earnings beat miss " +
  "guidance price target analyst upgrade downgrade short long hold moon bear bull green red chart support resistance volume"
).split(" ");

/** @param vocabulary Number of words; 60 gives texts far more similar than real ones. */
export function postMaker(seed, vocabulary = 30_000) {
  const random = seededRandom(seed).uniform;
  const pick = (items) => items[Math.floor(random() * items.length)];
  const syllables = ["ka", "lo", "mi", "ren", "tas", "vo", "shi", "dun", "pel", "gor", "ni", "bra"];
  const rare = Array.from({ length: vocabulary }, (_, index) => {
    let word = "";
    for (let left = index + 12; left > 0; left = Math.floor(left / 12)) word += syllables[left % 12];
    return word;
  });
  const word = () => (random() < 0.45 ? pick(known) : rare[Math.floor(rare.length * random() ** 3)]);
  const ticker = () => tickers[Math.floor(tickers.length * random() ** 2)];
  const recent = [];
  const free = () => {
    const words = Array.from({ length: 5 + Math.floor(random() * 22) }, word);
    words.splice(Math.floor(random() * words.length), 0, `$${ticker()}`);
    return words.join(" ");
  };
  const template = () =>
    `$${ticker()} alert: price ${Math.floor(random() * 900)} volume ${Math.floor(random() * 9_000_000)} signal strong buy now`;
  return () => {
    const kind = random();
    const text = (kind < 0.25 ? pick(recent) : undefined) ?? (kind < 0.35 ? template() : free());
    recent[Math.floor(random() * 2_000)] ??= text;
    if (random() < 0.05) recent[Math.floor(random() * 2_000)] = text;
    return { text, author: `user${Math.floor(400_000 * random() ** 2)}`, likes: Math.floor(10 ** (random() * 3)) - 1 };
  };
}

/** Records of `count` posts spread in order over a stretch of time. */
export function* posts({ count, fromMs, toMs, seed, firstId = 0, vocabulary }) {
  const make = postMaker(seed, vocabulary);
  for (let index = 0; index < count; index += 1) {
    const at = fromMs + Math.floor(((toMs - fromMs) * index) / count);
    const { text, author, likes } = make();
    yield { id: String(firstId + index), text, author, likes, created_at: new Date(at).toISOString() };
  }
}
