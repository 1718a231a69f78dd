/** The tools of a PAL's connectors, which `layers.mcp` selects. Specification: resources-19, versioning-8. */
import type { PalFields } from '@palkit/contract/pals';
import type { Tool } from '@palkit/agent';
import type { ConnectorContext } from './linking.ts';
import { call } from './tool-use.ts';

const MAX_NAME = 64;

/**
 * Returns the tools at the start of a conversation. Their server stays the same during the conversation, but
 * each tool call uses the credentials that are valid at its time.
 */
export async function palTools(
  context: ConnectorContext,
  account: number,
  layer: PalFields['layers']['mcp'],
): Promise<Tool[]> {
  const ids = [...new Set(layer?.connectors ?? [])];
  if (ids.length === 0) return [];
  const rows = await context.store.db
    .selectFrom('connectors')
    .selectAll()
    .where('account_id', '=', account)
    .where('id', 'in', ids)
    .execute();
  const tools: Tool[] = [];
  const labels = new Set<string>();
  for (const row of rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))) {
    const scoped =
      layer?.connector_tools && Object.hasOwn(layer.connector_tools, row.id)
        ? new Set(layer.connector_tools[row.id])
        : null;
    for (const tool of row.tools.filter(({ name }) => scoped?.has(name) ?? true)) {
      const name = label(`${row.name}__${tool.name}`, labels);
      labels.add(name);
      tools.push({
        name,
        description: `${row.name}: ${tool.description || tool.name}`,
        parameters: tool.input_schema,
        readOnly: tool.read_only === true,
        run: (parameters, signal, toolCall) => call(context, row, tool.name, parameters, signal, toolCall),
      });
    }
  }
  return tools;
}

/** Returns a tool name that models accept and that is not taken. */
function label(name: string, labels: ReadonlySet<string>): string {
  const validName = name
    .normalize('NFKD')
    .replace(/[^\w-]+/g, '_')
    .slice(0, MAX_NAME);
  if (!labels.has(validName)) return validName;
  for (let number = 2; ; number++) {
    const numberedName = `${validName.slice(0, MAX_NAME - 4)}_${number}`;
    if (!labels.has(numberedName)) return numberedName;
  }
}
