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
  /** Part of the keys of its tools' calls, so that no other conversation has the same keys. */
  conversation?: string;
  clock: Clock;
  log: Log;
  voice: TextToSpeech | null;
  /** The page speaks where it has a voice of the visitor's device, and `voice` where it has none. */
  browserVoice?: boolean;
  ears: SpeechToText | null;
  /** `null` in pipeline mode `echo`. */
  responder: Responder | null;
  /** Answers when `responder` fails in the middle of a call. */
  fallback: Responder | null;
  vocabulary: Vocabulary;
  capabilities: Capabilities;
  /** The servers of the browser's maker may transcribe the visitor's voice, with the visitor's consent. */
  cloudHearing?: boolean;
  /** True if the visitor must be informed that the call is recorded. */
  recorded?: boolean;
  /** Captions from the start of the call, or none, if the owner chose one. */
  captions?: boolean | undefined;
  /**
   * Languages of the conversation, the main one first. If it is empty, each engine uses the language of its input.
   */
  languages: readonly string[];
  turnOptions: TurnOptions;
  /** Makes packets of the samples for pipeline mode `echo`; `null`: only text is spoken. */
  encode: SynthesisPool['encode'] | null;
  disclosure: { verbal: string; visual: string } | null;
  greeting: string;
  /** Topics offered as a card after the greeting; empty: no card. */
  topics: readonly string[];
  /** The cards that may be shown; null allows none. */
  canvas: Canvas | null;
  /** Stores a line. The function that it returns stores the same line again after a change. */
  write(line: WrittenLine): (line: WrittenLine) => void;
  /** Stores the trace of an answer. */
  trace?: (trace: TurnTrace) => void;
  /** Called with a fault after which the agent cannot continue. */
  failed?(error: unknown): void;
  /** Earlier exchanges of the call, after a restart of the service. */
  history: Exchange[];
  /** Page context from before a restart of the service. It also stores the page context that arrives from now on. */
  pageContext?: PageState;
  onPageContext?: (pageContext: PageState) => void;
  /** Follows each line of the visitor, the start of each answer to it, and the end of the call. */
  watch?: { takeLine(line: string): void; openTurn(): void; closed(): void } | null;
  /** A picture of the visitor's camera, WebP. */
  onPicture?: (webp: Uint8Array) => void;
  /**
   * After the greeting of a visitor who comes for the first time; after each answer that was not interrupted.
   */
  greeted?: () => void;
  answered?: () => void;
  /** Called when a person whom the visitor requested did not come, and with the message that the visitor left. */
  handover?: { missed(): void; left(message: string): void };
  /** A page's answer to a tool call that does not belong to the canvas. */
  toolResult?: (id: string, output: string, status: string | undefined) => void;
}
