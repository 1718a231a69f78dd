import { setCustomElementsManifest, type Preview } from '@storybook/web-components-vite';
import manifest from '../dist/custom-elements.json' with { type: 'json' };
import '../src/elements/define.ts';
import { drawn } from '../stories/channels.ts';
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
    options: { storySort: { order: ['Channels', ['Widget', 'Embed', 'Landing page', 'Whole visits'], 'Cards', 'Transcript', 'Themes'] } },
  },
  beforeEach: () => stopPictures,
  // Before axe looks: the parts are fetched, the state is drawn, nothing moves into its place any more.
  afterEach: ({ canvasElement }) => drawn(canvasElement),
};
export default preview;
