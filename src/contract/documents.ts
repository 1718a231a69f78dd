/** Documents: files and crawled websites from which PALs answer. Specification: resources-9. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { HttpUrl, NullableHttpUrl, Timestamp } from './ids.ts';
import { CommaList, page, paging, Sort, CREATED_FILTERS, NAME_FILTERS } from './lists.ts';
import { nameSchema } from './names.ts';

export const DOCUMENT_STATUSES = ['started', 'processing', 'ready', 'error', 'recrawling'] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

/** For each status, the statuses that may follow. */
export const DOCUMENT_MOVES: Record<DocumentStatus, readonly DocumentStatus[]> = {
  started: ['processing'],
  processing: ['ready', 'error'],
  ready: ['recrawling'],
  error: ['recrawling'],
  recrawling: ['ready', 'error'],
};

/** Meaning of each `error_message` of a document in `error`. The list is open (specification: resources-11). */
export const DOCUMENT_ERRORS = {
  file_download_failed: 'The file could not be downloaded from the address.',
  file_format_unsupported: 'The file is not in a supported format.',
  file_size_too_large: 'The file is too large, or becomes too large when unpacked.',
  file_empty: 'The file contains no text.',
  invalid_file_url:
    'The address is malformed or not public. The operator of the service can allow private hosts in ' +
    'OUTBOUND_ALLOWED_HOSTS.',
  document_processing_failed: 'The file is damaged, protected, or took too long to read.',
  website_processing_failed: 'The start page could not be read, or its robots.txt forbids it.',
  website_needs_javascript: 'The pages of the website have no text without JavaScript.',
  chunking_failed: 'The text has more passages than can be indexed for semantic search.',
  embedding_failed:
    'The text could not be indexed for semantic search: the embeddings endpoint failed repeatedly.',
  vector_store_failed: 'The text could not be stored after several attempts.',
  processing_crashed:
    'The service crashed repeatedly while reading this file. Export it again, or send it in another format.',
  contact_support: 'Processing was interrupted repeatedly.',
} as const;
export type DocumentError = keyof typeof DOCUMENT_ERRORS;

export const MAX_FILE_BYTES = 50 * 1024 * 1024;
/** Maximum number of uploaded files per account that wait to be read. */
export const UPLOADS_WAITING = 20;
export const CRAWLS_AT_ONCE = 5;
export const CRAWLED_DOCUMENTS = 100;
/** Minimum seconds between two recrawls of a document. */
export const RECRAWL_COOLDOWN = 3600;

const numberBetween = (from: number, to: number) =>
  z
    .int(`must be a whole number from ${from} to ${to}`)
    .check(
      z.minimum(from, `must be a whole number from ${from} to ${to}`),
      z.maximum(to, `must be a whole number from ${from} to ${to}`),
    );

/** `depth` is the number of links from the start address. */
export const CrawlConfig = z.object({ depth: z.int(), max_pages: z.int() });
export type CrawlConfig = z.output<typeof CrawlConfig>;
/** Defaults for the fields that a crawl omits. */
export const CRAWL_DEFAULTS: CrawlConfig = { depth: 1, max_pages: 10 };
const CrawlOptions = z.optional(
  z.nullable(
    z.object(
      { depth: z.optional(numberBetween(1, 10)), max_pages: z.optional(numberBetween(1, 100)) },
      'must be an object with depth and max_pages',
    ),
  ),
);

const name = nameSchema();
const tags = z
  .array(
    z
      .string('must be a list of strings')
      .check(
        z.regex(/\S/, 'must not hold an empty tag'),
        z.maxLength(100, 'must hold tags of at most 100 characters'),
      ),
    'must be a list of strings',
  )
  .check(z.maxLength(50, 'must hold at most 50 tags'));

/** Tags as in `participant_tags` of a conversation. */
const participantTags = z
  .array(
    z
      .string('must be a list of strings')
      .check(
        z.regex(/\S/, 'must not hold an empty tag'),
        z.maxLength(200, 'must hold tags of at most 200 characters'),
      ),
    'must be a list of strings',
  )
  .check(z.maxLength(20, 'must hold at most 20 tags'));

/** Form fields that may be repeated; each has one entry, or several separated by commas. */
const entries = z.pipe(
  z.union([z.string(), z.array(z.string())]),
  z.transform((input: string | string[]) =>
    [input]
      .flat()
      .flatMap((part) => part.split(','))
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  ),
);

export const DocumentFields = z.object({
  document_url: HttpUrl,
  /** The default is the last part of the address. */
  document_name: z.optional(z.nullable(name)),
  callback_url: z.optional(NullableHttpUrl),
  tags: z._default(tags, []),
  /** Restricts the document to conversations with one of these `participant_tags`. An empty list allows all. */
  participant_tags: z._default(participantTags, []),
  /** If set, the address is a website's start page; otherwise it is a file. */
  crawl: CrawlOptions,
});

