/** Checks a page that shows a deployment, with a remedy for each problem. An extension of Palkit. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { HttpUrl } from './ids.ts';

/** Maximum number of pages that are checked per account and hour. */
export const SITE_CHECKS_PER_HOUR = 60;

/**
 * The checks of a page:
 * - `reached`: the page answers.
 * - `script`: it contains the service's script.
 * - `element`: it contains the deployment.
 * - `origin`: `allowed_origins` allow it.
 * - `policy`: its Content-Security-Policy allows the script and its requests.
 * - `microphone`: its Permissions-Policy and frames allow the microphone.
 */
export const SITE_CHECKS = ['reached', 'script', 'element', 'origin', 'policy', 'microphone'] as const;

export const SiteCheck = z.object({
  check: z.enum(SITE_CHECKS),
  /** Null if the page does not show this, for example because a script of the site adds the element. */
  works: z.nullable(z.boolean()),
  /** The remedy for a failed check, such as a directive to add; otherwise empty. */
  words: z.string(),
});
export type SiteCheck = z.output<typeof SiteCheck>;

export const checkDeploymentSite = endpoint({
  name: 'checkDeploymentSite',
  method: 'POST',
  path: '/v2/deployments/{deployment_id}/check-site',
  auth: 'key',
  tag: 'deployments',
  /** A public address, which is fetched once. */
  body: z.object({ url: HttpUrl }),
  /** Contains only `reached` if the page did not answer. */
  result: z.object({ data: z.array(SiteCheck) }),
  status: 200,
  errors: ['deployment_not_found', 'forbidden', 'too_many_requests'],
});
