/**
 * Parts that appear during a call do not move other parts, so that they do not worsen the Cumulative Layout Shift of
 * the customer's page.
 */
import { setViewport } from '@web/test-runner-commands';
import { expect, nextFrame } from '@open-wc/testing';
import { SCREENS } from '../../stories/screens.ts';
import { line } from '../../stories/states.ts';
import { stopPictures } from '../../stories/pictures.ts';
import { find, openWidget, waitUntilSettled } from './widget.ts';

interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** Describes the value of a shift and the elements that moved. */
const describeShift = ({ value, sources }: LayoutShift) =>
  `${value.toFixed(4)} ${sources
    .map(({ node, previousRect: oldBox, currentRect: newBox }) => {
      const element = node instanceof Element ? node : node?.parentElement;
      return `${element?.localName}.${element?.className} ${oldBox.x},${oldBox.y} to ${newBox.x},${newBox.y}`;
    })
    .join('; ')}`;

/** The phases of a call, in which captions, cards and notes appear and disappear. */
const CALL = [
  'Connecting',
  'LiveDisclosure',
  'LiveSpeaking',
  'LiveListening',
  'CardQuestion',
  'CardQuestionSpoken',
  'LiveSpeakingLong',
  'CardChart',
  'LiveThinking',
  'CardCalendar',
  'LiveWeakNetwork',
  'Reconnecting',
  'LiveListening',
] as const;

describe('layout shift', () => {
  after(async () => {
    stopPictures();
    await setViewport({ width: 1024, height: 800 });
  });

  for (const [width, height, expanded] of [
    [390, 844, false],
    [1280, 800, false],
    [1280, 800, true],
    [844, 390, false],
  ] as const) {
    it(`is zero through a call at ${width}x${height}${expanded ? ', enlarged' : ''}`, async () => {
      await setViewport({ width, height });
      const { widget, panel, session } = await openWidget({ ...SCREENS['Connecting']!(), agent: null });
      widget.expanded = expanded;
      await waitUntilSettled(panel);
      const shifts: string[] = [];
      let state = 'Connecting';
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as LayoutShift[])
          if (entry.value > 0) shifts.push(`${state}: ${describeShift(entry)}`);
      });
      // Frames after a change of the viewport are not counted.
      for (let frame = 0; frame < 4; frame++) await nextFrame();
      observer.observe({ type: 'layout-shift', buffered: false });
      for (state of CALL) {
        session.show({ canvas: { card: null, state: 'open' }, caption: null, disclosure: null });
        session.show({ ...SCREENS[state]!(), agent: null });
        await waitUntilSettled(panel);
        for (let frame = 0; frame < 6; frame++) await nextFrame();
        for (const item of observer.takeRecords() as LayoutShift[])
          if (item.value > 0) shifts.push(`${state}: ${describeShift(item)}`);
      }
      state = 'captions';
      const noteText =
        'Our opening hours are long. From ten to seven in the week. On Saturday from ten to four, and never on Sunday.';
      for (let end = 8; end <= noteText.length; end += 8) {
        session.show({ caption: line(20, 'pal', noteText.slice(0, end), { streaming: true }) });
        await waitUntilSettled(panel);
        for (const shift of observer.takeRecords() as LayoutShift[])
          if (shift.value > 0) shifts.push(`${state}: ${describeShift(shift)}`);
      }
      observer.disconnect();
      expect(find(panel.shadowRoot!, 'pal-controls')).not.to.equal(null);
      expect(shifts).to.deep.equal([]);
    });
  }
});
