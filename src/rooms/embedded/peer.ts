/**
 * The WebRTC connection of a visitor in the media process: two tracks to the browser, the microphone, and a data
 * channel. All callbacks of the native module are guarded, because an exception in one would end the process.
 */
import { randomInt } from 'node:crypto';
import rtc, { type DataChannel, type Direction, type PeerConnection } from 'node-datachannel';
import { MAX_ROOM_MESSAGE_BYTES } from '@palkit/contract/room-events';
import { FRAME_SAMPLES } from './voice-activity.ts';
import type { FaceFile } from './face-file.ts';
import type { PeerOptions } from './peer-options.ts';
import { counters } from './counters.ts';
import { FaceCues } from './face-cues.ts';
import { pictureLoss } from './key-frames.ts';
import type { Mood } from './media-messages.ts';
import { announce, withoutCandidates, type MediaLine } from './offer.ts';
import { createOutgoing, type OutgoingTrack } from './outgoing.ts';
import { SentFace } from './sent-face.ts';
import type { EngineFace } from '../face-engine/engine-face.ts';
import type { Playout } from './playout.ts';
import type { Recorder } from './recorder.ts';
import { asksForKeyFrame, isRtcp, payloadOf, timestampOf } from './rtp.ts';
import { VisitorVoice, VOICE_SAMPLE_RATE, type VoicePart } from './visitor-voice.ts';
import { voiceEvents } from './voice-events.ts';
import { Watcher } from './watcher.ts';

const AUDIO_CLOCK_PER_TICK = 960;
/**
 * Milliseconds without a packet after which the browser has disconnected; the native module notices it only after 12
 * to 30 s.
 */
const SILENCE_MS = 8000;
/** Milliseconds after which connecting has failed. */
const CONNECT_MS = 20_000;
/**
 * Maximum milliseconds for gathering candidates, which usually takes a few; a silent STUN server must not delay the
 * answer.
 */
const GATHER_MS = 1500;
/**
 * Milliseconds without a packet after which the microphone counts as muted. Packets of a voice arrive every
 * 20 ms, but a network may delay them.
 */
const MUTED_MS = 400;
const SILENCE = new Int16Array(FRAME_SAMPLES);
/**
 * Maximum bytes of messages that wait for a visitor: twice the bytes that `RoomLog` keeps for visitors who
 * return.
 */
const MAX_UNREAD_BYTES = 2 * 1024 * 1024;

function directionOf({ sends, receives }: MediaLine): Direction {
  if (!receives) return sends ? 'RecvOnly' : 'Inactive';
  return sends ? 'SendRecv' : 'SendOnly';
}

export class Peer {
  readonly #options: PeerOptions;
  readonly #connection: PeerConnection;
  /** Records sound and pictures of the visitor; null if the call is not recorded. */
  recorder: Recorder | null = null;
  /** The speech to play, which continues in a replacement connection. */
  playout: Playout | null = null;
  /** Draws the face; null if the service draws it. */
  engine: EngineFace | null = null;
  readonly #voice = new VisitorVoice();
  #audio: OutgoingTrack | null = null;
  #video: OutgoingTrack | null = null;
  #channel: DataChannel | null = null;
  #isConnected = false;
  #isClosed = false;
  #lastPacketAt: number;
  #lastVoiceAt = 0;
  readonly #createdAt: number;
  readonly #face: SentFace;
  /** Set if the page draws the face itself. */
  #cues: FaceCues | null = null;
  readonly #seed = randomInt(2 ** 31);
  /** The mood of a drawn face while it does not talk. */
  #mood: Mood = 'idle';
  #tick = 0;
  #isQuiet = true;
  #isFlooded = false;

