/**
 * The face of a call that an engine draws. The engine only adds pictures: the service plays the sound, and shows its
 * own face if a picture is missing.
 */
import { FACE_ENGINE, FACE_ENGINE_VERSION, FromEngine, type ToEngine } from '@palkit/contract/face-engine';
import { readMessage } from '@palkit/contract/room-events';
import type { Mood } from '../embedded/media-messages.ts';
import { keyFrameSize } from '../embedded/vp8.ts';
import type { EngineSocket, OpenSocket } from './engine-socket.ts';
import { SpeechPictures } from './speech-pictures.ts';

/** Samples of a packet, and its duration in milliseconds. */
const PACKET_SAMPLES = 320;
const PACKET_MS = 20;
/**
 * Maximum number of packets that are decoded at once. More would delay the packets of all calls, which the
 * process sends every 20 ms.
 */
const PACKETS_AT_ONCE = 10;
/** Maximum bytes that an engine may leave unread: a minute of sound. */
const MAX_UNREAD_BYTES = 2 * 1024 * 1024;
/** Milliseconds until the next connection attempt, doubled after each one. */
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 30_000;

/** A fault of the engine or of its connection, as a code for the log. */
export type EngineFault =
  | 'closed'
  | 'not_ready'
  | 'refused'
  | 'wrong_message'
  | 'late'
  | 'unread'
  | 'given_up';

export interface EngineFaceOptions {
  open: OpenSocket;
  call: { callId: string; faceId: string; faceName: string; width: number; height: number };
  now(): number;
  /** Decodes an Opus packet to 16 kHz, mono. */
  decode(packet: Uint8Array): Int16Array;
  /** Calls `callback` soon, after the tasks that are already waiting. */
  runSoon(callback: () => void): void;
  fault(fault: EngineFault): void;
}

interface SpeechOfCall {
  id: string;
  number: number;
  packets: readonly Uint8Array[];
  /** Number of packets that were sent to the engine. */
  sentPackets: number;
  pictures: SpeechPictures;
  /** Time since which the sound has waited for pictures; null if it does not wait. */
  waitingSince: number | null;
}

/** A position in the sentence that is playing, in milliseconds from its beginning. */
export interface Moment {
  utteranceId: string;
  time: number;
}

export class EngineFace {
  readonly #options: EngineFaceOptions;
  #socket: EngineSocket | null = null;
  #size: { width: number; height: number } | null = null;
  #openedAt = 0;
  #retryAt = 0;
  #retryDelay = FIRST_RETRY_MS;
  #speeches: SpeechOfCall[] = [];
  #lastNumber = 0;
  #isFeeding = false;
  #silentPictureState: { bytes: Uint8Array; at: number; time: number; isShown: boolean } | null = null;
  /** Engines do not know the mood `worried`. */
  #mood: Exclude<Mood, 'worried'> = 'idle';
  #failureCount = 0;
  #faultCount = 0;
  /** Number of pictures during silence in the second that began at `since`. */
  #silentRate = { since: 0, count: 0 };
  /**
   * True if a sentence may also wait for the connection: only the first sentence of a call, and only before the
   * first connection has succeeded or failed.
   */
  #mayConnectFirst = true;
  /** True if the call continues without the engine. */
  #isAbandoned = false;

  constructor(options: EngineFaceOptions) {
    this.#options = options;
    this.#connect();
  }

