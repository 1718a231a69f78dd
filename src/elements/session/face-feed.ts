/** The cues of a face that the page draws, and the clock of the voice. */
import type { FaceName } from '@palkit/contract/face/characters';
import type { AgentEvent } from '@palkit/contract/room-events';

export type FaceCue = Extract<AgentEvent, { event_type: 'conversation.face' }>['properties'];

export interface FaceFeed {
  readonly drawing: FaceName;
  /** Calls the listener with each cue, starting with earlier ones. */
  follow(listener: (cue: FaceCue) => void): void;
  /**
   * Returns the clock of the voice: `rtp` is the time in the audio track (RTP, 48 kHz) that is played at the
   * Unix time `at` in milliseconds. Null before the first sound.
   */
  clock(): { rtp: number; at: number } | null;
}

/** A feed to which the room adds cues. */
export interface FaceSink extends FaceFeed {
  cue(cue: FaceCue): void;
}

/** Prepares the page to draw a face; null if it cannot. `receiver` returns the receiver of the voice. */
export type PrepareFace = (
  drawing: string,
  receiver: () => RTCRtpReceiver | undefined,
) => Promise<FaceSink | null>;
