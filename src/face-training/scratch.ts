/**
 * Buffers that are used again for each picture. In a worker thread the memory of dropped buffers is not returned to the
 * system: a training with new ones for each picture grew the service's process by 2 GB.
 */
const buffers = new Map<string, Float32Array>();

/** Returns a buffer of zeros that is valid until the next call with this name. */
export function scratch(name: string, length: number): Float32Array {
  let buffer = buffers.get(name);
  if (!buffer || buffer.length < length) buffers.set(name, (buffer = new Float32Array(length)));
  return buffer.subarray(0, length).fill(0);
}
