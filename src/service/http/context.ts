/** The dependencies of all handlers, created once at the start. */
import type { Embeddings, SpeechToText, TextToSpeech } from '@palkit/agent';
import type { Background } from '@palkit/runtime/background';
import type { Clock } from '@palkit/runtime/clock';
import type { Log } from '@palkit/runtime/log';
import type { Callbacks } from '../callbacks/callbacks.ts';
import type { Config } from '../config/config.ts';
import type { MediaFiles } from '../media/media-files.ts';
import type { RunMediaJob } from '@palkit/rooms/media-jobs/media-jobs';
import type { Jobs } from '../jobs/jobs.ts';
import type { Load } from '../platform/load.ts';
import type { Circuits } from '@palkit/outbound/circuits';
import type { Extraction } from '@palkit/extraction/extraction';
import type { Outbound } from '@palkit/outbound/outbound';
import type { Seal } from '../platform/sealing.ts';
import type { Passwords } from '../gates/passwords.ts';
import type { Captcha } from '../gates/captcha.ts';
import type { Visitors } from '../gates/visitors.ts';
import type { Documents } from '../documents/process.ts';
import type { AgentFactory } from '../conversations/call-parts.ts';
import type { Conversations } from '../conversations/lifecycle.ts';
import type { Metrics } from './call-metrics.ts';
import type { DailyRooms } from '../conversations/daily/daily-rooms.ts';
import type { KeyUses } from '../store/key-uses.ts';
import type { Store } from '../store/store.ts';

export interface Context {
  readonly config: Config;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly outbound: Outbound;
  readonly circuits: Circuits;
  readonly jobs: Jobs;
  readonly callbacks: Callbacks;
  readonly background: Background;
  readonly media: MediaFiles;
  readonly runMediaJob: RunMediaJob;
  /** Null if this service cannot speak. */
  readonly voice: TextToSpeech | null;
  /** The recogniser on this machine, for films; null if there is none. */
  readonly ears: SpeechToText | null;
  readonly seal: Seal;
  /** Records the last use of each key. */
  readonly keyUses: KeyUses;
  readonly documents: Documents;
  readonly extraction: Extraction;
  /** Computes vectors of visitors' questions; null if there is no model. */
  readonly embeddings: Embeddings | null;
  /** Loads the sentence model on this machine, if there is one, before a visitor asks the first question. */
  warmSentenceModel(): void;
  readonly passwords: Passwords;
  readonly captcha: Captcha;
  readonly visitors: Visitors;
  /** Decides whether new visitors are admitted. */
  readonly load: Pick<Load, 'refusal'>;
  readonly conversations: Conversations;
  readonly metrics: Metrics;
  /** Creates agents for conversations, and to show the prompt of a PAL. */
  readonly agents: AgentFactory;
  /** Null if the service has its own rooms. */
  readonly daily: DailyRooms | null;
}