/** Prefix of the `document_url` of an uploaded file; the file's name follows. */
export const UPLOAD_PREFIX = 'upload:';
/** The fields of an upload form besides the file: those of the body, without its address. */
export const UploadFields = z.pipe(
  z.object({
    file: z.string('must be a file'),
    document_name: z.optional(name),
    callback_url: z.optional(NullableHttpUrl),
    /** One form field per tag, or one field with commas. */
    tags: z._default(z.pipe(entries, tags), []),
    participant_tags: z._default(z.pipe(entries, participantTags), []),
  }),
  z.transform(({ file, ...fields }) => ({
    ...fields,
    // Truncate between characters, because half of a surrogate pair cannot be encoded.
    document_url: UPLOAD_PREFIX + encodeURIComponent([...file].slice(0, 200).join('')),
  })),
);

/** How often a website is read again automatically. */
export const CRAWL_INTERVALS = ['day', 'week'] as const;
export type CrawlInterval = (typeof CRAWL_INTERVALS)[number];

export const DocumentChanges = z.strictObject({
  document_name: z.optional(name),
  /** Null if the website is read again on request only. Refused for a file. */
  crawl_every: z.optional(z.nullable(z.enum(CRAWL_INTERVALS, 'must be day, week or null'))),
  tags: z.optional(tags),
  participant_tags: z.optional(participantTags),
});

export const Document = z.object({
  document_id: z.string(),
  document_name: z.string(),
  document_url: z.string(),
  status: z.enum(DOCUMENT_STATUSES),
  /** Percentage; null before and after processing. */
  progress: z.nullable(z.int()),
  /** One of `DOCUMENT_ERRORS`, only if the status is `error`. */
  error_message: z.optional(z.string()),
  /** `error_message` as a sentence. */
  error_details: z.optional(z.string()),
  created_at: Timestamp,
  updated_at: Timestamp,
  callback_url: z.string(),
  tags: z.array(z.string()),
  participant_tags: z.array(z.string()),
  /** Configuration of the running or the last crawl. This and the next four fields exist only for websites. */
  crawl_config: z.optional(CrawlConfig),
  crawled_urls: z.optional(z.array(z.string())),
  last_crawled_at: z.optional(Timestamp),
  /** How often the website is read again automatically; absent if it is read on request only. */
  crawl_every: z.optional(z.enum(CRAWL_INTERVALS)),
  crawl_count: z.optional(z.int()),
});
export type Document = z.output<typeof Document>;

const idPath = '/v2/documents/{document_id}';

export const createDocument = endpoint({
  name: 'createDocument',
  method: 'POST',
  path: '/v2/documents',
  auth: 'key',
  tag: 'documents',
  body: DocumentFields,
  upload: { fields: UploadFields, maximumBytes: MAX_FILE_BYTES },
  result: Document,
  status: 200,
  errors: ['document_limit', 'too_many_requests'],
});
export const listDocuments = endpoint({
  name: 'listDocuments',
  method: 'GET',
  path: '/v2/documents',
  auth: 'key',
  tag: 'documents',
  query: z.object({
    ...paging(10, 0),
    sort: Sort,
    status: z.optional(z.enum(DOCUMENT_STATUSES, `must be ${DOCUMENT_STATUSES.join(', ')}`)),
    ...NAME_FILTERS,
    ...CREATED_FILTERS,
    /** Matches documents with any of these tags, `a,b`. */
    tags: z.optional(CommaList),
    /** Matches documents for any of these `participant_tags`, `a,b`. */
    participant_tags: z.optional(CommaList),
  }),
  result: page(Document),
  status: 200,
  errors: [],
});
export const getDocument = endpoint({
  name: 'getDocument',
  method: 'GET',
  path: idPath,
  auth: 'key',
  tag: 'documents',
  result: Document,
  status: 200,
  errors: ['document_not_found', 'forbidden'],
});
export const patchDocument = endpoint({
  name: 'patchDocument',
  method: 'PATCH',
  path: idPath,
  auth: 'key',
  tag: 'documents',
  body: DocumentChanges,
  result: Document,
  status: 200,
  errors: ['document_not_found', 'forbidden', 'crawl_not_configured'],
});
export const deleteDocument = endpoint({
  name: 'deleteDocument',
  method: 'DELETE',
  path: idPath,
  auth: 'key',
  tag: 'documents',
  status: 204,
  errors: ['document_not_found', 'forbidden'],
});
export const recrawlDocument = endpoint({
  name: 'recrawlDocument',
  method: 'POST',
  path: `${idPath}/recrawl`,
  auth: 'key',
  tag: 'documents',
  /** Omitted fields keep their stored values. */
  body: z.object({ crawl: CrawlOptions }),
  bodyOptional: true,
  result: Document,
  status: 202,
  errors: [
    'crawl_not_configured',
    'document_not_found',
    'forbidden',
    'document_busy',
    'recrawl_cooldown',
    'crawl_limit',
    'document_limit',
  ],
});

export const documentEndpoints = [
  createDocument,
  listDocuments,
  getDocument,
  patchDocument,
  deleteDocument,
  recrawlDocument,
] as const;
