import { sendKeys, emulateMedia } from '@web/test-runner-commands';
import fc from 'fast-check';
import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import '../../src/elements/define.ts';
import type {} from '../../src/elements/events.ts';
import type { PalWidget } from '../../src/elements/pal-widget.ts';
import { NO_DEVICES } from '../../src/elements/session/devices.ts';
import type { Phase, View } from '../../src/elements/session/phases.ts';
import { CARD, DEPLOYMENT, LIVE } from '../../stories/scripted-session.ts';
import { arrive, find, opened, press, settled, texts } from './widget.ts';

const microphone = {
  ...NO_DEVICES,
  microphone: { state: 'on' as const, id: 'm1' },
  microphones: [
    { id: 'm1', label: 'One' },
    { id: 'm2', label: 'Two' },
  ],
  level: 0.4,
};
const line = (id: string, role: 'user' | 'pal', text: string) => ({
  id,
  role,
  text,
  streaming: false,
  interrupted: false,
  at: 1,
});

/** Every screen: its name, what it shows, and words that must be on it. */
const SCREENS: [string, Partial<View>, RegExp][] = [
  ['loading', { phase: { is: 'loading' } }, /One moment/],
  ['first', { phase: { is: 'ready' } }, /Talk to Mira.*Start the conversation/],
  [
    'consent',
    {
      phase: { is: 'gate', by: 'consent' },
      deployment: {
        ...DEPLOYMENT,
        customization: {
          consent: { required: true, text: 'We keep it.', url: 'https://example.com/privacy' },
        },
      },
    },
    /We keep it\..*Read more.*I agree/,
  ],
  [
    'password',
    { phase: { is: 'gate', by: 'password', refused: false, waitSeconds: null, busy: false } },
    /protected.*Password.*Continue/,
  ],
  [
    'wrong password',
    { phase: { is: 'gate', by: 'password', refused: true, waitSeconds: null, busy: false } },
    /not the password/,
  ],
  [
    'throttled password',
    { phase: { is: 'gate', by: 'password', refused: false, waitSeconds: 41.2, busy: false } },
    /Wait 42 seconds/,
  ],
  ['captcha', { phase: { is: 'gate', by: 'captcha', state: 'solving' } }, /small puzzle/],
  ['failed captcha', { phase: { is: 'gate', by: 'captcha', state: 'failed' } }, /did not work.*Try again/],
  ['devices', { phase: { is: 'gate', by: 'devices' } }, /Use microphone.*Continue without microphone/],
  [
    'microphone on',
    { phase: { is: 'gate', by: 'devices' }, devices: microphone },
    /bar moves.*Microphone.*Join/,
  ],
  [
    'microphone denied',
    {
      phase: { is: 'gate', by: 'devices' },
      devices: { ...NO_DEVICES, microphone: { state: 'denied', id: null } },
    },
    /address bar.*Continue without/,
  ],
  [
    'microphone missing',
    {
      phase: { is: 'gate', by: 'devices' },
      devices: { ...NO_DEVICES, microphone: { state: 'missing', id: null } },
    },
    /No microphone was found/,
  ],
  [
    'microphone in use',
    {
      phase: { is: 'gate', by: 'devices' },
      devices: { ...NO_DEVICES, microphone: { state: 'in-use', id: null } },
    },
    /Another program/,
  ],
  ['connecting', { phase: { is: 'joining', conversationId: 'c1' } }, /Connecting/],
  [
    'live',
    {
      phase: LIVE,
      devices: microphone,
      activity: 'speaking',
      caption: { ...line('1', 'pal', 'Hello there.'), streaming: true },
      lines: [line('1', 'pal', 'Hello there.')],
    },
    /Hello there/,
  ],
  ['disclosing', { phase: LIVE, disclosure: 'You are talking with an AI.' }, /talking with an AI/],
  ['card', { phase: LIVE, canvas: CARD }, /What would you like\?.*Apples.*Pears.*Submit.*Skip/],
  ['card sent', { phase: LIVE, canvas: { ...CARD, state: 'sent' } }, /Sent/],
  ['card failed', { phase: LIVE, canvas: { ...CARD, state: 'failed' } }, /was not sent.*Try again/],
  ['reconnecting', { phase: { ...LIVE, connection: 'reconnecting' } as Phase }, /connection was lost/],
  [
    'in writing',
    {
      phase: { ...LIVE, transport: 'text' } as Phase,
      lines: [line('1', 'pal', 'Hello.'), line('2', 'user', 'Hi.')],
    },
    /cannot connect from this network.*Hello.*Hi/,
  ],
  [
    'screen shared',
    { phase: LIVE, screen: { offered: true, stream: new MediaStream() } },
    /sharing your screen.*Stop sharing/,
  ],
  ['recorded', { phase: LIVE, recording: true }, /This call is recorded\./],
  [
    'first of a recorded call',
    { phase: { is: 'ready' }, deployment: { ...DEPLOYMENT, recording: true } },
    /This call is recorded\..*Start the conversation/,
  ],
  [
    'ended',
    { phase: { is: 'ended', conversationId: 'c1', reason: 'left' }, lines: [line('1', 'pal', 'Hello.')] },
    /is over.*Thank you.*Talk again.*Download transcript/,
  ],
  ['ended by the limit', { phase: { is: 'ended', conversationId: 'c1', reason: 'limit' } }, /time limit/],
  ['lost', { phase: { is: 'ended', conversationId: 'c1', reason: 'lost' } }, /could not be restored/],
  ...(['inactive', 'daily_limit', 'total_limit', 'user_limit', 'busy', 'origin', 'unknown'] as const).map(
    (reason): [string, Partial<View>, RegExp] => [
      `unavailable: ${reason}`,
      { phase: { is: 'unavailable', reason } },
      /Not available.*Try again/,
    ],
  ),
  [
    'no network',
    { phase: { is: 'failed', code: 'network', message: '', retryAfter: null } },
    /internet connection.*Try again/,
  ],
  [
    'failed',
    {
      phase: {
        is: 'failed',
        code: 'room_unavailable',
        message: 'The room cannot take this call right now.',
        retryAfter: null,
      },
    },
    /cannot take this call/,
  ],
];

