import { foldPhrase, foldText } from "../subjects/fold-text.js";
import type { ClaimVocabulary } from "./claim-vocabulary.js";
import type { Evidence } from "./evidence.js";
import { eventsIn } from "./event-reading.js";
import { readerEvidence, wordsOfEvidence } from "./reader-evidence.js";
import { contentWords } from "./word-vectors.js";
import type { EvidenceWords } from "./writer.js";

const LONGEST_CHARS = 600;
/** Share of words of content that the evidence does not have; paraphrase needs some. */
const NOVEL_SHARE = 0.4;
const numberWords: Readonly<Record<string, string>> = {
  two: "2",
  three: "3",
  four: "4",
  five: "5",
  six: "6",
  seven: "7",
  eight: "8",
  nine: "9",
  ten: "10",
  eleven: "11",
  twelve: "12",
  dozen: "12",
  dozens: "12",
  hundred: "100",
  hundreds: "100",
  thousand: "1000",
  thousands: "1000",
  million: "1000000",
  millions: "1000000",
  billion: "1000000000",
  billions: "1000000000",
  half: "50",
  twice: "2",
  double: "2",
  doubled: "2",
  triple: "3",
  tripled: "3",
  quadrupled: "4",
  majority: "50",
};
const abbreviation = /\b(?:Inc|Corp|Co|Ltd|Jr|Sr|St|Mr|Ms|Dr|vs|U\.S|U\.K|No|approx)\.$/;
const reporting = new Set(
  "attention mention mentions talk discussion coverage article articles post posts source sources author authors community communities report reports reported week weeks day days usual more less than lean leans leaning positive negative neutral mixed split bullish bearish driven drawn drew mainly mostly largely because after amid while against also other others though despite although focus focused centre centred center centered follow followed following story stories news event topic topics investors traders analysts sentiment interest past compared average higher lower rise rose fall fell about around between toward both side sides cause point points cited such including".split(
    " ",
  ),
);

/**
 * What a text claims beyond the evidence, in plain words; empty when it may be shown. It must be one or two sentences about the
 * asset; every number, ticker, name and event in it must occur in the evidence, every quotation word for word; it
 * must not reverse the direction, address the reader or leave the subject. Strict: a doubtful text is refused.
 */
