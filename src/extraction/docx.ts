/** Converts Word documents (ECMA-376) to Markdown. */
import { zipSync } from 'fflate';
import mammoth from 'mammoth';
import { toMarkdown } from './html.ts';
import { xml } from './office-parts.ts';
import type { Zip } from './zip.ts';

/** Matches the parts with the text and its styles. */
const TEXT_PARTS = /^(\[Content_Types\]\.xml|_rels\/.*|word\/[^/]+\.xml|word\/_rels\/.*)$/;

/** Matches a short bold paragraph, which is a heading if the author used no styles. */
const BOLD_PARAGRAPH = /<p><strong>([^<]{1,100}[^<.!?:;,])<\/strong><\/p>/g;

export async function readDocx(zip: Zip): Promise<string> {
  // Create a new archive with only the textual parts, because the library unpacks everything.
  const textParts: Record<string, [Uint8Array, { level: 0 }]> = {};
  for (const name of zip.names.filter((part) => TEXT_PARTS.test(part)))
    textParts[name] = [Buffer.from(xml(zip, name)), { level: 0 }];
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(zipSync(textParts)) },
    {
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      externalFileAccess: false,
      styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"],
    },
  );
  return toMarkdown(value.replace(BOLD_PARAGRAPH, '<h6>$1</h6>'));
}
