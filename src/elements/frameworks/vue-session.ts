/** A session for a Vue page that draws the call itself. */
import { onScopeDispose, shallowReadonly, shallowRef, type ShallowRef } from 'vue';
import {
  createSession,
  type Session,
  type SessionOptions,
  type SessionView,
} from '../headless/create-session.ts';

export interface Pal {
  /** The session's current view. */
  view: Readonly<ShallowRef<SessionView>>;
  session: Session;
}

/** Creates a session for this component, which ends with the component's scope. On a server it stays idle. */
export function usePal(options: SessionOptions): Pal {
  const session = createSession(options);
  const view = shallowRef(session.view);
  const stop = session.subscribe((newView) => (view.value = newView));
  onScopeDispose(() => {
    stop();
    session.dispose();
  });
  return { view: shallowReadonly(view), session };
}
