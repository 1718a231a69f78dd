import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { args, argTypes, channel, type Controls } from './channels.ts';
import { STATES, type StateName } from './states.ts';

interface ThemeControls extends Controls {
  screen: StateName;
}

/** The same screens with other colours, shapes and directions. */
const meta: Meta<ThemeControls> = {
  title: 'Themes',
  component: 'pal-embed',
  args: { ...args, screen: 'LiveTranscript' },
  argTypes: { ...argTypes, screen: { control: 'select', options: Object.keys(STATES) } },
  render: ({ screen, ...controls }) => channel('pal-embed', controls, STATES[screen]()),
};
export default meta;
type Story = StoryObj<ThemeControls>;

export const Light: Story = { args: { theme: 'light' } };
export const Dark: Story = { args: { theme: 'dark' } };
export const DarkFirstScreen: Story = { args: { theme: 'dark', screen: 'FirstScreen' } };
export const DarkDeviceCheck: Story = { args: { theme: 'dark', screen: 'DeviceCheckMicrophoneOn' } };
export const AccentGreen: Story = { args: { accent: '#0f7a52' } };
export const AccentYellow: Story = { args: { accent: '#ffd400', screen: 'FirstScreen' } };
export const AccentYellowDark: Story = { args: { accent: '#ffd400', theme: 'dark', screen: 'FirstScreen' } };
export const AccentPale: Story = { args: { accent: '#f4e9ff' } };
export const AccentBlack: Story = { args: { accent: '#000000', theme: 'dark', screen: 'Password' } };
export const AccentGrey: Story = { args: { accent: '#777777', screen: 'Consent' } };
export const Square: Story = { args: { radius: 0 } };
export const Round: Story = { args: { radius: 40 } };
export const RightToLeft: Story = { args: { locale: 'ar', agent: 'ميرا' } };
export const RightToLeftHebrew: Story = { args: { locale: 'he', screen: 'FirstScreen' } };
export const LongWords: Story = { args: { locale: 'de', screen: 'DeviceCheckMicrophoneOn' } };
