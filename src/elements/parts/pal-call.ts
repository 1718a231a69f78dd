import { css, html, nothing } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { browserOf } from '../session/browser.ts';
import type { BrowserHearing, View } from '../session/phases.ts';
import type { ToggleEvent } from './pal-controls.ts';
import { fill } from '../text.ts';
import { Part } from './part.ts';
import { ask } from './request.ts';
import { base } from './styles.ts';

/**
 * The call's screen: the face, what is said, what can be done, and a line to type in.
 *
 * @summary The call.
 * @fires pal-request - `say` and whatever its parts ask for.
 * @csspart stage - The place of the picture.
 * @csspart disclosure - The banner that says what one talks to.
 * @csspart over - What stands over the picture: captions and controls.
 * @csspart canvas - The place of the card.
 * @csspart side - The place of the transcript.
 * @csspart sharing - The note that the screen is shared.
 * @csspart stop - Its button that ends that.
 * @csspart status - A note that the call goes on in writing.
 * @csspart download - The button that downloads what the browser needs to hear on the device.
 * @csspart note - A note: on how the visitor is heard, that the call is recorded.
 */
export class PalCall extends Part {
  static override styles = [
    base,
    css`
      :host {
        display: grid;
        grid-template: minmax(34cqh, 1fr) minmax(0, auto) minmax(0, auto) auto / minmax(0, 1fr);
        grid-template-areas: 'stage' 'canvas' 'side' 'composer';
        height: 100%;
        background: var(--pal-surface);
      }
      .stage {
        grid-area: stage;
        position: relative;
        min-height: 0;
      }
      pal-stage {
        position: absolute;
        inset: 0;
      }
      .over {
        position: absolute;
        inset-block-end: 14px;
        inset-inline: 12px;
        display: flex;
        flex-direction: column;
        gap: 12px;
      }
      .disclosure {
        position: absolute;
        inset-block-start: 14px;
        inset-inline: 14px var(--_end, 64px);
        z-index: 2;
        width: fit-content;
        max-width: 100%;
        padding: 8px 14px;
        border-radius: 12px;
        background: var(--pal-disclosure-background, #fff);
        color: var(--pal-disclosure-color, #16181d);
        font-size: 0.9em;
        font-weight: 550;
        box-shadow: 0 4px 20px rgb(0 0 0 / 0.3);
      }
      .sharing {
        display: flex;
        align-items: center;
        gap: 10px;
        width: fit-content;
        max-width: 100%;
        margin-inline: auto;
        padding: 4px 4px 4px 14px;
        border-radius: 999px;
        background: var(--pal-activity-background, rgb(0 0 0 / 0.62));
        color: #fff;
        font-size: 0.82em;
        font-weight: 550;
        line-height: 1.3;
      }
      .sharing:dir(rtl) {
        padding: 4px 14px 4px 4px;
      }
      .sharing[hidden] {
        display: none;
      }
      .sharing button {
        flex: none;
        min-height: 34px;
        padding: 4px 14px;
        border-color: transparent;
        background: #fff;
        color: #16181d;
      }
      .sharing button:focus-visible {
        outline-color: #fff;
        box-shadow: 0 0 0 5px rgb(0 0 0 / 0.6);
      }
      .side {
        grid-area: side;
        display: flex;
        flex-direction: column;
        min-height: 0;
        overflow: auto;
      }
      pal-transcript {
        flex: 1 1 44cqh;
        min-height: 120px;
        border-block-start: 1px solid var(--pal-line);
      }
      .canvas {
        grid-area: canvas;
        min-height: 0;
        overflow: auto;
        overscroll-behavior: contain;
      }
      :host(.carded) pal-canvas {
        padding: 12px;
      }
      /* Nothing to see: what was written has the place, the controls stand above it. */
      :host(.textual) {
        grid-template-rows: auto minmax(0, 1fr) minmax(0, auto) auto;
        grid-template-areas: 'stage' 'side' 'canvas' 'composer';
      }
      :host(.textual) pal-stage {
        display: none;
      }
      :host(.textual) .over {
        position: static;
        padding-block: 12px;
        padding-inline: 16px var(--_end, 60px);
        background: var(--pal-raised);
      }
      :is(.side, .canvas):focus-visible {
        outline: 2px solid var(--pal-accent);
        outline-offset: -2px;
      }
      .status {
        padding: 14px 20px 0;
      }
      .note {
        padding: 8px 16px;
        font-size: 0.82em;
      }
      .note button {
        margin-block: 6px;
      }
      pal-composer {
        grid-area: composer;
        border-block-start: 1px solid var(--pal-line);
      }
      /* Beside the mouth, not over it. */
      @container (max-width: 499px) {
        .sharing {
          margin-inline-start: 0;
          padding: 4px !important;
        }
        .sharing span {
          position: absolute;
          clip-path: inset(50%);
        }
      }
      @container (min-width: 500px) {
        :host(:is(.aside, .carded):not(.textual)) {
          grid-template: minmax(var(--_top, 0), auto) minmax(0, 1fr) auto / minmax(0, 1fr) minmax(250px, 42%);
          grid-template-areas: 'stage canvas' 'stage side' 'composer composer';
        }
        /* A card alone stands in the middle of its side. */
        :host(.carded:not(.aside, .textual)) {
          grid-template-rows: minmax(0, 1fr) auto auto;
        }
        :host(.carded:not(.aside, .textual)) .canvas {
          display: grid;
          align-content: safe center;
        }
        :host(.start:not(.textual)) {
          grid-template-columns: minmax(250px, 42%) minmax(0, 1fr);
          grid-template-areas: 'canvas stage' 'side stage' 'composer composer';
        }
        :host(.aside) pal-transcript {
          border: 0;
        }
        :host(.carded:not(.start)) pal-canvas {
          padding-top: var(--_top, 12px);
        }
        :host(.aside.carded:not(.textual)) pal-transcript {
          border-block-start: 1px solid var(--pal-line);
        }
      }
      @container (min-width: 860px) {
        :host(:is(.aside, .carded):not(.textual)) {
          grid-template-columns: minmax(0, 1fr) minmax(300px, 36%);
        }
        :host(.start:not(.textual)) {
          grid-template-columns: minmax(300px, 36%) minmax(0, 1fr);
        }
        /* There is room for a card on one side and the transcript on the other. */
        :host(.start.aside:not(.textual)) {
          grid-template: minmax(0, 1fr) auto / minmax(280px, 30%) minmax(0, 1fr) minmax(260px, 28%);
          grid-template-areas: 'canvas stage side' 'composer composer composer';
        }
        :host(.start.aside:not(.textual)) .side {
          padding-top: var(--_top);
        }
      }
    `,
  ];

