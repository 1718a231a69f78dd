import { sendKeys } from '@web/test-runner-commands';
import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import '../../src/elements/define.ts';
import type { PalWidget } from '../../src/elements/pal-widget.ts';
import { NO_DEVICES } from '../../src/elements/session/devices.ts';
import type { Phase, View } from '../../src/elements/session/phases.ts';
import { CARD, DEPLOYMENT, LIVE } from '../../stories/scripted-session.ts';
import { finishAnimations, find, openWidget, press, waitUntilSettled, texts } from './widget.ts';
import { microphone } from './widget-screens.ts';
import { waitUntil } from './wait-until.ts';

const asking = { ...NO_DEVICES, microphone: { state: 'asking' as const, id: null } };
const line = (id: string, role: 'user' | 'pal', text: string) => ({
  id,
  role,
  text,
  streaming: false,
  interrupted: false,
  at: 1,
});

/** All screens: name, view, and the text that must appear. */
const SCREENS: [string, Partial<View>, RegExp][] = [
  ['loading', { phase: { is: 'loading' } }, /One moment/],
  ['asking', { phase: { is: 'starting' }, devices: asking }, /Choose “Allow”.*Type instead/],
  ['first', { phase: { is: 'ready' } }, /Talk to Mira.*Talk.*Type/],
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
  ['devices', { phase: { is: 'gate', by: 'devices' } }, /Use microphone.*Type instead/],
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
    /address bar.*Type instead/,
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
    /This call is recorded\..*Talk.*Type/,
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
    /No connection.*internet connection.*Try again/,
  ],
  [
    'failed',
    {
      phase: {
        is: 'failed',
        code: 'room_unavailable',
        message: 'The room cannot accept this call right now.',
        retryAfter: null,
      },
    },
    /Not available.*cannot accept this call/,
  ],
  [
    'failed inside the service',
    { phase: { is: 'failed', code: 'internal_error', message: 'Internal error', retryAfter: null } },
    /Something broke on our side.*Please try again/,
  ],
];
describe('<pal-widget>', () => {
  // Proves wcag-1.4.13, wcag-3.2.1.
  it('the widget stays closed, loads nothing and is accessible until the pointer or focus comes near', async () => {
    const previousCount = performance.getEntriesByType('resource').length;
    const widget = await fixture<PalWidget>(html`<pal-widget deployment-id="d1" text="Ask us"></pal-widget>`);
    await nextFrame();
    expect(performance.getEntriesByType('resource').length).to.equal(previousCount);
    expect(widget.shadowRoot!.querySelector('dialog')).to.equal(null);
    expect(texts(widget.shadowRoot!)).to.contain('Ask us');
    finishAnimations(widget);
    await expect(widget).to.be.accessible();
  });

  for (const [name, view, words] of SCREENS) {
    for (const theme of ['light', 'dark'] as const) {
      // Proves wcag-1.2.4, wcag-1.3.3, wcag-2.4.6, wcag-3.3.1, wcag-3.3.3.
      it(`shows the screen "${name}" in ${theme}, accessibly`, async () => {
        const { widget, panel } = await openWidget(view);
        widget.theme = theme;
        await waitUntilSettled(panel);
        expect(texts(panel.shadowRoot!)).to.match(words);
        finishAnimations(widget);
        await expect(widget).to.be.accessible();
      });
    }
  }

  // Proves wcag-2.1.1, wcag-2.4.3.
  it('the widget opens as a dialog with focus, closes on Escape, and returns the focus', async () => {
    const { widget, fired } = await openWidget();
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

  // Proves wcag-1.4.2, wcag-2.5.1, wcag-2.5.2.
  it('the controls of every screen call the matching method of the session', async () => {
    const rows: [Partial<View>, string, unknown[]][] = [
      [{ phase: { is: 'ready' } }, 'Talk', ['begin', 'voice']],
      [{ phase: { is: 'ready' } }, 'Type', ['begin', 'text']],
      [
        { phase: { is: 'ready' }, deployment: { ...DEPLOYMENT, customization: { modality: 'chat' } } },
        'Start the conversation',
        ['begin', 'text'],
      ],
      [{ phase: { is: 'starting' }, devices: asking }, 'Type instead', ['confirmDevices']],
      [{ phase: { is: 'gate', by: 'consent' } }, 'I agree', ['consent']],
      [{ phase: { is: 'gate', by: 'consent' } }, 'Not now', ['end']],
      [{ phase: { is: 'gate', by: 'captcha', state: 'failed' } }, 'Try again', ['retryCaptcha']],
      [{ phase: { is: 'gate', by: 'devices' } }, 'Use microphone', ['askDevices', true, false]],
      [{ phase: { is: 'gate', by: 'devices' } }, 'Type instead', ['confirmDevices']],
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
    for (const [view, message, expected] of rows) {
      const { panel, session } = await openWidget(view);
      press(panel, message);
      expect(session.calls.at(-1), message).to.deep.equal(expected);
    }
  });

  it('sends a password and a typed line, but never an empty one', async () => {
    const { panel, session } = await openWidget({
      phase: { is: 'gate', by: 'password', refused: false, waitSeconds: null, busy: false },
    });
    find<HTMLInputElement>(panel.shadowRoot!, 'input[type=password]')!.value = 'secret';
    press(panel, 'Continue');
    expect(session.calls.at(-1)).to.deep.equal(['password', 'secret']);
    session.show({ phase: LIVE });
    await waitUntilSettled(panel);
    const input = find<HTMLTextAreaElement>(panel.shadowRoot!, 'textarea')!;
    input.value = '   ';
    press(panel, 'Send');
    expect(session.calls.at(-1)![0]).to.equal('password');
    input.value = ' Hello ';
    press(panel, 'Send');
    expect(session.calls.at(-1)).to.deep.equal(['say', 'Hello']);
    expect(input.value).to.equal('');
  });

  it('closes on Escape also if the focus is on the page behind it', async () => {
    const { widget } = await openWidget({ phase: LIVE });
    const behind = document.body.appendChild(document.createElement('button'));
    behind.focus();
    const markHandled = (event: KeyboardEvent) => event.preventDefault();
    behind.addEventListener('keydown', markHandled, { once: true });
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

  it('asks the question tapped on the first screen once the call runs', async () => {
    const questions = ['What are your opening hours?', 'Where are you?'];
    const { widget, panel, session } = await openWidget({
      phase: { is: 'ready' },
      deployment: { ...DEPLOYMENT, customization: { preview: { questions } } },
    });
    finishAnimations(widget);
    await expect(panel).to.be.accessible();
    // Show a typed line immediately, like a real session.
    session.say = (text) => {
      session.calls.push(['say', text]);
      session.show({ lines: [...session.view.lines, line(String(session.view.lines.length), 'user', text)] });
    };
    press(panel, 'Where are you?');
    for (const phase of [{ is: 'starting' }, { is: 'joining', conversationId: 'c1' }, LIVE, LIVE] as Phase[])
      session.show({ phase });
    expect(session.calls.filter(([verb]) => verb === 'begin' || verb === 'say')).to.deep.equal([
      ['begin', 'text'],
      ['say', 'Where are you?'],
    ]);
  });

  it('answers a card by a choice and by free text', async () => {
    const { panel, session } = await openWidget({ phase: LIVE, canvas: CARD });
    press(panel, 'Pears');
    const commentInput = find<HTMLInputElement>(panel.shadowRoot!, 'input[maxlength="500"]')!;
    commentInput.value = ' Quinces ';
    commentInput.dispatchEvent(new Event('input'));
    await waitUntilSettled(panel);
    press(panel, 'Submit');
    expect(session.calls.at(-1)).to.deep.equal([
      'answerCard',
      { type: 'submit', value: { selected: ['b'], other: 'Quinces' } },
    ]);
  });

  it('fires each event once, and reports each complete line', async () => {
    const { widget, session, fired } = await openWidget();
    const messages: string[] = [];
    widget.addEventListener('pal-message', (event) => messages.push(`${event.role}: ${event.text}`));
    const reasons: string[] = [];
    document.addEventListener('pal-ended', (event) => reasons.push(event.reason), { once: true });
    session.show({ phase: LIVE });
    session.show({ lines: [{ ...line('1', 'pal', 'Hel'), streaming: true }] });
    session.show({ lines: [line('1', 'pal', 'Hello.')] });
    session.show({ phase: { ...LIVE, connection: 'reconnecting' } as Phase });
    session.show({ phase: LIVE });
    session.show({ phase: { is: 'ended', conversationId: 'c1', reason: 'agent' } });
    session.show({ lines: [line('1', 'pal', 'Hello.')] });
    expect(fired).to.deep.equal(['pal-open', 'pal-ready', 'pal-started', 'pal-message', 'pal-ended']);
    expect(messages).to.deep.equal(['pal: Hello.']);
    expect(reasons).to.deep.equal(['agent']);
  });

  it('ends the call when the element is removed, but not when it moves within the page', async () => {
    const { widget, session } = await openWidget({ phase: LIVE });
    const container = document.createElement('section');
    document.body.append(container);
    container.append(widget);
    await nextFrame();
    expect(session.calls.some(([verb]) => verb === 'dispose')).to.equal(false);
    press(widget.shadowRoot!.querySelector('pal-panel')!, 'Leave');
    expect(session.calls.at(-1)).to.deep.equal(['end']);
    widget.remove();
    await waitUntil(() => session.calls.some(([verb]) => verb === 'dispose'), 'the end');
    await nextFrame();
    expect(session.calls.filter(([verb]) => verb === 'dispose').length).to.equal(1);
    container.remove();
  });
});
