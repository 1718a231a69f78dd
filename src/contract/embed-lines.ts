/** The shortest code that puts a deployment on a page; `/embed` has code for each kind of site. */
import type { Deployment } from './deployments.ts';

export const landingPageOf = (service: string, deployment_id: string): string =>
  `${service}/l/${deployment_id}`;

/**
 * Returns the lines of code. `service` is the public address without a trailing slash. A landing page has
 * only an address.
 */
export function embedLines(
  service: string,
  {
    channel,
    deployment_id,
    customization,
  }: Pick<Deployment, 'channel' | 'deployment_id'> & Partial<Pick<Deployment, 'customization'>>,
): string[] {
  if (channel === 'landing-page') return [landingPageOf(service, deployment_id)];
  const element = channel === 'widget' ? 'pal-widget' : 'pal-embed';
  const accent = channel === 'widget' ? accentAttribute(customization?.theme?.accent_color) : '';
  return [
    `<script type="module" src="${service}/palkit/palkit.js"></script>`,
    `<${element} deployment-id="${deployment_id}"${accent}></${element}>`,
  ];
}

/**
 * Returns the attribute that gives a launcher its colour before the first opening. Until then a page requests nothing
 * about the deployment.
 */
export const accentAttribute = (accent: string | null | undefined): string =>
  accent ? ` accent-color="${accent}"` : '';
