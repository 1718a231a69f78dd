/** Summarises the pictures of the visitor's camera in a call with a perception model. */
import { boundedText } from '@palkit/runtime/bounded-body';
import { OutsideFault } from '@palkit/runtime/outside-fault';
import { readChunk } from '../language/model-chunk.ts';
import type { ModelEndpoint } from '../language/model-request.ts';
import { pictureOf } from './judge.ts';

/** Maximum milliseconds for the complete answer, and its maximum size in bytes. */
export const SUMMARY_BOUNDS = { timeout: 120_000, maximumBytes: 1024 * 1024 };
/** Maximum number of characters of the summary. */
const MAX_SUMMARY = 20_000;

const TASK =
  "You see pictures of a visitor's camera, taken in the course of one call, the earliest first. " +
  'Summarise for the owner of the service, in plain words, what is to be seen: ' +
  'the surroundings, what the visitor shows or does, and how it changes. Say what is not clear. Do ' +
  'not guess who the person is, nor anything of origin, health or belief.';

class PerceptionError extends OutsideFault {
  override readonly name = 'PerceptionError';
}

/** Returns the model's summary of `pictures`, which are WebP, earliest first. The summary also answers `queries`. */
export async function summaryOfPictures(
  endpoint: ModelEndpoint,
  { pictures, queries }: { pictures: readonly Uint8Array[]; queries: readonly string[] },
  signal: AbortSignal,
): Promise<string> {
  const body = JSON.stringify({
    model: endpoint.model,
    messages: [
      {
        role: 'system',
        content: [
          TASK,
          ...(queries.length > 0
            ? [`Answer these questions too:\n${queries.map((query) => `- ${query}`).join('\n')}`]
            : []),
        ].join('\n\n'),
      },
      { role: 'user', content: pictures.map(pictureOf) },
    ],
  });
  const response = await endpoint
    .fetch(`${endpoint.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(endpoint.apiKey ? { authorization: `Bearer ${endpoint.apiKey}` } : {}),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(SUMMARY_BOUNDS.timeout)]),
    })
    .catch((error: Error) => {
      throw signal.aborted ? error : new PerceptionError('the perception model could not be reached');
    });
  if (!response.ok) {
    await response.body?.cancel();
    throw new PerceptionError('the perception model refused');
  }
  const text = readChunk(JSON.parse(await boundedText(response, SUMMARY_BOUNDS.maximumBytes)))
    ?.text.trim()
    .replaceAll('\u0000', '')
    .slice(0, MAX_SUMMARY)
    .replace(/[\ud800-\udbff]$/, '');
  if (!text) throw new PerceptionError('the perception model said nothing');
  return text;
}
