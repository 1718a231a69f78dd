/**
 * Limits of the traffic from one call's browser: messages, their bytes, packets of the microphone and of the camera.
 * The media process drops the excess before it delays other calls, and closes a connection that keeps exceeding the
 * limits. A normal page stays far below: it sends a message for each line, ten a second while the browser recognises
 * speech, and fifty packets a second of a voice.
 */
import { Allowance } from '@palkit/runtime/allowance';

/** Amounts at once, and per second after that. */
export const INFLOW = {
  messages: { burst: 240, perSecond: 60 },
  /** The sound of pipeline mode `echo` arrives in messages: 48 kHz in base64 need 128 KiB a second. */
  bytes: { burst: 4 * 1024 * 1024, perSecond: 512 * 1024 },
  voicePackets: { burst: 150, perSecond: 60 },
  /** Seconds of sound; a packet contains up to 0.12. */
  voiceSeconds: { burst: 4, perSecond: 1.25 },
  picturePackets: { burst: 3000, perSecond: 1500 },
  /** The connection closes when more messages and packets than this are dropped. */
  drops: { burst: 3000, perSecond: 60 },
} as const;
/** Maximum number of messages of a call that are queued for the service in this process. */
const MAX_WAITING = 240;

export class Inflow {
  readonly #messages: Allowance;
  readonly #bytes: Allowance;
  readonly #voicePackets: Allowance;
  readonly #voiceSeconds: Allowance;
  readonly #picturePackets: Allowance;
  readonly #drops: Allowance;
  #waiting = 0;

  /** `now` in milliseconds, from the same clock for all calls. */
  constructor(now: number) {
    this.#messages = new Allowance(INFLOW.messages, now);
    this.#bytes = new Allowance(INFLOW.bytes, now);
    this.#voicePackets = new Allowance(INFLOW.voicePackets, now);
    this.#voiceSeconds = new Allowance(INFLOW.voiceSeconds, now);
    this.#picturePackets = new Allowance(INFLOW.picturePackets, now);
    this.#drops = new Allowance(INFLOW.drops, now);
  }

  message(now: number, bytes: number): boolean {
    return this.#waiting < MAX_WAITING && this.#messages.take(now) && this.#bytes.take(now, bytes);
  }

  voicePacket(now: number): boolean {
    return this.#voicePackets.take(now);
  }

  voice(now: number, seconds: number): boolean {
    return this.#voiceSeconds.take(now, seconds);
  }

  picturePacket(now: number): boolean {
    return this.#picturePackets.take(now);
  }

  /** Counts a drop; false if there were too many. */
  countDrop(now: number): boolean {
    return this.#drops.take(now);
  }

  /** Counts a message that is being sent to the service; call the returned function once it was sent. */
  sending(): () => void {
    this.#waiting++;
    return () => void this.#waiting--;
  }
}
