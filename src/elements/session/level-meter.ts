/** Measures the loudness of a microphone on this device, and tells a voice from short noises. */

/** Milliseconds between two measurements; what is shown lags behind the sound by this time and a frame. */
export const LEVEL_MS = 50;

/** Measures a track until it is closed; has no effect in a browser without an audio context. */
export class LevelMeter {
  readonly #context: AudioContext | null = null;
  readonly #timer: ReturnType<typeof setInterval> | undefined;

  /** `report` receives the loudness, 0 to 1 in steps of a tenth. */
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
      // The browser's limit of audio contexts is reached: the microphone works without a level.
      return;
    }
    const samples = new Float32Array(analyser.fftSize);
    this.#timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      const loudness = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
      report(Math.min(1, Math.round(loudness * 50) / 10));
    }, LEVEL_MS);
  }

  /** Measures again after the browser paused its sound. */
  resume(): void {
    void this.#context?.resume().catch(() => {});
  }

  close(): void {
    clearInterval(this.#timer);
    void this.#context?.close();
  }
}

/** Level from which a sound may be a voice. */
const VOICE_LEVEL = 0.2;
/** Measurements that make a voice: 300 ms of sound, which is longer than a knock or a key. */
const VOICE_TICKS = 300 / LEVEL_MS;
/** Measurements of silence between two syllables. */
const GAP_TICKS = 200 / LEVEL_MS;
/** Measurements of silence after which a voice is over, long enough to read a note about it. */
const OVER_TICKS = 3000 / LEVEL_MS;

/** Tells from the levels whether somebody speaks. */
export class VoiceDetector {
  #loud = 0;
  #quiet = 0;
  #isVoice = false;

  /** True from the first third of a second of a voice until three seconds after its end. */
  next(level: number): boolean {
    if (level >= VOICE_LEVEL) {
      this.#loud++;
      this.#quiet = 0;
    } else if (++this.#quiet > GAP_TICKS) this.#loud = 0;
    this.#isVoice = this.#loud >= VOICE_TICKS || (this.#isVoice && this.#quiet < OVER_TICKS);
    return this.#isVoice;
  }
}
