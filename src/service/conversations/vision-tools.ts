/** The account's tools of the origin `vision` that are attached to a PAL, beside those of its own perception layer. */
import type { PalFields } from '@palkit/contract/pals';
import { fittingVisualTools, visualTool } from '@palkit/contract/tools';
import type { Log } from '@palkit/runtime/log';
import { sql } from 'kysely';
import type { Database } from '../store/store.ts';

/** The layers of the PAL with its attached tools. Of two with one name the layer's own counts. */
export async function withVisionTools(
  db: Database,
  account: number,
  { tool_ids = [], layers }: Pick<PalFields, 'tool_ids' | 'layers'>,
  log: Log,
): Promise<PalFields['layers']> {
  const { perception } = layers;
  if (!perception || tool_ids.length === 0) return layers;
  const rows = await db
    .selectFrom('tools')
    .select(['id', 'document'])
    .where('account_id', '=', account)
    .where('id', 'in', tool_ids)
    .where(sql<boolean>`document->>'origin' = 'vision'`)
    .execute();
  if (rows.length === 0) return layers;
  const own = perception.visual_tools ?? [];
  const attached = rows
    .sort((one, other) => tool_ids.indexOf(one.id) - tool_ids.indexOf(other.id))
    .map(({ document }) => visualTool(document))
    .filter((tool) => own.every((other) => other.function.name !== tool.function.name));
  const short = fittingVisualTools(attached);
  if (short.length < attached.length) log.warn({ account }, 'tools of the perception model are too long');
  return { ...layers, perception: { ...perception, visual_tools: [...own, ...short] } };
}
