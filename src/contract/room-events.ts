/**
 * The messages of a room in both directions. Each is a JSON object on the data channel, in Daily's app messages, or
 * in the text path over HTTPS. Unknown events are ignored, malformed ones are dropped and counted, and messages over
 * 64 KiB are dropped.
 */
import * as z from 'zod/mini';
import { whereUsed } from './endpoint.ts';
import { SILENT_MOODS } from './face/motion.ts';
import { Variables } from './variables.ts';

/** Maximum size of a message in UTF-8 bytes. */
export const MAX_ROOM_MESSAGE_BYTES = 65_536;
/** Maximum number of characters of a typed, echoed or recognised text. */
export const MAX_TEXT = 4000;
/** Maximum number of languages that a page may announce. */
const MAX_SPOKEN_LANGUAGES = 100;

/** `replica` is the legacy name of `pal`; a line that arrives with both is shown once. */
const role = z.pipe(
  z.enum(['user', 'pal', 'replica']),
  z.transform((word: 'user' | 'pal' | 'replica') => (word === 'user' ? ('user' as const) : ('pal' as const))),
);

const fromAgent = <Type extends string, Properties extends z.ZodMiniType>(
  event_type: Type,
  properties: Properties,
) =>
  z.object({
    message_type: z.literal('conversation'),
    event_type: z.literal(event_type),
    conversation_id: z.string(),
    /** Increases by one with each message of the agent; a gap means that a message was lost. */
    seq: z.optional(z.int()),
    turn_idx: z.optional(z.int()),
    inference_id: z.optional(z.nullable(z.string())),
    /** Time of the event in Unix seconds. */
    timestamp: z.optional(z.number()),
    properties,
  });

/** The engines of a call, so that the page can show what the agent supports. */
export const Capabilities = z.object({
  /**
   * Speech recognition: the embedded English one, a configured one, the visitor's browser, or none (the visitor
   * types).
   */
  hearing: z.enum(['embedded', 'endpoint', 'browser', 'none']),
  /** The source of answers: quotations from documents, a configured language model, or none (`echo`). */
  answering: z.enum(['documents', 'model', 'echo']),
  /** The agent's voice: the embedded one, a configured one, or `none` if the agent only writes. */
  voice: z.enum(['embedded', 'endpoint', 'none']),
  languages: z.array(z.string()),
});
export type Capabilities = z.output<typeof Capabilities>;

export const Source = z.object({ document_id: z.string(), document_name: z.string() });
export type Source = z.output<typeof Source>;

/** An index into `MOUTHS` for each 40 ms, as one digit. */
const mouthIndices = z.string().check(z.regex(/^[0-6]*$/));