export function unsupportedIn(
  text: string,
  evidence: Evidence,
  words: EvidenceWords,
  vocabulary: ClaimVocabulary,
): string[] {
  // Stop reading a much too long answer: hostile answers must not cost more than others.
  if (text.length > 2 * LONGEST_CHARS) return formFaults(text.slice(0, 2 * LONGEST_CHARS), evidence);
  const known = wordsOfEvidence(readerEvidence(evidence, words));
  const faults = [...formFaults(text, evidence), ...numberFaults(text, known), ...nameFaults(text, known, vocabulary)];
  const cited = evidence.mentions.map((mention) => mention.text);
  for (const [, quote = ""] of text.matchAll(/[“"]([^”"]{3,})[”"]/g)) {
    const said = foldPhrase(quote.replace(/(?:…|\.\.\.)$/, ""));
    if (!cited.some((mention) => foldPhrase(mention).includes(said)))
      faults.push(`quotation not in the texts: ${quote}`);
  }
  const told = new Set([...eventsIn(cited.join("\n")), ...cited.flatMap(eventsIn)].map(({ id }) => id));
  for (const { id, phrase, isEvent } of eventsIn(text))
    if (isEvent && !told.has(id) && !evidence.topics.some(({ event }) => event === id))
      faults.push(`event not in the texts: ${phrase}`);
  return [...faults, ...directionFaults(text, evidence), ...novelFaults(text, known, evidence.asset)];
}

function formFaults(text: string, { asset }: Evidence): string[] {
  const faults: string[] = [];
  if (text.trim() === "") return ["it is empty"];
  if (text.length > LONGEST_CHARS) faults.push(`longer than ${LONGEST_CHARS} characters`);
  if (/[\r\n]/.test(text)) faults.push("more than one line");
  if (/[*#<>{}[\]`|\\_]|https?:|www\.|\S@\S/.test(text)) faults.push("markup or an address");
  if (/\p{Cc}|\p{Cf}/u.test(text)) faults.push("invisible characters");
  const count = sentencesIn(text);
  if (count > 2) faults.push(`${count} sentences`);
  const unquoted = text.replaceAll(/[“"][^”"]*[”"]/g, " ");
  if (
    /\b(?:you|your|i|i'm|we|our|my)\b|\bplease\b|\bas an ai\b|\b(?:should|must) (?:buy|sell|hold)\b|(?:^|[.!?]\s+)(?:buy|sell|short|ignore)\b/i.test(
      unquoted,
    )
  )
    faults.push("it speaks to the reader");
  const folded = ` ${foldPhrase(text)} `;
  if (!folded.includes(` ${foldPhrase(asset.key)} `) && !folded.includes(` ${foldPhrase(asset.name)} `)) {
    const [first = ""] = foldPhrase(asset.name).split(" ");
    if (first.length < 3 || !folded.includes(` ${first} `)) faults.push("it does not name the company");
  }
  return faults;
}

/** Sentence ends outside quotations, abbreviations apart. */
export function sentencesIn(text: string): number {
  const plain = text.replaceAll(/[“"][^”"]*[”"]/g, "quote").trim();
  let count = 0;
  for (const { index } of plain.matchAll(/[.!?]+(?=\s+\S|$)/g))
    if (!abbreviation.test(plain.slice(0, index + 1)) || index >= plain.length - 2) count += 1;
  return /[.!?]$/.test(plain) ? count : count + 1;
}

const numbersIn = (text: string) =>
  [...text.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([number]) => String(Number(number.replaceAll(",", ""))));

function numberFaults(text: string, known: string): string[] {
  const allowed = new Set(numbersIn(known));
  const knownWords = new Set(foldText(known).match(/[\p{L}]+/gu) ?? []);
  const unknown = numbersIn(text).filter((number) => !allowed.has(number));
  const spelled = (foldText(text).match(/[\p{L}]+/gu) ?? []).filter((word) => {
    const value = Object.hasOwn(numberWords, word) ? numberWords[word] : undefined;
    return value !== undefined && !knownWords.has(word) && !allowed.has(value);
  });
  return [...unknown, ...spelled].map((number) => `number not in the evidence: ${number}`);
}

function nameFaults(text: string, known: string, { isOrdinary, isAssetName }: ClaimVocabulary): string[] {
  const foldedKnown = ` ${foldPhrase(known)} `;
  const isKnown = (phrase: string) =>
    foldedKnown.includes(` ${phrase} `) || foldedKnown.includes(` ${phrase.replace(/s$/, "")} `);
  const faults = new Set<string>();
  const words = [...text.matchAll(/[\p{L}\p{N}$&][\p{L}\p{N}&'’.-]*/gu)];
  for (const { 0: written, index } of words) {
    const word = written.replace(/['’]s?$/, "").replace(/[.'’-]+$/, "");
    const folded = foldPhrase(word);
    if (folded === "" || isKnown(folded) || !/^[$\p{Lu}]/u.test(word)) continue;
    const opens = /(?:^|[.!?]["”]?\s+|[“"])$/.test(text.slice(0, index));
    const isPlain = opens && !/^\$|\p{Lu}.*\p{Lu}/u.test(word) && (isOrdinary(folded) || reporting.has(folded));
    if (!isPlain) faults.add(`name or ticker not in the evidence: ${word}`);
  }
  const folded = foldPhrase(text).split(" ");
  for (let from = 0; from < folded.length; from += 1) {
    for (const length of [1, 2, 3]) {
      const phrase = folded.slice(from, from + length).join(" ");
      if (isAssetName(phrase) && !isKnown(phrase)) faults.add(`company not in the evidence: ${phrase}`);
    }
  }
  return [...faults];
}

/** A text that mentions one side only must not mention the weaker one. */
function directionFaults(text: string, { lean }: Evidence): string[] {
  const up = /\b(?:positive|bullish|optimis\w+|upbeat)\b/i.test(text);
  const down = /\b(?:negative|bearish|pessimis\w+|gloomy)\b/i.test(text);
  if (lean === "negative" && up && !down) return ["it turns the direction round"];
  return lean === "positive" && down && !up ? ["it turns the direction round"] : [];
}

/** Grave words, which would harm a company if they were wrong. */
const grave =
  /\b(?:bankrupt\w*|insolven\w*|fraud\w*|scams?|criminal\w*|crimes?|arrest\w*|indict\w*|corrupt\w*|brib\w+|embezzl\w+|launder\w*|default(?:s|ed)?|delist\w*|collaps\w+|scandal\w*|dead|deaths?|died|killed|toxic|illegal\w*|ponzi)\b/gi;

function novelFaults(text: string, known: string, { name, key }: Evidence["asset"]): string[] {
  const own = new Set([...reporting, ...foldPhrase(name).split(" "), foldPhrase(key)]);
  const knownStems = new Set(contentWords(known, new Set()));
  const stems = contentWords(text, own).filter((word) => /^\p{L}{4,}/u.test(word));
  const novel = stems.filter((word) => !knownStems.has(word) && !reporting.has(word));
  const faults = (text.match(grave) ?? [])
    .filter((word) => !knownStems.has(contentWords(word, new Set())[0] ?? ""))
    .map((word) => `grave and not in the evidence: ${word}`);
  if (stems.length === 0) faults.push("it says nothing about the evidence");
  else if (novel.length / stems.length > NOVEL_SHARE)
    faults.push(`mostly words that the evidence does not have: ${novel.slice(0, 5).join(", ")}`);
  return faults;
}
