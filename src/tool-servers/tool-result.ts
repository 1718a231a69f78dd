/** Calls a tool of a server, and converts its result to text for a model. */
import * as z from 'zod';
import type { Outbound } from '@palkit/outbound/outbound';
import { isSameDocument } from '@palkit/runtime/same';
import { ANSWER_MS, withConnection, protocolWords, type ToolServer } from './tool-server.ts';

/** Maximum number of characters of a result for the model. */
const MAX_RESULT = 20_000;

const Result = z.looseObject({
  content: z.unknown().optional(),
  structuredContent: z.unknown().optional(),
  isError: z.unknown().optional(),
});
const text = z.string().catch('');
const Part = z.looseObject({
  type: text,
  text,
  uri: text,
  name: text,
  title: text,
  description: text,
  mimeType: text,
  resource: z.looseObject({ uri: text, text, mimeType: text }).nullish().catch(null),
});
type Part = z.output<typeof Part>;

/** Returns the tool's result or the protocol's error as text. The call's key is sent as `Idempotency-Key`. */
export async function callTool(
  outbound: Outbound,
  server: ToolServer,
  name: string,
  parameters: Record<string, unknown>,
  signal: AbortSignal,
  call?: { idempotencyKey: string },
): Promise<string> {
  const headers: Record<string, string> = call ? { 'idempotency-key': call.idempotencyKey } : {};
  try {
    return await withConnection(
      outbound,
      server,
      async (client) => {
        const params = { name, arguments: parameters };
        const requestOptions = { timeout: ANSWER_MS, signal };
        return resultText(await client.request({ method: 'tools/call', params }, Result, requestOptions));
      },
      { headers },
    );
  } catch (error) {
    // The message explains how the model can correct the call, for example which argument is missing.
    const words = protocolWords(error);
    if (words === null || words.trim() === '' || signal.aborted) throw error;
    return `Error: ${words}`;
  }
}

function resultText({ content, structuredContent: structured, isError }: z.output<typeof Result>): string {
  const parts = Array.isArray(content) ? content : content === undefined || content === null ? [] : [content];
  const texts = parts.map(partText).filter(Boolean);
  // Servers repeat structured content as text for clients that do not support it.
  const isRepeated = texts.some((each) => isSameDocument(parseJson(each), structured));
  if (structured !== undefined && structured !== null && !isRepeated) texts.push(JSON.stringify(structured));
  const completeText = texts.join('\n') || '""';
  return (isError === true ? `Error: ${completeText}` : completeText).slice(0, MAX_RESULT);
}

function partText(part: unknown): string {
  if (typeof part === 'string') return part;
  const { data } = Part.safeParse(part);
  return data ? (TEXT_BY_PART_TYPE[data.type]?.(data) ?? (data.text || `[${data.type || 'unknown'}]`)) : '';
}

/** For each known type of a part, a function that converts the part to text. */
const TEXT_BY_PART_TYPE: Readonly<Record<string, (part: Part) => string>> = {
  text: (part) => part.text,
  resource: ({ resource }) =>
    resource?.text
      ? [resource.uri && `[${resource.uri}]`, resource.text].filter(Boolean).join('\n')
      : `[${['resource', resource?.uri, resource?.mimeType].filter(Boolean).join(' ')}]`,
  resource_link: ({ title, name, uri, description }) =>
    `[${[title || name, uri].filter(Boolean).join(': ')}]${description ? ` ${description}` : ''}`,
};

/** Parses a JSON text; undefined for any other text. */
function parseJson(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
