/** Adds documents to a PAL and follows their extraction. */
import { listDocumentPages } from '@palkit/contract/document-pages';
import { createDocument, type Document } from '@palkit/contract/documents';
import { patchPal, type Pal } from '@palkit/contract/pals';
import { request, upload } from './api.ts';

/** Crawl limits for the website of a small company: up to two links away from the address. */
const CRAWL = { depth: 2, max_pages: 50 };

export const isReading = ({ status }: Document): boolean =>
  status === 'started' || status === 'processing' || status === 'recrawling';

/** The documents, in which `state` replaces the earlier state of the same document. */
export const withState = (documents: readonly Document[], state: Document): readonly Document[] =>
  documents.map((other) => (other.document_id === state.document_id ? state : other));

/** The address that a user typed, with `https://` if it has no scheme. */
export const typedAddress = (text: string): string =>
  /^https?:\/\//i.test(text.trim()) ? text.trim() : `https://${text.trim()}`;

/** Adds a website, or if `crawl` is null the file at the address. */
export const addWebsite = (address: string, crawl: typeof CRAWL | null = CRAWL): Promise<Document> =>
  request(createDocument, { body: { document_url: typedAddress(address), crawl } });

/** Matches the endings of files that the service can read. */
const READABLE = /\.(pdf|docx?|pptx?|xlsx?|csv)$/i;

/** Addresses of files that a website links to and that were skipped in its crawl. */
export async function linkedFiles({ document_id }: Document): Promise<string[]> {
  const query = { status: 'skipped', limit: '200' } as const;
  const { data } = await request(listDocumentPages, { params: { document_id }, query });
  return data.map(({ url }) => url).filter((url) => READABLE.test(new URL(url).pathname));
}

export function addFile(file: File): Promise<Document> {
  const form = new FormData();
  form.set('document_name', file.name.slice(0, 200));
  form.set('file', file);
  return upload(createDocument, form);
}

/** Attaches a document to a PAL, or detaches it. */
export async function useDocument(pal: Pal, document_id: string, isUsed = true): Promise<Pal> {
  const index = pal.document_ids.indexOf(document_id);
  if (!isUsed && index < 0) return pal;
  const path = `/document_ids/${isUsed ? '-' : index}` as const;
  // The `test` operation rejects the removal if another user has changed the list meanwhile.
  const body = isUsed
    ? [{ op: 'add' as const, path, value: document_id }]
    : [
        { op: 'test' as const, path, value: document_id },
        { op: 'remove' as const, path },
      ];
  return request(patchPal, { params: { pal_id: pal.pal_id }, body });
}

export const isUsedBy = (pal: Pal, { document_id, tags }: Document): boolean =>
  pal.document_ids.includes(document_id) || tags.some((tag) => pal.document_tags.includes(tag));
