/** The shortest code that puts a deployment on a page; `/embed` has code for each kind of site. */
import type { Deployment } from './deployments.ts';

export const landingPageOf = (service: string, deployment_id: string): string =>
  `${service}/l/${deployment_id}`;

/**
 * Returns the lines of code. `service` is the public address without a trailing slash. A landing page has
 * only an address.
 */
export function embedLines(service: string, channel: Deployment['channel'], deployment_id: string): string[] {
  if (channel === 'landing-page') return [landingPageOf(service, deployment_id)];
  const element = channel === 'widget' ? 'pal-widget' : 'pal-embed';
  return [
    `<script type="module" src="${service}/palkit/palkit.js"></script>`,
    `<${element} deployment-id="${deployment_id}"></${element}>`,
  ];
}
