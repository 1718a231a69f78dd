import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query } from 'lit/decorators.js';
import { modalityOf } from '../session/modality.ts';
import type { EndReason, MessageState, Phase, View } from '../session/phases.ts';
import { fill, type Words } from '../text/words.ts';
import { dots } from './base/dots.ts';
import { close, down, expand, shrink, worried } from './base/icons.ts';
import { PalCall } from './pal-call.ts';
import { PalCanvas } from './pal-canvas.ts';
import { PalCaptions } from './pal-captions.ts';
import { PalComposer } from './pal-composer.ts';
import { PalControls } from './pal-controls.ts';
import { PalDeviceCheck } from './pal-device-check.ts';
import { PalMinimised } from './pal-minimised.ts';
import { PalPassword } from './pal-password.ts';
import { PalStage } from './pal-stage.ts';
import { PalTranscript } from './pal-transcript.ts';
import { endedScreen } from './ended-screen.ts';
import { gateScreen } from './gate-screens.ts';
import { messageScreen, waitingScreen, type Action } from './message-screen.ts';
import { panelStyles } from './panel-styles.ts';
import { Part } from './base/part.ts';
import { ask, type Request } from './base/request.ts';
import { base } from './base/styles.ts';

/**
 * Draws the screen for a session's phase.
 *
 * @summary The screens of a channel.
 * @fires pal-request - The visitor's requests.
 * @csspart screen - A screen with text and buttons: gates, the end, failures.
 * @csspart title - A screen's heading.
 * @csspart text - A screen's text.
 * @csspart actions - A screen's buttons, together.
 * @csspart primary - The main button.
 * @csspart secondary - A button beside the main one.
 * @csspart close - The button that closes the panel.
 * @csspart expand - The button that enlarges the panel, and shrinks it again.
 * @csspart beside - A screen with the agent's picture beside or above it.
 * @csspart face - The agent's picture on every screen except the call's.
 * @csspart questions - The suggested questions on the first screen, together.
 * @csspart question - A suggested question.
 * @csspart below - The text under the picture on the first screen.
 * @csspart note - The note that the call will be recorded.
 * @csspart link - The link on the consent screen.
 * @csspart dots - The progress dots.
 */
export class PalPanel extends Part {
  static override styles = [base, panelStyles];

  /** The view of the session to draw. */
  @property({ attribute: false }) view!: View;
  /** A picture to show until the deployment is loaded. */
  @property() poster = '';
  /** True if the surrounding page already shows the agent's name, so that the first screen omits it. */
  @property({ type: Boolean }) untitled = false;
  /** True to show a button that closes the panel. */
  @property({ type: Boolean }) closable = false;
  /** True if the panel is large; null if it has only one size. */
  @property({ attribute: false }) expanded: boolean | null = null;

  @query('h2') private heading!: HTMLElement | null;

  #wasInside = false;
  /** True if the browser has asked for the microphone on this screen. */
  #hasAsked = false;

  protected override willUpdate(): void {
    this.toggleAttribute('expandable', this.expanded !== null);
    if (screenOf(this.view.phase) === 'call' || this.view.phase.is === 'ended')
      void afterCall().catch(() => {});
    this.#hasAsked = this.view.phase.is === 'starting' && (this.#hasAsked || this.#isAskingMicrophone);
    // Read the focus now, because it is lost when the old screen is removed.
    this.#wasInside = this.matches(':focus-within');
  }

  protected override updated(changed: PropertyValues<this>): void {
    const previousPhase = changed.get('view')?.phase;
    if (previousPhase && this.#wasInside && screenOf(previousPhase) !== screenOf(this.view.phase))
      void this.#focusHeading();
  }

  /** Moves the focus to the heading of the new screen. */
  async #focusHeading(): Promise<void> {
    const screenPart = this.renderRoot.querySelector<LitElement>('pal-call, pal-password, pal-device-check');
    await screenPart?.updateComplete;
    (screenPart ? screenPart.renderRoot.querySelector<HTMLElement>('h2') : this.heading)?.focus();
  }

