/** What the agent can look up: its documents cut into passages, searched by words (BM25, prefixes, small slips). */
import MiniSearch from 'minisearch';

export interface Passage {
  id: number;
  document_id: string;
  /** The heading it stands under, or the document's name. */
  heading: string;
  text: string;
  /** About this visitor; never offered as a topic. */
  remembered: boolean;
}

/** A text to know: a document in markdown, or what is remembered of the visitor. */
export interface KnownText {
  document_id: string;
  name: string;
  content: string;
  remembered?: boolean;
}

export interface Found extends Passage {
  /** How much of the question's weight the passage answers, 0 to 1. */
  coverage: number;
}

const STOP_WORDS = new Set(
  ('a an and are as at be been but by can could did do does for from had has have he her his how i if in into is it its me my of on or our please she should so ' +
    'some tell than that the their them then there these they this to us was we were what when where which who why will with would you your about any get know like want need').split(' '),
);

export class Knowledge {
  readonly passages: readonly Passage[];
  #index = new MiniSearch<Passage>({
    fields: ['heading', 'text'],
    tokenize: (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [],
    processTerm: (term) => (STOP_WORDS.has(term) ? null : stem(term)),
  });

  constructor(texts: readonly KnownText[]) {
    let id = 0;
    this.passages = texts.flatMap((text) => cut(text).map((passage) => ({ ...passage, id: id++, document_id: text.document_id, remembered: text.remembered ?? false })));
    this.#index.addAll(this.passages as Passage[]);
  }

  /** The best passages for a question, best first; empty where nothing fits. */
  search(question: string, most = 3): Found[] {
    const terms = [...new Set((question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((term) => !STOP_WORDS.has(term)).map(stem))];
    if (terms.length === 0) return [];
    const hits = this.#index.search(question, { boost: { heading: 2 }, prefix: (term) => term.length > 3, fuzzy: (term) => (term.length > 4 ? 0.2 : false), combineWith: 'OR' });
    return hits.slice(0, most).map((hit) => ({ ...this.passages[hit.id as number]!, coverage: new Set(hit.queryTerms.map(stem)).size / terms.length }));
  }

  /** Headings a visitor might ask about, in the documents' order. */
  topics(most: number): string[] {
    return [...new Set(this.passages.filter((passage) => !passage.remembered).map((passage) => passage.heading))].slice(0, most);
  }

  /** What visitors are likely to say, for the recogniser. */
  phrases(): string[] {
    return this.passages.flatMap((passage) => [passage.heading, passage.text]);
  }
}

/** Markdown cut at headings and blank lines; a heading stands with what follows it. */
function cut({ name, content }: { name: string; content: string }): { heading: string; text: string }[] {
  let heading = name;
  const passages: { heading: string; text: string }[] = [];
  for (const block of content.split(/\n\s*\n/)) {
    const lines = block.split('\n').filter((line) => {
      const title = /^#{1,6}\s+(.+?)\s*#*$/.exec(line)?.[1];
      if (title) heading = title;
      return !title;
    });
    const text = lines.join(' ').replace(/\s+/g, ' ').trim();
    if (text) passages.push({ heading, text: text.replace(/^[-*]\s+/, '').replace(/[*_`]+/g, '') });
  }
  return passages;
}

/** English endings that do not change what is asked for. */
function stem(term: string): string {
  if (term.length <= 4) return term.replace(/s$/, '');
  return term.replace(/(ies)$/, 'y').replace(/(ing|ed|es|s)$/, '');
}
