/** A call for a Vue page that draws it itself. */
import { onScopeDispose, shallowReadonly, shallowRef, type ShallowRef } from 'vue';
import {
  createSession,
  type Session,
  type SessionOptions,
  type SessionView,
} from '../headless/create-session.ts';

export interface Pal {
  /** Where the call stands. */
  view: Readonly<ShallowRef<SessionView>>;
  /** What can be asked. */
  session: Session;
}

/** A session of this component: it ends when the component goes. On a server it is idle. */
export function usePal(options: SessionOptions): Pal {
  const session = createSession(options);
  const view = shallowRef(session.view);
  const stop = session.subscribe((changed) => (view.value = changed));
  onScopeDispose(() => {
    stop();
    session.dispose();
  });
  return { view: shallowReadonly(view), session };
}