  override render() {
    const size = this.expanded ? this.words.shrink : this.words.expand;
    const isLive = this.view.phase.is === 'live';
    const closeLabel = isLive ? this.words.minimise : this.words.close;
    return html`<div class="corner">
        ${
          this.expanded === null
            ? nothing
            : html`<button
                class="expand"
                part="expand"
                title=${size}
                @click=${() => this.#send({ do: 'expand', on: !this.expanded })}
              >
                ${this.expanded ? shrink : expand}
              </button>`
        }
        ${
          this.closable
            ? html`<button
                class="close"
                part="close"
                title=${closeLabel}
                @click=${() => this.#send({ do: 'close' })}
              >
                ${isLive ? down : close}
              </button>`
            : nothing
        }
      </div>
      <div><slot name="header"></slot></div>
      ${this.#screen()}`;
  }

  #screen(): TemplateResult {
    const { phase } = this.view;
    const { words } = this;
    switch (phase.is) {
      case 'idle':
      case 'loading':
        return this.#loadingScreen();
      case 'ready':
        return this.#readyScreen();
      case 'resumable':
        return this.#firstScreen(words.resumeTitle, words.resumeText, [
          [words.resume, { do: 'resume' }],
          [words.anew, { do: 'anew' }],
        ]);
      case 'unavailable':
        return phase.reason === 'closed'
          ? this.#closedScreen(phase.message)
          : this.#problemScreen(words.unavailableTitle, words[`unavailable_${phase.reason}`]);
      case 'gate':
        return this.#withFace(
          gateScreen(phase, this.view, words, this.#send),
          '',
          phase.by === 'captcha' && phase.state === 'failed',
        );
      case 'starting':
        return this.#withFace(this.#startingScreen());
      case 'joining':
      case 'live':
        return html`<pal-call .view=${this.view}></pal-call>`;
      case 'ended':
        return this.#endedScreen(phase.reason);
      case 'failed':
        return this.#problemScreen(failureTitle(phase, words), failureText(phase, words));
    }
  }

  /**
   * Renders the screen during the browser's permission prompt. The visitor may not answer the prompt, so
   * there is a button to continue without it.
   */
  #startingScreen(): TemplateResult {
    const { words } = this;
    if (!this.#hasAsked) return waitingScreen(words.connecting);
    const isOver = !this.#isAskingMicrophone;
    return waitingScreen(isOver ? words.connecting : words.microphone, words.microphoneAsking, {
      words: words.withoutMicrophone,
      go: () => this.#send({ do: 'confirm-devices' }),
      over: isOver,
    });
  }

  get #isAskingMicrophone(): boolean {
    return this.view.devices.microphone.state === 'asking';
  }

  /** Renders the loading screen, with the page's picture if there is one. */
  #loadingScreen(): TemplateResult {
    if (!this.poster) return waitingScreen(this.words.loading);
    return this.#withFace(
      html`<section class="below" part="below" role="status">
        ${dots}
        <h2 class="hidden" tabindex="-1">${this.words.loading}</h2>
      </section>`,
      'first',
    );
  }

  /** Renders the first screen; texts of the owner replace the default ones. */
  #readyScreen(): TemplateResult {
    const { deployment } = this.view;
    const name = deployment?.pal_display_name ?? '';
    const ownTexts = deployment?.customization.preview ?? {};
    return html`<slot name="preview"
      >${this.#firstScreen(
        ownTexts.title ?? fill(this.words.firstTitle, { name }),
        ownTexts.description ?? fill(this.words.firstText, { name }),
        this.#startActions(ownTexts.btn_title),
        ownTexts.questions,
        !this.untitled || !!ownTexts.title,
      )}</slot
    >`;
  }

  /** Returns the buttons that start a call: a chat has one, and all other calls can be spoken or written. */
  #startActions(ownLabel: string | undefined): readonly Action[] {
    const { words } = this;
    return modalityOf(this.view.deployment) === 'chat'
      ? [[ownLabel ?? words.begin, { do: 'begin', mode: 'text' }]]
      : [
          [ownLabel ?? words.talk, { do: 'begin', mode: 'voice' }],
          [words.type, { do: 'begin', mode: 'text' }],
        ];
  }

  #endedScreen(reason: EndReason): TemplateResult {
    return html`<slot name="after-call"
      >${this.#withFace(
        endedScreen(this.view, this.words, reason, {
          again: () => this.#send({ do: 'again' }),
          download: () => void this.#download(),
        }),
        '',
        reason === 'lost' || reason === 'error',
      )}</slot
    >`;
  }

  /** Renders the form outside opening hours. Its fallback content is shown until its chunk is loaded. */
  #closedScreen(state: MessageState | undefined): TemplateResult {
    const { deployment } = this.view;
    import('./pal-closed.ts').catch(() => {});
    return this.#withFace(
      html`<pal-closed .deployment=${deployment} .message=${state}
        >${this.#retryScreen(this.words.unavailableTitle, deployment?.customization.hours?.text ?? '')}<slot
          name="captcha"
          slot="captcha"
        ></slot
      ></pal-closed>`,
    );
  }

  /** Renders a failure with a button to try again. */
  #problemScreen(title: string, text: string): TemplateResult {
    return this.#withFace(this.#retryScreen(title, text), '', true);
  }

  #retryScreen(title: string, text: string): TemplateResult {
    return messageScreen(title, text, [[this.words.tryAgain, { do: 'again' }]], this.#send);
  }

  /**
   * Adds the agent's picture to a screen, so that the visitor recognises the agent. Beside bad news a worried face
   * replaces it, because most agents smile in their pictures.
   */
  #withFace(content: TemplateResult, screenClass = '', isBadNews = false): TemplateResult {
    const { deployment } = this.view;
    const picture = deployment ? deployment.thumbnail_image_url : this.poster;
    if (!picture && !screenClass) return content;
    return html`<div class="beside ${screenClass}" part="beside">
      <div class="picture">
        ${
          isBadNews
            ? worried
            : picture
              ? html`<img
                  class="face"
                  part="face"
                  src=${picture}
                  alt=${screenClass && deployment ? fill(this.words.face, { name: deployment.pal_display_name }) : ''}
                />`
              : nothing
        }
      </div>
      ${content}
    </div>`;
  }

  #firstScreen(
    title: string,
    text: string,
    actions: readonly Action[],
    questions: readonly string[] = [],
    titled = true,
  ): TemplateResult {
    return this.#withFace(
      html`<section class="below" part="below">
        <h2 part="title" class=${titled ? '' : 'hidden'} tabindex="-1">${title}</h2>
        ${
          titled || !this.view.deployment?.customization.landing_page?.description
            ? html`<p part="text">${text}</p>`
            : nothing
        }
        ${this.view.deployment?.recording ? html`<small part="note">${this.words.recorded}</small>` : nothing}
        ${
          questions.length > 0
            ? html`<div class="questions" part="questions">
                ${questions.map(
                  (question) =>
                    html`<button
                      part="question"
                      dir="auto"
                      @click=${() => this.#send({ do: 'begin', mode: 'text', question })}
                    >
                      ${question}
                    </button>`,
                )}
              </div>`
            : nothing
        }
        <div class="actions" part="actions">
          ${actions.map(
            ([words, request], index) =>
              html`<button
                class=${index ? '' : 'primary'}
                part=${index ? 'secondary' : 'primary'}
                @click=${() => this.#send(request)}
              >
                ${words}
              </button>`,
          )}
        </div>
      </section>`,
      'first',
    );
  }

  readonly #send = (request: Request): void => ask(this, request);

  #download = async (): Promise<void> => {
    const { MEDIA_TYPES, save, writers } = await afterCall();
    const name = this.view.deployment?.pal_display_name ?? 'PAL';
    save(
      'transcript.txt',
      MEDIA_TYPES.txt,
      writers.txt(this.view.lines, { user: this.words.you, pal: name, interrupted: this.words.interrupted }),
    );
  };
}

