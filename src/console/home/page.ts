import { listConversations, type ConversationRead } from '@palkit/contract/conversations';
import { listDeployments, type Deployment } from '@palkit/contract/deployments';
import { listDocuments, type Document } from '@palkit/contract/documents';
import { withoutAnswered } from '@palkit/contract/own-answers';
import type { Pal } from '@palkit/contract/pals';
import { listUnansweredQuestions, type UnansweredQuestion } from '@palkit/contract/unanswered-questions';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { request, SERVICE } from '../base/api.ts';
import { isReading, isUsedBy, withState } from '@palkit/contract/documents-of-pal';
import { addressOf, ConsolePage } from '../base/page.ts';
import '../base/preview.ts';
import { section } from '../base/templates.ts';
import '../conversations/running-calls.ts';
import { date, t, type Word } from '../base/words.ts';
import './check-site.ts';
import './first-steps.ts';
import './lines-to-copy.ts';

const LATEST = 5;
const MAX_QUESTIONS = 3;

/** The home page: for a new service the first steps, later the agent to try and recent changes. */
@customElement('palkit-home')
export class HomePage extends ConsolePage {
  readonly page = 'home';
  @state() private deployments: readonly Deployment[] = [];
  @state() private documents: readonly Document[] = [];
  @state() private calls: readonly ConversationRead[] = [];
  @state() private questions: readonly UnansweredQuestion[] = [];
  /** True while the first steps are shown, even after the last one has created the deployment. */
  @state() private isStepping = false;
  /** True if the only agent is that of the demo, so that the first steps create the owner's first agent. */
  @state() private hasDemoAlone = false;

  protected override async ready(): Promise<void> {
    const query = new URLSearchParams(location.search);
    const { pal } = this;
    const pal_id = pal?.pal_id;
    if (pal_id)
      this.deployments = (await request(listDeployments, { query: { pal_id, limit: '50' } })).deployments;
    this.hasDemoAlone = this.pals.length === 1 && (await isDemo(this.deployments));
    if (query.has('new') || (this.hasDemoAlone && !query.has('demo'))) this.pal = null;
    this.isStepping = this.pal === null || this.deployments.length === 0;
    if (!pal || this.isStepping) return;
    this.loadLater(this.#listDocuments(pal));
    this.loadLater(this.#listCalls());
    this.loadLater(this.#listQuestions(pal));
  }

  async #listDocuments(pal: Pal): Promise<void> {
    const { data } = await request(listDocuments, { query: { limit: '200' } });
    this.documents = data.filter((document) => isUsedBy(pal, document));
    const showState = (state: Document) => void (this.documents = withState(this.documents, state));
    for (const { document_id } of this.documents.filter(isReading)) this.follow(document_id, showState);
  }

  async #listCalls(): Promise<void> {
    this.calls = (await request(listConversations, { query: { limit: String(LATEST) } })).data;
  }

  async #listQuestions(pal: Pal): Promise<void> {
    const params = { pal_id: pal.pal_id };
    const { data } = await request(listUnansweredQuestions, { params, query: { limit: '50' } });
    this.questions = withoutAnswered(pal.facts, data).slice(0, MAX_QUESTIONS);
  }

  protected override content(): TemplateResult {
    if (this.isStepping)
      return html`<palkit-first-steps
          .pal=${this.pal}
          @pal-changed=${this.#handleCreatedPal}
          @finished=${() => location.assign(addressOf('home'))}
        ></palkit-first-steps>
        ${this.hasDemoAlone ? html`<p><a href=${addressOf('home', { demo: '1' })}>${t('tryDemo')}</a></p>` : nothing}`;
    const active = this.deployments.filter(({ status }) => status === 'active');
    const trial = active.find(({ channel }) => channel === 'embed') ?? active[0];
    const preview = html`<palkit-preview .deploymentId=${trial?.deployment_id ?? ''}></palkit-preview>`;
    return html`<palkit-running-calls .pals=${this.pals}></palkit-running-calls>
      <div class="columns">
        ${section('try', t('tryIt'), preview)}
        <div>${this.#knowledgeSection()} ${this.#latest()} ${this.#open()}</div>
      </div>
      <palkit-lines-to-copy .deployments=${this.deployments}></palkit-lines-to-copy>
      <palkit-check-site .deployments=${this.deployments}></palkit-check-site>
      <p><a href=${addressOf('home', { new: '1' })}>${t('anotherAgent')}</a></p>`;
  }

  #knowledgeSection(): TemplateResult {
    const pages = this.documents.reduce((sum, { crawled_urls }) => sum + (crawled_urls?.length ?? 0), 0);
    const files = this.documents.filter(({ crawl_config }) => !crawl_config).length;
    const words = html`<p>
      ${t('pageCount', { count: pages })}, ${t('fileCount', { count: files })},
      ${t('answerCount', { count: this.pal?.facts?.lines.length ?? 0 })}.
      ${this.documents.some(isReading) ? t('stillReading') : nothing}
      <a href=${addressOf('knowledge')}>${t('knowledge')}</a>
    </p>`;
    return section('knows', t('knows', { name: this.pal?.pal_name ?? '' }), words);
  }

  #latest(): TemplateResult {
    const rows = this.calls.map(
      ({ conversation_id, created_at, status }) =>
        html`<li>
          <a href=${addressOf('conversations', { conversation: conversation_id })}>${date(created_at)}</a>
          ${status === 'active' ? html`<wa-badge variant="success">${t('running')}</wa-badge>` : nothing}
        </li>`,
    );
    return this.#list('latest', 'lastCalls', rows, 'noConversations');
  }

  #open(): TemplateResult {
    const rows = this.questions.map(
      ({ question, count }) =>
        html`<li>${question} <span class="quiet">${t('askedTimes', { count })}</span></li>`,
    );
    const moreLink = html`<a href=${addressOf('conversations')}>${t('addAnswer')}</a>`;
    return this.#list('open', 'openQuestions', rows, 'noOpenQuestions', moreLink);
  }

  #list(id: string, title: Word, rows: readonly TemplateResult[], empty: Word, more?: TemplateResult) {
    const list = html`<ul class="plain">
        ${rows}
      </ul>
      ${more}`;
    return section(id, t(title), rows.length > 0 ? list : html`<p class="quiet">${t(empty)}</p>`);
  }

  #handleCreatedPal = (event: CustomEvent<Pal>): void => {
    this.pal = event.detail;
    this.hasDemoAlone = false;
    this.choosePal(event.detail.pal_id);
    history.replaceState(null, '', location.pathname);
  };
}

/** True if one of these deployments is shown on the demo page of this service. */
async function isDemo(deployments: readonly Deployment[]): Promise<boolean> {
  const response = await fetch(`${SERVICE}/demo/deployments.json`);
  const ids = response.ok ? Object.values((await response.json()) as Record<string, unknown>) : [];
  return deployments.some(({ deployment_id }) => ids.includes(deployment_id));
}
