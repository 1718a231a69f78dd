import { html, nothing, type PropertyValues } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { property, query, state } from 'lit/decorators.js';
import { announce, NOTHING_ANNOUNCED, type AnnouncementState } from '../session/announcements.ts';
import { modalityOf } from '../session/modality.ts';
import type { BrowserHearing, Line, View } from '../session/phases.ts';
import { isTyped } from '../session/transcript.ts';
import { deviceProblem, DEVICE_WORRY_MS, hasNotes, hearingNote, offersHearing } from './call-notes.ts';
import { callStyles } from './call-styles.ts';
import { lowCallStyles } from './low-call-styles.ts';
import type { CorrectEvent } from './pal-captions.ts';
import type { PalComposer } from './pal-composer.ts';
import type { ToggleEvent } from './pal-controls.ts';
import { dots } from './base/dots.ts';
import { Part } from './base/part.ts';
import { ask } from './base/request.ts';
import { base } from './base/styles.ts';

/**
 * The call's screen: the face, captions, controls and a composer.
 *
 * @summary The call.
 * @fires pal-request - `say`, and the requests of its parts.
 * @csspart stage - The area of the picture.
 * @csspart disclosure - The banner that says that the agent is a machine.
 * @csspart name - The agent's name, on the picture.
 * @csspart over - The dock below the picture: the controls.
 * @csspart dots - The progress dots.
 * @csspart notice - The state of the connection, in the area of the captions.
 * @csspart canvas - The area of the card.
 * @csspart side - The area of the transcript.
 * @csspart sharing - The note that the screen is shared.
 * @csspart stop - The button that stops sharing.
 * @csspart status - A note that the call continues in writing.
 * @csspart download - The button that downloads speech recognition for the device.
 * @csspart note - A note, such as that the call is recorded.
 */
export class PalCall extends Part {
  static override styles = [base, callStyles, lowCallStyles];

  /** The view of the session to draw. */
  @property({ attribute: false }) view!: View;

  /** The visitor's choice to show or hide captions; null if there is none. */
  @state() private captions: boolean | null = null;
  /** True to show a still picture; initially set if the visitor prefers reduced motion. */
  @state() private calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  @state() private transcript: boolean | null = null;
  @query('pal-composer') private composer!: PalComposer;
  @query('.canvas') private canvas!: HTMLElement | null;

  @query('[part=download]') private download!: HTMLElement | null;

  #hadCardFocus = false;
  #hadDownloadFocus = false;

  /** The sentences that were announced to a screen reader. */
  #announced: AnnouncementState | null = null;

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { card } = this.view.canvas;
    this.#hadDownloadFocus = this.download?.matches(':focus') ?? false;
    this.#hadCardFocus = this.canvas?.matches(':focus-within') ?? false;
    this.classList.toggle('aside', this.#isTranscriptShown);
    this.classList.toggle('textual', this.#isFaceless);
    this.classList.toggle('written', this.#isText && !this.#isFaceless);
    this.classList.toggle('shared', this.view.screen.stream !== null);
    this.classList.toggle('carded', card !== null);
    this.classList.toggle('poor', this.#isWeak);
    this.classList.toggle('noted', hasNotes(this.view, this.words, this.#isLive && !this.#isText));
    // Cards whose choices are side by side get more width.
    this.classList.toggle('choosing', card?.component === 'question' || card?.component === 'calendar');
    // The agent requests a physical side of the screen, which does not depend on the text direction.
    const left = card?.arguments.layout?.preferred_slot === 'safe-area-left';
    this.classList.toggle('start', card !== null && left !== (getComputedStyle(this).direction === 'rtl'));
    if (changed.has('view')) this.#announce();
  }

  /** Announces new sentences. Earlier lines are not announced, and the disclosure has a separate live region. */
  #announce(): void {
    const { lines, disclosure } = this.view;
    const silent = this.#announced === null || disclosure !== null;
    this.#announced = announce(this.#announced ?? NOTHING_ANNOUNCED, lines, silent);
  }

  protected override updated(): void {
    // An answered card is removed together with the focus, so move the focus to the composer.
    if (this.#hadCardFocus && !this.view.canvas.card) this.composer.focus();
    if (this.#hadDownloadFocus && !this.download) this.composer.focus();
  }

  get #name(): string {
    return this.view.deployment?.pal_display_name ?? '';
  }

  get #modality() {
    return modalityOf(this.view.deployment);
  }

  get #isLive(): boolean {
    return this.view.phase.is === 'live';
  }

  get #isWeak(): boolean {
    return this.view.phase.is === 'live' && this.view.phase.connection === 'weak';
  }

  get #isText(): boolean {
    return this.view.phase.is === 'live' && this.view.phase.transport === 'text';
  }

  /** True for a text call without a drawn face, which shows only a transcript. */
  get #isFaceless(): boolean {
    return this.#isText && !this.view.face;
  }

