/**
 * Moves the lips of a face while the page speaks: estimated mouth shapes, synchronised with each word that the
 * voice reports. If the voice reports no words, the pace of its previous sentence is assumed.
 */
import type { AgentEventProperties } from '@palkit/contract/room-events';
import type { Clock } from './clock.ts';
import type { FaceCue, FaceSink, PrepareFace } from './face-feed.ts';

export type PageSentence = AgentEventProperties<'conversation.speak'>;

const MOUTH_MS = 40;
const TICKS_PER_MS = 48;
/** Assumed milliseconds from a cue's arrival until it takes effect, before the face's clock is known. */
const USUAL_DELAY_MS = 60;
/** Larger times count from 1970, smaller ones from the start of the page, depending on the browser. */
const UNIX_TIME_THRESHOLD = 1e12;
/** Limits for the pace of a voice, relative to the estimated duration. */
const FASTEST = 0.6;
const SLOWEST = 1.8;
/** Minimum estimated duration in milliseconds over which a pace is measured. */
const MEASURABLE_MS = 200;

interface Line {
  sentence: PageSentence;
  /** Index of the first mouth shape, and the time at which it began. */
  start: number;
  startedAt: number;
}

export class SpeakingFace {
  readonly #clock: Clock;
  #sink: FaceSink | null = null;
  /** Time of the audio track minus time of the page, in milliseconds. */
  #offset: number | null = null;
  #line: Line | null = null;
  #pace = 1;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The face that the page draws; null if there is none. */
  get drawing(): FaceSink['drawing'] | null {
    return this.#sink?.drawing ?? null;
  }

  /** Prepares the face whose lips follow the voice; null if the page cannot draw it. */
  async prepare(prepare: PrepareFace, ...face: Parameters<PrepareFace>): Promise<FaceSink | null> {
    const sink = await prepare(...face);
    this.#sink = sink;
    this.#offset = null;
    return (
      sink && {
        drawing: sink.drawing,
        follow: (listener) => sink.follow(listener),
        clock: () => sink.clock(),
        cue: (cue) => this.#passToFace(sink, cue),
      }
    );
  }

  #passToFace(sink: FaceSink, cue: FaceCue): void {
    if (cue.seed !== undefined || this.#offset === null)
      this.#offset = cue.at / TICKS_PER_MS - this.#clock.elapsed() - USUAL_DELAY_MS;
    sink.cue(cue);
  }

  /** Called when the voice begins a sentence, or continues it at the character `from`. */
  begin(sentence: PageSentence, from: number): void {
    const start = mouthAt(sentence, from);
    this.#line = { sentence, start, startedAt: this.#clock.elapsed() };
    this.#showMouths(start);
  }

  /** Called when the voice begins a word. */
  word(character: number): void {
    if (!this.#line) return;
    const mouth = mouthAt(this.#line.sentence, character);
    this.#measurePace(mouth);
    this.#showMouths(mouth);
  }

  /** The estimated index of the first character of the word that is being spoken. */
  get estimatedCharacter(): number {
    if (!this.#line) return 0;
    const { sentence, start, startedAt } = this.#line;
    const mouth = start + (this.#clock.elapsed() - startedAt) / MOUTH_MS / this.#pace;
    return sentence.words.findLast((word) => word.mouth <= mouth)?.at ?? 0;
  }

  /** Called when the voice has completed the sentence, so that its pace is known. */
  end(): void {
    if (this.#line) this.#measurePace(this.#line.sentence.mouths.length);
    this.stop();
  }

  stop(): void {
    this.#line = null;
    this.#sendCue({ mouths: '' });
  }

  #measurePace(mouth: number): void {
    const { start, startedAt } = this.#line!;
    const estimated = (mouth - start) * MOUTH_MS;
    if (estimated < MEASURABLE_MS) return;
    this.#pace = Math.min(SLOWEST, Math.max(FASTEST, (this.#clock.elapsed() - startedAt) / estimated));
  }

  /** Shows the mouth shapes from `firstIndex` on, at the voice's pace. */
  #showMouths(firstIndex: number): void {
    const { mouths, stresses } = this.#line!.sentence;
    const remainingMouths = mouths.slice(firstIndex);
    const pacedIndex = (index: number): number => Math.round(index * this.#pace);
    let paced = '';
    for (let index = 0; index < remainingMouths.length; index++)
      paced += remainingMouths[index]!.repeat(pacedIndex(index + 1) - pacedIndex(index));
    this.#sendCue({
      mouths: paced,
      stresses: stresses
        .filter((index) => index >= firstIndex)
        .map((index) => pacedIndex(index - firstIndex)),
    });
  }

  #sendCue(cue: Omit<FaceCue, 'at'>): void {
    const sink = this.#sink;
    if (!sink) return;
    const reading = sink.clock();
    if (reading) {
      const playedAt = reading.at > UNIX_TIME_THRESHOLD ? reading.at - performance.timeOrigin : reading.at;
      this.#offset = reading.rtp / TICKS_PER_MS - playedAt;
    }
    if (this.#offset === null) return;
    const timestamp = Math.round((this.#clock.elapsed() + this.#offset) * TICKS_PER_MS) >>> 0;
    sink.cue({ at: timestamp, ...cue });
  }
}

/** Returns the index of the first mouth shape of the word that contains this character. */
const mouthAt = ({ words }: PageSentence, character: number): number =>
  words.findLast(({ at }) => at <= character)?.mouth ?? 0;