  /** Adds a sentence to the queue. */
  speak(id: string, packets: readonly Uint8Array[]): void {
    if (this.#isAbandoned) return;
    const pictures = new SpeechPictures(packets.length * PACKET_MS);
    this.#speeches.push({
      id,
      number: ++this.#lastNumber,
      packets,
      sentPackets: 0,
      pictures,
      waitingSince: null,
    });
    if (this.#isReady) this.#feed();
    else if (!this.#mayConnectFirst) pictures.giveUp();
  }

  /**
   * Returns false while a sentence waits for its first pictures, at most for `FACE_ENGINE.firstWithin`
   * milliseconds.
   */
  mayBegin(id: string): boolean {
    const speech = this.#speeches.find((one) => one.id === id);
    if (!speech || speech.pictures.isLost) return true;
    if (speech.pictures.isReady) return true;
    const now = this.#options.now();
    speech.waitingSince ??= now;
    const isDrawn = this.#isReady || this.#mayConnectFirst;
    if (isDrawn && now - speech.waitingSince < FACE_ENGINE.firstWithin) return false;
    this.#mayConnectFirst = false;
    this.#giveUpSpeech(speech);
    return true;
  }

  /** Called when a sentence has been played. */
  endSentence(id: string): void {
    const speech = this.#speeches.find((one) => one.id === id);
    if (!speech) return;
    if (!speech.pictures.isLost) this.#failureCount = 0;
    this.#speeches = this.#speeches.filter((one) => one !== speech);
    this.#feed();
  }

  /** Drops all sentences that are playing or waiting. */
  cancel(): void {
    if (this.#speeches.length === 0) return;
    this.#speeches = [];
    this.#send({ type: 'cancel', through: this.#lastNumber });
  }

  set mood(mood: Mood) {
    this.#mood = mood === 'worried' ? 'idle' : mood;
    this.#send({ type: 'mood', mood: this.#mood });
  }

  /**
   * Returns the picture for `moment`, which is null during silence. The result is a VP8 key frame, or `same` if
   * the previous picture stays, or null if the service's own face must be shown.
   */
  picture(moment: Moment | null): Uint8Array | 'same' | null {
    if (this.#isAbandoned) return null;
    const now = this.#options.now();
    if (this.#socket && !this.#size && now - this.#openedAt > FACE_ENGINE.readyTimeoutMs)
      this.#disconnect('not_ready');
    if (!this.#socket && now >= this.#retryAt) this.#connect();
    if (!moment) return this.#silentPicture(now);
    const speech = this.#speeches.find(({ id }) => id === moment.utteranceId);
    if (!speech || speech.pictures.isLost) return null;
    const newest = speech.pictures.latestAt(moment.time);
    if (newest) return newest;
    if (!speech.pictures.isStale(moment.time)) return 'same';
    this.#giveUpSpeech(speech);
    return null;
  }

  close(): void {
    this.#isAbandoned = true;
    this.#speeches = [];
    this.#socket?.close();
    this.#socket = null;
  }

  get #isReady(): boolean {
    return this.#socket !== null && this.#size !== null;
  }

  #silentPicture(now: number): Uint8Array | 'same' | null {
    const silent = this.#silentPictureState;
    if (!silent || now - silent.at > FACE_ENGINE.staleAfter) return null;
    if (silent.isShown) return 'same';
    silent.isShown = true;
    return silent.bytes;
  }

  /** Shows the service's face until the end of this sentence. */
  #giveUpSpeech(speech: SpeechOfCall): void {
    speech.pictures.giveUp();
    // Report lateness only of a connected engine. A disconnected engine is reconnected.
    if (!this.#isReady) return;
    this.#options.fault('late');
    if (++this.#failureCount >= FACE_ENGINE.maxFailures) this.#abandon('given_up');
  }

  #connect(): void {
    const { open, call, now } = this.#options;
    this.#openedAt = now();
    this.#size = null;
    this.#silentPictureState = null;
    const socket = open({
      onOpen: () => {
        if (socket !== this.#socket) return;
        this.#send({
          type: 'start',
          version: FACE_ENGINE_VERSION,
          conversation_id: call.callId,
          face_id: call.faceId,
          face_name: call.faceName,
          width: call.width,
          height: call.height,
          rate: 25,
          sample_rate: FACE_ENGINE.sampleRate,
        });
        this.#send({ type: 'mood', mood: this.#mood });
      },
      text: (text) => socket === this.#socket && this.#onText(text),
      onBinary: (bytes) => socket === this.#socket && this.#onPicture(bytes),
      onClose: () => socket === this.#socket && this.#disconnect('closed'),
    });
    this.#socket = socket;
  }

  /** Disconnects, and reconnects later. Pictures that have arrived are still shown. */
  #disconnect(fault: EngineFault): void {
    this.#options.fault(fault);
    this.#mayConnectFirst = false;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#retryAt = this.#options.now() + this.#retryDelay;
    this.#retryDelay = Math.min(this.#retryDelay * 2, MAX_RETRY_MS);
  }

  #abandon(fault: EngineFault): void {
    this.#options.fault(fault);
    this.close();
  }

