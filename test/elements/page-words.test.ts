/**
 * Page context that arrives before a session exists is passed to the session in order, and also to later sessions.
 */
import { expect, fixture, html } from '@open-wc/testing';
import '../../src/elements/define.ts';
import type { PalWidget } from '../../src/elements/pal-widget.ts';
import { ScriptedSession } from '../../stories/scripted-session.ts';
import { waitUntil } from './wait-until.ts';

describe('sendContext and setVariables', () => {
  it('are safe at any time, and reach each session', async () => {
    const sessions: ScriptedSession[] = [];
    const widget = await fixture<PalWidget>(
      html`<pal-widget
        deployment-id="d1"
        .createSession=${() => {
          sessions.push(new ScriptedSession());
          return sessions.at(-1)!;
        }}
      ></pal-widget>`,
    );
    const calls = (session: ScriptedSession) =>
      session.calls.filter(([verb]) => verb === 'sendContext' || verb === 'setVariables');
    widget.sendContext('On the shop.');
    widget.setVariables({ name: 'Ada', vip: true });
    widget.open();
    await waitUntil(() => sessions[0]?.calls.some(([verb]) => verb === 'prepare'), 'a session is there');
    widget.sendContext('On the basket.');
    const allEntries = [
      ['sendContext', 'On the shop.'],
      ['setVariables', { name: 'Ada', vip: true }],
      ['sendContext', 'On the basket.'],
    ];
    expect(calls(sessions[0]!)).to.deep.equal(allEntries);
    widget.deploymentId = 'd2';
    await waitUntil(() => sessions.length === 2, 'another deployment has a session of its own');
    expect(calls(sessions[1]!)).to.deep.equal(allEntries);
  });
});
