/**
 * The schema of a file of scenarios: the PAL, the visitor's turns, and the expectations. Everything is bounded, and an
 * unknown field is refused by name.
 */
import * as z from 'zod';
import { MockModel, ToolScript } from './script.ts';

/** Maximum number of scenarios of one file, and most turns of one scenario. */
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
const several = z.union([text, z.array(text).max(50)], 'must be a text or a list of texts');
/** A regular expression; letters match in both cases. */
export const pattern = text.max(1000).refine(isPattern, 'must be a regular expression');
const patterns = z.union([pattern, z.array(pattern).max(50)], 'must be a pattern or a list of them');

function isPattern(value: string): boolean {
  try {
    return Boolean(new RegExp(value, 'iu'));
  } catch {
    return false;
  }
}

const Called = z.strictObject({
  name,
  /** The call's arguments include these. */
  arguments: z.record(z.string(), z.unknown()).optional(),
  /** The exact number; without it at least one. */
  times: count.optional(),
});

/** Expectations of a turn, or of the whole conversation. */
export const Expectation = z.strictObject({
  /** Seconds until the first word of the answer. */
  within: seconds.optional(),
  /** Maximum number of seconds for all of this; by default 10. */
  settles: seconds.optional(),
  contains: several.optional(),
  lacks: several.optional(),
  matches: patterns.optional(),
  /** The agent is silent. */
  silent: z.literal(true).optional(),
  /** The agent says that it does not know, or refuses. */
  declines: z.boolean().optional(),
  /** Tool calls: of the page's tools, and of those that this bench answers. */
  called: z.array(Called).max(50).optional(),
  /** The kind of the last visible card; false for none. */
  card: z.union([name, z.literal(false)]).optional(),
  /** The name of a guardrail that triggers; false for none. */
  guardrail: z.union([name, z.literal(false)]).optional(),
  objective: z.strictObject({ name, values: z.record(z.string(), z.unknown()).optional() }).optional(),
  /** Names of the documents that the answer uses. */
  sources: z.array(name).max(50).optional(),
  /** The answer was cut by the visitor. */
  interrupted: z.boolean().optional(),
  /** The conversation is over, for a reason that contains these words. */
  ended: text.optional(),
  /** Judged by a model, if one is configured. */
  judge: text.max(2000).optional(),
  /** Texts that the agent's voice spoke, in simulated calls. */
  spoken: z.strictObject({ contains: several.optional(), lacks: several.optional() }).optional(),
  /** Requests to the scripted model. */
  model: z
    .strictObject({
      /** Maximum number of requests for an answer. */
      most: count.optional(),
      least: count.optional(),
      /** Patterns that the last request must match, or must not. */
      sees: patterns.optional(),
      lacks: patterns.optional(),
    })
    .optional(),
  /** The stored transcript; after the last turn only. */
  kept: z.strictObject({ contains: several.optional(), lacks: several.optional() }).optional(),
});
export type Expectation = z.output<typeof Expectation>;

const Waiting = z.strictObject({
  /** Words that were spoken since the previous turn. */
  said: pattern.optional(),
  /** The voice, or the text, has reached this point. */
  saying: pattern.optional(),
  called: name.optional(),
  /** The number of requests to the scripted model in this turn. */
  asked: count.optional(),
  card: name.optional(),
  ended: z.literal(true).optional(),
  /** Seconds. */
  most: seconds.default(20),
});

const ACTIONS = ['say', 'speak', 'pause', 'until', 'interrupt', 'reload', 'answer', 'context'] as const;

const Turn = z
  .strictObject({
    /** A line that the visitor types. */
    say: text.optional(),
    /** A line that the visitor speaks in a simulated call; an empty one is noise. */
    speak: text.max(4000).optional(),
    /** Seconds of that voice. */
    for: seconds.optional(),
    /** The recogniser's text for it, if it differs. */
    heard: text.max(4000).optional(),
    /** The language that the recogniser reports. */
    language: z.string().max(35).optional(),
    pause: seconds.optional(),
    until: Waiting.optional(),
    interrupt: z.literal(true).optional(),
    /** The page disconnects for this many seconds, and returns. */
    reload: seconds.optional(),
    /** The page's result of its tool's last call, or the visitor's answer to a card. */
    answer: z
      .strictObject({ name, output: z.unknown(), status: z.enum(['ok', 'error']).optional() })
      .optional(),
    /** Context that the page sends to the model. */
    context: text.max(50_000).optional(),
    /** One of several tabs of the same visitor; the default is the first. */
    tab: name.optional(),
    /** The turn is repeated this many times; the expectations apply to each. */
    repeat: z.int().min(1).max(300).optional(),
    /** True if the turn waits for the answer; the default is true after a line. */
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
    /** In the folder of this file. */
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
  /** Keyed by their ids, with their settings. */
  skills: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
});
export type Pal = z.output<typeof Pal>;

const parts = {
  /** Fields of a PAL, as in the API; with `greeting`, `documents`, `guardrails`, `objectives`, `skills`. */
  pal: Pal.optional(),
  /** A PAL of a running service. */
  pal_id: name.optional(),
  /** Fields of the conversation, as in the API. */
  conversation: z.looseObject({}).optional(),
  /** A deployment's fields; the conversation starts through it, as a visitor's does. */
  deployment: z.looseObject({}).optional(),
  /** The body with which a visitor's page starts a conversation by the deployment. */
  start: z.looseObject({}).optional(),
  /** A scripted model; without it the configured model answers, or else the documents do. */
  model: MockModel.optional(),
  /** Tools that this bench answers, or the visitor's page. */
  tools: z.array(ToolScript).max(50).optional(),
  /** A simulated call with a voice and ears, instead of text. */
  call: z
    .strictObject({
      /** Seconds that the voice takes for a word. */
      word: z.number().min(0.01).max(2).default(0.08),
      /** The configured voice, or recogniser, fails. */
      voice: z.enum(['fails', 'slow']).optional(),
      ears: z.literal('fail').optional(),
    })
    .optional(),
};

export const Scenario = z.strictObject({
  name,
  /** A description for the reader of the report. */
  about: text.optional(),
  ...parts,
  /** True if the first turn waits for the greeting; this is the default. */
  greeted: z.boolean().default(true),
  opening: Expectation.optional(),
  turns: z.array(Turn).min(1, 'must hold a turn').max(MAX_TURNS),
  finally: Expectation.optional(),
});
export type Scenario = z.output<typeof Scenario>;

export const ScenarioFile = z.strictObject({
  /** For every scenario of this file. Lists follow the scenario's own; a PAL is merged field by field. */
  defaults: z.strictObject(parts).optional(),
  scenarios: z
    .array(Scenario)
    .min(1, 'must hold a scenario')
    .max(MAX_SCENARIOS)
    .superRefine((all, context) => {
      const names = new Set<string>();
      for (const [index, { name: own }] of all.entries()) {
        if (names.has(own))
          context.addIssue({ code: 'custom', path: [index, 'name'], message: 'is the name of another one' });
        names.add(own);
      }
    }),
});
export type ScenarioFile = z.output<typeof ScenarioFile>;

/** A scenario with its file's defaults. */
export function completed(scenario: Scenario, defaults: ScenarioFile['defaults']): Scenario {
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
