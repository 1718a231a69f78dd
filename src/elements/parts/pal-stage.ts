import { css, html, nothing, type PropertyValues } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { Activity } from '../session/phases.ts';
import { fill } from '../text.ts';
import { signal } from './icons.ts';
import { Part } from './part.ts';
import { base } from './styles.ts';

/**
 * The agent's picture, filling the place; the visitor's own small in a corner.
 *
 * @summary The stage.
 * @csspart still - The agent's picture for as long as it does not move.
 * @csspart picture - The agent's picture.
 * @csspart own - The visitor's own picture.
 * @csspart activity - What the agent does.
 * @csspart weak - The note that the connection is weak.
 * @csspart notice - Words over the picture while nothing is connected.
 * @csspart dots - Dots that say: wait.
 * @csspart play - Over the picture, where the browser wants a click before sound.
 */
export class PalStage extends Part {
  static override styles = [
    base,
    css`
      :host {
        position: relative;
        container-type: size;
        overflow: hidden;
        background: var(--pal-stage-background, #14161a);
        color: var(--pal-stage-color, #fff);
      }
      .agent,
      .still {
        position: absolute;
        inset: 0;
        width: 100%;
        height: 100%;
        object-fit: cover;
        object-position: var(--pal-stage-position, 50% 35%);
      }
      .still {
        filter: brightness(0.7);
      }
      .behind {
        display: none;
      }
      /* A face higher than its place is wide is shown whole, above captions and controls; what is beside it goes on from its picture's upper edge. */
      @container (min-aspect-ratio: 21 / 20) {
        :host([upright]) :is(.agent, .still) {
          inset-inline: 0;
          margin-inline: auto;
          width: auto;
          max-width: 100%;
          height: calc(100% - clamp(0px, 24cqh - 60px, 72px));
          mask: linear-gradient(to right, #0000, #000 18% 82%, #0000), linear-gradient(#000 86%, #0000);
          mask-composite: intersect;
        }
        :host([upright]) .behind {
          display: block;
          position: absolute;
          inset: -40px;
          width: calc(100% + 80px);
          height: 1600%;
          filter: blur(20px);
        }
        :host([upright]) .behind:has(+ .still) {
          filter: blur(20px) brightness(0.7);
        }
      }
      .own {
        position: absolute;
        inset-block-start: 14px;
        inset-inline-start: 14px;
        width: var(--pal-own-width, clamp(72px, 22%, 140px));
        aspect-ratio: var(--pal-own-ratio, 3 / 4);
        object-fit: cover;
        border-radius: var(--pal-own-radius, var(--pal-radius-small));
        transform: scaleX(-1);
        box-shadow: 0 4px 16px rgb(0 0 0 / 0.35);
      }
      /* A screen is read, so it is neither turned round nor cut. */
      .own.shared {
        width: var(--pal-screen-share-width, clamp(112px, 32%, 240px));
        aspect-ratio: auto;
        max-height: 40%;
        object-fit: contain;
        object-position: 0 0;
        transform: none;
        background: #000;
      }
      .weak {
        position: absolute;
        inset-block-start: 62px;
        inset-inline-end: 14px;
      }
      .weak svg {
        width: 16px;
        height: 16px;
        color: #ffd479;
      }
      .activity {
        position: absolute;
        inset-block-start: 16px;
        inset-inline-end: var(--_end, 64px);
      }
      .pill {
        display: flex;
        gap: 8px;
        align-items: center;
        padding: 6px 12px;
        border-radius: 999px;
        background: var(--pal-activity-background, rgb(0 0 0 / 0.62));
        color: #fff;
        font-size: var(--pal-activity-size, 0.82em);
        font-weight: 550;
      }
      .activity,
      .weak:empty {
        opacity: 0;
        transition: opacity var(--pal-duration);
      }
      .activity.shown {
        opacity: 1;
      }
      .activity::before {
        content: '';
        width: 8px;
        height: 8px;
        border-radius: 50%;
        background: #7ee0a2;
      }
      .activity.thinking::before {
        animation: breathe 1.2s infinite ease-in-out;
        background: #ffd479;
      }
      .notice,
      .play {
        position: absolute;
        inset: 0;
        display: grid;
        place-content: center;
        justify-items: center;
        gap: 16px;
        padding: 24px;
        text-align: center;
        color: #fff;
      }
      .notice {
        align-content: end;
        padding-block-end: 84px;
      }
      .notice p {
        color: #fff;
        padding: 10px 18px;
        border-radius: 14px;
        background: var(--pal-notice-background, rgb(0 0 0 / 0.66));
      }
      .notice .dots i {
        background: #fff;
      }
      .play {
        background: rgb(0 0 0 / 0.3);
      }
      @media (prefers-reduced-motion: reduce) {
        .activity.thinking::before {
          animation: none;
        }
      }
    `,
  ];

