/**
 * The channels for Angular templates, as standalone directives for their tags. Inputs and events are typed, and no
 * CUSTOM_ELEMENTS_SCHEMA is needed. Also a session for a component that draws the call itself.
 */
import { DestroyRef, inject, signal, type Signal } from '@angular/core';
import '../define.ts';
import {
  createSession,
  type Session,
  type SessionOptions,
  type SessionView,
} from '../headless/create-session.ts';
import { PalEmbedDirective, PalLandingPageDirective, PalWidgetDirective } from './angular-templates.ts';

export { PalEmbedDirective, PalLandingPageDirective, PalWidgetDirective };
/** All three directives, for a component's `imports`. */
export const PAL_DIRECTIVES = [PalWidgetDirective, PalEmbedDirective, PalLandingPageDirective] as const;

export interface Pal {
  /** The session's current view. */
  view: Signal<SessionView>;
  session: Session;
}

/** Creates a session that ends when the injecting component is destroyed. On a server it stays idle. */
export function injectPal(options: SessionOptions): Pal {
  const session = createSession(options);
  const view = signal(session.view);
  const stop = session.subscribe((newView) => view.set(newView));
  inject(DestroyRef).onDestroy(() => {
    stop();
    session.dispose();
  });
  return { view: view.asReadonly(), session };
}
