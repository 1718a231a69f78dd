import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { KINDS } from '../../src/elements/parts/cards/kinds.ts';
import { finishAnimations, find, press, waitUntilSettled, texts } from './widget.ts';
import { CARDS, card, showCard } from './shown-cards.ts';
import { waitUntil } from './wait-until.ts';

describe('the canvas', () => {
  it('has a sample of every kind of card in shown-cards.ts', () => {
    expect(CARDS.map(([, component]) => component)).to.include.members(Object.keys(KINDS));
  });

  for (const [name, component, args, shownText] of CARDS) {
    for (const theme of ['light', 'dark'] as const) {
      it(`draws the card "${name}" in ${theme}, accessibly`, async () => {
        const { widget, panel } = await showCard(component, args);
        widget.theme = theme;
        await waitUntilSettled(panel);
        if (args['format'] === 'markdown')
          await waitUntil(() => find(panel.shadowRoot!, '.body h3'), 'Markdown is read');
        expect(texts(panel.shadowRoot!)).to.match(shownText);
        finishAnimations(widget);
        await expect(widget).to.be.accessible();
      });
    }
    it(`keeps the card "${name}" within 320 px in every state`, async () => {
      await setViewport({ width: 320, height: 640 });
      for (const state of ['open', 'sent', 'failed'] as const) {
        const { panel } = await showCard(component, args, state);
        const canvasArea = find(panel.shadowRoot!, '.canvas')!;
        expect(canvasArea.scrollWidth).to.be.at.most(canvasArea.clientWidth);
      }
      await setViewport({ width: 800, height: 600 });
    });
  }

  it('shows that a card could not be loaded, and loads it again', async () => {
    const { image } = KINDS;
    let attempts = 0;
    KINDS.image = {
      ...image,
      tag: 'pal-image-card-late',
      load: async () =>
        ++attempts === 1
          ? Promise.reject(new TypeError('Failed to fetch'))
          : class extends (await image.load()) {},
    };
    const { panel } = await showCard('image', {
      url: 'https://127.0.0.1:1/x.png',
      alt: 'A room',
      caption: 'The room',
    });
    await waitUntil(() => texts(panel.shadowRoot!).includes('This card could not be loaded.'), 'it says so');
    press(panel, 'Try again');
    await waitUntil(() => texts(panel.shadowRoot!).includes('The room'), 'the card is there');
    expect(attempts).to.equal(2);
    KINDS.image = image;
  });

  // Proves wcag-2.4.3, wcag-4.1.3.
  it('the canvas announces a new card, and returns the focus when the card closes', async () => {
    const { panel, session } = await showCard('input', { prompt: 'Your name?' });
    expect(
      find(panel.shadowRoot!, 'pal-canvas')!.shadowRoot!.querySelector('[role=status]')!.textContent.trim(),
    ).to.equal('New card: Your name?');
    find<HTMLInputElement>(panel.shadowRoot!, '.card input')!.focus();
    session.show({ canvas: { card: session.view.canvas.card, state: 'sent' } });
    await waitUntilSettled(panel);
    expect(find(panel.shadowRoot!, '.card')!.matches(':focus')).to.equal(true);
    session.show({ canvas: { card: null, state: 'open' } });
    await waitUntilSettled(panel);
    expect(find(panel.shadowRoot!, '.card')).to.equal(null);
    expect(find(panel.shadowRoot!, 'textarea')!.matches(':focus')).to.equal(true);
  });

  it('draws an update into a card with input, and draws another card from scratch', async () => {
    const { panel, session } = await showCard('input', { prompt: 'Your name?' });
    const input = find<HTMLInputElement>(panel.shadowRoot!, '.card input')!;
    input.value = 'Ada';
    session.show({ canvas: { card: card('input', { prompt: 'Your full name?' }), state: 'open' } });
    await waitUntilSettled(panel);
    expect(find<HTMLInputElement>(panel.shadowRoot!, '.card input')).to.equal(input);
    expect(texts(panel.shadowRoot!)).to.contain('Your full name?');
    expect(input.value).to.equal('Ada');
    session.show({ canvas: { card: card('input', { prompt: 'Your town?' }, 't2'), state: 'open' } });
    await waitUntilSettled(panel);
    expect(find<HTMLInputElement>(panel.shadowRoot!, '.card input')!.value).to.equal('');
  });

  it('drops choices that an update removes', async () => {
    const options = (...ids: string[]) => ids.map((id) => ({ id, label: id }));
    const { panel, session } = await showCard('question', {
      question: 'Which?',
      options: options('a', 'b'),
      multi_select: true,
    });
    for (const input of [
      find<HTMLInputElement>(panel.shadowRoot!, 'input[value=a]')!,
      find<HTMLInputElement>(panel.shadowRoot!, 'input[value=b]')!,
    ])
      input.click();
    session.show({
      canvas: {
        card: card('question', { question: 'Which?', options: options('b', 'c'), multi_select: true }),
        state: 'open',
      },
    });
    await waitUntilSettled(panel);
    press(panel, 'Submit');
    expect(session.calls.at(-1)).to.deep.equal([
      'answerCard',
      { type: 'submit', value: { selected: ['b'] } },
    ]);
  });

  it('sends a single choice on click, unless it is undone', async () => {
    const { panel, session } = await showCard('question', {
      question: 'Which?',
      options: ['a', 'b'].map((id) => ({ id, label: id.toUpperCase() })),
    });
    const answers = () => session.calls.filter(([verb]) => verb === 'answerCard');
    const pressedStates = () =>
      [...find(panel.shadowRoot!, 'pal-question-card')!.shadowRoot!.querySelectorAll('.chip')].map((chip) =>
        chip.getAttribute('aria-pressed'),
      );
    press(panel, 'A');
    await waitUntilSettled(panel);
    expect(pressedStates()).to.deep.equal(['true', 'false']);
    press(panel, 'Undo');
    await waitUntilSettled(panel);
    expect(pressedStates()).to.deep.equal(['false', 'false']);
    press(panel, 'B');
    await waitUntil(() => answers().length > 0, 'the choice is sent');
    expect(answers()).to.deep.equal([['answerCard', { type: 'submit', value: { selected: ['b'] } }]]);
  });

  // Proves wcag-3.2.2, wcag-3.3.7.
  it('a card keeps its input when sending fails, and can send it again', async () => {
    const { panel, session } = await showCard('input', { prompt: 'Your name?' });
    const input = find<HTMLInputElement>(panel.shadowRoot!, '.card input')!;
    input.value = 'Ada';
    press(panel, 'Submit');
    for (const state of ['sending', 'failed'] as const) {
      session.show({ canvas: { card: session.view.canvas.card, state } });
      await waitUntilSettled(panel);
    }
    expect(texts(panel.shadowRoot!)).to.contain('was not sent');
    expect(find<HTMLInputElement>(panel.shadowRoot!, '.card input')!.value).to.equal('Ada');
    press(panel, 'Try again');
    expect(session.calls.filter(([verb]) => verb === 'answerCard')).to.deep.equal(
      Array(2).fill(['answerCard', { type: 'submit', value: { value: 'Ada' } }]),
    );
  });

  it('shows a card on the side that the agent names, if there is room', async () => {
    await setViewport({ width: 1000, height: 700 });
    for (const [slot, left] of [
      [undefined, false],
      ['safe-area-right', false],
      ['safe-area-left', true],
    ] as const) {
      const { widget, panel } = await showCard('text', {
        body: 'Here',
        ...(slot ? { layout: { preferred_slot: slot } } : {}),
      });
      for (const dir of ['ltr', 'rtl']) {
        widget.style.cssText = '--w: 0';
        const frame = widget.shadowRoot!.querySelector<HTMLElement>('.panel')!;
        frame.style.width = '900px';
        frame.dir = dir;
        panel.view = { ...panel.view };
        await waitUntilSettled(panel);
        const frameBox = frame.getBoundingClientRect();
        const frameCentre = (frameBox.left + frameBox.right) / 2;
        const canvasRect = find(panel.shadowRoot!, '.canvas')!.getBoundingClientRect();
        expect(
          left ? canvasRect.right <= frameCentre : canvasRect.left >= frameCentre,
          `${slot} ${dir}`,
        ).to.equal(true);
      }
    }
    await setViewport({ width: 800, height: 600 });
  });

  it("applies the owner's accent for the canvas to the canvas only", async () => {
    const { panel, session } = await showCard('text', { body: 'Here' });
    session.show({
      deployment: {
        ...session.view.deployment!,
        customization: { magic_canvas: { accent_color: '#ffee00' } },
      },
    });
    await waitUntilSettled(panel);
    const canvasElement = find(panel.shadowRoot!, 'pal-canvas')!;
    expect(canvasElement.style.getPropertyValue('--pal-accent')).to.equal('#ffee00');
    const word = canvasElement.shadowRoot!.appendChild(document.createElement('span'));
    word.style.color = 'var(--pal-on-accent)';
    expect(getComputedStyle(word).color, 'black on the light accent').to.equal('color(xyz-d65 0 0 0)');
  });
});
