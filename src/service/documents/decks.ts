/** Documents in the form that a presentation shows. */
import type { Deck } from '@palkit/agent';
import type { Database } from '../store/store.ts';
import { knowledge, type DocumentChoice } from './knowledge.ts';
import { pagesOf } from './pages.ts';

/** Returns the decks in the order of `ids`; missing documents are omitted. */
export async function decks(
  db: Database,
  { account, ids, participantTags }: Pick<DocumentChoice, 'account' | 'ids' | 'participantTags'>,
  publicUrl: string,
): Promise<Deck[]> {
  const choice = { account, ids, tags: [], participantTags };
  const texts = new Map((await knowledge(db, choice)).map((text) => [text.document_id, text]));
  const drawnPages = await pagesOf(db, account, ids);
  return [...new Set(ids)].flatMap((id) => {
    const text = texts.get(id);
    const pages = drawnPages
      .get(id)
      ?.map(({ content, file }) => ({ content, picture: file && `${publicUrl}/media/slides/${file}.webp` }));
    return text ? [{ name: text.name, content: text.content, ...(pages ? { pages } : {}) }] : [];
  });
}
