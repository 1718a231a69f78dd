/** Attributes of the hosted interface's widget, on a page in which only the element's name was changed. */
import { expect, fixture, html } from '@open-wc/testing';
import '../../src/elements/define.ts';
import type { PalWidget } from '../../src/elements/pal-widget.ts';
import { ScriptedSession } from '../../stories/scripted-session.ts';
import { find } from './widget.ts';
import { waitUntil } from './wait-until.ts';

const CONFIG = '{"locale":"de","widget":{"text":"Fragen?","variant":"compact"}}';
const label = (widget: PalWidget) => find(widget.shadowRoot!, '[part=launcher]')!.textContent?.trim();

describe('attributes of the hosted widget', () => {
  it('`override-config` equals `override`, which wins if both are set', async () => {
    const widget = await fixture<PalWidget>(
      html`<pal-widget deployment-id="d1" override-config=${CONFIG}></pal-widget>`,
    );
    expect(label(widget)).to.equal('Fragen?');
    const widgetWithBoth = await fixture<PalWidget>(
      html`<pal-widget
        deployment-id="d1"
        override-config=${CONFIG}
        override='{"widget":{"text":"Own","variant":"compact"}}'
      ></pal-widget>`,
    );
    expect(label(widgetWithBoth)).to.equal('Own');
  });

  it("`override-config` may contain the launcher's texts as an object", async () => {
    for (const [text, message] of [
      [{ title: 'Fragen?', btn_title: 'Los' }, 'Fragen?'],
      [{ btn_title: 'Los' }, null],
    ] as const) {
      const config = JSON.stringify({ widget: { text, variant: 'compact' } });
      const widget = await fixture<PalWidget>(
        html`<pal-widget deployment-id="d1" override-config=${config}></pal-widget>`,
      );
      const caption = label(widget);
      if (message) expect(caption).to.equal(message);
      else expect(caption).not.to.contain('object');
    }
  });

  it('`camera-on-start` is reported in the console as without effect, once a visitor opens it', async () => {
    const session = new ScriptedSession();
    const warnings: string[] = [];
    const { warn } = console;
    console.warn = (...messages: unknown[]) => warnings.push(messages.join(' '));
    try {
      const widget = await fixture<PalWidget>(
        html`<pal-widget deployment-id="d1" camera-on-start .createSession=${() => session}></pal-widget>`,
      );
      widget.open();
      await waitUntil(() => session.calls.length > 0, 'the session');
    } finally {
      console.warn = warn;
    }
    expect(warnings.filter((warning) => /camera-on-start/.test(warning)).length).to.equal(1);
  });
});