  #onText(text: string): void {
    if (text.length > FACE_ENGINE.maxText) return this.#refuseMessage();
    const message = readMessage(FromEngine, text);
    if (!message || (message.type === 'ready' && this.#size)) return this.#refuseMessage();
    if (message.type === 'refused') return this.#abandon('refused');
    this.#size = { width: message.width, height: message.height };
    this.#retryDelay = FIRST_RETRY_MS;
    this.#mayConnectFirst = false;
    this.#feed();
  }

  #onPicture(message: Uint8Array): void {
    const { headerBytes, maxPictureBytes } = FACE_ENGINE;
    if (!this.#size || message.length <= headerBytes || message.length > headerBytes + maxPictureBytes)
      return this.#refuseMessage();
    const view = new DataView(message.buffer, message.byteOffset, headerBytes);
    const number = view.getUint32(0, true);
    const time = view.getUint32(4, true);
    // Copy the bytes, because the message may be part of a larger buffer.
    const bytes = message.slice(headerBytes);
    const size = keyFrameSize(bytes);
    if (size?.width !== this.#size.width || size.height !== this.#size.height) return this.#refuseMessage();
    if (number === 0) return this.#onSilentPicture(time, bytes);
    if (number > this.#lastNumber) return this.#refuseMessage();
    // Pictures of a cancelled sentence may still arrive.
    const speech = this.#speeches.find((one) => one.number === number);
    if (speech && !speech.pictures.add(time, bytes)) this.#refuseMessage();
  }

  #onSilentPicture(time: number, bytes: Uint8Array): void {
    const at = this.#options.now();
    if (at - this.#silentRate.since >= 1000) this.#silentRate = { since: at, count: 0 };
    const isTooMany = ++this.#silentRate.count > FACE_ENGINE.maxRate * 2;
    if (isTooMany || (this.#silentPictureState && time <= this.#silentPictureState.time))
      return this.#refuseMessage();
    this.#silentPictureState = { bytes, at, time, isShown: false };
  }

  #refuseMessage(): void {
    this.#options.fault('wrong_message');
    if (++this.#faultCount >= FACE_ENGINE.maxFaults) this.#abandon('given_up');
  }

  #send(message: ToEngine): void {
    if (this.#socket?.isOpen) this.#socket.send(JSON.stringify(message));
  }

  /** Sends the sound of the next sentences. The engine may be only a limited time ahead of the playback. */
  #feed(): void {
    if (this.#isFeeding || !this.#isReady) return;
    const speech = this.#nextSpeech();
    if (!speech) return;
    this.#isFeeding = true;
    this.#options.runSoon(() => {
      this.#isFeeding = false;
      if (this.#speeches.includes(speech)) this.#sendSound(speech);
      this.#feed();
    });
  }

  /**
   * Returns the first sentence with unsent sound; null if all sound is sent, or if enough is already waiting
   * to be played.
   */
  #nextSpeech(): SpeechOfCall | null {
    let queuedMs = 0;
    for (const speech of this.#speeches) {
      if (!speech.pictures.isLost && speech.sentPackets < speech.packets.length)
        return speech.sentPackets > 0 || queuedMs === 0 || queuedMs < FACE_ENGINE.maxAhead ? speech : null;
      queuedMs += speech.packets.length * PACKET_MS;
    }
    return null;
  }

  #sendSound(speech: SpeechOfCall): void {
    const socket = this.#socket;
    if (!socket?.isOpen) return;
    if (socket.unreadBytes > MAX_UNREAD_BYTES) return this.#disconnect('unread');
    if (speech.sentPackets === 0)
      this.#send({
        type: 'speech',
        speech: speech.number,
        samples: speech.packets.length * PACKET_SAMPLES,
      });
    const packets = speech.packets.slice(speech.sentPackets, speech.sentPackets + PACKETS_AT_ONCE);
    const message = new Uint8Array(FACE_ENGINE.headerBytes + packets.length * PACKET_SAMPLES * 2);
    const view = new DataView(message.buffer);
    view.setUint32(0, speech.number, true);
    view.setUint32(4, speech.sentPackets * PACKET_MS, true);
    let at: number = FACE_ENGINE.headerBytes;
    for (const packet of packets) {
      const samples = this.#options.decode(packet);
      for (let index = 0; index < PACKET_SAMPLES; index++, at += 2)
        view.setInt16(at, samples[index] ?? 0, true);
    }
    speech.sentPackets += packets.length;
    socket.send(message);
  }
}
