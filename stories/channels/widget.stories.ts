import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { args, argTypes, closed, story, type Controls } from '../channels.ts';

/** The floating launcher and its panel, in each of its states. */
const meta: Meta<Controls> = {
  title: 'Channels/Widget',
  component: 'pal-widget',
  args: { ...args, position: 'bottom-right', variant: 'compact', text: 'Ask us' },
  argTypes: {
    ...argTypes,
    position: { control: 'select', options: ['bottom-right', 'bottom-left', 'top-right', 'top-left'] },
    variant: { control: 'inline-radio', options: ['tiny', 'compact', 'full'] },
  },
};
export default meta;
type Story = StoryObj<Controls>;

export const Closed: Story = closed('pal-widget');
export const ClosedTiny: Story = closed('pal-widget', { variant: 'tiny' });
export const ClosedFull: Story = closed('pal-widget', { variant: 'full' });
export const Expanded: Story = story('pal-widget', 'LiveSpeaking', { expanded: true });
export const ExpandedFirstScreen: Story = story('pal-widget', 'FirstScreen', { expanded: true });
export const TopRight: Story = story('pal-widget', 'FirstScreen', { position: 'top-right' });
export const BottomLeft: Story = story('pal-widget', 'FirstScreen', { position: 'bottom-left' });
export const TopLeft: Story = story('pal-widget', 'FirstScreen', { position: 'top-left' });
export const Loading: Story = story('pal-widget', 'Loading');
export const FirstScreen: Story = story('pal-widget', 'FirstScreen');
export const Resumable: Story = story('pal-widget', 'Resumable');
export const Consent: Story = story('pal-widget', 'Consent');
export const Password: Story = story('pal-widget', 'Password');
export const PasswordWrong: Story = story('pal-widget', 'PasswordWrong');
export const PasswordThrottled: Story = story('pal-widget', 'PasswordThrottled');
export const PasswordChecked: Story = story('pal-widget', 'PasswordChecked');
export const CaptchaSolving: Story = story('pal-widget', 'CaptchaSolving');
export const CaptchaFailed: Story = story('pal-widget', 'CaptchaFailed');
export const DeviceCheck: Story = story('pal-widget', 'DeviceCheck');
export const DeviceCheckMicrophoneOn: Story = story('pal-widget', 'DeviceCheckMicrophoneOn');
export const DeviceCheckCameraOn: Story = story('pal-widget', 'DeviceCheckCameraOn');
export const DeviceCheckDenied: Story = story('pal-widget', 'DeviceCheckDenied');
export const DeviceCheckNone: Story = story('pal-widget', 'DeviceCheckNone');
export const DeviceCheckInUse: Story = story('pal-widget', 'DeviceCheckInUse');
export const Starting: Story = story('pal-widget', 'Starting');
export const Connecting: Story = story('pal-widget', 'Connecting');
export const LiveDisclosure: Story = story('pal-widget', 'LiveDisclosure');
export const LiveListening: Story = story('pal-widget', 'LiveListening');
export const LiveThinking: Story = story('pal-widget', 'LiveThinking');
export const LiveSpeaking: Story = story('pal-widget', 'LiveSpeaking');
export const LiveInterrupted: Story = story('pal-widget', 'LiveInterrupted');
export const LiveMuted: Story = story('pal-widget', 'LiveMuted');
export const LiveDeviceSwitched: Story = story('pal-widget', 'LiveDeviceSwitched');
export const LiveDeviceGone: Story = story('pal-widget', 'LiveDeviceGone');
export const LiveMicrophoneTaken: Story = story('pal-widget', 'LiveMicrophoneTaken');
export const LiveMicrophoneDenied: Story = story('pal-widget', 'LiveMicrophoneDenied');
export const LiveCameraOn: Story = story('pal-widget', 'LiveCameraOn');
export const LiveScreenOffered: Story = story('pal-widget', 'LiveScreenOffered');
export const LiveScreenShared: Story = story('pal-widget', 'LiveScreenShared');
export const LiveTranscript: Story = story('pal-widget', 'LiveTranscript');
export const LiveBasicHearing: Story = story('pal-widget', 'LiveBasicHearing');
export const LiveWeakNetwork: Story = story('pal-widget', 'LiveWeakNetwork');
export const Reconnecting: Story = story('pal-widget', 'Reconnecting');
export const TextOnly: Story = story('pal-widget', 'TextOnly');
export const Chat: Story = story('pal-widget', 'Chat');
export const AudioOnly: Story = story('pal-widget', 'AudioOnly');
export const EndedByVisitor: Story = story('pal-widget', 'EndedByVisitor');
export const EndedByAgent: Story = story('pal-widget', 'EndedByAgent');
export const EndedByLimit: Story = story('pal-widget', 'EndedByLimit');
export const EndedByLostConnection: Story = story('pal-widget', 'EndedByLostConnection');
export const EndedByFailure: Story = story('pal-widget', 'EndedByFailure');
export const AfterCall: Story = story('pal-widget', 'AfterCall');
export const AfterCallFeedback: Story = story('pal-widget', 'AfterCallFeedback');
export const UnavailableInactive: Story = story('pal-widget', 'UnavailableInactive');
export const UnavailableClosed: Story = story('pal-widget', 'UnavailableClosed');
export const UnavailableClosedMessageSent: Story = story('pal-widget', 'UnavailableClosedMessageSent');
export const UnavailableClosedMessageFailed: Story = story('pal-widget', 'UnavailableClosedMessageFailed');
export const UnavailableDailyLimit: Story = story('pal-widget', 'UnavailableDailyLimit');
export const UnavailableTotalLimit: Story = story('pal-widget', 'UnavailableTotalLimit');
export const UnavailableVisitorLimit: Story = story('pal-widget', 'UnavailableVisitorLimit');
export const UnavailableBusy: Story = story('pal-widget', 'UnavailableBusy');
export const UnavailableOrigin: Story = story('pal-widget', 'UnavailableOrigin');
export const UnavailableUnknown: Story = story('pal-widget', 'UnavailableUnknown');
export const FailedNetwork: Story = story('pal-widget', 'FailedNetwork');
export const FailedRoom: Story = story('pal-widget', 'FailedRoom');
