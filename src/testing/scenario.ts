/**
 * The schema of a file of scenarios: the PAL, the visitor's turns, and the expectations. All sizes are limited, and
 * an unknown field is refused by name.
 */
import * as z from 'zod';
import { MockModel, ToolScript } from './script.ts';

/** Maximum number of scenarios in a file, and of turns in a scenario. */
export const MAX_SCENARIOS = 500;
const MAX_TURNS = 400;
const MAX_TEXT = 20_000;

const name = z.string('must be a text').regex(/\S/, 'must not be empty').max(200);
const text = z.string('must be a text').max(MAX_TEXT);
const seconds = z
  .number('must be a number of seconds')
  .min(0, 'must be 0 or more')
  .max(300, 'must be at most 300 seconds');
const count = z.int('must be a whole number').min(0).max(1000);
const textOrTexts = z.union([text, z.array(text).max(50)], 'must be a text or a list of texts');
/** A case-insensitive regular expression. */
export const pattern = text.max(1000).refine(isPattern, 'must be a regular expression');
const patternOrPatterns = z.union([pattern, z.array(pattern).max(50)], 'must be a pattern or a list of them');

function isPattern(value: string): boolean {
  try {
    return Boolean(new RegExp(value, 'iu'));
  } catch {
    return false;
  }
}

const ExpectedCall = z.strictObject({
  name,
  /** Arguments that the call must include. */
  arguments: z.record(z.string(), z.unknown()).optional(),
  /** Exact number of calls; the default is at least one. */
  times: count.optional(),
});

/** Expectations for a turn or for the complete conversation. */
export const Expectation = z.strictObject({
  /** Maximum seconds until the first word of the answer. */
  within: seconds.optional(),
  /** Maximum seconds until all expectations are met. Default 10. */
  settles: seconds.optional(),
  contains: textOrTexts.optional(),
  lacks: textOrTexts.optional(),
  matches: patternOrPatterns.optional(),
  /** The agent must be silent. */
  silent: z.literal(true).optional(),
  /** The agent must say that it does not know, or refuse to answer. */
  declines: z.boolean().optional(),
  /** Calls of the page's tools, and of tools that the scripted server answers. */
  called: z.array(ExpectedCall).max(50).optional(),
  /** The kind of the last visible card; false if there must be none. */
  card: z.union([name, z.literal(false)]).optional(),
  /** The name of a guardrail that must be triggered; false if none may be. */
  guardrail: z.union([name, z.literal(false)]).optional(),
  objective: z.strictObject({ name, values: z.record(z.string(), z.unknown()).optional() }).optional(),
  /** Names of documents that the answer must use. */
  sources: z.array(name).max(50).optional(),
  /** True if the visitor must have interrupted the answer. */
  interrupted: z.boolean().optional(),
  /** A text in the reason for which the conversation must have ended. */
  ended: text.optional(),
  /** A criterion that a model judges, if one is configured. */
  judge: text.max(2000).optional(),
  /** Texts that the agent's voice speaks in simulated calls. */
  spoken: z.strictObject({ contains: textOrTexts.optional(), lacks: textOrTexts.optional() }).optional(),
  /** Expectations for the requests to the scripted model. */
  model: z
    .strictObject({
      /** Maximum number of requests for an answer. */
      most: count.optional(),
      least: count.optional(),
      /** Patterns that the last request must match, or must not match. */
      sees: patternOrPatterns.optional(),
      lacks: patternOrPatterns.optional(),
    })
    .optional(),
  /** Expectations for the stored transcript; only after the last turn. */
  kept: z.strictObject({ contains: textOrTexts.optional(), lacks: textOrTexts.optional() }).optional(),
});
export type Expectation = z.output<typeof Expectation>;

const WaitingTurn = z.strictObject({
  /**
   * Pattern for a complete line of the agent or the visitor in this turn, or since a previous line that did
   * not wait for its answer.
   */
  said: pattern.optional(),
  /**
   * Like `said`, but also matches the part of the agent's line that has been spoken or written so far; the
   * visitor's lines do not count.
   */
  saying: pattern.optional(),
  called: name.optional(),
  /** Minimum number of requests to the scripted model in this turn. */
  asked: count.optional(),
  card: name.optional(),
  ended: z.literal(true).optional(),
  /** Maximum seconds to wait. */
  most: seconds.default(20),
});

const ACTIONS = ['say', 'speak', 'pause', 'until', 'interrupt', 'reload', 'answer', 'context'] as const;

