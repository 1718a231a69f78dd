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

/** Nearer to the end than this, the reader follows it. */
const FOLLOW_PX = 48;
/** Lines drawn, laid out and skipped together. */
const BLOCK = 50;
/** Blocks that are drawn at once; those before follow while nothing else is to do. */
const AT_ONCE = 2;
const IN_A_SLICE = 3;
const FORMATS: readonly Format[] = ['txt', 'json', 'vtt'];
/** Files and copies of it; there as a rule, for the call's screen has fetched them. */
const writing = () => import('./after-call.ts');

/** A document that an answer draws on: a link where it has an address. */
const source = (name: string, index: number) => {
  const shown = /^https?:/.test(name)
    ? html`<a part="link" href=${name} target="_blank" rel="noopener">${name}</a>`
    : name;
  return html`${index ? ', ' : ''}<bdi>${shown}</bdi>`;
};

/**
 * What was said, line by line; follows the end while the reader is there. Lines stand in blocks: a change
 * draws its own block only, and the browser lays out none that is not on the screen.
 *
 * @summary The transcript.
 * @csspart tools - The transcript's heading with its buttons.
 * @csspart tools-title - The transcript's heading.
 * @csspart tool - A button of the transcript.
 * @csspart search - The row to search in.
 * @csspart input - The words searched for.
 * @csspart count - How many were found.
 * @csspart format - A file format to save as.
 * @csspart lines - All lines; what scrolls.
 * @csspart line - A line.
 * @csspart user - A line of the visitor.
 * @csspart pal - A line of the agent.
 * @csspart speaker - Who said a line.
 * @csspart words - What was said.
 * @csspart interrupted - That a line was interrupted.
 * @csspart sources - The documents that an answer draws on.
 * @csspart link - A document that has an address.
 * @csspart mark - A match.
 * @csspart latest - The way back to the latest line.
 * @csspart empty - What stands where nothing was said yet.
 */
export class PalTranscript extends Part {
  static override styles = [base, transcriptStyles];

  /** What was said, in order. */
  @property({ attribute: false }) lines: readonly Line[] = [];
  /** The agent's name. */
  @property() name = '';
  /** Whether it may be saved as a file. */
  @property({ type: Boolean }) downloads = false;

  @state() private following = true;
  @state() private open: 'search' | 'download' | null = null;
  @state() private wanted = '';
  @state() private current = 0;
  @state() private notice = '';
  /** The first block that is drawn. */
  @state() private drawnFrom = 0;
  /** So many blocks around the current match are marked; more by and by. */
  @state() private reach = Infinity;
  @query('.scroll') private scroller!: HTMLElement | null;
  @query('input') private input!: HTMLInputElement | null;

