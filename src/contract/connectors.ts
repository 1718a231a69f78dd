/** Connectors: external tool servers (Model Context Protocol) that PALs may use. Specification: resources-14. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { HttpUrl } from './ids.ts';
import { page, paging, Sort, CREATED_FILTERS, NAME_FILTERS } from './lists.ts';
import { nameSchema } from './names.ts';

const name = nameSchema();
const secret = (what: string) =>
  z
    .string(`${what} must be a string`)
    .check(
      z.minLength(1, 'must not be empty'),
      z.maxLength(8192, 'must be at most 8192 characters'),
      z.regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces'),
    );
const scopes = z
  .array(
    z
      .string('must be a string')
      .check(z.regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/, 'must be a scope (RFC 6749)')),
    'must be a list of scopes',
  )
  .check(z.maxLength(50, 'must hold at most 50 scopes'));

/** How the service authenticates with the server. `token` and `client_secret` are write-only. */
export const AuthConfig = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('none') }),
    /** A change without `token` keeps the stored one. */
    z.object({ type: z.literal('bearer'), token: z.optional(secret('token')) }),
    /** Without a `client_id` the service registers itself (RFC 7591). */
    z.object({
      type: z.literal('oauth2'),
      client_id: z.optional(secret('client_id')),
      client_secret: z.optional(secret('client_secret')),
      scopes: z.optional(scopes),
    }),
  ],
  'must be an object whose type is none, bearer or oauth2',
);
export type AuthConfig = z.output<typeof AuthConfig>;

/** Refused, because tools are selected in `layers.mcp.connector_tools` of each PAL (specification: versioning-8). */
const selected_tool_names = z.optional(
  z.never('cannot be set. Choose tools for each PAL in layers.mcp.connector_tools'),
);

const fields = { name, server_url: HttpUrl, auth_config: AuthConfig, selected_tool_names };

/** UTC time with fractional seconds and without a zone suffix. */
const PlainTimestamp = z.string();

export const OAUTH_STATUSES = ['none', 'pending', 'linked', 'needs_reauth'] as const;

export const Connector = z.object({
  connector_id: z.string(),
  owner_id: z.int(),
  team_id: z.nullable(z.string()),
  name: z.string(),
  source: z.literal('mcp'),
  server_url: z.string(),
  /** `type` and the fields that are not secrets. */
  auth_config: z.looseObject({ type: z.string() }),
  selected_tool_names: z.null(),
  oauth_status: z.enum(OAUTH_STATUSES),
  oauth_scopes: z.array(z.string()),
  access_token_expires_at: z.nullable(PlainTimestamp),
  last_indexed_at: z.nullable(PlainTimestamp),
  last_index_error: z.nullable(z.string()),
  /** Address at which the owner links the connector; only in responses that started the flow. */
  authorize_url: z.optional(z.string()),
  created_at: PlainTimestamp,
  updated_at: PlainTimestamp,
});
export type Connector = z.output<typeof Connector>;

export const ConnectorTool = z.object({
  name: z.string(),
  description: z.string(),
  input_schema: z.looseObject({}),
  /** True if the server declares that the tool changes nothing (`readOnlyHint`). */
  read_only: z.optional(z.boolean()),
});
export type ConnectorTool = z.output<typeof ConnectorTool>;

const path = '/v2/connectors/{connector_id}';
const CONNECTOR_ERRORS = ['connector_not_found', 'forbidden'] as const;

export const createConnector = endpoint({
  name: 'createConnector',
  method: 'POST',
  path: '/v2/connectors',
  auth: 'key',
  tag: 'connectors',
  body: z.object({ ...fields, auth_config: z._default(AuthConfig, { type: 'none' }) }),
  result: Connector,
  status: 200,
  errors: [],
});
export const listConnectors = endpoint({
  name: 'listConnectors',
  method: 'GET',
  path: '/v2/connectors',
  auth: 'key',
  tag: 'connectors',
  query: z.object({ ...paging(10, 1), sort: Sort, ...NAME_FILTERS, ...CREATED_FILTERS }),
  result: page(Connector),
  status: 200,
  errors: [],
});
export const getConnector = endpoint({
  name: 'getConnector',
  method: 'GET',
  path,
  auth: 'key',
  tag: 'connectors',
  result: Connector,
  status: 200,
  errors: [...CONNECTOR_ERRORS],
});
export const changeConnector = endpoint({
  name: 'changeConnector',
  method: 'PATCH',
  path,
  auth: 'key',
  tag: 'connectors',
  status: 200,
  errors: [...CONNECTOR_ERRORS],
  result: Connector,
  body: z.object(
    {
      name: z.optional(name),
      server_url: z.optional(HttpUrl),
      auth_config: z.optional(AuthConfig),
      selected_tool_names,
    },
    'must be an object',
  ),
});
export const deleteConnector = endpoint({
  name: 'deleteConnector',
  method: 'DELETE',
  path,
  auth: 'key',
  tag: 'connectors',
  status: 204,
  errors: [...CONNECTOR_ERRORS],
});
export const listConnectorTools = endpoint({
  name: 'listConnectorTools',
  method: 'GET',
  path: `${path}/tools`,
  auth: 'key',
  tag: 'connectors',
  result: z.object({ data: z.array(ConnectorTool), total_count: z.int() }),
  status: 200,
  errors: [...CONNECTOR_ERRORS],
});
export const indexConnector = endpoint({
  name: 'indexConnector',
  method: 'POST',
  path: `${path}/index`,
  auth: 'key',
  tag: 'connectors',
  result: Connector,
  status: 200,
  errors: [...CONNECTOR_ERRORS],
});
export const reconnectConnector = endpoint({
  name: 'reconnectConnector',
  method: 'POST',
  path: `${path}/oauth/reconnect`,
  auth: 'key',
  tag: 'connectors',
  result: Connector,
  status: 200,
  errors: [...CONNECTOR_ERRORS, 'conflict'],
});
/**
 * The authorization server redirects the owner's browser to this endpoint. The response is a page for a
 * person.
 */
export const connectorCallback = endpoint({
  name: 'connectorCallback',
  method: 'GET',
  path: '/v2/connectors/oauth/callback',
  auth: 'public',
  tag: 'connectors',
  // Authorization servers add parameters, such as `iss` (RFC 9207).
  query: z.looseObject({
    state: z.string('must be given').check(z.maxLength(512, 'is too long')),
    code: z.optional(z.string().check(z.maxLength(8192, 'is too long'))),
    error: z.optional(z.string().check(z.maxLength(512, 'is too long'))),
  }),
  media: 'text/html',
  result: z.string(),
  status: 200,
  errors: ['oauth_failed'],
});

/** The path of `connectorClient`; its address is the service's `client_id`. */
export const CLIENT_PATH = '/v2/connectors/oauth/client';

/**
 * Authorization servers read the service's metadata from this endpoint, so that the service need not
 * register.
 */
export const connectorClient = endpoint({
  name: 'connectorClient',
  method: 'GET',
  path: CLIENT_PATH,
  auth: 'public',
  tag: 'connectors',
  result: z.object({
    /** The address of this document. */
    client_id: z.string(),
    client_name: z.string(),
    redirect_uris: z.array(z.string()),
    grant_types: z.array(z.string()),
    response_types: z.array(z.string()),
    token_endpoint_auth_method: z.string(),
  }),
  status: 200,
  errors: [],
});

export const connectorEndpoints = [
  createConnector,
  listConnectors,
  getConnector,
  changeConnector,
  deleteConnector,
  listConnectorTools,
  indexConnector,
  reconnectConnector,
  connectorCallback,
  connectorClient,
] as const;
