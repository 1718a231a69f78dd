/**
 * The visitor's line from its first words to its end. Until the visitor hears something of its answer, further words
 * belong to the same line. The line is written at once, so that no crash loses it, written again when it grows, and
 * sent when it is complete.
 */
import type { Room, Turn } from '../ports/room.ts';
import type { TranscriptEntry } from '@palkit/contract/conversations';
import type { VisitorTurn } from './turn-state.ts';

/** A line of the transcript as it is stored; the store adds the time in the call. */
export type WrittenLine = Omit<TranscriptEntry, 'seconds_from_start'> & {
  /** The id that the page gave the line. */
  line_id?: string | undefined;
};

type Line = VisitorTurn & { turn: Turn; rewrite(line: WrittenLine): void };

export interface VisitorLineParts {
  room(): Room;
  /** Increases with every turn of the conversation. */
  nextTurn(): number;
  write(line: WrittenLine): (line: WrittenLine) => void;
}

export class VisitorLine {
  readonly #parts: VisitorLineParts;
  #open: Line | null = null;
  /** The turn of a line that is shown before its words are final. */
  #coming: Turn | null = null;

  constructor(parts: VisitorLineParts) {
    this.#parts = parts;
  }

  /** The words of a line that may continue. */
  get open(): VisitorTurn | null {
    return this.#open;
  }

  /** The full line if these words continue it. */
  with(text: string): string {
    return this.#open ? `${this.#open.text} ${text}` : text;
  }

  /** Begins a line or continues the open one, and returns the whole line. */
  take(utterance: VisitorTurn): VisitorTurn {
    const earlier = this.#open;
    const whole = earlier
      ? {
          ...utterance,
          text: this.with(utterance.text),
          began: earlier.began,
          duration: utterance.began + utterance.duration - earlier.began,
        }
      : utterance;
    const line: WrittenLine = {
      role: 'user',
      content: whole.text,
      timestamp: whole.began / 1000,
      duration: whole.duration / 1000,
      line_id: whole.name,
    };
    earlier?.rewrite(line);
    this.#open = {
      ...whole,
      turn: earlier?.turn ?? this.#coming ?? this.#newTurn(),
      rewrite: earlier?.rewrite ?? this.#parts.write(line),
    };
    this.#coming = null;
    return this.#open;
  }

  /** Shows the words spoken so far, which may still change. An empty text takes them back. */
  preview(text: string): void {
    if (!text && this.#open) return this.show();
    const turn = this.#open?.turn ?? (this.#coming ??= this.#newTurn());
    this.#parts
      .room()
      .send(
        'conversation.utterance.streaming',
        { role: 'user', speech: text && this.with(text), final: !text },
        turn,
      );
  }

  /** Ends the line that was shown; the next words are another line. */
  forget(): void {
    this.#coming = null;
  }

  /** Shows the words so far. */
  show(): void {
    if (this.#open)
      this.#parts
        .room()
        .send(
          'conversation.utterance.streaming',
          { role: 'user', speech: this.#open.text, final: false },
          this.#open.turn,
        );
  }

  /** Reports that the line is complete and returns its words; `null` if no line is open. */
  complete(): string | null {
    const line = this.#open;
    if (!line) return null;
    this.#open = null;
    this.#parts.room().send('conversation.utterance', { role: 'user', speech: line.text }, line.turn);
    return line.text;
  }
  #newTurn(): Turn {
    return { turn_idx: this.#parts.nextTurn(), inference_id: null };
  }
}
