/**
 * A visitor's request for a person, and a person who writes in place of the agent. While the person writes, the
 * agent is silent. If no person comes in time, the agent asks the visitor for a message, and passes on the next
 * line that is not a question.
 */
import type { AgentSentences } from '@palkit/contract/locales/locale';
import type { Clock } from '@palkit/runtime/clock';
import { turnDuration } from './turn-options.ts';

/** Maximum number of characters of a name. */
const MAX_NAME = 80;

/** A line of a person. `id` identifies it, so that it is stored once. */
export interface PersonLine {
  name: string;
  text: string;
  id: string;
}

export interface HandoverParts {
  clock: Clock;
  words(name?: string): AgentSentences;
  /** Speaks a sentence of the service after the current one. */
  say(words: string): void;
  /** Stops the agent and completes the visitor's line. */
  silenceAgent(): void;
  /** Shows a line to the visitor and stores it. */
  show(line: PersonLine): void;
  /** Called if no person comes in time. */
  onMissed?: (() => void) | undefined;
  /** Called with the message that the visitor left. */
  onMessageLeft?: ((message: string) => void) | undefined;
  signal: AbortSignal;
}

export class Handover {
  readonly #parts: HandoverParts;
  #name: string | null = null;
  #awaitsMessage = false;
  #waitAbort = new AbortController();

  constructor(parts: HandoverParts) {
    this.#parts = parts;
  }

  /** True while a person writes and the agent is silent. */
  get isTaken(): boolean {
    return this.#name !== null;
  }

  /** Called when the visitor wants a person and the owner was notified. */
  request(): void {
    if (this.isTaken) return;
    const { clock, signal, onMissed, say, words } = this.#parts;
    this.#waitAbort.abort();
    this.#waitAbort = new AbortController();
    clock.after(
      turnDuration('personWait'),
      () => {
        this.#awaitsMessage = true;
        onMissed?.();
        say(words().personAway);
      },
      AbortSignal.any([this.#waitAbort.signal, signal]),
    );
  }

  /**
   * Called when a person starts to write. `isResumed` is true if the person wrote before a restart of the service,
   * so the visitor already knows.
   */
  takeOver(name: string, isResumed = false): void {
    this.#waitAbort.abort();
    this.#awaitsMessage = false;
    const isNew = this.#name !== name;
    this.#name = name.slice(0, MAX_NAME);
    this.#parts.silenceAgent();
    if (isNew && !isResumed) this.#parts.say(this.#parts.words(this.#name).personWrites);
  }

  write(text: string, id: string): void {
    if (this.#name !== null) this.#parts.show({ name: this.#name, text, id });
  }

  /** Returns the conversation to the agent. */
  giveBack(): void {
    if (!this.isTaken) return;
    this.#name = null;
    this.#parts.say(this.#parts.words().agentAgain);
  }

  /** Handles the visitor's line if the agent must not answer it, and returns true; otherwise returns false. */
  takeLine(text: string): boolean {
    if (this.isTaken) return true;
    if (!this.#awaitsMessage || /[?？؟]\s*$/.test(text.slice(-10))) return false;
    this.#awaitsMessage = false;
    this.#parts.onMessageLeft?.(text);
    this.#parts.say(this.#parts.words().messageTaken);
    return true;
  }
}
