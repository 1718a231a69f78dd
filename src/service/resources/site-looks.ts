/** Reads the branding of a website. It is requested through the outbound guard, so its address must be public. */
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { readSiteLook } from '@palkit/contract/site-looks';
import * as siteLook from '@palkit/extraction/crawl/site-look';
import { consume } from '../gates/limits.ts';
import type { Handler } from '../http/binder.ts';

export const read =
  (limiter: RateLimiterAbstract): Handler<typeof readSiteLook> =>
  async ({ account, body, signal }, { outbound, extraction, config }) => {
    await consume(limiter, String(account), 'too_many_requests');
    const encrypted = config.publicUrl.startsWith('https:');
    return siteLook.readSiteLook({ outbound, extraction, account, isHttps: encrypted }, body.url, signal);
  };