export const AgentEvent = z.discriminatedUnion('event_type', [
  /** `recording` is true if the call is recorded. */
  fromAgent(
    'conversation.ready',
    z.object({
      capabilities: Capabilities,
      recording: z.optional(z.boolean()),
      /** True for captions from the start, false for captions on request, if the conversation sets it. */
      captions: z.optional(z.boolean()),
    }),
  ),
  /**
   * `sources` are the documents on which an answer is based, best first. `interrupted` is true if it was not
   * completely spoken, because the visitor spoke or the connection was lost.
   */
  fromAgent(
    'conversation.utterance',
    z.object({
      role,
      speech: z.string(),
      sources: z.optional(z.array(Source)),
      interrupted: z.optional(z.boolean()),
      /** `service` if the complete line is text of the service, as in the transcript. */
      origin: z.optional(z.literal('service')),
      /** True if the line replaces an answer that failed. */
      apology: z.optional(z.boolean()),
      /** Name of the person who wrote the line in place of the agent. */
      person: z.optional(z.string()),
    }),
  ),
  fromAgent(
    'conversation.utterance.streaming',
    z.object({ role, speech: z.string(), final: z._default(z.boolean(), false) }),
  ),
  fromAgent('conversation.started_speaking', z.object({ role })),
  fromAgent(
    'conversation.stopped_speaking',
    z.object({ role, duration: z.optional(z.number()), interrupted: z.optional(z.boolean()) }),
  ),
  fromAgent(
    'conversation.disclosure',
    z.object({ phase: z.enum(['begin', 'end']), visual_disclosure: z._default(z.string(), '') }),
  ),
  fromAgent(
    'conversation.tool_call',
    z.object({ name: z.string(), arguments: z.string(), tool_call_id: z.string() }),
  ),
  fromAgent(
    'conversation.guardrail_triggered',
    z.object({ guardrail: z.string(), guardrail_uuid: z.optional(z.string()) }),
  ),
  fromAgent(
    'conversation.objective.completed',
    z.object({ objective_name: z.string(), output_variables: z._default(z.looseObject({}), {}) }),
  ),
  /** A perception model called one of the PAL's `visual_tools`; no result is expected. */
  fromAgent(
    'conversation.perception_tool_call',
    z.object({ modality: z.literal('vision'), name: z.string(), arguments: z.looseObject({}) }),
  ),
  /** An answer to the PAL's `visual_awareness_queries` about the camera picture. */
  fromAgent('conversation.perception_analysis', z.object({ analysis: z.string() })),
  /** Tells where speech is recognised from now on. `stop` ends the use of the browser's recognition in this call. */
  fromAgent(
    'conversation.hearing',
    z.object({ hearing: Capabilities.shape.hearing, stop: z.optional(z.boolean()) }),
  ),
  /**
   * The performance of a face that the page draws. The message has no `seq`, because it is never replayed.
   * - `at`: the time on the audio track, an RTP timestamp of 48 kHz.
   * - `mouths`: an index into `MOUTHS` for each 40 ms from `at` on, which the lips follow.
   * - `stresses`: the indices in `mouths` that start a stressed syllable.
   * - `mood`: the face's new mood.
   * - `seed`: only in the first message of a connection.
   */
  fromAgent(
    'conversation.face',
    z.object({
      at: z.int(),
      mouths: z.optional(mouthIndices),
      stresses: z.optional(z.array(z.int())),
      mood: z.optional(z.enum(SILENT_MOODS)),
      seed: z.optional(z.int()),
    }),
  ),
  /**
   * A sentence for the page to speak, without a `seq`, because it is never replayed. `mouths` and `stresses` are an
   * estimate, as in `conversation.face`; each of `words` has the indices of its first character and mouth.
   */
  fromAgent(
    'conversation.speak',
    z.object({
      id: z.string(),
      text: z.string(),
      language: z.string(),
      mouths: mouthIndices,
      stresses: z.array(z.int()),
      words: z.array(z.object({ at: z.int(), mouth: z.int() })),
    }),
  ),
  /** Drops, pauses or resumes all sentences of the page; the message has no `seq`. */
  fromAgent('conversation.speak.control', z.object({ action: z.enum(['stop', 'pause', 'resume']) })),
  /** An event of the page had no effect, for the given reason. */
  fromAgent('conversation.warning', z.object({ event_type: z.string(), message: z.string() })),
  /** The last message of a call. */
  fromAgent('conversation.ended', z.object({ shutdown_reason: z.string() })),
]);
export type AgentEvent = z.output<typeof AgentEvent>;
export type AgentEventType = AgentEvent['event_type'];
/** Properties that the agent passes to the room; the room adds `seq`, ids and the time. */
export type AgentEventProperties<Type extends AgentEventType> = Extract<
  AgentEvent,
  { event_type: Type }
>['properties'];

const fromVisitor = /* @__NO_SIDE_EFFECTS__ */ <Type extends string, Properties extends z.ZodMiniType>(
  event_type: Type,
  properties: Properties,
) =>
  z.object({
    message_type: z._default(z.literal('conversation'), 'conversation'),
    event_type: z.literal(event_type),
    conversation_id: z.optional(z.string()),
    /** The page's id for the message, so that a repeated message is processed once. */
    message_id: z.optional(z.string().check(z.regex(/^[\w.:-]{1,64}$/))),
    properties,
  });

const noProperties = whereUsed(() => z._default(z.looseObject({}), {}));
/** The reason why the browser's recognition stopped: its code (`network`, `no-speech`, …), or the page's. */
const reason = whereUsed(() => z.string().check(z.maxLength(40), z.regex(/^[a-z-]*$/)));
const spokenLanguage = whereUsed(() =>
  z.string().check(z.maxLength(35), z.regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/)),
);
const context = whereUsed(() => z.object({ context: z.string().check(z.maxLength(50_000)) }));

/** A boolean, or the string that some clients send instead. */
const flag = whereUsed(() =>
  z.union([
    z.boolean(),
    z.pipe(
      z.enum(['true', 'false']),
      z.transform((text: 'true' | 'false') => text === 'true'),
    ),
  ]),
);
/** The result of a tool; objects are converted to JSON. */
const output = whereUsed(() =>
  z.union([
    z.string(),
    z.pipe(
      z.looseObject({}),
      z.transform((result: Record<string, unknown>) => JSON.stringify(result)),
    ),
  ]),
);

