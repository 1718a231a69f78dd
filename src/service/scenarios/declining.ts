/**
 * Whether a text says that somebody does not know, cannot or will not: by the service's own sentences in the PAL's
 * languages, and by how it is said in English. A rule, no judge: a model's own words in another language are not known.
 */
import { localeOf } from '../language/locales.ts';

const ENGLISH =
  /\b(?:do(?:n['’]t| not) (?:know|have)|can(?:no|['’])t|not able|unable|won['’]t|will not|no (?:answer|information)|not sure|did(?:n['’]t| not) find)\b/i;

export function declines(text: string, languages: readonly string[]): boolean {
  const low = text.toLowerCase();
  return (
    ENGLISH.test(text) ||
    [...languages, 'en'].some((language) => {
      const { notFound, refusal, retraction, notSure, noAnswer } = localeOf(language).agent;
      return [notFound, refusal, retraction, notSure, noAnswer]
        .map((sentence) => sentence.split('{')[0]!.trim().toLowerCase())
        .some((sentence) => sentence !== '' && low.includes(sentence));
    })
  );
}
