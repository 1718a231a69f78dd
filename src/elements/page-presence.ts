/** Follows an element's place in its page, and the page's own comings and goings. */

/** Milliseconds that an element may be detached; a router or a view transition takes a frame or more to move it. */
const MOVE_MS = 500;

/** The element that is followed. */
export interface PresentElement extends HTMLElement {
  readonly updateComplete: Promise<boolean>;
  readonly deploymentId: string;
  readonly opened: boolean;
  /** A call runs, or is about to. */
  readonly isCalling: boolean;
  /** Called when a visitor may see the element for the first time, and each time that it returns. */
  appear(): void;
  /** Called when the element has left its page. */
  leave(): void;
  /** Called on each attachment, and when a `lang` or a `popover` attribute of the page changed. */
  readPage(): void;
}

/** Milliseconds between the departure of an element and the arrival of its copy. */
const REPLACE_MS = 50;

/** Milliseconds of `performance.now()` at which each element was attached. */
const arrivals = new WeakMap<Element, number>();

export class PagePresence {
  readonly #element: PresentElement;
  #attached: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #parent: Node | null = null;

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
    this.#parent = element.parentNode;
    if (this.#attached) return;
    arrivals.set(element, performance.now());
    this.#attached = new AbortController();
    const { signal } = this.#attached;
    const appear = () => void element.updateComplete.then(() => signal.aborted || element.appear());
    // The page was restored from the back/forward cache.
    addEventListener('pageshow', ({ persisted }) => persisted && appear(), { signal });
    const changes = new MutationObserver(() => element.readPage());
    changes.observe(document, { attributeFilter: ['lang', 'popover'], subtree: true });
    signal.addEventListener('abort', () => changes.disconnect());
    // A prerendered page has the tab's storage and a visitor only after its activation.
    if ((document as { prerendering?: boolean }).prerendering)
      document.addEventListener('prerenderingchange', appear, { once: true, signal });
    else appear();
  }

  /** The session ends only if the element stays detached and no copy has taken its place. */
  detach(): void {
    const element = this.#element;
    const departure = performance.now();
    this.#timer = setTimeout(() => {
      const copy = element.isCalling && this.#copySince(departure);
      if (copy) return copy.replaceWith(element);
      this.#attached?.abort();
      this.#attached = null;
      element.leave();
    }, MOVE_MS);
  }

  /**
   * An unused copy in the element's place: libraries that render a page from markup (morphdom, Turbo, htmx) may
   * replace an element instead of moving it. Frameworks mark their elements (`__reactFiber`, `__vnode`) and remove
   * only those.
   */
  #copySince(departure: number): PresentElement | undefined {
    const { localName, deploymentId, ownerDocument } = this.#element;
    return [...ownerDocument.querySelectorAll<PresentElement>(localName)].find(
      (one) =>
        one.deploymentId === deploymentId &&
        !one.opened &&
        Math.abs((arrivals.get(one) ?? 0) - departure) < REPLACE_MS &&
        // Turbo also replaces the body.
        (one.parentNode === this.#parent || this.#parent?.nodeName === 'BODY') &&
        !Object.getOwnPropertyNames(one).some((name) => name.startsWith('__')),
    );
  }
}
