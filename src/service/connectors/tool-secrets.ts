/** Headers and credentials of an account's tools, which are sealed separately and bound to the tool and its origin. */
import { ToolAuth, type ToolChange, type ToolFields } from '@palkit/contract/tools';
import { ToolHeaders } from '@palkit/contract/llm-tools';
import * as z from 'zod';
import { originOf } from '@palkit/outbound/origin';
import type { Seal } from '../platform/sealing.ts';

type StoredTool = { id: string; document: ToolFields; sealed: string | null };
type Change = z.output<typeof ToolChange>;

const Secrets = z.object({
  auth: z.optional(z.nullable(ToolAuth)),
  headers: z.optional(z.nullable(ToolHeaders)),
});

/** Returns the tool as it is stored, without secrets. */
export function toolWithoutSecrets(tool: ToolFields): ToolFields {
  if (!tool.delivery.api) return tool;
  const { auth: _auth, headers: _headers, ...api } = tool.delivery.api;
  return { ...tool, delivery: { ...tool.delivery, api } };
}

export function sealTool({ delivery: { api } }: ToolFields, id: string, seal: Seal): string | null {
  if (!api?.auth && !api?.headers) return null;
  return seal.close(JSON.stringify({ auth: api.auth, headers: api.headers }), `tool ${id}`);
}

/** Returns the tool with its credentials decrypted, as the owner sent it. */
export function openTool({ id, document, sealed }: StoredTool, seal: Seal): ToolFields {
  const { api } = document.delivery;
  if (!api || sealed === null) return document;
  const secrets = Secrets.parse(JSON.parse(seal.open(sealed, `tool ${id}`)));
  return { ...document, delivery: { ...document.delivery, api: { ...api, ...secrets } } };
}

/** Returns the tool after a change. Secrets that the change omits are kept if the origin stays the same. */
export function withStoredSecrets(storedTool: ToolFields, change: Change): ToolFields {
  const changedTool = { ...storedTool, ...change };
  const [storedApi, api] = [storedTool.delivery.api, change.delivery?.api];
  if (!storedApi || !api || originOf(storedApi.url) !== originOf(api.url)) return changedTool;
  const { auth = storedApi.auth, headers = storedApi.headers } = api;
  return { ...changedTool, delivery: { ...changedTool.delivery, api: { ...api, auth, headers } } };
}
