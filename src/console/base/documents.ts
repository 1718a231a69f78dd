/** Documents of a PAL: adding one, watching it being read. */
import { createDocument, type Document } from '@palkit/contract/documents';
import { patchPal, type Pal } from '@palkit/contract/pals';
import { request, upload } from './api.ts';

/** A website of a small firm: two link steps from the address. */
const CRAWL = { depth: 2, max_pages: 50 };

export const isReading = ({ status }: Document): boolean =>
  status === 'started' || status === 'processing' || status === 'recrawling';

/** These documents, with one of them in its newer state. */
export const withState = (documents: readonly Document[], state: Document): readonly Document[] =>
  documents.map((other) => (other.document_id === state.document_id ? state : other));

/** An address as people type it, with `https://` where it has no scheme. */
export const typedAddress = (text: string): string =>
  /^https?:\/\//i.test(text.trim()) ? text.trim() : `https://${text.trim()}`;

export const addWebsite = (address: string): Promise<Document> =>
  request(createDocument, { body: { document_url: typedAddress(address), crawl: CRAWL } });

export function addFile(file: File): Promise<Document> {
  const form = new FormData();
  form.set('document_name', file.name.slice(0, 200));
  form.set('file', file);
  return upload(createDocument, form);
}

export const addToPal = (pal_id: string, document_id: string): Promise<Pal> =>
  request(patchPal, {
    params: { pal_id },
    body: [{ op: 'add', path: '/document_ids/-', value: document_id }],
  });

export async function removeFromPal(pal: Pal, document_id: string): Promise<Pal> {
  const index = pal.document_ids.indexOf(document_id);
  if (index < 0) return pal;
  const path = `/document_ids/${index}`;
  // The test refuses the change if another person has changed the list meanwhile.
  return request(patchPal, {
    params: { pal_id: pal.pal_id },
    body: [
      { op: 'test', path, value: document_id },
      { op: 'remove', path },
    ],
  });
}

export const isUsedBy = (pal: Pal, { document_id, tags }: Document): boolean =>
  pal.document_ids.includes(document_id) || tags.some((tag) => pal.document_tags.includes(tag));
