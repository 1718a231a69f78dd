/**
 * A browser other than Chromium, driven with features that all browsers have: scripts in the page, pointer, keys and
 * screenshots. It searches open shadow roots.
 */

/** Operations that the driver of each browser implements. */
export interface Driver {
  /** Messages of script and console errors since the page was opened. */
  complaints(): Promise<string[]>;
  open(url: string): Promise<void>;
  /** Returns the value of an expression in the page, or of the promise that it returns. */
  evaluate(expression: string): Promise<unknown>;
  /** Clicks at a position in CSS pixels of the viewport. */
  click(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  /** Returns a screenshot of the viewport in PNG. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

const PATIENCE_MS = 20_000;

/** Helpers in the page: all elements below a root in order, through open shadow roots, and those that are visible. */
const PAGE_SCRIPT = `
  const all = function* (root) {
    for (const element of root.querySelectorAll('*')) {
      yield element;
      if (element.shadowRoot) yield* all(element.shadowRoot);
    }
  };
  const shown = (element) =>
    element.checkVisibility?.({ visibilityProperty: true }) ?? element.getClientRects().length > 0;
  const oneLine = (text) => text.replace(/\\s+/g, ' ').trim();
  const own = (element) => oneLine(
    [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data).join(''),
  );
  const name = (element) => oneLine(element.getAttribute('aria-label') || element.textContent.trim() || element.title);
  const until = async (find, what) => {
    const end = performance.now() + ${PATIENCE_MS};
    for (;;) {
      const found = find();
      if (found) return found;
      if (performance.now() > end) throw new Error('nothing came of waiting for ' + what);
      await new Promise(requestAnimationFrame);
    }
  };
  const middle = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const still = async (element) => {
    let last = middle(element);
    let frames = 0;
    await until(() => {
      const now = middle(element);
      frames = String(now) === String(last) ? frames + 1 : 0;
      last = now;
      return frames > 5;
    }, 'it to stand still');
    return last;
  };`;

export class BrowserUnderTest {
  readonly driver: Driver;

  constructor(driver: Driver) {
    this.driver = driver;
  }

  /**
   * Runs the body of an asynchronous function in the page, with the helpers `all`, `shown`, `name` and `until`;
   * returns its value.
   */
  run(body: string): Promise<unknown> {
    return this.driver.evaluate(`(async () => {${PAGE_SCRIPT}${body}})()`);
  }

  /** Clicks the button with this name, once it exists and does not move. */
  async press(button: string): Promise<void> {
    const buttonName = JSON.stringify(button);
    await this.#click(
      `element.matches('button, [role=button]') && !element.disabled && name(element) === ${buttonName}`,
      buttonName,
    );
  }

  /** Types a line into the visible field and sends it. */
  async say(line: string, field: 'textarea' | 'input' = 'textarea'): Promise<void> {
    await this.#click(`element.matches('${field}') && !element.disabled`, 'a field to type in');
    await this.driver.type(`${line}\n`);
  }

  /** Resolves when the text is visible. */
  async waitForText(words: string): Promise<void> {
    const text = JSON.stringify(words);
    await this.run(`
      const says = (element) => own(element).includes(${text}) && shown(element);
      await until(() => [...all(document)].some(says), ${text});`);
  }

  /** Resolves when the page is painted and only endless animations run. */
  async waitUntilSettled(): Promise<void> {
    await this.run(`
      const moves = ({ playState, effect }) =>
        playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
      await until(() => !document.getAnimations().some(moves), 'it to stand still');
      for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);`);
  }

  /** Returns the tag of the focused element, at any depth. */
  async focusedTag(): Promise<string> {
    return (await this.run(`
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      return active?.localName ?? '';`)) as string;
  }

  /**
   * Waits until the agent's picture has changed three times, and returns its maximum brightness (0 to 255).
   * Screenshots are used, because Firefox cannot copy a canvas that a worker draws.
   */
  async measureFace(): Promise<{ by: string; moved: number; bright: number }> {
    const firstLevels = await this.#measureFaceLevels();
    const end = performance.now() + PATIENCE_MS;
    let moved = 0;
    while (moved < 3) {
      const now = await this.#measureFaceLevels();
      if (now.some((level, index) => Math.abs(level - firstLevels[index]!) > 2)) moved++;
      if (performance.now() > end) throw new Error('waited in vain for a face that moves');
    }
    const drawnBy = (await this.run(`
      const faces = [...all(document)].filter((element) => element.matches('canvas.drawn, video.agent'));
      return faces.some((element) => element.localName === 'canvas') ? 'canvas' : 'video';`)) as string;
    return { by: drawnBy, moved, bright: Math.max(...firstLevels) };
  }

  async #measureFaceLevels(): Promise<number[]> {
    const find = `
      const isFace = (element) =>
        element.matches('canvas.drawn') || (element.matches('video.agent') && element.videoWidth > 0);
      const face = await until(() => [...all(document)].find(isFace), 'the face');`;
    await this.run(find);
    const png = Buffer.from(await this.driver.picture()).toString('base64');
    return (await this.run(`${find}
      const bytes = Uint8Array.from(atob('${png}'), (letter) => letter.charCodeAt(0));
      const page = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const { x, y, width, height } = face.getBoundingClientRect();
      const scale = page.width / innerWidth;
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 64;
      const context = canvas.getContext('2d', { willReadFrequently: true });
      context.drawImage(page, ...[x, y, width, height].map((length) => length * scale), 0, 0, 64, 64);
      return [...context.getImageData(0, 0, 64, 64).data].filter((_, index) => index % 4 !== 3);`)) as number[];
  }

  async #click(condition: string, description: string): Promise<void> {
    const [x, y] = (await this.run(`
      // The page may replace the element before it has stopped moving.
      for (let target, place; ; ) {
        target = await until(
          () => [...all(document)].find((element) => ${condition} && shown(element)), ${JSON.stringify(description)});
        target.scrollIntoView({ block: 'nearest', behavior: 'instant' });
        place = await still(target);
        if (target.isConnected) return place;
      }`)) as [number, number];
    await this.driver.click(x, y);
  }
}
