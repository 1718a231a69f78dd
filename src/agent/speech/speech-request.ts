/** Sends one request to `/audio/speech`. It asks for raw samples, or for WAV if the server does not support them. */
import type { Clock } from '@palkit/runtime/clock';
import { EngineError } from '../language/engine-error.ts';
import { factsOf, storeFact, refuteFact, type Engine } from '../language/engine-memory.ts';
import { stream, type OpenAIEndpoint } from '../language/openai-endpoint.ts';
import { MAX_BYTES, openSound, type Sound } from './decoding/sound.ts';
import { OPUS_SAMPLE_RATES, type OpusSampleRate } from './opus.ts';

const NO_PCM_WORDS = 'it is asked for WAV: it does not send raw samples';
/** Status codes with which servers refuse an unknown format. */
const REFUSALS: readonly number[] = [400, 406, 415, 422, 500, 501];

export async function requestSpeech(
  endpoint: OpenAIEndpoint,
  body: Readonly<Record<string, unknown>>,
  { signal, clock, again = false }: { signal?: AbortSignal; clock: Pick<Clock, 'now'>; again?: boolean },
): Promise<Sound<OpusSampleRate>> {
  const engine: Engine = {
    ...endpoint,
    account: endpoint.account ?? null,
    apiKey: endpoint.key ?? null,
  };
  const ask = (format: 'pcm' | 'wav') => {
    let type = '';
    const bytes = stream(endpoint, '/audio/speech', {
      body: JSON.stringify({ ...body, model: endpoint.model, response_format: format }),
      contentType: 'application/json',
      limit: MAX_BYTES,
      retriesOnce: again,
      ...(signal ? { signal } : {}),
      onHeaders: (headers) => (type = headers.get('content-type') ?? ''),
    });
    return openSound(bytes, { format, contentType: () => type, rates: OPUS_SAMPLE_RATES });
  };
  if (factsOf(engine, clock.now()).has('no_pcm')) return ask('wav');
  try {
    const sound = await ask('pcm');
    refuteFact(engine, 'no_pcm', clock.now());
    return sound;
  } catch (error) {
    if (!isAboutFormat(error)) throw error;
    const sound = await ask('wav').catch(() => {
      signal?.throwIfAborted();
      throw error;
    });
    storeFact(engine, 'no_pcm', clock.now(), NO_PCM_WORDS);
    return sound;
  }
}

const isAboutFormat = (error: unknown): boolean =>
  error instanceof EngineError &&
  (error.code === 'wrong_format' || (error.status !== undefined && REFUSALS.includes(error.status)));
