/** Finds a language model that runs on this machine, and builds the command that uses it. */
import * as z from 'zod';
import { boundedText } from '@palkit/runtime/bounded-body';

/** Default ports of local model servers, from their documentation. */
const KNOWN_SERVERS: readonly { name: string; port: number }[] = [
  { name: 'Ollama', port: 11434 },
  { name: 'LM Studio', port: 1234 },
  { name: 'llama.cpp', port: 8080 },
  { name: 'vLLM', port: 8000 },
];
/** Milliseconds that each server has to answer; all are asked at the same time. */
const ANSWER_MS = 800;
const MAX_BYTES = 200_000;
const CACHE_MS = 60_000;

const Models = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })).min(1) });

export interface LocalEngine {
  name: string;
  baseUrl: string;
  model: string;
}

/** Returns the engines that offer a chat model. No data of visitors is sent. */
export async function findLocal(send: typeof fetch): Promise<LocalEngine[]> {
  const responses = await Promise.all(KNOWN_SERVERS.map((engine) => ask(engine, send)));
  return responses.filter((engine) => engine !== null);
}

/** Searches at most once a minute, however many callers there are. `now` is in milliseconds. */
export function localEngineCache(send: typeof fetch): (now: number) => Promise<LocalEngine[]> {
  let latestSearch: { engines: Promise<LocalEngine[]>; at: number } | null = null;
  return (now) => {
    if (!latestSearch || now - latestSearch.at >= CACHE_MS)
      latestSearch = { engines: findLocal(send), at: now };
    return latestSearch.engines;
  };
}

async function ask(
  { name, port }: { name: string; port: number },
  send: typeof fetch,
): Promise<LocalEngine | null> {
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  try {
    const response = await send(`${baseUrl}/models`, {
      signal: AbortSignal.timeout(ANSWER_MS),
      redirect: 'manual',
    });
    if (!response.ok) return null;
    const { data } = Models.parse(JSON.parse(await boundedText(response, MAX_BYTES)));
    const model = data
      .map(({ id }) => id)
      .find((id) => /^[\w.:/@-]{1,200}$/.test(id) && !/embed|rerank|whisper/i.test(id));
    return model === undefined ? null : { name, baseUrl, model };
  } catch {
    // No engine answers at this address, or another program uses the port.
    return null;
  }
}

/**
 * Returns a text for the start of the service that names a language model on this machine; empty if none is
 * running.
 */
export async function localLine(send: typeof fetch): Promise<string> {
  const [engine] = await findLocal(send);
  if (!engine) return '';
  return (
    `  ${engine.name} runs on this machine. To talk with its model:\n\n      ` +
    `LLM_BASE_URL=${engine.baseUrl} LLM_MODEL=${engine.model} npm start\n\n`
  );
}
