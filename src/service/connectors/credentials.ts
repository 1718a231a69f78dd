/** Splits a connector's authorization into a visible and a sealed part. */
import type { AuthConfig } from '@palkit/contract/connectors';
import { ServiceError } from '@palkit/contract/service-error';
import { originOf } from '@palkit/outbound/origin';
import type { ConnectorRow } from './linking.ts';
import type { Secrets } from '@palkit/tool-servers/oauth';

interface Auth {
  /** The part that the API returns. */
  auth: ConnectorRow['auth'];
  /** The part that is stored sealed. */
  secrets: Secrets;
}

/**
 * Returns the authorization after a change. `isMoved` is true if the owner must link the connector again. `isBare`
 * is true if the connector lost its credentials: it moved to another origin, and the change contained no new ones.
 */
export function changedAuth(
  storedRow: ConnectorRow,
  storedSecrets: Secrets,
  { server_url, auth_config }: { server_url?: string | undefined; auth_config?: AuthConfig | undefined },
): Auth & { isMoved: boolean; isBare: boolean } {
  const hasServerMoved = server_url !== undefined && server_url !== storedRow.server_url;
  const credential = storedSecrets.token ?? storedSecrets.client_secret;
  if (server_url !== undefined && originOf(server_url) !== originOf(storedRow.server_url)) {
    delete storedSecrets.token;
    delete storedSecrets.client_secret;
    delete storedSecrets.discovery;
  }
  const { auth, secrets } = auth_config
    ? split(auth_config, storedRow.auth.type === auth_config.type ? storedSecrets : null)
    : { auth: storedRow.auth, secrets: storedSecrets };
  const isMoved = hasServerMoved || auth_config !== undefined;
  // Tokens are sent only to the server that issued them.
  if (isMoved) delete secrets.tokens;
  if (hasServerMoved) delete secrets.client;
  const isBare = credential !== undefined && !auth_config && !(secrets.token ?? secrets.client_secret);
  return { auth, secrets, isMoved, isBare };
}

/**
 * Splits an authorization. `secrets` apply if no new ones are sent. Throws a `ServiceError` if a bearer token
 * is missing.
 */
export function split(config: AuthConfig, secrets: Secrets | null): Auth {
  switch (config.type) {
    case 'none':
      return { auth: { type: 'none' }, secrets: {} };
    case 'bearer': {
      const token = config.token ?? secrets?.token;
      if (token === undefined)
        throw new ServiceError('invalid_request', 'auth_config.token is required if type is bearer.');
      return { auth: { type: 'bearer' }, secrets: { token } };
    }
    case 'oauth2':
      return splitOAuth(config, secrets ?? {});
  }
}

function splitOAuth(
  { client_id, client_secret, scopes }: Extract<AuthConfig, { type: 'oauth2' }>,
  secrets: Secrets,
): Auth {
  const secret = client_secret ?? secrets.client_secret;
  return {
    auth: { type: 'oauth2', ...(client_id ? { client_id } : {}), ...(scopes ? { scopes } : {}) },
    secrets: {
      ...(secret && client_id ? { client_secret: secret } : {}),
      // A stored secret is sent only to the authorization server that it was used with before.
      ...(secrets.discovery && !client_secret ? { discovery: secrets.discovery } : {}),
      ...(secrets.client && !client_id ? { client: secrets.client } : {}),
    },
  };
}