  constructor(options: PeerOptions) {
    this.#options = options;
    this.#createdAt = this.#lastPacketAt = options.now();
    const { udpPort, iceServers, face, largeFace, largePictureSlots, sendsOnEvenTicks } = options;
    this.#face = new SentFace({ places: largePictureSlots, seed: this.#seed, even: sendsOnEvenTicks });
    this.show(face, largeFace);
    this.#connection = new rtc.PeerConnection(options.callId, {
      iceServers,
      disableAutoNegotiation: true,
      forceMediaTransport: true,
      ...(udpPort > 0 ? { enableIceUdpMux: true, portRangeBegin: udpPort, portRangeEnd: udpPort } : {}),
    });
    this.#connection.onStateChange(
      this.#guard('state', (state: string) => {
        if (state === 'failed' || state === 'closed' || state === 'disconnected') this.#reportLoss();
      }),
    );
    this.#connection.onDataChannel(
      this.#guard('channel', (channel: DataChannel) => this.#openChannel(channel)),
    );
  }

  /** Shows this face from the next picture on; `large` is the same face with larger pictures. */
  show(face: FaceFile, large: FaceFile | null): void {
    this.#face.show(face, large);
  }

  get mood(): Mood {
    return this.#mood;
  }

  set mood(mood: Mood) {
    this.#mood = mood;
    if (this.#isConnected) this.#cues?.setMood(this.#tick, mood);
  }

  /** Returns the SDP answer. */
  async answer(): Promise<string> {
    const { sdp, offer, udpPort, publicAddress } = this.#options;
    const { audio, video } = offer;
    // Add the tracks with the ids and payload types of the offer before the offer is set, so that the answer
    // matches it.
    if (audio) {
      const ssrc = randomInt(1, 2 ** 32);
      const media = new rtc.Audio(audio.mid, audio.sends ? 'SendRecv' : 'SendOnly');
      media.addOpusCodec(audio.payloadType);
      media.addSSRC(ssrc, 'palkit', 'palkit', 'voice');
      this.#audio = createOutgoing(this.#connection.addTrack(media), ssrc, audio.payloadType, 48_000, [
        new rtc.RtcpReceivingSession(),
      ]);
      if (video && !video.receives && this.#face.isDrawn && !this.#options.audioOnly)
        this.#cues = new FaceCues(this.#options.callId, this.#audio.start, (cue) => this.send(cue));
      this.#audio.track.onMessage(this.#guard('voice', (packet: Buffer) => this.#onVoicePacket(packet)));
    }
    if (video) {
      const ssrc = randomInt(1, 2 ** 32);
      const media = new rtc.Video(video.mid, directionOf(video));
      media.addVP8Codec(video.payloadType);
      media.addSSRC(ssrc, 'palkit', 'palkit', 'face');
      const { watch, callId, sendEvent: tell } = this.#options;
      const watcher = watch
        ? new Watcher(ssrc, {
            send: (request) => this.#video?.requestKeyFrame(request),
            onPicture: (webp) => tell({ is: 'sight', callId, webp }),
          })
        : null;
      const track = this.#connection.addTrack(media);
      this.#video = createOutgoing(track, ssrc, video.payloadType, 90_000, [], !video.receives);
      this.#video.track.onMessage(
        this.#guard('camera', (packet: Buffer) => this.#handleCameraPacket(packet, watcher, ssrc)),
      );
    }
    const gathering = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, GATHER_MS);
      this.#connection.onGatheringStateChange(
        this.#guard('gathering', (state: string) => {
          if (state !== 'complete') return;
          clearTimeout(timer);
          resolve();
        }),
      );
    });
    this.#connection.setRemoteDescription(withoutCandidates(sdp), 'offer');
    this.#connection.setLocalDescription('answer');
    await gathering;
    const answer = this.#connection.localDescription();
    if (!answer) throw new Error('the connection has no answer');
    return publicAddress && udpPort > 0 ? announce(answer.sdp, publicAddress, udpPort) : answer.sdp;
  }

  /**
   * Sends a message. A visitor who does not read messages is disconnected, because the native module would buffer all
   * of them.
   */
  send(message: string): void {
    const channel = this.#channel;
    try {
      if (!channel?.isOpen()) return;
      if (channel.bufferedAmount() + Buffer.byteLength(message) > MAX_UNREAD_BYTES) return this.#reportLoss();
      channel.sendMessage(message);
    } catch {
      // The channel was closed meanwhile. A visitor who returns gets the message again.
    }
  }

  /**
   * Acquires the lock that the native module holds while it processes a packet of this connection. Normally it
   * returns immediately. If a thread never finishes processing a packet, this call hangs too.
   */
  probe(): void {
    this.#guard('probe', () => void this.#connection.addTrack(new rtc.Audio('probe', 'Inactive')))();
  }

  guardVoice(frames: number, patience: number | undefined): void {
    this.#options.activity.beginAfter = frames;
    if (patience !== undefined) this.#options.activity.patience = patience;
  }

  /**
   * Sends 20 ms of the call. `tick` counts from the start of the process, so that a late tick does not shift
   * the timestamps.
   */
  beat(tick: number): void {
    // The browser may close a track between a check and its use.
    this.#guard('beat', () => {
      this.#tick = tick;
      this.#sendVoice(tick);
      this.#sendFace(tick);
      // A microphone that is muted within a word sends no more packets, so missing packets are processed as silence.
      if (this.#options.activity.speaking && this.#options.now() - this.#lastVoiceAt > MUTED_MS)
        this.#detectVoice(SILENCE);
    })();
  }

  /**
   * Called when sound becomes available. After silence, the first packet is sent for the last tick, which had
   * no packet, instead of waiting for the next tick.
   */
  begin(lastTick: number): void {
    if (this.#isQuiet) this.#guard('begin', () => this.#sendVoice(lastTick))();
  }

  #sendVoice(tick: number): void {
    const audio = this.#audio;
    if (!audio?.track.isOpen() || !this.#isConnected) return;
    const nextPacket = this.playout?.next();
    if (!nextPacket) {
      this.#isQuiet = true;
      this.#cues?.pause(tick);
      return;
    }
    if (this.#cues && (nextPacket.first || this.#isQuiet)) {
      const upcomingMouths = this.playout?.upcomingMouths();
      if (upcomingMouths) this.#cues.speak(tick, upcomingMouths.mouths, upcomingMouths.late);
    }
    const timestamp = (audio.start + tick * AUDIO_CLOCK_PER_TICK) >>> 0;
    audio.config.timestamp = timestamp;
    audio.track.sendMessageBinary(audio.stream.packet(nextPacket.packet, timestamp, this.#isQuiet));
    this.recorder?.addAgentPacket(tick, nextPacket.packet);
    this.#isQuiet = false;
    counters.packetsSent++;
  }

  #sendFace(tick: number): void {
    if (!this.#video?.track.isOpen()) return;
    // A page that draws the face gets no video, so pictures are only computed for a recording.
    if (this.#isVideoRefused && !this.recorder) return;
    const { mood, playout, recorder } = this;
    const engine = this.#isVideoRefused ? null : this.engine;
    for (const { bytes, time } of this.#face.duePictures(tick, { mood, playout, recorder, engine }))
      if (!this.#isVideoRefused) this.#sendPicture(bytes, time);
  }

  /** True if the browser accepts no video from the agent. */
  get #isVideoRefused(): boolean {
    return this.#options.offer.video?.receives === false;
  }

  /** Sends a picture. `time` is in ticks of the video clock since the process started. */
  #sendPicture(picture: Uint8Array, time: number): void {
    const video = this.#video!;
    const timestamp = (video.start + time) >>> 0;
    video.config.timestamp = timestamp;
    for (const packet of video.stream.picture(picture, timestamp)) {
      video.track.sendMessageBinary(packet);
      counters.packetsSent++;
    }
    counters.framesSent++;
  }

  /** Detects a browser that has disappeared or never connected. */
  watch(now: number): void {
    if (this.#isConnected ? now - this.#lastPacketAt > SILENCE_MS : now - this.#createdAt > CONNECT_MS)
      this.#reportLoss();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#face.close();
    for (const end of [
      () => this.#channel?.close(),
      () => this.#audio?.track.close(),
      () => this.#video?.track.close(),
      () => this.#connection.close(),
    ]) {
      try {
        end();
      } catch (error) {
        this.#options.fault('close', error);
      }
    }
    this.#options.activity.close();
  }

  #openChannel(channel: DataChannel): void {
    if (this.#channel || channel.getLabel() !== 'palkit') {
      // A page may open one channel. Further channels are closed, and too many of them count as a flood.
      this.#countDrop('messagesDropped');
      return channel.close();
    }
    this.#channel = channel;
    channel.onMessage(
      this.#guard('message', (data: string | Buffer | ArrayBuffer) => {
        const now = (this.#lastPacketAt = this.#options.now());
        const bytes = typeof data === 'string' ? Buffer.byteLength(data) : data.byteLength;
        const isWithinLimit = this.#options.inflow.takeMessage(now, bytes);
        if (!isWithinLimit || typeof data !== 'string' || bytes > MAX_ROOM_MESSAGE_BYTES)
          this.#countDrop('messagesDropped');
        else this.#options.sendEvent({ is: 'message', callId: this.#options.callId, data });
      }),
    );
    channel.onClosed(this.#guard('channel closed', () => this.#reportLoss()));
    const open = this.#guard('channel open', () => {
      if (this.#isConnected || this.#isClosed) return;
      this.#isConnected = true;
      this.#lastPacketAt = this.#options.now();
      this.#cues?.begin(this.#tick, this.#seed, this.#mood);
      this.#options.sendEvent({ is: 'connected', callId: this.#options.callId });
    });
    channel.onOpen(open);
    if (channel.isOpen()) open();
  }

  /** Counts traffic that exceeds the limits, and closes a connection that continues to exceed them. */
  #countDrop(counter: 'messagesDropped' | 'packetsDropped'): void {
    counters[counter]++;
    if (this.#isFlooded || this.#options.inflow.countDrop(this.#options.now())) return;
    this.#isFlooded = true;
    counters.flooded++;
    this.#reportLoss();
  }

  #handleCameraPacket(packet: Buffer, watcher: Watcher | null, ssrc: number): void {
    const now = (this.#lastPacketAt = this.#options.now());
    counters.packetsHeard++;
    if (!this.#options.inflow.takePicturePacket(now)) return this.#countDrop('packetsDropped');
    if (!isRtcp(packet)) {
      watcher?.push(packet, now);
      if (this.recorder?.addCameraPacket(packet))
        this.#video?.requestKeyFrame(pictureLoss(ssrc, packet.readUInt32BE(8)));
      return;
    }
    this.#face.handleReport(packet, ssrc);
    if (asksForKeyFrame(packet)) this.#face.requestKeyFrame();
  }

  #onVoicePacket(packet: Buffer): void {
    const now = (this.#lastPacketAt = this.#options.now());
    counters.packetsHeard++;
    if (!this.#options.inflow.takeVoicePacket(now)) return this.#countDrop('packetsDropped');
    if (isRtcp(packet)) return;
    for (const part of this.#voice.push(packet)) this.#onVoicePart(part, now);
  }

  #onVoicePart({ samples, packet }: VoicePart, now: number): void {
    const { inflow, callId, sendEvent } = this.#options;
    if (!inflow.takeVoice(now, samples.length / VOICE_SAMPLE_RATE)) return this.#countDrop('packetsDropped');
    if (this.#lastVoiceAt === 0) sendEvent({ is: 'microphone-opened', callId });
    this.#lastVoiceAt = now;
    const payload = packet && payloadOf(packet);
    if (packet && payload) this.recorder?.addVisitorPacket(timestampOf(packet), payload);
    for (let index = 0; index + FRAME_SAMPLES <= samples.length; index += FRAME_SAMPLES)
      this.#detectVoice(samples.slice(index, index + FRAME_SAMPLES));
  }

  #detectVoice(frame: Int16Array): void {
    const { activity, callId, sendEvent: tell } = this.#options;
    for (const event of voiceEvents(activity, frame)) tell({ ...event, callId });
  }

  #reportLoss(): void {
    if (this.#isClosed) return;
    this.#options.sendEvent({ is: 'lost', callId: this.#options.callId });
    // The native callback must return before the connection is closed.
    setImmediate(() => this.close());
  }

  #guard<Parameters extends unknown[]>(
    where: string,
    callback: (...parameters: Parameters) => void,
  ): (...parameters: Parameters) => void {
    return (...parameters) => {
      if (this.#isClosed) return;
      try {
        callback(...parameters);
      } catch (error) {
        this.#options.fault(where, error);
      }
    };
  }
}
