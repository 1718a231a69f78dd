import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { PalCall } from '../../src/elements/parts/pal-call.ts';
import type { PalTranscript } from '../../src/elements/parts/pal-transcript.ts';
import type { Line } from '../../src/elements/session/phases.ts';
import { DEPLOYMENT, LIVE } from '../../stories/scripted-session.ts';
import { finishAnimations, find, openWidget, press, waitUntilSettled, texts } from './widget.ts';
import { waitUntil } from './wait-until.ts';

const line = (index: number, text = `Line number ${index}.`): Line => ({
  id: `l${index}`,
  role: index % 2 ? 'user' : 'pal',
  text,
  streaming: false,
  interrupted: false,
  at: 1_700_000_000_000 + index * 1000,
});
const createLines = (count: number) => Array.from({ length: count }, (_, index) => line(index));

async function mount(lines: Line[], customization: object = {}) {
  const opened = await openWidget({
    phase: LIVE,
    lines,
    deployment: { ...DEPLOYMENT, customization: { transcript: { panel: true }, ...customization } },
  });
  const transcript = find<PalTranscript>(opened.panel.shadowRoot!, 'pal-transcript')!;
  const scroller = () => transcript.shadowRoot!.querySelector<HTMLElement>('.scroll')!;
  const isAtEnd = () => scroller().scrollHeight - scroller().scrollTop - scroller().clientHeight < 2;
  return { ...opened, transcript, scroller, atEnd: isAtEnd };
}
const countDrawnLines = (transcript: PalTranscript) =>
  transcript.shadowRoot!.querySelectorAll('.line').length;

async function shiftEnter(): Promise<void> {
  await sendKeys({ down: 'Shift' });
  await sendKeys({ press: 'Enter' });
  await sendKeys({ up: 'Shift' });
}

