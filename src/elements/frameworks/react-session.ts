/** A call for a React page that draws it itself, and the parts that it may be drawn with. */
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
  /** Where the call stands; the component is drawn anew when it changes. */
  view: SessionView;
  /** What can be asked; the same object for as long as deployment and service are the same. */
  session: Session;
}

/**
 * A session of this component: it ends when the component goes, and another deployment or service is another one.
 * `tools` and `customization` are those of the latest render, all else is as it was at first. On a server it
 * is idle.
 */
export function usePal(options: SessionOptions): Pal {
  const { deploymentId, baseUrl, tools, customization } = options;
  const [made, make] = useState(() => ({ deploymentId, baseUrl, session: createSession(options) }));
  let { session } = made;
  if (made.deploymentId !== deploymentId || made.baseUrl !== baseUrl) {
    session = createSession(options);
    make({ deploymentId, baseUrl, session });
  }
  const view = useSyncExternalStore(
    session.subscribe,
    () => session.view,
    () => session.view,
  );
  useEffect(() => {
    session.tools = tools ?? {};
  }, [session, tools]);
  // An object written in markup is another one at each render.
  const wanted = JSON.stringify(customization ?? null);
  const known = useRef('');
  useEffect(() => {
    if (known.current !== '' && known.current !== wanted)
      session.customize(JSON.parse(wanted) as Record<string, unknown> | null);
    known.current = wanted;
  }, [session, wanted]);
  useEffect(() => () => session.dispose(), [session]);
  return { view, session };
}

/** Which of `palkit/parts`. */
type PartTag =
  'pal-stage' | 'pal-captions' | 'pal-transcript' | 'pal-composer' | 'pal-controls' | 'pal-canvas';

export interface PalPartProps {
  session: Session;
  id?: string;
  className?: string;
  style?: CSSProperties;
}

function part(tag: PartTag, displayName: string): FunctionComponent<PalPartProps> {
  const component: FunctionComponent<PalPartProps> = ({ session, className, ...others }) => {
    const element = useRef<(HTMLElement & { session: Session | null }) | null>(null);
    useEffect(() => {
      let mounted = true;
      // Not before it is there: what was followed by nobody would stay so.
      void import('../own-parts.ts').then(() => {
        if (mounted) element.current!.session = session;
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

/** The agent's picture, with the visitor's own in a corner. */
export const PalStage = part('pal-stage', 'PalStage');
/** The words being said. */
export const PalCaptions = part('pal-captions', 'PalCaptions');
/** What was said, line by line. */
export const PalTranscript = part('pal-transcript', 'PalTranscript');
/** A line to type in. */
export const PalComposer = part('pal-composer', 'PalComposer');
/** Microphone, camera, screen and leaving. */
export const PalControls = part('pal-controls', 'PalControls');
/** The card that the agent shows. */
export const PalCanvas = part('pal-canvas', 'PalCanvas');
