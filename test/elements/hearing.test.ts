/**
 * The browser's speech recognition as a visitor uses it: the real session in Chromium with a scripted
 * SpeechRecognition.
 */
import { expect, fixture, html } from '@open-wc/testing';
import type { Customization } from '../../src/contract/customization.ts';
import type { VisitorMessage } from '../../src/contract/room-events.ts';
import '../../src/elements/define.ts';
import type { PalWidget } from '../../src/elements/pal-widget.ts';
import type { PalPanel } from '../../src/elements/parts/pal-panel.ts';
import { browserClock } from '../../src/elements/session/clock.ts';
import { scriptedRooms, SCRIPTS } from '../../src/elements/session/scripted-room.ts';
import { ServiceSession } from '../../src/elements/session/session.ts';
import { DEPLOYMENT, LIVE } from '../../stories/scripted-session.ts';
import { scriptedRecogniser, type ScriptedRecogniser } from '../session/scripted-recognition.ts';
import { finishAnimations, find, openWidget, press, waitUntilSettled, texts } from './widget.ts';
import { waitUntil } from './wait-until.ts';

const json = (value: unknown) =>
  new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json' } });
const global = globalThis as { SpeechRecognition?: unknown; webkitSpeechRecognition?: unknown };

/** Opens the first screen of a widget whose deployment has this customization; records the page's requests. */
async function openFirstScreen(customization: Customization, browser: ScriptedRecogniser, attribute = '') {
  // Replace properties of this browser by those of the scripted one.
  const ownProperties = {
    SpeechRecognition: global.SpeechRecognition,
    webkitSpeechRecognition: global.webkitSpeechRecognition,
  };
  global.SpeechRecognition = undefined;
  global.webkitSpeechRecognition = browser.recognition;
  const messages: VisitorMessage[] = [];
  const audio = new AudioContext();
  const { stream } = audio.createMediaStreamDestination();
  const room = scriptedRooms(
    { ...SCRIPTS['small-talk'], answer: (message) => (messages.push(message), []) },
    browserClock,
  );
  const conversation = {
    conversation_id: 'c1',
    conversation_name: 'Call',
    conversation_url: `${location.origin}/rooms/c1`,
    status: 'active',
    callback_url: '',
    created_at: '2026-01-05T09:00:00.000000Z',
    meeting_token: 't',
  };
  const widget = await fixture<PalWidget>(
    html`<pal-widget
      deployment-id="d1"
      hearing=${attribute}
      .createSession=${(options: ConstructorParameters<typeof ServiceSession>[0]) =>
        new ServiceSession({
          ...options,
          rooms: room,
          media: {
            getUserMedia: async () => stream.clone(),
            enumerateDevices: async () => [],
            addEventListener() {},
          },
          fetch: async (input) =>
            json(
              new URL(input instanceof Request ? input.url : input).pathname.endsWith('/init')
                ? { ...DEPLOYMENT, customization }
                : conversation,
            ),
        })}
    ></pal-widget>`,
  );
  widget.open();
  await waitUntil(
    () => widget.shadowRoot!.querySelector<PalPanel>('pal-panel')?.view.phase.is === 'ready',
    'the first screen',
  );
  const panel = widget.shadowRoot!.querySelector<PalPanel>('pal-panel')!;
  await waitUntilSettled(panel);
  const waitForText = (pattern: RegExp) =>
    waitUntil(() => pattern.test(texts(panel.shadowRoot!)), `${pattern} is shown`);
  return {
    widget,
    panel,
    sent: messages,
    is: waitForText,
    hearing: () =>
      messages
        .filter(({ event_type }) => event_type === 'conversation.hearing')
        .map(({ properties }) => properties),
    close() {
      widget.remove();
      Object.assign(global, ownProperties);
      void audio.close();
    },
  };
}

