/**
 * The tags that declare the origin of a made video (docs/decisions/0034-consent-of-a-face.md): that a machine made
 * it, with which software, and of which kind, in the terms of the IPTC's digital source types.
 */
import type { MetadataTags } from 'mediabunny';

const SOURCE_TYPE_BASE_URL = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
const DISCLOSURE = 'Made by a machine: the face and the voice in this video are synthetic.';

/** `trained`: the face was trained from a film of a person; other faces are drawn by code. */
export function provenanceOf({ trained }: { trained: boolean }): MetadataTags {
  return {
    comment: DISCLOSURE,
    raw: {
      ENCODED_BY: 'Palkit',
      DIGITAL_SOURCE_TYPE: `${SOURCE_TYPE_BASE_URL}${trained ? 'trainedAlgorithmicMedia' : 'algorithmicMedia'}`,
    },
  };
}
