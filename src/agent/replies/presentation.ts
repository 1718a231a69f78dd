/**
 * The skill `presentation` shows slides on the canvas: pages of PDFs as pictures, and headings of other documents
 * (a PowerPoint's slides, a file's chapters) as text cards. The slides are shown on request, or presented aloud
 * one after another until the visitor speaks.
 */
import type { CanvasAction } from '../tools/canvas.ts';
import { validArguments } from '../tools/canvas.ts';
import type { KnownText } from '../knowledge/sentence-table.ts';
import type { Responder, ReplyChunk } from './responder.ts';
import type { Tool } from '../tools/tool.ts';

export interface Slide {
  document: string;
  /** `number` is the page's number in its document, from 1; `of` is the number of pages. */
  number: number;
  of: number;
  title: string;
  /** Text of the slide in Markdown. */
  body: string;
  /** Address of the page's picture; null for a page that is shown as text. */
  picture: string | null;
}

/** The methods of the agent that a presentation uses. */
export interface Stage {
  show(action: CanvasAction): void;
  /** Shows and speaks one step after another until the visitor speaks. Calls `onStep` at the start of each. */
  presentSlides(
    steps: readonly { action: CanvasAction; words: string }[],
    onStep: (index: number) => void,
  ): Promise<void>;
}

const MAX_SLIDES = 300;
/** Maximum number of characters of a slide; a longer chapter becomes several slides. */
const MAX_BODY = 1200;
const HEADING = /^#{1,3}\s+(.+?)\s*#*$/;
/**
 * Maximum number of characters of a heading that are read. The time to match `HEADING` grows with the square of the
 * length.
 */
const MAX_HEADING = 300;

/** A document for the presentation. Its slides are its pages; without pages, its headings. */
export interface Deck extends Pick<KnownText, 'name' | 'content'> {
  pages?: readonly { content: string; picture: string | null }[] | undefined;
}

export function slidesOf(decks: readonly Deck[]): Slide[] {
  return decks
    .flatMap(({ name, content, pages }) => {
      if (pages)
        return pages.map((page, index) => ({
          document: name,
          number: index + 1,
          of: pages.length,
          ...splitTitle(page.content, name),
          picture: page.picture,
        }));
      const slides: { title: string; body: string[] }[] = [];
      for (const block of content
        .split(/\n\s*\n/)
        .map((text) => text.trim())
        .filter(Boolean)) {
        const [first, ...rest] = block.split('\n');
        const title = HEADING.exec(first!.slice(0, MAX_HEADING))?.[1];
        const text = title === undefined ? block : rest.join('\n').trim();
        const open = slides.at(-1);
        if (title !== undefined) slides.push({ title: title.slice(0, 100), body: text ? [text] : [] });
        else if (open && [...open.body, text].join('\n\n').length <= MAX_BODY) open.body.push(text);
        else slides.push({ title: open?.title ?? name.slice(0, 100), body: [text.slice(0, 4000)] });
      }
      return slides.map(({ title, body }, index) => ({
        document: name,
        number: index + 1,
        of: slides.length,
        title,
        body: body.join('\n\n').slice(0, 4000),
        picture: null,
      }));
    })
    .slice(0, MAX_SLIDES);
}

/** Uses the first line of a page as its title if it is short enough, otherwise the name of the document. */
function splitTitle(content: string, name: string): { title: string; body: string } {
  // The lines of a page end at the edge of the paper, so a line that starts in lower case continues the previous
  // one.
  const lines = content
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?(?=\p{Ll})/gu, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const [first = '', ...rest] = lines;
  return first.length > 0 && first.length <= 100
    ? { title: first, body: rest.join('\n').slice(0, 4000) }
    : { title: name.slice(0, 100), body: lines.join('\n').slice(0, 4000) };
}

