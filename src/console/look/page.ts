import { changeLatest } from '@palkit/contract/client';
import {
  getDeployment,
  listDeployments,
  patchDeployment,
  type Deployment,
} from '@palkit/contract/deployments';
import type { Face } from '@palkit/contract/faces';
import { patchPal } from '@palkit/contract/pals';
import { html, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { requestWithHeaders, request } from '../base/api.ts';
import { completedFaces, faceChoice } from '../base/face-choice.ts';
import { addressOf, ConsolePage } from '../base/page.ts';
import { type Hours } from '../base/hours.ts';
import '../base/preview.ts';
import { selectField, submitButton, textField } from '../base/form-fields.ts';
import { button } from '../base/templates.ts';
import { t, type Word } from '../base/words.ts';
import './own-faces.ts';
import { FIELDS, lookOf, putText, textOf, type Field, type Look } from './fields.ts';

const WIDTHS = ['phone', 'desktop'] as const;
const SCHEMES = ['auto', 'light', 'dark'] as const;

/**
 * The appearance page: sets branding and access of the agent beside the real element. Saves each change immediately.
 */
@customElement('palkit-look')
export class LookPage extends ConsolePage {
  readonly page = 'look';
  @state() private deployments: readonly Deployment[] = [];
  @state() private faces: readonly Face[] = [];
  @state() private shownId = new URLSearchParams(location.search).get('deployment');
  @state() private width: (typeof WIDTHS)[number] = 'desktop';
  @state() private scheme: (typeof SCHEMES)[number] = 'auto';
  /** Restores the state before the last save; null if there is nothing to undo. */
  @state() private undo: (() => Promise<void>) | null = null;

  protected override async ready(): Promise<void> {
    if (!this.pal) return;
    const [deployments, faces] = await Promise.all([
      request(listDeployments, { query: { pal_id: this.pal.pal_id, limit: '100' } }),
      completedFaces(),
    ]);
    this.deployments = deployments.deployments;
    this.faces = faces;
    this.shownId ??= this.deployments[0]?.deployment_id ?? null;
  }

  get #deployment(): Deployment | undefined {
    return this.deployments.find(({ deployment_id }) => deployment_id === this.shownId);
  }

  protected override content(): TemplateResult {
    const deployment = this.#deployment;
    if (!this.pal || !deployment)
      return html`<p>${t('noAgent')} <a href=${addressOf('home')}>${t('home')}</a></p>`;
    const chooseFace = (id: string) => this.#savePal('default_face_id', id);
    return html`<div class="columns">
        <div class="stack">
          ${selectField(
            t('where'),
            this.deployments.map(({ deployment_id, name, channel }) => [
              deployment_id,
              `${name}: ${t(`channel-${channel}`)}`,
            ]),
            this.shownId ?? '',
            { choose: (id) => (this.shownId = id) },
          )}
          ${faceChoice(this.faces, this.pal.default_face_id ?? '', chooseFace)}
          ${textField('greeting', t('greeting'), {
            value: this.pal.custom_greeting,
            rows: 2,
            longest: 2000,
            changed: (value) => this.#savePal('custom_greeting', value),
          })}
          ${FIELDS.filter(({ channel }) => !channel || channel === deployment.channel).map((field) =>
            this.#field(field, deployment),
          )}
          <palkit-hours
            .hours=${deployment.customization.hours}
            .words=${t('agentHoursWords')}
            hasText
            @hours-changed=${({ detail }: CustomEvent<Hours | undefined>) =>
              this.#saveLook(({ customization }) => void (customization.hours = detail))}
          ></palkit-hours>
          ${this.#password(deployment)}
        </div>
        <section class="beside" aria-labelledby="preview">
          <div class="row">
            <h2 id="preview">${t('preview')}</h2>
            ${selectField(t('width'), wordsOf(WIDTHS), this.width, {
              choose: (value) => (this.width = WIDTHS.find((candidate) => candidate === value) ?? 'desktop'),
            })}
            ${selectField(t('scheme'), wordsOf(SCHEMES), this.scheme, {
              choose: (value) => (this.scheme = SCHEMES.find((one) => one === value) ?? 'auto'),
            })}
          </div>
          ${
            deployment.status === 'active'
              ? html`<palkit-preview
                  .deploymentId=${deployment.deployment_id}
                  .version=${deployment.updated_at + this.pal.updated_at}
                  .width=${this.width}
                  .scheme=${this.scheme}
                ></palkit-preview>`
              : html`<p class="quiet">${t('notActive')}</p>`
          }
          ${button(t('undo'), this.#undoLast, { size: 'm', disabled: !this.undo || this.busy })}
        </section>
      </div>
      <palkit-own-faces
        @face-chosen=${(event: CustomEvent<string>) => chooseFace(event.detail)}
        @faces-changed=${() => this.loadLater(this.ready())}
      ></palkit-own-faces>`;
  }

  #field(field: Field, deployment: Deployment): TemplateResult {
    const value = textOf(field, deployment);
    const onChange = (text: string) => this.#save(field, text);
    const words = t(field.name);
    const hint = field.hint ? t(field.hint) : '';
    switch (field.kind) {
      case 'switch':
        return html`<wa-switch
          .checked=${value === 'true'}
          @change=${(event: Event) => onChange(String((event.target as HTMLInputElement).checked))}
          >${words}</wa-switch
        >`;
      case 'choice':
        return selectField(words, wordsOf(field.choices), value, { choose: onChange });
      case 'color':
        return html`<label class="field"
          >${words}
          <input
            type="color"
            .value=${value}
            @change=${(event: Event) => onChange((event.target as HTMLInputElement).value)}
        /></label>`;
      case 'lines':
        return textField(field.name, words, { value, hint, rows: 3, changed: onChange });
      case 'number': {
        const { from, to } = field;
        return textField(field.name, words, { type: 'number', value, hint, from, to, changed: onChange });
      }
      case 'text':
        return textField(field.name, words, { value, changed: onChange });
    }
  }

  #password(deployment: Deployment): TemplateResult {
    return html`<form class="row" @submit=${this.#setPassword}>
      ${textField('visitor-password', t('visitorPassword'), {
        type: 'password',
        hint: t(deployment.has_password ? 'hasPassword' : 'hasNoPassword'),
        autocomplete: 'new-password',
        longest: 256,
      })}
      ${submitButton(t('save'), false, 'outlined')}
    </form>`;
  }

  readonly #setPassword = this.action(async () => {
    const field = this.querySelector<HTMLInputElement>('[name=visitor-password]');
    const id = this.shownId;
    if (!field || id === null) return;
    const body = [{ op: 'add' as const, path: '/password', value: field.value || null }];
    this.#replaceDeployment(await request(patchDeployment, { params: { deployment_id: id }, body }));
    field.value = '';
  }, t('saved'));

  #save(field: Field, value: string): void {
    const deployment = this.#deployment;
    if (deployment && textOf(field, deployment) !== value)
      this.#saveLook((look) => putText(field, look, value));
  }

  #saveLook(change: (look: Look) => void): void {
    const deployment = this.#deployment;
    if (!deployment) return;
    const previousLook = lookOf(deployment);
    const applyChange = (apply: typeof change) => this.#change(deployment.deployment_id, apply);
    this.#saveValue(applyChange, change, (look) => void Object.assign(look, previousLook));
  }

  /** Saves `value`; `undo` restores `previousValue`. */
  #saveValue<Value>(put: (value: Value) => Promise<void>, value: Value, previousValue: Value): void {
    const save = async () => {
      await put(value);
      this.undo = () => put(previousValue);
    };
    void this.run(save, t('saved')).then(() => this.requestUpdate());
  }

  async #change(deployment_id: string, change: (look: Look) => void): Promise<void> {
    const params = { deployment_id };
    const changedDeployment = await changeLatest(
      () => requestWithHeaders(getDeployment, { params }),
      (deployment, headers) => {
        const look = lookOf(deployment);
        change(look);
        const body = Object.entries(look).map(([key, value]) => replacement(key, value));
        return request(patchDeployment, { params, headers, body });
      },
    );
    this.#replaceDeployment(changedDeployment);
  }

  #savePal(key: 'custom_greeting' | 'default_face_id', value: string): void {
    const { pal } = this;
    if (!pal || pal[key] === value) return;
    const put = async (content: string) => {
      const body = [replacement(key, content)];
      this.pal = await request(patchPal, { params: { pal_id: pal.pal_id }, body });
    };
    this.#saveValue(put, value, pal[key] ?? '');
  }

  readonly #undoLast = this.action(async () => {
    await this.undo?.();
    this.undo = null;
  }, t('undone'));

  #replaceDeployment(deployment: Deployment): void {
    const { deployment_id } = deployment;
    this.deployments = this.deployments.map((other) =>
      other.deployment_id === deployment_id ? deployment : other,
    );
  }
}

const wordsOf = (values: readonly Word[]): [Word, string][] => values.map((value) => [value, t(value)]);
const replacement = (key: string, value: unknown) => ({ op: 'replace' as const, path: `/${key}`, value });
