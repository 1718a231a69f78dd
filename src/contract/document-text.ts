/** The text of a document as it was read, and the tags of all documents. It shows owners the knowledge of a PAL. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Limit, page, paging } from './lists.ts';

const idPath = '/v2/documents/{document_id}';

export const DocumentPassage = z.object({
  /** From 0, in the order of the document. */
  position: z.int(),
  /** The headings above it, the outermost first; its own are the last ones. */
  headings: z.array(z.string()),
  /** Address of the crawled page that it is from; null for a file. */
  page_url: z.nullable(z.string()),
  /** Markdown. */
  content: z.string(),
});
export type DocumentPassage = z.output<typeof DocumentPassage>;

/** A passage under the names that clients of the hosted interface read. */
export const DocumentChunk = z.object({
  /** Stable until the document is read again. */
  chunk_id: z.string(),
  document_id: z.string(),
  chunk_index: z.int(),
  content: z.string(),
  metadata: z.object({ headings: z.array(z.string()), page_url: z.nullable(z.string()) }),
});

export const DocumentTag = z.object({ tag: z.string(), document_count: z.int() });

const OFFSET = 'must be the next_offset of an earlier answer';

export const readDocumentText = endpoint({
  name: 'readDocumentText',
  method: 'GET',
  path: `${idPath}/text`,
  auth: 'key',
  tag: 'documents',
  summary: 'Read the extracted text of a document, passage by passage',
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
  summary: "Read the extracted text of a document in the hosted interface's format",
  query: z.object({
    /** Documents are in one collection. */
    collection: z._default(z.enum(['regular'], 'must be regular, the only collection'), 'regular'),
    limit: z._default(Limit, 100),
    /** `next_offset` of the answer before this one. */
    offset: z.optional(z.string().check(z.regex(/^\d{1,9}$/, OFFSET))),
  }),
  result: z.object({
    chunks: z.array(DocumentChunk),
    /** Null at the end. */
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
  summary: 'List the tags of all documents',
  query: z.object({
    ...paging(100, 0),
    /** Part of a tag. */
    search: z.optional(z.string().check(z.maxLength(100, 'must be at most 100 characters'))),
  }),
  result: page(DocumentTag),
  status: 200,
  errors: [],
});

export const documentTextEndpoints = [readDocumentText, listDocumentChunks, listDocumentTags] as const;
