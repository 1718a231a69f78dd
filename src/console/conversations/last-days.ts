import { listConversationDays, sumsOf, type ConversationDay } from '@palkit/contract/conversation-days';
import { html, nothing, svg, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { request } from '../base/api.ts';
import { ConsoleSection } from '../base/part.ts';
import { day, t, type Word } from '../base/words.ts';

/** Width of a bar with its gap, in units of the drawing. */
const BAR_STEP = 10;
/** Height of the highest bar, in units of the drawing. */
const HEIGHT = 60;

/** Shows the calls, minutes and fraction of answered calls of the last 30 days, with a bar for each day. */
@customElement('palkit-last-days')
export class LastDays extends ConsoleSection {
  protected override readonly heading = 'lastDays';
  @property() palId = '';
  @state() private days: readonly ConversationDay[] = [];

  protected override async load(): Promise<void> {
    const query = this.palId ? { pal_id: this.palId } : {};
    this.days = (await request(listConversationDays, { query })).data;
  }

  protected override content(): TemplateResult | typeof nothing {
    if (this.days.length === 0) return nothing;
    const { calls, minutes, answeredShare } = sumsOf(this.days);
    const share = answeredShare === null ? '–' : `${Math.round(100 * answeredShare)} %`;
    const numbers = Object.entries({ calls, minutes, answeredShare: share }) as [Word, number | string][];
    const highest = Math.max(1, ...this.days.map(({ calls }) => calls));
    return html`<dl class="numbers">
        ${numbers.map(
          ([label, number]) =>
            html`<div>
              <dt>${t(label)}</dt>
              <dd>${number}</dd>
            </div>`,
        )}
      </dl>
      <svg
        class="bars"
        role="img"
        aria-label=${t('callsPerDay')}
        viewBox="0 0 ${this.days.length * BAR_STEP} ${HEIGHT}"
        preserveAspectRatio="none"
      >
        ${this.days.map(({ date, calls }, index) => {
          // A day without calls is drawn as a line, so that the days can be counted.
          const height = Math.max(1, (HEIGHT * calls) / highest);
          return svg`<rect x=${index * BAR_STEP} y=${HEIGHT - height} width=${BAR_STEP - 2} height=${height}>
            <title>${`${day(date)}: ${t('callCount', { count: calls })}`}</title></rect>`;
        })}
      </svg>`;
  }
}
