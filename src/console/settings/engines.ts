import type { Result } from '@palkit/contract/endpoint';
import { checkPalEngines, type EngineCheck } from '@palkit/contract/engine-checks';
import { readEngines, type EngineUse } from '@palkit/contract/engines';
import type * as z from 'zod/mini';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { request, SERVICE } from '../base/api.ts';
import { ConsoleSection } from '../base/part.ts';
import { button, card, cards, table } from '../base/templates.ts';
import { t } from '../base/words.ts';

type Check = z.output<typeof EngineCheck>;
type Use = z.output<typeof EngineUse>;
type Answer = Result<typeof readEngines>;

/** Shows the engines that the service uses, checks them, and lists language models found on the same machine. */
@customElement('palkit-engines')
export class Engines extends ConsoleSection {
  protected override readonly heading = 'engines';
  /** Id of the agent whose engines are checked. */
  @property() palId = '';
  @state() private engines: Answer | null = null;
  @state() private checks: readonly Check[] = [];

  protected override async load(): Promise<void> {
    this.engines = await request(readEngines, { signal: this.removal.signal });
  }

  protected override content(): TemplateResult | typeof nothing {
    const { engines } = this;
    if (!engines) return this.fault ? nothing : html`<p>${t('loading')}</p>`;
    const columns = [...COLUMNS, ...(this.checks.length > 0 ? (['check'] as const) : [])];
    const check = () => this.run(() => this.#check(), t('enginesChecked'));
    // Browsers cache the files of this folder permanently, so the address contains the version.
    const changes = `${SERVICE}/console/assets/changes.txt?${engines.version}`;
    const rows = engines.data.map((use) => this.#row(use));
    return html`${table('engines', columns, rows)}
      <p>Palkit ${engines.version} · <a href=${changes}>${t('changes')}</a></p>
      ${this.palId ? button(t('checkEngines'), check, { size: 'm', isBusy: this.busy }) : nothing}
      ${engines.local_models.length > 0 ? localModels(engines.local_models) : nothing}`;
  }

  #row({ engine, source, model, address }: Use): TemplateResult {
    const check = this.checks.find((outcome) => PURPOSES[outcome.engine] === engine);
    return html`<tr>
      <th scope="row">${t(`engine-${engine}`)}</th>
      <td>${t(`source-${source}`)}</td>
      <td>${model ?? '–'} ${address ? html`<span class="quiet">${address}</span>` : nothing}</td>
      ${this.checks.length > 0 ? html`<td>${check ? checkWords(check) : '–'}</td>` : nothing}
    </tr>`;
  }

  async #check(): Promise<void> {
    this.checks = (await request(checkPalEngines, { params: { pal_id: this.palId } })).data;
  }
}

const COLUMNS = ['purpose', 'source', 'modelName'] as const;
/** Maps each engine that is checked to its purpose. */
const PURPOSES = { model: 'language', voice: 'voice', ears: 'ears' } as const;

/** Renders the result of a check. An embedded engine is not tested, so its result is null. */
const checkWords = ({ works, words }: Check): TemplateResult =>
  works === null
    ? html`<wa-badge variant="neutral">${t('builtIn')}</wa-badge>`
    : html`<wa-badge variant=${works ? 'success' : 'danger'}>${t(works ? 'works' : 'fails')}</wa-badge>
        ${words}`;

const localModels = (models: Answer['local_models']): TemplateResult =>
  html`<h3>${t('localModels')}</h3>
    <p class="quiet">${t('localModelsWords')}</p>
    ${cards(
      models.map(({ name, base_url, model }) =>
        card(model, [name, html`<code>LLM_BASE_URL=${base_url} LLM_MODEL=${model}</code>`]),
      ),
    )}`;
