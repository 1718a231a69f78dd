import type { Deployment } from '@palkit/contract/deployments';
import { checkDeploymentSite, type SiteCheck } from '@palkit/contract/site-checks';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { request } from '../base/api.ts';
import { typedAddress } from '../base/documents.ts';
import { ConsolePart, selectField } from '../base/part.ts';
import { t } from '../base/words.ts';

/** Checks a page of the owner's that shows the agent, with what to do about each fault. */
@customElement('palkit-check-site')
export class CheckSite extends ConsolePart {
  @property({ attribute: false }) deployments: readonly Deployment[] = [];
  @state() private checks: readonly SiteCheck[] = [];

  override render(): TemplateResult {
    const options = this.deployments.map(
      ({ deployment_id, channel }) => [deployment_id, t(`channel-${channel}`)] as const,
    );
    return html`<section aria-labelledby="check-site">
      <h2 id="check-site">${t('checkSite')}</h2>
      <form class="row" @submit=${this.#check}>
        <wa-input name="url" label=${t('pageAddress')} placeholder="https://example.com" required></wa-input>
        ${selectField(t('where'), options, '', { name: 'deployment' })}
        <wa-button type="submit" appearance="outlined" ?loading=${this.busy}>${t('check')}</wa-button>
      </form>
      ${this.messages()}
      <ul class="cards" aria-live="polite">
        ${this.checks.map(({ check, works, words }) => this.#row(check, works, words))}
      </ul>
    </section>`;
  }

  #row(check: SiteCheck['check'], works: boolean | null, words: string): TemplateResult {
    const variant = works ? 'success' : works === null ? 'warning' : 'danger';
    return html`<li>
      <div>
        <strong>${t(`site-${check}`)}</strong>
        ${works ? nothing : html`<span>${t(`site-${check}-do`)} <code>${words}</code></span>`}
      </div>
      <wa-badge variant=${variant}>${t(works ? 'works' : works === null ? 'notFound' : 'fails')}</wa-badge>
    </li>`;
  }

  #check = (event: SubmitEvent): void => {
    event.preventDefault();
    void this.run(async () => {
      this.checks = [];
      const params = { deployment_id: this.typed('deployment') };
      const body = { url: typedAddress(this.field('url')) };
      this.checks = (await request(checkDeploymentSite, { params, body })).data;
    });
  };
}
