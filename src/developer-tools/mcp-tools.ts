/**
 * The tools of the MCP server. Each is an endpoint of the API: this table selects the endpoints, which define
 * schemas, scopes, limits and errors.
 */
import { scopeOf, scopeIncludes, type Endpoint, type KeyScope } from '@palkit/contract/endpoint';
import { endpoints } from '@palkit/contract/endpoints';
import { summaryOf } from '@palkit/contract/endpoint-summaries';
import { jsonSchema, querySchema, type Json } from './row-schemas.ts';

type RowName = (typeof endpoints)[number]['name'];

const JSON_PATCH =
  'operations is a JSON Patch array (RFC 6902), for example [{"op":"replace","path":"…","value":…}].';

/** Additional information for a model by endpoint, besides the endpoint's summary. */
export const MCP_ENDPOINTS = {
  getAccount: '',
  createPal:
    'A PAL is the agent: a name, a face and what it knows. It needs default_face_id (list_faces) and ' +
    'system_prompt, and answers from document_ids.',
  listPals: '',
  getPal: '',
  patchPal: `${JSON_PATCH} For example /system_prompt, /document_ids, /layers/llm.`,
  deletePal: '',
  askPal: 'Answers as in a call, with its sources. Use it to check an agent after each change.',
  readPalPrompt: '',
  checkPalEngines: '',
  checkPal: '',
  listUnansweredQuestions: 'What visitors asked and the agent could not answer; add documents for these.',
  listFaces: '',
  listVoices: '',
  createDocument:
    'A file at a public address, or a website with crawl. Read it again with get_document until its status ' +
    'is ready or error.',
  listDocuments: '',
  getDocument: '',
  patchDocument: '',
  recrawlDocument: '',
  readDocumentText: 'The text that was read from the document.',
  listDocumentPages: '',
  deleteDocument: '',
  createDeployment:
    'A deployment puts a PAL on a page. With channel landing-page and status active the service serves the ' +
    'page at /l/{deployment_id}; for widget and embed the page needs the lines that ' +
    '/embed?deployment={deployment_id} shows.',
  listDeployments: '',
  getDeployment: '',
  patchDeployment: `${JSON_PATCH} For example /status, /customization/theme/accent_color, /allowed_origins.`,
  deleteDeployment: '',
  checkDeploymentSite: '',
  checkDeployment: '',
  createConversation: 'It costs a call; use ask_pal to try an agent.',
  listConversations: '',
  getConversation: 'With verbose=true it holds the transcript in events.',
  listConversationLines: 'The transcript of a conversation, also while it goes on.',
  endConversation: '',
  createGuardrail: '',
  listGuardrails: '',
  getGuardrail: '',
  patchGuardrail: JSON_PATCH,
  deleteGuardrail: '',
  createObjectives: '',
  validateObjectives: '',
  listObjectives: '',
  getObjectives: '',
  patchObjectives: JSON_PATCH,
  deleteObjectives: '',
  createTool: '',
  listTools: '',
  getTool: '',
  changeTool: '',
  deleteTool: '',
  attachPalTools: '',
  detachPalTool: '',
  listSkills: '',
  listPalSkills: '',
  attachPalSkill: '',
  detachPalSkill: '',
  createMemoryStore: '',
  listMemoryStores: '',
  createPinnedMemory: '',
  listPinnedMemories: '',
  listCallbacks: '',
  getCallback: '',
  retryCallback: '',
} as const satisfies Partial<Record<RowName, string>>;

export interface McpTool {
  readonly name: string;
  readonly row: Endpoint;
  readonly description: string;
  /** Names of arguments in the path. */
  readonly pathNames: readonly string[];
  /** Names of arguments in the query. All others are fields of the body. */
  readonly queryNames: readonly string[];
  /** True if the body is a list, which is passed as the argument `operations`. */
  readonly isList: boolean;
  readonly inputSchema: { type: 'object'; properties: Record<string, Json>; required: string[] };
}

let printedTools: readonly McpTool[] | undefined;

/** Returns all tools; they are generated on first use. */
export function mcpTools(): readonly McpTool[] {
  return (printedTools ??= Object.entries(MCP_ENDPOINTS).map(([name, advice]) => {
    const row = (endpoints as readonly Endpoint[]).find((endpoint) => endpoint.name === name)!;
    return toolOf(row, advice);
  }));
}

/** Returns the tools whose endpoints a key with this scope may call. */
export const toolsFor = (scope: KeyScope): McpTool[] =>
  mcpTools().filter(({ row }) => scopeIncludes(scope, scopeOf(row)));

function toolOf(row: Endpoint, advice: string): McpTool {
  const pathNames = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const query = row.query ? querySchema(row, row.query) : {};
  const body = row.body ? jsonSchema(row.body, 'input') : null;
  const isList = body?.['type'] === 'array';
  const fields = isList ? { operations: body } : ((body?.['properties'] ?? {}) as Record<string, Json>);
  const requiredFields = isList ? ['operations'] : ((body?.['required'] ?? []) as string[]);
  return {
    name: row.name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    row,
    description: `${summaryOf(row)}.${advice && ` ${advice}`}`,
    pathNames,
    queryNames: Object.keys(query),
    isList,
    inputSchema: {
      type: 'object',
      properties: {
        ...Object.fromEntries(pathNames.map((name) => [name, { type: 'string' }])),
        ...query,
        ...fields,
      },
      required: [...pathNames, ...requiredFields],
    },
  };
}

export interface EndpointCall {
  method: Endpoint['method'];
  /** The path with its query. */
  path: string;
  /** The body as JSON; undefined if there is none. */
  body: string | undefined;
}

/** Thrown for an argument that cannot be sent; the message explains why. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError';
}

/** Converts a tool's arguments to a request. The endpoint validates their values. */
export function endpointCall(tool: McpTool, toolArguments: Readonly<Record<string, unknown>>): EndpointCall {
  const { row, pathNames, queryNames } = tool;
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = toolArguments[name];
    if (typeof value !== 'string' || value === '') throw new ArgumentError(`${name} must be an id.`);
    return encodeURIComponent(value);
  });
  const otherArguments = Object.entries(toolArguments).filter(([name]) => !pathNames.includes(name));
  // An endpoint without a body refuses unknown names as unknown parameters.
  const isQuery = (name: string) => queryNames.includes(name) || !row.body;
  const query = new URLSearchParams();
  for (const [name, value] of otherArguments.filter(([name]) => isQuery(name))) {
    if (value === null || value === undefined) continue;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      throw new ArgumentError(`${name.slice(0, 60)} must be a text, a number, true or false.`);
    query.set(name, `${value}`);
  }
  const queryText = query.size > 0 ? `?${query.toString()}` : '';
  return { method: row.method, path: `${path}${queryText}`, body: bodyOf(tool, otherArguments, isQuery) };
}

function bodyOf(
  { row, isList }: McpTool,
  otherArguments: readonly [string, unknown][],
  isQuery: (name: string) => boolean,
): string | undefined {
  if (!row.body) return undefined;
  const fields = Object.fromEntries(otherArguments.filter(([name]) => !isQuery(name)));
  if (!isList) return JSON.stringify(fields);
  const unknown = Object.keys(fields).find((name) => name !== 'operations');
  if (unknown) throw new ArgumentError(`${unknown.slice(0, 60)} is unknown here. Did you mean operations?`);
  if (fields['operations'] === undefined) throw new ArgumentError('operations is missing.');
  return JSON.stringify(fields['operations']);
}
