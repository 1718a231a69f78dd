/**
 * Events and warnings of a session for its page: each line once, the end of a call even after its element was
 * removed, and wrong settings.
 */
import { expect, fixture, html } from '@open-wc/testing';
import { eventDispatcher } from '../../src/elements/event-dispatcher.ts';
import '../../src/elements/define.ts';
import type { PalErrorEvent, PalMessageEvent } from '../../src/elements/events.ts';
import type { PalWidget } from '../../src/elements/pal-widget.ts';
import type { Line, Phase } from '../../src/elements/session/phases.ts';
import { IDLE, ScriptedSession } from '../../stories/scripted-session.ts';
import { openWidget } from './widget.ts';
import { waitUntil } from './wait-until.ts';

const line = (id: string, role: Line['role'], text: string, streaming: boolean): Line => ({
  id,
  role,
  text,
  streaming,
  interrupted: false,
  at: 0,
});

function heardErrors(): { messages: string[]; stop(): void } {
  const messages: string[] = [];
  const originalError = console.error;
  console.error = (text: string) => messages.push(text);
  return { messages, stop: () => (console.error = originalError) };
}

function createDispatcher(isSet = true, deploymentId = 'd1') {
  const channel = document.createElement('div');
  const events: Event[] = [];
  for (const type of ['pal-message', 'pal-error', 'pal-ended'])
    channel.addEventListener(type, (event) => events.push(event));
  const show = eventDispatcher({
    channel,
    page: new EventTarget(),
    service: { url: 'https://pal.test', isSet },
    deploymentId,
  });
  return { events, show: (phase: Phase, lines: Line[] = []) => show({ ...IDLE, phase, lines }) };
}

describe('the events for the page', () => {
  it('contain each line once, also one that began before another and ends after it', () => {
    const { events, show } = createDispatcher();
    const live: Phase = { is: 'live', conversationId: 'c1', transport: 'media', connection: 'good' };
    show(live, [line('1', 'pal', 'Hel', true)]);
    show(live, [line('1', 'pal', 'Hello', true), line('2', 'user', 'Hi', false)]);
    show(live, [line('1', 'pal', 'Hello.', false), line('2', 'user', 'Hi', false)]);
    show(live, []);
    show(live, [line('1', 'pal', 'Again.', false)]);
    expect(events.map((event) => (event as PalMessageEvent).text)).to.deep.equal(['Hi', 'Hello.', 'Again.']);
  });

  it('contain an error for developers if the deployment is missing, or the page is not allowed', () => {
    const errors = heardErrors();
    try {
      const withoutSession = createDispatcher();
      withoutSession.show({ is: 'unavailable', reason: 'unknown' });
      expect((withoutSession.events[0] as PalErrorEvent).code).to.equal('deployment_not_found');
      const foreign = createDispatcher();
      foreign.show({ is: 'unavailable', reason: 'origin' });
      expect((foreign.events[0] as PalErrorEvent).code).to.equal('origin_not_allowed');
      createDispatcher(false).show({ is: 'failed', code: 'network', message: '', retryAfter: null });
      createDispatcher(true, '').show({ is: 'unavailable', reason: 'unknown' });
    } finally {
      errors.stop();
    }
    expect(errors.messages).to.have.length(4);
    expect(errors.messages[0]).to.match(/no deployment "d1" at https:\/\/pal\.test/);
    expect(errors.messages[1]).to.contain(`${location.origin} is not in the allowed_origins`);
    expect(errors.messages[2]).to.contain('Set base-url, or call setDefaultBaseUrl()');
    expect(errors.messages[3]).to.contain('no deployment-id');
  });

  it('contain the end of a call on the document if its element was removed', async () => {
    const { widget, session } = await openWidget();
    const endings: EventTarget[] = [];
    const hear = (event: Event) => endings.push(event.target!);
    document.addEventListener('pal-ended', hear);
    session.dispose = () =>
      void session.show({ phase: { is: 'ended', conversationId: 'c1', reason: 'removed' } });
    session.show({ phase: { is: 'live', conversationId: 'c1', transport: 'media', connection: 'good' } });
    widget.remove();
    await waitUntil(() => endings.length > 0, 'the document hears of the end');
    document.removeEventListener('pal-ended', hear);
    expect(endings).to.deep.equal([document]);
  });

  it('follow a later id, and leave a running call alone', async () => {
    const sessions: ScriptedSession[] = [];
    const createSession = () => (sessions.push(new ScriptedSession()), sessions.at(-1)!);
    const widget = await fixture<PalWidget>(
      html`<pal-widget text="Ask us" .createSession=${createSession}></pal-widget>`,
    );
    widget.open();
    await waitUntil(() => sessions.length === 1, 'the first session');
    const errors = heardErrors();
    sessions[0]!.show({ phase: { is: 'unavailable', reason: 'unknown' } });
    errors.stop();
    widget.deploymentId = 'd1';
    await waitUntil(() => sessions[1]?.calls.some(([verb]) => verb === 'prepare'), 'the second session');
    sessions[1]!.show({
      phase: { is: 'live', conversationId: 'c1', transport: 'media', connection: 'good' },
    });
    widget.deploymentId = 'd2';
    await widget.updateComplete;
    expect(sessions).to.have.length(2);
  });
});