  #blocks: readonly (readonly Line[])[] = [];
  #matches: readonly Match[] = [];
  /** What is marked in each block, as it was drawn. */
  #marked: string[] = [];
  #place = { scrollHeight: 0, scrollTop: 0, clientHeight: 0 };
  #idle = 0;
  #resized = new ResizeObserver(() => this.#toEnd());
  #observed: Element | null = null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resized.disconnect();
    this.#observed = null;
    cancelWork(this.#idle);
    this.#idle = 0;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('lines')) {
      const before = this.#blocks.length;
      this.#blocks = blocksOf(this.lines, this.#blocks);
      if (before === 0) this.drawnFrom = Math.max(0, this.#blocks.length - AT_ONCE);
      else if (this.drawnFrom >= this.#blocks.length) this.drawnFrom = 0;
    }
    if (!changed.has('lines') && !changed.has('wanted') && !changed.has('open')) return;
    this.#matches = this.open === 'search' ? search(this.lines, this.wanted) : [];
    this.current = Math.min(this.current, Math.max(this.#matches.length - 1, 0));
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('lines')) this.#toEnd();
    if (changed.has('open') && this.open === 'search') this.input?.focus();
    if (this.scroller !== this.#observed) {
      this.#resized.disconnect();
      this.#observed = this.scroller;
      if (this.scroller) this.#resized.observe(this.scroller);
    }
    if ((this.drawnFrom > 0 || this.reach < this.#blocks.length) && this.#idle === 0) {
      this.#idle = work(() => {
        this.#idle = 0;
        this.drawnFrom = Math.max(0, this.drawnFrom - IN_A_SLICE);
        this.reach += IN_A_SLICE;
      });
    }
  }

  override render() {
    if (this.lines.length === 0) return html`<p class="empty" part="empty">${this.words.transcriptEmpty}</p>`;
    const { words } = this;
    // The call's own log tells what is said, so this one is read only by who goes into it.
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
          @scroll=${this.#scrolled}
        >
          ${this.#drawn()}
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

  #drawn() {
    const found = new Map<string, Match[]>();
    for (const match of this.#matches) {
      const before = found.get(match.line);
      if (before) before.push(match);
      else found.set(match.line, [match]);
    }
    const current = this.#matches[this.current];
    const middle = this.#blockOf(current);
    return this.#blocks.map((block, index) => {
      if (index < this.drawnFrom) return html`<div class="block"></div>`;
      if (Math.abs(index - middle) <= this.reach)
        this.#marked[index] =
          found.size > 0
            ? block
                .map(
                  ({ id }) =>
                    found
                      .get(id)
                      ?.map(({ from, to }) => `${from}-${to}`)
                      .join() ?? '',
                )
                .join(';')
            : '';
      const here = index === middle && current ? `${current.line} ${current.from}` : '';
      const draw = () =>
        repeat(
          block,
          (line) => line.id,
          (line) => this.#line(line, found.get(line.id), current),
        );
      // The last one grows, so its size is never guessed.
      return html`<div class=${index === this.#blocks.length - 1 ? '' : 'block'}>
        ${guard([block, this.language, this.name, this.#marked[index] ?? '', here], draw)}
      </div>`;
    });
  }

  #blockOf(match: Match | undefined): number {
    return match
      ? this.#blocks.findIndex((block) => block.some(({ id }) => id === match.line))
      : this.#blocks.length - 1;
  }

