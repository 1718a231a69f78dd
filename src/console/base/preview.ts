import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { SERVICE } from './api.ts';
import { ConsolePart } from './part.ts';
import { t } from './words.ts';

/** Shows the real element in a frame, as a visitor sees it. */
@customElement('palkit-preview')
export class Preview extends ConsolePart {
  @property() deploymentId = '';
  /** Reloads the frame when it changes. */
  @property() version = '';
  @property() width: 'phone' | 'desktop' = 'desktop';
  @property() scheme: 'auto' | 'light' | 'dark' = 'auto';

  #heights: ResizeObserver | null = null;

  override render(): TemplateResult | typeof nothing {
    if (!this.deploymentId) return nothing;
    const version = this.version ? `?version=${encodeURIComponent(this.version)}` : '';
    return html`<iframe
      class=${`${this.width} ${this.scheme}`}
      title=${t('preview')}
      allow="camera; microphone; autoplay; display-capture"
      @load=${this.#fit}
      src=${`${SERVICE}/console/preview/${encodeURIComponent(this.deploymentId)}${version}`}
    ></iframe>`;
  }

  /** An embed sets the height of its frame; the other channels fill the frame. */
  #fit = (event: Event): void => {
    const frame = event.target as HTMLIFrameElement;
    const embed = frame.contentDocument?.querySelector('pal-embed');
    this.#heights?.disconnect();
    this.#heights = new ResizeObserver(([entry]) => {
      frame.style.blockSize = `${entry!.contentRect.height + frame.offsetHeight - frame.clientHeight}px`;
    });
    if (embed) this.#heights.observe(embed);
    else frame.style.blockSize = '';
  };
}
