/** The pictures of a face for a connection, tick by tick: of a drawn or a filmed face, or from an engine. */
import { seededRandom } from '@palkit/contract/face/random';
import type { EngineFace } from '../face-engine/engine-face.ts';
import type { FaceFile } from './face-file.ts';
import { FilmedLoop } from './filmed-loop.ts';
import type { Mood } from './media-messages.ts';
import { Pictures, type LargePictureSlots } from './pictures.ts';
import type { Playout } from './playout.ts';
import type { Recorder } from './recorder.ts';
import { VideoPerformance } from './video-performance.ts';

export const VIDEO_CLOCK_PER_TICK = 1800;

export interface SentPicture {
  bytes: Uint8Array;
  /** Time in ticks of the video clock since the process started. */
  time: number;
}

export interface FaceState {
  mood: Mood;
  playout: Playout | null;
  recorder: Recorder | null;
  /** Null for a face that no engine draws, and for a browser that accepts no video. */
  engine: EngineFace | null;
}

export class SentFace {
  readonly #slots: LargePictureSlots;
  readonly #seed: number;
  readonly #isEven: boolean;
  #performance: VideoPerformance | null = null;
  #pictures: Pictures | null = null;
  #loop: FilmedLoop | null = null;
  #keyFrameWanted = false;

  /** `even` is true if pictures are sent on even ticks. */
  constructor({ places, seed, even }: { places: LargePictureSlots; seed: number; even: boolean }) {
    this.#slots = places;
    this.#seed = seed;
    this.#isEven = even;
  }

  /** Shows this face from the next picture on; `large` is the same face with larger pictures. */
  show(face: FaceFile, large: FaceFile | null): void {
    this.#pictures?.close();
    const drawnFace = face.kind === 'drawn' ? face : null;
    this.#performance = drawnFace && new VideoPerformance(drawnFace, seededRandom(this.#seed));
    this.#pictures = drawnFace && new Pictures(drawnFace, large, this.#slots);
    this.#loop = face.kind === 'filmed' ? new FilmedLoop(face) : null;
  }

  /** True for a drawn face, false for a filmed loop. */
  get isDrawn(): boolean {
    return this.#performance !== null;
  }

  /** Handles an RTCP packet in which the browser reports about its reception of `ssrc`. */
  handleReport(packet: Uint8Array, ssrc: number): void {
    this.#pictures?.handleReport(packet, ssrc);
  }

  requestKeyFrame(): void {
    this.#keyFrameWanted = true;
  }

  close(): void {
    this.#pictures?.close();
  }

  /** Returns the pictures for this tick. The recorder gets the pictures of the service's own face. */
  duePictures(tick: number, showing: FaceState): SentPicture[] {
    if (!this.#pictures) return this.#filmedPictures(tick, showing.recorder);
    if (tick % 2 !== (this.#isEven ? 0 : 1)) return [];
    const { mood, playout, recorder, engine } = showing;
    // The service's own face keeps moving although the engine's pictures are sent, so that it can replace them
    // at any time.
    const [currentMouth = null, nextMouth] = [playout?.mouth(), playout?.mouth(1)];
    const { pose, mouth, toward } = this.#performance!.next(mood, currentMouth, nextMouth);
    const index = this.#pictures.pictureIndex(pose, mouth, toward);
    recorder?.addPicture(tick, index);
    const picture = engine?.picture(playout?.moment() ?? null) ?? null;
    if (picture === 'same') return [];
    return [{ bytes: picture ?? this.#pictures.picture(index), time: tick * VIDEO_CLOCK_PER_TICK }];
  }

  #filmedPictures(tick: number, recorder: Recorder | null): SentPicture[] {
    const now = tick * VIDEO_CLOCK_PER_TICK;
    if (this.#keyFrameWanted) this.#loop!.restart(now);
    this.#keyFrameWanted = false;
    const pictures: SentPicture[] = [];
    for (let frame = this.#loop!.next(now); frame; frame = this.#loop!.next(now)) {
      recorder?.addPicture(tick, frame.index);
      pictures.push({ bytes: frame.bytes, time: frame.time });
    }
    return pictures;
  }
}
