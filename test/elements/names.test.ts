/** Accessible names of controls: each control has a name that is announced once and differs from its neighbours. */
import { expect, fixture, html } from '@open-wc/testing';
import type { PalWidget } from '../../src/elements/pal-widget.ts';
import { LIVE } from '../../stories/scripted-session.ts';
import { SCREENS } from '../../stories/screens.ts';
import { line, STATES } from '../../stories/states.ts';
import { all, find, inChromium, openWidget, waitUntilSettled, texts } from './widget.ts';

const normaliseText = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim();

it('a tooltip equals the name, or adds to it', async () => {
  const faults: string[] = [];
  const { widget, panel, session } = await openWidget({ phase: { is: 'ready' } });
  const initialView = session.view;
  const check = (screen: string) => {
    for (const element of all(widget.shadowRoot!)) {
      const name = normaliseText(element.ariaLabel) || normaliseText(element.textContent);
      if (element.title && name.includes(element.title)) faults.push(`${screen}: "${element.title}" twice`);
      if (element instanceof HTMLButtonElement && !name && !element.title)
        faults.push(`${screen}: ${element.outerHTML.slice(0, 60)} has no name`);
    }
  };
  for (const [screen, view] of Object.entries(SCREENS)) {
    session.show({ ...initialView, ...view(), agent: null });
    await waitUntilSettled(panel);
    check(screen);
  }
  session.show({ ...initialView, phase: LIVE });
  widget.close();
  await widget.updateComplete;
  check('minimised');
  expect(faults).to.deep.equal([]);
}).timeout(60_000);

it('a launcher is named once, with or without visible text', async () => {
  // If an earlier test leaves a widget in a call, that widget replaces a later one for the same deployment.
  for (const variant of ['tiny', 'compact', 'full'] as const) {
    const widget = await fixture<PalWidget>(
      html`<pal-widget deployment-id="launcher" text="Ask us" variant=${variant}></pal-widget>`,
    );
    const button = find(widget.shadowRoot!, '[part=launcher]')!;
    expect([normaliseText(button.textContent), button.title], variant).to.deep.equal(
      variant === 'tiny' ? ['', 'Ask us'] : ['Ask us', ''],
    );
    await expect(widget).to.be.accessible();
    widget.remove();
  }
});

it('dialog, toolbar, launcher and minimised call have different names', async () => {
  const { widget, panel } = await openWidget({ phase: LIVE });
  const names = [
    widget.shadowRoot!.querySelector('dialog')!.ariaLabel,
    find(panel.shadowRoot!, '[role=toolbar]')!.ariaLabel,
    normaliseText(find(widget.shadowRoot!, '[part=launcher]')!.title),
  ];
  widget.close();
  await widget.updateComplete;
  names.push(find(widget.shadowRoot!.querySelector('pal-minimised')!.shadowRoot!, '[role=group]')!.ariaLabel);
  expect(names.every((name) => name)).to.equal(true);
  expect(new Set(names).size, names.join(', ')).to.equal(4);
});

// On a touch screen the focus would open the keyboard over half of the call.
inChromium('who opens a running call again goes on by writing', async () => {
  for (const transport of ['media', 'text'] as const) {
    const { widget, panel } = await openWidget({ phase: { ...LIVE, transport } as typeof LIVE });
    const composer = find(panel.shadowRoot!, 'pal-composer')!;
    // Compare only the name, because chai takes minutes to describe an unexpected element.
    const focus = (root: Element) => root.shadowRoot!.activeElement?.localName ?? null;
    expect(focus(composer), 'at first the panel has it').to.equal(null);
    widget.close();
    await widget.updateComplete;
    widget.open();
    await widget.updateComplete;
    await waitUntilSettled(panel);
    expect(focus(composer)).to.equal('textarea');
    widget.expanded = true;
    await waitUntilSettled(panel);
    expect(focus(widget), 'another size loses no focus').not.to.equal(null);
    // The enlarged dialog makes the rest of the page inert, including the next test's widget.
    widget.remove();
  }
});

it('the AI disclosure is on the screen once while it is spoken', async () => {
  const caption = { ...line(1, 'pal', 'Before we start: I am an AI system.'), streaming: true };
  const { panel } = await openWidget({
    ...STATES.LiveListening(),
    disclosure: 'You are talking with an AI system.',
    caption,
  });
  await waitUntilSettled(panel);
  const count = [...all(panel.shadowRoot!)].filter(
    (element) =>
      /AI system/.test(texts(element)) &&
      ![...element.children].some((child) => /AI system/.test(texts(child))) &&
      !element.shadowRoot &&
      element.checkVisibility() &&
      element.getBoundingClientRect().width > 1,
  ).length;
  expect(count).to.equal(1);
});
