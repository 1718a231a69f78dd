/** The text of a document as it was read, and the tags of all documents. It shows owners what a PAL knows. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Limit, page, paging } from './lists.ts';

const idPath = '/v2/documents/{document_id}';

export const DocumentPassage = z.object({
  /** Index of the passage in the document, from 0. */
  position: z.int(),
  /** The headings above the passage, outermost first, including those in it. */
  headings: z.array(z.string()),
  /** Address of the crawled page with this passage; null for a file. */
  page_url: z.nullable(z.string()),
  /** Text of the passage in Markdown. */
  content: z.string(),
});
export type DocumentPassage = z.output<typeof DocumentPassage>;

/** A passage with the field names of the hosted interface. */
export const DocumentChunk = z.object({
  /** Stays the same until the document's text is extracted again. */
  chunk_id: z.string(),
  document_id: z.string(),
  chunk_index: z.int(),
  content: z.string(),
  metadata: z.object({ headings: z.array(z.string()), page_url: z.nullable(z.string()) }),
});

export const DocumentTag = z.object({ tag: z.string(), document_count: z.int() });

const OFFSET_FAULT = 'must be the next_offset of an earlier answer';

export const readDocumentText = endpoint({
  name: 'readDocumentText',
  method: 'GET',
  path: `${idPath}/text`,
  auth: 'key',
  tag: 'documents',
  query: z.object(paging(50, 0)),
  result: page(DocumentPassage),
  status: 200,
  errors: ['document_not_found', 'forbidden'],
});
export const listDocumentChunks = endpoint({
  name: 'listDocumentChunks',
  method: 'GET',
  path: `${idPath}/chunks`,
  auth: 'key',
  tag: 'documents',
  query: z.object({
    /** All documents are in one collection. */
    collection: z._default(z.enum(['regular'], 'must be regular, the only collection'), 'regular'),
    limit: z._default(Limit, 100),
    /** `next_offset` of the previous response. */
    offset: z.optional(z.string().check(z.regex(/^\d{1,9}$/, OFFSET_FAULT))),
  }),
  result: z.object({
    chunks: z.array(DocumentChunk),
    /** Null on the last page. */
    next_offset: z.nullable(z.string()),
    total_count: z.int(),
  }),
  status: 200,
  errors: ['document_not_found', 'forbidden'],
});
export const listDocumentTags = endpoint({
  name: 'listDocumentTags',
  method: 'GET',
  path: '/v2/documents/tags',
  auth: 'key',
  tag: 'documents',
  query: z.object({
    ...paging(100, 0),
    /** Selects the tags that contain this text. */
    search: z.optional(z.string().check(z.maxLength(100, 'must be at most 100 characters'))),
  }),
  result: page(DocumentTag),
  status: 200,
  errors: [],
});

export const documentTextEndpoints = [readDocumentText, listDocumentChunks, listDocumentTags] as const;
