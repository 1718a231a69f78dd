/**
 * Limits the traffic from the browser of one call: messages, their bytes, and packets of microphone and camera.
 * The media process drops the excess, so that it does not delay other calls, and closes a connection that keeps
 * exceeding the limits. A normal page stays far below the limits: it sends a message for each line, ten per second
 * while the browser recognises speech, and fifty packets per second for a voice.
 */
import { Allowance } from '@palkit/runtime/allowance';

/** Amounts in a burst, and per second afterwards. */
export const INFLOW = {
  messages: { burst: 240, perSecond: 60 },
  /** In pipeline mode `echo` the sound arrives in messages: 48 kHz in base64 need 128 kB per second. */
  bytes: { burst: 4 * 1024 * 1024, perSecond: 512 * 1024 },
  voicePackets: { burst: 150, perSecond: 60 },
  /** Seconds of sound; a packet contains at most 0.12 s. */
  voiceSeconds: { burst: 4, perSecond: 1.25 },
  picturePackets: { burst: 3000, perSecond: 1500 },
  /** Limit for dropped messages and packets. If it is exceeded, the connection is closed. */
  drops: { burst: 3000, perSecond: 60 },
} as const;
/** Maximum number of messages of a call that are queued for the service. */
const MAX_QUEUED_MESSAGES = 240;

export class Inflow {
  readonly #messages: Allowance;
  readonly #bytes: Allowance;
  readonly #voicePackets: Allowance;
  readonly #voiceSeconds: Allowance;
  readonly #picturePackets: Allowance;
  readonly #drops: Allowance;
  #waitingCount = 0;

  /** `now` is in milliseconds, from the same clock for all calls. */
  constructor(now: number) {
    this.#messages = new Allowance(INFLOW.messages, now);
    this.#bytes = new Allowance(INFLOW.bytes, now);
    this.#voicePackets = new Allowance(INFLOW.voicePackets, now);
    this.#voiceSeconds = new Allowance(INFLOW.voiceSeconds, now);
    this.#picturePackets = new Allowance(INFLOW.picturePackets, now);
    this.#drops = new Allowance(INFLOW.drops, now);
  }

  takeMessage(now: number, bytes: number): boolean {
    return (
      this.#waitingCount < MAX_QUEUED_MESSAGES && this.#messages.take(now) && this.#bytes.take(now, bytes)
    );
  }

  takeVoicePacket(now: number): boolean {
    return this.#voicePackets.take(now);
  }

  takeVoice(now: number, seconds: number): boolean {
    return this.#voiceSeconds.take(now, seconds);
  }

  takePicturePacket(now: number): boolean {
    return this.#picturePackets.take(now);
  }

  /** Counts a dropped message or packet; returns false if there were too many. */
  countDrop(now: number): boolean {
    return this.#drops.take(now);
  }

  /** Counts a message that is being sent to the service, until the returned function is called. */
  countSending(): () => void {
    this.#waitingCount++;
    return () => void this.#waitingCount--;
  }
}
