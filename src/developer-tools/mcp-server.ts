/**
 * The MCP server (Model Context Protocol, streamable HTTP). Its tools are endpoints of the API, its resources the
 * pages of the documentation. It has no sessions, so any process of the service can answer each request.
 */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import * as streamableHttp from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js';
import type { KeyScope } from '@palkit/contract/endpoint';
import { ERROR_HEADER } from '@palkit/contract/api-error';
import { summaryOf } from '@palkit/contract/endpoint-summaries';
import type { Documentation } from './documentation.ts';
import {
  ArgumentError,
  mcpTools,
  endpointCall,
  toolsFor,
  type McpTool,
  type EndpointCall,
} from './mcp-tools.ts';

/** Maximum number of characters of a response that a tool returns, because a model's context is small. */
export const MAX_ANSWER = 200_000;
/** Maximum milliseconds for a tool call. */
const TOOL_TIME = 60_000;

const INSTRUCTIONS =
  'Palkit puts a conversational video agent on a web page. To make one: list_faces, create_document with ' +
  "the owner's website and crawl, get_document until it is ready, create_pal with the face and the " +
  'document, ask_pal to check it, create_deployment with status active.';

export interface EndpointAnswer {
  status: number;
  text: string;
  header(name: string): string | undefined;
}

export interface McpCaller {
  /** The scope of the caller's key. Tools outside of it are not listed. */
  scope: KeyScope;
  documentation: Documentation;
  /** The service's public address. */
  publicUrl: string;
  version: string;
  /** Maximum milliseconds for a tool call. */
  toolTime?: number;
  /** Calls an endpoint with the caller's key. */
  callEndpoint(call: EndpointCall, signal: AbortSignal): Promise<EndpointAnswer>;
}

/** Answers one message; `message` is its parsed body. */
export async function answerMcp(request: Request, message: unknown, caller: McpCaller): Promise<Response> {
  const server = serverFor(caller);
  const transport = new streamableHttp.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

function serverFor(caller: McpCaller): Server {
  const server = new Server(
    { name: 'palkit', title: 'Palkit', version: caller.version },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: toolsFor(caller.scope).map(toListing) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) => {
    const tool = mcpTools().find(({ name }) => name === params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name.slice(0, 60)}.`);
    return runTool(tool, params.arguments ?? {}, caller, signal);
  });
  const { documentation, publicUrl } = caller;
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: documentation.list().map(({ file, title, about }) => ({
      uri: `${publicUrl}/docs/${file}`,
      name: file,
      title,
      description: about,
      mimeType: 'text/markdown',
    })),
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    const documentationUrl = `${publicUrl}/docs/`;
    const text = uri.startsWith(documentationUrl)
      ? documentation.read(uri.slice(documentationUrl.length))
      : null;
    if (text === null) throw new McpError(ErrorCode.InvalidParams, `There is no page ${uri.slice(0, 200)}.`);
    return { contents: [{ uri, mimeType: 'text/markdown', text }] };
  });
  return server;
}

const toListing = ({ name, row, description, inputSchema }: McpTool) => ({
  name,
  title: summaryOf(row),
  description,
  inputSchema,
  annotations: {
    readOnlyHint: row.method === 'GET',
    destructiveHint: row.method === 'DELETE',
    idempotentHint: row.method !== 'POST',
    openWorldHint: false,
  },
});

const errorResult = (words: string): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: words }],
});

async function runTool(
  tool: McpTool,
  toolArguments: Readonly<Record<string, unknown>>,
  caller: McpCaller,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const { toolTime = TOOL_TIME } = caller;
  const timeout = AbortSignal.timeout(toolTime);
  try {
    const call = endpointCall(tool, toolArguments);
    return resultOf(await caller.callEndpoint(call, AbortSignal.any([signal, timeout])));
  } catch (error) {
    if (error instanceof ArgumentError) return errorResult(error.message);
    if (timeout.aborted) return errorResult(`${tool.name} took longer than ${toolTime / 1000} seconds.`);
    throw error;
  }
}

function resultOf(answer: EndpointAnswer): CallToolResult {
  const { status, text } = answer;
  if (status >= 400) return errorResult(wordsOf(answer));
  if (text.length > MAX_ANSWER)
    return errorResult(
      `The answer has ${text.length} characters, more than ${MAX_ANSWER}. ` +
        'Ask for less, for example by limit and page.',
    );
  const warnings = answer.header('x-palkit-warnings');
  return {
    content: [
      { type: 'text', text: text || 'Done.' },
      ...(warnings ? [{ type: 'text' as const, text: `These fields have no effect: ${warnings}.` }] : []),
    ],
  };
}

/** Formats an error response as one sentence, with its code and the time of the next attempt. */
function wordsOf(answer: EndpointAnswer): string {
  let answerText = '';
  try {
    const body = JSON.parse(answer.text) as Record<string, unknown> | null;
    const message = body?.['error'] ?? body?.['message'];
    if (typeof message === 'string') answerText = message;
  } catch {
    // The body is not JSON, so only the status is known.
  }
  const code = answer.header(ERROR_HEADER);
  const retryAfter = answer.header('retry-after');
  return [
    answerText || 'The request was refused.',
    retryAfter ? `Try again in ${retryAfter} seconds.` : '',
    `(${code ? `${code}, ` : ''}HTTP ${answer.status})`,
  ]
    .filter(Boolean)
    .join(' ');
}
