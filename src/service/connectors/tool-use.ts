/** Uses the server of a connector: imports its tools and calls them, always with a valid token. */
import { toIso } from '@palkit/runtime/clock';
import { describe } from '@palkit/runtime/describe';
import { save, open, refresh, RETRY_MS, seal, type ConnectorContext, type ConnectorRow } from './linking.ts';
import { scopesIn } from '@palkit/tool-servers/oauth';
import { importTools } from '@palkit/tool-servers/tool-list';
import { callTool } from '@palkit/tool-servers/tool-result';
import {
  ChallengedError,
  faultWords,
  isUnauthorized,
  type ToolServer,
} from '@palkit/tool-servers/tool-server';

/** Imports the tools. After a failure, which is recorded, the previously imported tools stay. */
export async function index(context: ConnectorContext, row: ConnectorRow): Promise<ConnectorRow> {
  if (row.auth.type === 'oauth2' && row.oauth_status !== 'linked') return row;
  try {
    const { tools, words } = await withToken(context, row, (server) => importTools(context.outbound, server));
    return await save(context, row, {
      tools: JSON.stringify(tools),
      last_indexed_at: toIso(context.clock.now()),
      last_index_error: words,
    });
  } catch (error) {
    return save(context, row, { last_index_error: faultWords(error) });
  }
}

/** Calls a tool. `initial` is the connector's state when the conversation began. */
export async function call(
  context: ConnectorContext,
  initial: ConnectorRow,
  tool: string,
  parameters: Record<string, unknown>,
  signal: AbortSignal,
  toolCall?: { idempotencyKey: string },
): Promise<string> {
  const { id } = initial;
  const now = await context.store.db
    .selectFrom('connectors')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!now) return 'Error: this tool is not available any more.';
  // A new server is used from the next conversation on (specification: endpoints-9); this conversation still calls
  // the old one.
  const row = now.server_url === initial.server_url ? now : initial;
  try {
    return await withToken(context, row, (server) =>
      callTool(context.outbound, server, tool, parameters, signal, toolCall),
    );
  } catch (error) {
    signal.throwIfAborted();
    context.log.warn({ ...describe(error), connector: id }, 'a tool failed');
    return `Error: ${faultWords(error)}`;
  }
}

/** True if the server refused a call because the token lacks a scope (RFC 6750). */
const isScopeError = (error: unknown): error is ChallengedError =>
  error instanceof ChallengedError && error.challenge.error === 'insufficient_scope';

/**
 * Records for the owner which scopes are missing. The next login requests them together with the present
 * ones.
 */
async function recordMissingScopes(
  context: ConnectorContext,
  row: ConnectorRow,
  error: ChallengedError,
): Promise<void> {
  const wanted_scopes = [...new Set([...row.oauth_scopes, ...scopesIn(error.challenge.scope)])];
  await context.store.db
    .updateTable('connectors')
    .set({
      sealed: seal(context, row.id, { ...open(context, row), wanted_scopes }),
      last_index_error: faultWords(error),
    })
    .where('id', '=', row.id)
    .where('sealed', 'is not distinct from', row.sealed)
    .execute();
}

/** Uses the server with a valid token. If the server refuses the token, the token is renewed once. */
async function withToken<Outcome>(
  context: ConnectorContext,
  row: ConnectorRow,
  use: (server: ToolServer) => Promise<Outcome>,
): Promise<Outcome> {
  const oauth = row.auth.type === 'oauth2';
  let current = row;
  if (
    oauth &&
    current.access_token_expires_at !== null &&
    current.access_token_expires_at.getTime() <= context.clock.now()
  )
    current = await refresh(context, current);
  const server = (): ToolServer => {
    const secrets = open(context, current);
    return { url: current.server_url, token: (oauth ? secrets.tokens?.access_token : secrets.token) ?? null };
  };
  try {
    return await use(server());
  } catch (error) {
    if (oauth && isScopeError(error)) await recordMissingScopes(context, current, error);
    if (!oauth || !isUnauthorized(error)) throw error;
    // Limit the renewals; otherwise a server that refuses every new token would cause one for each call.
    const now = context.clock.now();
    const secrets = open(context, current);
    if (secrets.refused_at !== undefined && now - secrets.refused_at < RETRY_MS) throw error;
    current = await refresh(context, current, { ...secrets, refused_at: now });
    if (current.oauth_status !== 'linked') throw error;
    return use(server());
  }
}
