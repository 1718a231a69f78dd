/** The parts of a conversation in progress: its agent, its records, and the service around it. */
import type { TranscriptEntry, TurnTrace } from '@palkit/contract/conversations';
import type { Agent, Canvas, PageState, Prompt, Responder, WrittenLine } from '@palkit/agent';
import type { Clock } from '@palkit/runtime/clock';
import type { Log } from '@palkit/runtime/log';
import type { CallLogPath } from '@palkit/rooms/embedded/call-log';
import type { EmbeddedRooms } from '@palkit/rooms/embedded/rooms';
import type { ConversationRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { CallMeasures } from './call-measures.ts';
import type { Telemetry } from './telemetry.ts';

/** Creates the agent of a conversation, when its room is first entered. */
export type AgentFactory = (
  row: ConversationRow,
  transcript: {
    history: TranscriptEntry[];
    write(line: WrittenLine): (line: WrittenLine) => void;
    failed(error: unknown): void;
    trace(trace: TurnTrace): void;
    /** Stores the page's context. */
    onPageContext(context: PageState): void;
    /** The agent has said goodbye: the call ends. */
    over(): void;
  },
) => Promise<{
  agent: Agent;
  face: string;
  /** The prompt of its model before this question, if it were the first; null without a model. */
  prompt: ((question: string) => Promise<Prompt>) | null;
  /** Answers as the agent does, without tools that act; a null responder only echoes. */
  rehearsed: { responder: Responder | null; canvas: Canvas | null; vectorsReady: Promise<void> };
}>;

/** Records of a call besides its lines: its log and its camera's pictures. */
export type Capture = (
  row: ConversationRow,
) => Promise<{ callLog: CallLogPath | null; frames: FrameSampler | null }>;
/** Stores pictures of the visitor's camera, WebP. */
export interface FrameSampler {
  keep(webp: Uint8Array): void;
  stored(): Promise<void>;
}

export interface HeldParts {
  telemetry: Telemetry | null;
  measures: CallMeasures;
  store: Store;
  clock: Clock;
  log: Log;
  rooms: EmbeddedRooms;
  agents: AgentFactory;
  keeping: Capture;
  /** The file of the face that replaces one whose consent was withdrawn. */
  standardFace: string;
}
