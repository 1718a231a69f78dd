/**
 * The visitor's line from its first words to its end. Further words extend the line until the visitor hears a part
 * of the answer. The line is stored immediately and whenever it grows, so that a crash does not lose it. It is
 * sent when it is complete.
 */
import type { Room, Turn } from '../ports/room.ts';
import type { TranscriptEntry } from '@palkit/contract/conversations';
import type { VisitorTurn } from './turn-state.ts';

/** A transcript line as it is stored; the store adds its time in the call. */
export type WrittenLine = Omit<TranscriptEntry, 'seconds_from_start'> & {
  /** The id that the page gave the line. */
  line_id?: string | undefined;
};

type OpenLine = VisitorTurn & { turn: Turn; rewrite(line: WrittenLine): void };

export interface VisitorLineParts {
  room(): Room;
  /** Returns the number of the next turn of the conversation. */
  nextTurn(): number;
  write(line: WrittenLine): (line: WrittenLine) => void;
}

export class VisitorLine {
  readonly #parts: VisitorLineParts;
  #openLine: OpenLine | null = null;
  /** The turn of a line that is shown although its words are not final. */
  #nextTurn: Turn | null = null;

  constructor(parts: VisitorLineParts) {
    this.#parts = parts;
  }

  /** The visitor's line that may continue; null if there is none. */
  get openLine(): VisitorTurn | null {
    return this.#openLine;
  }

  /** Returns the open line with these words at its end; only the words if no line is open. */
  completeText(text: string): string {
    return this.#openLine ? `${this.#openLine.text} ${text}` : text;
  }

  /** Starts a line or continues the open one; returns the complete line. */
  addUtterance(utterance: VisitorTurn): VisitorTurn {
    const openLine = this.#openLine;
    const completeLine = openLine
      ? {
          ...utterance,
          text: this.completeText(utterance.text),
          startedAt: openLine.startedAt,
          duration: utterance.startedAt + utterance.duration - openLine.startedAt,
        }
      : utterance;
    const line: WrittenLine = {
      role: 'user',
      content: completeLine.text,
      timestamp: completeLine.startedAt / 1000,
      duration: completeLine.duration / 1000,
      line_id: completeLine.name,
    };
    openLine?.rewrite(line);
    this.#openLine = {
      ...completeLine,
      turn: openLine?.turn ?? this.#nextTurn ?? this.#newTurn(),
      rewrite: openLine?.rewrite ?? this.#parts.write(line),
    };
    this.#nextTurn = null;
    return this.#openLine;
  }

  /** Shows the words spoken so far, which may still change. An empty text removes them. */
  preview(text: string): void {
    if (!text && this.#openLine) return this.show();
    const turn = this.#openLine?.turn ?? (this.#nextTurn ??= this.#newTurn());
    this.#parts
      .room()
      .send(
        'conversation.utterance.streaming',
        { role: 'user', speech: text && this.completeText(text), final: !text },
        turn,
      );
  }

  /** Forgets the line that was shown. Further words start a new line. */
  forget(): void {
    this.#nextTurn = null;
  }

  /** Shows the words of the open line. */
  show(): void {
    if (this.#openLine)
      this.#parts
        .room()
        .send(
          'conversation.utterance.streaming',
          { role: 'user', speech: this.#openLine.text, final: false },
          this.#openLine.turn,
        );
  }

  /** Ends the line and returns its words; null if no line is open. */
  complete(): string | null {
    const line = this.#openLine;
    if (!line) return null;
    this.#openLine = null;
    this.#parts.room().send('conversation.utterance', { role: 'user', speech: line.text }, line.turn);
    return line.text;
  }
  #newTurn(): Turn {
    return { turn_idx: this.#parts.nextTurn(), inference_id: null };
  }
}
