/**
 * Renders Markdown as templates: the lexer's tokens become text and a small set of elements. Raw HTML is shown as
 * text, so nothing needs to be sanitised, and neither CSP nor Trusted Types need exceptions.
 */
import { html, nothing } from 'lit';
import { Lexer, type MarkedToken, type Token } from 'marked';

/**
 * Renders Markdown. `title` is true if the card has a heading, so that headings in the text are one level
 * lower.
 */
export function markdown(source: string, title: boolean): unknown {
  titled = title;
  return blocks(new Lexer({ gfm: true, breaks: true }).lex(source));
}

let titled = false;
// All tokens are built-in kinds, because no extension is used.
const blocks = (tokens: readonly Token[]): unknown => tokens.map((token) => block(token as MarkedToken));
const inlines = (tokens: readonly Token[] | undefined, text = ''): unknown =>
  tokens ? tokens.map((token) => inline(token as MarkedToken)) : text;

function block(token: MarkedToken): unknown {
  switch (token.type) {
    case 'space':
    case 'def':
      return nothing;
    case 'heading':
      return titled
        ? html`<h4 dir="auto">${inlines(token.tokens, token.text)}</h4>`
        : html`<h3 dir="auto">${inlines(token.tokens, token.text)}</h3>`;
    case 'paragraph':
      return html`<p dir="auto">${inlines(token.tokens, token.text)}</p>`;
    case 'text':
      return inlines(token.tokens, unescape(token.text));
    case 'code':
      return html`<pre tabindex="0"><code>${token.text}</code></pre>`;
    case 'blockquote':
      return html`<blockquote>${blocks(token.tokens ?? [])}</blockquote>`;
    case 'hr':
      return html`<hr />`;
    case 'list': {
      const { ordered, start, items } = token;
      const content = items.map((item) => {
        const box = item.task ? (item.checked ? '☑ ' : '☐ ') : nothing;
        const content = item.tokens.filter(({ type }) => type !== 'checkbox');
        return html`<li dir="auto">${box}${blocks(content)}</li>`;
      });
      return ordered
        ? html`<ol start=${start || 1}>
            ${content}
          </ol>`
        : html`<ul>
            ${content}
          </ul>`;
    }
    case 'table': {
      const { header, rows } = token;
      return html`<div class="wide" tabindex="0" role="group">
        <table>
          <thead>
            <tr>
              ${header.map((cell) =>
                cell.text ? html`<th scope="col" dir="auto">${inlines(cell.tokens)}</th>` : html`<td></td>`,
              )}
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              (row) =>
                html`<tr>
                  ${row.map((cell) => html`<td dir="auto">${inlines(cell.tokens)}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`;
    }
    default:
      return html`<p dir="auto">${token.raw.trim()}</p>`;
  }
}

function inline(token: MarkedToken): unknown {
  switch (token.type) {
    case 'strong':
      return html`<strong>${inlines(token.tokens)}</strong>`;
    case 'em':
      return html`<em>${inlines(token.tokens)}</em>`;
    case 'del':
      return html`<del>${inlines(token.tokens)}</del>`;
    case 'codespan':
      return html`<code>${token.text}</code>`;
    case 'br':
      return html`<br />`;
    case 'link':
      return isSafe(token.href)
        ? html`<a href=${token.href} target="_blank" rel="noopener noreferrer nofollow"
            >${inlines(token.tokens, token.text)}</a
          >`
        : inlines(token.tokens, token.text);
    case 'image':
      return isSafe(token.href)
        ? html`<a href=${token.href} target="_blank" rel="noopener noreferrer nofollow"
            >${token.text || token.href}</a
          >`
        : token.text;
    case 'text':
    case 'escape':
      return 'tokens' in token && token.tokens ? inlines(token.tokens) : unescape(token.text);
    default:
      return token.raw;
  }
}

/** True for addresses that a link in a card may have: web pages, e-mail and telephone. */
function isSafe(address: string): boolean {
  return /^(https?:\/\/|mailto:|tel:)/i.test(address);
}

const NAMED_ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  euro: '€',
};
/** Decodes character references, which Markdown treats as characters. */
function unescape(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name) return NAMED_ENTITIES[name] ?? whole;
      const code = decimal ? Number(decimal) : parseInt(hex ?? '', 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
