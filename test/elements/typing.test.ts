/** Shortcuts of a page with a single key ignore text that a visitor types into an element. */
import { sendKeys } from '@web/test-runner-commands';
import { expect } from '@open-wc/testing';
import { CARD, DEPLOYMENT, LIVE } from '../../stories/scripted-session.ts';
import { find, openWidget } from './widget.ts';
import type { View } from '../../src/elements/session/phases.ts';
import { waitUntil } from './wait-until.ts';

/** Ways in which pages detect that a visitor is typing, and listen for keys. */
const GUARDS: Record<string, (event: Event) => Element | null> = {
  "the event's target": ({ target }) => target as Element,
  "the document's active element": () => document.activeElement,
};
const TYPED_TEXT = 'please find /my m?';

const SCREENS: Record<string, { view: Partial<View>; field: string }> = {
  'the composer': { view: { phase: LIVE }, field: 'textarea' },
  'the password': {
    view: { phase: { is: 'gate', by: 'password', refused: false, waitSeconds: null, busy: false } },
    field: 'input[type=password]',
  },
  'the comment of a rating': {
    view: {
      phase: { is: 'ended', conversationId: 'c1', reason: 'left' },
      deployment: { ...DEPLOYMENT, customization: { after_call: { feedback: true } } },
    },
    field: '[part=input]',
  },
  'an answer of its own on a card': { view: { phase: LIVE, canvas: CARD }, field: 'input[part=input]' },
};

for (const [guardName, findTypingField] of Object.entries(GUARDS)) {
  describe(`on a page with shortcuts that checks ${guardName}`, () => {
    let shortcuts: string[];
    const recordShortcut = (event: Event): void => {
      if (findTypingField(event)?.matches('input, textarea, select')) return;
      shortcuts.push(event.type);
      event.preventDefault();
    };
    const EVENTS = ['keydown', 'keypress', 'keyup', 'paste'];
    beforeEach(() => {
      shortcuts = [];
      for (const type of EVENTS) window.addEventListener(type, recordShortcut);
    });
    afterEach(() => {
      for (const type of EVENTS) window.removeEventListener(type, recordShortcut);
    });

    it('every letter arrives in the composer, and Enter sends', async () => {
      const { panel, session } = await openWidget({ phase: LIVE });
      const field = find<HTMLTextAreaElement>(panel.shadowRoot!, 'textarea')!;
      field.focus();
      await sendKeys({ type: TYPED_TEXT });
      expect(field.value).to.equal(TYPED_TEXT);
      field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, composed: true }));
      await sendKeys({ press: 'Enter' });
      expect(shortcuts).to.deep.equal([]);
      expect(session.calls.at(-1)).to.deep.equal(['say', TYPED_TEXT]);
    });

    it('Space and the arrow keys reach the button that has the focus', async () => {
      const { panel } = await openWidget({ phase: LIVE });
      const button = find<HTMLButtonElement>(panel.shadowRoot!, '[part~=microphone]')!;
      let presses = 0;
      button.addEventListener('click', () => presses++);
      button.focus();
      for (const press of [' ', 'Enter', 'ArrowDown']) await sendKeys({ press });
      expect([presses, shortcuts]).to.deep.equal([2, []]);
    });

    it('Escape in the composer closes the panel', async () => {
      const { panel, widget, fired } = await openWidget({ phase: LIVE });
      find(panel.shadowRoot!, 'textarea')!.focus();
      await sendKeys({ press: 'Escape' });
      await widget.updateComplete;
      expect(fired).to.contain('pal-close');
    });

    it('a key on a button, and outside of the element, reaches the page', async () => {
      const { panel } = await openWidget({ phase: LIVE });
      find(panel.shadowRoot!, '[part~=leave]')!.focus();
      await sendKeys({ press: 'j' });
      (document.activeElement as HTMLElement).blur();
      await sendKeys({ press: 'j' });
      expect(shortcuts.filter((type) => type === 'keydown')).to.have.length(2);
    });

    it('a field that the page itself put into the panel keeps its events', async () => {
      const { widget } = await openWidget();
      const pageInput = document.createElement('input');
      pageInput.slot = 'preview';
      widget.append(pageInput);
      const targets: EventTarget[] = [];
      const hear = ({ target }: Event) => void (target && targets.push(target));
      document.addEventListener('keydown', hear);
      pageInput.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true, composed: true }));
      document.removeEventListener('keydown', hear);
      expect(targets).to.deep.equal([pageInput]);
    });
  });
}

describe('on a page whose window captures keys for shortcuts', () => {
  const listening = new AbortController();
  const ownInput = document.createElement('input');
  let seizures = 0;
  after(() => (listening.abort(), ownInput.remove()));
  const captureFor = (spares: (target: HTMLElement) => boolean): void =>
    window.addEventListener(
      'keydown',
      (event) => {
        if (spares(event.target as HTMLElement)) return;
        event.preventDefault();
        seizures++;
        ownInput.focus();
      },
      { capture: true, signal: listening.signal },
    );

  for (const [title, spares, maximum] of [
    ['spares what can be edited', (target: HTMLElement) => target.isContentEditable, 0],
    ['takes every key', () => false, TYPED_TEXT.length],
  ] as const)
    it(`and ${title}, every letter arrives in the composer`, async () => {
      document.body.append(ownInput);
      captureFor(spares);
      const { panel } = await openWidget({ phase: LIVE });
      const field = find<HTMLTextAreaElement>(panel.shadowRoot!, 'textarea')!;
      field.focus();
      await sendKeys({ type: TYPED_TEXT });
      expect([field.value, ownInput.value, seizures]).to.deep.equal([TYPED_TEXT, '', maximum]);
    });
});

for (const [name, { view, field }] of Object.entries(SCREENS))
  it(`a letter typed into ${name} does not leave the element`, async () => {
    const { panel } = await openWidget(view);
    const isPresent = () =>
      find(panel.shadowRoot!, field) ?? void find(panel.shadowRoot!, '[part=star]')?.click();
    await waitUntil(isPresent, 'the field, which may come with a choice');
    const input = find(panel.shadowRoot!, field)!;
    const types: string[] = [];
    const hear = ({ type }: Event) => void types.push(type);
    document.addEventListener('keydown', hear);
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true, composed: true }));
    document.removeEventListener('keydown', hear);
    expect(types).to.deep.equal([]);
  });
