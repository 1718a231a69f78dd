import { html, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { addressOf, ConsolePage } from '../base/page.ts';
import { t } from '../base/words.ts';
import './conversation.ts';
import './last-days.ts';
import './list.ts';
import './open-questions.ts';
import './running-calls.ts';

/** The page of conversations, of a single conversation, and of unanswered questions. */
@customElement('palkit-conversations')
export class ConversationsPage extends ConsolePage {
  readonly page = 'conversations';
  readonly #shownId = new URLSearchParams(location.search).get('conversation');

  protected override content(): TemplateResult {
    if (this.#shownId !== null)
      return html`<p><a href=${addressOf('conversations')}>${t('allConversations')}</a></p>
        <palkit-conversation
          .conversationId=${this.#shownId}
          .personName=${this.session?.name ?? ''}
        ></palkit-conversation>`;
    return html`<palkit-running-calls .pals=${this.pals}></palkit-running-calls>
      <palkit-open-questions .pal=${this.pal}></palkit-open-questions>
      <palkit-last-days .palId=${this.pal?.pal_id ?? ''}></palkit-last-days>
      <palkit-conversation-list .pals=${this.pals}></palkit-conversation-list>`;
  }
}
