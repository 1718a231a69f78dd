import { css, html, nothing, svg, unsafeCSS } from 'lit';
import type { CanvasArguments } from '@palkit/contract/canvas';
import { CardPart } from './card.ts';
import { arc, scaleOf, relativePosition } from './scale.ts';

type Data = CanvasArguments<'chart'>['data'];
const WIDTH = 270;
/**
 * Lightness in percent on a light and on a dark background. Adjacent slices of a pie differ in lightness, so that
 * colour-blind visitors can distinguish them; after every four slices the hue changes.
 */
const SHADES: readonly [light: number, dark: number][] = [
  [50, 65],
  [80, 92],
  [35, 50],
  [65, 78],
];
const HUES = [0, 75, -75];
/**
 * Returns the chroma of a row's colour. A grey accent has no hue to rotate, so all rows but the first get a minimum
 * chroma.
 */
const chroma = (row: number) => unsafeCSS(row === 0 ? 'c' : 'max(c, 0.12)');

/**
 * Bars, a line or a pie, drawn as SVG in the colours of the design tokens, with the numbers in a table for screen
 * readers.
 *
 * @summary The canvas' chart.
 * @fires pal-request - `answer-card`.
 * @csspart drawing - The drawing.
 * @csspart bar - A bar.
 * @csspart chart-line - The line.
 * @csspart slice - A slice of the pie.
 * @csspart legend - The names of the slices.
 */
export class PalChartCard extends CardPart<'chart'> {
  static override styles = [
    ...CardPart.styles,
    css`
      svg.drawing {
        display: block;
        width: 100%;
        height: auto;
        overflow: visible;
      }
      text {
        font-size: 12px;
        fill: var(--pal-text-soft);
        font-variant-numeric: tabular-nums;
      }
      text.strong {
        fill: var(--pal-text);
      }
      text.value {
        fill: var(--pal-text);
        font-weight: 600;
      }
      .track {
        fill: var(--pal-raised);
      }
      .bar,
      .dot {
        fill: var(--pal-accent);
      }
      .dot {
        stroke: var(--pal-surface);
        stroke-width: 2;
      }
      .grid {
        stroke: var(--pal-line);
        stroke-width: 1;
      }
      .zero {
        stroke: var(--pal-text-soft);
        stroke-width: 1;
      }
      .line {
        fill: none;
        stroke: var(--pal-accent);
        stroke-width: 2.5;
        stroke-linejoin: round;
        stroke-linecap: round;
      }
      .area {
        fill: color-mix(in srgb, var(--pal-accent) 14%, transparent);
      }
      .axis {
        font-size: 0.82em;
      }
      .pie {
        display: grid;
        grid-template-columns: minmax(84px, 1fr) minmax(0, 2fr);
        gap: 20px;
        align-items: center;
      }
      .slice {
        fill: var(--_part);
        stroke: var(--pal-surface);
        stroke-width: 1.5;
      }
      ol {
        display: flex;
        flex-direction: column;
        gap: 6px;
        margin: 0;
        padding: 0;
        list-style: none;
        font-size: 0.9em;
        line-height: 1.35;
      }
      li {
        display: grid;
        grid-template-columns: 10px minmax(0, 1fr) auto;
        gap: 10px;
        align-items: baseline;
        overflow-wrap: anywhere;
      }
      li i {
        width: 10px;
        height: 10px;
        background: var(--_part);
      }
      /* Different shapes help to distinguish the marks. */
      li:nth-child(4n + 1) i {
        border-radius: 50%;
      }
      li:nth-child(4n + 2) i {
        border-radius: 2px;
      }
      li:nth-child(4n + 3) i {
        clip-path: polygon(50% 0, 100% 100%, 0 100%);
      }
      li:nth-child(4n) i {
        clip-path: polygon(50% 0, 100% 50%, 50% 100%, 0 50%);
      }
      li b {
        font-weight: 600;
        font-variant-numeric: tabular-nums;
      }
      @media (forced-colors: active) {
        .bar,
        .dot {
          fill: Highlight;
        }
        .line {
          stroke: Highlight;
        }
        /* With forced colours each series keeps its own colour and gets a border. */
        .slice,
        li i {
          forced-color-adjust: none;
        }
        .slice {
          stroke: CanvasText;
        }
      }
    `,
    ...HUES.flatMap((hue, row) =>
      SHADES.map(
        ([light, dark], column) => css`
          .part-${row * SHADES.length + column} {
            --_part: light-dark(
              oklch(from var(--pal-accent) ${light}% ${chroma(row)} calc(h + ${hue})),
              oklch(from var(--pal-accent) ${dark}% ${chroma(row)} calc(h + ${hue}))
            );
          }
        `,
      ),
    ),
  ];

  override render() {
    const { chart_type, data, title, x_label, y_label } = this.cardArguments;
    const name = title ?? this.words.chart;
    const drawing = { bar: () => this.#bars(data), line: () => this.#line(data), pie: () => this.#pie(data) }[
      chart_type
    ]();
    // Bars are horizontal, so the value axis is at the bottom.
    const labels = [y_label, x_label].filter(Boolean).join(' · ');
    return this.show(
      name,
      html` <div aria-hidden="true">
          ${labels && chart_type !== 'pie' ? html`<p class="axis" dir="auto">${labels}</p>` : nothing}${drawing}
        </div>
        <div class="hidden">
          <table>
            <caption>
              ${name}
            </caption>
            ${
              x_label || y_label
                ? html`<thead>
                    <tr>
                      <th scope="col">${x_label ?? y_label}</th>
                      <th scope="col">${y_label ?? x_label}</th>
                    </tr>
                  </thead>`
                : nothing
            }
            <tbody>
              ${data.map(
                ({ label, value }) =>
                  html`<tr>
                    <th scope="row">${label}</th>
                    <td>${this.#number(value)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>`,
      { titled: title !== undefined },
    );
  }

  #number(value: number, percent = false): string {
    const compact = !percent && Math.abs(value) >= 1e6;
    return new Intl.NumberFormat(
      this.language.tag,
      percent
        ? { style: 'percent', maximumFractionDigits: value < 0.1 ? 1 : 0 }
        : { maximumFractionDigits: compact ? 1 : 2, notation: compact ? 'compact' : 'standard' },
    ).format(value);
  }

