/**
 * A Daily room through daily-js's call object. This file and the library are loaded only for a Daily address.
 */
import Daily, {
  type DailyCall,
  type DailyEventObjectAppMessage,
  type DailyEventObjectTrack,
  type DailyFactoryOptions,
  type DailyFatalError,
} from '@daily-co/daily-js';
import { AgentEvent, type VisitorMessage } from '@palkit/contract/room-events';
import type { Room, RoomListener, RoomOptions } from './room.ts';

/** Maximum bytes of an app message; Daily drops larger ones. */
const MAX_MESSAGE = 4096;

/** Errors after which Daily does not let the participant rejoin. */
const FINAL: ReadonlySet<string> = new Set([
  'ejected',
  'nbf-room',
  'nbf-token',
  'exp-room',
  'exp-token',
  'no-room',
  'meeting-full',
  'end-of-life',
  'not-allowed',
]);

export class DailyRoom implements Room {
  readonly maxBytes = MAX_MESSAGE;
  readonly #options: RoomOptions;
  readonly #listener: RoomListener;
  readonly #call: DailyCall;
  #stream = new MediaStream();
  /** A copy of the shared screen, because Daily stops its tracks when a room is left. */
  #screen: MediaStreamTrack | null = null;
  #hasJoined = false;
  #isWeak = false;
  #isClosed = false;
  #abandon: (reason: Error) => void = () => {};

  constructor(options: RoomOptions, listener: RoomListener, factory: DailyFactoryOptions = {}) {
    this.#options = options;
    this.#listener = listener;
    this.#call = Daily.createCallObject({
      subscribeToTracksAutomatically: true,
      // A page may have several agents, and the next call may start before the last one is released.
      allowMultipleCallInstances: true,
      audioSource: options.microphone ?? false,
      videoSource: options.camera ?? false,
      ...factory,
      // A strict content security policy forbids `eval`.
      dailyConfig: { avoidEval: true, ...factory.dailyConfig },
    });
    this.#call
      .on('app-message', (event) => this.#receive(event))
      .on('track-started', (event) => this.#updateTracks(event, true))
      .on('track-stopped', (event) => this.#updateTracks(event, false))
      .on('network-quality-change', ({ networkState }) => this.#handleNetwork(networkState))
      .on('left-meeting', () => this.#handleEnd('ended'))
      // Daily's types declare most errors as `any`.
      .on('error', ({ error }: { error?: DailyFatalError }) =>
        this.#handleEnd(FINAL.has(error?.type ?? '') ? 'ended' : 'lost'),
      );
  }

  async join(): Promise<void> {
    const { url, token, screen } = this.#options;
    // daily-js never settles a join that was abandoned.
    const abandonment = new Promise<never>((_resolve, reject) => (this.#abandon = reject));
    await Promise.race([this.#call.join({ url, ...(token ? { token } : {}) }), abandonment]);
    this.#hasJoined = true;
    if (screen) this.setScreen(screen);
  }

  send(message: VisitorMessage): void {
    const text = JSON.stringify(message);
    if (this.#hasJoined && !this.#isClosed && new TextEncoder().encode(text).length <= MAX_MESSAGE)
      this.#call.sendAppMessage(JSON.parse(text), '*');
  }

  setMicrophone(track: MediaStreamTrack | null): void {
    if (this.#isClosed || !this.#hasJoined) return;
    if (track)
      void this.#call
        .setInputDevicesAsync({ audioSource: track })
        .then(() => this.#call.setLocalAudio(true))
        .catch(() => {});
    else this.#call.setLocalAudio(false);
  }

  setCamera(track: MediaStreamTrack | null): void {
    if (this.#isClosed || !this.#hasJoined) return;
    if (track)
      void this.#call
        .setInputDevicesAsync({ videoSource: track })
        .then(() => this.#call.setLocalVideo(true))
        .catch(() => {});
    else this.#call.setLocalVideo(false);
  }

  setScreen(track: MediaStreamTrack | null): void {
    if (this.#isClosed || !this.#hasJoined) return;
    if (this.#screen) this.#call.stopScreenShare();
    this.#screen?.stop();
    this.#screen = track?.clone() ?? null;
    if (this.#screen) this.#call.startScreenShare({ mediaStream: new MediaStream([this.#screen]) });
  }

  leave(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#screen?.stop();
    this.#abandon(new Error('the room was left'));
    // `destroy` also leaves the meeting.
    void this.#call.destroy().catch(() => {});
  }

  #receive({ data }: DailyEventObjectAppMessage): void {
    const event = AgentEvent.safeParse(data);
    if (event.success && !this.#isClosed) this.#listener.message(event.data);
  }

  #updateTracks({ participant, track }: DailyEventObjectTrack, isStarted: boolean): void {
    if (this.#isClosed || participant?.local !== false) return;
    const otherTracks = this.#stream.getTracks().filter((existing) => existing.kind !== track.kind);
    this.#stream = new MediaStream(isStarted ? [...otherTracks, track] : otherTracks);
    this.#listener.stream(this.#stream);
  }

  /**
   * Handles Daily's measurements, which are smoothed. Values between good and bad do not change the state, so
   * that it does not flicker.
   */
  #handleNetwork(state: string): void {
    const isWeak = state === 'bad' || (this.#isWeak && state !== 'good');
    if (isWeak !== this.#isWeak && !this.#isClosed) this.#listener.network((this.#isWeak = isWeak));
  }

  #handleEnd(reason: 'ended' | 'lost'): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#screen?.stop();
    this.#abandon(new Error(`the room is ${reason}`));
    void this.#call.destroy().catch(() => {});
    this.#listener[reason]();
  }
}
