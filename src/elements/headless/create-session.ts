/**
 * `palkit/session`: a call for a page that draws it itself. The page loads this module initially; the code of the
 * call is a chunk that `prepare()` or `start()` loads.
 */
import { IDLE_VIEW } from './idle-view.ts';
import type { CallSession } from './running-session.ts';
import type { Session, SessionOptions, Tools } from './session.ts';
import type { SessionView } from './session-view.ts';

export { IDLE_VIEW };
export type * from './cards.ts';
export type * from './session.ts';
export type * from './session-view.ts';

/** Loads the code that creates a session; tests pass their own. */
type Load = () => Promise<Pick<typeof import('./running-session.ts'), 'runSession' | 'viewer'>>;

const loadBuiltIn: Load = () => import('./running-session.ts');

/** Maximum number of context updates that are stored for a session that is created later. */
const MAX_UPDATES = 100;

/** Creates an idle session. It needs no document, so it can also be created on a server. */
export function createSession(options: SessionOptions): Session {
  return sessionFrom(options, loadBuiltIn);
}

/** @internal Creates a session with another implementation, for tests. */
export function sessionFrom(options: SessionOptions, load: Load): Session {
  const listeners = new Set<(view: SessionView) => void>();
  let view = IDLE_VIEW;
  let tools: Tools = options.tools ?? {};
  let customization = options.customization ?? null;
  let running: CallSession | null = null;
  let loading: Promise<CallSession | null> | null = null;

  /** Context and variables that the page has set; a session that is created later gets them too. */
  const storedUpdates: Verb[] = [];
  const storeUpdate = (verb: Verb): void => {
    storedUpdates.splice(0, storedUpdates.push(verb) - MAX_UPDATES);
    if (running) verb(running);
  };

  const publish = (newView: SessionView): void => {
    if (newView === view) return;
    view = newView;
    for (const listener of [...listeners]) listener(view);
  };

  const openSession = (): Promise<CallSession | null> => {
    const sessionLoad: Promise<CallSession | null> = load().then(
      ({ runSession, viewer }) => {
        // The session was disposed while its code was loading.
        if (loading !== sessionLoad) return null;
        const session = runSession(options, () => tools);
        const draw = viewer();
        running = session;
        session.customize(customization);
        storedUpdates.forEach((verb) => verb(session));
        session.subscribe((view) => {
          if (running === session) publish(draw(view));
        });
        return session;
      },
      () => {
        if (loading !== sessionLoad) return null;
        loading = null;
        publish({ ...IDLE_VIEW, phase: LOAD_FAILURE });
        return null;
      },
    );
    return sessionLoad;
  };
  const ensureOpen = (): Promise<CallSession | null> => (loading ??= openSession());
  /** Passes a request to the running session, or to the session that is loading. */
  const passRequest = (verb: (session: CallSession) => void): void => {
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
    set tools(replacement) {
      tools = replacement;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    prepare: async () => (await ensureOpen())?.prepare(),
    ...startMethods(ensureOpen),
    ...requestMethods(passRequest),
    sendContext: (text) => storeUpdate((session) => session.sendContext(text)),
    setVariables: (variables) => storeUpdate((session) => session.setVariables(variables)),
    customize: (changes) => {
      customization = changes;
      passRequest((session) => session.customize(changes));
    },
    reset: () => (running || loading ? passRequest((session) => session.again()) : publish(IDLE_VIEW)),
    dispose: () => {
      const session = running;
      running = loading = null;
      session?.dispose();
      publish(IDLE_VIEW);
    },
  };
}

/** The phase if the call's code could not be loaded. */
const LOAD_FAILURE = {
  is: 'failed',
  code: 'network',
  message: 'The call could not be loaded.',
  retryAfter: null,
} as const;

type Verb = (session: CallSession) => void;
type PassRequest = (verb: Verb) => void;
type SessionActions = Omit<
  Session,
  | 'view'
  | 'tools'
  | 'subscribe'
  | 'prepare'
  | 'start'
  | 'startInWriting'
  | 'sendContext'
  | 'setVariables'
  | 'customize'
  | 'reset'
  | 'dispose'
>;

/** Returns the two methods that start a call. They load the session's code first. */
const startMethods = (
  ensureOpen: () => Promise<CallSession | null>,
): Pick<Session, 'start' | 'startInWriting'> => ({
  start: () => void ensureOpen().then((session) => session?.begin('voice')),
  startInWriting: () => void ensureOpen().then((session) => session?.begin('text')),
});

/** Returns the methods that pass their requests to the session unchanged. */
const requestMethods = (passRequest: PassRequest): SessionActions => ({
  resume: () => passRequest((session) => session.resume()),
  acceptConsent: () => passRequest((session) => session.consent()),
  agreeHearing: (yes) => passRequest((session) => session.agreeHearing(yes)),
  installHearing: () => passRequest((session) => session.installHearing()),
  submitPassword: (password) => passRequest((session) => session.password(password)),
  retryCaptcha: () => passRequest((session) => session.retryCaptcha()),
  requestDevices: (devices) => passRequest((session) => session.askDevices(devices)),
  selectDevice: (kind, id) => passRequest((session) => session.chooseDevice(kind, id)),
  confirmDevices: () => passRequest((session) => session.confirmDevices()),
  say: (text) => passRequest((session) => session.say(text)),
  interrupt: () => passRequest((session) => session.interrupt()),
  setMicrophone: (on) => passRequest((session) => session.setMicrophone(on)),
  setCamera: (on) => passRequest((session) => session.setCamera(on)),
  setScreen: (on) => passRequest((session) => session.setScreen(on)),
  answerCard: (answer) => passRequest((session) => session.answerCard(answer)),
  rate: (rating, comment = '') => passRequest((session) => session.rate(rating, comment)),
  leaveMessage: (message) => passRequest((session) => session.leaveMessage(message)),
  end: () => passRequest((session) => session.end()),
});
