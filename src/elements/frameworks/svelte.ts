/** A session for a Svelte page that draws the call itself, and types of the channels for templates. */
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
  session: Session;
}

/** Creates a session as a store. The call ends when the last subscriber leaves; another call can be started. */
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
      // A subscriber that leaves immediately has only read the value, as `get(pal)` does.
      let hasStayed = false;
      queueMicrotask(() => (hasStayed = true));
      return () => {
        if (!subscribed) return;
        subscribed = false;
        subscribers--;
        stop();
        if (!hasStayed) return;
        // Wait for a microtask, so that the call continues when one component replaces another.
        queueMicrotask(() => {
          if (subscribers === 0) session.dispose();
        });
      };
    },
  };
}
