import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { ServiceError } from '../../src/contract/service-error.ts';
import type { Channel } from '../../src/elements/channel.ts';
import { browserClock } from '../../src/elements/session/clock.ts';
import { scriptedRooms, SCRIPTS, type ScriptName } from '../../src/elements/session/scripted-room.ts';
import { ServiceSession } from '../../src/elements/session/session.ts';
import { onAPage } from '../channels.ts';
import { agentPicture, FACE } from '../pictures.ts';
import { DEPLOYMENT } from '../scripted-session.ts';
import { fakeService, type FakeServiceOptions } from '../service.ts';

interface CallControls {
  script: ScriptName;
  /** The password of the gate; empty for none. */
  password: string;
  consent: boolean;
  deviceCheck: boolean;
  modality: 'video' | 'audio' | 'chat';
  start: 'by hand' | 'at once';
}

/**
 * Complete sessions: the real session and element, with a scripted room and a fake service that follows the contract.
 */
const meta: Meta<CallControls> = {
  title: 'Channels/Whole sessions',
  component: 'pal-embed',
  args: {
    script: 'small-talk',
    password: '',
    consent: false,
    deviceCheck: false,
    modality: 'video',
    start: 'at once',
  },
  argTypes: {
    script: { control: 'select', options: Object.keys(SCRIPTS) },
    modality: { control: 'inline-radio', options: ['video', 'audio', 'chat'] },
    start: { control: 'inline-radio', options: ['by hand', 'at once'] },
  },
  render: (controls) => callStory(controls),
};
export default meta;
type Story = StoryObj<CallControls>;

function callStory(
  { script, password, consent, deviceCheck, modality, start }: CallControls,
  serviceOptions: Partial<FakeServiceOptions> = {},
): HTMLElement {
  const deployment = {
    ...DEPLOYMENT,
    channel: 'embed' as const,
    thumbnail_image_url: FACE,
    has_password: password !== '',
    customization: { modality, show_haircheck: deviceCheck, consent: { required: consent } },
  };
  const element = document.createElement('pal-embed') as Channel;
  Object.assign(element, {
    deploymentId: 'd1',
    theme: 'light',
    poster: FACE,
    createSession: () =>
      new ServiceSession({
        baseUrl: 'https://palkit.invalid',
        deploymentId: 'd1',
        fetch: fakeService({ deployment, ...(password ? { password } : {}), ...serviceOptions }),
        rooms: scriptedRooms(SCRIPTS[script], browserClock, agentPicture),
        solve: async () => 'a-token',
      }),
  });
  if (start === 'at once') queueMicrotask(() => void element.start());
  return onAPage(element);
}

export const SmallTalk: Story = {};
export const Discloses: Story = { args: { script: 'discloses' } };
export const ShowsACard: Story = { args: { script: 'shows-a-card' } };
export const AgentHangsUp: Story = { args: { script: 'agent-hangs-up' } };
export const ReachesTheLimit: Story = { args: { script: 'reaches-the-limit' } };
export const DropsAndRejoins: Story = { args: { script: 'drops-and-rejoins' } };
export const InWriting: Story = { args: { modality: 'chat' } };
export const EveryGate: Story = { args: { consent: true, deviceCheck: true, password: 'northlight' } };
export const FirstScreen: Story = { args: { start: 'by hand' } };
export const Busy: Story = {
  render: (controls) => callStory(controls, { refuses: new ServiceError('busy') }),
};
