import { html, nothing, type PropertyValues } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Line } from '../session/phases.ts';
import { search, type Match } from '../session/search.ts';
import type { Format } from '../session/transcript-files.ts';
import { close, copy, down, download, find, up } from './base/icons.ts';
import { Part } from './base/part.ts';
import { base } from './base/styles.ts';
import { transcriptStyles } from './transcript-styles.ts';

/** Maximum distance from the end in pixels at which the transcript still follows new lines. */
const FOLLOW_PX = 48;
/** Number of lines that are rendered and laid out together. */
const BLOCK = 50;
/** Number of blocks that are rendered first; earlier ones follow when the browser is idle. */
const FIRST_BLOCKS = 2;
const BLOCKS_PER_SLICE = 3;
const FORMATS: readonly Format[] = ['txt', 'json', 'vtt'];
/** Loads the functions that copy and save the transcript, which the call's screen has usually loaded. */
const loadWriters = () => import('./after-call.ts');

/** Renders a source of an answer, as a link if its name is an address. */
const source = (name: string, index: number) => {
  const label = /^https?:/.test(name)
    ? html`<a part="link" href=${name} target="_blank" rel="noopener">${name}</a>`
    : name;
  return html`${index ? ', ' : ''}<bdi>${label}</bdi>`;
};

/**
 * The spoken and typed lines. The list follows new lines while the reader is at the end. Lines are grouped in blocks:
 * a change renders only its block, and the browser lays out only visible blocks.
 *
 * @summary The transcript.
 * @csspart tools - The transcript's heading with its buttons.
 * @csspart tools-title - The transcript's heading.
 * @csspart tool - A button of the transcript.
 * @csspart search - The search row.
 * @csspart input - The search field.
 * @csspart count - The number of matches.
 * @csspart format - A file format to save as.
 * @csspart lines - All lines; the scrolling element.
 * @csspart line - A line.
 * @csspart user - A line of the visitor.
 * @csspart pal - A line of the agent.
 * @csspart speaker - The speaker of a line.
 * @csspart words - The text of a line.
 * @csspart interrupted - The mark of an interrupted line.
 * @csspart sources - The sources of an answer.
 * @csspart link - A source that has an address.
 * @csspart mark - A match.
 * @csspart latest - The button that returns to the latest line.
 * @csspart empty - The text of an empty transcript.
 */
export class PalTranscript extends Part {
  static override styles = [base, transcriptStyles];

  /** The lines in order. */
  @property({ attribute: false }) lines: readonly Line[] = [];
  /** The agent's name. */
  @property() name = '';
  /** True if the transcript may be saved as a file. */
  @property({ type: Boolean }) downloads = false;

  @state() private following = true;
  @state() private open: 'search' | 'download' | null = null;
  @state() private query = '';
  @state() private current = 0;
  @state() private notice = '';
  /** Index of the first rendered block. */
  @state() private firstBlock = 0;
  /** Matches are marked in this many blocks on each side of the current one. A search sets 1; idle time adds more. */
  @state() private reach = Infinity;
  @query('.scroll') private scroller!: HTMLElement | null;
  @query('input') private input!: HTMLInputElement | null;

