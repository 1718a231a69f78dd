import { css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { NO_DEVICES } from '../session/devices.ts';
import type { Devices } from '../session/phases.ts';
import { camera, cameraOff, captions, leave, lines, microphone, microphoneOff, screen } from './icons.ts';
import { Part } from './part.ts';
import { ask } from './request.ts';
import { base } from './styles.ts';

/** A setting of the call's screen itself. */
export class ToggleEvent extends Event {
  readonly what: 'captions' | 'transcript';
  constructor(what: 'captions' | 'transcript') {
    super('pal-toggle', { bubbles: true, composed: true });
    this.what = what;
  }
}

/**
 * Microphone, camera, screen, captions, transcript, leave.
 *
 * @summary The call's controls.
 * @fires pal-request - `microphone`, `camera`, `screen`, `end`.
 * @fires pal-toggle - `captions` or `transcript`.
 * @csspart controls - The controls, together.
 * @csspart control - Each control.
 * @csspart microphone - The microphone's control.
 * @csspart camera - The camera's control.
 * @csspart share - The control that shares the screen.
 * @csspart captions - The captions' control.
 * @csspart transcript - The transcript's control.
 * @csspart leave - The control that ends the call.
 */
export class PalControls extends Part {
  static override styles = [
    base,
    css`
      div {
        display: flex;
        flex-wrap: wrap;
        gap: var(--pal-control-gap, 8px);
        justify-content: center;
      }
      button {
        display: grid;
        place-items: center;
        width: var(--pal-control-size, 46px);
        min-height: var(--pal-control-size, 46px);
        padding: 0;
        border-radius: var(--pal-control-radius, 999px);
        border-color: transparent;
        background: var(--pal-control-background, rgb(20 22 26 / 0.66));
        color: var(--pal-control-color, #fff);
      }
      button:hover {
        background: rgb(20 22 26 / 0.85);
      }
      button[aria-pressed='false'].device {
        background: var(--pal-control-on-background, #fff);
        color: var(--pal-control-on-color, #16181d);
      }
      button[aria-pressed='true'].shown {
        background: var(--pal-control-on-background, #fff);
        color: var(--pal-control-on-color, #16181d);
      }
      button.leave {
        background: var(--pal-leave-background, #d63636);
      }
      button.leave:hover {
        background: #b92a2a;
      }
      button:focus-visible {
        outline-color: #fff;
        outline-offset: 2px;
        box-shadow: 0 0 0 5px rgb(0 0 0 / 0.6);
      }
      @media (forced-colors: active) {
        button {
          border-color: ButtonText;
        }
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
  /** Whether captions are shown. */
  @property({ type: Boolean }) captions = true;
  /** Whether the transcript is shown. */
  @property({ type: Boolean }) transcript = false;

  override render() {
    const heard = this.devices.microphone.state === 'on';
    const seen = this.devices.camera.state === 'on';
    const share = this.sharing ? this.words.screenStop : this.words.screenShare;
    return html`<div part="controls" role="toolbar" aria-label=${this.words.panel}>
      ${
        this.media
          ? html`<button
              class="device"
              part="control microphone"
              aria-pressed=${heard}
              aria-label=${heard ? this.words.mute : this.words.unmute}
              title=${heard ? this.words.mute : this.words.unmute}
              @click=${() => ask(this, { do: 'microphone', on: !heard })}
            >
              ${heard ? microphone : microphoneOff}
            </button>`
          : nothing
      }
      ${
        this.media && this.video
          ? html`<button
              part="control camera"
              aria-pressed=${seen}
              class=${seen ? 'shown' : ''}
              aria-label=${seen ? this.words.cameraOff : this.words.cameraOn}
              title=${seen ? this.words.cameraOff : this.words.cameraOn}
              @click=${() => ask(this, { do: 'camera', on: !seen })}
            >
              ${seen ? camera : cameraOff}
            </button>`
          : nothing
      }
      ${
        this.media && this.shareable
          ? html`<button
              class="shown"
              part="control share"
              aria-pressed=${this.sharing}
              aria-label=${this.words.screenShare}
              title=${share}
              @click=${() => ask(this, { do: 'screen', on: !this.sharing })}
            >
              ${screen}
            </button>`
          : nothing
      }
      ${
        this.media
          ? html`<button
              class="shown"
              part="control captions"
              aria-pressed=${this.captions}
              aria-label=${this.words.captions}
              title=${this.words.captions}
              @click=${() => this.dispatchEvent(new ToggleEvent('captions'))}
            >
              ${captions}
            </button>`
          : nothing
      }
      <button
        class="shown"
        part="control transcript"
        aria-pressed=${this.transcript}
        aria-label=${this.words.transcript}
        title=${this.words.transcript}
        @click=${() => this.dispatchEvent(new ToggleEvent('transcript'))}
      >
        ${lines}
      </button>
      <button
        class="leave"
        part="control leave"
        aria-label=${this.words.leave}
        title=${this.words.leave}
        @click=${() => ask(this, { do: 'end' })}
      >
        ${leave}
      </button>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-controls': PalControls;
  }
}
