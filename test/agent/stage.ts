/**
 * An agent for tests, with a room that plays on command, scripted recognisers and responders, and a manual clock.
 */
import type { TranscriptEntry } from '../../src/contract/conversations.ts';
import type { VisitorEvent } from '../../src/contract/room-events.ts';
import { Agent } from '../../src/agent/agent.ts';
import type { AgentOptions } from '../../src/agent/agent-options.ts';
import type { Canvas } from '../../src/agent/tools/canvas.ts';
import type { SpeechToText, Speech, TextToSpeech } from '../../src/agent/speech/engines.ts';
import type { Responder, ReplyChunk } from '../../src/agent/replies/responder.ts';
import { turnOptionsOf } from '../../src/agent/turns/turn-options.ts';
import { ManualClock } from '../../src/runtime/clock.ts';
import type { AgentInput, Room } from '../../src/agent/ports/room.ts';

/** Runs all tasks that are ready. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A room that plays a sentence when `play()` is called. */
export class Stage implements Room {
  audible = true;
  guard = '';
  isHeld = false;
  flow: { guardedFrames: number; silence: number } | undefined;
  sentEvents: { type: string; properties: Record<string, unknown>; turn?: { turn_idx: number } }[] = [];
  queue: { id: string; speech: Speech }[] = [];
  hushed = 0;
  closed = false;
  moods: string[] = [];
  agent!: Agent;
  send(type: string, properties: object, turn?: { turn_idx: number }): void {
    this.sentEvents.push({
      type: type.replace('conversation.', ''),
      properties: properties as Record<string, unknown>,
      ...(turn ? { turn } : {}),
    });
  }
  say(id: string, speech: Speech): void {
    this.queue.push({ id, speech });
  }
  hush(): void {
    this.hushed++;
    const current = this.queue[0];
    this.queue = [];
    if (current && this.playing === current.id)
      this.agent.take({
        type: 'sentence-ended',
        id: current.id,
        seconds: current.speech.duration / 2,
        interrupted: true,
      });
  }
  hold(isHeld: boolean): void {
    this.isHeld = isHeld;
  }
  setGuard(guardState: 'open' | 'guarded', flow?: { guardedFrames: number; silence: number }): void {
    this.guard = guardState;
    this.flow = flow;
  }
  showMood(mood: string): void {
    this.moods.push(mood);
  }
  close(): void {
    this.closed = true;
  }
  playing: string | null = null;
  begin(): void {
    this.playing = this.queue[0]!.id;
    this.agent.take({ type: 'sentence-began', id: this.playing });
  }
  /** Plays all queued sentences. */
  async play(): Promise<void> {
    for (await settle(); this.queue.length > 0; await settle()) {
      this.begin();
      const { id, speech } = this.queue.shift()!;
      this.agent.take({ type: 'sentence-ended', id, seconds: speech.duration, interrupted: false });
    }
  }
  types = () => this.sentEvents.map(({ type }) => type);
  lines = () =>
    this.sentEvents
      .filter(({ type }) => type === 'utterance')
      .map(({ properties }) => [properties['role'], properties['speech']]);
}

export const voice: TextToSpeech = {
  languages: ['en'],
  async *speak(text) {
    yield { text, packets: [], mouths: new Uint8Array(), duration: 2 };
  },
};
/** Returns a recogniser that returns one of these texts per utterance. */
export const createRecogniser = (text: string[]): SpeechToText => ({
  languages: ['en'],
  listen: () => ({ write() {}, finish: async () => text.shift() ?? '' }),
});
/** Returns a recogniser that returns the next text of `pauses` at each pause, and of `text` at each utterance's end. */
export const createPausingRecogniser = (
  pauses: (string | null)[],
  text: string[],
  resume: () => void = () => {},
): SpeechToText => ({
  languages: ['en'],
  listen: () => ({
    write() {},
    pause: async () => pauses.shift() ?? null,
    resume,
    finish: async () => text.shift() ?? '',
  }),
});
export const answers = (...chunks: ReplyChunk[]): Responder => ({
  kind: 'documents',
  async *think() {
    yield* chunks;
  },
});
/** Returns a message of the visitor's page, as the room passes it to the agent. */
export const event = (event_type: string, properties: object = {}): AgentInput => ({
  type: 'message',
  event: { message_type: 'conversation', event_type, properties } as VisitorEvent,
});
export const joinInput = (by: 'media' | 'text' = 'media'): AgentInput => ({
  type: 'joined',
  by,
  again: false,
});

export const QUESTIONS: Canvas = { components: new Set(['question']), schedulingUrl: null };

export function begin(options: Partial<AgentOptions> = {}) {
  const clock = new ManualClock();
  const entries: Omit<TranscriptEntry, 'seconds_from_start'>[] = [];
  const warnings: unknown[] = [];
  const logs: unknown[] = [];
  const log = {
    info: (fields: unknown) => logs.push(fields),
    warn: (fields: unknown) => warnings.push(fields),
    error() {},
    debug() {},
  } as unknown as AgentOptions['log'];
  const agent = new Agent({
    clock,
    log,
    voice,
    speechToText: createRecogniser([]),
    responder: answers({ text: 'We open at ten. We close at seven.' }),
    fallback: null,
    vocabulary: { id: 'v', texts: [] },
    capabilities: { hearing: 'embedded', answering: 'documents', voice: 'embedded', languages: ['en'] },
    languages: [],
    turnOptions: turnOptionsOf(undefined, { hurried: true }),
    encode: null,
    disclosure: null,
    greeting: 'Welcome.',
    topics: [],
    canvas: null,
    write: (line) => {
      const offset = entries.push(line) - 1;
      return (line) => (entries[offset] = line);
    },
    history: [],
    ...options,
  });
  const stage = new Stage();
  stage.agent = agent;
  agent.setRoom(stage);
  return { agent, stage, clock, entries, warnings, logs };
}
