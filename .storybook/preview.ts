import { setCustomElementsManifest, type Preview } from '@storybook/web-components-vite';
import manifest from '../src/elements/dist/custom-elements.json' with { type: 'json' };
import '../src/elements/define.ts';
import { waitUntilDrawn } from '../stories/channels.ts';
import { LANGUAGES } from '../src/elements/text/facade.ts';
import { stopPictures } from '../stories/pictures.ts';

setCustomElementsManifest(manifest);

const preview: Preview = {
  tags: ['autodocs'],
  parameters: {
    layout: 'fullscreen',
    a11y: { test: 'error' },
    controls: { expanded: true, sort: 'requiredFirst' },
    // A launcher is in the corner of its page, so each story in the documentation has a separate, tall frame.
    docs: { story: { inline: false, height: '720px' } },
    options: {
      storySort: {
        order: [
          'Channels',
          ['Widget', 'Embed', 'Landing page', 'Whole sessions'],
          'Cards',
          'Transcript',
          'Themes',
        ],
      },
    },
  },
  beforeEach: () => stopPictures,
  // The toolbar sets the theme and language of every story; a control of the story overrides them.
  globalTypes: {
    theme: {
      description: 'Light or dark',
      toolbar: { title: 'Theme', icon: 'mirror', items: ['light', 'dark'], dynamicTitle: true },
    },
    locale: {
      description: 'The language',
      toolbar: { title: 'Language', icon: 'globe', items: [...LANGUAGES], dynamicTitle: true },
    },
  },
  decorators: [
    (story, { args, globals }) =>
      story({
        args: {
          ...args,
          ...(['theme', 'locale'] as const).reduce(
            (chosen, name) =>
              globals[name] && name in args ? { ...chosen, [name]: globals[name] as string } : chosen,
            {},
          ),
        },
      }),
  ],
  // Wait until the parts are loaded and drawn and animations have ended, before axe checks the story.
  afterEach: ({ canvasElement }) => waitUntilDrawn(canvasElement),
};
export default preview;
