import { html, nothing, type PropertyValues } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { property, query, state } from 'lit/decorators.js';
import { announced, NOTHING_ANNOUNCED, type Announced } from '../session/announced.ts';
import { browserOf } from '../session/browser.ts';
import type { BrowserHearing, View } from '../session/phases.ts';
import { callStyles } from './call-styles.ts';
import type { ToggleEvent } from './pal-controls.ts';
import { fill } from '../text/words.ts';
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
    // The agent names a side of the screen, whichever way the page is read.
    const left = card?.arguments.layout?.preferred_slot === 'safe-area-left';
    this.classList.toggle('start', card !== null && left !== (getComputedStyle(this).direction === 'rtl'));
    if (changed.has('view')) this.#announce();
  }

  /** What stood here before is nothing new, and the disclosure is told by its own words. */
  #announce(): void {
    const { lines, disclosure } = this.view;
    const silent = this.#announced === null || disclosure !== null;
    this.#announced = announced(this.#announced ?? NOTHING_ANNOUNCED, lines, silent);
  }

  protected override updated(): void {
    // Answered, the card goes with its focus: writing is what comes next.
    if (this.#cardHadFocus && !this.view.canvas.card) this.composer.focus();
    if (this.#downloadHadFocus && !this.download) this.composer.focus();
  }

  get #text(): boolean {
    return this.view.phase.is === 'live' && this.view.phase.transport === 'text';
  }

  /** As the visitor chose, else as the owner did; in writing it is all there is. */
  get #transcriptShown(): boolean {
    return this.transcript ?? (this.#text || this.view.deployment?.customization.transcript?.panel === true);
  }

  override render() {
    const { phase, deployment, canvas, disclosure, activity, devices, screen, agent } = this.view;
    const name = deployment?.pal_display_name ?? '';
    const modality = deployment?.customization.modality ?? 'video';
    const live = phase.is === 'live';
    const reconnecting = live && phase.connection === 'reconnecting';
    const captioned =
      !this.#text && this.captions && deployment?.customization.captions !== false && !this.#transcriptShown;
    const poster = deployment?.thumbnail_image_url ?? '';
    const notice = !live ? this.words.connecting : reconnecting ? this.words.reconnecting : '';
    return html`
      <div class="stage" part="stage">
        <pal-stage
          .stream=${this.#text ? null : agent}
          .own=${screen.stream ?? devices.preview}
          .screen=${screen.stream !== null}
          .name=${name}
          .poster=${poster}
          .activity=${captioned || notice || disclosure ? 'idle' : activity}
          .weak=${live && phase.connection === 'weak'}
          .dim=${notice !== ''}
          .calm=${this.calm}
        ></pal-stage>
        <h2 part="name" tabindex="-1">${name}</h2>
      </div>
      <div class="canvas" part="canvas">
        <pal-canvas
          .canvas=${canvas}
          .accent=${deployment?.customization.magic_canvas?.accent_color}
        ></pal-canvas>
      </div>
      ${this.#side()} ${this.#said(notice, disclosure ?? '', captioned)}
      <div class="dock" part="over" @pal-toggle=${this.#toggle}>
        <div class="sharing" part="sharing" ?hidden=${!screen.stream}>
          <span role="status">${screen.stream ? this.words.screenShared : ''}</span
          ><button part="stop" @click=${this.#stop}>${this.words.screenStop}</button>
        </div>
        <pal-controls
          .devices=${devices}
          .media=${modality !== 'chat' && !this.#text}
          .video=${modality === 'video'}
          .shareable=${screen.offered && modality === 'video'}
          .waiting=${!live}
          .sharing=${screen.stream !== null}
          .captions=${this.captions}
          .transcript=${this.#transcriptShown}
          .calm=${poster && modality === 'video' ? this.calm : null}
        ></pal-controls>
      </div>
      <pal-composer ?disabled=${!live}></pal-composer>
    `;
  }

  /** The place of the words: of a connection that is not there, of the disclosure, of the captions. */
  #said(notice: string, disclosure: string, captioned: boolean) {
    const { caption, activity } = this.view;
    const told = notice || disclosure;
    // What tells stays in the page while it has nothing to tell, so that it is heard when it has.
    return html`<div class=${told || captioned ? 'words' : 'hidden'}>
      <div class=${notice ? 'notice' : 'hidden'} part="notice">
        ${notice ? html`<div class="dots" part="dots" aria-hidden="true"><i></i><i></i><i></i></div>` : nothing}
        <span role="status">${notice}</span>
      </div>
      <div class=${disclosure && !notice ? 'disclosure' : 'hidden'}>
        <span part="disclosure" role="status">${notice ? '' : disclosure}</span>
      </div>
      ${captioned && !told ? html`<pal-captions .line=${caption} .activity=${activity}></pal-captions>` : nothing}
    </div>`;
  }

  #side() {
    const { phase, deployment, lines, hearing, recording, endsSoon } = this.view;
    const name = deployment?.pal_display_name ?? '';
    const live = phase.is === 'live';
    const modality = deployment?.customization.modality ?? 'video';
    const trouble = this.#trouble();
    const note = this.#hearingNote();
    return html`<div class="side" part="side">
      ${
        this.#text && modality !== 'chat'
          ? html`<p class="status" part="status" role="status">${this.words.textOnly}</p>`
          : nothing
      }
      ${
        this.#transcriptShown
          ? html`<pal-transcript
              .lines=${lines}
              .name=${name}
              ?downloads=${deployment?.customization.transcript?.download !== false}
            ></pal-transcript>`
          : nothing
      }
      <p class="hidden" role="log" aria-relevant="additions" aria-label=${this.words.transcript}>
        ${repeat(
          this.#announced?.told ?? [],
          ({ id }) => id,
          ({ role, text, named }) =>
            html`<span>${named ? `${role === 'user' ? this.words.you : name}: ` : ''}${text} </span>`,
        )}
      </p>
      ${recording ? html`<p class="note" part="note">${this.words.recorded}</p>` : nothing}
      ${note ? html`<p class="note" part="note">${note}</p>` : nothing}
      ${live && !this.#text && hearing ? this.#offer(hearing.state) : nothing}
      <p class="note" part="note" role="status" ?hidden=${!endsSoon}>
        ${endsSoon ? this.words.endsSoon : ''}
      </p>
      <p class="note" part="note" role="status" ?hidden=${!trouble}>${trouble}</p>
    </div>`;
  }

  /** What is wrong with a device, in words. */
  #trouble(): string {
    const { microphone, camera, unplugged } = this.view.devices;
    const { words } = this;
    if (this.view.phase.is !== 'live' || this.#text) return '';
    if (microphone.state === 'denied')
      return `${words.microphoneDenied} ${words[`allow${browserOf(navigator)}`]}`;
    if (camera.state === 'denied') return `${words.cameraDenied} ${words[`allow${browserOf(navigator)}`]}`;
    if (!unplugged) return '';
    return unplugged.now === null
      ? words.deviceGone
      : fill(words.deviceSwitched, { device: unplugged.now || words.microphone });
  }

  /** Who hears, where that is to be known. */
  #hearingNote(): string {
    const { phase, hearing, capabilities } = this.view;
    if (phase.is !== 'live' || this.#text) return '';
    if (hearing?.state === 'listening')
      return hearing.where === 'device' ? this.words.hearingDevice : this.words.hearingCloud;
    return capabilities?.hearing === 'none' ? this.words.noHearing : '';
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
