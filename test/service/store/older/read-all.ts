/** Reads everything that a service's API offers, in an order that does not depend on ids. */
import type { World } from '../../world.ts';

type Json = Record<string, unknown>;

export interface ReadAnswer {
  key: string;
  path: string;
  etag?: string;
  body: Json;
}

/** For each list: its address, the name of its ids, and the addresses to read for each entry. */
const LISTS: [string, string, ...string[]][] = [
  ['/v2/pals?limit=100', 'pal_id', '/v2/pals/*', '/v2/pals/*/skills', '/v2/pals/*/prompt'],
  ['/v2/personas?limit=100', 'persona_id', '/v2/personas/*'],
  ['/v2/faces?limit=100', 'face_id', '/v2/faces/*?verbose=true'],
  ['/v2/replicas?limit=100', 'replica_id', '/v2/replicas/*'],
  ['/v2/documents?limit=100', 'document_id', '/v2/documents/*'],
  ['/v2/guardrails?limit=100', 'uuid', '/v2/guardrails/*'],
  ['/v2/guardrails?legacy=false&limit=100', 'uuid', '/v2/guardrails/*'],
  ['/v2/objectives?limit=100', 'objectives_id', '/v2/objectives/*'],
  ['/v2/memory-stores?limit=100', 'memory_store_id', '/v2/memory-stores/*', '/v2/memory-stores/*/pinned'],
  ['/v2/connectors?limit=100', 'connector_id', '/v2/connectors/*', '/v2/connectors/*/tools'],
  ['/v2/deployments?limit=100', 'deployment_id', '/v2/deployments/*', '/v2/deployments/*/init'],
  [
    '/v2/conversations?limit=100',
    'conversation_id',
    '/v2/conversations/*',
    '/v2/conversations/*?verbose=true',
    '/v2/conversations/*/canvas/interactions',
    '/v2/conversations/*/recording',
  ],
  ['/v2/videos?limit=100', 'video_id', '/v2/videos/*'],
  ['/v2/speech?limit=100', 'speech_id', '/v2/speech/*'],
  ['/v2/callbacks?limit=100', 'callback_id', '/v2/callbacks/*'],
];
const ONCE = ['/v2/account', '/v2/callbacks/secret', '/v2/skills'];

export async function readAll(
  { service: { app } }: Pick<World, 'service'>,
  keys: Readonly<Record<string, string>>,
  headers: Record<string, string>,
): Promise<ReadAnswer[]> {
  const answers: ReadAnswer[] = [];
  for (const [key, credential] of Object.entries(keys)) {
    const read = async (path: string): Promise<Json> => {
      const answer = await app.inject({ url: path, headers: { ...headers, 'x-api-key': credential } });
      // Only few of the conversations have a recording.
      if (answer.statusCode === 404 && path.endsWith('/recording')) return {};
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
      const body = answer.json<Json>();
      const { etag } = answer.headers;
      answers.push({ key, path, ...(typeof etag === 'string' ? { etag } : {}), body });
      return body;
    };
    for (const path of ONCE) await read(path);
    for (const [list, name, ...others] of LISTS) {
      const body = await read(list);
      for (const entry of (body['data'] ?? body['deployments']) as Json[])
        for (const path of others) await read(path.replace('*', entry[name] as string));
    }
  }
  return answers;
}
