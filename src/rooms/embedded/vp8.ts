/** Reads the header of a VP8 frame without decoding it (RFC 6386, section 9.1). */

/** Returns width and height in pixels if the bytes start a VP8 key frame, otherwise null. */
export function keyFrameSize(frame: Uint8Array): { width: number; height: number } | null {
  if (
    frame.length < 10 ||
    (frame[0]! & 1) !== 0 ||
    frame[3] !== 0x9d ||
    frame[4] !== 0x01 ||
    frame[5] !== 0x2a
  )
    return null;
  const size = (at: number) => (frame[at]! | (frame[at + 1]! << 8)) & 0x3fff;
  return { width: size(6), height: size(8) };
}

/**
 * Wraps a key frame as a WebP picture; the simple lossy format contains exactly one such frame (RFC 9649, section
 * 2.5).
 */
export function webpOf(keyFrame: Uint8Array): Uint8Array {
  const paddedLength = keyFrame.length + (keyFrame.length % 2);
  const file = Buffer.alloc(20 + paddedLength);
  file.write('RIFF', 'latin1');
  file.writeUInt32LE(12 + paddedLength, 4);
  file.write('WEBPVP8 ', 8, 'latin1');
  file.writeUInt32LE(keyFrame.length, 16);
  file.set(keyFrame, 20);
  return file;
}
