/**
 * Detects the start and end of speech from 20 ms frames: it counts frames and uses no clock. It imports no
 * recogniser, so that the media process can load it alone.
 */
import fvad from '@echogarden/fvad-wasm';

/** Number of samples in a frame: 20 ms at 16 kHz, mono. */
export const FRAME_SAMPLES = 320;
const FRAME_MILLISECONDS = 20;
const PRE_ROLL_FRAMES = 15;
/** The strictest mode of the detector, which mistakes the least noise for a voice. */
const MODE = 3;

/** Milliseconds for which the detector still reports a voice after its end (libfvad, 5 frames in this mode). */
const HANGOVER_MS = 100;

/**
 * The detector reports a voice for some frames after a click. Therefore a frame that starts an utterance must also
 * be louder than the background by this factor.
 */
const MIN_RATIO_TO_BACKGROUND = 1.5;
/** Minimum level of a frame that starts an utterance: the root mean square of 16-bit samples. */
const QUIET_LEVEL = 40;
/** Rate at which the background level adapts, in about half a second. */
const BACKGROUND_ADAPTATION = 0.05;

/** Number of voiced frames that start an utterance while the agent is silent. */
export const BEGIN_AFTER = 6;
/** Number of voiced frames that start an utterance while the agent speaks, because its echo may be audible. */
export const INTERRUPT_AFTER = 10;

/**
 * Number of unvoiced frames that form a pause, after which the visitor has usually finished;
 * docs/decisions/0002-embedded-ears.md has the error rate.
 */
const PAUSE_FRAMES = 3;
/** Number of faint frames that form a pause. */
const FAINT_FRAMES = 6;
/**
 * A frame below this fraction of the loudest level is faint, and also one that is hardly louder than the
 * background.
 */
const FAINT_RATIO = 0.1;
/** Decay of the measured maximum towards the current level, in about a second. */
const LOUDEST_DECAY = 0.985;

/**
 * In noise above this fraction of the voice's level (about 20 dB below it) the detector misses quiet syllables.
 * The utterance would end in the middle of a line; docs/decisions/0002-embedded-ears.md has the measurements.
 */
const NOISY_RATIO = 0.1;
/** Factor of the patience in such noise. */
const NOISY_PATIENCE = 1.5;
/** Maximum milliseconds to which this factor extends the patience. */
const MAX_NOISY_PATIENCE = 400;
/** Rate at which the level of the voice adapts to a voiced frame, in about half a second. */
const VOICE_ADAPTATION = 0.04;

export interface VoiceActivityOptions {
  /** Milliseconds without a voice that end an utterance; at least 120, default 600. */
  patience?: number;
}

export class VoiceActivity {
  /** Number of voiced frames, minus unvoiced ones in between, that start an utterance. May be changed at any time. */
  beginAfter = BEGIN_AFTER;
  readonly #engine: Awaited<ReturnType<typeof fvad>>;
  readonly #detector: number;
  readonly #buffer: number;
  /** Milliseconds without a voice that end an utterance in quiet surroundings. */
  #patience = 0;
  #recent: Int16Array[] = [];
  #background = 0;
  /** Level of the utterance's voiced frames. */
  #voiceLevel = 0;
  #voiced = 0;
  #silent = 0;
  #loudest = 0;
  #faint = 0;
  #isPaused = false;
  #isSpeaking = false;
  #isClosed = false;

