/**
 * Sends cues to a page that draws the face: mouth shapes with their time on the audio track, and moods. A
 * message is sent only on a change, so a sentence costs a few hundred bytes.
 */
import { STRESS } from '@palkit/contract/mouths';
import type { AgentEventProperties } from '@palkit/contract/room-events';
import type { Mood } from './media-messages.ts';

/** Number of 20 ms ticks for which a mouth shape is shown. */
const TICKS_PER_MOUTH = 2;
/** Ticks of the audio clock (48 kHz) in one tick of 20 ms. */
const AUDIO_CLOCK_PER_TICK = 960;

export class FaceCues {
  readonly #conversationId: string;
  readonly #send: (message: string) => void;
  readonly #start: number;
  /** Tick at which the last mouth shape that was sent ends. */
  #mouthsEnd = 0;

  /** `start` is the timestamp of tick 0 on the audio track. */
  constructor(conversationId: string, start: number, send: (message: string) => void) {
    this.#conversationId = conversationId;
    this.#start = start;
    this.#send = send;
  }

  /** Sends the first message of a connection. The page draws with the same random seed as the recording. */
  begin(tick: number, seed: number, mood: Mood): void {
    this.#sendCue(tick, { seed, mood });
  }

  setMood(tick: number, mood: Mood): void {
    this.#sendCue(tick, { mood });
  }

  /**
   * Sends the mouth shapes of a sentence that begins or continues in this tick; `late` is the number of ticks
   * since the first of these mouth shapes began.
   */
  speak(tick: number, mouths: Uint8Array, late: number): void {
    this.#mouthsEnd = tick - late + mouths.length * TICKS_PER_MOUTH;
    const stresses = [...mouths.keys()].filter((index) => mouths[index]! >= STRESS);
    this.#sendCue(tick - late, {
      mouths: mouths.map((mouth) => mouth % STRESS).join(''),
      ...(stresses.length > 0 ? { stresses } : {}),
    });
  }

  /** Cancels pending mouth shapes, because this tick has no sound. */
  pause(tick: number): void {
    if (tick >= this.#mouthsEnd) return;
    this.#mouthsEnd = 0;
    this.#sendCue(tick, { mouths: '' });
  }

  #sendCue(tick: number, properties: Omit<AgentEventProperties<'conversation.face'>, 'at'>): void {
    this.#send(
      JSON.stringify({
        message_type: 'conversation',
        event_type: 'conversation.face',
        conversation_id: this.#conversationId,
        properties: { at: (this.#start + tick * AUDIO_CLOCK_PER_TICK) >>> 0, ...properties },
      }),
    );
  }
}
