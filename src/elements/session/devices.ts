/** Camera and microphone: requests, selects and monitors them, and stops them when a call ends. */
import { browserClock, type Clock } from './clock.ts';
import { LevelMeter, VoiceDetector } from './level-meter.ts';
import type { Devices } from './phases.ts';

/** The part of `navigator.mediaDevices` that a call uses. Browsers on phones have no `getDisplayMedia`. */
export type MediaPort = Pick<MediaDevices, 'getUserMedia' | 'enumerateDevices' | 'addEventListener'> &
  Partial<Pick<MediaDevices, 'getDisplayMedia'>>;

/** The page's visibility, and Safari's audio session (W3C Audio Session), which other browsers lack. */
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

/** Maps the browser's error names to states of a device. */
const REFUSALS: Record<string, DeviceError> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'in-use',
  AbortError: 'in-use',
};

/** Milliseconds that a system may take to return the microphone to a page, or to switch between devices. */
const RETURN_MS = 1000;

/**
 * Returns the constraints for a device; `id` is the device that the visitor selected, or null. Noise suppression
 * and automatic gain are off, because both remove words that the recogniser needs (`bench/real-microphone.ts`).
 * Echo cancellation removes the agent's voice.
 */
function constraints(kind: Kind, id: string | null): MediaStreamConstraints {
  const device = id ? { deviceId: { exact: id } } : {};
  return kind === 'microphone'
    ? { audio: { ...device, echoCancellation: true, noiseSuppression: false, autoGainControl: false } }
    : { video: { ...device, width: { ideal: 640 }, height: { ideal: 480 }, facingMode: 'user' } };
}

export class DeviceManager {
  readonly #media: MediaPort | undefined;
  readonly #change: (devices: Devices) => void;
  #devices: Devices = NO_DEVICES;
  #tracks: Record<Kind, MediaStreamTrack | null> = { microphone: null, camera: null };
  #meter: LevelMeter | null = null;
  /** Numbers of the latest requests; results of earlier ones are ignored. */
  #requests: Record<Kind, number> = { microphone: 0, camera: 0 };
  #isWatching = false;
  readonly #signal: AbortSignal;
  readonly #page: PagePort;
  /** Calls `callback` after the time that the system may take to return the microphone. */
  readonly #runLater: (callback: () => void) => void;

