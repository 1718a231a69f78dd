/**
 * The panel's events, which can be fired before other code is loaded; `events.ts` has all others. All bubble and
 * are composed, so that a page can listen on any ancestor.
 */
import { NativeEvent } from './parts/base/native-event.ts';

export class PalEvent extends NativeEvent {
  constructor(type: string, cancelable = false) {
    super(type, { bubbles: true, composed: true, cancelable });
  }
}

/** The panel opened. */
export class PalOpenEvent extends PalEvent {
  constructor() {
    super('pal-open');
  }
}
/** The panel closed; a running call continues. */
export class PalCloseEvent extends PalEvent {
  constructor() {
    super('pal-close');
  }
}
