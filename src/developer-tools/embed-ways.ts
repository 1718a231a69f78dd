/** The ways to put a deployment on a page, with their complete code. */
import { accentAttribute } from '@palkit/contract/embed-lines';
import { escapeHtml } from '@palkit/runtime/escape-html';

/** The deployment that the address names. */
export interface ShownDeployment {
  id: string;
  channel: 'widget' | 'embed' | 'landing-page';
  /** The agent's picture, which is shown before the script is loaded. */
  image: string | null;
  /** The owner's accent colour in hexadecimal notation. */
  accent: string | null;
}

export interface EmbedMethod {
  /** Id of the method, and anchor of its tab. */
  id: string;
  name: string;
  /** Explains where to paste the code, as plain text. */
  hint: string;
  /** The code; null if the deployment's channel does not support this method. */
  lines: string | null;
}

/** The npm package of the browser library, which this code imports. */
const PACKAGE = 'palkit';

type Channel = ShownDeployment['channel'];

const ELEMENTS: Record<Channel, { tag: string; component: string }> = {
  widget: { tag: 'pal-widget', component: 'PalWidget' },
  embed: { tag: 'pal-embed', component: 'PalEmbed' },
  'landing-page': { tag: 'pal-landing-page', component: 'PalLandingPage' },
};

interface EmbedTarget extends ShownDeployment {
  service: string;
}

/** Stands for a deployment until one is selected. */
const EXAMPLE: ShownDeployment = { id: 'd…', channel: 'widget', image: null, accent: null };

/** Returns the methods. Until a deployment is selected, the code shows a widget. */
export function embedMethods(service: string, deployment: ShownDeployment | null): EmbedMethod[] {
  const target = { ...(deployment ?? EXAMPLE), service };
  // A widget's launcher appears before the deployment is loaded, so its code states the colour. The other channels
  // read the colour from the deployment.
  if (target.channel !== 'widget') target.accent = null;
  const selected = { ...target, channel: deployment && deployment.channel };
  return [
    script(target),
    npm(target),
    react(target),
    vue(target),
    frame(selected),
    wordPress(target),
    qr(selected),
  ];
}

function script(target: EmbedTarget): EmbedMethod {
  return {
    id: 'script',
    name: 'Script',
    hint: 'Paste it anywhere in the body of your page. The script always has the version of this service.',
    lines: scriptLines(target),
  };
}

/**
 * Reserves the space of an embed before the script defines it, with the width of its column, so that the page does
 * not shift.
 */
const EMBED_PLACE = `<style>
  pal-embed:not(:defined) { display: block; container-type: inline-size }
  pal-embed:not(:defined)::before {
    content: ''; display: block; aspect-ratio: 16 / 9; min-height: min(440px, 100svh); max-height: 80svh
  }
  @container (max-width: 480px) { pal-embed:not(:defined)::before { aspect-ratio: 9 / 16; min-height: 520px } }
</style>
`;

function scriptLines({ service, id, channel, image, accent }: EmbedTarget): string {
  const { tag } = ELEMENTS[channel];
  const textAttribute = channel === 'widget' ? ' text="Ask us"' : '';
  const picture = image ? ` poster="${escapeHtml(image)}"` : '';
  return (
    (channel === 'embed' ? EMBED_PLACE : '') +
    `<script type="module" src="${service}/palkit/palkit.js"></script>\n` +
    `<${tag} deployment-id="${id}"${textAttribute}${picture}${accentAttribute(accent)}></${tag}>`
  );
}

function npm({ service, id, channel, accent }: EmbedTarget): EmbedMethod {
  const { tag } = ELEMENTS[channel];
  return {
    id: 'npm',
    name: 'npm',
    hint: 'In a script that your bundler builds.',
    lines: `// npm install ${PACKAGE}
import { setDefaultBaseUrl } from '${PACKAGE}';
import '${PACKAGE}/define';

setDefaultBaseUrl('${service}');

const pal = document.createElement('${tag}');
pal.deploymentId = '${id}';${accent ? `\npal.accentColor = '${accent}';` : ''}
document.body.append(pal);`,
  };
}

function react({ service, id, channel, accent }: EmbedTarget): EmbedMethod {
  const { component } = ELEMENTS[channel];
  return {
    id: 'react',
    name: 'React',
    hint: "React 18 or 19. In Next.js the first line of the file is 'use client'.",
    lines: `// npm install ${PACKAGE}
import { ${component} } from '${PACKAGE}/react';

export const Ask = () => (
  <${component} deploymentId="${id}" baseUrl="${service}"${accent ? ` accentColor="${accent}"` : ''} />
);`,
  };
}

function vue({ service, id, channel, accent }: EmbedTarget): EmbedMethod {
  const { component } = ELEMENTS[channel];
  return {
    id: 'vue',
    name: 'Vue',
    hint: 'Vue 3 and Nuxt, as a component of its own.',
    lines: `<!-- npm install ${PACKAGE} -->
<script setup>
import { ${component} } from '${PACKAGE}/vue';
</script>

<template>
  <${component} deployment-id="${id}" base-url="${service}"${accentAttribute(accent)} />
</template>`,
  };
}

/** A frame and a QR code need a landing page, which only one channel has. */
const NEEDS_LANDING_PAGE =
  'This needs a deployment of the channel landing-page. This deployment is of another channel.';

function frame({
  service,
  id,
  channel,
}: {
  service: string;
  id: string;
  channel: Channel | null;
}): EmbedMethod {
  const isPossible = channel === null || channel === 'landing-page';
  return {
    id: 'iframe',
    name: 'iframe',
    hint: isPossible
      ? 'A landing page in a frame, for sites that allow no scripts of others. The site’s origin has to be in the ' +
        'deployment’s allowed_origins.'
      : NEEDS_LANDING_PAGE,
    lines: isPossible
      ? `<iframe src="${service}/l/${id}" title="Talk to us" width="100%" height="640"
  allow="microphone; camera; display-capture; autoplay; screen-wake-lock"></iframe>`
      : null,
  };
}

function wordPress(target: EmbedTarget): EmbedMethod {
  if (target.channel !== 'widget')
    return {
      id: 'wordpress',
      name: 'WordPress',
      hint: 'In the editor, add the block “Custom HTML” where the agent is to be, and paste this.',
      lines: scriptLines(target),
    };
  return {
    id: 'wordpress',
    name: 'WordPress',
    hint: 'At the end of your child theme’s functions.php, or in a plugin for snippets: the widget is on every page.',
    lines: `add_action('wp_footer', function () { ?>
${scriptLines(target)}
<?php });`,
  };
}

function qr({ service, id, channel }: { service: string; id: string; channel: Channel | null }): EmbedMethod {
  if (channel === 'landing-page')
    return {
      id: 'qr',
      name: 'QR code',
      hint: 'For a shop window, a bill or a box.',
      lines: `${service}/l/${id}`,
    };
  return {
    id: 'qr',
    name: 'QR code',
    hint:
      channel === null
        ? 'Fill in the id of a landing page to get the code of its address.'
        : NEEDS_LANDING_PAGE,
    lines: null,
  };
}
