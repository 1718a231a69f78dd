/** Camera and microphone: asked for, chosen, watched, and stopped at once at any end. */
import { browserClock, type Clock } from './clock.ts';
import type { Devices } from './phases.ts';

/** What a call needs of `navigator.mediaDevices`; browsers of phones have no `getDisplayMedia`. */
export type MediaPort = Pick<MediaDevices, 'getUserMedia' | 'enumerateDevices' | 'addEventListener'> &
  Partial<Pick<MediaDevices, 'getDisplayMedia'>>;

/**
 * What of a page tells that it is seen again, and Safari's word for what its sound is for (W3C, Audio Session):
 * elsewhere there is none.
 */
export interface PagePort {
  document?: Pick<Document, 'hidden' | 'addEventListener'> | undefined;
  audioSession?: { type: string } | undefined;
}

const browserPage = (): PagePort => ({
  document: globalThis.document,
  audioSession: (globalThis.navigator as (Navigator & PagePort) | undefined)?.audioSession,
});

export const NO_DEVICES: Devices = {
  microphones: [],
  cameras: [],
  microphone: { state: 'off', id: null },
  camera: { state: 'off', id: null },
  preview: null,
  level: 0,
};

type Kind = 'microphone' | 'camera';
type DeviceError = 'denied' | 'missing' | 'in-use';

/** A browser's word for its refusal → ours. */
const REFUSALS: Record<string, DeviceError> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'in-use',
  AbortError: 'in-use',
};

const LEVEL_MS = 100;
/** So long a system may take to give a microphone back to a page that is seen again. */
const RETURN_MS = 1000;

/**
 * The request for a device, for the chosen one if there is a choice. Noise suppression and automatic gain are off: both
 * cut words for the recogniser (`bench/real-microphone.ts`). Echo cancellation keeps the agent's voice out.
 */
function constraints(kind: Kind, id: string | null): MediaStreamConstraints {
  const chosen = id ? { deviceId: { exact: id } } : {};
  return kind === 'microphone'
    ? { audio: { ...chosen, echoCancellation: true, noiseSuppression: false, autoGainControl: false } }
    : { video: { ...chosen, width: { ideal: 640 }, height: { ideal: 480 }, facingMode: 'user' } };
}

export class DeviceKeeper {
  readonly #media: MediaPort | undefined;
  readonly #change: (devices: Devices) => void;
  #devices: Devices = NO_DEVICES;
  #tracks: Record<Kind, MediaStreamTrack | null> = { microphone: null, camera: null };
  #meter: { context: AudioContext; timer: ReturnType<typeof setInterval> } | null = null;
  /** Counts what was asked of each: only the last answer counts. */
  #asked: Record<Kind, number> = { microphone: 0, camera: 0 };
  #watching = false;
  readonly #signal: AbortSignal;
  readonly #page: PagePort;

