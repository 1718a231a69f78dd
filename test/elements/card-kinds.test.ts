/** Cards of all kinds are drawn and answered: forms, calendars, and cards without an answer. */
import { expect, nextFrame } from '@open-wc/testing';
import { emulateMedia } from '@web/test-runner-commands';
import { type Card } from '../../src/contract/canvas.ts';
import { find, inChromium, press, waitUntilSettled, texts } from './widget.ts';
import { CARDS, QUARTERS, SLOTS, card, showCard } from './shown-cards.ts';
import { waitUntil } from './wait-until.ts';

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

describe('<pal-input-card>', () => {
  const answers: [Record<string, unknown>, string, unknown, RegExp | null][] = [
    [{ required: true }, '  ', null, /fill this in/],
    [{ required: true }, ' Ada ', 'Ada', null],
    [{}, '', '', null],
    [{ input_type: 'email' }, 'ada', null, /check this/],
    [{ input_type: 'email' }, 'ada@example.com', 'ada@example.com', null],
    [{ input_type: 'number' }, '4.5', 4.5, null],
    [{ input_type: 'number', required: true }, '', null, /fill this in/],
    [{ input_type: 'tel' }, '+49 30 123', '+49 30 123', null],
  ];
  for (const [args, typedText, value, problem] of answers) {
    it(
      `takes ${JSON.stringify(typedText)} for ${JSON.stringify(args)} ` +
        `${problem ? 'not' : 'as it is meant'}`,
      async () => {
        const { panel, session } = await showCard('input', { prompt: 'What?', ...args });
        const previousCount = session.calls.length;
        find<HTMLInputElement>(panel.shadowRoot!, '.card input')!.value = typedText;
        press(panel, 'Submit');
        await waitUntilSettled(panel);
        if (problem) {
          expect(texts(panel.shadowRoot!)).to.match(problem);
          expect(session.calls.length).to.equal(previousCount);
          expect(find(panel.shadowRoot!, '.card input')!.ariaInvalid).to.equal('true');
        } else
          expect(session.calls.at(-1)).to.deep.equal(['answerCard', { type: 'submit', value: { value } }]);
      },
    );
  }

  // Proves wcag-1.3.5.
  it('an input card sets the type and autocomplete attribute of its field', async () => {
    for (const [input_type, autocomplete] of [
      ['email', 'email'],
      ['tel', 'tel'],
    ] as const) {
      const { panel } = await showCard('input', { prompt: 'What?', input_type });
      const input = find<HTMLInputElement>(panel.shadowRoot!, '.card input')!;
      expect([input.type, input.autocomplete]).to.deep.equal([input_type, autocomplete]);
    }
  });

  it('can be skipped only if the agent allows it', async () => {
    const { panel, session } = await showCard('input', { prompt: 'What?' });
    expect(() => press(panel, 'Skip')).to.throw();
    session.show({ canvas: { card: card('input', { prompt: 'What?', allow_skip: true }), state: 'open' } });
    await waitUntilSettled(panel);
    press(panel, 'Skip');
    expect(session.calls.at(-1)).to.deep.equal(['answerCard', { type: 'skip' }]);
  });
});

