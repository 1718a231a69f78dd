/** The tags of an account's guardrails, each with the number of guardrails that have it. */
import { sql } from 'kysely';
import type { listGuardrailTags } from '@palkit/contract/guardrail-tags';
import type { Handler } from '../http/binder.ts';
import { likePattern } from '../store/list-filters.ts';

export const list: Handler<typeof listGuardrailTags> = async ({ account, query }, { store }) => {
  const tagged = sql`
    from guardrails, jsonb_array_elements_text(document->'tags') as tag
    where account_id = ${account} and tag ilike ${likePattern(query.search ?? '')}`;
  const { rows } = await sql<{ tag: string; guardrail_count: string }>`
    select tag, count(distinct uuid) as guardrail_count ${tagged}
    group by tag order by tag collate "C"
    limit ${query.limit} offset ${(query.page - 1) * query.limit}`.execute(store.db);
  const sum = await sql<{ count: string }>`select count(distinct tag) as count ${tagged}`.execute(store.db);
  return {
    tags: rows.map(({ tag }) => tag),
    data: rows.map(({ tag, guardrail_count }) => ({ tag, guardrail_count: Number(guardrail_count) })),
    total_count: Number(sum.rows[0]!.count),
  };
};
