/**
 * Keeps typing inside a shadow tree. Outside of it an event's target is the host, so a page that spares text
 * fields and buttons from its shortcuts would take the keys.
 */

const TYPING_EVENTS = ['keydown', 'keypress', 'keyup', 'copy', 'cut', 'paste'];
const FIELDS = 'input,textarea,select,[contenteditable]';
/** A page uses these keys to close its own dialogs and to hold the focus inside them. */
const PAGE_KEYS = ['Escape', 'Tab'];
const CONTROLS = 'button,a,[tabindex]';
/** These press a control or move within it; its other keys are for the page. */
const CONTROL_KEYS = /^( |Enter|Arrow.*|Home|End|Page.*)$/;

/** Stops the events of text fields in the host's shadow tree at the host, until the signal aborts. */
export function containTyping(host: HTMLElement, signal: AbortSignal): void {
  const stop = (event: Event & { key?: string }): void => {
    const [field] = event.composedPath();
    // The target of an event from a field that the page put into a slot is that field.
    if (event.target !== host || !(field instanceof Element)) return;
    const { key = '' } = event;
    if (field.matches(FIELDS)) {
      if (PAGE_KEYS.includes(key)) return;
      typeAnyway(field as HTMLElement, event as KeyboardEvent);
    } else if (!field.matches(CONTROLS) || !CONTROL_KEYS.test(key)) return;
    event.stopPropagation();
  };
  for (const type of TYPING_EVENTS) host.addEventListener(type, stop, { signal });
  // Listeners on the window that capture events run first, and skip elements that can be edited.
  Object.defineProperty(host, 'isContentEditable', {
    configurable: true,
    get: () => focusedIn(host)?.matches(FIELDS) === true,
  });
}

/** Types a letter that such a listener took from a field, and takes the focus back. */
function typeAnyway(field: HTMLElement, event: KeyboardEvent): void {
  const { type, key, defaultPrevented, ctrlKey, metaKey, altKey } = event;
  if (type !== 'keydown' || !defaultPrevented || key.length > 1 || ctrlKey || metaKey || altKey) return;
  field.focus();
  document.execCommand('insertText', false, key);
}

/** The focused element, through all shadow trees. */
function focusedIn(host: HTMLElement): Element | null {
  let focused: Element | null = host;
  while (focused?.shadowRoot) focused = focused.shadowRoot.activeElement;
  return focused;
}
