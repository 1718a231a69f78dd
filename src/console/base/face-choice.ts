import { listFaces, type Face } from '@palkit/contract/faces';
import { html, type TemplateResult } from 'lit';
import { pathOf, request } from './api.ts';
import { t } from './words.ts';

export const completedFaces = async (): Promise<Face[]> =>
  (await request(listFaces, { query: { limit: '50' } })).data.filter(({ status }) => status === 'completed');

/** Lets the user choose one of the faces by its picture. */
export const faceChoice = (
  faces: readonly Face[],
  choice: string,
  choose?: (face_id: string) => void,
): TemplateResult =>
  html`<fieldset class="faces">
    <legend>${t('face')}</legend>
    ${faces.map(
      ({ face_id, face_name, thumbnail_image_url }) =>
        html`<label
          ><input
            type="radio"
            name="face"
            value=${face_id}
            .checked=${face_id === choice}
            @change=${() => choose?.(face_id)}
          /><img src=${pathOf(thumbnail_image_url)} alt="" width="96" height="96" />${face_name}</label
        >`,
    )}
  </fieldset>`;
