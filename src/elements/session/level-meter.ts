/** Measures the loudness of a microphone locally, and distinguishes a voice from short noises. */

/** Milliseconds between two measurements. The display lags behind the sound by this time plus one frame. */
export const LEVEL_MS = 50;

/** Measures a track until it is closed. Does nothing if the browser has no audio context. */
export class LevelMeter {
  readonly #context: AudioContext | null = null;
  readonly #timer: ReturnType<typeof setInterval> | undefined;

  /** `report` receives the loudness from 0 to 1 in steps of 0.1. */
  constructor(track: MediaStreamTrack, report: (level: number) => void) {
    if (typeof AudioContext === 'undefined') return;
    let analyser: AnalyserNode;
    try {
      const context = new AudioContext();
      this.#context = context;
      analyser = context.createAnalyser();
      analyser.fftSize = 1024;
      context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
    } catch {
      // The browser's limit of audio contexts is reached, so there is no level; the microphone works without
      // it.
      return;
    }
    const samples = new Float32Array(analyser.fftSize);
    this.#timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      const loudness = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
      report(Math.min(1, Math.round(loudness * 50) / 10));
    }, LEVEL_MS);
  }

  /** Resumes measuring after the browser has suspended the audio context. */
  resume(): void {
    void this.#context?.resume().catch(() => {});
  }

  close(): void {
    clearInterval(this.#timer);
    void this.#context?.close();
  }
}

/** Minimum level (0 to 1) of a sound that may be a voice. */
const VOICE_LEVEL = 0.2;
/** Number of loud measurements that count as a voice: 300 ms, which is longer than a knock or a key press. */
const VOICE_TICKS = 300 / LEVEL_MS;
/** Maximum number of silent measurements between two syllables. */
const GAP_TICKS = 200 / LEVEL_MS;
/** Number of silent measurements after which a voice has ended; long enough to read a note about it. */
const SILENT_TICKS = 3000 / LEVEL_MS;

/** Detects from the levels whether someone is speaking. */
export class VoiceDetector {
  #loudCount = 0;
  #quietCount = 0;
  #isVoice = false;

  /**
   * Takes the next level; returns true from the first 300 ms of a voice until three seconds after its end.
   */
  next(level: number): boolean {
    if (level >= VOICE_LEVEL) {
      this.#loudCount++;
      this.#quietCount = 0;
    } else if (++this.#quietCount > GAP_TICKS) this.#loudCount = 0;
    this.#isVoice = this.#loudCount >= VOICE_TICKS || (this.#isVoice && this.#quietCount < SILENT_TICKS);
    return this.#isVoice;
  }
}
