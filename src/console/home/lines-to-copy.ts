import type { Deployment } from '@palkit/contract/deployments';
import { embedLines } from '@palkit/contract/embed-lines';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { SERVICE } from '../base/api.ts';
import { ConsoleSection } from '../base/part.ts';
import { button } from '../base/templates.ts';
import { t } from '../base/words.ts';

/** Shows the HTML lines that put an agent on a page, for each of its deployments. */
@customElement('palkit-lines-to-copy')
export class LinesToCopy extends ConsoleSection {
  protected override readonly heading = 'onYourPage';
  @property({ attribute: false }) deployments: readonly Deployment[] = [];
  @state() private copied = '';

  protected override content(): TemplateResult[] {
    return this.deployments
      .filter(({ status }) => status === 'active')
      .map((deployment) => {
        const { channel, deployment_id: id } = deployment;
        const lines = embedLines(SERVICE, deployment).join('\n');
        return html`<div class="lines">
          <h3 id=${`lines-${id}`}>${t(`channel-${channel}`)}</h3>
          <pre tabindex="0" role="region" aria-labelledby=${`lines-${id}`}><code>${lines}</code></pre>
          ${button(t('copy'), () => this.#copy(id, lines))}
          <span role="status">${this.copied === id ? t('copied') : nothing}</span>
        </div>`;
      });
  }

  async #copy(id: string, lines: string): Promise<void> {
    // Pages over plain http have no clipboard; there the lines are selected, so that the user can copy them.
    if (isSecureContext) {
      await navigator.clipboard.writeText(lines);
      this.copied = id;
      return;
    }
    const code = this.querySelector(`[aria-labelledby="lines-${id}"]`);
    if (code) getSelection()?.selectAllChildren(code);
  }
}
