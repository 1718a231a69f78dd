/** The addresses that a crawl has yet to request. */

export interface Step {
  url: URL;
  /** Number of links from the start page. */
  depth: number;
}

/** The nearest first: files follow pages at the same distance. */
export class Queue {
  readonly #pages: Step[] = [];
  readonly #files: Step[] = [];

  get size(): number {
    return this.#pages.length + this.#files.length;
  }

  push(step: Step, isFile: boolean): void {
    (isFile ? this.#files : this.#pages).push(step);
  }

  shift(): Step | undefined {
    const [page] = this.#pages;
    const [file] = this.#files;
    return page && (!file || page.depth <= file.depth) ? this.#pages.shift() : this.#files.shift();
  }

  all(): Step[] {
    return [...this.#files, ...this.#pages];
  }
}
