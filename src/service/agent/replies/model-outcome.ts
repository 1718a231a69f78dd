/** The outcome of a turn that a language model answered. */
import type { TurnOutcome } from '@palkit/contract/conversations';
import { smallTalk } from '../knowledge/small-talk.ts';
import { REQUEST_HUMAN } from '../tools/call-tools.ts';
import type { ToolCall } from '../tools/tool-calls.ts';

/** Only the words of an answer say whether the model knew it, so every answer counts as one. */
export function modelOutcome(question: string, answer: string, calls: readonly ToolCall[]): TurnOutcome {
  const isHandedOver = calls.some(
    ({ name, outcome }) => name === REQUEST_HUMAN && outcome !== null && !outcome.startsWith('Error'),
  );
  if (isHandedOver) return 'handed_over';
  if (!answer.trim()) return 'declined';
  return smallTalk(question) ? 'small_talk' : 'answered';
}