  /** Tells of changes until the signal aborts. */
  constructor(
    media: MediaPort | undefined,
    change: (devices: Devices) => void,
    signal: AbortSignal,
    clock: Clock = browserClock,
    page: PagePort = browserPage(),
  ) {
    this.#media = media;
    this.#change = change;
    this.#signal = signal;
    this.#page = page;
    const back = () => !page.document?.hidden && clock.after(RETURN_MS, () => this.#back(), signal);
    page.document?.addEventListener('visibilitychange', back, { signal });
  }

  /** The page is seen again: what a telephone's own call or another page took of the microphone is taken back. */
  #back(): void {
    void this.#meter?.context.resume().catch(() => {});
    const { state, id } = this.#devices.microphone;
    if (this.#tracks.microphone?.muted && !this.#page.document?.hidden)
      void this.ask('microphone', id, state === 'muted');
  }

  /** A call's sound is for talking; afterwards it is what the browser makes of it. */
  #talks(yes: boolean): void {
    if (this.#page.audioSession) this.#page.audioSession.type = yes ? 'play-and-record' : 'auto';
  }

  get devices(): Devices {
    return this.#devices;
  }

  /** The live track, or null where it is off or muted. */
  track(kind: Kind): MediaStreamTrack | null {
    const { state } = this.#devices[kind];
    return state === 'on' ? this.#tracks[kind] : null;
  }

  /** Asks for one device; the answer shows in its state, nothing is thrown. */
  async ask(
    kind: Kind,
    id: string | null = null,
    muted = id !== null && this.#devices[kind].state === 'muted',
  ): Promise<void> {
    if (!this.#media) return this.#set({ [kind]: { state: 'missing', id: null } });
    const asked = ++this.#asked[kind];
    // Choosing another microphone does not open a muted one.
    const state = muted ? 'muted' : 'on';
    this.#set({ [kind]: { state: 'asking', id }, unplugged: null });
    try {
      const stream = await this.#media.getUserMedia(constraints(kind, id));
      const track = stream.getTracks()[0]!;
      // Stopped or asked anew meanwhile: this answer is nobody's.
      if (this.#asked[kind] !== asked) return track.stop();
      this.#tracks[kind]?.stop();
      this.#tracks[kind] = track;
      track.addEventListener('ended', () => {
        if (this.#tracks[kind] === track) void this.#replace(kind);
      });
      this.#set({
        [kind]: { state, id: track.getSettings().deviceId ?? id },
        ...(kind === 'camera' ? { preview: new MediaStream([track]) } : {}),
      });
      if (kind === 'microphone') {
        this.#talks(true);
        this.#measure(track);
      }
      await this.#list();
    } catch (error) {
      if (this.#asked[kind] === asked) this.off(kind, REFUSALS[(error as Error).name] ?? 'missing');
    }
  }

  /** What was in use is gone: another takes its place where there is one, as muted as it was. */
  async #replace(kind: Kind): Promise<void> {
    const muted = this.#devices[kind].state === 'muted';
    this.off(kind, 'missing');
    const asked = this.#asked[kind];
    await this.#list();
    // Over, or asked anew meanwhile.
    if (this.#asked[kind] !== asked) return;
    // A camera is turned on by its own button only.
    if (kind === 'microphone' && this.#devices.microphones.length > 0 && !this.#signal.aborted)
      await this.ask(kind, null, muted);
    const { state, id } = this.#devices[kind];
    const now =
      state === 'on' || state === 'muted'
        ? (this.#devices.microphones.find((one) => one.id === id)?.label ?? '')
        : null;
    // Withdrawn, not unplugged: its state says so.
    if (state !== 'denied' && state !== 'off') this.#set({ unplugged: { kind, now } });
  }

  /** Mutes or unmutes; a microphone that was never asked for is asked for. */
  async setMicrophone(on: boolean): Promise<void> {
    const { state, id } = this.#devices.microphone;
    if (!on) {
      if (state === 'on') this.#set({ microphone: { state: 'muted', id } });
    } else if (state === 'muted') this.#set({ microphone: { state: 'on', id } });
    else if (state !== 'on') await this.ask('microphone');
  }

  off(kind: Kind, state: 'off' | DeviceError = 'off'): void {
    this.#asked[kind]++;
    this.#tracks[kind]?.stop();
    this.#tracks[kind] = null;
    if (kind === 'microphone') {
      this.#talks(false);
      this.#unmeasure();
    }
    this.#set({ [kind]: { state, id: null }, ...(kind === 'camera' ? { preview: null } : { level: 0 }) });
  }

  /** Everything off, now. */
  stop(): void {
    this.#devices = { ...this.#devices, unplugged: null };
    if (
      !this.#tracks.microphone &&
      !this.#tracks.camera &&
      this.#devices.microphone.state === 'off' &&
      this.#devices.camera.state === 'off'
    )
      return;
    this.off('microphone');
    this.off('camera');
  }

  #set(changed: Partial<Devices>): void {
    this.#devices = { ...this.#devices, ...changed };
    if (this.#signal.aborted) return;
    this.#change(this.#devices);
  }

  async #list(): Promise<void> {
    const all = await this.#media!.enumerateDevices().catch(() => []);
    const of = (kind: MediaDeviceKind) =>
      all
        .filter((device) => device.kind === kind && device.deviceId !== '')
        .map((device) => ({ id: device.deviceId, label: device.label }));
    this.#set({ microphones: of('audioinput'), cameras: of('videoinput') });
    if (this.#watching) return;
    this.#watching = true;
    this.#media!.addEventListener('devicechange', () => void this.#list(), { signal: this.#signal });
  }

  #measure(track: MediaStreamTrack): void {
    this.#unmeasure();
    if (typeof AudioContext === 'undefined') return;
    let context: AudioContext;
    let analyser: AnalyserNode;
    try {
      context = new AudioContext();
      analyser = context.createAnalyser();
      analyser.fftSize = 1024;
      context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
    } catch {
      // A page may hold too many contexts already: the microphone works, only its level is not shown.
      return;
    }
    const samples = new Float32Array(analyser.fftSize);
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      const loudness = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
      const level = this.#devices.microphone.state === 'on' ? Math.min(1, Math.round(loudness * 50) / 10) : 0;
      if (level !== this.#devices.level) this.#set({ level });
    }, LEVEL_MS);
    this.#meter = { context, timer };
  }

  #unmeasure(): void {
    if (!this.#meter) return;
    clearInterval(this.#meter.timer);
    void this.#meter.context.close();
    this.#meter = null;
  }
}
