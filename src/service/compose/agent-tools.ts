/** The actions of an agent besides speech: its tools and its slides. */
import { LlmTools } from '@palkit/contract/llm-tools';
import { ownTools, type PageTools, Presentation, searchTool, slidesOf, type Tool } from '@palkit/agent';
import { accountTool } from '../connectors/account-tools.ts';
import { decks } from '../documents/decks.ts';
import type { AgentBasis, AgentParts } from './agent-basis.ts';

/**
 * Returns the tools by precedence: internet search, tools in the PAL's layers, tools of the account, of
 * connectors and of the call. If two tools have the same name, the first is used. Empty if no model can call
 * them.
 */
export async function agentTools(
  parts: AgentParts,
  { row, briefing, own, hasResponder, agent }: AgentBasis,
  page: PageTools,
  callTools: readonly Tool[],
): Promise<Tool[]> {
  const { config, clock, outbound, log } = parts;
  const { layers } = briefing.pal;
  if (!own.model || !hasResponder) return [];
  const tools = [
    ...(config.search && row.document.skills?.internet_search ? [searchTool(config.search, clock)] : []),
    ...ownTools(LlmTools.safeParse(layers.llm?.tools).data ?? [], {
      outbound,
      page,
      show: (action) => agent().show(action),
    }),
    ...briefing.tools.map((tool) => accountTool(tool, { outbound, page, log })),
    ...(await parts.tools(row.account_id, layers.mcp)),
  ];
  return [...tools, ...callTools].filter(
    ({ name }, index, all) => all.findIndex((tool) => tool.name === name) === index,
  );
}

/** Returns the slides of the skill `presentation`; null if the skill is off or has no slides. */
export async function agentPresentation(
  { store, config }: AgentParts,
  { row, deck, agent }: AgentBasis,
): Promise<Presentation | null> {
  if (!deck) return null;
  const slides = slidesOf(
    await decks(
      store.db,
      {
        account: row.account_id,
        ids: deck.document_ids,
        participantTags: row.document.participant_tags ?? [],
      },
      config.publicUrl,
    ),
  );
  return slides.length > 0
    ? new Presentation(slides, {
        show: (action) => agent().show(action),
        presentSlides: (steps, onStep) => agent().walk(steps, onStep),
      })
    : null;
}