  /** Use `loadVoiceActivity` to create an instance. */
  constructor(
    engine: Awaited<ReturnType<typeof fvad>>,
    buffer: number,
    { patience = 600 }: VoiceActivityOptions,
  ) {
    this.#engine = engine;
    this.#buffer = buffer;
    this.patience = patience;
    this.#detector = engine._fvad_new();
    engine._fvad_set_sample_rate(this.#detector, 16_000);
    engine._fvad_set_mode(this.#detector, MODE);
  }

  /** Milliseconds without a voice that end an utterance; at least 120. May be changed at any time. */
  set patience(milliseconds: number) {
    this.#patience = milliseconds;
  }

  /** Milliseconds without a voice that end the current or last utterance: the patience, or more in noise. */
  get silence(): number {
    if (this.#background <= this.#voiceLevel * NOISY_RATIO) return this.#patience;
    return Math.max(this.#patience, Math.min(MAX_NOISY_PATIENCE, this.#patience * NOISY_PATIENCE));
  }

  get speaking(): boolean {
    return this.#isSpeaking;
  }

  /**
   * Processes the next frame of `FRAME_SAMPLES` samples and returns the change it causes, or null if it
   * causes none. Throws a `RangeError` if the length differs.
   */
  push(frame: Int16Array): 'began' | 'paused' | 'resumed' | 'ended' | null {
    if (frame.length !== FRAME_SAMPLES)
      throw new RangeError(`a frame has ${FRAME_SAMPLES} samples, not ${frame.length}`);
    if (this.#isClosed) return null;
    this.#engine.HEAP16.set(frame, this.#buffer / 2);
    const voiced = this.#engine._fvad_process(this.#detector, this.#buffer, FRAME_SAMPLES) === 1;
    const loudness = Math.sqrt(frame.reduce((sum, sample) => sum + sample * sample, 0) / FRAME_SAMPLES);
    if (this.#isSpeaking) return this.#nextState(voiced, loudness);
    this.#recent.push(frame.slice());
    if (this.#recent.length > PRE_ROLL_FRAMES + this.beginAfter)
      this.#recent.splice(0, this.#recent.length - PRE_ROLL_FRAMES - this.beginAfter);
    if (!voiced) this.#background += (loudness - this.#background) * BACKGROUND_ADAPTATION;
    const begins = voiced && loudness > Math.max(QUIET_LEVEL, this.#background * MIN_RATIO_TO_BACKGROUND);
    this.#voiced = begins ? this.#voiced + 1 : Math.max(0, this.#voiced - 1);
    if (this.#voiced < this.beginAfter) return null;
    this.#isSpeaking = true;
    this.#silent = 0;
    this.#loudest = loudness;
    this.#voiceLevel = loudness;
    this.#faint = 0;
    this.#isPaused = false;
    return 'began';
  }

  /** Returns the change that a frame within an utterance causes; null if it causes none. */
  #nextState(voiced: boolean, loudness: number): 'paused' | 'resumed' | 'ended' | null {
    this.#loudest = Math.max(loudness, this.#loudest * LOUDEST_DECAY);
    const faint =
      loudness < Math.max(this.#loudest * FAINT_RATIO, this.#background * MIN_RATIO_TO_BACKGROUND);
    this.#faint = faint ? this.#faint + 1 : 0;
    this.#silent = voiced ? 0 : this.#silent + 1;
    if (voiced) this.#voiceLevel += (loudness - this.#voiceLevel) * VOICE_ADAPTATION;
    const paused = this.#isPaused;
    this.#isPaused = !voiced && (paused || this.#faint >= FAINT_FRAMES || this.#silent >= PAUSE_FRAMES);
    if (this.#silent < Math.max(1, Math.round((this.silence - HANGOVER_MS) / FRAME_MILLISECONDS)))
      return this.#isPaused === paused ? null : paused ? 'resumed' : 'paused';
    this.#isSpeaking = false;
    this.#voiced = 0;
    return 'ended';
  }

  /**
   * Returns the beginning of the utterance, until the frame at which it was detected. Available once after each
   * `began`; otherwise empty. The sound starts about 300 ms before the first voiced frame, because the detector
   * misses quiet consonants.
   */
  takePreRoll(): Int16Array {
    if (!this.#isSpeaking) return new Int16Array(0);
    const sound = new Int16Array(this.#recent.length * FRAME_SAMPLES);
    for (const [i, frame] of this.#recent.entries()) sound.set(frame, i * FRAME_SAMPLES);
    this.#recent = [];
    return sound;
  }

  /** Discards the current utterance, for a microphone that was muted. */
  reset(): void {
    if (this.#isClosed) return;
    this.#engine._fvad_reset(this.#detector);
    this.#engine._fvad_set_sample_rate(this.#detector, 16_000);
    this.#engine._fvad_set_mode(this.#detector, MODE);
    this.#recent = [];
    this.#voiced = 0;
    this.#silent = 0;
    this.#isSpeaking = false;
  }

  /** Releases the memory. Later frames are ignored. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#engine._fvad_free(this.#detector);
  }
}

/** Loads the detector once per process; the returned function creates a detector for each microphone. */
export async function loadVoiceActivity(): Promise<(options?: VoiceActivityOptions) => VoiceActivity> {
  const engine = await fvad();
  const buffer = engine._malloc(FRAME_SAMPLES * 2);
  return (options = {}) => new VoiceActivity(engine, buffer, options);
}
