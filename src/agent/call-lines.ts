/** The lines and tool calls of a call: the visitor's open line, the earlier lines, and their storage. */
import type { Clock } from '@palkit/runtime/clock';
import type { Room } from './ports/room.ts';
import type { Exchange } from './replies/responder.ts';
import type { SpokenLine } from './replies/speaking.ts';
import { ToolCalls } from './tools/tool-calls.ts';
import type { PersonLine } from './turns/handover.ts';
import { VisitorLine, type WrittenLine } from './turns/visitor-line.ts';

export class CallLines {
  readonly line: VisitorLine;
  readonly calls: ToolCalls;
  readonly #room: () => Room;
  readonly #write: (line: WrittenLine) => unknown;
  readonly #history: Exchange[];
  /** The start of each line of the visitor in Unix milliseconds. */
  readonly #startedAt = new WeakMap<Exchange, number>();
  #turnIndex = 0;

  /** `conversation` makes the keys of tool calls unique. */
  constructor(parts: {
    clock: Clock;
    room(): Room;
    write(line: WrittenLine): (line: WrittenLine) => void;
    history: readonly Exchange[];
    conversation: string;
    /** Called when a tool call has ended. */
    onCall(): void;
    signal: AbortSignal;
  }) {
    this.#room = parts.room;
    this.#write = parts.write;
    this.#history = [...parts.history];
    this.line = new VisitorLine({ room: parts.room, nextTurn: () => this.nextTurn(), write: parts.write });
    this.calls = new ToolCalls({
      clock: parts.clock,
      signal: parts.signal,
      conversation: parts.conversation,
      onEnd: parts.onCall,
      lines: parts.history.filter(({ role }) => role === 'user').length,
    });
  }

  get history(): readonly Exchange[] {
    return this.#history;
  }

  /** True if the visitor has spoken or typed. */
  get hasBegun(): boolean {
    return this.#history.some(({ role }) => role === 'user');
  }

  /** Returns the number of the next turn of the conversation. */
  nextTurn(): number {
    return ++this.#turnIndex;
  }

  /** Ends the visitor's open line and stores it. */
  commit(): void {
    const startedAt = this.line.openLine?.startedAt;
    const content = this.line.complete();
    if (content === null) return;
    const line: Exchange = { role: 'user', content, calls: this.calls.next() };
    if (startedAt !== undefined) this.#startedAt.set(line, startedAt);
    this.#history.push(line);
  }

  /** Stores a line that a person wrote in place of the agent. */
  takePersonLine({ name, text, id }: PersonLine, now: number): void {
    this.commit();
    const turn = { turn_idx: this.nextTurn(), inference_id: id };
    this.#room().send('conversation.utterance', { role: 'pal', speech: text, person: name }, turn);
    this.#write({
      role: 'assistant',
      content: text,
      origin: 'person',
      participant_name: name,
      timestamp: now / 1000,
      duration: 0,
      line_id: id,
    });
    this.#history.push({ role: 'assistant', content: text });
  }

  /**
   * Stores the played part of a line of the agent. The history omits sentences of the service, but records that
   * they replaced an answer. A line that was interrupted in its first word gets an empty text in the history, so
   * that its question counts as answered.
   */
  takeSpokenLine({ parts, interrupted, lost, startedAt, duration, turn }: SpokenLine): void {
    for (const { text, origin } of parts)
      this.#write({
        role: 'assistant',
        content: text,
        ...(origin ? { origin } : {}),
        timestamp: startedAt,
        duration,
        ...(turn.inference_id ? { inference_id: turn.inference_id } : {}),
      });
    const agentParts = parts.filter(({ origin }) => origin === undefined);
    const isUnanswered = agentParts.length === 0 && parts.some(({ replacesAnswer }) => replacesAnswer);
    if (parts.length > 0 && agentParts.length === 0 && !isUnanswered) return;
    const text = agentParts.map((part) => part.text).join(' ');
    this.#history.splice(this.#indexAfter(startedAt * 1000), 0, {
      role: 'assistant',
      content: text,
      ...(isUnanswered ? { isUnanswered } : {}),
      ...(interrupted ? { interrupted } : {}),
      ...(lost ? { lost } : {}),
    });
  }

  /**
   * Returns the index for a line that began at this time. Lines that interrupted it may already be in the history,
   * and must stay after it.
   */
  #indexAfter(milliseconds: number): number {
    let index = this.#history.length;
    while (index > 0 && (this.#startedAt.get(this.#history[index - 1]!) ?? 0) > milliseconds) index--;
    return index;
  }
}
