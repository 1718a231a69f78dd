/** Asks a language model a question that it answers in JSON, with limits of size and time and a schema. */
import * as z from 'zod';
import type { Clock } from '@palkit/runtime/clock';
import { OutsideFault } from '@palkit/runtime/outside-fault';
import { storableValue } from '@palkit/runtime/storable-text';
import { readChunk } from '../language/model-chunk.ts';
import { ModelError, sendChat, type ModelEndpoint } from '../language/model-request.ts';
import { ReasoningFilter } from '../language/reasoning.ts';

/** Maximum milliseconds for a complete answer. */
const ANSWER_MS = 15_000;
/** Maximum number of UTF-16 units of an answer. */
const MAX_CHARACTERS = 64_000;

/** A failure with a code for the log; it never contains text of the visitor or the agent. */
export class JudgeError extends OutsideFault {
  readonly reason: 'unreachable' | 'refused' | 'timeout' | 'bad_response';
  constructor(reason: JudgeError['reason']) {
    super(`The judgement failed: ${reason}`);
    this.name = 'JudgeError';
    this.reason = reason;
  }
}

export interface Judge {
  ask<Shape extends z.ZodType>(question: {
    rules: string;
    transcript: string;
    picture?: Uint8Array;
    schema: Shape;
    signal: AbortSignal;
    /** Maximum milliseconds for the complete answer, at most 15,000. */
    timeout?: number;
  }): Promise<z.output<Shape>>;
}

/**
 * Creates a judge. In a question, `rules` contains the criteria and the JSON format of the verdict, `transcript`
 * is text of the call, and `picture` (WebP) shows the visitor. Only `rules` are treated as instructions.
 */
export function createJudge(endpoint: ModelEndpoint, clock: Clock): Judge {
  return {
    async ask({ rules, transcript, picture, schema, signal, timeout = ANSWER_MS }) {
      const timeoutAbort = new AbortController();
      const cleanup = new AbortController();
      clock.after(Math.min(timeout, ANSWER_MS), () => timeoutAbort.abort(), cleanup.signal);
      try {
        const { response, confirm } = await sendChat(
          endpoint,
          {
            stream: false,
            temperature: 0,
            response_format: { type: 'json_object' },
            messages: [
              { role: 'system', content: rules },
              {
                role: 'user',
                content: picture ? [{ type: 'text', text: transcript }, pictureOf(picture)] : transcript,
              },
            ],
          },
          AbortSignal.any([signal, timeoutAbort.signal]),
          clock,
        );
        const completion = readChunk(JSON.parse(await readBounded(response.body)));
        if (!completion) throw new JudgeError('bad_response');
        confirm();
        const words = withoutReasoning(completion.text);
        // Some models put their JSON in a code fence.
        const json = words.slice(words.indexOf('{'), words.lastIndexOf('}') + 1);
        return schema.parse(JSON.parse(json, storableValue));
      } catch (error) {
        if (error instanceof JudgeError) throw error;
        if (error instanceof ModelError) throw new JudgeError('refused');
        throw new JudgeError(
          timeoutAbort.signal.aborted
            ? 'timeout'
            : error instanceof SyntaxError || error instanceof z.ZodError
              ? 'bad_response'
              : 'unreachable',
        );
      } finally {
        cleanup.abort();
      }
    },
  };
}

/** Formats a WebP picture as a part of a message. */
export const pictureOf = (webp: Uint8Array) => ({
  type: 'image_url',
  image_url: { url: `data:image/webp;base64,${Buffer.from(webp).toString('base64')}` },
});

/** Removes the model's reasoning, which is not part of the verdict. */
function withoutReasoning(content: string): string {
  const reasoningFilter = new ReasoningFilter();
  return reasoningFilter.push(content).text + reasoningFilter.end().text;
}

async function readBounded(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > MAX_CHARACTERS) throw new JudgeError('bad_response');
  }
  return text;
}