  #blocks: readonly (readonly Line[])[] = [];
  #matches: readonly Match[] = [];
  /** The marks of each block when it was last rendered. */
  #renderedMarks: string[] = [];
  #scrollState = { scrollHeight: 0, scrollTop: 0, clientHeight: 0 };
  #idleCallback = 0;
  #resizeObserver?: ResizeObserver;
  #observed: Element | null = null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resizeObserver?.disconnect();
    this.#observed = null;
    cancelIdle(this.#idleCallback);
    this.#idleCallback = 0;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('lines')) {
      const previousCount = this.#blocks.length;
      this.#blocks = blocksOf(this.lines, this.#blocks);
      if (previousCount === 0) this.firstBlock = Math.max(0, this.#blocks.length - FIRST_BLOCKS);
      else if (this.firstBlock >= this.#blocks.length) this.firstBlock = 0;
    }
    if (!changed.has('lines') && !changed.has('query') && !changed.has('open')) return;
    this.#matches = this.open === 'search' ? search(this.lines, this.query) : [];
    this.current = Math.min(this.current, Math.max(this.#matches.length - 1, 0));
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('lines')) this.#scrollToEnd();
    if (changed.has('open') && this.open === 'search') this.input?.focus();
    if (this.scroller !== this.#observed) {
      this.#resizeObserver?.disconnect();
      this.#observed = this.scroller;
      if (this.scroller) this.#resizeObserver = this.observeSize(() => this.#scrollToEnd(), this.scroller);
    }
    if ((this.firstBlock > 0 || this.reach < this.#blocks.length) && this.#idleCallback === 0) {
      this.#idleCallback = whenIdle(() => {
        this.#idleCallback = 0;
        this.firstBlock = Math.max(0, this.firstBlock - BLOCKS_PER_SLICE);
        this.reach += BLOCKS_PER_SLICE;
      });
    }
  }

  override render() {
    if (this.lines.length === 0) return html`<p class="empty" part="empty">${this.words.transcriptEmpty}</p>`;
    const { words } = this;
    // The call's live region announces new lines, so this list is silent.
    return html`<div class="tools" part="tools">
        <h3 part="tools-title">${words.transcript}</h3>
        ${this.#tool(words.search, find, this.open === 'search', () => this.#toggle('search'))}
        ${this.#tool(words.copy, copy, null, () => void this.#copy())}
        ${
          this.downloads
            ? this.#tool(words.download, download, this.open === 'download', () => this.#toggle('download'))
            : nothing
        }
      </div>
      ${
        this.open === 'search'
          ? this.#search()
          : this.open === 'download'
            ? html`<div class="row">
                ${FORMATS.map(
                  (format) =>
                    html`<button class="format" part="format" @click=${() => this.#save(format)}>
                      ${format.toUpperCase()}
                    </button>`,
                )}
              </div>`
            : nothing
      }
      <p class="hidden" role="status">${this.notice}</p>
      <div class="frame">
        <div
          class="scroll"
          part="lines"
          role="log"
          aria-live="off"
          aria-label=${words.transcript}
          tabindex="0"
          @scroll=${this.#onScroll}
        >
          ${this.#drawBlocks()}
        </div>
        ${
          this.following
            ? nothing
            : html`<button class="latest" part="latest" @click=${this.#latest}>
                ${down}${words.jumpToLatest}
              </button>`
        }
      </div>`;
  }

  #drawBlocks() {
    const matches = new Map<string, Match[]>();
    for (const match of this.#matches) {
      const lineMatches = matches.get(match.line);
      if (lineMatches) lineMatches.push(match);
      else matches.set(match.line, [match]);
    }
    const current = this.#matches[this.current];
    const middle = this.#blockOf(current);
    return this.#blocks.map((block, index) => {
      if (index < this.firstBlock) return html`<div class="block"></div>`;
      if (Math.abs(index - middle) <= this.reach)
        this.#renderedMarks[index] =
          matches.size > 0
            ? block
                .map(
                  ({ id }) =>
                    matches
                      .get(id)
                      ?.map(({ from, to }) => `${from}-${to}`)
                      .join() ?? '',
                )
                .join(';')
            : '';
      const currentKey = index === middle && current ? `${current.line} ${current.from}` : '';
      const draw = () =>
        repeat(
          block,
          (line) => line.id,
          (line) => this.#line(line, matches.get(line.id), current),
        );
      // The last block grows, so its size must not be estimated.
      return html`<div class=${index === this.#blocks.length - 1 ? '' : 'block'}>
        ${guard([block, this.language, this.name, this.#renderedMarks[index] ?? '', currentKey], draw)}
      </div>`;
    });
  }

  #blockOf(match: Match | undefined): number {
    return match
      ? this.#blocks.findIndex((block) => block.some(({ id }) => id === match.line))
      : this.#blocks.length - 1;
  }

  #line(line: Line, matches: Match[] | undefined, current: Match | undefined) {
    const { role, text, interrupted, sources, person = this.name } = line;
    const { words } = this;
    return html`<div class="line ${role}" part="line ${role}">
      <strong part="speaker">${role === 'user' ? words.you : person}</strong>${
        matches
          ? html`<span part="words" dir="auto">${marks(text, matches, current)}</span>`
          : // A translated page replaces text nodes, so the text is set on the element.
            html`<span part="words" dir="auto" .textContent=${text}></span>`
      }${interrupted ? html`<small part="interrupted">${words.interrupted}</small>` : nothing}${
        sources
          ? html`<small part="sources"
              >${words.sources}:
              ${sources.map(({ document_name }, index) => source(document_name, index))}</small
            >`
          : nothing
      }
    </div>`;
  }

  #search() {
    const { words, language } = this;
    const number = (value: number) => new Intl.NumberFormat(language.tag).format(value);
    const count = this.#matches.length;
    return html`<div class="row" part="search" role="search" @keydown=${this.#handleKey}>
      <input
        part="input"
        type="search"
        aria-label=${words.search}
        placeholder=${words.search}
        autocomplete="off"
        .value=${this.query}
        @input=${this.#find}
      />
      <span class="count" part="count" aria-hidden="true"
        >${this.query.trim() ? `${number(count ? this.current + 1 : 0)} / ${number(count)}` : ''}</span
      >
      ${this.#tool(words.previous, up, null, () => this.#goToMatch(-1), count === 0)}
      ${this.#tool(words.next, down, null, () => this.#goToMatch(1), count === 0)}
      ${this.#tool(words.close, close, null, () => this.#toggle('search'))}
    </div>`;
  }

  #tool(words: string, picture: unknown, pressed: boolean | null, act: () => void, disabled = false) {
    return html`<button
      class="tool"
      part="tool"
      title=${words}
      aria-expanded=${pressed ?? nothing}
      ?disabled=${disabled}
      @click=${act}
    >
      ${picture}
    </button>`;
  }

  get #names() {
    return { user: this.words.you, pal: this.name, interrupted: this.words.interrupted };
  }

  #toggle(tool: 'search' | 'download'): void {
    this.open = this.open === tool ? null : tool;
    this.notice = '';
  }

  #find = (event: Event): void => {
    this.query = (event.target as HTMLInputElement).value;
    // Start at the latest match.
    this.current = Number.MAX_SAFE_INTEGER;
    this.reach = 1;
    this.notice = '';
    void this.updateComplete.then(() => {
      if (this.query.trim()) this.notice = this.language.count('matches', this.#matches.length);
      if (this.#matches.length > 0) this.#goToMatch(0);
    });
  };

  #goToMatch(step: number): void {
    const count = this.#matches.length;
    if (count === 0) return;
    this.current = (this.current + step + count) % count;
    this.following = false;
    this.firstBlock = Math.min(this.firstBlock, this.#blockOf(this.#matches[this.current]));
    void this.updateComplete.then(() =>
      this.renderRoot.querySelector('mark.current')?.scrollIntoView({ block: 'center' }),
    );
  }

  #handleKey = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    if (event.key === 'Escape') {
      // Escape closes the search instead of the surrounding panel.
      event.preventDefault();
      this.#toggle('search');
      this.renderRoot.querySelector<HTMLElement>('.tool')?.focus();
    } else if (event.key === 'Enter' && event.target === this.input) this.#goToMatch(event.shiftKey ? -1 : 1);
  };

  async #copy(): Promise<void> {
    try {
      const { writers } = await loadWriters();
      await navigator.clipboard.writeText(writers.txt(this.lines, this.#names));
      this.notice = this.words.copied;
    } catch {
      this.notice = this.words.copyFailed;
    }
  }

  async #save(format: Format): Promise<void> {
    // Close the menu before loading, because the visitor may open it again in the meantime.
    this.open = null;
    const { MEDIA_TYPES, save, writers } = await loadWriters();
    save(`transcript.${format}`, MEDIA_TYPES[format], writers[format](this.lines, this.#names));
  }

  /** Stops following the newest line if the visitor scrolls up, but not if the area or a line changes its size. */
  #onScroll = (event: Event): void => {
    const { scrollHeight, scrollTop, clientHeight } = event.target as HTMLElement;
    const before = this.#scrollState;
    this.#scrollState = { scrollHeight, scrollTop, clientHeight };
    if (scrollHeight - scrollTop - clientHeight < FOLLOW_PX) this.following = true;
    else if (
      clientHeight === before.clientHeight &&
      // Firefox applies the estimated height to hidden blocks when one of them has left the visible area.
      before.scrollTop - scrollTop > Math.abs(before.scrollHeight - scrollHeight)
    )
      this.following = false;
  };

  #latest = (): void => {
    this.following = true;
    this.#scrollToEnd();
    this.scroller?.focus();
  };

  #scrollToEnd(): void {
    if (!this.following || !this.scroller) return;
    this.scroller.scrollTop = this.scroller.scrollHeight;
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    this.#scrollState = { scrollHeight, scrollTop, clientHeight };
  }
}

