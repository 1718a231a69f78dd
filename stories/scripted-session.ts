/** A fake session for stories and tests. It shows any view and records calls of its methods. */
import { NO_DEVICES } from '../src/elements/session/devices.ts';
import type { View, CallSession } from '../src/elements/session/phases.ts';

export const DEPLOYMENT: NonNullable<View['deployment']> = {
  deployment_id: 'd1',
  channel: 'widget',
  customization: {},
  has_password: false,
  thumbnail_video_url: '',
  thumbnail_image_url: 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==',
  pal_display_name: 'Mira',
  languages: ['en'],
  limits: { max_call_duration: 3600 },
  captcha: null,
  is_available: true,
  unavailable_reason: null,
};

export const IDLE: View = {
  phase: { is: 'idle' },
  deployment: DEPLOYMENT,
  lines: [],
  caption: null,
  visitorCaption: null,
  canvas: { card: null, state: 'open' },
  disclosure: null,
  activity: 'idle',
  devices: NO_DEVICES,
  screen: { offered: false, stream: null },
  agent: null,
  capabilities: null,
  hearing: null,
  recording: false,
  since: null,
  endsSoon: false,
  rating: 'none',
};

export const LIVE: View['phase'] = {
  is: 'live',
  conversationId: 'c1',
  transport: 'media',
  connection: 'good',
};

export const CARD: View['canvas'] = {
  card: {
    tool_call_id: 't1',
    component: 'question',
    arguments: {
      question: 'What would you like?',
      options: [
        { id: 'a', label: 'Apples' },
        { id: 'b', label: 'Pears' },
      ],
      multi_select: false,
      allow_other: true,
      layout: undefined,
    },
  },
  state: 'open',
};

type Verb = Exclude<keyof CallSession, 'view' | 'subscribe'>;

export class ScriptedSession implements CallSession {
  view: View = IDLE;
  readonly calls: [Verb, ...unknown[]][] = [];
  #listeners = new Set<(view: View) => void>();

  show(changed: Partial<View>): void {
    this.view = { ...this.view, ...changed };
    for (const listener of this.#listeners) listener(this.view);
  }
  subscribe(listener: (view: View) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  async prepare(): Promise<void> {
    this.calls.push(['prepare']);
  }
  customize = (override: unknown) => void this.calls.push(['customize', override]);
  begin = (mode?: string) => void this.calls.push(mode ? ['begin', mode] : ['begin']);
  resume = () => void this.calls.push(['resume']);
  consent = () => void this.calls.push(['consent']);
  agreeHearing = (yes: boolean) => void this.calls.push(['agreeHearing', yes]);
  installHearing = () => void this.calls.push(['installHearing']);
  password = (value: string) => void this.calls.push(['password', value]);
  retryCaptcha = () => void this.calls.push(['retryCaptcha']);
  askDevices = (devices: { microphone: boolean; camera: boolean }) =>
    void this.calls.push(['askDevices', devices.microphone, devices.camera]);
  chooseDevice = (kind: string, id: string) => void this.calls.push(['chooseDevice', kind, id]);
  confirmDevices = () => void this.calls.push(['confirmDevices']);
  say = (text: string) => void this.calls.push(['say', text]);
  sendContext = (text: string) => void this.calls.push(['sendContext', text]);
  setVariables = (variables: object) => void this.calls.push(['setVariables', variables]);
  interrupt = () => void this.calls.push(['interrupt']);
  setMicrophone = (on: boolean) => void this.calls.push(['setMicrophone', on]);
  setScreen = (on: boolean) => void this.calls.push(['setScreen', on]);
  setCamera = (on: boolean) => void this.calls.push(['setCamera', on]);
  answerCard = (answer: unknown) => void this.calls.push(['answerCard', answer]);
  rate = (rating: number, comment: string) => void this.calls.push(['rate', rating, comment]);
  leaveMessage = (message: object) => void this.calls.push(['leaveMessage', message]);
  end = () => void this.calls.push(['end']);
  again = () => void this.calls.push(['again']);
  dispose = () => void this.calls.push(['dispose']);
}
