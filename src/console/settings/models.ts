import type { Result } from '@palkit/contract/endpoint';
import { installLanguage, installModel, listModels, removeModel } from '@palkit/contract/models';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { request } from '../base/api.ts';
import { ConsoleSection, Refusal } from '../base/part.ts';
import { progressField, selectField } from '../base/form-fields.ts';
import { button, card, cards, DANGER, joinWords, webLink } from '../base/templates.ts';
import { language, t } from '../base/words.ts';

type Answer = Result<typeof listModels>;
type Model = Answer['data'][number];

/** Milliseconds between two polls of an installation. */
const POLL_MS = 1000;
const megabytes = (bytes: number): number => Math.ceil(bytes / 1e6);
const languageNames = new Intl.DisplayNames(language, { type: 'language' });
const languageName = (tag: string): string => languageNames.of(tag) ?? tag;

/** Models that the owner of the service can install, by language. Other accounts do not see this section. */
@customElement('palkit-models')
export class Models extends ConsoleSection {
  protected override readonly heading = 'models';
  @state() private models: Answer = { data: [], languages: [], installation: null };
  @state() private chosenTag = language as string;

  /** Polls the models while one is being installed. */
  protected override load(): Promise<void> {
    return this.repeat(POLL_MS, async (signal) => {
      this.models = await request(listModels, { query: { language }, signal });
      return this.models.installation?.state === 'running';
    });
  }

  override render(): TemplateResult {
    return this.models.data.length > 0 || this.fault ? super.render() : html``;
  }

  protected override content(): TemplateResult | typeof nothing {
    const { data, languages } = this.models;
    if (data.length === 0) return nothing;
    const options = languages.map((row) => [row.language, languageName(row.language)] as const);
    options.sort(([, one], [, other]) => one.localeCompare(other, language));
    const models = data.filter((model) => model.languages.includes(this.chosenTag));
    const names = languages.find((row) => row.language === this.chosenTag)?.models ?? [];
    const languageModels = models.filter(({ name }) => names.includes(name));
    const otherModels = models.filter(({ name }) => !names.includes(name));
    return html`<p class="quiet">${t('modelsWords')}</p>
      ${selectField(t('language'), options, this.chosenTag, { choose: (tag) => (this.chosenTag = tag) })}
      ${this.#languageOffer(languageModels.filter(({ installed }) => !installed))}
      ${cards(languageModels.map((model) => this.#card(model)))}
      <details ?hidden=${otherModels.length === 0}>
        <summary>${t('otherModels')}</summary>
        ${cards(otherModels.map((model) => this.#card(model)))}
      </details>`;
  }

  /** Offers to add all missing models of the language; a single model has its own button. */
  #languageOffer(missingModels: readonly Model[]): TemplateResult | typeof nothing {
    if (missingModels.length < 2) return nothing;
    const params = { language: this.chosenTag };
    const name = languageName(params.language);
    const count = megabytes(missingModels.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0));
    const size = t(missingModels.every(({ bytes }) => bytes) ? 'sizeTogether' : 'sizeAtLeast', { count });
    const add = () => this.#add(name, request(installLanguage, { params, body: { agreed: true } }));
    const buttonLook = { size: 'm', disabled: this.models.installation?.state === 'running' } as const;
    return html`<p>${size} ${this.runButton(t('addLanguage', { language: name }), add, buttonLook)}</p>`;
  }

  #card(model: Model): TemplateResult {
    const { name, engine, bytes, licence, notice, installed, card: voice } = model;
    const { name: current, state, step, bytes: loadedBytes, total_bytes } = this.models.installation ?? {};
    const isRunning = state === 'running';
    const size = bytes === null ? t('sizeUnknown') : t('megabytes', { count: megabytes(bytes) });
    const body = { agreed: voice !== null };
    const add = () => this.run(() => this.#add(name, request(installModel, { params: { name }, body })));
    const remove = () => this.confirm('removeModel', 'remove', { name }, () => this.#remove(name));
    const action = installed
      ? html`<wa-badge variant="success">${t('installed')}</wa-badge> ${button(t('remove'), remove, DANGER)}`
      : isRunning && current === name
        ? html`${progressField(step ?? '', (loadedBytes ?? 0) / (total_bytes ?? Infinity))}
          ${button(t('cancel'), () => this.#remove(name))}`
        : button(t('addModel', { name }), add, { disabled: isRunning });
    const facts = joinWords([t(`engine-${engine}`), size, licence]);
    const voiceWords =
      voice && t('voiceCard', { ...voice, research: voice.research ? `${voice.research}.` : '' });
    return card(
      name,
      [facts, model.description, notice, voiceWords, webLink(voice?.address ?? null)],
      action,
    );
  }

  async #remove(name: string): Promise<void> {
    await request(removeModel, { params: { name } });
    await this.load();
  }

  async #add(name: string, installation: Promise<unknown>): Promise<string> {
    await installation;
    await this.load();
    const { state, error_message } = this.models.installation ?? {};
    if (state === 'failed') throw new Refusal(error_message ?? '');
    return state === 'installed' ? t('modelAdded', { name }) : '';
  }
}
