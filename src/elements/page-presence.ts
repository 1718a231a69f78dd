/** Tracks whether an element is on its page, and when the page itself becomes visible. */

/**
 * Milliseconds for which an element may be detached. A router or a view transition needs a frame or more to move it.
 */
const MOVE_MS = 500;

/** The element that is tracked. */
export interface PresentElement extends HTMLElement {
  readonly updateComplete: Promise<boolean>;
  readonly deploymentId: string;
  readonly opened: boolean;
  /** True if a call is running or starting. */
  readonly isCalling: boolean;
  /**
   * Called when the element is on a page that a visitor may see, and when the browser's back/forward cache restores
   * the page.
   */
  appear(): void;
  /** Called when the element was removed from its page. */
  endSession(): void;
  /** Called on each attachment, and when a `lang` or `popover` attribute in the page changes. */
  readPage(): void;
}

/** Maximum milliseconds between the removal of an element and the insertion of its copy. */
const REPLACE_MS = 50;

/** The value of `performance.now()` when each element was attached. */
const arrivals = new WeakMap<Element, number>();

export class PagePresence {
  readonly #element: PresentElement;
  #attached: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #parent: Node | null = null;

  constructor(element: PresentElement) {
    this.#element = element;
  }

  /** Aborts when the element was removed from its page; undefined while it is not attached. */
  get signal(): AbortSignal | undefined {
    return this.#attached?.signal;
  }

  attach(): void {
    clearTimeout(this.#timer);
    const element = this.#element;
    element.readPage();
    this.#parent = element.parentNode;
    if (this.#attached) return;
    arrivals.set(element, performance.now());
    this.#attached = new AbortController();
    const { signal } = this.#attached;
    const appear = () => void element.updateComplete.then(() => signal.aborted || element.appear());
    // Handle pages that are restored from the back/forward cache.
    addEventListener('pageshow', ({ persisted }) => persisted && appear(), { signal });
    const changes = new MutationObserver(() => element.readPage());
    changes.observe(document, { attributeFilter: ['lang', 'popover'], subtree: true });
    signal.addEventListener('abort', () => changes.disconnect());
    // A prerendered page has no visitor and no access to the tab's storage until it is activated.
    if ((document as { prerendering?: boolean }).prerendering)
      document.addEventListener('prerenderingchange', appear, { once: true, signal });
    else appear();
  }

  /**
   * Ends the session if the element stays detached. If a copy has replaced the element during a call, the element
   * takes its place again instead.
   */
  detach(): void {
    const element = this.#element;
    const departure = performance.now();
    this.#timer = setTimeout(() => {
      const copy = element.isCalling && this.#copySince(departure);
      if (copy) return copy.replaceWith(element);
      this.#attached?.abort();
      this.#attached = null;
      element.endSession();
    }, MOVE_MS);
  }

  /**
   * Returns the copy that replaced the element; undefined if there is none. Libraries that render a page from
   * markup (morphdom, Turbo, htmx) may replace an element instead of moving it. Elements of frameworks, which are
   * marked (`__reactFiber`, `__vnode`), are excluded: a framework removes an element only if it is no longer
   * needed.
   */
  #copySince(departure: number): PresentElement | undefined {
    const { localName, deploymentId, ownerDocument } = this.#element;
    return [...ownerDocument.querySelectorAll<PresentElement>(localName)].find(
      (candidate) =>
        candidate.deploymentId === deploymentId &&
        !candidate.opened &&
        Math.abs((arrivals.get(candidate) ?? 0) - departure) < REPLACE_MS &&
        // Turbo replaces the body, and Swup and Unpoly replace another container around the element.
        (candidate.parentNode === this.#parent ||
          this.#parent?.nodeName === 'BODY' ||
          !this.#parent?.isConnected) &&
        !Object.getOwnPropertyNames(candidate).some((name) => name.startsWith('__')),
    );
  }
}
