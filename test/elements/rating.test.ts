import { expect } from '@open-wc/testing';
import { waitUntil } from '@open-wc/testing';
import { DEPLOYMENT } from '../../stories/scripted-session.ts';
import { arrive, find, opened, press, settled, texts } from './widget.ts';

it('a rating that did not arrive says so, keeps what was written, and can be sent again', async () => {
  const { widget, session, panel } = await opened({
    phase: { is: 'ended', conversationId: 'c1', reason: 'left' },
    deployment: { ...DEPLOYMENT, customization: { after_call: { feedback: true } } },
  });
  await waitUntil(
    () => find(panel.shadowRoot!, 'pal-rating')?.shadowRoot?.querySelector('input'),
    'its chunk',
    {
      timeout: 15_000,
    },
  );
  const { shadowRoot } = find(panel.shadowRoot!, 'pal-rating')!;
  find<HTMLInputElement>(shadowRoot!, 'input[value="2"]')!.click();
  await settled(panel);
  find<HTMLInputElement>(shadowRoot!, '[name=comment]')!.value = 'Too slow';
  press(panel, 'Send');
  session.show({ rating: 'sending' });
  await settled(panel);
  expect(texts(panel.shadowRoot!)).to.contain('Thank you for telling us.');
  session.show({ rating: 'failed' });
  await settled(panel);
  const alert = find(shadowRoot!, '[role=alert]')!;
  expect(alert.textContent).to.equal('This was not sent. Check your connection and try again.');
  expect(find<HTMLInputElement>(shadowRoot!, '[name=comment]')!.value).to.equal('Too slow');
  expect(find<HTMLInputElement>(shadowRoot!, 'input[value="2"]')!.checked).to.equal(true);
  arrive(widget);
  await expect(widget).to.be.accessible();
  press(panel, 'Send');
  session.show({ rating: 'sending' });
  await settled(panel);
  session.show({ rating: 'sent' });
  await settled(panel);
  expect(texts(panel.shadowRoot!)).to.contain('Thank you for telling us.');
  expect(session.asked.filter(([verb]) => verb === 'rate')).to.deep.equal([
    ['rate', 2, 'Too slow'],
    ['rate', 2, 'Too slow'],
  ]);
});