describe("the browser's own speech recognition", () => {
  it('recognises on the device, shows that, and sends the recognised words', async () => {
    const browser = scriptedRecogniser({ packs: { 'en-US': 'available' } });
    const firstScreen = await openFirstScreen({ hearing: 'browser' }, browser);
    press(firstScreen.panel, 'Talk');
    await waitUntil(() => firstScreen.panel.view.phase.is === 'live', 'live');
    await waitUntilSettled(firstScreen.panel);
    await waitUntil(() => browser.created.length === 1, 'it is started');
    expect(browser.last().track).to.be.instanceOf(MediaStreamTrack);
    browser.last().begins();
    await firstScreen.is(/Your device turns your voice into text/);
    browser.last().says(['when do you open', true]);
    expect(firstScreen.hearing()).to.deep.equal([{ by: 'browser', on_device: true }]);
    expect(
      firstScreen.sent
        .filter(({ event_type }) => event_type === 'conversation.heard')
        .map(({ properties }) => (properties as { speech: string }).speech),
    ).to.deep.equal(['when do you open']);
    finishAnimations(firstScreen.widget);
    await expect(firstScreen.widget).to.be.accessible();
    browser.last().fails('not-allowed');
    expect(firstScreen.hearing().at(-1)).to.deep.equal({ by: 'service', reason: 'not-allowed' });
    await waitUntil(
      () => !/Your device turns/.test(texts(firstScreen.panel.shadowRoot!)),
      'it is not said any more',
    );
    firstScreen.close();
  });

  it('is offered as a download by a button, which keeps the focus until it is done', async () => {
    const browser = scriptedRecogniser({ packs: { 'en-US': 'downloadable' } });
    const firstScreen = await openFirstScreen({}, browser, 'browser');
    press(firstScreen.panel, 'Talk');
    await firstScreen.is(/Download better speech recognition/);
    await waitUntilSettled(firstScreen.panel);
    finishAnimations(firstScreen.widget);
    await expect(firstScreen.widget).to.be.accessible();
    const button = () => find<HTMLButtonElement>(firstScreen.panel.shadowRoot!, '[part=download]');
    const isButtonFocused = () =>
      (button()?.getRootNode() as ShadowRoot | undefined)?.activeElement === button();
    button()!.focus();
    button()!.click();
    await firstScreen.is(/Downloading speech recognition/);
    expect([isButtonFocused(), button()!.ariaDisabled, browser.calls.at(-1)]).to.deep.equal([
      true,
      'true',
      'install en-US',
    ]);
    browser.finishInstallation(false);
    await firstScreen.is(/The download failed/);
    expect([isButtonFocused(), button()!.ariaDisabled]).to.deep.equal([true, 'false']);
    button()!.click();
    browser.finishInstallation(true);
    await waitUntil(() => browser.created.length === 1, 'it is started');
    await waitUntilSettled(firstScreen.panel);
    expect(button()).to.equal(null);
    const call = find(firstScreen.panel.shadowRoot!, 'pal-call')!;
    expect(call.shadowRoot!.activeElement?.localName).to.equal('pal-composer');
    firstScreen.close();
  });

  it("asks for a separate consent before the call if the vendor's servers recognise the words", async () => {
    for (const [answer, isRecognising] of [
      ['I agree', 1],
      ['No, thanks', 0],
    ] as const) {
      const browser = scriptedRecogniser({ local: false });
      const firstScreen = await openFirstScreen({ hearing: 'browser-cloud' }, browser);
      press(firstScreen.panel, 'Talk');
      await firstScreen.is(/Your browser’s maker turns your voice into text/);
      await waitUntilSettled(firstScreen.panel);
      finishAnimations(firstScreen.widget);
      await expect(firstScreen.widget).to.be.accessible();
      press(firstScreen.panel, answer);
      await waitUntil(() => firstScreen.panel.view.phase.is === 'live', 'live');
      await waitUntilSettled(firstScreen.panel);
      await waitUntil(() => firstScreen.panel.view.devices.microphone.state === 'on', 'the microphone is on');
      expect(browser.created.length).to.equal(isRecognising);
      if (isRecognising) {
        browser.last().begins();
        expect(firstScreen.hearing()).to.deep.equal([{ by: 'browser', on_device: false }]);
        await firstScreen.is(/Your browser’s maker turns your voice into text/);
      }
      firstScreen.close();
    }
  });

  it('is not offered on a page that disables it', async () => {
    const browser = scriptedRecogniser({ packs: { 'en-US': 'available' } });
    for (const [customization, attribute] of [
      [{}, ''],
      [{ hearing: 'browser' }, 'service'],
      [{}, 'browser-cloud'],
    ] as const) {
      const firstScreen = await openFirstScreen(customization, browser, attribute);
      press(firstScreen.panel, 'Type');
      await waitUntil(() => firstScreen.panel.view.phase.is === 'live', 'live');
      expect([browser.calls, firstScreen.panel.view.hearing]).to.deep.equal([[], null]);
      firstScreen.close();
    }
  });
});

describe("the panel's questions about recognition", () => {
  it('are sent to the session', async () => {
    const { panel, session } = await openWidget({
      phase: { is: 'gate', by: 'hearing' },
      hearing: { where: 'cloud', state: 'ready' },
    });
    press(panel, 'I agree');
    press(panel, 'No, thanks');
    session.show({ phase: LIVE, hearing: { where: 'device', state: 'downloadable' } });
    await waitUntilSettled(panel);
    press(panel, 'Download better speech recognition');
    expect(session.calls.filter(([verb]) => /Hearing/.test(verb))).to.deep.equal([
      ['agreeHearing', true],
      ['agreeHearing', false],
      ['installHearing'],
    ]);
  });
});
