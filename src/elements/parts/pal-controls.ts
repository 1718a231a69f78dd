import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { NO_DEVICES } from '../session/devices.ts';
import type { Devices } from '../session/phases.ts';
import { controlStyles } from './control-styles.ts';
import {
  camera,
  cameraOff,
  captions,
  leave,
  lines,
  microphone,
  microphoneOff,
  more,
  screen,
  still,
} from './base/icons.ts';
import { Part } from './base/part.ts';
import { ask } from './base/request.ts';
import { base } from './base/styles.ts';

/** What the call's screen itself shows or not. */
export type Toggled = 'captions' | 'transcript' | 'calm';

/** A setting of the call's screen itself. */
export class ToggleEvent extends Event {
  readonly what: Toggled;
  constructor(what: Toggled) {
    super('pal-toggle', { bubbles: true, composed: true });
    this.what = what;
  }
}

/**
 * Microphone, camera, screen, captions, transcript, motion; leave apart at the end. One row: where it is
 * narrow, all between the first and the last stand behind a button. A toolbar: the Tab key reaches it once,
 * arrows go through it.
 *
 * @summary The call's controls.
 * @fires pal-request - `microphone`, `camera`, `screen`, `end`.
 * @fires pal-toggle - `captions`, `transcript` or `calm`.
 * @csspart controls - The controls, together.
 * @csspart control - Each control.
 * @csspart microphone - The microphone's control.
 * @csspart camera - The camera's control.
 * @csspart share - The control that shares the screen.
 * @csspart captions - The captions' control.
 * @csspart transcript - The transcript's control.
 * @csspart calm - The control that lets the agent's picture stand still.
 * @csspart more - Where it is narrow: the button that brings the controls between the first and the last.
 * @csspart leave - The control that ends the call.
 */
export class PalControls extends Part {
  static override styles = [
    base,
    controlStyles,
    css`
      :host {
        position: relative;
        container-type: inline-size;
      }
      [role='toolbar'],
      .rest {
        display: flex;
        gap: var(--pal-control-gap, 8px);
      }
      .more {
        display: none;
      }
      .leave {
        margin-inline-start: auto;
      }
      @container (max-width: 315px) {
        .rest {
          display: none;
        }
        .more {
          display: grid;
        }
      }
      @container (max-width: 369px) {
        .many .rest {
          display: none;
        }
        .many .more {
          display: grid;
        }
      }
      /* In the place of the captions, so never over the face. */
      .unfolded.unfolded .rest {
        position: absolute;
        z-index: 1;
        inset-inline: 0;
        inset-block-end: 100%;
        display: flex;
        padding-block: 10px;
        background: var(--pal-dock-background, #14161a);
      }
    `,
  ];

  /** Camera and microphone as they are now. */
  @property({ attribute: false }) devices: Devices = NO_DEVICES;
  /** Whether sound and picture go both ways. */
  @property({ type: Boolean }) media = true;
  /** Whether the camera is offered. */
  @property({ type: Boolean }) video = true;
  /** Whether the screen can be shared. */
  @property({ type: Boolean }) shareable = false;
  /** Whether the screen is shared. */
  @property({ type: Boolean }) sharing = false;
  /** The call is not connected yet: a screen cannot be shared. */
  @property({ type: Boolean }) waiting = false;
  /** Whether captions are shown; null where that is not to be chosen here. */
  @property({ type: Boolean }) captions: boolean | null = true;
  /** Whether the transcript is shown; null where that is not to be chosen here. */
  @property({ type: Boolean }) transcript: boolean | null = false;
  /** Whether the agent's picture stands still; null where it cannot. */
  @property({ attribute: false }) calm: boolean | null = null;

  @state() private unfolded = false;
  /** The control that the Tab key reaches. */
  #current = 0;

  protected override updated(_: PropertyValues<this>): void {
    this.#rove(this.#current);
  }

