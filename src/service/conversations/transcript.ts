/**
 * The transcript of a call: written as it happens, one thing after another, and read whole. Specification,
 * Transcript entry; decisions §5.
 */
import type { TranscriptEntry } from '@palkit/contract/conversations';
import type { WrittenLine } from '../agent/turns/visitor-line.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Store } from '../store/store.ts';
import type { ConversationRow } from '../store/schema.ts';

/** What the database does not take is tried again after these; then the call cannot go on. */
export const WRITE_AGAIN_SECONDS = [1, 4] as const;

export class TranscriptWriter {
  readonly #parts: {
    store: Store;
    clock: Clock;
    conversation: string;
    over: AbortSignal;
    failed(error: Error): void;
  };
  #writing: Promise<void> = Promise.resolve();
  #next = 0;

  /** Once `over`, nothing is tried again: who ends the call waits for no more than the try that goes on. */
  constructor(parts: {
    store: Store;
    clock: Clock;
    conversation: string;
    over: AbortSignal;
    failed(error: Error): void;
  }) {
    this.#parts = parts;
  }

  /** So many lines were written before. */
  continueAfter(lines: number): void {
    this.#next = lines;
  }

  /** Stores a line, so that a crash loses none; what it answers with stores what has become of it since. */
  write(line: WrittenLine): (line: WrittenLine) => void {
    const position = this.#next++;
    this.#keep(position, line);
    return (changed) => this.#keep(position, changed);
  }

  /** Something else that has its place between the lines, and never rejects. */
  between(work: () => Promise<void>): void {
    this.#writing = this.#writing.then(work);
  }

  /** Settles when all is stored that was written until now. */
  stored(): Promise<void> {
    return this.#writing;
  }

  #keep(position: number, line: WrittenLine): void {
    const { store, conversation, failed } = this.#parts;
    this.#writing = this.#writing
      .then(() =>
        this.#insist(() =>
          store.db
            .insertInto('transcript_lines')
            .values({
              conversation_id: conversation,
              position,
              role: line.role,
              content: line.content,
              began_at: line.timestamp,
              duration: line.duration,
              inference_id: line.inference_id ?? null,
            })
            .onConflict((conflict) =>
              conflict
                .columns(['conversation_id', 'position'])
                .doUpdateSet({ content: line.content, duration: line.duration }),
            )
            .execute(),
        ),
      )
      .catch(failed);
  }

  async #insist(work: () => Promise<unknown>): Promise<void> {
    const { clock, over } = this.#parts;
    for (let attempt = 0; ; attempt++) {
      try {
        return void (await work());
      } catch (error) {
        const seconds = WRITE_AGAIN_SECONDS[attempt];
        if (seconds === undefined || over.aborted) throw error;
        await new Promise<void>((resolve) => {
          over.addEventListener('abort', () => resolve(), { once: true });
          clock.after(seconds * 1000, resolve, over);
        });
      }
    }
  }
}

export async function readTranscript(
  db: Database,
  row: Pick<ConversationRow, 'id' | 'joined_at' | 'created_at' | 'document'>,
): Promise<TranscriptEntry[]> {
  const start = (row.joined_at ?? row.created_at).getTime() / 1000;
  const name = row.document.properties.participant_name?.trim();
  const lines = await db
    .selectFrom('transcript_lines')
    .selectAll()
    .where('conversation_id', '=', row.id)
    .orderBy('began_at')
    .orderBy('position')
    .execute();
  return lines.map((line) => ({
    role: line.role,
    content: line.content,
    timestamp: line.began_at,
    seconds_from_start: Math.max(0, line.began_at - start),
    duration: line.duration,
    ...(line.inference_id ? { inference_id: line.inference_id } : {}),
    ...(name && line.role === 'user' ? { participant_name: name } : {}),
  }));
}
