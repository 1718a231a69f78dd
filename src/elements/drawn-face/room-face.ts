/** The feed of a face that the page draws: the cues of the room and the clock of the voice. */
import type { FaceName } from '@palkit/contract/face/characters';
import type { FaceCue, FaceSink } from '../session/face-feed.ts';

/** Maximum number of cues that are stored until the face is drawn. */
const MAX_CUES = 200;

export class RoomFace implements FaceSink {
  readonly drawing: FaceName;
  readonly #receiver: () => RTCRtpReceiver | undefined;
  #cues: FaceCue[] = [];
  #listener: ((cue: FaceCue) => void) | null = null;

  constructor(drawing: FaceName, receiver: () => RTCRtpReceiver | undefined) {
    this.drawing = drawing;
    this.#receiver = receiver;
  }

  cue(cue: FaceCue): void {
    if (this.#listener) this.#listener(cue);
    else if (this.#cues.length < MAX_CUES) this.#cues.push(cue);
  }

  follow(listener: (cue: FaceCue) => void): void {
    this.#listener = listener;
    for (const cue of this.#cues.splice(0)) listener(cue);
  }

  clock(): { rtp: number; at: number } | null {
    const source = this.#receiver()?.getSynchronizationSources?.()[0];
    return source ? { rtp: source.rtpTimestamp, at: source.timestamp } : null;
  }
}
