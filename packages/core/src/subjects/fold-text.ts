const ASCII_ONLY = /^[\x20-\x7e]*$/;
const COMBINING = /\p{M}+/gu;
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  ø: "o",
  æ: "ae",
  œ: "oe",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};
const SPECIAL = /[ßøæœłđðþı]/g;
const NOT_WORD = /[^\p{L}\p{N}&]+/gu;
const APOSTROPHES = /['’‘ʼ]/g;

/**
 * One spelling for words that people write in several ways: lower case, accents removed (`Nestlé` and `NESTLE` are
 * `nestle`), compatibility forms unified (full-width letters). Keeps punctuation; never throws.
 */
export function foldText(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(COMBINING, "")
    .toLowerCase()
    .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter)
    .normalize("NFC");
}

/** A phrase as folded words with single spaces, punctuation dropped: `Moody's  Corp.` is `moodys corp`. */
export function foldPhrase(text: string): string {
  return foldText(text).replace(APOSTROPHES, "").replace(NOT_WORD, " ").trim();
}
