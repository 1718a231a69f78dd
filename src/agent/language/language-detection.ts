/**
 * Detects which of a few languages a text has: first by script, then by function words that only one of them has.
 * This is sufficient because the candidates are the few languages of a conversation.
 */
import { LOCALES, primaryLanguage } from './locales.ts';

/** Scripts and the languages that use them. */
const SCRIPTS: readonly (readonly [pattern: RegExp, languages: readonly string[]])[] = [
  [/[\u3040-\u30ff]/gu, ['ja']],
  [/\p{Script=Hangul}/gu, ['ko']],
  [/\p{Script=Han}/gu, ['zh', 'ja']],
  [/\p{Script=Hebrew}/gu, ['he']],
  [/\p{Script=Greek}/gu, ['el']],
  [/\p{Script=Devanagari}/gu, ['hi', 'mr', 'ne']],
  [/\p{Script=Arabic}/gu, ['ar', 'fa', 'ur']],
  [/\p{Script=Cyrillic}/gu, ['ru', 'uk', 'bg', 'sr']],
  [/\p{Script=Thai}/gu, ['th']],
];
const NOT_LATIN = new Set(SCRIPTS.flatMap(([, languages]) => languages));

/** The function words of each language. */
const WORDS: Record<string, ReadonlySet<string>> = {};
/** The letters that only one language has among the languages of its script. A letter counts as two words. */
const LETTERS: Record<string, RegExp> = {};
for (const [language, { facts }] of Object.entries(LOCALES)) {
  if (facts.commonWords) WORDS[language] = new Set(facts.commonWords.split(' '));
  if (facts.letters) LETTERS[language] = new RegExp(`[${facts.letters}]`, 'gu');
}

/** A primary language and its BCP 47 tag. */
type TaggedLanguage = readonly [language: string, tag: string];

/** Returns the most likely tag in `among` (BCP 47); null if it is unclear. */
export function detectLanguage(text: string, among: readonly string[]): string | null {
  const taggedLanguages = [
    ...new Map(among.map((tag) => [primaryLanguage(tag), tag] as const).reverse()),
  ].reverse();
  const [firstLanguage] = taggedLanguages;
  if (!firstLanguage) return null;
  if (taggedLanguages.length === 1) return firstLanguage[1];
  const lowerCaseText = text.toLowerCase().normalize('NFC');
  const letters = lowerCaseText.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return null;
  const languages = languagesOfScript(lowerCaseText, letters);
  // For Han characters without kana, the order of `SCRIPTS` decides: they are Chinese if Chinese is a
  // candidate.
  const candidates = languages
    ? languages.flatMap((language) => taggedLanguages.filter((entry) => entry[0] === language))
    : taggedLanguages.filter(([language]) => !NOT_LATIN.has(language));
  const [onlyCandidate] = candidates;
  if (
    onlyCandidate &&
    (candidates.length === 1 || (languages && !candidates.some(([language]) => WORDS[language])))
  )
    return onlyCandidate[1];
  return bestByWords(lowerCaseText, candidates);
}

/** Returns the languages that use the script of a text; undefined for the Latin script. */
function languagesOfScript(lower: string, letters: number): readonly string[] | undefined {
  return SCRIPTS.find(
    ([pattern, languages]) =>
      // A few names in another script do not change the language of a text.
      (lower.match(pattern)?.length ?? 0) >= letters * (languages[0] === 'ja' ? 0.15 : 0.4),
  )?.[1];
}

/**
 * Decides by function words and letters that only one of the candidates has; null if two candidates are
 * equally likely.
 */
function bestByWords(lower: string, candidates: readonly TaggedLanguage[]): string | null {
  const words = lower.match(/\p{L}+/gu) ?? [];
  const scores = candidates
    .map(([language, tag]) => {
      const vocabulary = WORDS[language];
      const ownLetters = LETTERS[language];
      const letters = ownLetters ? (lower.match(ownLetters)?.length ?? 0) : 0;
      return { tag, score: words.filter((word) => vocabulary?.has(word)).length + 2 * letters };
    })
    .sort((a, b) => b.score - a.score);
  const [best, second] = scores;
  return best && best.score > 0 && best.score > (second?.score ?? 0) ? best.tag : null;
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' });
/**
 * Finds the tag in `among` of a language that a recogniser reported as `de`, `de-DE` or `german`; null if there is
 * none.
 */
export function spokenLanguage(reportedName: string, among: readonly string[]): string | null {
  const word = reportedName.trim().toLowerCase();
  return (
    among.find(
      (tag) =>
        primaryLanguage(tag) === primaryLanguage(word) ||
        languageNames.of(primaryLanguage(tag))?.toLowerCase() === word,
    ) ?? null
  );
}