/** Events that the account's server may send too. */
const sharedEvents = whereUsed(
  () =>
    [
      /** A text that is treated as a line of the visitor. */
      fromVisitor(
        'conversation.respond',
        z.object({ text: z.string().check(z.regex(/\S/), z.maxLength(MAX_TEXT)) }),
      ),
      /**
       * Is spoken unchanged: `text`, or `audio` as base64 16-bit mono PCM. In pipeline mode `full` it interrupts the
       * current speech.
       */
      fromVisitor(
        'conversation.echo',
        z.object({
          modality: z.optional(z.enum(['text', 'audio'])),
          text: z.optional(z.string().check(z.maxLength(MAX_TEXT))),
          audio: z.optional(z.string()),
          sample_rate: z.optional(z.int().check(z.minimum(8000), z.maximum(48_000))),
          inference_id: z.optional(z.string()),
          done: z.optional(flag),
        }),
      ),
      fromVisitor('conversation.interrupt', noProperties),
      fromVisitor('conversation.append_llm_context', context),
      fromVisitor('conversation.overwrite_llm_context', context),
      /** Adds variables; an empty value removes one. */
      fromVisitor('conversation.set_variables', z.object({ variables: Variables })),
      fromVisitor(
        'conversation.tool_result',
        z.object({
          tool_call_id: z.string(),
          name: z.optional(z.string()),
          output,
          status: z.optional(z.string()),
        }),
      ),
    ] as const,
);

export const VisitorEvent = whereUsed(() =>
  z.discriminatedUnion('event_type', [
    ...sharedEvents,
    /** The page's recogniser has started, on the device or in the cloud, or stopped for this reason. */
    fromVisitor(
      'conversation.hearing',
      z.discriminatedUnion('by', [
        z.object({ by: z.literal('browser'), on_device: z.boolean() }),
        z.object({ by: z.literal('service'), reason: z.optional(reason) }),
      ]),
    ),
    /**
     * The page's recogniser heard a segment of speech. The page numbers the segments in increasing order.
     * - `speech`: always the complete text of the segment.
     * - `final`: true in the last event of a segment.
     * - `elapsed`: milliseconds since the start of the speech.
     * - `confidence`: 0 to 1, if the browser reports it.
     */
    fromVisitor(
      'conversation.heard',
      z.object({
        segment: z.int().check(z.minimum(0), z.maximum(1_000_000)),
        speech: z.string().check(z.maxLength(MAX_TEXT)),
        final: z.boolean(),
        elapsed: z.number().check(z.minimum(0), z.maximum(600_000)),
        confidence: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
        language: z.optional(spokenLanguage),
      }),
    ),
    /**
     * The languages for which the visitor's device has a voice; may be empty. The agent uses these voices if
     * `customization.voice` is `browser`.
     */
    fromVisitor(
      'conversation.speaking',
      z.object({ languages: z.array(spokenLanguage).check(z.maxLength(MAX_SPOKEN_LANGUAGES)) }),
    ),
    /**
     * The progress of a sentence from `conversation.speak`. `at` is the index of the last word that has begun, if the
     * voice reports words.
     */
    fromVisitor(
      'conversation.spoken',
      z.object({
        id: z.string().check(z.maxLength(100)),
        state: z.enum(['began', 'word', 'ended', 'cut', 'failed']),
        at: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_TEXT))),
      }),
    ),
    /** Changes the turn taking of this call: `verylow`, `low`, `medium` or `high`. Other values cause a warning. */
    fromVisitor(
      'conversation.sensitivity',
      z.object({
        participant_pause_sensitivity: z.optional(z.unknown()),
        participant_interrupt_sensitivity: z.optional(z.unknown()),
      }),
    ),
    /** Has no effect, which `conversation.warning` reports. */
    fromVisitor('conversation.set_emotion', noProperties),
    /** Sent after a reconnect: requests the messages after this `seq`. */
    fromVisitor('conversation.resume', z.object({ after: z.int().check(z.minimum(0)) })),
    /** Sent every few seconds, so that the service notices when a page is gone. */
    fromVisitor('conversation.ping', noProperties),
  ]),
);
/** An event from the account's server, sent to `POST /v2/interactions`. */
export const OwnerEvent = whereUsed(() =>
  z.discriminatedUnion('event_type', [...sharedEvents], {
    error: `must be one of ${sharedEvents.map(({ shape }) => shape.event_type.def.values[0]).join(', ')}`,
  }),
);
export type VisitorEvent = z.output<typeof VisitorEvent>;
/** A message that a page sends to the room. */
export type VisitorMessage = z.input<typeof VisitorEvent>;

/**
 * Parses a message; null if it is invalid or too large. The size in bytes is unknown here, and the UTF-16 length is a
 * lower bound of it.
 */
export function readMessage<Event extends z.ZodMiniType>(
  schema: Event,
  text: string,
): z.output<Event> | null {
  if (text.length > MAX_ROOM_MESSAGE_BYTES) return null;
  try {
    const parseResult = schema.safeParse(JSON.parse(text));
    return parseResult.success ? parseResult.data : null;
  } catch {
    return null;
  }
}