  #bars(data: Data) {
    const { low, high } = scaleOf(data.map(({ value }) => value));
    const mirrored = getComputedStyle(this).direction === 'rtl';
    const x = (value: number) =>
      (mirrored ? 1 - relativePosition(value, low, high) : relativePosition(value, low, high)) * WIDTH;
    const [start, end] = mirrored ? [WIDTH, 0] : [0, WIDTH];
    const [firstAnchor, lastAnchor] = mirrored ? ['end', 'start'] : ['start', 'end'];
    return html`<svg
      class="drawing"
      part="drawing"
      viewBox="0 0 ${WIDTH} ${data.length * 40 - 8}"
      direction="ltr"
    >
      ${data.map(({ label, value }, index) => {
        const top = index * 40;
        const number = this.#number(value);
        return svg`<text class="strong" x=${start} y=${top + 12}
          text-anchor=${firstAnchor}>${shorten(label, 39 - number.length)}<title>${label}</title></text>
          <text class="value" x=${end} y=${top + 12} text-anchor=${lastAnchor}>${number}</text>
          <rect class="track" x="0" y=${top + 20} width=${WIDTH} height="10" rx="5"/>
          <rect class="bar" part="bar" x=${Math.min(x(0), x(value))} y=${top + 20}
            width=${value === 0 ? 0 : Math.max(Math.abs(x(value) - x(0)), 3)} height="10" rx="5"/>`;
      })}
      ${low < 0 ? svg`<line class="zero" x1=${x(0)} x2=${x(0)} y1="16" y2=${data.length * 40 - 8}/>` : nothing}
    </svg>`;
  }

  #line(data: Data) {
    const { low, high, ticks } = scaleOf(data.map(({ value }) => value));
    const height = 168;
    const marks = ticks.map((tick) => this.#number(tick));
    const inset = Math.max(...marks.map(({ length }) => length)) * 7 + 8;
    const x = (index: number) =>
      data.length === 1
        ? (inset + WIDTH) / 2
        : inset + 6 + (index / (data.length - 1)) * (WIDTH - inset - 12);
    const y = (value: number) => 8 + (1 - relativePosition(value, low, high)) * (height - 16);
    const points = data.map(({ value }, index) => `${x(index).toFixed(1)} ${y(value).toFixed(1)}`);
    // The first and last labels stay within the frame; a single label is centred.
    const side = (index: number) =>
      data.length === 1 ? 'middle' : index === 0 ? 'start' : index === data.length - 1 ? 'end' : 'middle';
    // There is space for at most four labels.
    const labelStep = Math.ceil(data.length / 4);
    const room = Math.floor((WIDTH - inset) / Math.min(data.length, 4) / 6.5);
    return html`<svg class="drawing" part="drawing" viewBox="0 0 ${WIDTH} ${height + 22}" direction="ltr">
      ${ticks.map(
        (tick, index) => svg`<line class=${tick === 0 ? 'zero' : 'grid'} x1=${inset} x2=${WIDTH}
        y1=${y(tick)} y2=${y(tick)}/><text x=${inset - 8} y=${y(tick) + 4} text-anchor="end">${marks[index]}</text>`,
      )}
      <path class="area" d="M${x(0)} ${y(0)}L${points.join('L')}L${x(data.length - 1)} ${y(0)}Z" />
      <path class="line" part="chart-line" d="M${points.join('L')}" />
      ${data.map(
        ({ label, value }, index) => svg`<circle class="dot" cx=${x(index)} cy=${y(value)}
        r="4.5"><title>${label}: ${this.#number(value)}</title></circle>`,
      )}
      ${data.map(({ label }, index) =>
        index % labelStep === 0
          ? svg`<text x=${x(index)} y=${height + 16}
            text-anchor=${side(index)}>${shorten(label, room)}<title>${label}</title></text>`
          : nothing,
      )}
    </svg>`;
  }

  #pie(data: Data) {
    // Divide by the largest value first, so that the sum cannot overflow.
    const largest = Math.max(...data.map(({ value }) => value));
    const total = data.reduce((sum, { value }) => sum + value / largest, 0);
    const parts = data.map(({ label, value }) => ({ label, part: value / largest / total }));
    let from = 0;
    return html`<div class="pie">
      <svg class="drawing" part="drawing" viewBox="-50 -50 100 100">
        ${parts.map(({ part }, index) => {
          const start = from;
          from += part;
          return part > 0
            ? svg`<path part="slice" class="slice part-${index}" d=${arc(start, from, 49, 29)}/>`
            : nothing;
        })}
      </svg>
      <ol part="legend">
        ${parts.map(
          ({ label, part }, index) =>
            html`<li class="part-${index}">
              <i></i><span dir="auto">${label}</span><b>${this.#number(part, true)}</b>
            </li>`,
        )}
      </ol>
    </div>`;
  }
}

function shorten(label: string, room: number): string {
  const letters = [...label];
  return letters.length <= room
    ? label
    : `${letters
        .slice(0, Math.max(room - 1, 1))
        .join('')
        .trimEnd()}…`;
}

declare global {
  interface HTMLElementTagNameMap {
    'pal-chart-card': PalChartCard;
  }
}
