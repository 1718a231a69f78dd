/** Adds the account's tools of origin `vision` that are attached to a PAL to the tools of its perception layer. */
import type { PalFields } from '@palkit/contract/pals';
import { fittingVisualTools, visualTool } from '@palkit/contract/tools';
import type { Log } from '@palkit/runtime/log';
import type { ToolRow } from '../store/tools.ts';

/** Returns the PAL's layers with its attached tools. If two tools have the same name, the layer's is used. */
export function withVisionTools(
  layers: PalFields['layers'],
  tools: readonly ToolRow[],
  log: Log,
): PalFields['layers'] {
  const { perception } = layers;
  const palTools = perception?.visual_tools ?? [];
  const attachedTools = tools
    .filter(({ document }) => document.origin === 'vision')
    .map(({ document }) => visualTool(document))
    .filter((tool) => palTools.every((other) => other.function.name !== tool.function.name));
  if (!perception || attachedTools.length === 0) return layers;
  const fittingTools = fittingVisualTools(attachedTools);
  if (fittingTools.length < attachedTools.length)
    log.warn({ account: tools[0]?.account_id }, 'tools of the perception model are too long');
  return { ...layers, perception: { ...perception, visual_tools: [...palTools, ...fittingTools] } };
}
