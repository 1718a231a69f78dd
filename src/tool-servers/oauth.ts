/**
 * Links a connector by OAuth. The protocol's official client does discovery (RFC 8414, 9728), registration (RFC 7591)
 * or a Client ID Metadata Document (draft-ietf-oauth-client-id-metadata-document), PKCE (RFC 7636) and refresh. This
 * file stores the state and decides when another login is needed.
 */
import {
  auth,
  refreshAuthorization,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
} from '@modelcontextprotocol/sdk/client/auth.js';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  OAuthError,
  ServerError,
  TemporarilyUnavailableError,
  TooManyRequestsError,
} from '@modelcontextprotocol/sdk/server/auth/errors.js';
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import * as z from 'zod';
import type { Outbound } from '@palkit/outbound/outbound';
import { originOf } from '@palkit/outbound/origin';
import { isSameDocument } from '@palkit/runtime/same';
import { outboundFetch } from './tool-fetch.ts';
import { ChallengedError, withConnection, type Challenge } from './tool-server.ts';

/** Secrets, which are stored encrypted. */
export interface Secrets {
  /** The token of a connector with `bearer` authentication. */
  token?: string;
  client_secret?: string;
  client?: OAuthClientInformationMixed;
  tokens?: OAuthTokens;
  discovery?: OAuthDiscoveryState;
  /** Scopes that the server requested when a call lacked them, together with the previous ones (step-up). */
  wanted_scopes?: string[];
  /** Time in Unix milliseconds at which the server last refused a valid token. */
  refused_at?: number;
}

/** Thrown if the authorization server has another origin than the one for which the client secret was set. */
export class AuthorizationMovedError extends Error {
  override readonly name = 'AuthorizationMoved';
}

export interface FlowOptions {
  outbound: Outbound;
  serverUrl: string;
  redirectUrl: string;
  /** The client id that the owner set; without it the service registers itself. */
  clientId: string | undefined;
  /** Public https address of `clientMetadata`; a server that reads it needs no registration. Null if there is none. */
  metadataUrl: string | null;
  scopes: readonly string[] | undefined;
  state: string;
}

/** Describes the service to an authorization server. */
export const clientMetadata = (redirectUrl: string) => ({
  client_name: 'Palkit',
  redirect_uris: [redirectUrl],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
});

/** The provider for one flow of the protocol's client. It stores the state in `secrets`, which the caller saves. */
class Flow implements OAuthClientProvider {
  readonly secrets: Secrets;
  readonly #options: FlowOptions;
  /** The authorization server for which the client secret was last used; undefined at the first login. */
  readonly #secretDiscovery: OAuthDiscoveryState | undefined;
  authorizeUrl: string | null = null;
  verifier: string;
  readonly clientMetadataUrl?: string;

