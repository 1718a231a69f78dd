/**
 * Keeps keyboard events of text fields inside a shadow tree. Outside it, the target of an event is the host element,
 * so a page that excludes text fields from its shortcuts would not recognise them and would handle the keys.
 */

const TYPING_EVENTS = ['keydown', 'keypress', 'keyup', 'copy', 'cut', 'paste'];
const FIELDS = 'input,textarea,select,[contenteditable]';
/** Keys with which a page closes its own dialogs and keeps the focus inside them. */
const PAGE_KEYS = ['Escape', 'Tab'];
const CONTROLS = 'button,a,[tabindex]';
/** Keys that press a control or move within it; all other keys are passed to the page. */
const CONTROL_KEYS = /^( |Enter|Arrow.*|Home|End|Page.*)$/;

/**
 * Stops the events of text fields and the keys of controls in the host's shadow tree at the host, until the signal
 * aborts.
 */
export function containTyping(host: HTMLElement, signal: AbortSignal): void {
  const stop = (event: Event & { key?: string }): void => {
    const [field] = event.composedPath();
    // If the page put the field into a slot, the event's target is the field and not the host.
    if (event.target !== host || !(field instanceof Element)) return;
    const { key = '' } = event;
    if (field.matches(FIELDS)) {
      if (PAGE_KEYS.includes(key)) return;
      typeAnyway(field as HTMLElement, event as KeyboardEvent);
    } else if (!field.matches(CONTROLS) || !CONTROL_KEYS.test(key)) return;
    event.stopPropagation();
  };
  for (const type of TYPING_EVENTS) host.addEventListener(type, stop, { signal });
  // Capturing listeners on the window run first. They skip editable elements, so the host claims to be editable
  // while a text field has the focus.
  Object.defineProperty(host, 'isContentEditable', {
    configurable: true,
    get: () => focusedIn(host)?.matches(FIELDS) === true,
  });
}

/** Types a letter although a listener of the page has prevented the default action, and restores the focus. */
function typeAnyway(field: HTMLElement, event: KeyboardEvent): void {
  const { type, key, defaultPrevented, ctrlKey, metaKey, altKey } = event;
  if (type !== 'keydown' || !defaultPrevented || key.length > 1 || ctrlKey || metaKey || altKey) return;
  field.focus();
  document.execCommand('insertText', false, key);
}

/** Returns the focused element inside all nested shadow trees. */
function focusedIn(host: HTMLElement): Element | null {
  let focusedElement: Element | null = host;
  while (focusedElement?.shadowRoot) focusedElement = focusedElement.shadowRoot.activeElement;
  return focusedElement;
}
