/** Every state of a channel, by name. */
import { NO_DEVICES } from '../src/elements/session/devices.ts';
import type { Devices, EndReason, Line, MessageState, Phase, View } from '../src/elements/session/phases.ts';
import { agentPicture, screenPicture, visitorPicture } from './pictures.ts';
import { DEPLOYMENT, LIVE } from './scripted-session.ts';

export const line = (
  id: number,
  role: 'user' | 'pal',
  text: string,
  lineFields: Partial<Line> = {},
): Line => ({
  id: String(id),
  role,
  text,
  streaming: false,
  interrupted: false,
  at: 1_790_000_000_000 + id * 4000,
  ...lineFields,
});

export const TALK: Line[] = [
  line(1, 'pal', 'Hello, I am Mira from Northlight Cycles. What can I do for you?'),
  line(2, 'user', 'Hi! I am looking for a bicycle for my way to work.'),
  line(3, 'pal', 'Gladly. How long is your way, and are there hills on it?'),
  line(4, 'user', 'About eight kilometres, and one long hill.'),
  line(5, 'pal', 'Then I would look at the Aurora with its seven gears, or at the electric Borealis.'),
];

const microphone: Devices = {
  ...NO_DEVICES,
  microphone: { state: 'on', id: 'm1' },
  level: 0.45,
  microphones: [
    { id: 'm1', label: 'Built-in microphone' },
    { id: 'm2', label: 'Headset' },
  ],
  cameras: [
    { id: 'c1', label: 'Front camera' },
    { id: 'c2', label: 'Desk camera' },
  ],
};
const camera = (): Devices => ({
  ...microphone,
  camera: { state: 'on', id: 'c1' },
  preview: visitorPicture(),
});
const speaking = line(5, 'pal', 'Then I would look at the Aurora with its seven gears,', { streaming: true });
const liveState = (more: Partial<View> = {}): Partial<View> => ({
  phase: LIVE,
  agent: agentPicture(),
  devices: microphone,
  since: Date.now() - 84_000,
  lines: TALK,
  capabilities: { hearing: 'endpoint', answering: 'model', voice: 'endpoint', languages: ['en'] },
  ...more,
});
const refusedState = (state: 'denied' | 'missing' | 'in-use'): Partial<View> => ({
  phase: { is: 'gate', by: 'devices' },
  devices: { ...NO_DEVICES, microphone: { state, id: null } },
});
const endedState = (reason: EndReason): Partial<View> => ({
  phase: { is: 'ended', conversationId: 'c1', reason },
  lines: TALK,
});
type UnavailablePhase = Extract<Phase, { is: 'unavailable' }>;
const closedState = (message?: MessageState): Partial<View> => ({
  phase: { is: 'unavailable', reason: 'closed', ...(message ? { message } : {}) },
  deployment: { ...DEPLOYMENT, opens_at: '2026-08-03T07:00:00.000Z' },
});
const unavailable = (reason: Exclude<UnavailablePhase['reason'], 'closed'>): Partial<View> => ({
  phase: { is: 'unavailable', reason },
});
const customizedState = (customization: NonNullable<View['deployment']>['customization']) => ({
  deployment: { ...DEPLOYMENT, customization },
});
const password = (more: { refused?: boolean; waitSeconds?: number; busy?: boolean } = {}): Partial<View> => ({
  phase: { is: 'gate', by: 'password', refused: false, waitSeconds: null, busy: false, ...more },
});