/** Groups lines into blocks. A block whose lines are unchanged stays the same array. */
function blocksOf(
  lines: readonly Line[],
  previousBlocks: readonly (readonly Line[])[],
): readonly (readonly Line[])[] {
  return [...Array(Math.ceil(lines.length / BLOCK)).keys()].map((index) => {
    const from = index * BLOCK;
    const length = Math.min(BLOCK, lines.length - from);
    const previous = previousBlocks[index];
    return previous?.length === length && previous.every((line, index) => line === lines[from + index])
      ? previous
      : lines.slice(from, from + length);
  });
}

function marks(text: string, matches: readonly Match[], current: Match | undefined) {
  return matches.map(
    (match, index) =>
      html`${text.slice(matches[index - 1]?.to ?? 0, match.from)}<mark
          part="mark"
          class=${match === current ? 'current' : ''}
          >${text.slice(match.from, match.to)}</mark
        >${index === matches.length - 1 ? text.slice(match.to) : nothing}`,
  );
}

/** Safari has no idle callback, so a short timer is used there. */
const hasIdleCallback = typeof requestIdleCallback === 'function';
const whenIdle = (callback: () => void): number =>
  hasIdleCallback ? requestIdleCallback(callback, { timeout: 500 }) : Number(setTimeout(callback, 30));
const cancelIdle = (id: number): void => (hasIdleCallback ? cancelIdleCallback(id) : clearTimeout(id));

declare global {
  interface HTMLElementTagNameMap {
    'pal-transcript': PalTranscript;
  }
}
