import type { StorybookConfig } from '@storybook/web-components-vite';

/**
 * The elements as a designer chooses them: every state of every noun, on the real elements, without a
 * service.
 */
const config: StorybookConfig = {
  stories: ['../stories/**/*.stories.ts'],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y'],
  // Left alone it would take the project's own configuration, which starts the service.
  framework: {
    name: '@storybook/web-components-vite',
    options: { builder: { viteConfigPath: '.storybook/vite.config.ts' } },
  },
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
};
export default config;
