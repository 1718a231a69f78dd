/** The form outside opening hours: it shows the next opening and accepts a message. */
import { expect, nextFrame } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { DEPLOYMENT } from '../../stories/scripted-session.ts';
import type { MessageState, Phase, View } from '../../src/elements/session/phases.ts';
import { finishAnimations, find, openWidget, press, waitUntilSettled, texts } from './widget.ts';
import { waitUntil } from './wait-until.ts';

const phase = (message?: MessageState): Phase => ({
  is: 'unavailable',
  reason: 'closed',
  ...(message ? { message } : {}),
});

async function openClosedPanel(deployment: Partial<View['deployment']> = {}) {
  const opening = await openWidget({
    phase: phase(),
    deployment: { ...DEPLOYMENT, opens_at: '2026-08-03T07:00:00.000Z', ...deployment },
  });
  const form = () => find(opening.panel.shadowRoot!, 'pal-closed')?.shadowRoot;
  await waitUntil(() => form()?.querySelector('textarea'), 'its chunk');
  await waitUntilSettled(opening.panel);
  const fill = (name: string, value: string) => {
    form()!.querySelector<HTMLInputElement>(`[name=${name}]`)!.value = value;
  };
  return { ...opening, form: () => form()!, fill };
}

it('shows when it opens and sends a message; an empty one is not sent', async () => {
  const { widget, session, panel, form, fill } = await openClosedPanel();
  const time = new Intl.DateTimeFormat('en', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date('2026-08-03T07:00:00.000Z'));
  expect(texts(form())).to.contain(`We open again: ${time}`);
  finishAnimations(widget);
  await expect(widget).to.be.accessible();
  const sentMessages = () => session.calls.filter(([verb]) => verb === 'leaveMessage');
  fill('message', '  ');
  press(panel, 'Send');
  expect(sentMessages()).to.deep.equal([]);
  fill('message', ' Do you repair unicycles? ');
  fill('contact', 'ada@example.com');
  press(panel, 'Send');
  expect(sentMessages()).to.deep.equal([
    [
      'leaveMessage',
      {
        message: 'Do you repair unicycles?',
        name: '',
        contact: 'ada@example.com',
        password: undefined,
        agrees: false,
      },
    ],
  ]);
});

it('fits into a low window, and its heading is beside the button that closes the panel', async () => {
  await setViewport({ width: 480, height: 320 });
  const { widget, panel, form } = await openClosedPanel();
  finishAnimations(widget);
  const box = (element: Element) => element.getBoundingClientRect();
  const { right } = box(panel);
  for (const element of form().querySelectorAll('h2, p, textarea, button'))
    expect(box(element).right, element.tagName).to.be.at.most(right);
  const textRange = document.createRange();
  textRange.selectNodeContents(form().querySelector('h2')!);
  const corner = find(panel.shadowRoot!, '.corner')!.querySelectorAll('button');
  const button = [...corner].find((button) => button.checkVisibility())!;
  expect(textRange.getBoundingClientRect().right).to.be.at.most(box(button).left);
});

it('keeps the text after a failure, and thanks once it arrived', async () => {
  const { widget, session, panel, form, fill } = await openClosedPanel({
    customization: { hours: { timezone: 'UTC', regular: [], holidays: [], text: 'Back on Monday.' } },
  });
  expect(texts(form())).to.contain('Back on Monday.');
  expect(texts(form())).not.to.contain('We open again');
  fill('message', 'Hello?');
  session.show({ phase: phase({ is: 'sending' }) });
  await waitUntilSettled(panel);
  expect(form().querySelector<HTMLButtonElement>('.primary')!.disabled).to.equal(true);
  session.show({ phase: phase({ is: 'failed', code: 'network', text: '' }) });
  await waitUntilSettled(panel);
  expect(form().querySelector('[role=alert]')!.textContent).to.contain('This was not sent.');
  expect(form().querySelector('textarea')!.value).to.equal('Hello?');
  form().querySelector('textarea')!.focus();
  session.show({ phase: phase({ is: 'sent' }) });
  await waitUntilSettled(panel);
  expect(form().querySelector('[role=status]')!.textContent).to.contain('Your message was passed on.');
  expect(form().activeElement?.localName).to.equal('h2');
  finishAnimations(widget);
  await expect(widget).to.be.accessible();
  press(panel, 'Try again');
  expect(session.calls.at(-1)).to.deep.equal(['again']);
});

it('asks for the password and the consent that a call asks for', async () => {
  const { widget, session, panel, form, fill } = await openClosedPanel({
    has_password: true,
    customization: { consent: { required: true, text: 'We keep it.', url: 'https://shop.example/terms' } },
  });
  finishAnimations(widget);
  await expect(widget).to.be.accessible();
  fill('message', 'Hi.');
  fill('password', 'sesame');
  press(panel, 'Send');
  expect(
    session.calls.some(([verb]) => verb === 'leaveMessage'),
    'consent is missing',
  ).to.equal(false);
  form().querySelector<HTMLInputElement>('[name=agrees]')!.checked = true;
  press(panel, 'Send');
  const [, message] = session.calls.at(-1)!;
  expect(message).to.include({ password: 'sesame', agrees: true });
  session.show({ phase: phase({ is: 'failed', code: 'wrong_password', text: '' }) });
  await waitUntilSettled(panel);
  await nextFrame();
  expect(form().querySelector('[role=alert]')!.textContent).to.contain('That is not the password.');
});
