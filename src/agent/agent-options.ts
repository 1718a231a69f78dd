/** The parts of an agent: its engines, its responder, its settings, and the listeners of its events. */
import type { TurnTrace } from '@palkit/contract/conversations';
import type { Capabilities } from '@palkit/contract/room-events';
import type { Clock } from '@palkit/runtime/clock';
import type { Log } from '@palkit/runtime/log';
import type { Canvas } from './tools/canvas.ts';
import type { SpeechToText, Vocabulary, TextToSpeech } from './speech/engines.ts';
import type { SynthesisPool } from './speech/synthesis-pool.ts';
import type { Exchange, Responder } from './replies/responder.ts';
import type { PageState } from './turns/page-messages.ts';
import type { TurnOptions } from './turns/turn-options.ts';
import type { WrittenLine } from './turns/visitor-line.ts';

export interface AgentOptions {
  /**
   * The id of the conversation. The idempotency key of each tool call contains it, so two conversations never
   * send the same key.
   */
  conversation?: string;
  clock: Clock;
  log: Log;
  voice: TextToSpeech | null;
  /** True if the page speaks with a voice of the visitor's device; `voice` speaks if the device has none. */
  browserVoice?: boolean;
  speechToText: SpeechToText | null;
  /** Null in pipeline mode `echo`. */
  responder: Responder | null;
  /** Answers when `responder` fails in the middle of a call. */
  fallback: Responder | null;
  vocabulary: Vocabulary;
  capabilities: Capabilities;
  /** True if the visitor consented that servers of the browser's vendor transcribe their voice. */
  cloudHearing?: boolean;
  /** True if the visitor must be informed that the call is recorded. */
  recorded?: boolean;
  /** True if captions are shown at the start, false if not; undefined if the owner did not decide. */
  captions?: boolean | undefined;
  /**
   * Languages of the conversation, the main one first. If the list is empty, each engine detects the language
   * from its input.
   */
  languages: readonly string[];
  turnOptions: TurnOptions;
  /** Encodes samples as packets in pipeline mode `echo`. If it is null, only text is echoed. */
  encode: SynthesisPool['encode'] | null;
  disclosure: { verbal: string; visual: string } | null;
  greeting: string;
  /** Topics that a card offers after the greeting. If the list is empty, no card is shown. */
  topics: readonly string[];
  /** The cards that may be shown; null if no card may be shown. */
  canvas: Canvas | null;
  /** Stores a line, and returns a function that stores the line again after a change. */
  write(line: WrittenLine): (line: WrittenLine) => void;
  /** Stores the trace of an answer. */
  trace?: (trace: TurnTrace) => void;
  /** Called with an error after which the agent cannot continue. */
  onFailure?(error: unknown): void;
  /** Earlier exchanges of the call, after a restart of the service. */
  history: Exchange[];
  /** `pageContext` is the page context from before a restart of the service; `onPageContext` stores each new one. */
  pageContext?: PageState;
  onPageContext?: (pageContext: PageState) => void;
  /** Observes each line of the visitor, the start of each answer and the end of the call. */
  watch?: { takeLine(line: string): void; openTurn(): void; endCall(): void } | null;
  /** Receives a picture of the visitor's camera as WebP. */
  onPicture?: (webp: Uint8Array) => void;
  /** `onGreeted` is called after a first-time visitor's greeting, `onAnswered` after each uninterrupted answer. */
  onGreeted?: () => void;
  onAnswered?: () => void;
  /**
   * `onMissed` is called if the requested person did not come, and `onMessageLeft` with the message that the visitor
   * left.
   */
  handover?: { onMissed(): void; onMessageLeft(message: string): void };
  /** Receives each result that the page sends for a tool call, including the results of cards. */
  onToolResult?: (id: string, output: string, status: string | undefined) => void;
}
