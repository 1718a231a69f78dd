/** Finds the telephone number or e-mail address at which the visitor can reach a person. */
import type { FoundAnswer } from '../knowledge/found-answer.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { holdsKind } from '../knowledge/question-kind.ts';

/** The question that is put to the documents if the visitor wants a person. */
const CONTACT = 'What is your phone number or e-mail address?';

/** Finds the sentences of the documents that state how to reach a person; null if there are none. */
export async function contactIn(knowledge: Knowledge, signal: AbortSignal): Promise<FoundAnswer | null> {
  const contact = await knowledge.answer(CONTACT, { signal });
  return contact && holdsKind('contact', contact.text) ? contact : null;
}

const TELEPHONE = /(?<![\d€$£.,])(?:\+\d|0\d|\d{3})[\d ()/-]{4,}\d(?![\d.,:]\d)/g;
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/;

/** Matches a date or a range of years, which looks like a telephone number: "01/02/2026", "2025/2026". */
const DATE = /^(?:\d{1,4}[/-]\d{1,2}[/-]\d{1,4}|\d{4} ?[/-] ?\d{2,4})$/;

/** Returns the telephone number of a text or, without one, its e-mail address; null if it has neither. */
export function contactDetails(text: string): string | null {
  const numbers = [...text.matchAll(TELEPHONE)].map(([number]) => number.trim());
  return numbers.find((number) => !DATE.test(number)) ?? EMAIL.exec(text)?.[0] ?? null;
}
