/**
 * `palkit/session`: a call for a page that draws it itself. This much is on the page from the start; the
 * call's own code is a chunk that `prepare()` or `start()` loads.
 */
import { IDLE_VIEW } from './idle-view.ts';
import type { CallSession } from './running-session.ts';
import type { Session, SessionOptions, Tools } from './session.ts';
import type { SessionView } from './session-view.ts';

export { IDLE_VIEW };
export type * from './cards.ts';
export type * from './session.ts';
export type * from './session-view.ts';

/** Makes the session that a session runs on, and tells what it shows: the built-in one unless a test says. */
type Load = () => Promise<Pick<typeof import('./running-session.ts'), 'runSession' | 'viewer'>>;

const loadBuiltIn: Load = () => import('./running-session.ts');

/** Texts and variables that are told to a session made later. */
const MOST_SAID = 100;

/** A session that is idle. It needs no document, so a server may make one too. */
export function createSession(options: SessionOptions): Session {
  return sessionFrom(options, loadBuiltIn);
}

/** @internal For tests: a session on top of another one than the built-in. */
export function sessionFrom(options: SessionOptions, load: Load): Session {
  const listeners = new Set<(view: SessionView) => void>();
  let view = IDLE_VIEW;
  let tools: Tools = options.tools ?? {};
  let customization = options.customization ?? null;
  let running: CallSession | null = null;
  let loading: Promise<CallSession | null> | null = null;

  /** What the page told the agent by itself: a session that is made later is told it, too. */
  const said: Verb[] = [];
  const tell = (verb: Verb): void => {
    said.splice(0, said.push(verb) - MOST_SAID);
    if (running) verb(running);
  };

  const show = (changed: SessionView): void => {
    if (changed === view) return;
    view = changed;
    for (const listener of [...listeners]) listener(view);
  };

  const open = (): Promise<CallSession | null> => {
    const opened: Promise<CallSession | null> = load().then(
      ({ runSession, viewer }) => {
        // Disposed meanwhile.
        if (loading !== opened) return null;
        const session = runSession(options, () => tools);
        const draw = viewer();
        running = session;
        session.customize(customization);
        said.forEach((verb) => verb(session));
        session.subscribe((drawn) => {
          if (running === session) show(draw(drawn));
        });
        return session;
      },
      () => {
        if (loading !== opened) return null;
        loading = null;
        show({ ...IDLE_VIEW, phase: UNLOADED });
        return null;
      },
    );
    return opened;
  };
  const opening = (): Promise<CallSession | null> => (loading ??= open());
  /** Asks what runs, or is about to; else there is nothing to ask. */
  const ask = (verb: (session: CallSession) => void): void => {
    if (running) verb(running);
    else
      void loading?.then((session) => {
        if (session && session === running) verb(session);
      });
  };

  return {
    get view() {
      return view;
    },
    get tools() {
      return tools;
    },
    set tools(given) {
      tools = given;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    prepare: async () => (await opening())?.prepare(),
    start: () => void opening().then((session) => session?.begin()),
    ...verbs(ask),
    sendContext: (text) => tell((session) => session.sendContext(text)),
    setVariables: (variables) => tell((session) => session.setVariables(variables)),
    customize: (given) => {
      customization = given;
      ask((session) => session.customize(given));
    },
    reset: () => (running || loading ? ask((session) => session.again()) : show(IDLE_VIEW)),
    dispose: () => {
      const session = running;
      running = loading = null;
      session?.dispose();
      show(IDLE_VIEW);
    },
  };
}

/** The call's code did not come. */
const UNLOADED = {
  is: 'failed',
  code: 'network',
  message: 'The call could not be loaded.',
  retryAfter: null,
} as const;

type Verb = (session: CallSession) => void;
type Asked = (verb: Verb) => void;
type Verbs = Omit<
  Session,
  | 'view'
  | 'tools'
  | 'subscribe'
  | 'prepare'
  | 'start'
  | 'sendContext'
  | 'setVariables'
  | 'customize'
  | 'reset'
  | 'dispose'
>;

/** What is handed on as it is. */
const verbs = (ask: Asked): Verbs => ({
  resume: () => ask((session) => session.resume()),
  acceptConsent: () => ask((session) => session.consent()),
  agreeHearing: (yes) => ask((session) => session.agreeHearing(yes)),
  installHearing: () => ask((session) => session.installHearing()),
  submitPassword: (password) => ask((session) => session.password(password)),
  retryCaptcha: () => ask((session) => session.retryCaptcha()),
  requestDevices: (wanted) => ask((session) => session.askDevices(wanted)),
  selectDevice: (kind, id) => ask((session) => session.chooseDevice(kind, id)),
  confirmDevices: () => ask((session) => session.confirmDevices()),
  say: (text) => ask((session) => session.say(text)),
  interrupt: () => ask((session) => session.interrupt()),
  setMicrophone: (on) => ask((session) => session.setMicrophone(on)),
  setCamera: (on) => ask((session) => session.setCamera(on)),
  setScreen: (on) => ask((session) => session.setScreen(on)),
  answerCard: (answer) => ask((session) => session.answerCard(answer)),
  rate: (rating, comment = '') => ask((session) => session.rate(rating, comment)),
  end: () => ask((session) => session.end()),
});
