import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { args, argTypes, channel, story, type Controls } from '../channels.ts';
import { LANDING_TEMPLATES } from '../../src/contract/customization.ts';
import { DEPLOYMENT } from '../scripted-session.ts';
import { STATES } from '../states.ts';

/** The landing page in each of its states. */
const meta: Meta<Controls> = {
  title: 'Channels/Landing page',
  component: 'pal-landing-page',
  args,
  argTypes,
};
export default meta;
type Story = StoryObj<Controls>;

export const Loading: Story = story('pal-landing-page', 'Loading');
export const FirstScreen: Story = story('pal-landing-page', 'FirstScreen');
export const Resumable: Story = story('pal-landing-page', 'Resumable');
export const Consent: Story = story('pal-landing-page', 'Consent');
export const Password: Story = story('pal-landing-page', 'Password');
export const PasswordWrong: Story = story('pal-landing-page', 'PasswordWrong');
export const PasswordThrottled: Story = story('pal-landing-page', 'PasswordThrottled');
export const PasswordChecked: Story = story('pal-landing-page', 'PasswordChecked');
export const CaptchaSolving: Story = story('pal-landing-page', 'CaptchaSolving');
export const CaptchaFailed: Story = story('pal-landing-page', 'CaptchaFailed');
export const DeviceCheck: Story = story('pal-landing-page', 'DeviceCheck');
export const DeviceCheckMicrophoneOn: Story = story('pal-landing-page', 'DeviceCheckMicrophoneOn');
export const DeviceCheckCameraOn: Story = story('pal-landing-page', 'DeviceCheckCameraOn');
export const DeviceCheckDenied: Story = story('pal-landing-page', 'DeviceCheckDenied');
export const DeviceCheckNone: Story = story('pal-landing-page', 'DeviceCheckNone');
export const DeviceCheckInUse: Story = story('pal-landing-page', 'DeviceCheckInUse');
export const Starting: Story = story('pal-landing-page', 'Starting');
export const Connecting: Story = story('pal-landing-page', 'Connecting');
export const LiveDisclosure: Story = story('pal-landing-page', 'LiveDisclosure');
export const LiveListening: Story = story('pal-landing-page', 'LiveListening');
export const LiveThinking: Story = story('pal-landing-page', 'LiveThinking');
export const LiveSpeaking: Story = story('pal-landing-page', 'LiveSpeaking');
export const LiveInterrupted: Story = story('pal-landing-page', 'LiveInterrupted');
export const LiveMuted: Story = story('pal-landing-page', 'LiveMuted');
export const LiveDeviceSwitched: Story = story('pal-landing-page', 'LiveDeviceSwitched');
export const LiveDeviceGone: Story = story('pal-landing-page', 'LiveDeviceGone');
export const LiveMicrophoneTaken: Story = story('pal-landing-page', 'LiveMicrophoneTaken');
export const LiveMicrophoneDenied: Story = story('pal-landing-page', 'LiveMicrophoneDenied');
export const LiveCameraOn: Story = story('pal-landing-page', 'LiveCameraOn');
export const LiveScreenOffered: Story = story('pal-landing-page', 'LiveScreenOffered');
export const LiveScreenShared: Story = story('pal-landing-page', 'LiveScreenShared');
export const LiveTranscript: Story = story('pal-landing-page', 'LiveTranscript');
export const LiveBasicHearing: Story = story('pal-landing-page', 'LiveBasicHearing');
export const LiveWeakNetwork: Story = story('pal-landing-page', 'LiveWeakNetwork');
export const Reconnecting: Story = story('pal-landing-page', 'Reconnecting');
export const TextOnly: Story = story('pal-landing-page', 'TextOnly');
export const Chat: Story = story('pal-landing-page', 'Chat');
export const AudioOnly: Story = story('pal-landing-page', 'AudioOnly');
export const EndedByVisitor: Story = story('pal-landing-page', 'EndedByVisitor');
export const EndedByAgent: Story = story('pal-landing-page', 'EndedByAgent');
export const EndedByLimit: Story = story('pal-landing-page', 'EndedByLimit');
export const EndedByLostConnection: Story = story('pal-landing-page', 'EndedByLostConnection');
export const EndedByFailure: Story = story('pal-landing-page', 'EndedByFailure');
export const AfterCall: Story = story('pal-landing-page', 'AfterCall');
export const AfterCallFeedback: Story = story('pal-landing-page', 'AfterCallFeedback');
export const UnavailableInactive: Story = story('pal-landing-page', 'UnavailableInactive');
export const UnavailableClosed: Story = story('pal-landing-page', 'UnavailableClosed');
export const UnavailableClosedMessageSent: Story = story('pal-landing-page', 'UnavailableClosedMessageSent');
export const UnavailableClosedMessageFailed: Story = story(
  'pal-landing-page',
  'UnavailableClosedMessageFailed',
);
export const UnavailableDailyLimit: Story = story('pal-landing-page', 'UnavailableDailyLimit');
export const UnavailableTotalLimit: Story = story('pal-landing-page', 'UnavailableTotalLimit');
export const UnavailableVisitorLimit: Story = story('pal-landing-page', 'UnavailableVisitorLimit');
export const UnavailableBusy: Story = story('pal-landing-page', 'UnavailableBusy');
export const UnavailableOrigin: Story = story('pal-landing-page', 'UnavailableOrigin');
export const UnavailableUnknown: Story = story('pal-landing-page', 'UnavailableUnknown');
export const FailedNetwork: Story = story('pal-landing-page', 'FailedNetwork');
export const FailedRoom: Story = story('pal-landing-page', 'FailedRoom');

const page = (template: (typeof LANDING_TEMPLATES)[number]): Story => ({
  render: (controls) =>
    channel('pal-landing-page', controls, {
      ...STATES.FirstScreen(),
      deployment: {
        ...DEPLOYMENT,
        customization: {
          ...DEPLOYMENT.customization,
          landing_page: {
            template,
            title: 'Ask us about bikes',
            description: 'Mira knows our bikes, our workshop and our opening hours. Talk or type.',
            links: [
              { label: 'Imprint', url: 'https://example.com/imprint' },
              { label: 'Privacy', url: 'https://example.com/privacy' },
            ],
          },
        },
      },
    }),
});
export const TemplateSplit = page('split');
export const TemplateCentered = page('centered');
export const TemplatePoster = page('poster');
export const TemplateMinimal = page('minimal');
export const TemplateCard = page('card');
