/** All calls of a media process whose faces an engine draws. */
import { Decoder } from '@evan/opus';
import { FACE_ENGINE } from '@palkit/contract/face-engine';
import type { FaceFile } from '../embedded/face-file.ts';
import { EngineFace, type EngineFault } from './engine-face.ts';
import { socketsTo, type EngineAddress, type OpenSocket } from './engine-socket.ts';

export class EngineFaces {
  readonly #open: OpenSocket | null;
  readonly #reportFault: (fault: EngineFault) => void;
  readonly #faces = new Map<string, EngineFace>();

  /** `address` is null if there is no engine. */
  constructor(address: EngineAddress | null, reportFault: (fault: EngineFault) => void) {
    this.#open = address && socketsTo(address);
    this.#reportFault = reportFault;
  }

  get(callId: string): EngineFace | null {
    return this.#faces.get(callId) ?? null;
  }

  /**
   * Opens the engine's face of a call, which stays when the call's connection is replaced. Returns null:
   * - if no engine is configured,
   * - for a filmed loop, which must not speak,
   * - for the replacement of a face whose consent was withdrawn.
   */
  open(callId: string, faceId: string | null, face: FaceFile): EngineFace | null {
    if (!this.#open || faceId === null || face.kind === 'filmed') return null;
    const existingFace = this.#faces.get(callId);
    if (existingFace) return existingFace;
    const decoder = new Decoder({ channels: 1, sample_rate: FACE_ENGINE.sampleRate });
    const engine = new EngineFace({
      open: this.#open,
      call: { callId, faceId, faceName: face.name, width: face.width, height: face.height },
      now: () => performance.now(),
      decode(packet) {
        const { buffer, byteOffset, byteLength } = decoder.decode(packet);
        return new Int16Array(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer);
      },
      runSoon: (callback) => void setImmediate(callback),
      fault: this.#reportFault,
    });
    this.#faces.set(callId, engine);
    return engine;
  }

  close(callId: string): void {
    this.#faces.get(callId)?.close();
    this.#faces.delete(callId);
  }
}
