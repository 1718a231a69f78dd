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
  openLabelledPanels($);
  openHiddenPanels($);
  keepSentences($);
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

/** Elements that open a panel; the attributes `data-…` are Bootstrap's. */
const TRIGGER_SELECTOR =
  'button[aria-expanded], [aria-controls]:not(input, select, [role="tab"], [role="combobox"]), ' +
  '[data-toggle="collapse"], [data-bs-toggle="collapse"]';
const NAVIGATION_SELECTOR = 'nav, [role="navigation"]';
/** Maximum number of triggers, labels or hidden parts of a page, each of which may read a panel's complete text. */
const MAX_PANELS = 500;

/** Returns the id of the panel that a trigger names; undefined if it names none. */
const panelIdOf = (trigger: Cheerio<Element>): string | undefined =>
  trigger.attr('aria-controls') ??
  [trigger.attr('data-bs-target'), trigger.attr('data-target'), trigger.attr('href')]
    .find((target) => target?.startsWith('#'))
    ?.slice(1);

function openAccordions($: CheerioAPI): void {
  const byId = idsOf($);
  for (const element of $<Element, string>(TRIGGER_SELECTOR).toArray().slice(0, MAX_PANELS)) {
    const button = $(element);
    if (button.closest(NAVIGATION_SELECTOR).length > 0 || button.text().trim() === '') continue;
    const surroundingHeading = button.closest(HEADINGS);
    const title = surroundingHeading.length > 0 ? surroundingHeading : button;
    const controlledPanel = byId.get(panelIdOf(button) ?? '');
    const nextElement = title.next(HIDDEN_SELECTOR);
    const adjacentPanel = nextElement.length > 0 ? nextElement : title.next('div, section');
    const panel = controlledPanel ? $(controlledPanel) : adjacentPanel;
    if (panel.length === 0 || panel.text().trim() === '' || isMenu($, panel)) continue;
    // The name of a column that sorts its table controls the table.
    if ($.contains(panel[0]!, element)) continue;
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

/** Minimum number of characters of a panel that no trigger names. */
const MIN_PANEL_LENGTH = 15;
const MAX_TITLE_LENGTH = 150;

/** Opens the panel beside the label of a checkbox, which style sheets show while the box is checked. */
function openLabelledPanels($: CheerioAPI): void {
  const byId = idsOf($);
  for (const element of $('label[for]').toArray().slice(0, MAX_PANELS)) {
    const label = $(element);
    const box = byId.get(label.attr('for') ?? '');
    const panel = label.next('div, section, p');
    if (!box || !$(box).is('input[type="checkbox"], input[type="radio"]')) continue;
    if (panel.text().trim().length < MIN_PANEL_LENGTH || panel.find('input, select').length > 0) continue;
    showPanel(panel);
    label.replaceWith(heading($, label.text(), 'h4'));
  }
}

/** Opens hidden panels after a title, if at least two such pairs resemble each other: a script opens them. */
function openHiddenPanels($: CheerioAPI): void {
  const pairs = new Map<string, { title: Cheerio<Element>; panel: Cheerio<Element> }[]>();
  for (const element of $('[hidden], [aria-hidden="true"]').toArray().slice(0, MAX_PANELS)) {
    const panel = $(element);
    const title = panel.prev();
    const [name, length] = [title.text().trim(), panel.text().trim().length];
    if (name === '' || name.length > MAX_TITLE_LENGTH || length < MIN_PANEL_LENGTH) continue;
    // The terms of a list are read later, with their descriptions.
    if (title.is(`${HIDDEN_SELECTOR}, dt`) || isMenu($, panel)) continue;
    const [titleShape, panelShape] = [shapeOf(title), shapeOf(panel)];
    // Two parts of the same kind are slides, of which one is visible.
    if (titleShape === panelShape) continue;
    const shape = `${titleShape} > ${panelShape}`;
    pairs.set(shape, [...(pairs.get(shape) ?? []), { title, panel }]);
  }
  for (const { title, panel } of [...pairs.values()].filter(({ length }) => length > 1).flat()) {
    showPanel(panel);
    if (!title.is(HEADINGS)) title.replaceWith(heading($, title.text(), 'h4'));
  }
}

const shapeOf = (part: Cheerio<Element>): string => `${part.prop('tagName')} ${part.attr('class') ?? ''}`;

/** True if a part has more letters in links than outside of them. */
function isMenu($: CheerioAPI, part: Cheerio<Element>): boolean {
  const linkLength = part.find('a').text().replace(/\s/g, '').length;
  return linkLength * 2 > part.text().replace(/\s/g, '').length;
}

/** Minimum number of characters of a `nav` with sentences; a shorter one is a menu, whatever it contains. */
const MIN_SENTENCES_LENGTH = 30;

/** Turns each `nav` with sentences into a box: site builders use it for panels of questions. */
function keepSentences($: CheerioAPI): void {
  for (const element of $(NAVIGATION_SELECTOR).toArray()) {
    const part = $(element);
    const isPanel = part.is(`[${PANEL_ATTRIBUTE}]`);
    if (isMenu($, part) || (!isPanel && part.find('p').text().trim().length < MIN_SENTENCES_LENGTH)) continue;
    element.tagName = 'div';
    part.removeAttr('role');
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
