/**
 * Tags that declare the origin of a generated video (docs/decisions/0034-consent-of-a-face.md): that a machine made
 * it, with which software, and its IPTC digital source type.
 */
import type { MetadataTags } from 'mediabunny';

const SOURCE_TYPE_BASE_URL = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
const DISCLOSURE = 'Made by a machine: the face and the voice in this video are synthetic.';

/**
 * Returns the tags. `trained` is true if the face was trained from the film of a person; other faces are
 * drawn by code.
 */
export function provenanceOf({ trained }: { trained: boolean }): MetadataTags {
  return {
    comment: DISCLOSURE,
    raw: {
      ENCODED_BY: 'Palkit',
      DIGITAL_SOURCE_TYPE: `${SOURCE_TYPE_BASE_URL}${trained ? 'trainedAlgorithmicMedia' : 'algorithmicMedia'}`,
    },
  };
}
