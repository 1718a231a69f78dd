import type { Face } from '@palkit/contract/faces';
import { html, LitElement, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { pathOf } from './api.ts';
import { t } from './words.ts';

/**
 * Faces by their pictures.
 * @fires face-chosen - With the id of the face.
 */
@customElement('palkit-face-choice')
export class FaceChoice extends LitElement {
  @property({ attribute: false }) faces: readonly Face[] = [];
  @property() chosen = '';

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override render(): TemplateResult {
    return html`<fieldset class="faces">
      <legend>${t('face')}</legend>
      ${this.faces.map(
        ({ face_id, face_name, thumbnail_image_url }) =>
          html`<label
            ><input
              type="radio"
              name="face"
              value=${face_id}
              .checked=${face_id === this.chosen}
              @change=${() => this.#choose(face_id)}
            /><img src=${pathOf(thumbnail_image_url)} alt="" width="96" height="96" />${face_name}</label
          >`,
      )}
    </fieldset>`;
  }

  #choose(id: string): void {
    this.chosen = id;
    this.dispatchEvent(new CustomEvent<string>('face-chosen', { detail: id }));
  }
}