  #line({ role, text, interrupted, sources }: Line, found: Match[] | undefined, current: Match | undefined) {
    const { words } = this;
    return html`<div class="line ${role}" part="line ${role}">
      <strong part="speaker">${role === 'user' ? words.you : this.name}</strong
      ><span part="words" dir="auto">${found ? marks(text, found, current) : text}</span>${
        interrupted ? html`<small part="interrupted">${words.interrupted}</small>` : nothing
      }${
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
    return html`<div class="row" part="search" role="search" @keydown=${this.#key}>
      <input
        part="input"
        type="search"
        aria-label=${words.search}
        placeholder=${words.search}
        autocomplete="off"
        .value=${this.wanted}
        @input=${this.#find}
      />
      <span class="count" part="count" aria-hidden="true"
        >${this.wanted.trim() ? `${number(count ? this.current + 1 : 0)} / ${number(count)}` : ''}</span
      >
      ${this.#tool(words.previous, up, null, () => this.#go(-1), count === 0)}
      ${this.#tool(words.next, down, null, () => this.#go(1), count === 0)}
      ${this.#tool(words.close, close, null, () => this.#toggle('search'))}
    </div>`;
  }

  #tool(words: string, picture: unknown, pressed: boolean | null, act: () => void, disabled = false) {
    return html`<button
      class="tool"
      part="tool"
      aria-label=${words}
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

  #toggle(what: 'search' | 'download'): void {
    this.open = this.open === what ? null : what;
    this.notice = '';
  }

  #find = (event: Event): void => {
    this.wanted = (event.target as HTMLInputElement).value;
    // The latest is nearest.
    this.current = Number.MAX_SAFE_INTEGER;
    this.reach = 1;
    this.notice = '';
    void this.updateComplete.then(() => {
      if (this.wanted.trim()) this.notice = this.language.count('matches', this.#matches.length);
      if (this.#matches.length > 0) this.#go(0);
    });
  };

  #go(step: number): void {
    const count = this.#matches.length;
    if (count === 0) return;
    this.current = (this.current + step + count) % count;
    this.following = false;
    this.drawnFrom = Math.min(this.drawnFrom, this.#blockOf(this.#matches[this.current]));
    void this.updateComplete.then(() =>
      this.renderRoot.querySelector('mark.current')?.scrollIntoView({ block: 'center' }),
    );
  }

  #key = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    if (event.key === 'Escape') {
      // This Escape closes the search, not the panel around it.
      event.preventDefault();
      this.#toggle('search');
      this.renderRoot.querySelector<HTMLElement>('.tool')?.focus();
    } else if (event.key === 'Enter' && event.target === this.input) this.#go(event.shiftKey ? -1 : 1);
  };

  async #copy(): Promise<void> {
    try {
      const { writers } = await writing();
      await navigator.clipboard.writeText(writers.txt(this.lines, this.#names));
      this.notice = this.words.copied;
    } catch {
      this.notice = this.words.copyFailed;
    }
  }

  async #save(format: Format): Promise<void> {
    const { MEDIA_TYPES, save, writers } = await writing();
    save(`transcript.${format}`, MEDIA_TYPES[format], writers[format](this.lines, this.#names));
    this.open = null;
  }

  /**
   * Only who scrolls up leaves the end: a place that changes its size, or lines that turn out longer, do not.
   */
  #scrolled = (event: Event): void => {
    const { scrollHeight, scrollTop, clientHeight } = event.target as HTMLElement;
    const before = this.#place;
    this.#place = { scrollHeight, scrollTop, clientHeight };
    if (scrollHeight - scrollTop - clientHeight < FOLLOW_PX) this.following = true;
    else if (
      clientHeight === before.clientHeight &&
      // In Firefox blocks out of sight take their estimated height as soon as one has scrolled away.
      before.scrollTop - scrollTop > Math.abs(before.scrollHeight - scrollHeight)
    )
      this.following = false;
  };

  #latest = (): void => {
    this.following = true;
    this.#toEnd();
    this.scroller?.focus();
  };

  #toEnd(): void {
    if (!this.following || !this.scroller) return;
    this.scroller.scrollTop = this.scroller.scrollHeight;
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    this.#place = { scrollHeight, scrollTop, clientHeight };
  }
}

/** The lines in blocks; one whose lines are the same is the very same block. */
function blocksOf(
  lines: readonly Line[],
  before: readonly (readonly Line[])[],
): readonly (readonly Line[])[] {
  return Array.from({ length: Math.ceil(lines.length / BLOCK) }, (_, index) => {
    const from = index * BLOCK;
    const length = Math.min(BLOCK, lines.length - from);
    const known = before[index];
    return known?.length === length && known.every((line, at) => line === lines[from + at])
      ? known
      : lines.slice(from, from + length);
  });
}

function marks(text: string, found: readonly Match[], current: Match | undefined) {
  return found.map(
    (match, index) =>
      html`${text.slice(found[index - 1]?.to ?? 0, match.from)}<mark
          part="mark"
          class=${match === current ? 'current' : ''}
          >${text.slice(match.from, match.to)}</mark
        >${index === found.length - 1 ? text.slice(match.to) : nothing}`,
  );
}

/** Where the browser cannot say when it is idle (Safari), a moment later. */
const idle = typeof requestIdleCallback === 'function';
const work = (callback: () => void): number =>
  idle ? requestIdleCallback(callback, { timeout: 500 }) : Number(setTimeout(callback, 30));
const cancelWork = (id: number): void => (idle ? cancelIdleCallback(id) : clearTimeout(id));

declare global {
  interface HTMLElementTagNameMap {
    'pal-transcript': PalTranscript;
  }
}
