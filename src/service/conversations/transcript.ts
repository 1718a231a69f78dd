/**
 * The transcript of a call, which is written line by line during the call. Specification: events-12;
 * docs/decisions/0025-interface.md#conversations.
 */
import type { TranscriptEntry } from '@palkit/contract/conversations';
import { ServiceError } from '@palkit/contract/service-error';
import type { WrittenLine } from '@palkit/agent';
import type { Clock } from '@palkit/runtime/clock';
import { storableText } from '@palkit/runtime/storable-text';
import type { Database, Store } from '../store/store.ts';
import type { Selectable } from 'kysely';
import type { ConversationRow, Tables } from '../store/schema.ts';
import { retryWrite } from './retry-write.ts';

interface Parts {
  store: Store;
  clock: Clock;
  conversation: string;
  /** Aborts when the call ends. Failed writes are then no longer retried, so that the end is not delayed. */
  endSignal: AbortSignal;
  onFailure(error: Error): void;
}

export class TranscriptWriter {
  readonly #parts: Parts;
  #writing: Promise<void> = Promise.resolve();
  #nextPosition = 0;
  #writeError: Error | null = null;
  /** The last write of the page context; rejects if it could not be stored. */
  #pageWrite: Promise<void> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Continues after the first `lines` lines, which an earlier process wrote. */
  continueAfter(lines: number): void {
    this.#nextPosition = lines;
  }

  /** Stores a line immediately, so that a crash does not lose it. The returned function stores a changed version. */
  write(line: WrittenLine): (line: WrittenLine) => void {
    const position = this.#nextPosition++;
    this.#storeLine(position, line);
    return (line) => this.#storeLine(position, line);
  }

  /** Runs `work`, and retries it like the write of a line. */
  retryWrite<Result>(work: () => Promise<Result>): Promise<Result> {
    return retryWrite(work, this.#parts);
  }

  /** Runs `work`, which must not reject, between the writes of two lines. */
  runBetweenLines(work: () => Promise<void>): void {
    this.#writing = this.#writing.then(work);
  }

  /** Writes the page context between two lines; `onFailure` is called after the last attempt. */
  keepPage(work: () => Promise<void>, onFailure: (error: unknown) => void): void {
    this.#pageWrite = this.#writing.then(() => this.retryWrite(work));
    this.#writing = this.#pageWrite.catch(onFailure);
  }

  /** Settles when all earlier writes have ended, even if one of them failed. */
  whenWritten(): Promise<void> {
    return this.#writing;
  }

  /** Like `whenWritten`, but rejects if a line, or with `page` the latest page context, could not be stored. */
  async whenStored(content: 'line' | 'page'): Promise<void> {
    const page = this.#pageWrite;
    await this.#writing;
    if (content === 'page')
      await page.catch(() => {
        throw new ServiceError('database_unavailable');
      });
    if (this.#writeError) throw new ServiceError('database_unavailable');
  }

  #storeLine(position: number, line: WrittenLine): void {
    const { store, conversation, onFailure } = this.#parts;
    const content = storableText(line.content);
    this.#writing = this.#writing
      .then(async () => {
        await this.retryWrite(() =>
          store.db
            .insertInto('transcript_lines')
            .values({
              conversation_id: conversation,
              position,
              role: line.role,
              content,
              began_at: line.timestamp,
              duration: line.duration,
              inference_id: line.inference_id ?? null,
              line_id: line.line_id ?? null,
              origin: line.origin ?? null,
              author: line.origin === 'person' ? (line.participant_name ?? null) : null,
            })
            .onConflict((conflict) =>
              conflict
                .columns(['conversation_id', 'position'])
                .doUpdateSet({ content, duration: line.duration }),
            )
            .execute(),
        );
      })
      .catch((error: Error) => {
        this.#writeError ??= error;
        onFailure(error);
      });
  }
}

export async function readTranscript(
  db: Database,
  row: Pick<ConversationRow, 'id' | 'joined_at' | 'created_at' | 'document'>,
): Promise<TranscriptEntry[]> {
  const lines = await db
    .selectFrom('transcript_lines')
    .selectAll()
    .where('conversation_id', '=', row.id)
    .orderBy('began_at')
    .orderBy('position')
    .execute();
  return lines.map((line) => showLine(line, row));
}

type TranscriptRow = Pick<ConversationRow, 'joined_at' | 'created_at' | 'document'>;

export function showLine(line: Selectable<Tables['transcript_lines']>, row: TranscriptRow): TranscriptEntry {
  const start = (row.joined_at ?? row.created_at).getTime() / 1000;
  const name = line.role === 'user' ? row.document.properties.participant_name?.trim() : line.author;
  return {
    role: line.role,
    content: line.content,
    ...(line.origin ? { origin: line.origin } : {}),
    timestamp: line.began_at,
    seconds_from_start: Math.max(0, line.began_at - start),
    duration: line.duration,
    ...(line.inference_id ? { inference_id: line.inference_id } : {}),
    ...(name ? { participant_name: name } : {}),
  };
}

/** Returns the ids that the page gave to its stored lines: the last `maximum` ids, oldest first. */
export async function readLineNames(db: Database, conversation: string, maximum: number): Promise<string[]> {
  const lines = await db
    .selectFrom('transcript_lines')
    .select('line_id')
    .where('conversation_id', '=', conversation)
    .where('line_id', 'is not', null)
    .orderBy('position', 'desc')
    .limit(maximum)
    .execute();
  return lines.map(({ line_id }) => line_id!).reverse();
}
