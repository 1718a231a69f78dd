/** The state of a PAL's objectives in a conversation, and its transitions. Specification: events-20. */
import type { ObjectiveState, OutputValue } from '@palkit/contract/call-state';
import type { Objective } from '@palkit/contract/objectives';

export type { ObjectiveState, OutputValue };

/** A judge's verdict on the current objective. */
export interface ObjectiveVerdict {
  completed: boolean;
  values: Record<string, OutputValue | null>;
  /** Index in the objective's `next`, from 1; null if none of its conditions holds. */
  next: number | null;
}

const MAX_VALUE = 2000;

export const initialState = (objectives: readonly Objective[]): ObjectiveState => ({
  current: objectives[0]?.objective_name ?? null,
  completed: [],
  values: {},
});

export const currentObjective = (objectives: readonly Objective[], state: ObjectiveState): Objective | null =>
  objectives.find((objective) => objective.objective_name === state.current) ?? null;

/**
 * Returns the state after a turn; null if unchanged. An objective is completed only if all its variables have values.
 */
export function advanceObjectives(
  objectives: readonly Objective[],
  state: ObjectiveState,
  verdict: ObjectiveVerdict,
): {
  state: ObjectiveState;
  completed: { objective: Objective; values: Record<string, OutputValue> } | null;
} | null {
  const objective = currentObjective(objectives, state);
  if (!objective) return null;
  const values = { ...state.values };
  for (const name of objective.output_variables) {
    const value = Object.hasOwn(verdict.values, name) ? verdict.values[name] : null;
    if (value !== null && value !== undefined && value !== '')
      values[name] = typeof value === 'string' ? value.slice(0, MAX_VALUE) : value;
  }
  if (verdict.completed && objective.output_variables.every((name) => Object.hasOwn(values, name))) {
    const completedNames = [...state.completed, objective.objective_name];
    return {
      state: {
        current: nextObjective(objectives, objective, completedNames, verdict.next),
        completed: completedNames,
        values: {},
      },
      completed: { objective, values },
    };
  }
  return JSON.stringify(values) === JSON.stringify(state.values)
    ? null
    : { state: { ...state, values }, completed: null };
}

/**
 * Returns the name of the branch whose condition holds, otherwise of the next objective in the list. Returns null
 * at the end of the list, for `next: []`, and if the objective with this name is already completed.
 */
function nextObjective(
  objectives: readonly Objective[],
  objective: Objective,
  completedNames: readonly string[],
  chosenBranch: number | null,
): string | null {
  const branch = chosenBranch === null ? undefined : objective.next?.[chosenBranch - 1];
  const next = branch
    ? branch.objective_name
    : objective.next?.length === 0
      ? null
      : (objectives[objectives.indexOf(objective) + 1]?.objective_name ?? null);
  return next === null || completedNames.includes(next) ? null : next;
}

export function instructions(objectives: readonly Objective[], state: ObjectiveState): string {
  const objective = currentObjective(objectives, state);
  if (!objective) return '';
  const values = Object.entries(state.values).map(([name, value]) => `${name}: ${String(value)}`);
  const missingVariables = objective.output_variables.filter((name) => !Object.hasOwn(state.values, name));
  return [
    `What you are working towards in this call, without pressing: ${objective.objective_prompt}`,
    missingVariables.length > 0 ? `Find out: ${missingVariables.join(', ')}.` : '',
    values.length > 0 ? `Known so far: ${values.join('; ')}.` : '',
    objective.confirmation_mode === 'manual'
      ? 'Once you know it all, repeat it and ask the visitor whether it is right.'
      : '',
  ]
    .filter(Boolean)
    .join('\n');
}
