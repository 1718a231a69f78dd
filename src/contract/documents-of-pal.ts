/** Functions for clients that show documents: their states, and the PALs that use them. */
import type { Document } from './documents.ts';
import type { Pal } from './pals.ts';

export const isReading = ({ status }: Document): boolean =>
  status === 'started' || status === 'processing' || status === 'recrawling';

/** Replaces a document in the list by its newer state. */
export const withState = (documents: readonly Document[], state: Document): readonly Document[] =>
  documents.map((document) => (document.document_id === state.document_id ? state : document));

export const isUsedBy = (pal: Pal, { document_id, tags }: Document): boolean =>
  pal.document_ids.includes(document_id) || tags.some((tag) => pal.document_tags.includes(tag));

/** Adds `https://` to an address that the owner typed without a scheme. */
export const typedAddress = (text: string): string =>
  /^https?:\/\//i.test(text.trim()) ? text.trim() : `https://${text.trim()}`;

/** Returns the patch that attaches a document to a PAL or detaches it; null if there is nothing to detach. */
export function documentPatch(pal: Pal, document_id: string, isUsed: boolean) {
  const index = pal.document_ids.indexOf(document_id);
  if (!isUsed && index < 0) return null;
  const path = `/document_ids/${isUsed ? '-' : index}` as const;
  if (isUsed) return [{ op: 'add' as const, path, value: document_id }];
  // The `test` operation rejects the removal if another user has changed the list in the meantime.
  return [
    { op: 'test' as const, path, value: document_id },
    { op: 'remove' as const, path },
  ];
}
