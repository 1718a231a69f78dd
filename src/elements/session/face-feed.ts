/** The cues of a face that the page draws, and the clock of its voice. */
import type { FaceName } from '@palkit/contract/face/characters';
import type { AgentEvent } from '@palkit/contract/room-events';

export type FaceCue = Extract<AgentEvent, { event_type: 'conversation.face' }>['properties'];

export interface FaceFeed {
  readonly drawing: FaceName;
  /** Calls the listener with each cue, the earlier ones first. */
  follow(listener: (cue: FaceCue) => void): void;
  /** The moment of the audio track (RTP, 48 kHz) that is played at a Unix millisecond; null before any sound. */
  clock(): { rtp: number; at: number } | null;
}

/** A feed that the room fills. */
export interface FaceSink extends FaceFeed {
  cue(cue: FaceCue): void;
}

/** Prepares the page to draw a face; null if it cannot. `receiver` receives the voice. */
export type PrepareFace = (
  drawing: string,
  receiver: () => RTCRtpReceiver | undefined,
) => Promise<FaceSink | null>;
