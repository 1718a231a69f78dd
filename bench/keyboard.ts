/** A person who uses a page with the keyboard: the focus moves only by Tab, through shadow roots and frames. */
import type { Frame, Page } from 'playwright-core';

/** Number of Tab presses after which a control counts as unreachable. */
const MAX_TABS = 150;

/** The focused element: its role or tag, and its accessible name. */
export interface FocusedElement {
  role: string;
  name: string;
}

export class Keyboard {
  /** Number of pressed keys; a typed text counts as one. */
  count = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(key: string): Promise<void> {
    this.count += 1;
    await this.#page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    this.count += 1;
    await this.#page.keyboard.press('ControlOrMeta+a');
    await this.#page.keyboard.type(text);
  }

  /** Moves the focus to the control with this name. The error lists the controls on the way. */
  async to(name: RegExp, role?: string): Promise<void> {
    const focusedNames: string[] = [];
    for (let tabs = 0; tabs < MAX_TABS; tabs++) {
      const focusedElement = await this.focusedElement();
      if (focusedElement && name.test(focusedElement.name) && (!role || role === focusedElement.role)) return;
      if (focusedElement) focusedNames.push(`${focusedElement.role} “${focusedElement.name}”`);
      await this.press('Tab');
    }
    throw new Error(
      `No ${role ?? 'control'} ${name} by the keyboard: ${[...new Set(focusedNames)].join(', ')}`,
    );
  }

  /**
   * Moves with the arrow keys within a toolbar, which is one Tab stop, starting at the control called `firstName`.
   */
  async along(firstName: RegExp, name: RegExp): Promise<void> {
    await this.to(firstName, 'button');
    for (let steps = 0; steps < MAX_TABS; steps++) {
      if (name.test((await this.focusedElement())?.name ?? '')) return;
      await this.press('ArrowRight');
    }
    throw new Error(`No ${name} in the toolbar of ${firstName}.`);
  }

  /** Moves to the control and presses Enter. */
  async enter(name: RegExp, role?: string): Promise<void> {
    await this.to(name, role);
    await this.press('Enter');
  }

  /** Moves to the control and types a text. */
  async fill(name: RegExp, text: string): Promise<void> {
    await this.to(name);
    await this.type(text);
  }

  async focusedElement(): Promise<FocusedElement | null> {
    let frame: Frame = this.#page.mainFrame();
    for (;;) {
      const handle = await frame.evaluateHandle(focusedElement);
      const inner = await handle.asElement()?.contentFrame();
      if (inner) frame = inner;
      else return frame.evaluate(describeElement, handle);
    }
  }
}

function focusedElement(): Element | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element === document.body ? null : element;
}

function describeElement(element: Element | null): FocusedElement | null {
  if (!element) return null;
  const host = (element.getRootNode() as ShadowRoot).host as Element | undefined;
  const labels = (element as HTMLInputElement).labels ?? [];
  const name =
    element.getAttribute('aria-label') ||
    [...labels].map((label) => label.textContent).join(' ') ||
    element.textContent.trim() ||
    element.getAttribute('title') ||
    element.getAttribute('name') ||
    '';
  const ownName = name.replace(/\s+/g, ' ').trim();
  return {
    role: element.getAttribute('role') ?? element.localName,
    // The name of a Web Awesome button is the text in its slot.
    name: ownName || (host?.getAttribute('label') ?? host?.textContent ?? '').replace(/\s+/g, ' ').trim(),
  };
}
