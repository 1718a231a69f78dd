/**
 * The skill `internet_search`, which uses the search endpoint that the operator configured (SearXNG's JSON,
 * https://docs.searxng.org/dev/search_api.html).
 */
import * as z from 'zod';
import { boundedText, BodyTooLargeError } from '@palkit/runtime/bounded-body';
import type { Clock } from '@palkit/runtime/clock';
import type { EngineConfig } from '../language/openai-endpoint.ts';
import type { Tool } from './tool.ts';

const ANSWER_MS = 10_000;
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_RESULTS = 6;
const MAX_CONTENT = 600;

const Results = z.looseObject({
  results: z.array(
    z.looseObject({ title: z.string().catch(''), url: z.string(), content: z.string().nullish().catch('') }),
  ),
});

export function searchTool(
  endpoint: Pick<EngineConfig, 'baseUrl' | 'apiKey'>,
  clock: Clock,
  send: typeof fetch = fetch,
): Tool {
  return {
    name: 'internet_search',
    readOnly: true,
    description:
      'Searches the web. Use it for what is new, or what neither you nor the notes know, and say where ' +
      'an answer is from.',
    parameters: {
      type: 'object',
      properties: { query: { type: 'string', description: 'What to search for, in a few words.' } },
      required: ['query'],
    },
    async run({ query }, signal) {
      if (typeof query !== 'string' || query.trim() === '') return 'Error: query must be a text.';
      const url = new URL(`${endpoint.baseUrl}/search`);
      url.searchParams.set('q', query.trim().slice(0, 400));
      url.searchParams.set('format', 'json');
      const timeoutAbort = new AbortController();
      const cleanup = new AbortController();
      clock.after(ANSWER_MS, () => timeoutAbort.abort(), cleanup.signal);
      try {
        const response = await send(url, {
          headers: {
            accept: 'application/json',
            ...(endpoint.apiKey ? { authorization: `Bearer ${endpoint.apiKey}` } : {}),
          },
          signal: AbortSignal.any([signal, timeoutAbort.signal]),
        });
        if (!response.ok || !response.body) return `Error: the search answered ${response.status}.`;
        const { results } = Results.parse(JSON.parse(await boundedText(response, MAX_BYTES)));
        if (results.length === 0) return 'Nothing was found.';
        return results
          .slice(0, MAX_RESULTS)
          .map(
            ({ title, url: address, content }, index) =>
              `${index + 1}. ${title.slice(0, 200)}\n${address.slice(0, 500)}\n` +
              (content ?? '').slice(0, MAX_CONTENT),
          )
          .join('\n\n');
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof BodyTooLargeError) return 'Error: the search answered too much.';
        return timeoutAbort.signal.aborted
          ? 'Error: the search did not answer in time.'
          : 'Error: the search does not work right now.';
      } finally {
        cleanup.abort();
      }
    },
  };
}
