/** Makes parts visible that a page shows only after a click: accordions, tabs, details, description lists. */
import type { Cheerio, CheerioAPI } from 'cheerio';
import type { AnyNode, Element } from './page-tree.ts';
import { TABLE_MARKDOWN } from './html-tables.ts';

/** Maximum number of nested shadow roots. */
const MAX_SHADOW_DEPTH = 4;
/** Maximum number of characters of a description on the line of its term; a longer one is placed below. */
const MAX_SIBLING_LENGTH = 200;
const HEADINGS = 'h1, h2, h3, h4, h5, h6';
const BLOCK_SELECTOR = `${HEADINGS}, p, ul, ol, [${TABLE_MARKDOWN}], blockquote, pre`;
const HIDDEN_SELECTOR = '[hidden], [aria-hidden="true"], [role="region"]';
/** Marks a heading that this module added. Its section ends with its panel. */
const ADDED_HEADING = 'data-made';
const PANEL_ATTRIBUTE = 'data-panel';

export function openDisclosures($: CheerioAPI): void {
  openShadowRoots($);
  openTabs($);
  openAccordions($);
  openDetails($);
  readTerms($);
}

/**
 * Repeats the heading before a panel in front of the text after the panel, so that this text is in its section
 * again. Called when all headings exist.
 */
export function closeDisclosures($: CheerioAPI): void {
  let currentHeading: Cheerio<Element> | null = null;
  let open = false;
  for (const element of $(BLOCK_SELECTOR).toArray()) {
    const block = $(element);
    const isAdded = block.is(`[${ADDED_HEADING}]`);
    if (block.is(HEADINGS)) {
      if (!isAdded) currentHeading = block;
      open = isAdded;
    } else if (open && block.closest(`[${PANEL_ATTRIBUTE}]`).length === 0) {
      if (currentHeading) block.before(currentHeading.clone());
      open = false;
    }
  }
}

/** Inserts the content of declarative shadow roots (HTML §4.12.3). */
function openShadowRoots($: CheerioAPI): void {
  for (let depth = 0; depth < MAX_SHADOW_DEPTH; depth += 1) {
    const roots = $('template[shadowrootmode]').toArray();
    if (roots.length === 0) return;
    for (const root of roots) $(root).replaceWith(`<div>${$(root).html() ?? ''}</div>`);
  }
}

function openTabs($: CheerioAPI): void {
  const byId = idsOf($);
  for (const tab of $('[role="tab"][aria-controls]').toArray()) {
    const panel = byId.get($(tab).attr('aria-controls') ?? '');
    if (!panel) continue;
    showPanel($(panel)).prepend(heading($, $(tab).text(), 'h4'));
  }
  $('[role="tablist"]').remove();
}

function openAccordions($: CheerioAPI): void {
  const byId = idsOf($);
  for (const element of $(
    'button[aria-expanded], button[aria-controls], [role="button"][aria-controls]',
  ).toArray()) {
    const button = $(element);
    if (button.closest('nav, [role="navigation"]').length > 0) continue;
    const surroundingHeading = button.closest(HEADINGS);
    const title = surroundingHeading.length > 0 ? surroundingHeading : button;
    const controlledPanel = byId.get(button.attr('aria-controls') ?? '');
    const nextElement = title.next(HIDDEN_SELECTOR);
    const adjacentPanel = nextElement.length > 0 ? nextElement : title.next('div, section');
    const panel = controlledPanel ? $(controlledPanel) : adjacentPanel;
    if (panel.length === 0 || panel.text().trim() === '') continue;
    showPanel(panel);
    title.replaceWith(
      heading(
        $,
        button.text(),
        surroundingHeading.length > 0 ? (surroundingHeading.prop('tagName') ?? 'h4').toLowerCase() : 'h4',
      ),
    );
  }
}

function openDetails($: CheerioAPI): void {
  for (const element of $('details').toArray()) {
    const details = $(element);
    const summary = details.children('summary').first();
    const title = summary.text();
    summary.remove();
    const panel = $(`<div ${PANEL_ATTRIBUTE}></div>`).append(details.contents());
    details.replaceWith([heading($, title, 'h4')[0], panel[0]].filter((node) => node !== undefined));
  }
}

/** Puts a short description on the line of its term, and the answer to a question or a longer text below. */
function readTerms($: CheerioAPI): void {
  for (const element of $('dl').toArray()) {
    const list = $(element);
    const listParts: AnyNode[] = [];
    let terms: string[] = [];
    const termElements = list.children('dt, dd').add(list.children('div').children('dt, dd'));
    for (const element of termElements.toArray()) {
      const text = $(element).text().replace(/\s+/g, ' ').trim();
      if ($(element).is('dt')) {
        if (text) terms.push(text);
        continue;
      }
      const term = terms.join(', ');
      terms = [];
      const beside = !term.endsWith('?') && text.length <= MAX_SIBLING_LENGTH;
      if (term && beside)
        listParts.push(...$('<ul><li></li></ul>').find('li').text(`${term}: ${text}`).end().toArray());
      else {
        if (term) listParts.push(...heading($, term, 'h5').toArray());
        listParts.push(...$(`<div ${PANEL_ATTRIBUTE}></div>`).append($(element).contents()).toArray());
      }
    }
    list.replaceWith(listParts);
  }
}

function idsOf($: CheerioAPI): Map<string, Element> {
  return new Map(
    $('[id]')
      .toArray()
      .map((element) => [$(element).attr('id') ?? '', element]),
  );
}

function showPanel(panel: Cheerio<Element>): Cheerio<Element> {
  return panel.removeAttr('hidden').removeAttr('aria-hidden').attr(PANEL_ATTRIBUTE, '');
}

function heading($: CheerioAPI, text: string, level: string): Cheerio<Element> {
  return $<Element, string>(`<${level} ${ADDED_HEADING}></${level}>`).text(text.replace(/\s+/g, ' ').trim());
}
