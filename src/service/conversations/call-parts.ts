/** The parts of an active conversation: its agent, its records, and the service around them. */
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

/** Creates the agent of a conversation when its room is entered for the first time. */
export type AgentFactory = (
  row: ConversationRow,
  transcript: {
    history: TranscriptEntry[];
    write(line: WrittenLine): (line: WrittenLine) => void;
    onFailure(error: unknown): void;
    trace(trace: TurnTrace): void;
    /** Stores the context that the page sent. */
    onPageContext(context: PageState): void;
    /** Ends the call after the agent has said goodbye. */
    endCall(): void;
  },
) => Promise<{
  agent: Agent;
  face: string;
  /**
   * Builds the prompt of the model as if this question were the first of a call; null if there is no model.
   */
  prompt: ((question: string) => Promise<Prompt>) | null;
  /** Answers like the agent, but without tools. Without a responder the agent only echoes. */
  rehearsal: { responder: Responder | null; canvas: Canvas | null; vectorsReady: Promise<void> };
}>;

/** Records of a call in addition to its lines: its call log and its camera pictures. */
export type Capture = (
  row: ConversationRow,
) => Promise<{ callLog: CallLogPath | null; frames: FrameSampler | null }>;
/** Stores pictures of the visitor's camera in WebP. */
export interface FrameSampler {
  keep(webp: Uint8Array): void;
  waitUntilStored(): Promise<void>;
}

export interface ActiveConversationParts {
  telemetry: Telemetry | null;
  measures: CallMeasures;
  store: Store;
  clock: Clock;
  log: Log;
  rooms: EmbeddedRooms;
  agents: AgentFactory;
  capture: Capture;
  /** The file of the face that replaces a face whose consent was withdrawn. */
  standardFace: string;
}
