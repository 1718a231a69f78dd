/** Checks a page that contains a deployment, requested through the outbound guard, so its address must be public. */
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { checkDeploymentSite } from '@palkit/contract/site-checks';
import { consume } from '../gates/limits.ts';
import { checkSite } from '../gates/site-check.ts';
import type { Handler } from '../http/binder.ts';
import { OutboundError } from '@palkit/outbound/outbound-error';
import { findOwn } from './deployments.ts';

/** Maximum number of bytes of a page, and milliseconds until its last byte. */
const MAX_BYTES = 1024 * 1024;
const TIMEOUT = 15_000;

export const check =
  (limiter: RateLimiterAbstract): Handler<typeof checkDeploymentSite> =>
  async ({ account, params, body, signal }, { store, outbound, config }) => {
    const row = await findOwn(store.db, params.deployment_id, account);
    await consume(limiter, String(account), 'too_many_requests');
    try {
      const response = await outbound.fetch(body.url, {
        signal,
        redirects: 5,
        timeout: TIMEOUT,
        maximumBytes: MAX_BYTES,
        cut: true,
        headers: { accept: 'text/html,*/*;q=0.1' },
      });
      const html = await response.text();
      if (!response.ok)
        return { data: [{ check: 'reached' as const, works: false, words: `HTTP ${response.status}` }] };
      const page = { url: new URL(response.url), html, headers: response.headers };
      const deployment = {
        deployment: row.id,
        allowedOrigins: row.document.allowed_origins,
        service: new URL(config.publicUrl),
      };
      return { data: checkSite(page, deployment) };
    } catch (error) {
      if (!(error instanceof OutboundError) || signal.aborted) throw error;
      return { data: [{ check: 'reached' as const, works: false, words: error.message }] };
    }
  };