describe('<pal-transcript>', () => {
  it('names the sources of an answer below it, as a link only if the name is an address', async () => {
    const sources = [
      { document_id: 'd1', document_name: 'Opening hours' },
      { document_id: 'd2', document_name: 'https://example.com/hours' },
      { document_id: 'd3', document_name: 'javascript:alert(1)' },
    ];
    const { widget, panel, transcript } = await mount([{ ...line(0, 'At ten.'), sources }, line(1)]);
    expect(texts(panel.shadowRoot!)).to.match(
      /At ten\. Sources : Opening hours , https:\/\/example\.com\/hours , javascript:alert\(1\) You Line number 1\./,
    );
    expect(
      [...transcript.shadowRoot!.querySelectorAll('a')].map(({ href, rel }) => [href, rel]),
    ).to.deep.equal([['https://example.com/hours', 'noopener']]);
    finishAnimations(widget);
    await expect(widget).to.be.accessible();
  });

  it('shows the name of a person who writes instead of the agent', async () => {
    const { panel } = await mount([{ ...line(0, 'Dogs may wait outside.'), person: 'Anna' }, line(2)]);
    expect(texts(panel.shadowRoot!)).to.match(/Anna Dogs may wait outside\. (?!Anna)\w+ Line number 2\./);
  });

  for (const theme of ['light', 'dark'] as const) {
    it(`is accessible in ${theme}, also during a search`, async () => {
      const { widget, panel, transcript } = await mount([
        ...createLines(6),
        { ...line(6, 'And then I was'), interrupted: true },
      ]);
      widget.theme = theme;
      press(panel, 'Search');
      await waitUntilSettled(panel);
      await sendKeys({ type: 'number' });
      await waitUntilSettled(panel);
      expect(texts(panel.shadowRoot!)).to.match(
        /Mira Line number 0\..*You Line number 1\..*And then I was interrupted/,
      );
      expect(transcript.shadowRoot!.querySelectorAll('mark').length).to.equal(6);
      finishAnimations(widget);
      await expect(widget).to.be.accessible();
    });
  }

  it('follows the end until the reader scrolls up, and again after its button', async () => {
    const { panel, session, transcript, scroller, atEnd } = await mount(createLines(60));
    await waitUntil(atEnd, 'it begins at the end');
    session.show({ lines: createLines(61) });
    await waitUntilSettled(panel);
    expect(atEnd()).to.equal(true);
    scroller().scrollTop = 0;
    await waitUntil(() => transcript.shadowRoot!.querySelector('.latest'), 'the button is there');
    session.show({ lines: createLines(62) });
    await waitUntilSettled(panel);
    expect(scroller().scrollTop).to.be.below(200);
    press(panel, 'Jump to latest');
    await waitUntilSettled(panel);
    expect(atEnd()).to.equal(true);
    expect(transcript.shadowRoot!.querySelector('.latest')).to.equal(null);
  });

  it('stays at the end when its size changes', async () => {
    const { widget, panel, transcript, atEnd } = await mount(createLines(60));
    const frame = widget.shadowRoot!.querySelector<HTMLElement>('.panel')!;
    for (const [width, height] of [
      ['300px', '500px'],
      ['700px', '420px'],
      ['400px', '700px'],
    ] as const) {
      Object.assign(frame.style, { width, height });
      await waitUntilSettled(panel);
      await waitUntil(atEnd, 'it is at the end');
      expect(transcript.shadowRoot!.querySelector('.latest')).to.equal(null);
    }
  });

  it('fills the panel if there is no picture', async () => {
    const { panel, session } = await mount(createLines(3));
    session.show({ phase: { ...LIVE, transport: 'text' } as typeof LIVE });
    await waitUntilSettled(panel);
    expect(find(panel.shadowRoot!, 'pal-stage')!.checkVisibility()).to.equal(false);
  });

  it('draws the end of a long transcript first; a change redraws only its own block', async () => {
    const lines = createLines(1000);
    const { widget, panel, session } = await mount([]);
    session.show({ lines });
    // Wait only for the first rendering, because the transcript draws its earlier blocks after it.
    await widget.updateComplete;
    await panel.updateComplete;
    await find<PalCall>(panel.shadowRoot!, 'pal-call')!.updateComplete;
    const transcript = find<PalTranscript>(panel.shadowRoot!, 'pal-transcript')!;
    await transcript.updateComplete;
    const scroller = transcript.shadowRoot!.querySelector('.scroll')!;
    const atEnd = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 2;
    expect(countDrawnLines(transcript)).to.be.within(1, 599);
    expect(atEnd()).to.equal(true);
    await waitUntil(() => countDrawnLines(transcript) === 1000, 'all is drawn');
    expect(atEnd()).to.equal(true);
    let changes = 0;
    const watch = new MutationObserver((records) => (changes += records.length));
    watch.observe(transcript.shadowRoot!, { subtree: true, childList: true, characterData: true });
    session.show({ lines: lines.with(999, { ...lines[999]!, text: 'It grows' }) });
    await waitUntilSettled(panel);
    watch.disconnect();
    expect(changes).to.be.within(1, 3);
  });

  // Proves wcag-4.1.3.
  it('the search finds words, counts the matches, and moves from one match to the next', async () => {
    const { panel, transcript } = await mount(createLines(300));
    press(panel, 'Search');
    await waitUntilSettled(panel);
    await sendKeys({ type: 'NUMBER 4' });
    await waitUntilSettled(panel);
    const row = transcript.shadowRoot!.querySelector('.row')!;
    const count = () => row.querySelector('.count')!.textContent;
    const currentMatch = () =>
      transcript.shadowRoot!.querySelector('mark.current')!.closest('.line')!.textContent;
    expect(transcript.shadowRoot!.querySelector('[role=status]')!.textContent).to.equal('11 matches');
    expect(count()).to.equal('11 / 11');
    expect(currentMatch()).to.contain('number 49.');
    await sendKeys({ press: 'Enter' });
    await waitUntilSettled(panel);
    expect(count()).to.equal('1 / 11');
    expect(currentMatch()).to.contain('number 4.');
    const bounds = transcript.shadowRoot!.querySelector('mark.current')!.getBoundingClientRect();
    const frame = transcript.shadowRoot!.querySelector('.frame')!.getBoundingClientRect();
    expect(bounds.top >= frame.top && bounds.bottom <= frame.bottom).to.equal(true);
    await shiftEnter();
    await waitUntilSettled(panel);
    expect(count()).to.equal('11 / 11');
    press(panel, 'Next match');
    await waitUntilSettled(panel);
    expect(count()).to.equal('1 / 11');
    await sendKeys({ press: 'Escape' });
    await waitUntilSettled(panel);
    expect(transcript.shadowRoot!.querySelector('mark')).to.equal(null);
    expect(transcript.isConnected).to.equal(true);
  });

  // Proves wcag-4.1.3.
  it('the copy button copies the transcript, and reports success or failure', async () => {
    const { panel, transcript } = await mount(createLines(2));
    const notice = () => transcript.shadowRoot!.querySelector('[role=status]')!.textContent;
    const { clipboard } = navigator;
    const copiedTexts: string[] = [];
    for (const [writeText, message] of [
      [(text: string) => (copiedTexts.push(text), Promise.resolve()), 'Copied'],
      [() => Promise.reject(new Error('denied')), 'The browser did not allow copying.'],
    ] as const) {
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
      press(panel, 'Copy');
      await waitUntil(() => notice() === message, message);
    }
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
    expect(copiedTexts[0]).to.match(/\] Mira: Line number 0\.\n.*\] You: Line number 1\.\n$/);
  });

  it('saves files of three kinds, unless the owner disables it', async () => {
    const { panel } = await mount(createLines(2));
    const { createObjectURL } = URL;
    const { click } = HTMLAnchorElement.prototype;
    const saved: string[] = [];
    URL.createObjectURL = (blob: Blob) => (saved.push(blob.type), 'blob:x');
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      saved.push(this.download);
    };
    for (const format of ['TXT', 'JSON', 'VTT']) {
      press(panel, 'Download transcript');
      await waitUntilSettled(panel);
      press(panel, format);
      await waitUntil(() => saved.at(-1) === `transcript.${format.toLowerCase()}`, format);
      await waitUntilSettled(panel);
    }
    Object.assign(URL, { createObjectURL });
    HTMLAnchorElement.prototype.click = click;
    expect(saved).to.deep.equal([
      'text/plain;charset=utf-8',
      'transcript.txt',
      'application/json;charset=utf-8',
      'transcript.json',
      'text/vtt;charset=utf-8',
      'transcript.vtt',
    ]);
    const { panel: panelWithoutDownload } = await mount(createLines(2), {
      transcript: { panel: true, download: false },
    });
    expect(() => press(panelWithoutDownload, 'Download transcript')).to.throw();
  });
});