  /** All that is to be drawn. */
  @property({ attribute: false }) view!: View;

  @state() private captions = true;
  @state() private transcript: boolean | null = null;
  @query('pal-composer') private composer!: HTMLElement;
  @query('.canvas') private canvas!: HTMLElement | null;

  @query('[part=download]') private download!: HTMLElement | null;

  #cardHadFocus = false;
  #downloadHadFocus = false;

  protected override willUpdate(): void {
    const { card } = this.view.canvas;
    this.#downloadHadFocus = this.download?.matches(':focus') ?? false;
    this.#cardHadFocus = this.canvas?.matches(':focus-within') ?? false;
    this.classList.toggle('aside', this.#transcriptShown);
    this.classList.toggle('textual', this.#text);
    this.classList.toggle('carded', card !== null);
    // The agent names a side of the screen, whichever way the page is read.
    const left = card?.arguments.layout?.preferred_slot === 'safe-area-left';
    this.classList.toggle('start', card !== null && left !== (getComputedStyle(this).direction === 'rtl'));
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
    const {
      phase,
      deployment,
      lines,
      caption,
      canvas,
      disclosure,
      activity,
      devices,
      screen,
      agent,
      capabilities,
      recording,
      hearing,
    } = this.view;
    const name = deployment?.pal_display_name ?? '';
    const modality = deployment?.customization.modality ?? 'video';
    const live = phase.is === 'live';
    const reconnecting = live && phase.connection === 'reconnecting';
    const captioned = this.captions && deployment?.customization.captions !== false && !this.#transcriptShown;
    const { unplugged, microphone, camera } = devices;
    const trouble =
      !live || this.#text
        ? ''
        : microphone.state === 'denied'
          ? `${this.words.microphoneDenied} ${this.words[`allow${browserOf(navigator)}`]}`
          : camera.state === 'denied'
            ? `${this.words.cameraDenied} ${this.words[`allow${browserOf(navigator)}`]}`
            : unplugged
              ? unplugged.now === null
                ? this.words.deviceGone
                : fill(this.words.deviceSwitched, { device: unplugged.now || this.words.microphone })
              : '';
    const note =
      !live || this.#text
        ? ''
        : hearing?.state === 'listening'
          ? hearing.where === 'device'
            ? this.words.hearingDevice
            : this.words.hearingCloud
          : capabilities?.hearing === 'none'
            ? this.words.noHearing
            : '';
    return html`
      <h2 class="hidden" tabindex="-1">${name}</h2>
      <div class="stage" part="stage">
        <pal-stage
          .stream=${this.#text ? null : agent}
          .own=${screen.stream ?? devices.preview}
          .screen=${screen.stream !== null}
          .name=${name}
          .poster=${deployment?.thumbnail_image_url ?? ''}
          .activity=${disclosure ? 'idle' : activity}
          .weak=${live && phase.connection === 'weak'}
          .notice=${!live ? this.words.connecting : reconnecting ? this.words.reconnecting : ''}
          .busy=${!live || reconnecting}
        ></pal-stage>
        ${disclosure ? html`<div class="disclosure" part="disclosure" role="status">${disclosure}</div>` : nothing}
        <div class="over" part="over" @pal-toggle=${this.#toggle}>
          <div class="sharing" part="sharing" ?hidden=${!screen.stream}>
            <span role="status">${screen.stream ? this.words.screenShared : ''}</span
            ><button part="stop" @click=${this.#stop}>${this.words.screenStop}</button>
          </div>
          ${captioned ? html`<pal-captions .line=${caption}></pal-captions>` : nothing}
          <pal-controls
            .devices=${devices}
            .media=${live && !this.#text}
            .video=${modality === 'video'}
            .shareable=${screen.offered && modality === 'video'}
            .sharing=${screen.stream !== null}
            .captions=${this.captions}
            .transcript=${this.#transcriptShown}
          ></pal-controls>
        </div>
      </div>
      <div class="canvas" part="canvas">
        <pal-canvas
          .canvas=${canvas}
          .accent=${deployment?.customization.magic_canvas?.accent_color}
        ></pal-canvas>
      </div>
      <div class="side" part="side">
        ${this.#text && modality !== 'chat' ? html`<p class="status" part="status" role="status">${this.words.textOnly}</p>` : nothing}
        ${
          this.#transcriptShown
            ? html`<pal-transcript
                .lines=${lines}
                .name=${name}
                ?downloads=${deployment?.customization.transcript?.download !== false}
              ></pal-transcript>`
            : html`<p class="hidden" role="log" aria-label=${this.words.transcript}>
                ${lines
                  .filter((line) => !line.streaming)
                  .slice(-3)
                  .map(
                    (line) =>
                      html`<span>${line.role === 'user' ? this.words.you : name}: ${line.text}</span> `,
                  )}
              </p>`
        }
        ${recording ? html`<p class="note" part="note">${this.words.recorded}</p>` : nothing}
        ${note ? html`<p class="note" part="note">${note}</p>` : nothing}
        ${live && !this.#text && hearing ? this.#offer(hearing.state) : nothing}
        <p class="note" part="note" role="status" ?hidden=${!trouble}>${trouble}</p>
      </div>
      <pal-composer ?disabled=${!live}></pal-composer>
    `;
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
      ${offered ? html`<button part="download" aria-disabled=${loading} @click=${() => ask(this, { do: 'install-hearing' })}>${this.words.hearingBetter}</button>` : nothing}
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
    else this.transcript = !this.#transcriptShown;
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-call': PalCall;
  }
}
