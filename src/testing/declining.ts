/**
 * Decides whether a text declines to answer (does not know, cannot, will not), by the service's sentences in the
 * PAL's languages and by common English phrases. It is a rule, not a judge: other wordings in another language are
 * not recognised.
 */
import { localeOf } from '@palkit/agent';

const ENGLISH = [
  /\bdo(?:n['’]t| not) (?:know|have)\b/i,
  /\bdid(?:n['’]t| not) find\b/i,
  /\b(?:can(?:no|['’])t|not able|unable|won['’]t|will not)\b/i,
  /\b(?:no (?:answer|information)|not sure)\b/i,
];

export function isDecline(text: string, languages: readonly string[]): boolean {
  const lowerText = text.toLowerCase();
  return (
    ENGLISH.some((words) => words.test(text)) ||
    [...languages, 'en'].some((language) => {
      const { notFound, refusal, retraction, notSure, noAnswer } = localeOf(language).agent;
      return [notFound, refusal, retraction, notSure, noAnswer]
        .map((sentence) => sentence.split('{')[0]!.trim().toLowerCase())
        .some((sentence) => sentence !== '' && lowerText.includes(sentence));
    })
  );
}
