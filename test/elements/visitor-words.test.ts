/** Feedback to a visitor who speaks: the level of the microphone, the recognised words, and a note while muted. */
import { expect, nextFrame } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { Devices } from '../../src/elements/session/phases.ts';
import { line, STATES } from '../../stories/states.ts';
import { finishAnimations, find, openWidget, waitUntilSettled, texts } from './widget.ts';

const devices = STATES.LiveListening().devices as Devices;
const muted: Devices = { ...devices, microphone: { state: 'muted', id: 'm1' }, level: 0 };

async function inCall(overrides: Parameters<typeof openWidget>[0] = {}) {
  const opened = await openWidget({ ...STATES.LiveListening(), agent: null, lines: [], ...overrides });
  const root = opened.panel.shadowRoot!;
  return {
    ...opened,
    captions: () => find(root, 'pal-captions')!.shadowRoot!,
    composer: () => find<HTMLTextAreaElement>(root, 'textarea')!,
    stage: () => texts(find(root, 'pal-stage')!.shadowRoot!),
    status: () => [...find(root, 'pal-call')!.shadowRoot!.querySelectorAll('.words > [role=status]')],
    async show(changed: Parameters<typeof opened.session.show>[0]) {
      opened.session.show(changed);
      await waitUntilSettled(opened.panel);
    },
  };
}

it("the microphone's fill follows the level within the frame, and a muted one has none", async () => {
  const { panel, session, show, widget } = await inCall();
  const button = find(panel.shadowRoot!, '[part~=microphone]')!;
  const clip = () => getComputedStyle(button, '::before').clipPath.replace(/\s/g, '');
  for (const level of [0.3, 0.9, 0]) {
    session.show({ devices: { ...devices, level } });
    await nextFrame();
    expect(button.style.getPropertyValue('--_level')).to.equal(String(level));
  }
  await show({ devices: { ...devices, level: 1 } });
  for (const animation of button.getAnimations({ subtree: true })) animation.finish();
  expect(clip()).to.match(/^inset\(0(px|%)/);
  await show({ devices: muted });
  expect(button.style.getPropertyValue('--_level')).to.equal('0');
  widget.remove();
});

it("the visitor's words are in the caption's place while they are spoken, and beside the answer", async () => {
  const { captions, show, widget } = await inCall();
  await show({ visitorCaption: line(1, 'user', 'Do you', { streaming: true }) });
  expect(texts(captions())).to.match(/^\s*You\s*Do you\s*$/);
  const growing = line(1, 'user', 'Do you also repair bicycles that I bought somewhere else last year', {
    streaming: true,
  });
  await show({ visitorCaption: growing });
  finishAnimations(widget);
  const rows = captions().querySelectorAll('.heard > span');
  expect(rows.length).to.equal(2);
  expect(texts(captions())).to.match(/last year\s*$/);
  const { height } = find(captions(), '.heard')!.getBoundingClientRect();
  const captionBox = captions().host.getBoundingClientRect();
  expect(height).to.be.at.most(captionBox.height);
  await show({
    visitorCaption: { ...growing, streaming: false },
    caption: line(2, 'pal', 'Yes, we repair every bicycle, wherever you bought it, and most of them', {
      streaming: true,
    }),
  });
  expect(captions().querySelectorAll('.heard > span').length).to.equal(1);
  expect(captions().querySelectorAll('[part=caption] span').length).to.equal(1);
  expect(captions().host.getBoundingClientRect().height, 'nothing moves').to.equal(captionBox.height);
  finishAnimations(widget);
  await expect(widget).shadowDom.to.be.accessible();
  await show({ visitorCaption: null });
  expect(captions().querySelectorAll('.heard').length).to.equal(0);
  expect(captions().querySelectorAll('[part=caption] span').length).to.be.at.least(1);
  widget.remove();
});

it('misheard words are corrected by typing: by a click, or the up arrow', async () => {
  const { captions, composer, session, show, widget } = await inCall();
  const misheardLine = line(1, 'user', 'Where is the harp?');
  await show({ visitorCaption: misheardLine, lines: [misheardLine] });
  const button = find(captions(), 'button')!;
  expect(button.title).to.equal('Correct what was heard');
  expect(button.textContent).to.contain('Where is the harp?');
  button.focus();
  await show({ visitorCaption: null });
  expect(find(captions(), 'button'), 'it stays while it has the focus').to.equal(button);
  button.click();
  expect(composer().value).to.equal('Where is the harp?');
  expect(composer().getRootNode()).to.have.property('activeElement', composer());
  await waitUntilSettled(widget.shadowRoot!.querySelector('pal-panel')!);
  expect(find(captions(), 'button')).to.equal(null);
  composer().value = '';
  await sendKeys({ press: 'ArrowUp' });
  expect(composer().value).to.equal('Where is the harp?');
  expect(composer().selectionStart).to.equal(composer().value.length);
  composer().value = 'Where is the harbour?';
  await sendKeys({ press: 'Enter' });
  expect(session.calls.at(-1)).to.deep.equal(['say', 'Where is the harbour?']);
  widget.remove();
});

it('a muted visitor sees that, and is asked when a voice is detected', async () => {
  const { captions, stage, status, show, widget } = await inCall({ devices: muted, activity: 'idle' });
  expect(texts(captions()).trim()).to.equal('You are muted');
  expect(status().map((item) => item.textContent.trim())).to.not.include('You are muted');
  await show({ devices: { ...muted, mutedVoice: true } });
  expect(texts(captions()).trim()).to.equal('Are you talking?');
  expect(status().map((element) => element.textContent.trim())).to.include('Are you talking?');
  finishAnimations(widget);
  await expect(widget).shadowDom.to.be.accessible();
  // The captions show the agent's words, so the question is shown on the picture.
  await show({ caption: line(2, 'pal', 'We open at ten.', { streaming: true }) });
  expect(texts(captions()).trim()).to.equal('We open at ten.');
  expect(stage()).to.match(/Are you talking\?/);
  await show({ devices, caption: null });
  expect(texts(captions()).trim()).to.equal('');
  expect(stage()).to.not.match(/muted|talking/);
  widget.remove();
});

it('without captions the picture shows that the visitor is muted', async () => {
  const { stage, panel, widget } = await inCall({
    ...STATES.LiveTranscript(),
    agent: null,
    devices: muted,
  });
  expect(find(panel.shadowRoot!, 'pal-captions')).to.equal(null);
  expect(stage()).to.match(/You are muted/);
  widget.remove();
});
