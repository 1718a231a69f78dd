/**
 * The events of the frame itself, which is there before anything is loaded; those of a session are in
 * `events.ts`. All bubble and are composed, so that a page hears them anywhere above.
 */
export class PalEvent extends Event {
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
/** The panel closed; a call goes on. */
export class PalCloseEvent extends PalEvent {
  constructor() {
    super('pal-close');
  }
}
