import { html, nothing, type PropertyValues } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { property, query, state } from 'lit/decorators.js';
import { announce, NOTHING_ANNOUNCED, type Announced } from '../session/announcements.ts';
import { modalityOf } from '../session/modality.ts';
import type { BrowserHearing, View } from '../session/phases.ts';
import { deviceTrouble, hearingNote } from './call-notes.ts';
import { callStyles } from './call-styles.ts';
import type { ToggleEvent } from './pal-controls.ts';
import { dots } from './base/dots.ts';
import { Part } from './base/part.ts';
import { ask } from './base/request.ts';
import { base } from './base/styles.ts';

/**
 * The call's screen: the face, what is said, what can be done, and a line to type in.
 *
 * @summary The call.
 * @fires pal-request - `say` and whatever its parts ask for.
 * @csspart stage - The place of the picture.
 * @csspart disclosure - The banner that says what one talks to.
 * @csspart name - The agent's name, on the picture.
 * @csspart over - The dock below the picture: the controls.
 * @csspart dots - Dots that say: wait.
 * @csspart notice - Words in the place of the captions while nothing is connected.
 * @csspart canvas - The place of the card.
 * @csspart side - The place of the transcript.
 * @csspart sharing - The note that the screen is shared.
 * @csspart stop - Its button that ends that.
 * @csspart status - A note that the call goes on in writing.
 * @csspart download - The button that downloads what the browser needs to hear on the device.
 * @csspart note - A note: on how the visitor is heard, that the call is recorded.
 */
export class PalCall extends Part {
  static override styles = [base, callStyles];

  /** All that is to be drawn. */
  @property({ attribute: false }) view!: View;

  @state() private captions = true;
  /** The picture stands still; from the start for who wants less motion. */
  @state() private calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  @state() private transcript: boolean | null = null;
  @query('pal-composer') private composer!: HTMLElement;
  @query('.canvas') private canvas!: HTMLElement | null;

  @query('[part=download]') private download!: HTMLElement | null;

  #cardHadFocus = false;
  #downloadHadFocus = false;

  /** What a screen reader was told of this call. */
  #announced: Announced | null = null;

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { card } = this.view.canvas;
    this.#downloadHadFocus = this.download?.matches(':focus') ?? false;
    this.#cardHadFocus = this.canvas?.matches(':focus-within') ?? false;
    this.classList.toggle('aside', this.#transcriptShown);
    this.classList.toggle('textual', this.#text);
    this.classList.toggle('shared', this.view.screen.stream !== null);
    this.classList.toggle('carded', card !== null);
    // What has choices beside each other needs the width.
    this.classList.toggle('choosing', card?.component === 'question' || card?.component === 'calendar');
    // The agent names a side of the screen, whichever way the page is read.
    const left = card?.arguments.layout?.preferred_slot === 'safe-area-left';
    this.classList.toggle('start', card !== null && left !== (getComputedStyle(this).direction === 'rtl'));
    if (changed.has('view')) this.#announce();
  }

  /** What stood here before is nothing new, and the disclosure is told by its own words. */
  #announce(): void {
    const { lines, disclosure } = this.view;
    const silent = this.#announced === null || disclosure !== null;
    this.#announced = announce(this.#announced ?? NOTHING_ANNOUNCED, lines, silent);
  }

  protected override updated(): void {
    // Answered, the card goes with its focus: writing is what comes next.
    if (this.#cardHadFocus && !this.view.canvas.card) this.composer.focus();
    if (this.#downloadHadFocus && !this.download) this.composer.focus();
  }

  get #name(): string {
    return this.view.deployment?.pal_display_name ?? '';
  }

  get #modality() {
    return modalityOf(this.view.deployment);
  }

