/**
 * Schedules the parts of several sentences. The sentence with the least finished sound comes first, so that a long
 * sentence does not delay other listeners. Sentences of low priority come last.
 */

export interface ScheduledSentence<Part> {
  id: number;
  patient: boolean;
  parts: AsyncIterator<Part, void>;
  /** The finished amount in any unit. */
  progress: number;
}

export class PartSchedule<Part> {
  readonly #sentences: ScheduledSentence<Part>[] = [];

  add(id: number, parts: AsyncIterable<Part, void>, patient = false): void {
    this.#sentences.push({ id, patient, parts: parts[Symbol.asyncIterator](), progress: 0 });
  }

  /** Removes a sentence that is finished or no longer needed. */
  remove(id: number): void {
    const at = this.#sentences.findIndex((sentence) => sentence.id === id);
    if (at >= 0) this.#sentences.splice(at, 1);
  }

  has(id: number): boolean {
    return this.#sentences.some((sentence) => sentence.id === id);
  }

  /** Returns the sentence whose next part is due, or undefined. */
  next(): ScheduledSentence<Part> | undefined {
    return this.#sentences.reduce<ScheduledSentence<Part> | undefined>(
      (best, each) => (best === undefined || isBefore(each, best) ? each : best),
      undefined,
    );
  }
}

const isBefore = (first: ScheduledSentence<unknown>, second: ScheduledSentence<unknown>): boolean =>
  first.patient === second.patient ? first.progress < second.progress : !first.patient;