  /** The agent's picture and voice. */
  @property({ attribute: false }) stream: MediaStream | null = null;
  /** The visitor's own picture. */
  @property({ attribute: false }) own: MediaStream | null = null;
  /** It is the visitor's screen instead. */
  @property({ type: Boolean }) screen = false;
  /** The agent's name. */
  @property() name = '';
  /** A picture for as long as there is no stream. */
  @property() poster = '';
  /** What the agent does just now. */
  @property() activity: Activity = 'idle';
  /** Words over the picture, for a connection that is not there (yet). */
  @property() notice = '';
  /** The notice is of something going on. */
  @property({ type: Boolean }) busy = false;

  /** The connection is weak. */
  @property({ type: Boolean }) weak = false;

  @state() private refused = false;
  @state() private playing = false;
  @query('.agent') private video!: HTMLVideoElement | null;

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('stream') || !this.video) return;
    this.video.srcObject = this.stream;
    if (this.stream) void this.#play();
  }

  override render() {
    const words = {
      idle: '',
      listening: this.words.listening,
      thinking: this.words.thinking,
      speaking: this.words.speaking,
    }[this.activity];
    return html`
      ${this.poster ? html`<img class="behind" src=${this.poster} alt="" @load=${this.#measure} />` : nothing}
      ${this.poster && !this.playing ? html`<img class="still" part="still" src=${this.poster} alt="" />` : nothing}
      <video
        class="agent"
        part="picture"
        playsinline
        aria-label=${fill(this.words.face, { name: this.name })}
        @playing=${() => (this.playing = true)}
        @resize=${this.#measure}
        ?hidden=${!this.stream}
      ></video>
      ${this.own ? html`<video class="own ${this.screen ? 'shared' : ''}" part="own" autoplay playsinline muted aria-label=${this.screen ? this.words.screenShared : this.words.preview} .srcObject=${this.own}></video>` : nothing}
      <div part="activity" class="pill activity ${this.activity} ${words ? 'shown' : ''}">${words}</div>
      <div part="weak" class="pill weak" role="status">
        ${this.weak ? html`${signal}${this.words.weak}` : nothing}
      </div>
      ${
        this.notice
          ? html`<div class="notice" part="notice">
              ${this.busy ? html`<div class="dots" part="dots" aria-hidden="true"><i></i><i></i><i></i></div>` : nothing}
              <p role="status">${this.notice}</p>
            </div>`
          : nothing
      }
      ${this.refused ? html`<div class="play" part="play"><button class="primary" @click=${this.#play}>${this.words.play}</button></div>` : nothing}
    `;
  }

  /** The picture is about as wide as high, or higher. */
  #measure = ({ target }: Event): void => {
    const { naturalWidth, naturalHeight, videoWidth, videoHeight } = target as HTMLImageElement &
      HTMLVideoElement;
    this.toggleAttribute('upright', (videoWidth || naturalWidth) < 1.2 * (videoHeight || naturalHeight));
  };

  #play = async (): Promise<void> => {
    try {
      if (this.video) this.video.muted = false;
      await this.video?.play();
      this.refused = false;
    } catch (error) {
      // The browser wants a click first; anything else mends itself with the next stream.
      this.refused = (error as Error).name === 'NotAllowedError';
      if (!this.refused || !this.video) return;
      // Without sound it may play: the picture is there, and one button for the rest.
      this.video.muted = true;
      await this.video.play().catch(() => {});
    }
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-stage': PalStage;
  }
}
