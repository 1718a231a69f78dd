/** The addresses that a crawl has not requested yet. */

export interface CrawlStep {
  url: URL;
  /** Number of links from the start page. */
  depth: number;
}

/** A queue with the nearest addresses first; files come after pages at the same distance. */
export class Queue {
  readonly #pages: CrawlStep[] = [];
  readonly #files: CrawlStep[] = [];

  get size(): number {
    return this.#pages.length + this.#files.length;
  }

  push(step: CrawlStep, isFile: boolean): void {
    (isFile ? this.#files : this.#pages).push(step);
  }

  shift(): CrawlStep | undefined {
    const [page] = this.#pages;
    const [file] = this.#files;
    return page && (!file || page.depth <= file.depth) ? this.#pages.shift() : this.#files.shift();
  }

  all(): CrawlStep[] {
    return [...this.#files, ...this.#pages];
  }
}
