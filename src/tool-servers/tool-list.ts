/**
 * Reads the tools that a server lists. Each tool is read separately, so that a malformed one does not affect
 * the others. All sizes are limited.
 */
import { setMaxListeners } from 'node:events';
import * as z from 'zod';
import type { ConnectorTool } from '@palkit/contract/connectors';
import type { Outbound } from '@palkit/outbound/outbound';
import { ANSWER_MS, withConnection, type ToolServer } from './tool-server.ts';

/** Maximum milliseconds for all pages. */
const IMPORT_MS = 30_000;
const MAX_TOOLS = 500;
/** Maximum number of pages, including empty ones. */
const MAX_PAGES = 64;
/** Maximum number of characters of all tools, which are loaded at the start of each conversation. */
const MAX_DEFINITIONS = 1_048_576;
/** Maximum number of characters of a description; a longer one is truncated. */
const MAX_DESCRIPTION = 4096;
/** Maximum number of characters of a schema as JSON; a tool with a longer one is dropped. */
const MAX_SCHEMA = 32_768;
const MAX_NAME = 128;
/** Maximum number of tools that the report to the owner names. */
const MAX_REPORTED_TOOLS = 5;
/** Maximum number of characters of each name in the report. */
const MAX_REPORTED_NAME = 60;

export interface ImportedTools {
  tools: ConnectorTool[];
  /** A report for the owner on omitted or repaired tools, with reasons; null if there are none. */
  words: string | null;
}

const Page = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.unknown().optional() });

/** Reads all tools of the server, up to the limits. */
export async function importTools(outbound: Outbound, server: ToolServer): Promise<ImportedTools> {
  return withConnection(outbound, server, async (client) => {
    const signal = AbortSignal.timeout(IMPORT_MS);
    // Each page adds a listener to the signal, so many listeners are normal and do not indicate a leak.
    setMaxListeners(0, signal);
    const list = new ToolList();
    const cursors = new Set<string>();
    for (let page = 0, cursor = ''; page < MAX_PAGES; page++) {
      const params = cursor === '' ? {} : { cursor };
      const requestOptions = { timeout: ANSWER_MS, signal };
      const page = await client.request({ method: 'tools/list', params }, Page, requestOptions);
      for (const tool of page.tools) if (!list.add(tool)) return list.result();
      const { nextCursor } = page;
      // Some servers end with null or "", and some return the same page endlessly.
      if (typeof nextCursor !== 'string' || nextCursor === '' || cursors.has(nextCursor)) break;
      cursors.add((cursor = nextCursor));
    }
    return list.result();
  });
}

class ToolList {
  readonly #tools = new Map<string, ConnectorTool>();
  readonly #faults: string[] = [];
  #characters = 0;

  /** Adds a tool. Returns false if no more tools are accepted. */
  add(definition: unknown): boolean {
    const readResult = readTool(definition);
    if (readResult.fault !== null) this.#faults.push(`${quote(readResult.name)} (${readResult.fault})`);
    if (readResult.tool === null || this.#tools.has(readResult.tool.name)) return true;
    const { name, description, input_schema } = readResult.tool;
    this.#characters += name.length + description.length + JSON.stringify(input_schema).length;
    if (this.#characters > MAX_DEFINITIONS) return false;
    this.#tools.set(name, readResult.tool);
    return this.#tools.size < MAX_TOOLS;
  }

  result(): ImportedTools {
    const further = this.#faults.length - MAX_REPORTED_TOOLS;
    const faultTexts = this.#faults.slice(0, MAX_REPORTED_TOOLS).join(', ');
    const words = `Tools with a faulty definition: ${faultTexts}${further > 0 ? `, and ${further} more` : ''}.`;
    return { tools: [...this.#tools.values()], words: this.#faults.length > 0 ? words : null };
  }
}

interface ReadTool {
  name: string;
  /** Null if the tool was omitted. */
  tool: ConnectorTool | null;
  fault: string | null;
}

const ListedTool = z.looseObject({
  name: z.unknown(),
  description: z.string().catch(''),
  inputSchema: z.unknown(),
  annotations: z.looseObject({ readOnlyHint: z.unknown() }).nullish().catch(null),
});

function readTool(definition: unknown): ReadTool {
  const { data } = ListedTool.safeParse(definition);
  const name = typeof data?.name === 'string' ? data.name : '';
  const omitTool = (fault: string): ReadTool => ({ name, tool: null, fault: `left out: ${fault}` });
  if (!data || name === '') return omitTool('it has no name');
  if (name.length > MAX_NAME) return omitTool(`its name has more than ${MAX_NAME} characters`);
  const { schema, fault } = readSchema(data.inputSchema);
  if (schema === null) return omitTool('its inputSchema is no object schema');
  if (JSON.stringify(schema).length > MAX_SCHEMA)
    return omitTool(`its inputSchema has more than ${MAX_SCHEMA} characters`);
  const tool: ConnectorTool = {
    name,
    description: data.description.slice(0, MAX_DESCRIPTION),
    input_schema: schema,
    ...(data.annotations?.readOnlyHint === true ? { read_only: true } : {}),
  };
  return { name, tool, fault };
}

const Schema = z.record(z.string(), z.unknown());

/** Removes parts of a schema that no model server accepts; the schema is null if it does not describe an object. */
function readSchema(definition: unknown): { schema: Record<string, unknown> | null; fault: string | null } {
  const { data } = Schema.safeParse(definition);
  if (!data || (data['type'] !== undefined && data['type'] !== null && data['type'] !== 'object'))
    return { schema: null, fault: null };
  const { required, properties, ...rest } = data;
  const faults: string[] = [];
  const list = z.array(z.string()).safeParse(required).data;
  if (required !== undefined && !list) faults.push('required is no list of names');
  const fields = Schema.safeParse(properties).data;
  if (properties !== undefined && !fields) faults.push('properties is no object');
  const schema = { ...rest, type: 'object', properties: fields ?? {}, ...(list ? { required: list } : {}) };
  return { schema, fault: faults.length > 0 ? `mended: ${faults.join(', ')}` : null };
}

const quote = (name: string): string =>
  JSON.stringify(name.replace(/[^\x20-\x7e]/g, '?').slice(0, MAX_REPORTED_NAME));
