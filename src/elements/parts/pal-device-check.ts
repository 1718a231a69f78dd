import { css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { NO_DEVICES } from '../session/devices.ts';
import type { Devices } from '../session/phases.ts';
import { Part } from './part.ts';
import { ask } from './request.ts';
import { base } from './styles.ts';

/**
 * Lets the visitor choose and try microphone and camera, or go on without.
 *
 * @summary The device check.
 * @fires pal-request - `ask-devices`, `choose-device`, `camera`, `confirm-devices`.
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
    const { words } = this;
    const notes: Partial<Record<Devices['microphone']['state'], string>> = {
      asking: words.microphoneAsking, on: words.microphoneOn, denied: words.microphoneDenied, missing: words.microphoneMissing, 'in-use': words.microphoneInUse,
    };
    const note = notes[microphone.state] ?? words.devicesText;
    const cameraNotes: Partial<Record<Devices['camera']['state'], string>> = { denied: words.cameraDenied, missing: words.cameraMissing, 'in-use': words.cameraInUse };
    const cameraNote = cameraNotes[camera.state];
    return html`<section class="screen">
      <h2 tabindex="-1">${this.words.devicesTitle}</h2>
      <p role="status">${note}</p>
      ${preview ? html`<video autoplay playsinline muted aria-label=${this.words.preview} .srcObject=${preview}></video>` : nothing}
      ${cameraNote ? html`<p role="status">${cameraNote}</p>` : nothing}
      ${live
        ? html`<div class="fields">
            <meter aria-label=${this.words.level} min="0" max="1" .value=${level}></meter>
            ${microphones.length > 1 ? this.#choice('microphone', this.words.microphone, microphones, microphone.id) : nothing}
            ${cameras.length > 1 && camera.state === 'on' ? this.#choice('camera', this.words.camera, cameras, camera.id) : nothing}
          </div>`
        : nothing}
      <div class="actions">
        ${live
          ? html`<button class="primary" @click=${this.#confirm}>${this.words.continue}</button>`
          : html`<button class="primary" ?disabled=${microphone.state === 'asking'} @click=${() => ask(this, { do: 'ask-devices', microphone: true, camera: false })}>${this.words.useMicrophone}</button>`}
        ${this.video && live
          ? camera.state === 'on'
            ? html`<button @click=${() => ask(this, { do: 'camera', on: false })}>${this.words.cameraOff}</button>`
            : html`<button ?disabled=${camera.state === 'asking'} @click=${() => ask(this, { do: 'ask-devices', microphone: false, camera: true })}>${this.words.useCamera}</button>`
          : nothing}
        ${live ? nothing : html`<button class="plain" @click=${this.#confirm}>${this.words.withoutMicrophone}</button>`}
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
