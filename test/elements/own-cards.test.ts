import { expect } from '@open-wc/testing';
import { registerCard } from '../../src/elements/index.ts';
import type { CanvasState } from '../../src/elements/session/phases.ts';
import { LIVE } from '../../stories/scripted-session.ts';
import { finishAnimations, find, openWidget, press, waitUntilSettled, texts } from './widget.ts';
import { waitUntil } from './wait-until.ts';

/** A simple card as a page would define it, with two properties and one event. */
class PriceTable extends HTMLElement {
  answerState = 'open';
  #card: { arguments: Record<string, unknown> } | null = null;
  set card(card: { arguments: Record<string, unknown> }) {
    if (card.arguments['broken']) throw new Error('thrown by the page');
    this.#card = card;
    this.#draw();
  }
  connectedCallback(): void {
    this.#draw();
  }
  #draw(): void {
    const plans = (this.#card?.arguments['plans'] ?? []) as string[];
    this.replaceChildren(
      ...plans.map((plan) => {
        const button = document.createElement('button');
        button.textContent = plan;
        button.onclick = () =>
          this.dispatchEvent(
            new CustomEvent('pal-card-answer', { detail: { type: 'submit', value: { text: plan } } }),
          );
        return button;
      }),
    );
  }
}
// The page has already registered the class under another name.
customElements.define('price-table', PriceTable);

let attempts = 0;
registerCard('price_table', { load: () => Promise.resolve(PriceTable) });
registerCard('late_table', {
  load: () =>
    ++attempts === 1
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(class extends PriceTable {}),
});
registerCard('thrower', {
  load: () =>
    Promise.resolve(
      class extends HTMLElement {
        constructor() {
          super();
          throw new Error('thrown by the page');
        }
      },
    ),
});

const canvas = (kind: string, args: Record<string, unknown>, id = 't1'): CanvasState => ({
  card: { tool_call_id: id, component: 'own', kind, arguments: args },
  state: 'open',
});
const showCard = (kind: string, args: Record<string, unknown> = { title: 'Our prices', plans: ['S', 'L'] }) =>
  openWidget({ phase: LIVE, canvas: canvas(kind, args) });

describe("cards of the page's own", () => {
  const consoleError = console.error;
  let messages: unknown[] = [];
  beforeEach(() => {
    messages = [];
    console.error = (...args: unknown[]) => messages.push(args[0]);
  });
  afterEach(() => (console.error = consoleError));

  it('are drawn accessibly, announced, ask for an answer, and are removed', async () => {
    const { widget, panel, session } = await showCard('price_table');
    expect(texts(panel.shadowRoot!)).to.match(/New card: Our prices.*S.*L/);
    const element = find<PriceTable>(panel.shadowRoot!, 'pal-own-price-table')!;
    finishAnimations(widget);
    await expect(widget).to.be.accessible();
    press(panel, 'L');
    expect(session.calls.at(-1)).to.deep.equal(['answerCard', { type: 'submit', value: { text: 'L' } }]);
    for (const state of ['sending', 'sent', 'failed'] as const) {
      session.show({ canvas: { ...session.view.canvas, state } });
      await waitUntilSettled(panel);
      expect(element.answerState).to.equal(state);
    }
    session.show({ canvas: canvas('price_table', { plans: ['M'] }) });
    await waitUntilSettled(panel);
    expect(find(panel.shadowRoot!, 'pal-own-price-table')).to.equal(element);
    expect(element.textContent).to.equal('M');
    session.show({ canvas: canvas('price_table', { plans: ['M'] }, 't2') });
    await waitUntilSettled(panel);
    expect(find(panel.shadowRoot!, 'pal-own-price-table')).not.to.equal(element);
    session.show({ canvas: { card: null, state: 'open' } });
    await waitUntilSettled(panel);
    expect(find(panel.shadowRoot!, 'pal-own-price-table')).to.equal(null);
    expect(messages).to.deep.equal([]);
  });

  it('report a failed download accessibly, and load again', async () => {
    const { widget, panel } = await showCard('late_table');
    await waitUntil(() => texts(panel.shadowRoot!).includes('This card could not be loaded.'), 'it says so');
    finishAnimations(widget);
    await expect(widget).to.be.accessible();
    press(panel, 'Try again');
    await waitUntil(() => find(panel.shadowRoot!, 'pal-own-late-table button'), 'the card is there');
    expect(attempts).to.equal(2);
    expect(messages).to.deep.equal(['palkit: a card could not be drawn.']);
  });

  for (const [caseName, kind, args] of [
    ['throws as it is made', 'thrower', {}],
    ['throws at its arguments', 'price_table', { broken: true }],
    ['is of a kind that nobody registered here', 'nobodys', {}],
  ] as const)
    it(`report a card that ${caseName}; the next card is drawn`, async () => {
      const { panel, session } = await showCard(kind, args);
      await waitUntil(
        () => texts(panel.shadowRoot!).includes('This card could not be loaded.'),
        'it says so',
      );
      expect(messages).to.deep.equal(['palkit: a card could not be drawn.']);
      session.show({ canvas: canvas('price_table', { plans: ['M'] }, 't2') });
      await waitUntilSettled(panel);
      expect(find(panel.shadowRoot!, 'pal-own-price-table')!.textContent).to.equal('M');
    });
});
