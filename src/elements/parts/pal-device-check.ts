import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { NO_DEVICES } from '../session/devices.ts';
import type { Devices } from '../session/phases.ts';
import { english } from '../text.ts';
import { ask } from './request.ts';
import { base } from './styles.ts';

const MICROPHONE = { asking: english.microphoneAsking, on: english.microphoneOn, denied: english.microphoneDenied, missing: english.microphoneMissing, 'in-use': english.microphoneInUse };
const CAMERA = { denied: english.cameraDenied, missing: english.cameraMissing, 'in-use': english.cameraInUse };

/**
 * Lets the visitor choose and try microphone and camera, or go on without.
 *
 * @summary The device check.
 * @fires pal-request - `ask-devices`, `choose-device`, `camera`, `confirm-devices`.
 */
export class PalDeviceCheck extends LitElement {
  static override styles = [
    base,
    css`
      :host {
        display: grid;
      }
      video {
        width: 100%;
        aspect-ratio: 4 / 3;
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

  /** Camera and microphone as they are now. */
  @property({ attribute: false }) devices: Devices = NO_DEVICES;
  /** Whether the camera is offered. */
  @property({ type: Boolean }) video = true;

  override render() {
    const { microphone, camera, microphones, cameras, preview, level } = this.devices;
    const live = microphone.state === 'on' || microphone.state === 'muted';
    const note = microphone.state in MICROPHONE ? MICROPHONE[microphone.state as keyof typeof MICROPHONE] : english.devicesText;
    const cameraNote = camera.state in CAMERA ? CAMERA[camera.state as keyof typeof CAMERA] : '';
    return html`<section class="screen">
      <h2 tabindex="-1">${english.devicesTitle}</h2>
      <p role="status">${note}</p>
      ${preview ? html`<video autoplay playsinline muted aria-label=${english.preview} .srcObject=${preview}></video>` : nothing}
      ${cameraNote ? html`<p role="status">${cameraNote}</p>` : nothing}
      ${live
        ? html`<div class="fields">
            <meter aria-label=${english.level} min="0" max="1" .value=${level}></meter>
            ${microphones.length > 1 ? this.#choice('microphone', english.microphone, microphones, microphone.id) : nothing}
            ${cameras.length > 1 && camera.state === 'on' ? this.#choice('camera', english.camera, cameras, camera.id) : nothing}
          </div>`
        : nothing}
      <div class="actions">
        ${live
          ? html`<button class="primary" @click=${this.#confirm}>${english.continue}</button>`
          : html`<button class="primary" ?disabled=${microphone.state === 'asking'} @click=${() => ask(this, { do: 'ask-devices', microphone: true, camera: false })}>${english.useMicrophone}</button>`}
        ${this.video && live
          ? camera.state === 'on'
            ? html`<button @click=${() => ask(this, { do: 'camera', on: false })}>${english.cameraOff}</button>`
            : html`<button ?disabled=${camera.state === 'asking'} @click=${() => ask(this, { do: 'ask-devices', microphone: false, camera: true })}>${english.useCamera}</button>`
          : nothing}
        ${live ? nothing : html`<button class="plain" @click=${this.#confirm}>${english.withoutMicrophone}</button>`}
      </div>
    </section>`;
  }

  #choice(kind: 'microphone' | 'camera', label: string, devices: Devices['microphones'], chosen: string | null) {
    return html`<label>${label}
      <select @change=${(event: Event) => ask(this, { do: 'choose-device', kind, id: (event.target as HTMLSelectElement).value })}>
        ${devices.map((device, index) => html`<option value=${device.id} ?selected=${device.id === chosen}>${device.label || `${label} ${index + 1}`}</option>`)}
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