  override render() {
    const { words, media } = this;
    const rest = [
      media && this.video ? this.#camera() : null,
      media && this.shareable ? this.#share() : null,
      media ? this.#shown('captions', words.captions, captions, this.captions) : null,
      this.#shown('transcript', words.transcript, lines, this.transcript),
      media ? this.#shown('calm', words.calm, still, this.calm) : null,
    ].filter((control) => control !== null);
    return html`<div
      part="controls"
      role="toolbar"
      aria-label=${words.panel}
      class="${rest.length > 4 ? 'many' : ''} ${this.unfolded ? 'unfolded' : ''}"
      @keydown=${this.#key}
      @focusin=${this.#focused}
      @focusout=${this.#left}
    >
      ${media ? this.#microphone() : nothing}
      <div class="rest">${rest}</div>
      ${rest.length > 0 ? this.#more() : nothing}
      <button
        class="leave"
        part="control leave"
        aria-label=${words.leave}
        title=${words.leave}
        @click=${() => ask(this, { do: 'end' })}
      >
        ${leave}
      </button>
    </div>`;
  }

  /** Brings the rest where it is narrow. */
  #more(): TemplateResult {
    const { words } = this;
    return html`<button
      class="more"
      part="control more"
      aria-expanded=${this.unfolded}
      aria-label=${words.more}
      title=${words.more}
      @click=${() => (this.unfolded = !this.unfolded)}
    >
      ${more}
    </button>`;
  }

  #microphone(): TemplateResult {
    const on = this.devices.microphone.state === 'on';
    return html`<button
      class="device microphone"
      part="control microphone"
      aria-pressed=${on}
      aria-label=${this.words.microphone}
      title=${this.words.microphone}
      @click=${() => ask(this, { do: 'microphone', on: !on })}
    >
      ${on ? microphone : microphoneOff}
    </button>`;
  }

  #camera(): TemplateResult {
    const on = this.devices.camera.state === 'on';
    return html`<button
      class="device"
      part="control camera"
      aria-pressed=${on}
      aria-label=${this.words.camera}
      title=${this.words.camera}
      @click=${() => ask(this, { do: 'camera', on: !on })}
    >
      ${on ? camera : cameraOff}
    </button>`;
  }

  #share(): TemplateResult {
    return html`<button
      class="shown"
      part="control share"
      aria-disabled=${this.waiting}
      aria-pressed=${this.sharing}
      aria-label=${this.words.screenShare}
      title=${this.words.screenShare}
      @click=${() => this.waiting || ask(this, { do: 'screen', on: !this.sharing })}
    >
      ${screen}
    </button>`;
  }

  #shown(what: Toggled, name: string, picture: unknown, on: boolean | null): TemplateResult | null {
    if (on === null) return null;
    return html`<button
      class="shown"
      part="control ${what}"
      aria-pressed=${on}
      aria-label=${name}
      title=${name}
      @click=${() => this.dispatchEvent(new ToggleEvent(what))}
    >
      ${picture}
    </button>`;
  }

  /** Those that are seen, in order. */
  get #buttons(): HTMLElement[] {
    const buttons = [...this.renderRoot.querySelectorAll<HTMLElement>('button')];
    return buttons.filter((button) => button.checkVisibility());
  }

  /** One of them is on the way of the Tab key, the others are not. */
  #rove(index: number): void {
    const seen = this.#buttons;
    this.#current = Math.max(0, Math.min(index, seen.length - 1));
    for (const button of this.renderRoot.querySelectorAll<HTMLElement>('button'))
      button.tabIndex = button === seen[this.#current] ? 0 : -1;
  }

  #focused = ({ target }: FocusEvent): void => this.#rove(this.#buttons.indexOf(target as HTMLElement));

  #left = ({ relatedTarget }: FocusEvent): void => {
    if (!this.renderRoot.contains(relatedTarget as Node | null)) this.unfolded = false;
  };

  #key = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && this.unfolded) {
      // This Escape folds the row, it does not close the panel.
      event.preventDefault();
      this.renderRoot.querySelector<HTMLElement>('.more')!.focus();
      this.unfolded = false;
      return;
    }
    const seen = this.#buttons;
    const forth = getComputedStyle(this).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const back = forth === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft';
    const steps: Record<string, number> = { [forth]: 1, [back]: -1 };
    const step = steps[event.key];
    const to =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? seen.length - 1
          : step !== undefined
            ? (this.#current + step + seen.length) % seen.length
            : null;
    if (to === null) return;
    event.preventDefault();
    seen[to]?.focus();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-controls': PalControls;
  }
}
