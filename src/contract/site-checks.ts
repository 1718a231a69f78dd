/** Checks a page that shows a deployment, with a remedy for each fault. An extension of Palkit. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { HttpUrl } from './ids.ts';

/** Pages per account and hour that are checked. */
export const SITE_CHECKS_PER_HOUR = 60;

/**
 * `reached`: the page answers; `script`: the service's script is on it; `element`: the deployment is; `origin`:
 * `allowed_origins` let it; `policy`: its Content-Security-Policy lets the script and its requests through;
 * `microphone`: its Permissions-Policy and its frames allow the microphone.
 */
export const SITE_CHECKS = ['reached', 'script', 'element', 'origin', 'policy', 'microphone'] as const;

export const SiteCheck = z.object({
  check: z.enum(SITE_CHECKS),
  /** Null if the page does not show it, for example because a script of the site adds the element. */
  works: z.nullable(z.boolean()),
  /** The remedy for a failed check, such as the directive to add; otherwise empty. */
  words: z.string(),
});
export type SiteCheck = z.output<typeof SiteCheck>;

export const checkDeploymentSite = endpoint({
  name: 'checkDeploymentSite',
  method: 'POST',
  path: '/v2/deployments/{deployment_id}/check-site',
  auth: 'key',
  tag: 'deployments',
  summary: 'Check a page that embeds the deployment: script, element, origin, policy, microphone',
  /** A public address; the page is fetched once. */
  body: z.object({ url: HttpUrl }),
  /** Contains only `reached` if the page did not answer. */
  result: z.object({ data: z.array(SiteCheck) }),
  status: 200,
  errors: ['deployment_not_found', 'forbidden', 'too_many_requests'],
});
