/** The name, colour and logo of a website, proposed for a deployment's appearance. An extension of Palkit. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { HttpUrl } from './ids.ts';

/** Maximum number of websites that are read per account and hour. */
export const SITE_LOOKS_PER_HOUR = 60;

/** The branding of a website; a value that the page does not state is null. */
export const SiteLook = z.object({
  /** The reason why the page could not be read, as a sentence; null if it was read. */
  fault: z.nullable(z.string()),
  name: z.nullable(z.string()),
  /** `#rrggbb`; greys are omitted. */
  accent_color: z.nullable(z.string()),
  logo: z.nullable(
    z.object({
      url: z.string(),
      /** The picture as a `data:` URL, so that a preview sends no request to the website. */
      data: z.string(),
    }),
  ),
});
export type SiteLook = z.output<typeof SiteLook>;

export const readSiteLook = endpoint({
  name: 'readSiteLook',
  method: 'POST',
  path: '/v2/site-looks',
  auth: 'key',
  tag: 'deployments',
  /** A public address. The page, its web manifest and at most four pictures are requested. */
  body: z.object({ url: HttpUrl }),
  result: SiteLook,
  status: 200,
  errors: ['forbidden', 'too_many_requests'],
});
