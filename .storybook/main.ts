import type { StorybookConfig } from '@storybook/web-components-vite';

/** Storybook of the elements: every state of each, on the real elements, without a service. */
const config: StorybookConfig = {
  stories: ['../stories/**/*.stories.ts'],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y'],
  // By default Storybook would load the project's own Vite configuration, which starts the service.
  framework: {
    name: '@storybook/web-components-vite',
    options: { builder: { viteConfigPath: '.storybook/vite.config.ts' } },
  },
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
};
export default config;
