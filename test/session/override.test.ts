import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { settle, world } from './world.ts';

const OWN = {
  show_haircheck: true,
  preview: { title: 'Ask us', btn_title: 'Go' },
  theme: { accent_color: '#0f7a52' },
};

test('a page’s override is merged by groups, before the deployment is known and after', async () => {
  const { session } = world({ customization: OWN });
  session.customize({ preview: { title: 'Ask me' } });
  await session.prepare();
  assert.deepEqual(session.view.deployment!.customization, {
    ...OWN,
    preview: { title: 'Ask me', btn_title: 'Go' },
  });
  session.customize({ theme: { mode: 'dark' }, captions: false });
  assert.deepEqual(session.view.deployment!.customization, {
    ...OWN,
    theme: { accent_color: '#0f7a52', mode: 'dark' },
    captions: false,
  });
  session.customize(null);
  assert.deepEqual(session.view.deployment!.customization, OWN);
});

test('settings in the form of the hosted widget are merged in the form of this interface', async () => {
  const { session } = world({ customization: OWN });
  session.customize({
    widget: { text: { title: 'Hi!', btn_title: 'Start' }, avatar: { type: 'orb' } },
  } as never);
  await session.prepare();
  assert.deepEqual(session.view.deployment!.customization, {
    ...OWN,
    widget: { text: 'Hi!', avatar: false },
    preview: { title: 'Ask us', btn_title: 'Start' },
  });
});

test('an override can also skip a gate before a call', async () => {
  const { session } = world({ customization: OWN });
  session.customize({ show_haircheck: false });
  session.begin();
  await settle();
  assert.equal(session.view.phase.is, 'joining');
});

test('an invalid override leaves the deployment unchanged, and is reported', async () => {
  const warning = mock.method(console, 'warn', () => undefined);
  const { session } = world({ customization: OWN });
  session.customize({ theme: { corner_radius: 'round' } } as never);
  await session.prepare();
  assert.deepEqual(session.view.deployment!.customization, OWN);
  assert.deepEqual(warning.mock.calls[0]!.arguments, ['palkit: override', 'theme.corner_radius']);
  warning.mock.restore();
});
