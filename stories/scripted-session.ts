/**
 * A session that shows what it is told to show, and remembers what it was asked for: for stories and tests
 * alike.
 */
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
  readonly asked: [Verb, ...unknown[]][] = [];
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
    this.asked.push(['prepare']);
  }
  customize = (override: unknown) => void this.asked.push(['customize', override]);
  begin = () => void this.asked.push(['begin']);
  resume = () => void this.asked.push(['resume']);
  consent = () => void this.asked.push(['consent']);
  agreeHearing = (yes: boolean) => void this.asked.push(['agreeHearing', yes]);
  installHearing = () => void this.asked.push(['installHearing']);
  password = (value: string) => void this.asked.push(['password', value]);
  retryCaptcha = () => void this.asked.push(['retryCaptcha']);
  askDevices = (wanted: { microphone: boolean; camera: boolean }) =>
    void this.asked.push(['askDevices', wanted.microphone, wanted.camera]);
  chooseDevice = (kind: string, id: string) => void this.asked.push(['chooseDevice', kind, id]);
  confirmDevices = () => void this.asked.push(['confirmDevices']);
  say = (text: string) => void this.asked.push(['say', text]);
  sendContext = (text: string) => void this.asked.push(['sendContext', text]);
  setVariables = (variables: object) => void this.asked.push(['setVariables', variables]);
  interrupt = () => void this.asked.push(['interrupt']);
  setMicrophone = (on: boolean) => void this.asked.push(['setMicrophone', on]);
  setScreen = (on: boolean) => void this.asked.push(['setScreen', on]);
  setCamera = (on: boolean) => void this.asked.push(['setCamera', on]);
  answerCard = (answer: unknown) => void this.asked.push(['answerCard', answer]);
  rate = (rating: number, comment: string) => void this.asked.push(['rate', rating, comment]);
  end = () => void this.asked.push(['end']);
  again = () => void this.asked.push(['again']);
  dispose = () => void this.asked.push(['dispose']);
}
