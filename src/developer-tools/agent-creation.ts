/**
 * Creates an agent from a website with the API of a running service. The requests are those of the guide's first
 * page.
 */
import { ApiError } from '@palkit/contract/api-error';
import type { Client } from '@palkit/contract/client';
import { createDeployment, deleteDeployment } from '@palkit/contract/deployments';
import { createDocument, deleteDocument, getDocument, type Document } from '@palkit/contract/documents';
import { listFaces } from '@palkit/contract/faces';
import { createPal, deletePal } from '@palkit/contract/pals';
import { pause, type Clock } from '@palkit/runtime/clock';

/** Milliseconds between two checks of the crawl. */
const CHECK_INTERVAL_MS = 1000;
/** Maximum milliseconds for the crawl. */
const CRAWL_TIME = 15 * 60_000;
/** Maximum milliseconds for a response. */
const ANSWER_TIME = 30_000;

export interface AgentRequest {
  site: string;
  /** Name or id of the face. */
  face: string;
  /** The name; null for the site's host. */
  name: string | null;
  depth: number;
  pages: number;
}

export interface MadeAgent {
  pal_id: string;
  name: string;
  face_id: string;
  document_id: string;
  pages: number;
  deployments: { widget: string; 'landing-page': string };
}

export interface CreationParts {
  client: Client<AbortSignal>;
  key: string;
  clock: Clock;
  signal: AbortSignal;
  /** Called with a sentence for each step. */
  progress(words: string): void;
}

/** Thrown if the agent cannot be created; the message states the reason. */
export class CreationError extends Error {
  override readonly name = 'CreationError';
}

/**
 * Creates an agent. After a failure the created resources are removed, so that a second attempt does not find them.
 */
export async function makeAgent(agentRequest: AgentRequest, parts: CreationParts): Promise<MadeAgent> {
  const undo: (() => Promise<unknown>)[] = [];
  try {
    return await make(agentRequest, parts, undo);
  } catch (error) {
    if (undo.length > 0) parts.progress('It failed; what was made is removed again.');
    for (const remove of undo.reverse())
      await remove().catch((fault: unknown) =>
        parts.progress(`Something is left, which could not be removed: ${(fault as Error).message}`),
      );
    throw error;
  }
}

async function make(
  agentRequest: AgentRequest,
  parts: CreationParts,
  undo: (() => Promise<unknown>)[],
): Promise<MadeAgent> {
  const { client, key: credential, progress } = parts;
  /** Returns the options of a request. Removals are also sent after an abort. */
  const requestOptions = (signal: AbortSignal | null = parts.signal) => ({
    credential,
    signal: signal
      ? AbortSignal.any([signal, AbortSignal.timeout(ANSWER_TIME)])
      : AbortSignal.timeout(ANSWER_TIME),
  });
  const face = await findFace(agentRequest.face, parts, requestOptions());
  const host = new URL(agentRequest.site).host;
  const name = agentRequest.name ?? host;
  progress(`Reading ${host}, up to ${agentRequest.pages} pages.`);
  const { result: created } = await client(createDocument, {
    ...requestOptions(),
    body: {
      document_url: agentRequest.site,
      document_name: host,
      crawl: { depth: agentRequest.depth, max_pages: agentRequest.pages },
    },
  });
  const { document_id } = created;
  undo.push(() => client(deleteDocument, { ...requestOptions(null), params: { document_id } }));
  const document = await readyDocument(created, parts, requestOptions);
  const pages = document.crawled_urls?.length ?? 1;
  progress(`Read ${pages} ${pages === 1 ? 'page' : 'pages'}.`);
  const { result: pal } = await client(createPal, {
    ...requestOptions(),
    body: {
      pal_name: name,
      system_prompt: `You answer visitors of the website ${host}, in one or two sentences.`,
      default_face_id: face.face_id,
      document_ids: [document_id],
    },
  });
  const { pal_id } = pal;
  undo.push(() => client(deletePal, { ...requestOptions(null), params: { pal_id } }));
  const deploy = async (channel: 'widget' | 'landing-page') => {
    const body = { pal_id, channel, name, status: 'active' } as const;
    const { deployment_id } = (await client(createDeployment, { ...requestOptions(), body })).result;
    undo.push(() => client(deleteDeployment, { ...requestOptions(null), params: { deployment_id } }));
    return deployment_id;
  };
  const deployments = { widget: await deploy('widget'), 'landing-page': await deploy('landing-page') };
  return { pal_id, name, face_id: face.face_id, document_id, pages, deployments };
}

type CallOptions = { credential: string; signal: AbortSignal };

async function findFace(requestedFace: string, { client }: CreationParts, callOptions: CallOptions) {
  const { data } = (await client(listFaces, { ...callOptions, query: { limit: '200' } })).result;
  const completedFaces = data.filter(({ status }) => status === 'completed');
  const face = completedFaces.find(
    ({ face_id, face_name }) =>
      face_id === requestedFace || face_name.toLowerCase() === requestedFace.toLowerCase(),
  );
  if (face) return face;
  const names = completedFaces.map(({ face_name }) => face_name).slice(0, 20);
  throw new CreationError(
    `There is no face ${JSON.stringify(requestedFace)}. Faces: ${names.join(', ') || 'none'}.`,
  );
}

/** Waits until the crawl has ended, and reports each step. */
async function readyDocument(
  created: Document,
  { client, clock, signal, progress }: CreationParts,
  callOptions: () => CallOptions,
): Promise<Document> {
  const { document_id } = created;
  const deadline = clock.now() + CRAWL_TIME;
  let latest = '';
  for (let document = created; ;) {
    if (document.status === 'ready') return document;
    if (document.status === 'error')
      throw new CreationError(document.error_details ?? 'The website could not be read.');
    const summary =
      document.status === 'started' ? 'Waiting in the queue.' : `${document.progress ?? 0} % read.`;
    if (summary !== latest) progress((latest = summary));
    if (clock.now() >= deadline)
      throw new CreationError(`The website was not read within ${CRAWL_TIME / 60_000} minutes.`);
    await pause(clock, CHECK_INTERVAL_MS, signal);
    document = (await client(getDocument, { ...callOptions(), params: { document_id } })).result;
  }
}

/** Describes a failure; null if neither the service nor the request caused it. */
export function creationFault(error: unknown, service: string): string | null {
  if (error instanceof CreationError) return error.message;
  if (error instanceof ApiError) {
    if (error.code === 'invalid_key') return 'The service does not know this key.';
    if (error.code === 'scope_missing') return 'The key may not make an agent: it needs the scope all.';
    return `${error.message || 'The service refused the request.'} (${error.code})`;
  }
  const { name } = error as Error;
  if (name === 'TimeoutError') return `The service at ${service} takes too long to answer.`;
  if (name === 'TypeError') return `No service answers at ${service}. Start it, or name it with --base-url.`;
  if (name === 'SyntaxError' || name === '$ZodError' || name === 'ZodError')
    return `What answers at ${service} is no Palkit service, or of another version.`;
  return null;
}
