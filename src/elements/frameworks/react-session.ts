/** A session for a React page that draws the call itself, and components for the parts of a call. */
import {
  createElement,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type CSSProperties,
  type FunctionComponent,
} from 'react';
import {
  createSession,
  type Session,
  type SessionOptions,
  type SessionView,
} from '../headless/create-session.ts';

export interface Pal {
  /** The session's current view; a change renders the component again. */
  view: SessionView;
  /** The same object until the deployment or the service changes. */
  session: Session;
}

/**
 * Creates a session for this component. The session ends on unmount, and is replaced when the deployment or the
 * service changes. `tools` and `customization` follow the latest render; other options keep their first value.
 * During server rendering the session stays idle.
 */
export function usePal(options: SessionOptions): Pal {
  const { deploymentId, baseUrl, tools, customization } = options;
  const [current, replaceCurrent] = useState(() => ({
    deploymentId,
    baseUrl,
    session: createSession(options),
  }));
  let { session } = current;
  if (current.deploymentId !== deploymentId || current.baseUrl !== baseUrl) {
    session = createSession(options);
    replaceCurrent({ deploymentId, baseUrl, session });
  }
  const view = useSyncExternalStore(
    session.subscribe,
    () => session.view,
    () => session.view,
  );
  useEffect(() => {
    session.tools = tools ?? {};
  }, [session, tools]);
  // An object literal in JSX is a new object in each render, so compare the contents.
  const serialised = JSON.stringify(customization ?? null);
  const latest = useRef('');
  useEffect(() => {
    if (latest.current !== '' && latest.current !== serialised)
      session.customize(JSON.parse(serialised) as Record<string, unknown> | null);
    latest.current = serialised;
  }, [session, serialised]);
  useEffect(() => () => session.dispose(), [session]);
  return { view, session };
}

/** Tags of `palkit/parts`. */
type PartTag =
  | 'pal-stage'
  | 'pal-captions'
  | 'pal-transcript'
  | 'pal-composer'
  | 'pal-controls'
  | 'pal-canvas';

export interface PalPartProps {
  session: Session;
  id?: string;
  className?: string;
  style?: CSSProperties;
}

function createPart(tag: PartTag, displayName: string): FunctionComponent<PalPartProps> {
  const component: FunctionComponent<PalPartProps> = ({ session, className, ...others }) => {
    const element = useRef<(HTMLElement & { session: Session | null }) | null>(null);
    useEffect(() => {
      let mounted = true;
      // Wait for `own-parts`: a part that gets its session before its class is defined would never follow it.
      void import('../own-parts.ts').then(() => {
        if (mounted && element.current) element.current.session = session;
      });
      return () => {
        mounted = false;
      };
    }, [session]);
    return createElement(tag, { ...others, class: className, ref: element });
  };
  component.displayName = displayName;
  return component;
}

/** The agent's picture, with the visitor's camera in a corner. */
export const PalStage = createPart('pal-stage', 'PalStage');
/** The words that are being spoken. */
export const PalCaptions = createPart('pal-captions', 'PalCaptions');
/** The spoken and typed lines. */
export const PalTranscript = createPart('pal-transcript', 'PalTranscript');
/** A text field for the visitor's messages. */
export const PalComposer = createPart('pal-composer', 'PalComposer');
/** Buttons for microphone, camera, screen sharing and leaving. */
export const PalControls = createPart('pal-controls', 'PalControls');
/** The card that the agent shows. */
export const PalCanvas = createPart('pal-canvas', 'PalCanvas');
