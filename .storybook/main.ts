import type { StorybookConfig } from '@storybook/web-components-vite';

/** The Storybook of the elements: each element in every state, without a service. */
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