  constructor(options: FlowOptions, secrets: Secrets, verifier = '', secretDiscovery?: OAuthDiscoveryState) {
    this.#options = options;
    this.#secretDiscovery = secretDiscovery;
    this.secrets = secrets;
    this.verifier = verifier;
    if (options.metadataUrl !== null) this.clientMetadataUrl = options.metadataUrl;
  }
  get redirectUrl(): string {
    return this.#options.redirectUrl;
  }
  get clientMetadata(): OAuthClientMetadata {
    const { scopes, redirectUrl } = this.#options;
    return {
      ...clientMetadata(redirectUrl),
      ...(scopes && scopes.length > 0 ? { scope: scopes.join(' ') } : {}),
    };
  }
  state(): string {
    return this.#options.state;
  }
  clientInformation(): OAuthClientInformationMixed | undefined {
    const { clientId } = this.#options;
    const isMoved = hasMoved(this.#secretDiscovery, this.secrets.discovery);
    // After a move, undefined makes the library register a new client, unless the owner has configured one.
    if (!clientId) return isMoved ? undefined : this.secrets.client;
    if (isMoved && this.secrets.client_secret) throw new AuthorizationMovedError();
    return {
      client_id: clientId,
      ...(this.secrets.client_secret ? { client_secret: this.secrets.client_secret } : {}),
    };
  }
  saveClientInformation(client: OAuthClientInformationMixed): void {
    if (!this.#options.clientId) this.secrets.client = client;
  }
  tokens(): undefined {
    // A flow starts only if there are no working tokens.
    return undefined;
  }
  saveTokens(tokens: OAuthTokens): void {
    this.secrets.tokens = tokens;
  }
  redirectToAuthorization(url: URL): void {
    this.authorizeUrl = url.href;
  }
  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }
  codeVerifier(): string {
    return this.verifier;
  }
  saveDiscoveryState(discovery: OAuthDiscoveryState): void {
    this.secrets.discovery = discovery;
  }
  discoveryState(): OAuthDiscoveryState | undefined {
    return this.secrets.discovery;
  }
}

/** True if secrets would be sent to another origin than before. */
function hasMoved(
  previous: OAuthDiscoveryState | undefined,
  current: OAuthDiscoveryState | undefined,
): boolean {
  if (!previous || !current) return false;
  const origins = ({ authorizationServerUrl, authorizationServerMetadata }: OAuthDiscoveryState) =>
    [authorizationServerUrl, authorizationServerMetadata?.token_endpoint ?? authorizationServerUrl].map(
      originOf,
    );
  return !isSameDocument(origins(previous), origins(current));
}

/**
 * Finds the authorization server, registers the service, and returns the address that the owner has to open. An
 * earlier registration is not reused: the server may have deleted it, which only the owner's browser would show.
 */
export async function beginFlow(
  options: FlowOptions,
  secrets: Secrets,
): Promise<{ authorizeUrl: string; verifier: string; secrets: Secrets }> {
  const {
    tokens: _tokens,
    client: _client,
    discovery: stale,
    wanted_scopes: wantedScopes,
    ...lastingSecrets
  } = secrets;
  const flow = new Flow(options, lastingSecrets, '', stale);
  const challenge = await challengeOf(options.outbound, options.serverUrl);
  const requestedScopes = [...(options.scopes ?? []), ...(wantedScopes ?? [])];
  const scope = requestedScopes.length > 0 ? [...new Set(requestedScopes)].join(' ') : challenge.scope;
  await auth(flow, {
    serverUrl: options.serverUrl,
    fetchFn: outboundFetch(options.outbound),
    ...(challenge.resourceMetadataUrl ? { resourceMetadataUrl: challenge.resourceMetadataUrl } : {}),
    ...(scope ? { scope } : {}),
  });
  if (!flow.authorizeUrl || !/^https?:/.test(flow.authorizeUrl)) throw new Error('no authorize address');
  return { authorizeUrl: flow.authorizeUrl, verifier: flow.verifier, secrets: flow.secrets };
}

/**
 * Maximum milliseconds for a server to name its authorization server. After this time the usual addresses are
 * tried.
 */
const CHALLENGE_MS = 5000;

/**
 * Requests a server without a token. Returns its challenge, which contains the address of its metadata and
 * the required scopes; empty without a challenge.
 */
async function challengeOf(outbound: Outbound, url: string): Promise<Challenge> {
  try {
    const listTools = (client: Client) =>
      client.request({ method: 'tools/list', params: {} }, z.looseObject({}));
    await withConnection(outbound, { url, token: null }, listTools, { timeoutMs: CHALLENGE_MS });
    return {};
  } catch (error) {
    return error instanceof ChallengedError ? error.challenge : {};
  }
}

/** Returns the valid scopes (RFC 6749) among those that a server named. */
export const scopesIn = (scope: string | undefined): string[] =>
  (scope ?? '')
    .split(' ')
    .filter((each) => /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(each))
    .slice(0, MAX_SCOPES);
const MAX_SCOPES = 50;

/** Exchanges the authorization code for tokens. */
export async function completeFlow(
  options: FlowOptions,
  secrets: Secrets,
  verifier: string,
  code: string,
): Promise<Secrets> {
  const flow = new Flow(options, { ...secrets }, verifier);
  await auth(flow, {
    serverUrl: options.serverUrl,
    authorizationCode: code,
    fetchFn: outboundFetch(options.outbound),
  });
  return flow.secrets;
}

/** Exchanges the old tokens for new ones; null if another login is needed. Throws errors that may be temporary. */
export async function refreshTokens(options: FlowOptions, secrets: Secrets): Promise<Secrets | null> {
  const flow = new Flow(options, { ...secrets });
  const client = flow.clientInformation();
  const { discovery, tokens } = secrets;
  if (!client || !discovery || !tokens?.refresh_token) return null;
  try {
    const renewedTokens = await refreshAuthorization(discovery.authorizationServerUrl, {
      ...(discovery.authorizationServerMetadata ? { metadata: discovery.authorizationServerMetadata } : {}),
      clientInformation: client,
      refreshToken: tokens.refresh_token,
      fetchFn: outboundFetch(options.outbound),
      ...(discovery.resourceMetadata ? { resource: discovery.resourceMetadata.resource } : {}),
    });
    return {
      ...secrets,
      tokens: { ...renewedTokens, refresh_token: renewedTokens.refresh_token ?? tokens.refresh_token },
    };
  } catch (error) {
    const isTransient =
      error instanceof ServerError ||
      error instanceof TemporarilyUnavailableError ||
      error instanceof TooManyRequestsError;
    if (error instanceof OAuthError && !isTransient) return null;
    throw error;
  }
}