async function afterCall() {
  const module = await import('./after-call.ts');
  if (!customElements.get('pal-rating')) customElements.define('pal-rating', module.PalRating);
  return module;
}

/**
 * Returns a title with the cause of a failure: the connection, the service, or that the service accepts no calls
 * for now.
 */
function failureTitle({ code }: Extract<Phase, { is: 'failed' }>, words: Words): string {
  if (code === 'network') return words.noConnectionTitle;
  return code === 'internal_error' ? words.failedTitle : words.unavailableTitle;
}

/**
 * Returns the service's message, but a general text for a lost connection and for internal errors, whose messages
 * visitors do not understand.
 */
function failureText(failed: Extract<Phase, { is: 'failed' }>, words: Words): string {
  if (failed.code === 'network') return words.failedNetwork;
  if (failed.code === 'internal_error') return words.failedOther;
  return failed.message || words.failedOther;
}

/** Identifies the screen of a phase. Between phases with the same screen the focus does not move. */
function screenOf(phase: Phase): string {
  if (phase.is === 'joining' || phase.is === 'live') return 'call';
  return phase.is === 'gate' ? `gate ${phase.by}${phase.by === 'captcha' ? phase.state : ''}` : phase.is;
}

/** Registers the elements of this chunk. */
export function defineParts(): void {
  const parts = {
    'pal-panel': PalPanel,
    'pal-password': PalPassword,
    'pal-device-check': PalDeviceCheck,
    'pal-call': PalCall,
    'pal-stage': PalStage,
    'pal-captions': PalCaptions,
    'pal-transcript': PalTranscript,
    'pal-controls': PalControls,
    'pal-canvas': PalCanvas,
    'pal-composer': PalComposer,
    'pal-minimised': PalMinimised,
  };
  for (const [tag, element] of Object.entries(parts))
    if (!customElements.get(tag)) customElements.define(tag, element);
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-panel': PalPanel;
  }
}