  get #live(): boolean {
    return this.view.phase.is === 'live';
  }

  get #text(): boolean {
    return this.view.phase.is === 'live' && this.view.phase.transport === 'text';
  }

  /** As the visitor chose, else as the owner did; in writing it is all there is. */
  get #transcriptShown(): boolean {
    return this.transcript ?? (this.#text || this.view.deployment?.customization.transcript?.panel === true);
  }

  /** Captions stand where neither the visitor nor the owner took them away, and no transcript says the same. */
  get #captioned(): boolean {
    const wanted = this.captions && this.view.deployment?.customization.captions !== false;
    return wanted && !this.#text && !this.#transcriptShown;
  }

  /** What is said while nothing is connected. */
  get #notice(): string {
    const { phase } = this.view;
    if (phase.is !== 'live') return this.words.connecting;
    return phase.connection === 'reconnecting' ? this.words.reconnecting : '';
  }

  override render() {
    const { deployment, canvas } = this.view;
    return html`
      ${this.#stage()}
      <div class="canvas" part="canvas">
        <pal-canvas
          .canvas=${canvas}
          .accent=${deployment?.customization.magic_canvas?.accent_color}
        ></pal-canvas>
      </div>
      ${this.#side()} ${this.#said()} ${this.#dock()}
      <pal-composer ?disabled=${!this.#live}></pal-composer>
    `;
  }

  /** The pictures: the agent's, and the visitor's own. */
  #stage() {
    const { phase, deployment, disclosure, activity, devices, screen, agent } = this.view;
    // Words in the captions' place say enough.
    const worded = this.#captioned || this.#notice || disclosure;
    return html`<div class="stage" part="stage">
      <pal-stage
        .stream=${this.#text ? null : agent}
        .own=${screen.stream ?? devices.preview}
        .screen=${screen.stream !== null}
        .name=${this.#name}
        .poster=${deployment?.thumbnail_image_url ?? ''}
        .activity=${worded ? 'idle' : activity}
        .weak=${phase.is === 'live' && phase.connection === 'weak'}
        .dim=${this.#notice !== ''}
        .calm=${this.calm}
      ></pal-stage>
      <h2 part="name" tabindex="-1">${this.#name}</h2>
    </div>`;
  }

  /** The place of the words: of a connection that is not there, of the disclosure, of the captions. */
  #said() {
    const { caption, activity, disclosure } = this.view;
    const notice = this.#notice;
    const banner = notice ? '' : disclosure;
    const captioned = this.#captioned;
    const told = notice || banner;
    const place = caption || told ? 'words' : 'words quiet';
    // What tells stays in the page while it has nothing to tell, so that it is heard when it has.
    return html`<div class=${told || captioned ? place : 'hidden'}>
      <div class=${notice ? 'notice' : 'hidden'} part="notice">
        ${notice ? dots : nothing}
        <span role="status">${notice}</span>
      </div>
      <div class=${banner ? 'disclosure' : 'hidden'}>
        <span part="disclosure" role="status">${banner}</span>
      </div>
      ${captioned && !told ? html`<pal-captions .line=${caption} .activity=${activity}></pal-captions>` : nothing}
    </div>`;
  }

  /** The dock: the note that the screen is shared, and the controls. */
  #dock() {
    const { deployment, devices, screen } = this.view;
    const shared = screen.stream !== null;
    const video = this.#modality === 'video';
    return html`<div class="dock" part="over" @pal-toggle=${this.#toggle}>
      <div class="sharing" part="sharing" ?hidden=${!shared}>
        <span role="status">${shared ? this.words.screenShared : ''}</span
        ><button part="stop" @click=${this.#stop}>${this.words.screenStop}</button>
      </div>
      <pal-controls
        .devices=${devices}
        .media=${this.#modality !== 'chat' && !this.#text}
        .video=${video}
        .shareable=${screen.offered && video}
        .waiting=${!this.#live}
        .sharing=${shared}
        .captions=${this.captions}
        .transcript=${this.#transcriptShown}
        .calm=${deployment?.thumbnail_image_url && video ? this.calm : null}
      ></pal-controls>
    </div>`;
  }

  /** The words of the call, and what is to be known of it. */
  #side() {
    const { deployment, lines } = this.view;
    return html`<div class="side" part="side">
      ${
        this.#text && this.#modality !== 'chat'
          ? html`<p class="status" part="status" role="status">${this.words.textOnly}</p>`
          : nothing
      }
      ${
        this.#transcriptShown
          ? html`<pal-transcript
              .lines=${lines}
              .name=${this.#name}
              ?downloads=${deployment?.customization.transcript?.download !== false}
            ></pal-transcript>`
          : nothing
      }
      ${this.#log()} ${this.#notes()}
    </div>`;
  }

  /** What a screen reader tells of the call. */
  #log() {
    return html`<p class="hidden" role="log" aria-relevant="additions" aria-label=${this.words.transcript}>
      ${repeat(
        this.#announced?.announcements ?? [],
        ({ id }) => id,
        ({ role, text, named }) =>
          html`<span>${named ? `${role === 'user' ? this.words.you : this.#name}: ` : ''}${text} </span>`,
      )}
    </p>`;
  }

  #notes() {
    const { hearing, recording, endsSoon } = this.view;
    const spoken = this.#live && !this.#text;
    const heardBy = spoken && hearingNote(this.view, this.words);
    const trouble = spoken ? deviceTrouble(this.view, this.words) : '';
    return html`${recording ? html`<p class="note" part="note">${this.words.recorded}</p>` : nothing}
      ${heardBy ? html`<p class="note" part="note">${heardBy}</p>` : nothing}
      ${spoken && hearing ? this.#offer(hearing.state) : nothing}
      <p class="note" part="note" role="status" ?hidden=${!endsSoon}>
        ${endsSoon ? this.words.endsSoon : ''}
      </p>
      <p class="note" part="note" role="status" ?hidden=${!trouble}>${trouble}</p>`;
  }

  /** Lets the visitor download what the browser needs to hear on the device. */
  #offer(state: BrowserHearing['state']) {
    const told =
      state === 'downloading'
        ? this.words.hearingDownloading
        : state === 'failed'
          ? this.words.hearingFailed
          : '';
    const loading = state === 'downloading';
    const offered = loading || state === 'downloadable' || state === 'failed';
    return html`<div class="note" part="note" ?hidden=${!offered}>
      <p role="status">${told}</p>
      ${
        offered
          ? html`<button
              part="download"
              aria-disabled=${loading}
              @click=${() => ask(this, { do: 'install-hearing' })}
            >
              ${this.words.hearingBetter}
            </button>`
          : nothing
      }
    </div>`;
  }

  #stop = (): void => {
    ask(this, { do: 'screen', on: false });
    // The button that had the focus is gone; the one that began it takes it.
    this.renderRoot
      .querySelector('pal-controls')
      ?.renderRoot.querySelector<HTMLElement>('[part~=share]')
      ?.focus();
  };

  #toggle = (event: ToggleEvent): void => {
    if (event.what === 'captions') this.captions = !this.captions;
    else if (event.what === 'calm') this.calm = !this.calm;
    else this.transcript = !this.#transcriptShown;
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-call': PalCall;
  }
}
