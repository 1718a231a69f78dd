/**
 * A room that plays a script without a service, for stories, demonstrations and tests. Like a real room it
 * numbers its messages and replays those that a visitor has missed. Only pages that import this module load
 * it.
 */
import type { QuestionArguments } from '@palkit/contract/canvas';
import {
  AgentEvent,
  type AgentEventProperties,
  type AgentEventType,
  type Capabilities,
  type VisitorMessage,
} from '@palkit/contract/room-events';
import type { RoomFactory } from './call.ts';
import type { Clock } from './clock.ts';
import type { Room, RoomListener } from './room.ts';

type Turn = { turn_idx?: number; inference_id?: string };
type Message = {
  [Type in AgentEventType]: { tell: Type; properties: AgentEventProperties<Type>; turn?: Turn };
}[AgentEventType];
/** An event `after` milliseconds from the previous step: a message, a connection loss, or the end of the room. */
export type Step = { after: number } & (Message | { drop: true } | { close: true });

export interface Script {
  /** Kinds of connection that this room accepts. */
  admits: { media: boolean; text: boolean };
  /** Steps after the first join. */
  opening: readonly Step[];
  /** Returns the steps after a message of the visitor. */
  answer(message: VisitorMessage, turn: number): readonly Step[];
}

const CAPABILITIES: Capabilities = {
  hearing: 'embedded',
  answering: 'documents',
  voice: 'embedded',
  languages: ['en'],
};
const ready: Step = { after: 0, tell: 'conversation.ready', properties: { capabilities: CAPABILITIES } };

/** Returns the steps in which the agent says a line, sentence by sentence. */
export function lineSteps(text: string, inference_id: string, turn_idx = 0): Step[] {
  const turn = { inference_id, turn_idx };
  const sentences = text.match(/[^.!?]+[.!?]*\s*/g) ?? [text];
  return [
    { after: 300, tell: 'conversation.started_speaking', properties: { role: 'pal' }, turn },
    ...sentences.map((_, index): Step => ({
      after: index === 0 ? 0 : 1200,
      tell: 'conversation.utterance.streaming',
      turn,
      properties: {
        role: 'pal',
        speech: sentences
          .slice(0, index + 1)
          .join('')
          .trim(),
        final: index === sentences.length - 1,
      },
    })),
    {
      after: 1200,
      tell: 'conversation.stopped_speaking',
      properties: { role: 'pal', duration: 1.2 * sentences.length, interrupted: false },
      turn,
    },
    { after: 0, tell: 'conversation.utterance', properties: { role: 'pal', speech: text }, turn },
  ];
}

export function shows(
  question: Partial<QuestionArguments> & Pick<QuestionArguments, 'question' | 'options'>,
  tool_call_id: string,
): Step {
  return {
    after: 200,
    tell: 'conversation.tool_call',
    properties: { name: 'canvas_show_question', arguments: JSON.stringify(question), tool_call_id },
  };
}

/** Echoes a typed line and replies to it; ignores all other messages. */
function echoAndReply(reply: (text: string) => string): Script['answer'] {
  return (message, turn) =>
    message.event_type !== 'conversation.respond'
      ? []
      : [
          {
            after: 50,
            tell: 'conversation.utterance',
            properties: { role: 'user', speech: message.properties.text },
            turn: { turn_idx: turn },
          },
          ...lineSteps(reply(message.properties.text), `answer-${turn}`, turn),
        ];
}

const ALL_KINDS = { media: true, text: true };
const greeting = lineSteps('Hello, I am Mira. What can I do for you?', 'greeting');
const answer = echoAndReply(() => 'Good question. Let me show you what I know about it.');