describe('<pal-composer>', () => {
  async function openComposer() {
    const opened = await openWidget({ phase: LIVE });
    const textarea = find<HTMLTextAreaElement>(opened.panel.shadowRoot!, 'textarea')!;
    textarea.focus();
    return {
      ...opened,
      textarea,
      sayCalls: () => opened.session.calls.filter(([verb]) => verb === 'say').map(([, text]) => text),
    };
  }

  // Proves wcag-2.1.4.
  it('Enter sends the message, and Shift+Enter starts a new line', async () => {
    const { textarea, sayCalls } = await openComposer();
    await sendKeys({ type: 'One' });
    await shiftEnter();
    await sendKeys({ type: 'two' });
    expect(textarea.value).to.equal('One\ntwo');
    await sendKeys({ press: 'Enter' });
    expect(sayCalls()).to.deep.equal(['One\ntwo']);
    expect(textarea.value).to.equal('');
  });

  it('does not send on an Enter that belongs to an input method', async () => {
    const { textarea, sayCalls } = await openComposer();
    textarea.value = 'にほん';
    for (const init of [{ isComposing: true }, { keyCode: 229 }]) {
      const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init });
      textarea.dispatchEvent(event);
      expect(event.defaultPrevented).to.equal(false);
    }
    expect(sayCalls()).to.deep.equal([]);
    textarea.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    expect(sayCalls()).to.deep.equal(['にほん']);
  });

  it('keeps the line breaks of pasted text, and grows with them up to a bound', async () => {
    const { textarea, sayCalls } = await openComposer();
    const heights: number[] = [];
    for (const lines of [1, 4, 60]) {
      textarea.select();
      document.execCommand(
        'insertText',
        false,
        Array.from({ length: lines }, (_, index) => `line ${index}`).join('\n'),
      );
      heights.push(textarea.offsetHeight);
    }
    expect(heights[0]).to.equal(46);
    expect(heights[1]).to.be.above(heights[0]! + 60);
    expect(heights[2]).to.be.within(heights[1]!, 220);
    await sendKeys({ press: 'Enter' });
    expect(String(sayCalls()[0]).split('\n').length).to.equal(60);
    expect(textarea.offsetHeight).to.equal(46);
  });

  it('reports a text that is too long, keeps it, and sends it once it is shorter', async () => {
    const { widget, panel, textarea, sayCalls } = await openComposer();
    textarea.value = 'x'.repeat(4001);
    press(panel, 'Send');
    await waitUntilSettled(panel);
    expect(sayCalls()).to.deep.equal([]);
    expect(texts(panel.shadowRoot!)).to.contain(
      'This is too long to send: 4,001 of at most 4,000 characters.',
    );
    finishAnimations(widget);
    await expect(widget).to.be.accessible();
    textarea.value = 'x'.repeat(4000);
    textarea.dispatchEvent(new Event('input'));
    await waitUntilSettled(panel);
    expect(texts(panel.shadowRoot!)).not.to.contain('too long');
    press(panel, 'Send');
    expect(sayCalls().length).to.equal(1);
  });

  it('keeps the text that is typed while it is disconnected', async () => {
    const { panel, session, textarea, sayCalls } = await openComposer();
    textarea.value = 'Hello';
    session.show({ phase: { is: 'joining', conversationId: 'c1' } });
    await waitUntilSettled(panel);
    expect(textarea.disabled).to.equal(true);
    session.show({ phase: LIVE });
    await waitUntilSettled(panel);
    press(panel, 'Send');
    expect(sayCalls()).to.deep.equal(['Hello']);
  });
});
