import { css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { browserOf } from '../session/browser.ts';
import { NO_DEVICES } from '../session/devices.ts';
import type { Devices } from '../session/phases.ts';
import { Part } from './base/part.ts';
import { ask } from './base/request.ts';
import { base } from './base/styles.ts';

/**
 * Lets the visitor select and test microphone and camera, or continue without them.
 *
 * @summary The device check.
 * @fires pal-request - `ask-devices`, `choose-device`, `camera`, `confirm-devices`.
 * @csspart screen - The device check.
 * @csspart title - Its heading.
 * @csspart text - Its text.
 * @csspart preview - The visitor's camera.
 * @csspart level - The microphone's level.
 * @csspart label - The label of a selection.
 * @csspart input - A selection.
 * @csspart actions - Its buttons, together.
 * @csspart primary - The main button.
 * @csspart secondary - A button beside the main one.
 */
export class PalDeviceCheck extends Part {
  static override styles = [
    base,
    css`
      :host {
        display: grid;
      }
      video {
        width: 100%;
        aspect-ratio: 4 / 3;
        max-height: 26cqh;
        object-fit: cover;
        border-radius: var(--pal-radius-small);
        background: var(--pal-raised);
        transform: scaleX(-1);
      }
      meter {
        width: 100%;
        height: 10px;
        appearance: none;
        border: 0;
        border-radius: 5px;
        overflow: hidden;
        background: var(--pal-raised);
      }
      meter::-webkit-meter-bar {
        background: var(--pal-raised);
        border: 0;
        border-radius: 5px;
        height: 10px;
      }
      meter::-webkit-meter-optimum-value {
        background: var(--pal-accent);
        border-radius: 5px;
        transition: width 100ms linear;
      }
      .fields {
        display: flex;
        flex-direction: column;
        gap: 12px;
      }
    `,
  ];

  /** The current state of the devices. */
  @property({ attribute: false }) devices: Devices = NO_DEVICES;
  /** True if the camera is offered. */
  @property({ type: Boolean }) video = true;

  override render() {
    const { microphone, camera, microphones, cameras, preview, level } = this.devices;
    const live = microphone.state === 'on' || microphone.state === 'muted';
    const { words } = this;
    const notes: Partial<Record<Devices['microphone']['state'], string>> = {
      asking: words.microphoneAsking,
      on: words.microphoneOn,
      denied: words.microphoneDenied,
      missing: words.microphoneMissing,
      'in-use': words.microphoneInUse,
    };
    const note = notes[microphone.state] ?? words.devicesText;
    const cameraNotes: Partial<Record<Devices['camera']['state'], string>> = {
      denied: words.cameraDenied,
      missing: words.cameraMissing,
      'in-use': words.cameraInUse,
    };
    const cameraNote = cameraNotes[camera.state];
    const denied = microphone.state === 'denied' || camera.state === 'denied';
    return html`<section class="screen" part="screen">
      <h2 part="title" tabindex="-1">${this.words.devicesTitle}</h2>
      <p part="text" role="status">${note}</p>
      ${
        preview
          ? html`<video
              part="preview"
              tabindex="-1"
              autoplay
              playsinline
              muted
              aria-label=${this.words.preview}
              .srcObject=${preview}
            ></video>`
          : nothing
      }
      ${cameraNote ? html`<p part="text" role="status">${cameraNote}</p>` : nothing}
      ${
        live
          ? html`<div class="fields">
              <meter part="level" aria-label=${this.words.level} min="0" max="1" .value=${level}></meter>
              ${this.#choice('microphone', words.microphone, microphones, microphone.id)}
              ${camera.state === 'on' ? this.#choice('camera', words.camera, cameras, camera.id) : nothing}
            </div>`
          : nothing
      }
      ${denied ? html`<p part="text">${words[`allow${browserOf(navigator)}`]}</p>` : nothing}
      ${this.#actions(live)}
    </section>`;
  }

  #actions(live: boolean) {
    const { microphone, camera } = this.devices;
    return html`<div class="actions" part="actions">
      ${
        live
          ? html`<button class="primary" part="primary" @click=${this.#confirm}>
              ${this.words.continue}
            </button>`
          : html`<button
              class="primary"
              part="primary"
              ?disabled=${microphone.state === 'asking'}
              @click=${() => ask(this, { do: 'ask-devices', microphone: true, camera: false })}
            >
              ${this.words.useMicrophone}
            </button>`
      }
      ${
        this.video && live
          ? camera.state === 'on'
            ? html`<button part="secondary" @click=${() => ask(this, { do: 'camera', on: false })}>
                ${this.words.cameraOff}
              </button>`
            : html`<button
                part="secondary"
                ?disabled=${camera.state === 'asking'}
                @click=${() => ask(this, { do: 'ask-devices', microphone: false, camera: true })}
              >
                ${this.words.useCamera}
              </button>`
          : nothing
      }
      ${
        live
          ? nothing
          : html`<button class="plain" part="secondary" @click=${this.#confirm}>
              ${this.words.withoutMicrophone}
            </button>`
      }
    </div>`;
  }

  #choice(
    kind: 'microphone' | 'camera',
    label: string,
    devices: Devices['microphones'],
    choice: string | null,
  ) {
    if (devices.length < 2) return nothing;
    const choose = ({ target }: Event) =>
      ask(this, { do: 'choose-device', kind, id: (target as HTMLSelectElement).value });
    return html`<label part="label"
      >${label}
      <select part="input" @change=${choose}>
        ${devices.map(
          (device, index) =>
            html`<option value=${device.id} ?selected=${device.id === choice}>
              ${device.label || `${label} ${index + 1}`}
            </option>`,
        )}
      </select>
    </label>`;
  }

  #confirm = (): void => ask(this, { do: 'confirm-devices' });
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-device-check': PalDeviceCheck;
  }
}
