/** A screen reader announces each sentence of a call once and in order, whether the transcript is open or closed. */
import { expect } from '@open-wc/testing';
import { LIVE } from '../../stories/scripted-session.ts';
import { line, STATES } from '../../stories/states.ts';
import { find, openWidget, press, waitUntilSettled } from './widget.ts';

describe('the live region', () => {
  it('only appends, and an opening transcript is not read again', async () => {
    const { panel, session } = await openWidget({ ...STATES.LiveListening(), agent: null, lines: [] });
    const call = find(panel.shadowRoot!, 'pal-call')!.shadowRoot!;
    const log = call.querySelector('[role=log]')!;
    const texts: string[] = [];
    const rewritten: string[] = [];
    const watch = new MutationObserver((records) => {
      for (const { type, addedNodes, target } of records) {
        if (type === 'characterData') rewritten.push(target.textContent ?? '');
        for (const node of addedNodes)
          if (node instanceof HTMLElement) texts.push(node.textContent.replace(/\s+/g, ' ').trim());
      }
    });
    watch.observe(log, { childList: true, characterData: true, subtree: true });
    const steps = [
      [line(1, 'pal', 'Welcome.', { streaming: true })],
      [line(1, 'pal', 'Welcome. What can I do for you?')],
      [line(1, 'pal', 'Welcome. What can I do for you?'), line(2, 'user', 'Where are you?')],
      [
        line(1, 'pal', 'Welcome. What can I do for you?'),
        line(2, 'user', 'Where are you?'),
        line(3, 'pal', 'At the harbour.', { streaming: true }),
      ],
    ];
    for (const lines of steps) {
      session.show({ phase: LIVE, lines });
      await waitUntilSettled(panel);
    }
    press(panel, 'Transcript');
    await waitUntilSettled(panel);
    session.show({ lines: [...steps.at(-1)!.slice(0, 2), line(3, 'pal', 'At the harbour. By the quay.')] });
    await waitUntilSettled(panel);
    watch.disconnect();
    expect(texts).to.deep.equal([
      'Mira: Welcome.',
      'What can I do for you?',
      'You: Where are you?',
      'Mira: At the harbour.',
      'By the quay.',
    ]);
    expect(rewritten).to.deep.equal([]);
    // The call's only live region stays. The transcript is no live region; a visitor reads it by moving into it.
    expect(call.querySelector('[role=log]')).to.equal(log);
    const transcript = find(panel.shadowRoot!, 'pal-transcript')!.shadowRoot!;
    expect(transcript.querySelector('[role=log]')!.getAttribute('aria-live')).to.equal('off');
  });
});
