/** Adds documents to a PAL and follows their extraction. */
import { listDocumentPages } from '@palkit/contract/document-pages';
import { createDocument, type Document } from '@palkit/contract/documents';
import { documentPatch, typedAddress } from '@palkit/contract/documents-of-pal';
import { patchPal, type Pal } from '@palkit/contract/pals';
import { request, upload } from './api.ts';

/** Crawl limits for the website of a small company: up to two links away from the address. */
const CRAWL = { depth: 2, max_pages: 50 };

/** Adds a website, or the file at an address if `crawl` is null. */
export const addWebsite = (address: string, crawl: typeof CRAWL | null = CRAWL): Promise<Document> =>
  request(createDocument, { body: { document_url: typedAddress(address), crawl } });

/** Matches the endings of files that the service can read. */
const READABLE = /\.(pdf|docx?|pptx?|xlsx?|csv)$/i;

/** Returns the addresses of files that a website links to and that were skipped in its crawl. */
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
  const body = documentPatch(pal, document_id, isUsed);
  return body ? request(patchPal, { params: { pal_id: pal.pal_id }, body }) : pal;
}