/** States as functions, because the pictures of a state end with its session. */
export const STATES = {
  Loading: () => ({ phase: { is: 'loading' } }),
  FirstScreen: () => ({ phase: { is: 'ready' } }),
  FirstScreenRecorded: () => ({ phase: { is: 'ready' }, deployment: { ...DEPLOYMENT, recording: true } }),
  Resumable: () => ({ phase: { is: 'resumable' } }),
  Consent: () => ({
    phase: { is: 'gate', by: 'consent' },
    ...customizedState({
      consent: {
        required: true,
        text: 'We record this conversation and keep it for 30 days.',
        url: 'https://example.com/privacy',
      },
    }),
  }),
  HearingConsent: () => ({
    phase: { is: 'gate', by: 'hearing' },
    hearing: { where: 'cloud', state: 'ready' },
  }),
  Password: () => password(),
  PasswordWrong: () => password({ refused: true }),
  PasswordThrottled: () => password({ waitSeconds: 42 }),
  PasswordChecked: () => password({ busy: true }),
  CaptchaSolving: () => ({ phase: { is: 'gate', by: 'captcha', state: 'solving' } }),
  CaptchaProvider: () => ({
    phase: { is: 'gate', by: 'captcha', state: 'solving' },
    deployment: {
      ...DEPLOYMENT,
      captcha: { provider: 'turnstile', site_key: 'site-1', challenge_url: null },
    },
  }),
  CaptchaFailed: () => ({ phase: { is: 'gate', by: 'captcha', state: 'failed' } }),
  DeviceCheck: () => ({ phase: { is: 'gate', by: 'devices' } }),
  DeviceCheckMicrophoneOn: () => ({ phase: { is: 'gate', by: 'devices' }, devices: microphone }),
  DeviceCheckCameraOn: () => ({ phase: { is: 'gate', by: 'devices' }, devices: camera() }),
  DeviceCheckDenied: () => refusedState('denied'),
  DeviceCheckNone: () => refusedState('missing'),
  DeviceCheckInUse: () => refusedState('in-use'),
  Starting: () => ({ phase: { is: 'starting' } }),
  StartingMicrophoneAsked: () => ({
    phase: { is: 'starting' },
    devices: { ...NO_DEVICES, microphone: { state: 'asking', id: null } },
  }),
  FirstScreenChat: () => ({ phase: { is: 'ready' }, ...customizedState({ modality: 'chat' }) }),
  Connecting: () => ({ phase: { is: 'joining', conversationId: 'c1' } }),
  LiveDisclosure: () => liveState({ disclosure: 'You are talking to an AI.', activity: 'speaking' }),
  LiveListening: () => liveState({ activity: 'listening' }),
  LiveHeard: () =>
    liveState({
      activity: 'listening',
      visitorCaption: line(6, 'user', 'Do you also repair bicycles that I', { streaming: true }),
    }),
  LiveHeardAndSpeaking: () =>
    liveState({
      activity: 'speaking',
      caption: { ...speaking, id: '7' },
      visitorCaption: line(6, 'user', 'Do you also repair bicycles that I bought somewhere else?'),
    }),
  LiveThinking: () => liveState({ activity: 'thinking' }),
  LiveSpeaking: () => liveState({ activity: 'speaking', caption: speaking }),
  LiveInterrupted: () =>
    liveState({
      activity: 'listening',
      lines: [...TALK.slice(0, 4), { ...speaking, streaming: false, interrupted: true }],
      ...customizedState({ transcript: { panel: true } }),
    }),
  LiveMuted: () =>
    liveState({ devices: { ...microphone, microphone: { state: 'muted', id: 'm1' }, level: 0 } }),
  LiveTalkingWhileMuted: () =>
    liveState({
      devices: { ...microphone, microphone: { state: 'muted', id: 'm1' }, level: 0, mutedVoice: true },
    }),
  LiveDeviceSwitched: () =>
    liveState({ devices: { ...microphone, unplugged: { kind: 'microphone', now: 'Built-in microphone' } } }),
  LiveDeviceGone: () =>
    liveState({
      devices: {
        ...NO_DEVICES,
        microphone: { state: 'missing', id: null },
        unplugged: { kind: 'microphone', now: null },
      },
    }),
  LiveMicrophoneTaken: () =>
    liveState({ devices: { ...microphone, microphone: { state: 'in-use', id: 'm1' }, level: 0 } }),
  LiveMicrophoneDenied: () =>
    liveState({ devices: { ...NO_DEVICES, microphone: { state: 'denied', id: null } } }),
  LiveCameraOn: () => liveState({ devices: camera(), activity: 'listening' }),
  LiveScreenOffered: () => liveState({ activity: 'listening', screen: { offered: true, stream: null } }),
  LiveScreenShared: () =>
    liveState({
      activity: 'speaking',
      caption: speaking,
      devices: camera(),
      screen: { offered: true, stream: screenPicture() },
    }),
  LiveTranscript: () =>
    liveState({ activity: 'speaking', ...customizedState({ transcript: { panel: true } }) }),
  LiveSources: () =>
    liveState({
      activity: 'listening',
      lines: [
        ...TALK,
        line(6, 'pal', 'The Aurora costs 890 euros.', {
          sources: [{ document_id: 'd1', document_name: 'Price list' }],
        }),
      ],
      ...customizedState({ transcript: { panel: true } }),
    }),
  LiveBasicHearing: () =>
    liveState({
      activity: 'listening',
      capabilities: { hearing: 'embedded', answering: 'documents', voice: 'embedded', languages: ['en'] },
    }),
  LiveHeardOnDevice: () =>
    liveState({ activity: 'listening', hearing: { where: 'device', state: 'listening' } }),
  LiveHeardInCloud: () =>
    liveState({ activity: 'listening', hearing: { where: 'cloud', state: 'listening' } }),
  LiveHearingOffered: () =>
    liveState({ activity: 'listening', hearing: { where: 'device', state: 'downloadable' } }),
  LiveHearingDownloading: () =>
    liveState({ activity: 'listening', hearing: { where: 'device', state: 'downloading' } }),
  LiveHearingFailed: () =>
    liveState({ activity: 'listening', hearing: { where: 'device', state: 'failed' } }),
  LiveRecorded: () => liveState({ activity: 'listening', recording: true }),
  LiveWeakNetwork: () =>
    liveState({ activity: 'listening', phase: { ...LIVE, connection: 'weak' } as Phase }),
  Reconnecting: () => liveState({ phase: { ...LIVE, connection: 'reconnecting' } as Phase }),
  TextOnly: () =>
    liveState({ phase: { ...LIVE, transport: 'text' } as Phase, agent: null, devices: NO_DEVICES }),
  Chat: () =>
    liveState({
      phase: { ...LIVE, transport: 'text' } as Phase,
      agent: null,
      devices: NO_DEVICES,
      ...customizedState({ modality: 'chat' }),
    }),
  AudioOnly: () =>
    liveState({
      agent: null,
      activity: 'speaking',
      caption: speaking,
      ...customizedState({ modality: 'audio' }),
    }),
  EndedByVisitor: () => endedState('left'),
  EndedByAgent: () => endedState('agent'),
  EndedByLimit: () => endedState('limit'),
  EndedByLostConnection: () => endedState('lost'),
  EndedByFailure: () => endedState('error'),
  AfterCall: () => ({
    ...endedState('left'),
    ...customizedState({
      after_call: {
        title: 'Thank you for riding with us',
        description: 'Your way home is eight kilometres. We look forward to it.',
        btn_title: 'Talk to Mira again',
      },
    }),
  }),
  AfterCallFeedback: () => ({
    ...endedState('left'),
    ...customizedState({ after_call: { feedback: true } }),
  }),
  AfterCallFeedbackFailed: () => ({
    ...endedState('left'),
    ...customizedState({ after_call: { feedback: true } }),
    rating: 'failed',
  }),
  UnavailableInactive: () => unavailable('inactive'),
  UnavailableClosed: () => closedState(),
  UnavailableClosedMessageSent: () => closedState({ is: 'sent' }),
  UnavailableClosedMessageFailed: () => closedState({ is: 'failed', code: 'network', text: '' }),
  UnavailableDailyLimit: () => unavailable('daily_limit'),
  UnavailableTotalLimit: () => unavailable('total_limit'),
  UnavailableVisitorLimit: () => unavailable('user_limit'),
  UnavailableBusy: () => unavailable('busy'),
  UnavailableOrigin: () => unavailable('origin'),
  UnavailableUnknown: () => unavailable('unknown'),
  FailedNetwork: () => ({ phase: { is: 'failed', code: 'network', message: '', retryAfter: null } }),
  FailedRoom: () => ({
    phase: {
      is: 'failed',
      code: 'room_unavailable',
      message: 'The room cannot accept this call right now.',
      retryAfter: null,
    },
  }),
} satisfies Record<string, () => Partial<View>>;
export type StateName = keyof typeof STATES;
