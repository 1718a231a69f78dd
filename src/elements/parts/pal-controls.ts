import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { NativeEvent } from './base/native-event.ts';
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

/** Settings of the call's screen that a control can toggle. */
export type Setting = 'captions' | 'transcript' | 'calm';

/** Requests that the call's screen toggles a setting. */
export class ToggleEvent extends NativeEvent {
  readonly setting: Setting;
  constructor(what: Setting) {
    super('pal-toggle', { bubbles: true, composed: true });
    this.setting = what;
  }
}

/**
 * Buttons for microphone, camera, screen, captions, transcript and motion, and apart from them the button to leave.
 * If there is little width, all buttons between the first and the last are folded behind another one. The toolbar is
 * one stop of the Tab key; arrow keys move within it.
 *
 * @summary The call's controls.
 * @fires pal-request - `microphone`, `camera`, `screen`, `end`.
 * @fires pal-toggle - `captions`, `transcript` or `calm`.
 * @csspart controls - The toolbar.
 * @csspart control - Each control.
 * @csspart microphone - The microphone's control.
 * @csspart camera - The camera's control.
 * @csspart share - The control that shares the screen.
 * @csspart captions - The captions' control.
 * @csspart transcript - The transcript's control.
 * @csspart calm - The control that stills the agent's picture.
 * @csspart more - The button that unfolds the other controls if there is little width.
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
      @container (min-width: 560px) {
        [role='toolbar'] {
          justify-content: center;
        }
        .leave {
          margin-inline-start: 12px;
        }
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
      /* The unfolded controls may cover the captions but never the face. */
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

  /** The current state of the devices. */
  @property({ attribute: false }) devices: Devices = NO_DEVICES;
  /** True if the call has sound or picture. */
  @property({ type: Boolean }) media = true;
  /** True if the camera is offered. */
  @property({ type: Boolean }) video = true;
  /** True if the screen can be shared. */
  @property({ type: Boolean }) shareable = false;
  /** True while the screen is shared. */
  @property({ type: Boolean }) sharing = false;
  /** True if the call is not connected yet, so that the screen cannot be shared. */
  @property({ type: Boolean }) waiting = false;
  /** True if captions are shown; null hides the control. */
  @property({ type: Boolean }) captions: boolean | null = true;
  /** True if the transcript is shown; null hides the control. */
  @property({ type: Boolean }) transcript: boolean | null = false;
  /** True if the agent's picture stands still; null hides the control. */
  @property({ attribute: false }) calm: boolean | null = null;

  @state() private unfolded = false;
  /** Index of the button that is the Tab stop. */
  #current = 0;

  protected override updated(_: PropertyValues<this>): void {
    this.#moveFocus(this.#current);
  }

  override render() {
    const { words, media } = this;
    const foldedControls = [
      media && this.video ? this.#camera() : null,
      media && this.shareable ? this.#share() : null,
      media ? this.#toggleButton('captions', words.captions, captions, this.captions) : null,
      this.#toggleButton('transcript', words.transcript, lines, this.transcript),
      media ? this.#toggleButton('calm', words.calm, still, this.calm) : null,
    ].filter((control) => control !== null);
    return html`<div
      part="controls"
      role="toolbar"
      aria-label=${words.controls}
      class="${foldedControls.length > 4 ? 'many' : ''} ${this.unfolded ? 'unfolded' : ''}"
      @keydown=${this.#handleKey}
      @focusin=${this.#roveToFocus}
      @focusout=${this.#foldOnLeave}
    >
      ${media ? this.#microphone() : nothing}
      <div class="rest">${foldedControls}</div>
      ${foldedControls.length > 0 ? this.#moreButton() : nothing}
      <button
        class="leave"
        part="control leave"
        title=${words.leave}
        @click=${() => ask(this, { do: 'end' })}
      >
        ${leave}
      </button>
    </div>`;
  }

  /** Renders the button that unfolds the other controls if there is little width. */
  #moreButton(): TemplateResult {
    const { words } = this;
    return html`<button
      class="more"
      part="control more"
      aria-expanded=${this.unfolded}
      title=${words.more}
      @click=${() => (this.unfolded = !this.unfolded)}
    >
      ${more}
    </button>`;
  }

  #microphone(): TemplateResult {
    const isOn = this.devices.microphone.state === 'on';
    return html`<button
      class="device microphone"
      part="control microphone"
      aria-pressed=${isOn}
      title=${this.words.microphone}
      .style=${`--_level: ${isOn ? this.devices.level : 0}`}
      @click=${() => ask(this, { do: 'microphone', on: !isOn })}
    >
      ${isOn ? microphone : microphoneOff}
    </button>`;
  }

  #camera(): TemplateResult {
    const on = this.devices.camera.state === 'on';
    return html`<button
      class="device"
      part="control camera"
      aria-pressed=${on}
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
      title=${this.words.screenShare}
      @click=${() => this.waiting || ask(this, { do: 'screen', on: !this.sharing })}
    >
      ${screen}
    </button>`;
  }

  #toggleButton(what: Setting, name: string, picture: unknown, on: boolean | null): TemplateResult | null {
    if (on === null) return null;
    return html`<button
      class="shown"
      part="control ${what}"
      aria-pressed=${on}
      title=${name}
      @click=${() => this.dispatchEvent(new ToggleEvent(what))}
    >
      ${picture}
    </button>`;
  }

  /** The visible buttons in order. */
  get #buttons(): HTMLElement[] {
    const buttons = [...this.renderRoot.querySelectorAll<HTMLElement>('button')];
    return buttons.filter((button) => button.checkVisibility());
  }

  /** Makes one visible button the only Tab stop (roving tabindex). The focus stays where it is. */
  #moveFocus(index: number): void {
    const buttons = this.#buttons;
    this.#current = Math.max(0, Math.min(index, buttons.length - 1));
    for (const button of this.renderRoot.querySelectorAll<HTMLElement>('button'))
      button.tabIndex = button === buttons[this.#current] ? 0 : -1;
  }

  #roveToFocus = ({ target }: FocusEvent): void =>
    this.#moveFocus(this.#buttons.indexOf(target as HTMLElement));

  #foldOnLeave = ({ relatedTarget }: FocusEvent): void => {
    if (!this.renderRoot.contains(relatedTarget as Node | null)) this.unfolded = false;
  };

  #handleKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && this.unfolded) {
      // Escape first folds the controls instead of closing the panel.
      event.preventDefault();
      this.renderRoot.querySelector<HTMLElement>('.more')?.focus();
      this.unfolded = false;
      return;
    }
    const buttons = this.#buttons;
    const forward = getComputedStyle(this).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const backward = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft';
    const steps: Record<string, number> = { [forward]: 1, [backward]: -1 };
    const step = steps[event.key];
    const to =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? buttons.length - 1
          : step !== undefined
            ? (this.#current + step + buttons.length) % buttons.length
            : null;
    if (to === null) return;
    event.preventDefault();
    buttons[to]?.focus();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-controls': PalControls;
  }
}
