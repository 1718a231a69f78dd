/** Documents as clients show them: their states, and the PAL that uses them. */
import type { Document } from './documents.ts';
import type { Pal } from './pals.ts';

export const isReading = ({ status }: Document): boolean =>
  status === 'started' || status === 'processing' || status === 'recrawling';

/** These documents, with a newer state of one of them. */
export const withState = (documents: readonly Document[], state: Document): readonly Document[] =>
  documents.map((other) => (other.document_id === state.document_id ? state : other));

export const isUsedBy = (pal: Pal, { document_id, tags }: Document): boolean =>
  pal.document_ids.includes(document_id) || tags.some((tag) => pal.document_tags.includes(tag));

/** A typed address, with `https://` if it has no scheme. */
export const typedAddress = (text: string): string =>
  /^https?:\/\//i.test(text.trim()) ? text.trim() : `https://${text.trim()}`;

/** The patch that attaches a document to a PAL, or detaches it; null if it is not attached. */
export function documentPatch(pal: Pal, document_id: string, isUsed: boolean) {
  const index = pal.document_ids.indexOf(document_id);
  if (!isUsed && index < 0) return null;
  const path = `/document_ids/${isUsed ? '-' : index}` as const;
  if (isUsed) return [{ op: 'add' as const, path, value: document_id }];
  // The test refuses a removal if another person has changed the list meanwhile.
  return [
    { op: 'test' as const, path, value: document_id },
    { op: 'remove' as const, path },
  ];
}