/** Scripts by name, shared by stories and tests. */
export const SCRIPTS = {
  'small-talk': { admits: ALL_KINDS, opening: [ready, ...greeting], answer },
  discloses: {
    admits: ALL_KINDS,
    answer,
    opening: [
      ready,
      {
        after: 0,
        tell: 'conversation.disclosure',
        properties: { phase: 'begin', visual_disclosure: 'You are talking to an AI.' },
      },
      ...lineSteps('I am an AI assistant.', 'disclosure'),
      {
        after: 0,
        tell: 'conversation.disclosure',
        properties: { phase: 'end', visual_disclosure: 'You are talking to an AI.' },
      },
      ...greeting,
    ],
  },
  'shows-a-card': {
    admits: ALL_KINDS,
    answer,
    opening: [
      ready,
      ...greeting,
      shows(
        {
          question: 'What would you like to know?',
          options: [
            { id: 'prices', label: 'Prices' },
            { id: 'hours', label: 'Opening hours' },
          ],
        },
        'card-1',
      ),
    ],
  },
  'agent-hangs-up': {
    admits: ALL_KINDS,
    opening: [
      ready,
      ...greeting,
      {
        after: 1000,
        tell: 'conversation.ended',
        properties: { shutdown_reason: 'end_conversation_endpoint_hit' },
      },
    ],
    answer,
  },
  'reaches-the-limit': {
    admits: ALL_KINDS,
    opening: [
      ready,
      {
        after: 1000,
        tell: 'conversation.ended',
        properties: { shutdown_reason: 'max_call_duration reached' },
      },
    ],
    answer,
  },
  'drops-and-rejoins': {
    admits: ALL_KINDS,
    opening: [ready, { after: 1000, drop: true }, ...greeting],
    answer,
  },
  'text-only': { admits: { media: false, text: true }, opening: [ready, ...greeting], answer },
  'never-connects': { admits: { media: false, text: false }, opening: [], answer: () => [] },
} as const satisfies Record<string, Script>;
export type ScriptName = keyof typeof SCRIPTS;

type ScriptedRoom = Room & { readonly listener: RoomListener };

/** Creates the rooms of a conversation that plays `script`; `stream` is the agent's picture and voice, if any. */
export function scriptedRooms(
  script: Script,
  clock: Clock,
  stream: () => MediaStream | null = () => null,
): RoomFactory {
  const messages: AgentEvent[] = [];
  let openRoom: ScriptedRoom | null = null;
  let hasOpened = false;
  let turn = 0;
  let isOver = false;
  const play = (steps: readonly Step[], index = 0): void => {
    const step = steps[index];
    if (step === undefined || isOver) return;
    clock.after(step.after, () => {
      if ('tell' in step) {
        const { tell: eventType, properties, turn: turnKeys } = step;
        const message = AgentEvent.parse({
          message_type: 'conversation',
          event_type: eventType,
          conversation_id: 'scripted',
          seq: messages.length + 1,
          timestamp: clock.now() / 1000,
          ...turnKeys,
          properties,
        });
        messages.push(message);
        openRoom?.listener.message(message);
        isOver ||= eventType === 'conversation.ended';
      } else if ('drop' in step) {
        const droppedRoom = openRoom;
        openRoom = null;
        droppedRoom?.listener.lost();
      } else {
        isOver = true;
        openRoom?.listener.ended();
      }
      play(steps, index + 1);
    });
  };

  return (kind, options, listener) => {
    const room: ScriptedRoom = {
      maxBytes: Infinity,
      listener,
      async join() {
        if (!script.admits[kind]) throw new Error('The script does not admit this.');
        openRoom = room;
        const picture = kind === 'media' ? stream() : null;
        if (picture) listener.stream(picture);
        for (const event of messages.slice(options.after)) listener.message(event);
        if (hasOpened) return;
        hasOpened = true;
        play(script.opening);
      },
      send(message) {
        if (openRoom === room)
          play(script.answer(message, message.event_type === 'conversation.respond' ? ++turn : turn));
      },
      setMicrophone() {},
      setCamera() {},
      setScreen() {},
      leave({ goodbye = true } = {}) {
        if (openRoom !== room) return;
        openRoom = null;
        isOver ||= goodbye;
      },
    };
    return room;
  };
}
