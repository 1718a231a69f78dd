import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { args, argTypes, channel, manyLines, type Controls } from './channels.ts';
import { STATES } from './states.ts';

interface TranscriptControls extends Controls {
  lines: number;
  download: boolean;
}

/** The transcript next to the face, including one with many lines. */
const meta: Meta<TranscriptControls> = {
  title: 'Transcript',
  component: 'pal-transcript',
  args: { ...args, lines: 10, download: true },
  argTypes: { ...argTypes, lines: { control: { type: 'number', min: 0, max: 20_000 } } },
  render: ({ lines, download, ...controls }) => {
    const live = STATES.LiveTranscript();
    return channel('pal-embed', controls, {
      ...live,
      lines: manyLines(lines),
      deployment: { ...live.deployment!, customization: { transcript: { panel: true, download } } },
    });
  },
};
export default meta;
type Story = StoryObj<TranscriptControls>;

export const Empty: Story = { args: { lines: 0 } };
export const TenLines: Story = {};
export const TenThousandLines: Story = { args: { lines: 10_000 } };
export const NotSaved: Story = { args: { download: false } };
export const RightToLeft: Story = { args: { locale: 'ar', agent: 'ميرا' } };
