/** The outcome of a turn that a language model answered. */
import type { TurnOutcome } from '@palkit/contract/conversations';
import { smallTalk } from '../knowledge/small-talk.ts';
import { REQUEST_HUMAN } from '../tools/call-tools.ts';
import type { ToolCall } from '../tools/tool-calls.ts';

/** Every answer of a model is `answered`: nothing but its words tells whether the model knew it. */
export function modelOutcome(question: string, answer: string, calls: readonly ToolCall[]): TurnOutcome {
  const isHandedOver = calls.some(
    ({ name, outcome }) => name === REQUEST_HUMAN && outcome !== null && !outcome.startsWith('Error'),
  );
  if (isHandedOver) return 'handed_over';
  if (!answer.trim()) return 'declined';
  return smallTalk(question) ? 'small_talk' : 'answered';
}
