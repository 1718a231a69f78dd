import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { SERVICE } from './api.ts';
import { t } from './words.ts';

/** The real element in a frame, as a visitor sees it. */
@customElement('palkit-preview')
export class Preview extends LitElement {
  @property() deploymentId = '';
  /** Changes to load the frame again. */
  @property() version = '';
  @property() width: 'phone' | 'desktop' = 'desktop';
  @property() scheme: 'auto' | 'light' | 'dark' = 'auto';

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.deploymentId) return nothing;
    const version = this.version ? `?version=${encodeURIComponent(this.version)}` : '';
    return html`<iframe
      class=${`${this.width} ${this.scheme}`}
      title=${t('preview')}
      allow="camera; microphone; autoplay; display-capture"
      src=${`${SERVICE}/console/preview/${encodeURIComponent(this.deploymentId)}${version}`}
    ></iframe>`;
  }
}