describe('<pal-widget>', () => {
  it('is closed, quiet and accessible until somebody comes near', async () => {
    const before = performance.getEntriesByType('resource').length;
    const widget = await fixture<PalWidget>(html`<pal-widget deployment-id="d1" text="Ask us"></pal-widget>`);
    await nextFrame();
    expect(performance.getEntriesByType('resource').length).to.equal(before);
    expect(widget.shadowRoot!.querySelector('dialog')).to.equal(null);
    expect(texts(widget.shadowRoot!)).to.contain('Ask us');
    await expect(widget).to.be.accessible();
  });

  for (const [name, view, words] of SCREENS) {
    for (const theme of ['light', 'dark'] as const) {
      it(`shows the screen "${name}" in ${theme}, accessibly`, async () => {
        const { widget, panel } = await opened(view);
        widget.theme = theme;
        await settled(panel);
        expect(texts(panel.shadowRoot!)).to.match(words);
        arrive(widget);
        await expect(widget).to.be.accessible();
      });
    }
  }

  it('opens as a dialog with the focus in it, closes on Escape, and gives the focus back', async () => {
    const { widget, fired } = await opened();
    const dialog = widget.shadowRoot!.querySelector('dialog')!;
    expect(dialog.getAttribute('aria-label')).to.equal('Video assistant');
    expect(widget.shadowRoot!.activeElement).to.equal(dialog);
    dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }));
    await widget.updateComplete;
    await nextFrame();
    expect(widget.shadowRoot!.querySelector('dialog')).to.equal(null);
    expect(widget.shadowRoot!.activeElement?.tagName).to.equal('PAL-LAUNCHER');
    expect(fired).to.deep.equal(['pal-open', 'pal-ready', 'pal-close']);
  });

  it('passes on what is asked for, on every screen', async () => {
    const rows: [Partial<View>, string, unknown[]][] = [
      [{ phase: { is: 'ready' } }, 'Start the conversation', ['begin']],
      [{ phase: { is: 'gate', by: 'consent' } }, 'I agree', ['consent']],
      [{ phase: { is: 'gate', by: 'consent' } }, 'Not now', ['end']],
      [{ phase: { is: 'gate', by: 'captcha', state: 'failed' } }, 'Try again', ['retryCaptcha']],
      [{ phase: { is: 'gate', by: 'devices' } }, 'Use microphone', ['askDevices', true, false]],
      [{ phase: { is: 'gate', by: 'devices' } }, 'Continue without microphone', ['confirmDevices']],
      [
        { phase: { is: 'gate', by: 'devices' }, devices: microphone },
        'Add camera',
        ['askDevices', false, true],
      ],
      [{ phase: { is: 'gate', by: 'devices' }, devices: microphone }, 'Join', ['confirmDevices']],
      [{ phase: LIVE, devices: microphone }, 'Microphone', ['setMicrophone', false]],
      [{ phase: LIVE }, 'Microphone', ['setMicrophone', true]],
      [{ phase: LIVE }, 'Camera', ['setCamera', true]],
      [{ phase: LIVE, screen: { offered: true, stream: null } }, 'Share your screen', ['setScreen', true]],
      [
        { phase: LIVE, screen: { offered: true, stream: new MediaStream() } },
        'Stop sharing',
        ['setScreen', false],
      ],
      [{ phase: LIVE }, 'Leave', ['end']],
      [{ phase: LIVE, canvas: CARD }, 'Skip', ['answerCard', { type: 'skip' }]],
      [{ phase: { is: 'ended', conversationId: 'c1', reason: 'left' } }, 'Talk again', ['again']],
      [{ phase: { is: 'failed', code: 'network', message: '', retryAfter: null } }, 'Try again', ['again']],
    ];
    for (const [view, words, expected] of rows) {
      const { panel, session } = await opened(view);
      press(panel, words);
      expect(session.asked.at(-1), words).to.deep.equal(expected);
    }
  });

  it('sends a password and a typed line, and never an empty one', async () => {
    const { panel, session } = await opened({
      phase: { is: 'gate', by: 'password', refused: false, waitSeconds: null, busy: false },
    });
    find<HTMLInputElement>(panel.shadowRoot!, 'input[type=password]')!.value = 'secret';
    press(panel, 'Continue');
    expect(session.asked.at(-1)).to.deep.equal(['password', 'secret']);
    session.show({ phase: LIVE });
    await settled(panel);
    const input = find<HTMLTextAreaElement>(panel.shadowRoot!, 'textarea')!;
    input.value = '   ';
    press(panel, 'Send');
    expect(session.asked.at(-1)![0]).to.equal('password');
    input.value = ' Hello ';
    press(panel, 'Send');
    expect(session.asked.at(-1)).to.deep.equal(['say', 'Hello']);
    expect(input.value).to.equal('');
  });

  it('closes on Escape also while the focus is on the page behind it', async () => {
    const { widget } = await opened({ phase: LIVE });
    const behind = document.body.appendChild(document.createElement('button'));
    behind.focus();
    const handled = (event: KeyboardEvent) => event.preventDefault();
    behind.addEventListener('keydown', handled, { once: true });
    await sendKeys({ press: 'Escape' });
    expect(find(widget.shadowRoot!, 'dialog[open]'), 'what the page handles is the page’s').not.to.equal(
      null,
    );
    await sendKeys({ press: 'Escape' });
    await widget.updateComplete;
    expect(find(widget.shadowRoot!, 'dialog[open]')).to.equal(null);
    expect(document.activeElement).to.equal(behind);
    behind.remove();
  });

  it('asks the question that was tapped on the first screen, once the call runs', async () => {
    const questions = ['What are your opening hours?', 'Where are you?'];
    const { widget, panel, session } = await opened({
      phase: { is: 'ready' },
      deployment: { ...DEPLOYMENT, customization: { preview: { questions } } },
    });
    arrive(widget);
    await expect(panel).to.be.accessible();
    // As a session does, it shows at once what is said.
    session.say = (text) => {
      session.asked.push(['say', text]);
      session.show({ lines: [...session.view.lines, line(String(session.view.lines.length), 'user', text)] });
    };
    press(panel, 'Where are you?');
    for (const phase of [{ is: 'starting' }, { is: 'joining', conversationId: 'c1' }, LIVE, LIVE] as Phase[])
      session.show({ phase });
    expect(session.asked.filter(([verb]) => verb === 'begin' || verb === 'say')).to.deep.equal([
      ['begin'],
      ['say', 'Where are you?'],
    ]);
  });

  it('answers a card by choice and own words', async () => {
    const { panel, session } = await opened({ phase: LIVE, canvas: CARD });
    press(panel, 'Pears');
    const other = find<HTMLInputElement>(panel.shadowRoot!, 'input[maxlength="500"]')!;
    other.value = ' Quinces ';
    other.dispatchEvent(new Event('input'));
    await settled(panel);
    press(panel, 'Submit');
    expect(session.asked.at(-1)).to.deep.equal([
      'answerCard',
      { type: 'submit', value: { selected: ['b'], other: 'Quinces' } },
    ]);
  });

  it('fires each event once, and tells each complete line', async () => {
    const { widget, session, fired } = await opened();
    const said: string[] = [];
    widget.addEventListener('pal-message', (event) => said.push(`${event.role}: ${event.text}`));
    const ended: string[] = [];
    document.addEventListener('pal-ended', (event) => ended.push(event.reason), { once: true });
    session.show({ phase: LIVE });
    session.show({ lines: [{ ...line('1', 'pal', 'Hel'), streaming: true }] });
    session.show({ lines: [line('1', 'pal', 'Hello.')] });
    session.show({ phase: { ...LIVE, connection: 'reconnecting' } as Phase });
    session.show({ phase: LIVE });
    session.show({ phase: { is: 'ended', conversationId: 'c1', reason: 'agent' } });
    session.show({ lines: [line('1', 'pal', 'Hello.')] });
    expect(fired).to.deep.equal(['pal-open', 'pal-ready', 'pal-started', 'pal-message', 'pal-ended']);
    expect(said).to.deep.equal(['pal: Hello.']);
    expect(ended).to.deep.equal(['agent']);
  });

  it('ends with its element, and survives a move within the page', async () => {
    const { widget, session } = await opened({ phase: LIVE });
    const place = document.createElement('section');
    document.body.append(place);
    place.append(widget);
    await nextFrame();
    expect(session.asked.some(([verb]) => verb === 'dispose')).to.equal(false);
    press(widget.shadowRoot!.querySelector('pal-panel')!, 'Leave');
    expect(session.asked.at(-1)).to.deep.equal(['end']);
    widget.remove();
    await nextFrame();
    expect(session.asked.filter(([verb]) => verb === 'dispose').length).to.equal(1);
    place.remove();
  });

  it('keeps words readable on whatever accent the owner or the page chooses', async () => {
    const { widget, session, panel } = await opened();
    const button = panel.shadowRoot!.querySelector('button.primary')!;
    const brush = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
    const pixel = (color: string) => {
      brush.fillStyle = color;
      brush.fillRect(0, 0, 1, 1);
      return [...brush.getImageData(0, 0, 1, 1).data.slice(0, 3)];
    };
    const luminance = (color: string) =>
      pixel(color)
        .map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4))
        .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index]!, 0);
    const contrast = () => {
      const { color, backgroundColor } = getComputedStyle(button);
      const [low, high] = [luminance(color), luminance(backgroundColor)].sort(
        (one, other) => one - other,
      ) as [number, number];
      return (high + 0.05) / (low + 0.05);
    };
    (button as HTMLElement).style.transition = 'none';
    const hex = fc
      .integer({ min: 0, max: 0xffffff })
      .map((value) => `#${value.toString(16).padStart(6, '0')}`);
    await fc.assert(
      fc.asyncProperty(hex, fc.boolean(), async (accent, byPage) => {
        if (byPage) widget.style.setProperty('--pal-accent', accent);
        else {
          widget.style.removeProperty('--pal-accent');
          session.show({ deployment: { ...DEPLOYMENT, customization: { theme: { accent_color: accent } } } });
          await widget.updateComplete;
        }
        expect(pixel(getComputedStyle(button).backgroundColor), accent).to.deep.equal(pixel(accent));
        expect(contrast(), accent).to.be.at.least(4.5);
      }),
      {
        numRuns: 300,
        examples: [
          ['#777777', false],
          // So near to where black and white read alike that grey came out.
          ['#e61254', false],
          ['#757575', false],
          ['#ffee00', false],
          ['#102040', true],
        ],
      },
    );
  });

  it("takes the owner's looks, and gives way to the page's", async () => {
    const { widget, session } = await opened();
    const token = (name: string) => getComputedStyle(widget).getPropertyValue(`--pal-${name}`);
    const before = token('radius');
    session.show({
      deployment: {
        ...DEPLOYMENT,
        customization: {
          theme: { accent_color: '#123456', corner_radius: 3, font_family: 'Georgia, serif', mode: 'dark' },
        },
      },
    });
    await widget.updateComplete;
    expect([token('accent'), token('radius'), token('font'), widget.theme]).to.deep.equal([
      '#123456',
      '3px',
      'Georgia, serif',
      'dark',
    ]);
    const page = document.createElement('style');
    page.textContent =
      'pal-widget { --pal-accent: #abcdef; --pal-radius: 7px; --pal-control-size: 60px } ' +
      'pal-widget::part(leave) { background: rgb(1, 2, 3) }';
    document.head.append(page);
    session.show({ phase: LIVE });
    await settled(widget.shadowRoot!.querySelector('pal-panel')!);
    expect([token('accent'), token('radius')]).to.deep.equal(['#abcdef', '7px']);
    const leave = getComputedStyle(find(widget.shadowRoot!, '.leave')!);
    expect([leave.width, leave.height, leave.backgroundColor]).to.deep.equal([
      '60px',
      '60px',
      'rgb(1, 2, 3)',
    ]);
    page.remove();
    session.show({ deployment: DEPLOYMENT });
    await widget.updateComplete;
    expect(token('radius')).to.equal(before);
  });

  it('takes a launcher, a header and screens from the page', async () => {
    const { widget, session, panel } = await opened({ phase: { is: 'idle' } });
    widget.innerHTML =
      '<button slot="launcher">Mine</button><p slot="header" style="height: 50px; margin: ' +
      '0">Northlight</p><button slot="preview" style="height: 90px">Go</button><p ' +
      'slot="after-call">Goodbye</p>';
    const seen = (selector: string) => widget.querySelector(selector)!.getBoundingClientRect().height > 0;
    session.show({ phase: { is: 'ready' } });
    await settled(panel);
    expect([
      seen('[slot=launcher]'),
      seen('[slot=header]'),
      seen('[slot=preview]'),
      seen('[slot=after-call]'),
    ]).to.deep.equal([true, true, true, false]);
    expect(find(panel.shadowRoot!, '.first')!.getBoundingClientRect().height).to.equal(0);
    session.show({ phase: LIVE });
    await settled(panel);
    arrive(widget);
    const call = find(panel.shadowRoot!, 'pal-call')!.getBoundingClientRect();
    expect([
      seen('[slot=header]'),
      call.top - panel.getBoundingClientRect().top,
      call.bottom - panel.getBoundingClientRect().bottom,
    ]).to.deep.equal([true, 50, 0]);
    session.show({ phase: { is: 'ended', conversationId: 'c1', reason: 'left' } });
    await settled(panel);
    expect([seen('[slot=preview]'), seen('[slot=after-call]')]).to.deep.equal([false, true]);
    await expect(widget).to.be.accessible();
    widget.shadowRoot!.querySelector<HTMLElement>('.panel')!.focus();
    widget.close();
    await nextFrame();
    await nextFrame();
    expect(document.activeElement).to.equal(widget.querySelector('[slot=launcher]'));
    widget.querySelector<HTMLElement>('[slot=launcher]')!.click();
    await widget.updateComplete;
    expect(widget.shadowRoot!.querySelector('dialog')).to.not.equal(null);
  });

  it('keeps its shapes where the system chooses the colours', async () => {
    await emulateMedia({ forcedColors: 'active' });
    const { panel } = await opened({ phase: LIVE, devices: microphone });
    for (const button of find(panel.shadowRoot!, '[role=toolbar]')!.querySelectorAll('button'))
      expect(getComputedStyle(button).borderTopColor, button.title).to.not.equal(
        getComputedStyle(button).backgroundColor,
      );
    await emulateMedia({ forcedColors: 'none' });
  });
});
