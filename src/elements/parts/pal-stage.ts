import { css, html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { DrawnFace } from '../drawn-face/drawn-face.ts';
import type { FaceFeed } from '../session/face-feed.ts';
import type { Activity } from '../session/phases.ts';
import { fill } from '../text/words.ts';
import { signal } from './base/icons.ts';
import { Part } from './base/part.ts';
import { base } from './base/styles.ts';
import { dotStyles, pillStyles } from './pill-styles.ts';
import { takeVideo } from './touched-video.ts';

/**
 * The agent's picture, with the visitor's own picture in a corner. On a wide stage `.ground`, the extended edges of
 * the picture, fills the remaining area. If `--_low` is 1, it also fills the side of the captions, so dark that white
 * text has a contrast of 7:1 even on a white picture. A `.calm` video is hidden but still plays the voice. A shared
 * screen ends above the eyebrows, and the pills are below the mouth.
 *
 * @summary The stage.
 * @csspart still - The agent's still picture.
 * @csspart picture - The agent's picture.
 * @csspart own - The visitor's own picture.
 * @csspart activity - The agent's activity.
 * @csspart weak - The note that the connection is weak.
 * @csspart play - The button over the picture, if the browser requires a click before sound.
 */
export class PalStage extends Part {
  static override styles = [
    base,
    dotStyles,
    pillStyles,
    css`
      :host {
        position: relative;
        container-type: size;
        overflow: var(--_spill, hidden);
        background: var(--pal-stage-background, #14161a);
        color: var(--pal-stage-color, #fff);
      }
      .agent,
      .still {
        position: absolute;
        top: 0;
        left: 50%;
        width: 100%;
        height: 100%;
        translate: -50% 0;
        object-fit: cover;
        object-position: var(--pal-stage-position, 50% var(--_high, 30%));
        mask: var(--_tile-edges, none);
      }
      .still.dim {
        filter: brightness(0.7);
      }
      .ground {
        display: flex;
        opacity: var(--_low, 0);
        position: absolute;
        inset: -90px calc(-60% - 340% * var(--_low, 0));
        direction: ltr;
        filter: blur(40px) brightness(calc(1 - 0.65 * var(--_low, 0)));
        translate: var(--_aside, 0) 0;
        transition: translate var(--pal-duration) var(--pal-ease);
      }
      .ground:has(+ .dim) {
        filter: blur(40px) brightness(calc(0.7 - 0.35 * var(--_low, 0)));
      }
      .ground span {
        flex: 1;
        position: relative;
        overflow: hidden;
      }
      .ground img {
        position: absolute;
        left: 0;
        width: 3000%;
        height: 100%;
      }
      .ground span + span img {
        left: auto;
        right: 0;
      }
      .agent.calm {
        visibility: hidden;
      }
      /*
       * On a tall stage the eyes in a square picture are at 36 % of the height, and the picture fades into the
       * background of the captions.
       */
      @container (max-aspect-ratio: 1 / 1) {
        :is(.agent, .still, .fade) {
          --_height: max(100cqw, 95cqh + 5cqh * var(--_low, 0));
        }
        :host([upright]) :is(.agent, .still) {
          height: var(--_height);
        }
        :host([upright]) .fade {
          position: absolute;
          inset-inline: 0;
          top: 0;
          height: calc(var(--_height) + 1px);
          background: linear-gradient(
            transparent calc(100% - (100cqh - var(--_height)) / 2),
            var(--pal-stage-background, #14161a)
          );
          pointer-events: none;
        }
      }
      /*
       * On a wide stage the complete picture fades into the ground at its sides. A transform moves it aside for a card
       * or the transcript.
       */
      @container (min-aspect-ratio: 7 / 5) {
        .agent,
        .still {
          --_tile: min(100cqh, var(--_tile-limit, 100cqw));
          width: var(--_tile-side, var(--_tile));
          height: var(--_tile-side, var(--_tile));
          mask: var(--_tile-edges, linear-gradient(90deg, #0000, #000 12% 88%, #0000));
          translate: calc(var(--_aside, 0px) - 50%) calc(50cqh - 50%);
          transition: translate var(--pal-duration) var(--pal-ease);
        }
        .ground {
          opacity: 1;
        }
        :host(:not([upright])) :is(.agent, .still) {
          width: 100%;
          height: 100%;
          mask: none;
          translate: -50% 0;
        }
      }
      /* Forced colours remove the gradient, so the picture fills the stage. */
      @media (forced-colors: active) {
        :is(.agent, .still) {
          --_height: 100cqh;
        }
      }
      .own {
        position: absolute;
        inset-block-start: min(14px, 5cqh);
        inset-inline-start: 14px;
        width: var(--pal-own-width, clamp(40px, min(22%, 20cqh), 140px));
        aspect-ratio: var(--pal-own-ratio, 3 / 4);
        object-fit: cover;
        border-radius: var(--pal-own-radius, var(--pal-radius-small));
        transform: scaleX(-1);
        box-shadow: 0 4px 16px rgb(0 0 0 / 0.35);
      }
      /* A shared screen is neither mirrored nor cropped. */
      .own.shared {
        width: min(var(--pal-screen-share-width, clamp(84px, 28%, 240px)), 38cqh);
        aspect-ratio: auto 16 / 9;
        max-height: 24%;
        object-fit: contain;
        object-position: 0 0;
        transform: none;
        background: #000;
      }
      .play {
        position: absolute;
        inset-block-end: 8px;
        inset-inline: 8px;
        display: grid;
        justify-items: center;
      }
      .play button {
        min-height: 40px;
        padding-block: 6px;
      }
    `,
  ];

  /** The agent's picture and voice. */
  @property({ attribute: false }) stream: MediaStream | null = null;
  /** A face that the page draws; the stream then contains only the voice. */
  @property({ attribute: false }) face: FaceFeed | null = null;
  /** The visitor's own picture. */
  @property({ attribute: false }) own: MediaStream | null = null;
  /** True if `own` is the visitor's screen and not the camera. */
  @property({ type: Boolean }) screen = false;
  /** The agent's name. */
  @property() name = '';
  /** A picture to show until there is a stream. */
  @property() poster = '';
  /** The agent's current activity. */
  @property() activity: Activity = 'idle';
  /** Shown instead of the activity, for example that the visitor is muted. */
  @property() note = '';
  /** True to dim the picture while there is no connection. */
  @property({ type: Boolean }) dim = false;
  /** Milliseconds for which a drawn face looks worried from now on. */
  @property({ attribute: false }) worry = 0;
  /** True if the visitor wants a still picture. */
  @property({ type: Boolean }) calm = false;
  /** True if the connection is weak. */
  @property({ type: Boolean }) weak = false;

  @state() private needsClick = false;
  @state() private playing = false;
  @state() private drawn = false;
  #face: DrawnFace | null = null;
  readonly #video = this.#makeVideo();
  #departure = new AbortController();
  #makeVideo(): HTMLVideoElement {
    const video = takeVideo();
    video.setAttribute('playsinline', '');
    // Firefox makes videos a Tab stop, so exclude the video explicitly.
    video.tabIndex = -1;
    video.setAttribute('part', 'picture');
    video.onplaying = () => (this.playing = true);
    // Offer a button to play if an alarm, a media key or unplugged headphones paused the video.
    video.onpause = () => (this.needsClick = this.#isStopped);
    video.onresize = (event) => this.#measurePicture(event);
    return video;
  }

  /** True if the page is visible but the stream is not playing. */
  get #isStopped(): boolean {
    return this.isConnected && !document.hidden && !!this.stream && this.#video.paused;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { signal } = (this.#departure = new AbortController());
    // Resume the video, which a phone call, another page or a move within the page may have paused.
    const resume = () => this.#isStopped && void this.#play();
    resume();
    document.addEventListener('visibilitychange', resume, { signal });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#departure.abort();
    this.#endFace();
  }

  protected override willUpdate(): void {
    this.#video.className = `agent ${this.drawn || (this.calm && this.poster) ? 'calm' : ''}`;
    this.#video.ariaLabel = fill(this.words.face, { name: this.name });
    this.#video.hidden = !this.stream;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('face')) void this.#draw();
    this.#face?.show(this);
    if (!changed.has('stream')) return;
    this.#video.srcObject = this.stream;
    if (this.stream) void this.#play();
  }

  override render() {
    const label = this.note || (this.activity === 'idle' ? '' : this.words[this.activity]);
    const extendedEdge = html`<span><img src=${this.poster} alt="" /></span>`;
    return html`
      ${this.poster ? html`<div class="ground">${extendedEdge}${extendedEdge}</div>` : nothing}
      ${
        this.poster && !this.drawn && (this.face || this.calm || !this.playing)
          ? html`<img
              class="still ${this.dim ? 'dim' : ''}"
              part="still"
              src=${this.poster}
              alt=""
              @load=${this.#measurePicture}
            />`
          : nothing
      }
      ${this.#video}
      <div class="fade"></div>
      ${this.#ownPicture()}
      <div class="pills">
        ${
          label
            ? html`<div
                part="activity"
                class="pill activity ${this.note ? 'note' : this.activity}"
                .textContent=${label}
              ></div>`
            : nothing
        }
        <div part="weak" class=${this.weak ? 'pill weak' : 'weak'} role="status">
          ${this.weak ? html`${signal}<span>${this.words.weak}</span>` : nothing}
        </div>
      </div>
      ${
        this.needsClick
          ? html`<div class="play" part="play">
              <button class="primary" @click=${this.#play}>${this.words.play}</button>
            </div>`
          : nothing
      }
    `;
  }

  /**
   * Uses separate templates, because a reused element would keep the camera's aspect ratio until the first frame of
   * the screen.
   */
  #ownPicture() {
    if (!this.own) return nothing;
    const video = html`<video
      class="own ${this.screen ? 'shared' : ''}"
      part="own"
      tabindex="-1"
      autoplay
      playsinline
      muted
      aria-label=${this.screen ? this.words.screenShared : this.words.preview}
      .srcObject=${this.own}
    ></video>`;
    return this.screen ? html`${video}` : video;
  }

  async #draw(): Promise<void> {
    const { face } = this;
    if (!face) return this.#endFace();
    const { drawFace } = await import('../drawn-face/drawn-face.ts');
    if (this.face === face && this.isConnected)
      this.#face = drawFace(this.#face, face, this, this.#video, (isDrawn) => (this.drawn = isDrawn));
  }

  #endFace(): void {
    this.#face?.end();
    this.#face = null;
    this.drawn = false;
  }

  /** Marks pictures that are approximately square or taller. A video with only a voice has no size. */
  #measurePicture = ({ target }: Event): void => {
    const { naturalWidth, naturalHeight, videoWidth, videoHeight } = target as HTMLImageElement &
      HTMLVideoElement;
    const height = videoHeight || naturalHeight;
    if (height) this.toggleAttribute('upright', (videoWidth || naturalWidth) < 1.2 * height);
  };

  #play = async (): Promise<void> => {
    try {
      this.#video.muted = false;
      await this.#video.play();
      this.needsClick = false;
    } catch (error) {
      // The browser throws this error if playback needs a click first. All other errors disappear when the next
      // stream arrives.
      this.needsClick = (error as Error).name === 'NotAllowedError';
      if (!this.needsClick) return;
      // A muted video may play without a click, so show the picture and a button that turns on the sound.
      this.#video.muted = true;
      await this.#video.play().catch(() => {});
    }
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-stage': PalStage;
  }
}
