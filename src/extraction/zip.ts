/**
 * Reads zip archives (PKWARE APPNOTE 6.3) from their central directory, with a limit of unpacked bytes, because an
 * entry may state a wrong size. Encryption, ZIP64 and nested archives are not supported.
 */
import zlib from 'node:zlib';
import { ExtractionError } from './extraction-error.ts';

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const MAX_ENTRIES = 10_000;

interface Entry {
  method: number;
  isEncrypted: boolean;
  packedSize: number;
  headerOffset: number;
}

export class Zip {
  readonly #bytes: Buffer;
  readonly #entries = new Map<string, Entry>();
  #remainingBytes: number;

  /** `maxUnpackedBytes` is the maximum number of bytes to which all reads together may unpack. */
  constructor(bytes: Uint8Array, maxUnpackedBytes: number) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#remainingBytes = maxUnpackedBytes;
    this.#list();
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  read(name: string): Buffer {
    const entry = this.#entries.get(name);
    if (!entry || entry.isEncrypted) throw new ExtractionError('document_processing_failed');
    const bytes = this.#bytes;
    if (entry.headerOffset + 30 > bytes.length || bytes.readUInt32LE(entry.headerOffset) !== LOCAL_SIGNATURE)
      throw new ExtractionError('document_processing_failed');
    const dataOffset =
      entry.headerOffset +
      30 +
      bytes.readUInt16LE(entry.headerOffset + 26) +
      bytes.readUInt16LE(entry.headerOffset + 28);
    const packedBytes = bytes.subarray(dataOffset, dataOffset + entry.packedSize);
    if (this.#remainingBytes <= 0) throw new ExtractionError('file_size_too_large');
    const unpackedBytes = this.#unpack(entry.method, packedBytes);
    this.#remainingBytes -= unpackedBytes.length;
    if (this.#remainingBytes < 0) throw new ExtractionError('file_size_too_large');
    return unpackedBytes;
  }

  #unpack(method: number, packedBytes: Buffer): Buffer {
    if (method === 0) return packedBytes;
    if (method !== 8) throw new ExtractionError('document_processing_failed');
    try {
      return zlib.inflateRawSync(packedBytes, { maxOutputLength: this.#remainingBytes });
    } catch (error) {
      throw new ExtractionError(
        (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
          ? 'file_size_too_large'
          : 'document_processing_failed',
      );
    }
  }

  #list(): void {
    const bytes = this.#bytes;
    // The end record has 22 bytes and is followed by a comment of at most 65,535.
    let end = bytes.length - 22;
    while (end >= 0 && bytes.readUInt32LE(end) !== END_SIGNATURE)
      end = end > bytes.length - 22 - 65_535 ? end - 1 : -1;
    if (end < 0) throw new ExtractionError('document_processing_failed');
    const count = bytes.readUInt16LE(end + 10);
    if (count > MAX_ENTRIES) throw new ExtractionError('file_size_too_large');
    let at = bytes.readUInt32LE(end + 16);
    for (let entry = 0; entry < count; entry++) {
      if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY_SIGNATURE)
        throw new ExtractionError('document_processing_failed');
      const nameLength = bytes.readUInt16LE(at + 28);
      this.#entries.set(bytes.toString('utf8', at + 46, at + 46 + nameLength), {
        method: bytes.readUInt16LE(at + 10),
        isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
        packedSize: bytes.readUInt32LE(at + 20),
        headerOffset: bytes.readUInt32LE(at + 42),
      });
      at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    }
  }
}
