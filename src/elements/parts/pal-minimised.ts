import { css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { View } from '../session/phases.ts';
import { fill } from '../text/words.ts';
import { controlStyles } from './control-styles.ts';
import { leave, microphone, microphoneOff } from './base/icons.ts';
import { Part } from './base/part.ts';
import { ask } from './base/request.ts';
import { base } from './base/styles.ts';

/**
 * A running call while its panel is closed, in place of the launcher: the agent's name, the duration and the
 * microphone. A ring around the face shows the loudness of the visitor's voice.
 *
 * @summary The launcher of a running call.
 * @fires pal-request - `open`, `microphone`, `end`.
 * @csspart minimised - The entire element.
 * @csspart back - The button that opens the panel again.
 * @csspart face - The agent's picture.
 * @csspart name - The agent's name.
 * @csspart time - The call's duration.
 * @csspart control - Each control.
 * @csspart microphone - The microphone's control.
 * @csspart leave - The control that ends the call.
 */
export class PalMinimised extends Part {
  static override shadowRootOptions = { ...Part.shadowRootOptions, delegatesFocus: true };

  static override styles = [
    base,
    controlStyles,
    css`
      [role='group'] {
        display: flex;
        align-items: center;
        gap: 8px;
        width: max-content;
        max-width: 100%;
        box-sizing: border-box;
        padding: 6px;
        border: 1px solid rgb(255 255 255 / 0.14);
        border-radius: 999px;
        background: var(--pal-dock-background, #14161a);
        color: #fff;
        box-shadow: var(--pal-launcher-shadow, var(--pal-shadow));
      }
      .back {
        display: flex;
        flex: 0 1 auto;
        align-items: center;
        gap: 12px;
        width: auto;
        min-width: 0;
        min-height: 52px;
        padding: 4px;
        padding-inline-end: 14px;
        background: none;
        text-align: start;
      }
      .face {
        position: relative;
        flex: none;
        width: 44px;
        height: 44px;
        border-radius: 50%;
        background: var(--pal-accent);
        /* A gap, and the ring that shows the voice. */
        box-shadow:
          0 0 0 2px var(--pal-dock-background, #14161a),
          0 0 0 calc(2px + var(--_level, 0) * 5px) #7ee0a2;
        transition: box-shadow 120ms linear;
      }
      img {
        width: 100%;
        height: 100%;
        border-radius: 50%;
        object-fit: cover;
        object-position: var(--pal-face-position, 50% 30%);
      }
      .words {
        display: grid;
        min-width: 0;
        line-height: 1.25;
      }
      strong {
        overflow: hidden;
        font-weight: 620;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      time {
        color: rgb(255 255 255 / 0.72);
        font-size: 0.82em;
        font-variant-numeric: tabular-nums;
      }
      .leave {
        margin: 0;
      }
      @media (prefers-reduced-motion: reduce) {
        .face {
          transition: none;
        }
      }
      @media (forced-colors: active) {
        .face {
          outline: calc(1px + var(--_level, 0) * 5px) solid Highlight;
        }
      }
    `,
  ];

  /** The view of the session to draw. */
  @property({ attribute: false }) view!: View;

  @state() private now = Date.now();
  #timer: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.now = Date.now();
    this.#timer = setInterval(() => (this.now = Date.now()), 1000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  override render() {
    const { deployment, devices, phase, since } = this.view;
    const name = deployment?.pal_display_name ?? '';
    const picture = deployment?.thumbnail_image_url;
    const isMicrophoneOn = devices.microphone.state === 'on';
    const isSpoken = phase.is === 'live' && phase.transport === 'media';
    const { words } = this;
    return html`<div role="group" part="minimised" aria-label=${fill(words.face, { name })}>
      <button class="back" part="back" aria-expanded="false" @click=${() => ask(this, { do: 'open' })}>
        <span class="face" part="face" .style=${`--_level: ${isMicrophoneOn ? 0.4 + 0.6 * devices.level : 0}`}
          >${picture ? html`<img src=${picture} alt="" />` : nothing}</span
        >
        <span class="words"
          ><strong part="name">${name}</strong
          ><time part="time" aria-hidden="true"
            >${since === null ? '' : duration(this.now - since)}</time
          ></span
        >
      </button>
      ${
        isSpoken
          ? html`<button
              class="device microphone"
              part="control microphone"
              aria-pressed=${isMicrophoneOn}
              title=${words.microphone}
              @click=${() => ask(this, { do: 'microphone', on: !isMicrophoneOn })}
            >
              ${isMicrophoneOn ? microphone : microphoneOff}
            </button>`
          : nothing
      }
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
}

/** Formats a duration as minutes and seconds, with hours if there are any. */
function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours ? `${hours}:${twoDigits(minutes)}` : minutes}:${twoDigits(seconds % 60)}`;
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-minimised': PalMinimised;
  }
}
