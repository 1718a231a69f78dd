/**
 * Declares the origin of generated videos and pictures (docs/decisions/0044-provenance.md): that a machine made them,
 * with which software, and their IPTC digital source type.
 */
import type { MetadataTags } from 'mediabunny';
import { keyFrameSize, webpOf } from '../embedded/vp8.ts';

const SOURCE_TYPE_BASE_URL = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
const SOFTWARE = 'Palkit';
const DISCLOSURE = 'Made by a machine: the face and the voice in this video are synthetic.';

/** `trained` is true if the face was trained from the film of a person; other faces are drawn by code. */
interface Origin {
  trained: boolean;
}

const sourceTypeOf = ({ trained }: Origin): string =>
  `${SOURCE_TYPE_BASE_URL}${trained ? 'trainedAlgorithmicMedia' : 'algorithmicMedia'}`;

/** Returns the tags of a video. */
export const provenanceOf = (origin: Origin): MetadataTags => ({
  comment: DISCLOSURE,
  raw: { ENCODED_BY: SOFTWARE, DIGITAL_SOURCE_TYPE: sourceTypeOf(origin) },
});

/** Flag of the extended WebP header for a chunk with XMP (RFC 9649, section 2.7). */
const HAS_XMP = 0b100;
const EXTENDED_HEADER_BYTES = 10;

/**
 * Returns a picture of a face as WebP with its origin in XMP; throws if the bytes are not a VP8 key frame.
 */
export function declaredWebp(keyFrame: Uint8Array, origin: Origin): Uint8Array {
  const size = keyFrameSize(keyFrame);
  if (!size) throw new Error('The picture is not a VP8 key frame.');
  const header = Buffer.alloc(EXTENDED_HEADER_BYTES);
  header.writeUInt8(HAS_XMP);
  header.writeUIntLE(size.width - 1, 4, 3);
  header.writeUIntLE(size.height - 1, 7, 3);
  // The simple format starts with `RIFF`, a length and `WEBP`, which are followed by the picture's chunk.
  const picture = webpOf(keyFrame).subarray(12);
  const chunks = [chunk('VP8X', header), picture, chunk('XMP ', Buffer.from(xmpOf(origin)))];
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}

function chunk(name: string, bytes: Uint8Array): Buffer {
  const chunkBytes = Buffer.alloc(8 + bytes.length + (bytes.length % 2));
  chunkBytes.write(name, 'latin1');
  chunkBytes.writeUInt32LE(bytes.length, 4);
  chunkBytes.set(bytes, 8);
  return chunkBytes;
}

const xmpOf = (origin: Origin): string =>
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" ' +
  'xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" ' +
  `xmp:CreatorTool="${SOFTWARE}" Iptc4xmpExt:DigitalSourceType="${sourceTypeOf(origin)}"/>` +
  '</rdf:RDF></x:xmpmeta>';