const plainText = (markdown: string) =>
  markdown
    .replace(/^\s*([-*+]|\d+[.)]|#+|>)\s+/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`|]+/g, ' ')
    .replace(/([^\s.!?:])\s*\n+/g, '$1. ')
    .replace(/\s+/g, ' ')
    .trim();
const withFullStop = (text: string) => (/[.!?:]$/.test(text) ? text : `${text}.`);

export class Presentation {
  readonly slides: readonly Slide[];
  readonly #stage: Stage;
  /** Index of the current slide; -1 before the first. */
  #at = -1;
  /** True if the presentation continues after the current answer. */
  #isPending = false;

  constructor(slides: readonly Slide[], stage: Stage) {
    this.slides = slides;
    this.#stage = stage;
  }

  instructions(prompt: string | undefined): string {
    const contents = this.slides
      .map(({ document, number, title }) => `${document}, slide ${number}: ${title}`)
      .join('\n')
      .slice(0, 8000);
    return [
      'You can show these slides by your tools whose names begin with presentation_. Show the one that ' +
        `you talk about.\n${contents}`,
      prompt,
    ]
      .filter(Boolean)
      .join('\n\n');
  }

  /** Continues the presentation with the slide after the current one. */
  async walk(): Promise<void> {
    const from = this.#at + 1;
    const steps = this.slides.slice(from).map((slide) => ({
      action: this.#card(slide),
      words: [withFullStop(slide.title), slide.body && withFullStop(plainText(slide.body))]
        .filter(Boolean)
        .join(' '),
    }));
    await this.#stage.presentSlides(steps, (index) => (this.#at = from + index));
  }

  /** Called when an answer was spoken. */
  onAnswerSpoken(): void {
    if (!this.#isPending) return;
    this.#isPending = false;
    void this.walk();
  }

  tools(): Tool[] {
    const nothing = { type: 'object', properties: {} };
    return [
      {
        name: 'presentation_show_slide',
        description: 'Shows a slide to the visitor.',
        parameters: {
          type: 'object',
          properties: {
            document: {
              type: 'string',
              description: "The document's name; may be left out where there is one.",
            },
            slide: { type: 'integer', minimum: 1 },
          },
          required: ['slide'],
        },
        run: async ({ document, slide }) =>
          this.#show(
            this.slides.findIndex(
              (one) =>
                one.number === slide &&
                (document === undefined || document === null || one.document === document),
            ),
          ),
      },
      {
        name: 'presentation_next',
        description: 'Shows the next slide.',
        parameters: nothing,
        run: async () => this.#show(this.#at + 1),
      },
      {
        name: 'presentation_previous',
        description: 'Shows the slide before.',
        parameters: nothing,
        run: async () => this.#show(this.#at - 1),
      },
      {
        name: 'presentation_continue',
        description:
          'Walks the visitor through the slides that follow, reading them aloud, after your answer. Say at ' +
          'most a few words before.',
        parameters: nothing,
        run: async () => {
          if (this.#at + 1 >= this.slides.length) return 'Error: the last slide is shown already.';
          this.#isPending = true;
          return 'The slides that follow are shown and read aloud after your answer.';
        },
      },
    ];
  }

  /** Wraps a responder without tools, so that a few spoken commands control the slides. */
  wrapResponder(responder: Responder): Responder {
    const commands: [RegExp, () => string | Promise<string>][] = [
      [
        /^(please )?(go on|continue|carry on|start( the presentation)?|keep going)( please)?[.!]*$/i,
        () => (
          (this.#isPending = this.#at + 1 < this.slides.length),
          this.#isPending ? 'Gladly.' : 'That was the last slide.'
        ),
      ],
      [/^(the )?next( slide)?( please)?[.!]*$/i, () => this.#read(this.#at + 1)],
      [/^(the )?(previous|last|go back|back)( slide)?( please)?[.!]*$/i, () => this.#read(this.#at - 1)],
    ];
    const hasSlides = this.slides.length > 0;
    return {
      kind: responder.kind,
      async *think(question, context): AsyncIterable<ReplyChunk> {
        const command = commands.find(([pattern]) => pattern.test(question.trim()));
        if (command && hasSlides) {
          await context.turnEnd;
          context.signal.throwIfAborted();
          yield { text: await command[1]() };
          yield { outcome: 'answered' };
        } else yield* responder.think(question, context);
      },
    };
  }

  #read(index: number): string {
    const slide = this.slides[index];
    if (!slide) return 'There is no other slide in that direction.';
    this.#show(index);
    return [withFullStop(slide.title), slide.body && withFullStop(plainText(slide.body))]
      .filter(Boolean)
      .join(' ');
  }

  #show(index: number): string {
    const slide = this.slides[index];
    if (!slide)
      return `Error: there is no such slide. There are: ${this.slides
        .map(({ document, number, title }) => `${document} ${number} (${title})`)
        .join(', ')
        .slice(0, 4000)}`;
    this.#at = index;
    this.#stage.show(this.#card(slide));
    return `Shown: ${slide.document}, slide ${slide.number} of ${slide.of}, ${slide.title}.\n${slide.body}`;
  }

  #card({ number, of, title, body, picture }: Slide): CanvasAction {
    // The text helps visitors who do not see the picture.
    const slideCard =
      picture &&
      validArguments('image', {
        url: picture,
        alt: [withFullStop(title), plainText(body)].join(' ').trim().slice(0, 500),
        caption: `${number}/${of} ${title}`,
      });
    if (slideCard) return { do: 'show', component: 'image', arguments: slideCard };
    const card = { title: `${number}/${of} ${title}`, body: body || title, format: 'markdown' };
    return { do: 'show', component: 'text', arguments: validArguments('text', card) ?? card };
  }
}
