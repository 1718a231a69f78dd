/** Combines WebP pictures into an animation (WebP container specification: VP8X, ANIM, ANMF). */

export interface Part {
  /** Position in the complete picture; must be even. */
  left: number;
  top: number;
  width: number;
  height: number;
  milliseconds: number;
  /** A still WebP file. */
  webp: Uint8Array;
}

const RIFF_HEADER = 12;
const ANIMATION = 0x02;
/** Flag: replaces the previous pixels instead of blending with them. */
const NO_BLENDING = 0x02;

/** Builds a file that plays its parts in an endless loop. */
export function animatedWebp(size: { width: number; height: number }, parts: readonly Part[]): Buffer {
  const extendedHeader = Buffer.alloc(10);
  extendedHeader[0] = ANIMATION;
  extendedHeader.writeUIntLE(size.width - 1, 4, 3);
  extendedHeader.writeUIntLE(size.height - 1, 7, 3);
  // Six zero bytes: a transparent background and an endless loop.
  const body = [chunk('VP8X', extendedHeader), chunk('ANIM', Buffer.alloc(6))];
  for (const { left, top, width, height, milliseconds, webp } of parts) {
    const head = Buffer.alloc(16);
    head.writeUIntLE(left / 2, 0, 3);
    head.writeUIntLE(top / 2, 3, 3);
    head.writeUIntLE(width - 1, 6, 3);
    head.writeUIntLE(height - 1, 9, 3);
    head.writeUIntLE(Math.round(milliseconds), 12, 3);
    head[15] = NO_BLENDING;
    body.push(chunk('ANMF', Buffer.concat([head, pictureOf(webp)])));
  }
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...body]));
}

/** Returns the image data of a still file, without its header and metadata. */
function pictureOf(webp: Uint8Array): Buffer {
  const file = Buffer.from(webp);
  for (let at = RIFF_HEADER; at + 8 <= file.length;) {
    const length = file.readUInt32LE(at + 4);
    if (file.toString('latin1', at, at + 4).startsWith('VP8 '))
      return file.subarray(at, at + 8 + length + (length % 2));
    at += 8 + length + (length % 2);
  }
  throw new Error('This WebP file holds no lossy picture.');
}

function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}
