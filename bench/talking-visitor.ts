/** A visitor of a call who speaks and hears over WebRTC, for benchmarks. */
import { Decoder, Encoder } from '@evan/opus';
import { join, type JoinedCall } from './client.ts';

const RATE = 16_000;
const PACKET = RATE / 50;
/** SSRC of the RTP packets. */
const SOURCE = 77;
/** Level from which a packet counts as loud, as a fraction of full scale. */
const LOUD = 0.01;

const level = (samples: Int16Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length)) / 32_768;

/** The visitor's end of a call: a microphone that plays samples, and a recorder. */
export class TalkingVisitor {
  readonly #joinedCall: JoinedCall;
  readonly #encoder = new Encoder({ channels: 1, sample_rate: RATE, application: 'voip' });
  readonly #decoder = new Decoder({ channels: 1, sample_rate: RATE });
  #queue: Int16Array[] = [];
  #sequence = 0;
  #timer: NodeJS.Timeout;
  #next: number;
  /** Times of the last loud packet in each direction, in milliseconds of `performance.now()`. */
  saidAt = 0;
  heardAt = 0;

  private constructor(joinedCall: JoinedCall) {
    this.#joinedCall = joinedCall;
    joinedCall.voice.onMessage((packet) => {
      const csrcs = packet[0]! & 0x0f;
      const payload = packet.subarray(12 + 4 * csrcs);
      if (payload.length === 0 || (packet[1]! & 0x7f) !== 111) return;
      try {
        const bytes = this.#decoder.decode(payload);
        if (level(new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2)) > LOUD)
          this.heardAt = performance.now();
      } catch {
        // A packet that is not Opus is not the agent's speech.
      }
    });
    this.#next = performance.now();
    this.#timer = setInterval(() => this.#sendDuePackets(), 5);
  }

  static async join(url: string, token: string): Promise<TalkingVisitor> {
    return new TalkingVisitor(await join({ url, token }, SOURCE));
  }

  /** Sends one packet every 20 ms, with speech or silence. */
  #sendDuePackets(): void {
    while (performance.now() >= this.#next) {
      this.#next += 20;
      const samples = this.#queue.shift() ?? new Int16Array(PACKET);
      const opus = this.#encoder.encode(samples);
      const rtp = Buffer.alloc(12 + opus.length);
      rtp[0] = 0x80;
      rtp[1] = 111;
      rtp.writeUInt16BE(this.#sequence & 0xffff, 2);
      rtp.writeUInt32BE((this.#sequence * 960) >>> 0, 4);
      rtp.writeUInt32BE(SOURCE, 8);
      rtp.set(opus, 12);
      this.#sequence++;
      const { voice } = this.#joinedCall;
      if (voice.isOpen()) voice.sendMessageBinary(rtp);
      if (level(samples) > LOUD) this.saidAt = performance.now();
    }
  }

  say(samples: Int16Array): void {
    for (let index = 0; index < samples.length; index += PACKET) {
      const packet = new Int16Array(PACKET);
      packet.set(samples.subarray(index, index + PACKET));
      this.#queue.push(packet);
    }
  }
  get isSpeaking(): boolean {
    return this.#queue.length > 0;
  }
  /**
   * Settles when the native side has finished too, or after a second, so that no late event arrives while the
   * process exits.
   */
  async leave(): Promise<void> {
    clearInterval(this.#timer);
    const { peer } = this.#joinedCall;
    const closing = new Promise<void>((resolve) =>
      peer.onStateChange((state) => state === 'closed' && resolve()),
    );
    peer.close();
    await Promise.race([closing, new Promise((resolve) => setTimeout(resolve, 1000))]);
  }
}
