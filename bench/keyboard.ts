/** A person at the keyboard of a page: the focus moves only by Tab, through shadow roots and frames. */
import type { Frame, Page } from 'playwright-core';

/** Presses of Tab until a control counts as out of reach. */
const MAX_TABS = 150;

/** The focused element: its role or tag, and the words by which a person knows it. */
export interface Focused {
  role: string;
  name: string;
}

export class Keyboard {
  /** Pressed keys; a typed text counts as one. */
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

  /** Moves the focus to the control with this name; the error says which controls it met. */
  async to(name: RegExp, role?: string): Promise<void> {
    const met: string[] = [];
    for (let tabs = 0; tabs < MAX_TABS; tabs++) {
      const focused = await this.focused();
      if (focused && name.test(focused.name) && (!role || role === focused.role)) return;
      if (focused) met.push(`${focused.role} “${focused.name}”`);
      await this.press('Tab');
    }
    throw new Error(`No ${role ?? 'control'} ${name} by the keyboard: ${[...new Set(met)].join(', ')}`);
  }

  /** Moves by the arrow keys within a toolbar, which Tab enters as one control, from the control called `first`. */
  async along(first: RegExp, name: RegExp): Promise<void> {
    await this.to(first, 'button');
    for (let steps = 0; steps < MAX_TABS; steps++) {
      if (name.test((await this.focused())?.name ?? '')) return;
      await this.press('ArrowRight');
    }
    throw new Error(`No ${name} in the toolbar of ${first}.`);
  }

  /** Moves there and presses Enter. */
  async enter(name: RegExp, role?: string): Promise<void> {
    await this.to(name, role);
    await this.press('Enter');
  }

  /** Moves there and types. */
  async fill(name: RegExp, text: string): Promise<void> {
    await this.to(name);
    await this.type(text);
  }

  async focused(): Promise<Focused | null> {
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

function describeElement(element: Element | null): Focused | null {
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
  const own = name.replace(/\s+/g, ' ').trim();
  return {
    role: element.getAttribute('role') ?? element.localName,
    // The words of a Web Awesome button are those in its slot.
    name: own || (host?.getAttribute('label') ?? host?.textContent ?? '').replace(/\s+/g, ' ').trim(),
  };
}
