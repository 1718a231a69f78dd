/** Finds the parts of office archives (ECMA-376 part 2): the main document and its references. */
import { load, type CheerioAPI } from 'cheerio';
import path from 'node:path';
import { ExtractionError } from './extraction-error.ts';
import type { Zip } from './zip.ts';

export type OfficeKind = 'docx' | 'pptx' | 'xlsx';

/** Usual names of the main document, for archives in which no relation refers to it. */
const USUAL_NAMES: readonly (readonly [string, OfficeKind])[] = [
  ['word/document.xml', 'docx'],
  ['ppt/presentation.xml', 'pptx'],
  ['xl/workbook.xml', 'xlsx'],
];
const KINDS_BY_FOLDER: readonly (readonly [RegExp, OfficeKind])[] = [
  [/^word\//i, 'docx'],
  [/^ppt\//i, 'pptx'],
  [/^xl\//i, 'xlsx'],
];
const KINDS_BY_TYPE: readonly (readonly [RegExp, OfficeKind])[] = [
  [/wordprocessingml|ms-word/i, 'docx'],
  [/presentationml|ms-powerpoint/i, 'pptx'],
  [/spreadsheetml|ms-excel/i, 'xlsx'],
];
const ROOT_RELATIONS = '_rels/.rels';
const CONTENT_TYPES = '[Content_Types].xml';

/** Returns the main document of an archive; null if it is not an office archive. */
export function mainPart(zip: Zip): { part: string; kind: OfficeKind } | null {
  const part = zip.has(ROOT_RELATIONS)
    ? relationsOf(zip, '').find(({ type }) => type.endsWith('/officeDocument'))
    : undefined;
  const kind = part && zip.has(part.file) ? kindOf(zip, part.file) : undefined;
  if (part && kind) return { part: part.file, kind };
  const usualName = USUAL_NAMES.find(([name]) => zip.has(name));
  return usualName ? { part: usualName[0], kind: usualName[1] } : null;
}

/** Determines the kind from the content type, otherwise from the folder. */
function kindOf(zip: Zip, file: string): OfficeKind | undefined {
  const $ = zip.has(CONTENT_TYPES) ? partDocument(zip, CONTENT_TYPES) : null;
  const type = $?.('Override')
    .toArray()
    .map((element) => $(element))
    .find((element) => element.attr('PartName')?.toLowerCase() === `/${file}`.toLowerCase())
    ?.attr('ContentType');
  return (
    KINDS_BY_TYPE.find(([pattern]) => pattern.test(type ?? ''))?.[1] ??
    KINDS_BY_FOLDER.find(([pattern]) => pattern.test(file))?.[1]
  );
}

export interface Relation {
  id: string;
  type: string;
  /** Path of the part in the archive. */
  file: string;
}

/** Returns the relations of a part; for an empty name, those of the archive. */
export function relationsOf(zip: Zip, part: string): Relation[] {
  const folder = path.posix.dirname(part);
  const name = path.posix.join(folder, '_rels', `${path.posix.basename(part)}.rels`);
  if (!zip.has(name)) return [];
  const $ = partDocument(zip, name);
  return $('Relationship')
    .toArray()
    .map((element) => {
      const target = $(element).attr('Target') ?? '';
      return {
        id: $(element).attr('Id') ?? '',
        type: $(element).attr('Type') ?? '',
        file: target.startsWith('/') ? target.slice(1) : path.posix.join(folder, target),
      };
    });
}

/** Returns the slides or sheets in the order in which a part lists them. */
export function listedParts(
  zip: Zip,
  list: string,
  element: string,
): { file: string; name: string; hidden: boolean }[] {
  const relations = new Map(relationsOf(zip, list).map(({ id, file }) => [id, file]));
  const $ = partDocument(zip, list);
  return $(element)
    .toArray()
    .flatMap((item) => {
      const file = relations.get($(item).attr('r:id') ?? '');
      const hidden = /hidden/i.test($(item).attr('state') ?? '');
      return file && zip.has(file) ? [{ file, name: $(item).attr('name') ?? '', hidden }] : [];
    });
}

export function partDocument(zip: Zip, name: string): CheerioAPI {
  return load(xml(zip, name), { xml: true });
}

/** Returns the XML of a part. A document type, which ECMA-376 forbids, could declare entities that grow endlessly. */
export function xml(zip: Zip, name: string): string {
  const text = zip.read(name).toString('utf8');
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new ExtractionError('document_processing_failed');
  return text;
}
