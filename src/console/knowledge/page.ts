import { html, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { addressOf, ConsolePage } from '../base/page.ts';
import { t } from '../base/words.ts';
import './documents.ts';
import './facts.ts';
import './test-question.ts';

/** The page of documents, of the owner's answers and facts, and of a test question. */
@customElement('palkit-knowledge')
export class KnowledgePage extends ConsolePage {
  readonly page = 'knowledge';

  protected override content(): TemplateResult {
    if (!this.pal) return html`<p>${t('noAgent')} <a href=${addressOf('home')}>${t('home')}</a></p>`;
    return html`<palkit-test-question .pal=${this.pal}></palkit-test-question>
      <palkit-documents .pal=${this.pal}></palkit-documents>
      <palkit-facts .pal=${this.pal}></palkit-facts>`;
  }
}
