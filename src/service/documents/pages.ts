/**
 * The pages of a PDF document with pictures, which a presentation shows as slides. They are deleted with the
 * document.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Extraction } from '@palkit/extraction/extraction';
import type { Jobs } from '../jobs/jobs.ts';
import { newMediaName, type MediaFiles } from '../media/media-files.ts';
import type { Database } from '../store/store.ts';

export interface StoredPage {
  /** The text of the page, line by line. */
  content: string;
  /** Name of the page's picture, which is the only key to it; null if there is no picture. */
  file: string | null;
}

/** Number of rows that one statement writes. */
const BATCH = 200;

/** Draws the pages of a PDF; empty if the file is not a PDF or cannot be drawn. */
export async function drawPages(
  { extraction, media }: { extraction: Extraction; media: MediaFiles },
  bytes: Uint8Array,
  account: number,
): Promise<StoredPage[]> {
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024)).includes('%PDF-'))
    return [];
  const drawnPages = await extraction.drawPages(bytes, account);
  if (drawnPages.every(({ picture }) => picture === null)) return [];
  const pages: StoredPage[] = [];
  await media.inFolder(async (folder) => {
    for (const { text, picture } of drawnPages) {
      const file = picture && newMediaName();
      if (file) {
        await fs.writeFile(path.join(folder, 'webp'), picture);
        await media.publish('slides', file, folder, ['webp']);
      }
      pages.push({ content: text, file });
    }
  });
  return pages;
}

/** Removes pictures of pages that no document refers to. */
export async function discardPages(media: MediaFiles, pages: readonly StoredPage[]): Promise<void> {
  for (const { file } of pages) if (file) await media.remove('slides', file);
}

/** Replaces the pages of a document, in the caller's transaction. */
export async function replacePages(
  trx: Database,
  parts: { jobs: Jobs; media: MediaFiles },
  document_id: string,
  pages: readonly StoredPage[],
): Promise<void> {
  await forgetPages(trx, parts, document_id);
  const rows = pages.map(({ content, file }, index) => ({ document_id, page: index + 1, content, file }));
  for (let from = 0; from < rows.length; from += BATCH)
    await trx
      .insertInto('document_pages')
      .values(rows.slice(from, from + BATCH))
      .execute();
}

/** Deletes the pages of a document; their pictures are deleted after the commit. */
export async function forgetPages(
  trx: Database,
  { jobs, media }: { jobs: Jobs; media: MediaFiles },
  document_id: string,
): Promise<void> {
  const files = (
    await trx.deleteFrom('document_pages').where('document_id', '=', document_id).returning('file').execute()
  ).flatMap(({ file }) => file ?? []);
  if (files.length > 0) await media.removeAllWith(trx, jobs, 'slides', files);
}

/** Maps each document that has pages to its pages in order. */
export async function pagesOf(
  db: Database,
  account: number,
  ids: readonly string[],
): Promise<Map<string, StoredPage[]>> {
  const pages = new Map<string, StoredPage[]>();
  if (ids.length === 0) return pages;
  const rows = await db
    .selectFrom('document_pages')
    .innerJoin('documents', 'documents.id', 'document_pages.document_id')
    .where('documents.account_id', '=', account)
    .where('document_id', 'in', [...ids])
    .select(['document_id', 'document_pages.content', 'document_pages.file'])
    .orderBy('document_id')
    .orderBy('page')
    .execute();
  for (const { document_id, content, file } of rows)
    pages.set(document_id, [...(pages.get(document_id) ?? []), { content, file }]);
  return pages;
}
