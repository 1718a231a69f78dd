import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { DEPLOYMENT } from '../../stories/scripted-session.ts';
import { finishAnimations, find, openWidget, press, waitUntilSettled, texts } from './widget.ts';
import { waitUntil } from './wait-until.ts';

it('a rating that did not arrive reports it, keeps the text, and can be sent again', async () => {
  const { widget, session, panel } = await openWidget({
    phase: { is: 'ended', conversationId: 'c1', reason: 'left' },
    deployment: { ...DEPLOYMENT, customization: { after_call: { feedback: true } } },
  });
  await waitUntil(
    () => find(panel.shadowRoot!, 'pal-rating')?.shadowRoot?.querySelector('input'),
    'its chunk',
  );
  const { shadowRoot } = find(panel.shadowRoot!, 'pal-rating')!;
  find<HTMLInputElement>(shadowRoot!, 'input[value="2"]')!.click();
  await waitUntilSettled(panel);
  find<HTMLInputElement>(shadowRoot!, '[name=comment]')!.value = 'Too slow';
  press(panel, 'Send');
  session.show({ rating: 'sending' });
  await waitUntilSettled(panel);
  expect(texts(panel.shadowRoot!)).to.contain('Thank you for telling us.');
  session.show({ rating: 'failed' });
  await waitUntilSettled(panel);
  const alert = find(shadowRoot!, '[role=alert]')!;
  expect(alert.textContent).to.equal('This was not sent. Check your connection and try again.');
  expect(find<HTMLInputElement>(shadowRoot!, '[name=comment]')!.value).to.equal('Too slow');
  expect(find<HTMLInputElement>(shadowRoot!, 'input[value="2"]')!.checked).to.equal(true);
  finishAnimations(widget);
  await expect(widget).to.be.accessible();
  press(panel, 'Send');
  session.show({ rating: 'sending' });
  await waitUntilSettled(panel);
  session.show({ rating: 'sent' });
  await waitUntilSettled(panel);
  expect(texts(panel.shadowRoot!)).to.contain('Thank you for telling us.');
  expect(session.calls.filter(([verb]) => verb === 'rate')).to.deep.equal([
    ['rate', 2, 'Too slow'],
    ['rate', 2, 'Too slow'],
  ]);
});

it('fits beside the face in a low place: nothing is cut, and the title is clear of the corner', async () => {
  await setViewport({ width: 480, height: 320 });
  const { panel } = await openWidget({
    phase: { is: 'ended', conversationId: 'c1', reason: 'left' },
    deployment: { ...DEPLOYMENT, customization: { after_call: { feedback: true } } },
  });
  const rating = () => find(panel.shadowRoot!, 'pal-rating')?.shadowRoot;
  await waitUntil(() => rating()?.querySelector('.stars'), 'its chunk');
  await waitUntilSettled(panel);
  const buttonBox = find(panel.shadowRoot!, 'button.primary')!.getBoundingClientRect();
  expect(buttonBox.right).to.be.at.most(innerWidth);
  expect(rating()!.querySelector('.stars')!.getBoundingClientRect().right).to.be.at.most(innerWidth);
  const textRange = document.createRange();
  textRange.selectNodeContents(find(panel.shadowRoot!, '.screen h2')!);
  const corner = find(panel.shadowRoot!, '.corner button:last-child')!.getBoundingClientRect();
  for (const { right, top } of textRange.getClientRects())
    expect(right <= corner.left || top >= corner.bottom, `${right} and ${corner.left}`).to.equal(true);
  await setViewport({ width: 1024, height: 800 });
});
