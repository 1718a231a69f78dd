/**
 * The channels for Angular templates, as standalone directives on their own tags: no CUSTOM_ELEMENTS_SCHEMA is
 * needed, inputs are typed, and events by the elements' own types. And a call for a component that draws it itself.
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
/** All three, for a component's `imports`. */
export const PAL_DIRECTIVES = [PalWidgetDirective, PalEmbedDirective, PalLandingPageDirective] as const;

export interface Pal {
  /** Where the call stands. */
  view: Signal<SessionView>;
  /** What can be asked. */
  session: Session;
}

/** A session of the component that is being made: it ends when that goes. On a server it is idle. */
export function injectPal(options: SessionOptions): Pal {
  const session = createSession(options);
  const view = signal(session.view);
  const stop = session.subscribe((changed) => view.set(changed));
  inject(DestroyRef).onDestroy(() => {
    stop();
    session.dispose();
  });
  return { view: view.asReadonly(), session };
}