describe('<pal-calendar-card>', () => {
  const time_zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const write = (input: HTMLInputElement, value: string) => {
    input.value = value;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const inputs = (panel: { shadowRoot: ShadowRoot | null }) => [
    ...find(panel.shadowRoot!, 'form.card')!.querySelectorAll('input'),
  ];

  // Proves wcag-3.3.1.
  it('a calendar card accepts only a date within its range', async () => {
    const { panel, session } = await showCard('calendar', {
      date_range: { start: '2031-03-01', end: '2031-03-31' },
    });
    const previousCount = session.calls.length;
    write(inputs(panel)[0]!, '2031-04-01');
    await waitUntilSettled(panel);
    press(panel, 'Submit');
    await waitUntilSettled(panel);
    expect(session.calls.length).to.equal(previousCount);
    expect(texts(panel.shadowRoot!)).to.contain('Please check this');
    write(inputs(panel)[0]!, '2031-03-31');
    await waitUntilSettled(panel);
    press(panel, 'Submit');
    expect(session.calls.at(-1)).to.deep.equal([
      'answerCard',
      { type: 'submit', value: { selected_date: '2031-03-31', time_zone } },
    ]);
  });

  it('collects several dates, and can remove one', async () => {
    const { panel, session } = await showCard('calendar', { multi_select: true });
    for (const date of ['2031-03-09', '2031-03-01', '2031-03-05']) {
      write(inputs(panel)[0]!, date);
      press(panel, 'Add');
      await waitUntilSettled(panel);
    }
    press(panel, 'Remove Wednesday, March 5, 2031');
    await waitUntilSettled(panel);
    press(panel, 'Submit');
    expect(session.calls.at(-1)).to.deep.equal([
      'answerCard',
      { type: 'submit', value: { selected_dates: ['2031-03-01', '2031-03-09'], time_zone } },
    ]);
  });

  it('accepts one slot or several', async () => {
    for (const multi_select of [false, true]) {
      const { panel, session } = await showCard('calendar', {
        mode: 'slot_picker',
        slots: SLOTS,
        multi_select,
      });
      for (const input of [inputs(panel)[2]!, inputs(panel)[0]!]) {
        input.click();
        await waitUntilSettled(panel);
      }
      press(panel, 'Submit');
      expect(session.calls.at(-1)).to.deep.equal([
        'answerCard',
        {
          type: 'submit',
          value: multi_select
            ? { selected_slots: ['2031-03-03T09:00', '2031-03-04T15:00'], time_zone }
            : { selected_slot: '2031-03-03T09:00', time_zone },
        },
      ]);
    }
  });

  it('accepts a day and then a slot of it', async () => {
    const { panel, session } = await showCard('calendar', { mode: 'date_time', slots: SLOTS });
    const select = find<HTMLSelectElement>(panel.shadowRoot!, 'form.card select')!;
    select.value = '2031-03-04';
    select.dispatchEvent(new Event('change'));
    await waitUntilSettled(panel);
    expect(inputs(panel).length).to.equal(1);
    inputs(panel)[0]!.click();
    await waitUntilSettled(panel);
    press(panel, 'Submit');
    expect(session.calls.at(-1)).to.deep.equal([
      'answerCard',
      { type: 'submit', value: { selected_slot: '2031-03-04T15:00', time_zone } },
    ]);
  });

  it('accepts a date with a time', async () => {
    const { panel, session } = await showCard('calendar', { mode: 'date_time' });
    write(inputs(panel)[0]!, '2031-03-04T15:30');
    await waitUntilSettled(panel);
    press(panel, 'Submit');
    expect(session.calls.at(-1)).to.deep.equal([
      'answerCard',
      { type: 'submit', value: { selected_slot: '2031-03-04T15:30', time_zone } },
    ]);
  });

  // Proves wcag-3.3.3.
  it('a calendar card refuses a range that ends before it starts', async () => {
    const { panel, session } = await showCard('calendar', { mode: 'range' });
    const previousCount = session.calls.length;
    write(inputs(panel)[0]!, '2031-03-09');
    write(inputs(panel)[1]!, '2031-03-01');
    await waitUntilSettled(panel);
    press(panel, 'Submit');
    expect(session.calls.length).to.equal(previousCount);
    write(inputs(panel)[1]!, '2031-03-12');
    await waitUntilSettled(panel);
    press(panel, 'Submit');
    expect(session.calls.at(-1)).to.deep.equal([
      'answerCard',
      { type: 'submit', value: { selected_range: { start: '2031-03-09', end: '2031-03-12' }, time_zone } },
    ]);
  });

  it("names the time zone if times are converted into the visitor's own", async () => {
    const { panel, session } = await showCard('calendar', {
      mode: 'slot_picker',
      slots: ['2031-03-03T09:00:00Z'],
    });
    expect(texts(panel.shadowRoot!)).to.contain('Times are in');
    session.show({
      canvas: { card: card('calendar', { mode: 'slot_picker', slots: ['2031-03-03T09:00'] }), state: 'open' },
    });
    await waitUntilSettled(panel);
    expect(texts(panel.shadowRoot!)).not.to.contain('Times are in');
  });
});

describe('display cards', () => {
  it('can be dismissed, and can be tried again if that fails', async () => {
    for (const [, component, args] of CARDS.filter(([, component]) =>
      ['text', 'chart', 'alert', 'image', 'scheduling_embed'].includes(component),
    )) {
      const { panel, session } = await showCard(component, args);
      press(panel, 'Dismiss');
      expect(session.calls.at(-1)).to.deep.equal(['answerCard', { type: 'dismiss' }]);
      session.show({ canvas: { card: session.view.canvas.card, state: 'failed' } });
      await waitUntilSettled(panel);
      session.calls.length = 0;
      press(panel, 'Try again');
      expect(session.calls).to.deep.equal([['answerCard', { type: 'dismiss' }]]);
    }
  });

  it('Markdown becomes a few safe elements and text, whatever it contains', async () => {
    const body = [
      '<img src=x onerror=alert(1)>',
      '[a](javascript:alert(1)) [b](data:text/html,x) [c](https://example.com) <script>alert(1)</script>',
      '![d](https://example.com/i.png)',
      '<iframe src="//x"></iframe>',
      '&lt;b&gt; &#60;i&#62;',
    ].join('\n\n');
    const { panel } = await showCard('text', { body, format: 'markdown' });
    await waitUntil(() => find(panel.shadowRoot!, '.body:not(.plain)'), 'Markdown is read');
    const cardBody = find(panel.shadowRoot!, '.body')!;
    expect(
      [...new Set([...cardBody.querySelectorAll('*')].map(({ localName }) => localName))].sort(),
    ).to.deep.equal(['a', 'p']);
    expect(
      [...cardBody.querySelectorAll('a')].map((link) => `${link.textContent} ${link.href} ${link.rel}`),
    ).to.deep.equal([
      'c https://example.com/ noopener noreferrer nofollow',
      'd https://example.com/i.png noopener noreferrer nofollow',
    ]);
    expect(cardBody.textContent)
      .to.contain('<img src=x onerror=alert(1)>')
      .and.to.contain('<script>')
      .and.to.contain('<b> <i>');
  });

  it('the scheduling page runs in a sandbox', async () => {
    const { panel } = await showCard('scheduling_embed', { scheduling_url: 'https://127.0.0.1:1/book' });
    const frame = find<HTMLIFrameElement>(panel.shadowRoot!, 'iframe')!;
    expect(frame.title).to.equal('Book an appointment');
    expect(frame.sandbox.contains('allow-top-navigation')).to.equal(false);
    expect(frame.sandbox.contains('allow-scripts')).to.equal(true);
  });

  // Proves wcag-1.1.1.
  it('a chart has a table with the same data for screen readers', async () => {
    const { panel } = await showCard('chart', {
      data: QUARTERS,
      title: 'Sales',
      x_label: 'Quarter',
      y_label: 'Units',
    });
    const table = find<HTMLTableElement>(panel.shadowRoot!, 'table')!;
    expect(table.caption!.textContent.trim()).to.equal('Sales');
    expect([...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent))).to.deep.equal([
      ['Quarter', 'Units'],
      ['First', '12'],
      ['Second quarter with a rather long name', '1.5M'],
      ['Third', '-7'],
    ]);
  });

  it('a chart draws extreme numbers within its frame', async () => {
    for (const values of [[0], [0, 0], [-3, -9], [1e308, -1e308], [5e-324, 1], [1]]) {
      for (const chart_type of ['bar', 'line']) {
        const { panel } = await showCard('chart', {
          chart_type,
          data: values.map((value, index) => ({ label: `${index}`, value })),
        });
        const drawing = find(panel.shadowRoot!, 'div[aria-hidden] ')!;
        const svgTexts = [...drawing.querySelectorAll('*')]
          .flatMap((element) => [...element.attributes].map(({ value }) => value))
          .join(' ');
        expect(svgTexts, `${chart_type} of ${values}`).not.to.match(/NaN|Infinity|-\d+" width/);
      }
    }
  });

  it('a video that cannot be played becomes a link', async () => {
    const url = 'https://127.0.0.1:1/x.mp4';
    const { panel } = await showCard('video', { url, alt: 'A tour' });
    await waitUntil(() => find(panel.shadowRoot!, '.broken a'), 'the video failed');
    const link = find<HTMLAnchorElement>(panel.shadowRoot!, '.broken a')!;
    expect([link.href, link.textContent, link.rel]).to.deep.equal([url, 'A tour', 'noreferrer']);
  });

  // Proves wcag-1.1.1.
  it('an image that fails to load is replaced by its alternative text and a message', async () => {
    const { panel, session } = await showCard('image', { url: 'https://127.0.0.1:1/x.png', alt: 'A room' });
    await waitUntil(() => find(panel.shadowRoot!, '.broken'), 'the picture failed');
    expect(texts(panel.shadowRoot!)).to.match(/A room ?The picture could not be loaded/);
    session.show({
      canvas: {
        card: {
          ...card('image', { url: 'https://example.com/y.png', alt: 'A room' }),
          arguments: { url: PIXEL, alt: 'A room' },
        } as Card,
        state: 'open',
      },
    });
    await waitUntilSettled(panel);
    expect(find<HTMLImageElement>(panel.shadowRoot!, 'figure img')!.alt).to.equal('A room');
  });

  // Proves wcag-2.2.1.
  it('an alert disappears after its time, but not while it has focus or the pointer', async () => {
    const timers = new Map<number, () => void>();
    const { setTimeout: start, clearTimeout: stop } = window;
    Object.assign(window, {
      setTimeout: (callback: () => void, milliseconds?: number) => {
        const id = start(callback, milliseconds);
        if (milliseconds && milliseconds > 60_000 && milliseconds <= 77_000) timers.set(id, callback);
        return id;
      },
      clearTimeout: (id: number) => {
        timers.delete(id);
        stop(id);
      },
    });
    try {
      const { panel, session } = await showCard('alert', { body: 'Soon gone.', auto_dismiss_seconds: 77 });
      const alert = find(panel.shadowRoot!, 'pal-alert-card')!;
      const button = alert.shadowRoot!.querySelector('button')!;
      expect(timers.size).to.equal(1);
      alert.dispatchEvent(new PointerEvent('pointerenter'));
      button.focus();
      alert.dispatchEvent(new PointerEvent('pointerleave'));
      expect(timers.size).to.equal(0);
      button.blur();
      expect(timers.size).to.equal(1);
      [...timers.values()][0]!();
      expect(session.calls.at(-1)).to.deep.equal(['answerCard', { type: 'dismiss', automatic: true }]);
      session.show({ canvas: { card: null, state: 'open' } });
      await waitUntilSettled(panel);
      expect(timers.size).to.equal(0);
    } finally {
      Object.assign(window, { setTimeout: start, clearTimeout: stop });
    }
  });

  inChromium('an alert does not animate when the visitor prefers reduced motion', async () => {
    await emulateMedia({ reducedMotion: 'reduce' });
    const { panel } = await showCard('alert', { body: 'Still.', auto_dismiss_seconds: 60 });
    await nextFrame();
    const moving = find(panel.shadowRoot!, 'pal-alert-card')!
      .shadowRoot!.getAnimations()
      .filter(({ playState }) => playState === 'running');
    expect(moving.length).to.equal(0);
    await emulateMedia({ reducedMotion: 'no-preference' });
  });
});
