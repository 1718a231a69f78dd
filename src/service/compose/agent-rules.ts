/** The rules of an agent: its objectives and its guardrails, for text and for pictures of the camera. */
import { rulesByMeaning, createJudge, TurnWatch, VisualGuard } from '@palkit/agent';
import { guardrailsOf, objectivesOf, turnRecorder } from '../conversations/turns.ts';
import { visionModel } from '../perception/perception.ts';
import { logVectorFailure, type AgentBasis, type AgentParts } from './agent-basis.ts';

export async function turnWatch(
  parts: AgentParts,
  { row, briefing: { pal }, model, agent }: AgentBasis,
): Promise<TurnWatch> {
  const { store, clock, log, background, embeddings } = parts;
  const rules = await guardrailsOf(store.db, row.account_id, pal);
  return new TurnWatch({
    ...(await objectivesOf(store.db, row.id, pal)),
    rules,
    findSimilarRules: embeddings ? rulesByMeaning(rules, embeddings, logVectorFailure(parts)) : undefined,
    judge: model && createJudge(model, clock),
    isStrict: pal.layers.llm?.strict_guardrails === true,
    recorder: turnRecorder(parts, row),
    agent: {
      publish: (type, properties) => agent().publish(type, properties),
      retract: (words) => agent().replaceSpeech(words),
      language: () => agent().language,
    },
    background,
    log,
  });
}

/**
 * Returns the guard that checks the camera's pictures against visual rules; null if there is no vision model,
 * or if the agent produces no answers itself.
 */
export function visualGuard(
  parts: AgentParts,
  { row, briefing: { pal }, hasResponder, agent }: AgentBasis,
  watch: TurnWatch,
): VisualGuard | null {
  const { clock, background, log } = parts;
  const layer = pal.layers.perception;
  const model = visionModel(layer, parts, row.account_id);
  if (!hasResponder || !model || !layer) return null;
  return new VisualGuard({
    judge: createJudge(model, clock),
    watch,
    layer,
    publish: (...[type, properties]) => agent().publish(type, properties),
    clock,
    background,
    log,
  });
}
