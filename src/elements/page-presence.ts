/** Follows an element's place in its page, and the page's own comings and goings. */

/** Milliseconds that an element may be detached; a router or a view transition takes a frame or more to move it. */
const MOVE_MS = 500;

/** The element that is followed. */
export interface PresentElement extends HTMLElement {
  readonly updateComplete: Promise<boolean>;
  /** Called when a visitor may see the element for the first time, and each time that it returns. */
  appear(): void;
  /** Called when the element has left its page. */
  leave(): void;
  /** Called on each attachment, and when a `lang` or a `popover` attribute of the page changed. */
  readPage(): void;
}

export class PagePresence {
  readonly #element: PresentElement;
  #attached: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(element: PresentElement) {
    this.#element = element;
  }

  /** Aborts when the element has left its page; undefined until it is attached. */
  get signal(): AbortSignal | undefined {
    return this.#attached?.signal;
  }

  attach(): void {
    clearTimeout(this.#timer);
    const element = this.#element;
    element.readPage();
    if (this.#attached) return;
    this.#attached = new AbortController();
    const { signal } = this.#attached;
    const appear = () => void element.updateComplete.then(() => signal.aborted || element.appear());
    // The page comes back from the back/forward cache.
    addEventListener('pageshow', ({ persisted }) => persisted && appear(), { signal });
    const changes = new MutationObserver(() => element.readPage());
    changes.observe(document, { attributeFilter: ['lang', 'popover'], subtree: true });
    signal.addEventListener('abort', () => changes.disconnect());
    // A prerendered page has the tab's storage, and a visitor, from its activation on.
    if ((document as { prerendering?: boolean }).prerendering)
      document.addEventListener('prerenderingchange', appear, { once: true, signal });
    else appear();
  }

  /** The session ends only if the element stays away. */
  detach(): void {
    this.#timer = setTimeout(() => {
      this.#attached?.abort();
      this.#attached = null;
      this.#element.leave();
    }, MOVE_MS);
  }
}