  /** Reports changes until the signal aborts. */
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
    this.#runLater = (callback) => clock.after(RETURN_MS, callback, signal);
    const recover = () => !page.document?.hidden && this.#runLater(() => this.#recover());
    page.document?.addEventListener('visibilitychange', recover, { signal });
  }

  /** When the page becomes visible again, takes the microphone back that a phone call or another page has used. */
  #recover(): void {
    this.#meter?.resume();
    const { state, id } = this.#devices.microphone;
    if (this.#tracks.microphone?.muted && !this.#page.document?.hidden)
      void this.ask('microphone', id, state === 'muted');
  }

  /** Sets Safari's audio session to the mode for calls, or back to automatic. */
  #setCallAudio(isCall: boolean): void {
    if (this.#page.audioSession) this.#page.audioSession.type = isCall ? 'play-and-record' : 'auto';
  }

  get devices(): Devices {
    return this.#devices;
  }

  /** Returns the live track; null while the device is off or muted. */
  track(kind: Kind): MediaStreamTrack | null {
    const { state } = this.#devices[kind];
    return state === 'on' ? this.#tracks[kind] : null;
  }

  /** Requests one device. Never rejects; the device's state shows the result. */
  async ask(
    kind: Kind,
    id: string | null = null,
    muted = id !== null && this.#devices[kind].state === 'muted',
  ): Promise<void> {
    if (!this.#media) return this.#update({ [kind]: { state: 'missing', id: null } });
    const request = ++this.#requests[kind];
    // If the microphone is muted, another one that is selected is muted too.
    const state = muted ? 'muted' : 'on';
    this.#update({ [kind]: { state: 'asking', id }, unplugged: null });
    try {
      const stream = await this.#media.getUserMedia(constraints(kind, id));
      const [track] = stream.getTracks();
      if (!track) throw new Error('no track');
      // The device was stopped or requested again in the meantime.
      if (this.#requests[kind] !== request) return track.stop();
      this.#tracks[kind]?.stop();
      this.#tracks[kind] = track;
      this.#watch(kind, track);
      this.#update({
        [kind]: { state, id: track.getSettings().deviceId ?? id },
        ...(kind === 'camera' ? { preview: new MediaStream([track]) } : {}),
      });
      if (kind === 'microphone') {
        this.#setCallAudio(true);
        this.#startMeter(track);
      }
      await this.#listDevices();
    } catch (error) {
      if (this.#requests[kind] === request) this.off(kind, REFUSALS[(error as Error).name] ?? 'missing');
    }
  }

  #watch(kind: Kind, track: MediaStreamTrack): void {
    track.addEventListener('ended', () => {
      if (this.#tracks[kind] === track) void this.#replaceDevice(kind);
    });
    // The system silences the microphone for a phone call or another program, and may return it later.
    const followMute = () => {
      const { state, id } = this.#devices.microphone;
      if (this.#tracks.microphone === track && state === (track.muted ? 'on' : 'in-use'))
        this.#update({ microphone: { state: track.muted ? 'in-use' : 'on', id }, level: 0 });
    };
    for (const type of ['mute', 'unmute']) track.addEventListener(type, () => this.#runLater(followMute));
  }

  /** Handles an unplugged device. A microphone is replaced, and stays muted if it was muted; a camera stays off. */
  async #replaceDevice(kind: Kind): Promise<void> {
    const muted = this.#devices[kind].state === 'muted';
    this.off(kind, 'missing');
    const request = this.#requests[kind];
    await this.#listDevices();
    // The device was stopped or requested again in the meantime.
    if (this.#requests[kind] !== request) return;
    // A camera is never turned on without the visitor.
    if (kind === 'microphone' && this.#devices.microphones.length > 0 && !this.#signal.aborted)
      await this.ask(kind, null, muted);
    const { state, id } = this.#devices[kind];
    const replacement =
      state === 'on' || state === 'muted'
        ? (this.#devices.microphones.find((microphone) => microphone.id === id)?.label ?? '')
        : null;
    // In the states `denied` and `off`, the permission was withdrawn; the device was not unplugged.
    if (state !== 'denied' && state !== 'off') this.#update({ unplugged: { kind, now: replacement } });
  }

  /** Mutes or unmutes the microphone; requests it first if it is off. */
  async setMicrophone(isOn: boolean): Promise<void> {
    const { state, id } = this.#devices.microphone;
    if (!isOn) {
      if (this.#tracks.microphone) this.#update({ microphone: { state: 'muted', id }, level: 0 });
    } else if (state === 'muted') this.#update({ microphone: { state: 'on', id }, mutedVoice: false });
    else if (state !== 'on') await this.ask('microphone');
  }

  off(kind: Kind, state: 'off' | DeviceError = 'off'): void {
    this.#requests[kind]++;
    this.#tracks[kind]?.stop();
    this.#tracks[kind] = null;
    if (kind === 'microphone') {
      this.#setCallAudio(false);
      this.#stopMeter();
    }
    this.#update({
      [kind]: { state, id: null },
      ...(kind === 'camera' ? { preview: null } : { level: 0, mutedVoice: false }),
    });
  }

  /** Turns off all devices immediately. */
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

  #update(changes: Partial<Devices>): void {
    this.#devices = { ...this.#devices, ...changes };
    if (this.#signal.aborted) return;
    this.#change(this.#devices);
  }

  async #listDevices(): Promise<void> {
    const media = this.#media;
    if (!media) return;
    const foundDevices = await media.enumerateDevices().catch(() => []);
    const devicesOf = (kind: MediaDeviceKind) =>
      foundDevices
        .filter((device) => device.kind === kind && device.deviceId !== '')
        .map((device) => ({ id: device.deviceId, label: device.label }));
    this.#update({ microphones: devicesOf('audioinput'), cameras: devicesOf('videoinput') });
    if (this.#isWatching) return;
    this.#isWatching = true;
    media.addEventListener('devicechange', () => void this.#listDevices(), { signal: this.#signal });
  }

  #startMeter(track: MediaStreamTrack): void {
    this.#stopMeter();
    let detector: VoiceDetector | null = null;
    this.#meter = new LevelMeter(track, (loudness) => {
      const { microphone, level, mutedVoice = false } = this.#devices;
      const nextLevel = microphone.state === 'on' ? loudness : 0;
      detector = microphone.state === 'muted' ? (detector ?? new VoiceDetector()) : null;
      const isVoice = detector?.next(loudness) ?? false;
      if (nextLevel !== level || isVoice !== mutedVoice)
        this.#update({ level: nextLevel, mutedVoice: isVoice });
    });
  }

  #stopMeter(): void {
    this.#meter?.close();
    this.#meter = null;
  }
}
