import type { Result } from '@palkit/contract/endpoint';
import { installModel, listModels, removeModel } from '@palkit/contract/models';
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
const LOOK = 1000;
const languageNames = new Intl.DisplayNames(language, { type: 'language' });

/** Models that the owner of the service can install, by language. Other accounts do not see this section. */
@customElement('palkit-models')
export class Models extends ConsoleSection {
  protected override readonly heading = 'models';
  @state() private models: Answer['data'] = [];
  @state() private installation: Answer['installation'] = null;
  @state() private chosenTag = language as string;

  /** Polls the models while one is being installed. */
  protected override load(): Promise<void> {
    return this.repeat(LOOK, async (signal) => {
      const { data, installation } = await request(listModels, { query: { language }, signal });
      this.models = data;
      this.installation = installation;
      return installation?.state === 'running';
    });
  }

  override render(): TemplateResult {
    return this.models.length > 0 || this.fault ? super.render() : html``;
  }

  protected override content(): TemplateResult | typeof nothing {
    if (this.models.length === 0) return nothing;
    const tags = [...new Set(this.models.flatMap(({ languages }) => languages))];
    const options = tags.map((tag) => [tag, languageNames.of(tag) ?? tag] as const);
    options.sort(([, one], [, other]) => one.localeCompare(other, language));
    const models = this.models.filter(({ languages }) => languages.includes(this.chosenTag));
    return html`<p class="quiet">${t('modelsWords')}</p>
      ${selectField(t('language'), options, this.chosenTag, { choose: (tag) => (this.chosenTag = tag) })}
      ${cards(models.map((model) => this.#card(model)))}`;
  }

  #card(model: Model): TemplateResult {
    const { name, engine, bytes, licence, notice, installed, card: voice } = model;
    const { state, step, bytes: done, total_bytes } = this.installation ?? {};
    const isRunning = state === 'running';
    const size = bytes !== null && t('megabytes', { count: Math.ceil(bytes / 1e6) });
    const add = () => this.run(() => this.#add(model));
    const remove = () => this.confirm('removeModel', 'remove', { name }, () => this.#remove(name));
    const action = installed
      ? html`<wa-badge variant="success">${t('installed')}</wa-badge> ${button(t('remove'), remove, DANGER)}`
      : isRunning && this.installation?.name === name
        ? html`${progressField(step ?? '', (done ?? 0) / (total_bytes ?? Infinity))}
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

  async #add({ name, card: voiceCard }: Model): Promise<string> {
    const body = { agreed: voiceCard !== null };
    this.installation = await request(installModel, { params: { name }, body });
    await this.load();
    if (this.installation?.state === 'failed') throw new Refusal(this.installation.error_message ?? '');
    return this.installation?.state === 'installed' ? t('modelAdded', { name }) : '';
  }
}
