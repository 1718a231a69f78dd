import { setCustomElementsManifest, type Preview } from '@storybook/web-components-vite';
import manifest from '../src/elements/dist/custom-elements.json' with { type: 'json' };
import '../src/elements/define.ts';
import { drawn } from '../stories/channels.ts';
import { LANGUAGES } from '../src/elements/text/facade.ts';
import { stopPictures } from '../stories/pictures.ts';

setCustomElementsManifest(manifest);

const preview: Preview = {
  tags: ['autodocs'],
  parameters: {
    layout: 'fullscreen',
    a11y: { test: 'error' },
    controls: { expanded: true, sort: 'requiredFirst' },
    // A launcher has a whole page to float over, so each story in the documentation has one too.
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
  // The toolbar's choice for every story at once; a story's own control says it for that one.
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
  // Before axe looks: the parts are fetched, the state is drawn, nothing moves into its place any more.
  afterEach: ({ canvasElement }) => drawn(canvasElement),
};
export default preview;
