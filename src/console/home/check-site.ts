import type { Deployment } from '@palkit/contract/deployments';
import { checkDeploymentSite, type SiteCheck } from '@palkit/contract/site-checks';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { request } from '../base/api.ts';
import { typedAddress } from '@palkit/contract/documents-of-pal';
import { ConsoleSection } from '../base/part.ts';
import { selectField, submitButton, textField } from '../base/form-fields.ts';
import { card, cards } from '../base/templates.ts';
import { t } from '../base/words.ts';

/** Checks whether the agent works on a page of the owner, and explains how to correct each fault. */
@customElement('palkit-check-site')
export class CheckSite extends ConsoleSection {
  protected override readonly heading = 'checkSite';
  @property({ attribute: false }) deployments: readonly Deployment[] = [];
  @state() private checks: readonly SiteCheck[] = [];

  protected override content(): TemplateResult {
    const options = this.deployments.map(
      ({ deployment_id, channel }) => [deployment_id, t(`channel-${channel}`)] as const,
    );
    return html`<form class="row" @submit=${this.#check}>
        ${textField('url', t('pageAddress'), { placeholder: 'https://example.com', required: true })}
        ${selectField(t('where'), options, '', { name: 'deployment' })}
        ${submitButton(t('check'), this.busy, 'outlined')}
      </form>
      <div aria-live="polite">${cards(this.checks.map(checkCard))}</div>`;
  }

  readonly #check = this.action(async () => {
    this.checks = [];
    const params = { deployment_id: this.inputOf('deployment') };
    const body = { url: typedAddress(this.field('url')) };
    this.checks = (await request(checkDeploymentSite, { params, body })).data;
  });
}

const RESULTS = {
  true: ['success', 'works'],
  false: ['danger', 'fails'],
  null: ['warning', 'notFound'],
} as const;

function checkCard({ check, works, words }: SiteCheck): TemplateResult {
  const [variant, state] = RESULTS[`${works}`];
  return card(
    t(`site-${check}`),
    [works ? nothing : html`<span>${t(`site-${check}-do`)} <code>${words}</code></span>`],
    html`<wa-badge variant=${variant}>${t(state)}</wa-badge>`,
  );
}
