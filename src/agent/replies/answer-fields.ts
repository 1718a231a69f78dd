/**
 * Stores the fields that a model's server expects back with its earlier answers. The key is the text of the
 * answer, because the history has only the text that was played.
 */
import type { AnswerEnd } from '../language/model-answer.ts';
import type { OpaqueValues } from '../language/opaque-fields.ts';
import type { Exchange } from './responder.ts';

/** Maximum number of answers that are remembered; the oldest is dropped first. */
const MAX_ANSWERS = 24;
/** Maximum number of characters of the JSON of one answer's fields; longer ones are not sent back. */
const MAX_CHARACTERS = 16_384;

export class AnswerFieldsMemory {
  readonly #fields = new Map<string, OpaqueValues>();

  /**
   * Stores the fields of an answer without tool calls. If an answer has tool calls, its fields are kept with the
   * calls.
   */
  note(answer: string, { calls, fields }: AnswerEnd): void {
    const words = wordsOf(answer);
    const opaque = calls.length === 0 ? fields?.opaque : undefined;
    if (opaque === undefined || words === '' || JSON.stringify(opaque).length > MAX_CHARACTERS) return;
    this.#fields.delete(words);
    this.#fields.set(words, opaque);
    const [oldest] = this.#fields.keys();
    if (this.#fields.size > MAX_ANSWERS && oldest !== undefined) this.#fields.delete(oldest);
  }

  /**
   * Returns the fields of an answer; undefined if it has none or was interrupted, because the fields are valid only
   * for the complete text.
   */
  of({ role, content }: Exchange): OpaqueValues | undefined {
    return role === 'assistant' ? this.#fields.get(wordsOf(content)) : undefined;
  }
}

const wordsOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
