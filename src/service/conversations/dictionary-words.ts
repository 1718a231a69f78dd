/** Converts the words of a pronunciation dictionary for a voice. */
import { phonesOfIpa } from '@palkit/contract/ipa';
import type { Pronunciation } from '@palkit/agent';
import type { Database } from '../store/store.ts';

/** Returns the words of a dictionary; empty if it was deleted. */
export async function dictionaryWords(
  db: Database,
  id: string | null | undefined,
  account: number,
): Promise<Pronunciation[]> {
  if (!id) return [];
  const row = await db
    .selectFrom('pronunciation_dictionaries')
    .select('document')
    .where('id', '=', id)
    .where('account_id', '=', account)
    .executeTakeFirst();
  return (row?.document.rules ?? []).map(({ text, pronunciation, type }) => ({
    word: text,
    say: type === 'ipa' ? phonesOfIpa(pronunciation) : pronunciation,
  }));
}
