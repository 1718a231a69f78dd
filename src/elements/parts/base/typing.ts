/**
 * Keeps typing inside a shadow tree. Outside of it an event's target is the host, so a page that spares text
 * fields from its one-key shortcuts would take the letters.
 */

const TYPING_EVENTS = ['keydown', 'keypress', 'keyup', 'copy', 'cut', 'paste'];
const FIELDS = 'input,textarea,select,[contenteditable]';
/** A page closes its own dialogs and holds the focus in them by these keys. */
const PAGE_KEYS = ['Escape', 'Tab'];

/** Stops the events of text fields in the host's shadow tree at the host, until the signal aborts. */
export function containTyping(host: HTMLElement, signal: AbortSignal): void {
  const stop = (event: Event & { key?: string }): void => {
    const [field] = event.composedPath();
    // The target of an event from a field that the page put into a slot is that field.
    if (event.target !== host || !(field instanceof Element) || !field.matches(FIELDS)) return;
    if (!PAGE_KEYS.includes(event.key ?? '')) event.stopPropagation();
  };
  for (const type of TYPING_EVENTS) host.addEventListener(type, stop, { signal });
}