  /** True if the transcript is shown: by the visitor's choice, otherwise in a text call or by the owner's setting. */
  get #isTranscriptShown(): boolean {
    return (
      this.transcript ?? (this.#isText || this.view.deployment?.customization.transcript?.panel === true)
    );
  }

  /**
   * True if captions are on: by the visitor's choice, otherwise by the conversation's, otherwise by the deployment's.
   */
  get #areCaptionsOn(): boolean {
    const { captions, deployment } = this.view;
    return this.captions ?? captions ?? deployment?.customization.captions !== false;
  }

  /** While the transcript is shown, captions would repeat its text. */
  get #hasCaptions(): boolean {
    return this.#areCaptionsOn && !this.#isFaceless && !this.#isTranscriptShown;
  }

  /** A note for a visitor who is muted, or who speaks while muted, which is detected locally; otherwise empty. */
  get #muteNote(): string {
    const { microphone, mutedVoice } = this.view.devices;
    if (!this.#isLive || this.#isText || microphone.state !== 'muted') return '';
    return mutedVoice ? this.words.areYouTalking : this.words.muted;
  }

  /** The text about a connection that is lost or not there yet; otherwise empty. */
  get #notice(): string {
    const { phase } = this.view;
    if (phase.is !== 'live') return this.words.connecting;
    return phase.connection === 'reconnecting' ? this.words.reconnecting : '';
  }

  /**
   * Milliseconds for which the face looks worried: while the connection is lost, and briefly if a device cannot be
   * used.
   */
  get #worry(): number {
    if (this.#isLive && this.#notice) return Infinity;
    return deviceProblem(this.view, this.words) ? DEVICE_WORRY_MS : 0;
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
      ${this.#side()} ${this.#words()} ${this.#dock()}
      <pal-composer ?disabled=${!this.#isLive} .recent=${this.#lastSpoken}></pal-composer>
    `;
  }

  /** The visitor's last complete spoken line. */
  get #lastSpoken(): string {
    const isSpoken = (line: Line) => line.role === 'user' && !line.streaming && !isTyped(line);
    return this.view.lines.findLast(isSpoken)?.text ?? '';
  }

  /** Renders the agent's picture and the visitor's own picture. */
  #stage() {
    const { deployment, disclosure, activity, devices, screen, agent, face, caption } = this.view;
    // Captions or a notice already show the activity.
    const hasWords = this.#hasCaptions || this.#notice || disclosure;
    const isOccupied = !this.#hasCaptions || this.#notice || disclosure || (caption && devices.mutedVoice);
    return html`<div class="stage" part="stage">
      <pal-stage
        .stream=${this.#isText ? null : agent}
        .face=${face}
        .own=${screen.stream ?? devices.preview}
        .screen=${screen.stream !== null}
        .name=${this.#name}
        .poster=${deployment?.thumbnail_image_url ?? ''}
        .activity=${hasWords ? 'idle' : activity}
        .note=${isOccupied ? this.#muteNote : ''}
        .weak=${this.#isWeak}
        .dim=${this.#notice !== ''}
        .worry=${this.#worry}
        .calm=${this.calm}
      ></pal-stage>
      <h2 part="name" tabindex="-1">${this.#name}</h2>
    </div>`;
  }

  /** Renders the area for a connection notice, the disclosure or the captions. */
  #words() {
    const { caption, visitorCaption, activity, disclosure, devices } = this.view;
    const muteNote = this.#muteNote;
    const notice = this.#notice;
    const banner = notice ? '' : disclosure;
    const hasCaptions = this.#hasCaptions;
    const message = notice || banner;
    const className = caption || visitorCaption || muteNote || message ? 'words' : 'words quiet';
    // Empty live regions stay in the page, because screen readers only announce changes of existing regions.
    return html`<div class=${message || hasCaptions ? className : 'hidden'}>
      <div class=${notice ? 'notice' : 'hidden'} part="notice">
        ${notice ? dots : nothing}
        <span role="status" .textContent=${notice}></span>
      </div>
      <div class=${banner ? 'disclosure' : 'hidden'}>
        <span part="disclosure" role="status">${banner}</span>
      </div>
      <span class="hidden" role="status">${devices.mutedVoice ? muteNote : ''}</span>
      ${
        hasCaptions && !message
          ? html`<pal-captions
              .line=${caption}
              .visitorLine=${visitorCaption}
              .activity=${activity}
              .note=${muteNote}
              correctable
              @pal-correct=${({ text }: CorrectEvent) => this.composer.edit(text)}
            ></pal-captions>`
          : nothing
      }
    </div>`;
  }

  /** Renders the note that the screen is shared, and the controls. */
  #dock() {
    const { deployment, devices, screen } = this.view;
    const isShared = screen.stream !== null;
    const video = this.#modality === 'video';
    return html`<div class="dock" part="over" @pal-toggle=${this.#toggle}>
      <div class="sharing" part="sharing" ?hidden=${!isShared}>
        <span role="status">${isShared ? this.words.screenShared : ''}</span
        ><button part="stop" @click=${this.#stop}>${this.words.screenStop}</button>
      </div>
      <pal-controls
        .devices=${devices}
        .media=${this.#modality !== 'chat' && !this.#isText}
        .video=${video}
        .shareable=${screen.offered && video}
        .waiting=${!this.#isLive}
        .sharing=${isShared}
        .captions=${this.#areCaptionsOn}
        .transcript=${this.#isTranscriptShown}
        .calm=${deployment?.thumbnail_image_url && video ? this.calm : null}
      ></pal-controls>
    </div>`;
  }

  /** Renders the transcript and the notes. */
  #side() {
    const { deployment, lines } = this.view;
    return html`<div class="side" part="side">
      ${
        this.#isText && this.#modality !== 'chat'
          ? html`<p class="status" part="status" role="status">${this.words.textOnly}</p>`
          : nothing
      }
      ${
        this.#isTranscriptShown
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

  /** Renders the live region for screen readers. */
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
    const isSpoken = this.#isLive && !this.#isText;
    const recognitionNote = isSpoken && hearingNote(this.view, this.words);
    const problem = isSpoken ? deviceProblem(this.view, this.words) : '';
    return html`${recording ? html`<p class="note" part="note">${this.words.recorded}</p>` : nothing}
    ${recognitionNote ? html`<p class="note" part="note">${recognitionNote}</p>` : nothing}
    ${isSpoken && hearing ? this.#offer(hearing.state) : nothing}
    ${this.#note(endsSoon ? this.words.endsSoon : '')} ${this.#note(problem)}
    ${
      isSpoken && this.view.devices.microphone.state === 'in-use'
        ? html`<p class="note" part="note">
            <button @click=${() => ask(this, { do: 'microphone', on: true })}>
              ${this.words.useMicrophone}
            </button>
          </p>`
        : nothing
    }`;
  }

  /** Renders a note. Its text is set on the element, because page translators replace text nodes. */
  #note(text: string) {
    return html`<p class="note" part="note" role="status" ?hidden=${!text} .textContent=${text}></p>`;
  }

  /** Offers to download speech recognition for the device. */
  #offer(state: BrowserHearing['state']) {
    const status =
      state === 'downloading'
        ? this.words.hearingDownloading
        : state === 'failed'
          ? this.words.hearingFailed
          : '';
    const loading = state === 'downloading';
    const isOffered = offersHearing(state);
    return html`<div class="note" part="note" ?hidden=${!isOffered}>
      <p role="status">${status}</p>
      ${
        isOffered
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
    // The focused button is removed, so focus the button that starts sharing.
    this.renderRoot
      .querySelector('pal-controls')
      ?.renderRoot.querySelector<HTMLElement>('[part~=share]')
      ?.focus();
  };

  #toggle = (event: ToggleEvent): void => {
    if (event.setting === 'captions') this.captions = !this.#areCaptionsOn;
    else if (event.setting === 'calm') this.calm = !this.calm;
    else this.transcript = !this.#isTranscriptShown;
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-call': PalCall;
  }
}
