/** Colours that the browser computes have enough contrast: placeholders in empty fields, and parts of a chart. */
import { expect } from '@open-wc/testing';
import { STATES } from '../../stories/states.ts';
import { showCard } from './shown-cards.ts';
import { inForcedColors } from './forced-colors.ts';
import { all, find, inChromium, openWidget, press, waitUntilSettled } from './widget.ts';

const ACCENTS = ['#2b5bd7', '#ffe9a8', '#000000', '#ffd400'];
const brush = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;

/** Converts any colour to red, green and blue. */
function pixel(color: string): number[] {
  brush.fillStyle = color;
  brush.fillRect(0, 0, 1, 1);
  return [...brush.getImageData(0, 0, 1, 1).data.slice(0, 3)];
}

function luminance(color: string): number {
  const [red, green, blue] = pixel(color).map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(firstColor: string, secondColor: string): number {
  const [darker, lighter] = [luminance(firstColor), luminance(secondColor)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  return (lighter + 0.05) / (darker + 0.05);
}

const TWELVE_PARTS = Array.from({ length: 12 }, (_, index) => ({
  label: `Part ${index + 1}`,
  value: index + 1,
}));

/** Returns the colours and shapes of the marks in a chart's legend, and the colours of the slices. */
async function readLegend(accent: string, theme: 'light' | 'dark') {
  const { widget, panel } = await showCard('chart', { chart_type: 'pie', data: TWELVE_PARTS });
  widget.theme = theme;
  widget.accentColor = accent;
  await waitUntilSettled(panel);
  const marks = [...find(panel.shadowRoot!, '.pie ol')!.querySelectorAll('i')].map((mark) =>
    getComputedStyle(mark),
  );
  const slices = [...find(panel.shadowRoot!, '.pie svg')!.querySelectorAll('.slice')].map((slice) =>
    getComputedStyle(slice),
  );
  return {
    colors: marks.map(({ backgroundColor }) => pixel(backgroundColor).join()),
    lightness: marks.map(({ backgroundColor }) => luminance(backgroundColor)),
    shapes: marks.map(({ clipPath, borderRadius }) => `${clipPath} ${borderRadius}`),
    slices: slices.map(({ fill }) => pixel(fill).join()),
    outline: slices[0]!.stroke,
    surface: getComputedStyle(find(panel.shadowRoot!, '.card')!).backgroundColor,
  };
}

describe('contrast', () => {
  for (const theme of ['light', 'dark'] as const)
    it(`of placeholders is 4.5 to 1 in ${theme}, for any accent`, async () => {
      let fields = 0;
      for (const accent of ACCENTS)
        for (const open of [
          () => showCard('input', { prompt: 'Your address?', placeholder: 'you@example.com' }),
          async () => {
            const widget = await openWidget({ ...STATES.LiveTranscript(), agent: null });
            press(widget.panel, 'Search');
            await waitUntilSettled(widget.panel);
            return widget;
          },
        ]) {
          const { widget, panel } = await open();
          widget.theme = theme;
          widget.accentColor = accent;
          await waitUntilSettled(panel);
          for (const field of all(panel.shadowRoot!)) {
            if (!field.matches('[placeholder]:not([placeholder=""])')) continue;
            fields++;
            const { color, opacity } = getComputedStyle(field, '::placeholder');
            expect(opacity).to.equal('1');
            expect(contrast(color, getComputedStyle(field).backgroundColor), field.outerHTML).to.be.at.least(
              4.5,
            );
          }
        }
      expect(fields).to.be.at.least(4 * ACCENTS.length);
    });

  it("of notes on a call's dark background is 4.5 to 1", async () => {
    let notes = 0;
    for (const state of ['LiveHearingDownloading', 'LiveHearingFailed', 'LiveDeviceGone'] as const) {
      const { panel } = await openWidget({ ...STATES[state](), agent: null });
      const side = find(panel.shadowRoot!, '.side')!;
      for (const text of side.querySelectorAll<HTMLElement>('.note p, p.note')) {
        if (!text.checkVisibility() || !text.textContent?.trim()) continue;
        notes++;
        const ratio = contrast(getComputedStyle(text).color, getComputedStyle(side).backgroundColor);
        expect(ratio, text.textContent).to.be.at.least(4.5);
      }
    }
    expect(notes).to.equal(3);
  });

  async function assertDistinct(forced: boolean): Promise<void> {
    for (const theme of ['light', 'dark'] as const)
      for (const accent of ACCENTS) {
        const { colors, lightness, shapes, slices, outline, surface } = await readLegend(accent, theme);
        const description = `${accent} in ${theme}: ${colors.join(' ')}`;
        expect(new Set(colors).size, description).to.equal(12);
        expect(slices, 'the slices have the colours of their marks').to.deep.equal(colors);
        for (let index = 1; index < 12; index++) {
          const [darker, lighter] = [lightness[index - 1]!, lightness[index]!].sort((a, b) => a - b);
          // Every fourth part has a new hue, so it needs less contrast to the part before it.
          const minimum = index % 4 === 0 ? 1.1 : 1.3;
          expect((lighter! + 0.05) / (darker! + 0.05), `${description}: ${index}`).to.be.at.least(minimum);
          expect(shapes[index], description).to.not.equal(shapes[index - 1]);
        }
        // The border of each slice is visible on the card, however light the slice is.
        if (forced) expect(contrast(outline, surface), description).to.be.at.least(4.5);
      }
  }

  it('of a pie chart: no two parts look the same, neighbours differ in lightness and shape', () =>
    assertDistinct(false));
  inChromium('pie slices differ in lightness and shape in forced colours too, and each has an edge', () =>
    inForcedColors(() => assertDistinct(true)),
  );
});
