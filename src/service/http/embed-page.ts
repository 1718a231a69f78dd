/**
 * How a deployment is put on a page: the lines to paste, with this build's hashes, and the policy that a page
 * has to allow, with a deployment's id filled in and the deployment beside it where the address names one. All of
 * it reads without a script; one copies lines and takes another id.
 */
import fs from 'node:fs';
import * as z from 'zod';
import { escapeHtml } from './html.ts';

const Published = z.object({
  version: z.string(),
  script: z.string(),
  preload: z.array(z.string()),
  integrity: z.record(z.string(), z.string()),
});
export type Published = z.output<typeof Published>;

/** Files that the build published beside the script; null without a build. */
export function readPublished(file: string): Published | null {
  return fs.existsSync(file) ? Published.parse(JSON.parse(fs.readFileSync(file, 'utf8'))) : null;
}

/** The deployment that the address names. */
export interface ShownDeployment {
  id: string;
  channel: 'widget' | 'embed' | 'landing-page';
  /** The agent's picture, shown before anything is loaded. */
  image: string | null;
}

export function embedPage(
  service: string,
  policy: string,
  published: Published | null,
  deployment: ShownDeployment | null,
): string {
  const id = deployment?.id ?? 'd…';
  const poster = deployment?.image ? ` poster="${escapeHtml(deployment.image)}"` : '';
  const exact =
    published &&
    [
      ...published.preload.map(
        (file) =>
          `<link rel="modulepreload" href="${service}/palkit/${published.version}/${file}" ` +
          `integrity="${published.integrity[file]}" crossorigin>`,
      ),
      `<script type="module" src="${service}/palkit/${published.version}/${published.script}" ` +
        `integrity="${published.integrity[published.script]}" crossorigin></script>`,
    ].join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Palkit: on your page</title>
<link rel="icon" href="/demo/assets/icon.svg">
<link rel="stylesheet" href="/demo/assets/api.css">
<script type="module" src="/demo/assets/embed.js"></script>
${deployment ? '<script type="module" src="/palkit/palkit.js"></script>' : ''}
</head>
<body>
<nav aria-label="On this page"><strong>Palkit</strong><a href="#script">Script</a>\
<a href="#elements">Elements</a><a href="#policy">Policy</a><a href="/api">The API</a></nav>
<main>
<h1>On your page</h1>
<p class="lead">One script, one element. Nothing else is loaded until somebody comes near it.</p>
<section aria-labelledby="script"><h2 id="script">The script</h2>
<p>Always this service's newest:</p>
${code(`<script type="module" src="${service}/palkit/palkit.js"></script>`)}
${exact ? pinned(published.version, exact, service) : ''}
</section>
<section aria-labelledby="elements"><h2 id="elements">The element</h2>
<p>A launcher in the corner, a place in the page (as large as your style sheet makes it), or a page of its own. \
${deployment ? 'These are the lines of this deployment.' : "Put your deployment's id in."}</p>
<form hidden><label>Deployment id <input name="deployment" required pattern="\\w{1,128}" autocomplete="off" \
spellcheck="false" value="${deployment ? escapeHtml(id) : ''}"></label> <button type="submit">Fill in</button></form>
${linesOf(deployment?.channel ?? null, id, poster, service)
  .map(code)
  .join('\n')}
${deployment ? previewOf(deployment, poster.replace(escapeHtml(service), '')) : ''}
</section>
<section aria-labelledby="policy"><h2 id="policy">The policy</h2>
<p>What a page with a strict content security policy has to allow. Image, video and booking cards show pages of \
others: add <code>img-src https:</code>, <code>media-src https:</code> and <code>frame-src https:</code> where your \
agent uses them.</p>
${code(`Content-Security-Policy: ${policy}`)}
<p>With Trusted Types (add <code>'allow-duplicates'</code> where two copies of the script meet on one page):</p>
${code("require-trusted-types-for 'script'; trusted-types lit-html palkit")}
</section>
</main>
</body>
</html>
`;
}

const code = (text: string) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`;

/** The lines that name one version and its hash. */
function pinned(version: string, lines: string, service: string): string {
  return `<p>Or version ${escapeHtml(version)} and no other, checked by its hash. The first line is for a page \
whose visitors will surely talk; every file's hash is in <a href="/palkit/integrity.json">integrity.json</a>.</p>
${code(lines)}
<p>A pinned version needs its files to stay: keep a copy of <code>dist/script</code> on a host of yours and set \
<code>base-url="${escapeHtml(service)}"</code> on the element.</p>`;
}

/** The lines for a channel; for all of them where it is not known. */
function linesOf(
  channel: ShownDeployment['channel'] | null,
  id: string,
  poster: string,
  service: string,
): string[] {
  const lines = {
    widget: `<pal-widget deployment-id="${id}" text="Ask us"${poster}></pal-widget>`,
    embed: `<pal-embed deployment-id="${id}"${poster}></pal-embed>`,
    'landing-page': `${service}/l/${id}`,
  };
  return channel ? [lines[channel]] : Object.values(lines);
}

/** The deployment itself, as a page has it. */
function previewOf({ id, channel }: ShownDeployment, poster: string): string {
  if (channel === 'widget')
    return (
      '<p>It is in the corner of this page.</p>\n<pal-widget ' +
      `deployment-id="${escapeHtml(id)}"${poster}></pal-widget>`
    );
  if (channel === 'embed')
    return `<p>It looks like this:</p>\n<pal-embed deployment-id="${escapeHtml(id)}"${poster}></pal-embed>`;
  return `<p><a href="/l/${escapeHtml(id)}">Open the page</a></p>`;
}