const Turn = z
  .strictObject({
    /** A line that the visitor types. */
    say: text.optional(),
    /** A line that the visitor speaks in a simulated call; an empty line is noise. */
    speak: text.max(4000).optional(),
    /** Duration of the spoken line in seconds. */
    for: seconds.optional(),
    /** The recogniser's text, if it differs from the spoken line. */
    heard: text.max(4000).optional(),
    /** The language that the recogniser reports. */
    language: z.string().max(35).optional(),
    pause: seconds.optional(),
    until: WaitingTurn.optional(),
    interrupt: z.literal(true).optional(),
    /** Seconds for which the page disconnects before it returns. */
    reload: seconds.optional(),
    /** The page's result for the last call of its tool, or the visitor's answer to a card. */
    answer: z
      .strictObject({ name, output: z.unknown(), status: z.enum(['ok', 'error']).optional() })
      .optional(),
    /** Text that the page sends for the model. */
    context: text.max(50_000).optional(),
    /** The tab of the visitor that acts. The default is the first. */
    tab: name.optional(),
    /** Number of times the turn is repeated; the expectations apply to each. */
    repeat: z.int().min(1).max(300).optional(),
    /** True if the turn waits for the answer. The default is true after a line. */
    wait: z.boolean().optional(),
    expect: Expectation.optional(),
  })
  .superRefine((turn, context) => {
    const actions = ACTIONS.filter((action) => turn[action] !== undefined);
    if (actions.length > 1 || (actions.length === 0 && !turn.expect))
      context.addIssue(
        `must hold one of ${ACTIONS.join(', ')}${actions.length > 1 ? `, not ${actions.join(' and ')}` : ''}`,
      );
    for (const part of ['for', 'heard', 'language'] as const)
      if (turn[part] !== undefined && turn.speak === undefined)
        context.addIssue({ code: 'custom', path: [part], message: 'goes with speak only' });
  });
export type Turn = z.output<typeof Turn>;

const Document = z
  .strictObject({
    name,
    text: z.string().max(1_000_000).optional(),
    /** Path relative to the folder of this file. */
    file: z.string().max(1000).optional(),
  })
  .refine(
    ({ text: inline, file }) => (inline === undefined) !== (file === undefined),
    'must hold text or file',
  );
export type Document = z.output<typeof Document>;

const Pal = z.looseObject({
  greeting: text.optional(),
  documents: z.array(Document).max(50).optional(),
  guardrails: z
    .array(z.looseObject({ name, prompt: text }))
    .max(50)
    .optional(),
  objectives: z
    .array(z.looseObject({ name, prompt: text, variables: z.array(name).max(50).optional() }))
    .max(50)
    .optional(),
  /** Settings of skills, by the skill's id. */
  skills: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
});
export type Pal = z.output<typeof Pal>;

const scenarioFields = {
  /** Fields of a PAL as in the API, and `greeting`, `documents`, `guardrails`, `objectives`, `skills`. */
  pal: Pal.optional(),
  /** The id of a PAL on a running service. */
  pal_id: name.optional(),
  /** Fields of the conversation as in the API. */
  conversation: z.looseObject({}).optional(),
  /** Fields of a deployment; the conversation starts through it, as for a visitor. */
  deployment: z.looseObject({}).optional(),
  /** The request body with which a page starts a conversation through the deployment. */
  start: z.looseObject({}).optional(),
  /**
   * A scripted model. If there is none, the configured model answers; if no model is configured, the documents do.
   */
  model: MockModel.optional(),
  /** Tools that the scripted server or the visitor's page answers. */
  tools: z.array(ToolScript).max(50).optional(),
  /** A simulated call with speech, instead of text. */
  call: z
    .strictObject({
      /** Seconds that the agent's voice needs per word. */
      word: z.number().min(0.01).max(2).default(0.08),
      /** Makes the configured voice fail or be slow; `ears` makes the recogniser fail. */
      voice: z.enum(['fails', 'slow']).optional(),
      ears: z.literal('fail').optional(),
    })
    .optional(),
};

export const Scenario = z.strictObject({
  name,
  /** A description for readers of the report. */
  about: text.optional(),
  ...scenarioFields,
  /** True if the first turn waits for the greeting, which is the default. */
  greeted: z.boolean().default(true),
  opening: Expectation.optional(),
  turns: z.array(Turn).min(1, 'must hold a turn').max(MAX_TURNS),
  finally: Expectation.optional(),
});
export type Scenario = z.output<typeof Scenario>;

export const ScenarioFile = z.strictObject({
  /**
   * Fields for every scenario of the file. A scenario's own fields replace them. A PAL and a model are merged
   * field by field, and the tools, replies and judgements are appended to those of the scenario.
   */
  defaults: z.strictObject(scenarioFields).optional(),
  scenarios: z
    .array(Scenario)
    .min(1, 'must hold a scenario')
    .max(MAX_SCENARIOS)
    .superRefine((scenarios, context) => {
      const names = new Set<string>();
      for (const [index, { name }] of scenarios.entries()) {
        if (names.has(name))
          context.addIssue({ code: 'custom', path: [index, 'name'], message: 'is the name of another one' });
        names.add(name);
      }
    }),
});
export type ScenarioFile = z.output<typeof ScenarioFile>;

/** Merges a scenario with the defaults of its file. */
export function withDefaults(scenario: Scenario, defaults: ScenarioFile['defaults']): Scenario {
  if (!defaults) return scenario;
  const { pal, model, tools } = scenario;
  return {
    ...defaults,
    ...scenario,
    ...(pal && defaults.pal ? { pal: { ...defaults.pal, ...pal } } : {}),
    ...(model && defaults.model
      ? {
          model: {
            ...defaults.model,
            ...model,
            replies: [...model.replies, ...defaults.model.replies],
            judgements: [...model.judgements, ...defaults.model.judgements],
          },
        }
      : {}),
    ...(tools && defaults.tools ? { tools: [...tools, ...defaults.tools] } : {}),
  };
}
