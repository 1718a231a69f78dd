/** Placeholder: replaced by the face branch's. */
import { readFileSync } from 'node:fs';
export interface FaceFile { name: string; width: number; height: number; rate: number; poses: number; frame(pose: number, mouth: number): Uint8Array }
export function readFaceFile(path: string): FaceFile {
  const bytes = readFileSync(path);
  const length = bytes.readUInt32LE(8);
  const header = JSON.parse(bytes.subarray(12, 12 + length).toString('utf8')) as { name: string; width: number; height: number; rate: number; poses: number; frames: [number, number][] };
  const base = 12 + length;
  return { ...header, frame: (pose, mouth) => { const [o, l] = header.frames[pose * 7 + mouth]!; return bytes.subarray(base + o, base + o + l); } };
}
