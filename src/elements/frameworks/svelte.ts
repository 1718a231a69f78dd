/** A call for a Svelte page that draws it itself, and what templates may say of the channels. */
import {
  createSession,
  type Session,
  type SessionOptions,
  type SessionView,
} from '../headless/create-session.ts';
export type * from './svelte-templates.ts';

export interface PalStore {
  /** Svelte's store contract: `$pal` in a component is the view. */
  subscribe(run: (view: SessionView) => void): () => void;
  /** What can be asked. */
  session: Session;
}

/** A session as a store: when nobody subscribes any more the call ends, and may be started again. */
export function palStore(options: SessionOptions): PalStore {
  const session = createSession(options);
  let subscribers = 0;
  return {
    session,
    subscribe(run) {
      subscribers++;
      const stop = session.subscribe(run);
      run(session.view);
      let subscribed = true;
      // One that goes at once has only read, as `get(pal)` does.
      let stayed = false;
      queueMicrotask(() => (stayed = true));
      return () => {
        if (!subscribed) return;
        subscribed = false;
        subscribers--;
        stop();
        if (!stayed) return;
        // From one component to the next it goes on.
        queueMicrotask(() => {
          if (subscribers === 0) session.dispose();
        });
      };
    },
  };
}
