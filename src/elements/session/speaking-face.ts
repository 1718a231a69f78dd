/**
 * The lips of a face whose page speaks: estimated mouths, moved to the time of each word that the voice reports. A
 * voice that reports none is followed at its usual pace.
 */
import type { AgentEventProperties } from '@palkit/contract/room-events';
import type { Clock } from './clock.ts';
import type { FaceCue, FaceSink, PrepareFace } from './face-feed.ts';

export type PageSentence = AgentEventProperties<'conversation.speak'>;

const MOUTH_MS = 40;
const TICKS_PER_MS = 48;
/** Milliseconds from a cue's arrival to its moment, as the face assumes before its clock is known. */
const USUAL_DELAY_MS = 60;
/** Larger times count from 1970, smaller ones from the page's start, depending on the browser. */
const YEARS_MS = 1e12;
/** Bounds of a voice's pace, as a multiple of the estimated duration. */
const FASTEST = 0.6;
const SLOWEST = 1.8;
/** Minimum duration, by the estimate, over which a pace is measured; milliseconds. */
const MEASURABLE_MS = 200;

interface Line {
  sentence: PageSentence;
  /** The first mouth, and when it began. */
  start: number;
  since: number;
}

export class SpeakingFace {
  readonly #clock: Clock;
  #sink: FaceSink | null = null;
  /** Milliseconds of the audio track less those of the page. */
  #offset: number | null = null;
  #line: Line | null = null;
  #pace = 1;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The face that the page draws; null without one. */
  get drawing(): FaceSink['drawing'] | null {
    return this.#sink?.drawing ?? null;
  }

  /** Prepares the face that it moves. */
  async prepare(prepare: PrepareFace, ...face: Parameters<PrepareFace>): Promise<FaceSink | null> {
    const sink = await prepare(...face);
    this.#sink = sink;
    this.#offset = null;
    return (
      sink && {
        drawing: sink.drawing,
        follow: (listener) => sink.follow(listener),
        clock: () => sink.clock(),
        cue: (cue) => this.#pass(sink, cue),
      }
    );
  }

  #pass(sink: FaceSink, cue: FaceCue): void {
    if (cue.seed !== undefined || this.#offset === null)
      this.#offset = cue.at / TICKS_PER_MS - this.#clock.elapsed() - USUAL_DELAY_MS;
    sink.cue(cue);
  }

  /** The voice begins a sentence, or the rest of it from this character on. */
  begin(sentence: PageSentence, from: number): void {
    const start = mouthAt(sentence, from);
    this.#line = { sentence, start, since: this.#clock.elapsed() };
    this.#show(start);
  }

  /** The voice begins a word. */
  word(at: number): void {
    if (!this.#line) return;
    const mouth = mouthAt(this.#line.sentence, at);
    this.#measure(mouth);
    this.#show(mouth);
  }

  /** The character of the word that is spoken now, by the estimate. */
  get estimatedCharacter(): number {
    if (!this.#line) return 0;
    const { sentence, start, since } = this.#line;
    const mouth = start + (this.#clock.elapsed() - since) / MOUTH_MS / this.#pace;
    return sentence.words.findLast((word) => word.mouth <= mouth)?.at ?? 0;
  }

  /** The voice has ended the sentence, so its pace is known. */
  end(): void {
    if (this.#line) this.#measure(this.#line.sentence.mouths.length);
    this.stop();
  }

  stop(): void {
    this.#line = null;
    this.#cue({ mouths: '' });
  }

  #measure(mouth: number): void {
    const { start, since } = this.#line!;
    const estimated = (mouth - start) * MOUTH_MS;
    if (estimated < MEASURABLE_MS) return;
    this.#pace = Math.min(SLOWEST, Math.max(FASTEST, (this.#clock.elapsed() - since) / estimated));
  }

  /** Shows the mouths from this one on, at the voice's pace. */
  #show(first: number): void {
    const { mouths, stresses } = this.#line!.sentence;
    const rest = mouths.slice(first);
    const place = (index: number): number => Math.round(index * this.#pace);
    let paced = '';
    for (let index = 0; index < rest.length; index++)
      paced += rest[index]!.repeat(place(index + 1) - place(index));
    this.#cue({
      mouths: paced,
      stresses: stresses.filter((index) => index >= first).map((index) => place(index - first)),
    });
  }

  #cue(cue: Omit<FaceCue, 'at'>): void {
    const sink = this.#sink;
    if (!sink) return;
    const reading = sink.clock();
    if (reading) {
      const at = reading.at > YEARS_MS ? reading.at - performance.timeOrigin : reading.at;
      this.#offset = reading.rtp / TICKS_PER_MS - at;
    }
    if (this.#offset === null) return;
    const at = Math.round((this.#clock.elapsed() + this.#offset) * TICKS_PER_MS) >>> 0;
    sink.cue({ at, ...cue });
  }
}

/** The first mouth of the word with this character. */
const mouthAt = ({ words }: PageSentence, character: number): number =>
  words.findLast(({ at }) => at <= character)?.mouth ?? 0;
