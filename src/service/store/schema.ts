/**
 * The tables in the types of kysely. Each resource has an id, an account, a version, a jsonb document, and columns
 * for filters.
 */
import type { ConsoleTables } from './console-tables.ts';
import type { ObjectiveState, PageState, SightState } from '@palkit/contract/call-state';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { CALLBACK_STATUSES } from '@palkit/contract/callbacks';
import type { CanvasInteraction } from '@palkit/contract/canvas';
import type { ConnectorTool, OAUTH_STATUSES } from '@palkit/contract/connectors';
import type { ConversationFields } from '@palkit/contract/conversations';
import type { Customization } from '@palkit/contract/customization';
import type { PageStatus } from '@palkit/contract/document-pages';
import type { CrawlInterval, CrawlConfig, DocumentStatus } from '@palkit/contract/documents';
import type { Consent, Limits } from '@palkit/contract/deployments';
import type { Handover } from '@palkit/contract/handover-state';
import type { GuardrailFields } from '@palkit/contract/guardrails';
import type { ObjectivesFields } from '@palkit/contract/objectives';
import type { PalFields } from '@palkit/contract/pals';
import type { COPY_STATUSES, RECORDING_STATUSES, STORAGE_PROVIDERS } from '@palkit/contract/recordings';
import type { Speech } from '@palkit/contract/speech';
import type { Video, VideoStatus } from '@palkit/contract/videos';
import type { VisitorIdentity } from '@palkit/contract/visitor-identity';
import type * as z from 'zod/mini';
import type { Json, MaybeJson, MaybeTime, Time } from './columns.ts';
import type { FaceTables } from './face-tables.ts';
export type { FaceDocument } from './face-tables.ts';
import type { ConversationListColumns, OwnerTables } from './owner-tables.ts';
import type { ToolTables } from './tool-tables.ts';

export interface DeploymentDocument {
  customization: Customization;
  limits: Limits;
  allowed_origins: string[];
  /** Undefined in rows that are older than this field. */
  enable_recording?: boolean;
  callback_url?: string | null;
  /** The post-call actions, sealed because they contain credentials. */
  sealed_actions?: string | null;
  visitor_identity?: VisitorIdentity;
  /** The keys that verify visitors' tokens, sealed because some are shared secrets. */
  sealed_visitor_keys?: string | null;
}
export type SpeechDocument = Pick<Speech, 'face_id' | 'script' | 'duration'>;
export type VideoDocument = Pick<
  Video,
  'generation_progress' | 'status_details' | 'error_details' | 'background_url'
> & { script: string; audio_url: string | null; callback_url: string | null };
export type ConversationDocument = Omit<
  z.output<typeof ConversationFields>,
  'pal_id' | 'face_id' | 'variables'
> & {
  memory_stores?: string[];
  /** The account's callback address when the conversation began. */
  account_callback_url?: string | null;
  /** Variables about the visitor that the page or the owner's server sent at the start. */
  variables?: Record<string, string>;
  /** The latest context that the page sent. */
  page?: PageState;
  /** The visitor's consent. */
  consent?: Consent;
  /** Maps each skill to its config when the conversation was created. */
  skills?: Record<string, Record<string, unknown>>;
};

/** The destination of a recording, without the credentials. */
export interface RecordingDestination {
  provider: (typeof STORAGE_PROVIDERS)[number];
  bucket_name: string;
  s3_key: string;
}

export interface Tables extends ConsoleTables, FaceTables, OwnerTables, ToolTables {
  settings: { name: string; value: string };
  speeches: {
    id: string;
    account_id: number;
    name: string;
    file: string;
    document: Json<SpeechDocument>;
    created_at: Time;
    updated_at: Time;
  };
  videos: {
    id: string;
    account_id: number;
    face_id: string;
    name: string;
    status: VideoStatus;
    file: string;
    document: Json<VideoDocument>;
    created_at: Time;
    updated_at: Time;
  };
  pals: {
    id: string;
    account_id: number;
    version: Generated<number>;
    document: Json<PalFields>;
    created_at: Time;
    updated_at: Time;
  };
  pal_skills: {
    pal_id: string;
    skill_id: string;
    config: Json<Record<string, unknown>>;
    attached_at: Time;
    updated_at: Time;
  };
  documents: {
    id: string;
    account_id: number;
    position: Generated<number>;
    name: string;
    url: string;
    tags: Json<string[]>;
    /** Tags of the conversations that may use the document; if empty, all may use it. */
    participant_tags: ColumnType<string[], string | undefined, string>;
    callback_url: string | null;
    status: DocumentStatus;
    progress: number | null;
    error: string | null;
    /** `crawl` has the settings from the creation, `run_crawl` the overrides for the current run. */
    crawl: MaybeJson<CrawlConfig>;
    run_crawl: MaybeJson<CrawlConfig>;
    /** `crawled` is true if the document counts as crawled; `crawling` if it uses one of the running crawls. */
    crawled: boolean;
    crawling: boolean;
    crawled_urls: MaybeJson<string[]>;
    last_crawled_at: MaybeTime;
    crawl_count: Generated<number>;
    recrawled_at: MaybeTime;
    crawl_every: ColumnType<CrawlInterval | null, CrawlInterval | null | undefined>;
    /** The uploaded file among the media files of `documents`, until it is read. */
    file: string | null;
    created_at: Time;
    updated_at: Time;
  };
  document_chunks: {
    document_id: string;
    position: number;
    content: string;
    vectors: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>;
    embedding_model: ColumnType<string | null, string | null | undefined, string | null>;
    /** The headings above the chunk, outermost first; null in rows that an earlier version wrote. */
    headings: MaybeJson<string[]>;
    /** The crawled page that contains the chunk. */
    page_url: ColumnType<string | null, string | null | undefined, string | null>;
  };
  crawled_pages: {
    document_id: string;
    position: number;
    url: string;
    status: PageStatus;
    /** One of `PAGE_REASONS`, or a reason of a later version. */
    reason: string | null;
    http_status: number | null;
    characters: number;
  };
  document_pages: { document_id: string; page: number; content: string; file: string | null };
  guardrail_sets: {
    id: string;
    account_id: number;
    name: string;
    version: Generated<number>;
    created_at: Time;
    updated_at: Time;
  };
  guardrails: {
    uuid: string;
    account_id: number;
    set_id: string | null;
    position: number;
    version: Generated<number>;
    document: Json<GuardrailFields>;
    created_at: Time;
    updated_at: Time;
  };
  objectives: {
    id: string;
    account_id: number;
    version: Generated<number>;
    document: Json<ObjectivesFields>;
    created_at: Time;
    updated_at: Time;
  };
  memory_stores: {
    id: string;
    account_id: number;
    pal_id: string;
    participant_tag: string;
    created_at: Time;
    updated_at: Time;
  };
  pinned_memories: {
    id: string;
    store_id: string;
    position: Generated<number>;
    memory: string;
    learned_from: ColumnType<string | null, string | undefined, never>;
    created_at: Time;
    updated_at: Time;
  };
  deployments: {
    id: string;
    account_id: number;
    pal_id: string;
    channel: 'widget' | 'embed' | 'landing-page';
    status: 'draft' | 'active' | 'inactive';
    name: string;
    password_hash: string | null;
    version: Generated<number>;
    document: Json<DeploymentDocument>;
    usage_total: Generated<number>;
    usage_today: Generated<number>;
    usage_day: string | null;
    retention_days: ColumnType<number | null, number | null | undefined, number | null>;
    created_at: Time;
    updated_at: Time;
  };
  deployment_visitors: { deployment_id: string; visitor: string; day: string; calls: number };
  spent_captchas: { signature: string; expires_at: Time };
  conversations: {
    id: string;
    account_id: number;
    deployment_id: string | null;
    pal_id: string;
    face_id: string;
    name: string;
    status: 'active' | 'ended';
    document: Json<ConversationDocument>;
    token_hash: string;
    token_expires_at: Time;
    created_at: Time;
    updated_at: Time;
    joined_at: MaybeTime;
    left_at: MaybeTime;
    ended_at: MaybeTime;
    shutdown_reason: string | null;
    objectives: MaybeJson<ObjectiveState>;
    room_provider: Generated<'embedded' | 'daily'>;
    /** The address at which visitors join; null until a Daily room exists. */
    room_url: string | null;
    process_id: string | null;
    end_asked: string | null;
    agent_joined_at: MaybeTime;
    agent_left_at: MaybeTime;
    handover: MaybeJson<Handover>;
    /** Time at which the consent to the call's face was withdrawn during the call; null if it was not. */
    face_withdrawn_at: MaybeTime;
  } & ConversationListColumns;
  transcript_lines: {
    conversation_id: string;
    position: number;
    role: 'user' | 'assistant';
    content: string;
    began_at: number;
    duration: number;
    inference_id: string | null;
    /** An id that an agent runner assigned, or the page if the visitor typed the line. */
    line_id: ColumnType<string | null, string | null | undefined, never>;
    /** Origin of an agent's line: a fixed sentence of the service or a person's line; null for an answer. */
    origin: ColumnType<'service' | 'person' | null, 'service' | 'person' | null | undefined, never>;
    /** The name of the person who wrote the line. */
    author: ColumnType<string | null, string | null | undefined, never>;
  };
  conversation_events: {
    conversation_id: string;
    position: Generated<number>;
    event_type: string;
    message_type: string;
    properties: Json<Record<string, unknown>>;
    webhook_url: ColumnType<string | null, string | null | undefined, never>;
    created_at: Time;
  };
  turn_traces: {
    conversation_id: string;
    position: Generated<number>;
    trace: Json<unknown>;
    created_at: Time;
  };
  /** Actions are removed when they are done. */
  post_call_actions: {
    conversation_id: string;
    position: number;
    tool_id: string;
    tool_name: string;
    method: string;
    sealed: string;
    tries: Generated<number>;
  };
  perception_frames: {
    conversation_id: string;
    position: Generated<number>;
    taken_at: Time;
    webp: Uint8Array;
  };
  /** Perception states of calls in Daily rooms. */
  runner_sights: {
    conversation_id: string;
    next_at: Time;
    state: Json<SightState>;
  };
  recordings: {
    id: string;
    conversation_id: string;
    account_id: number;
    file: string;
    status: (typeof RECORDING_STATUSES)[number];
    seconds: number | null;
    storage: MaybeJson<RecordingDestination>;
    sealed: string | null;
    copy_status: (typeof COPY_STATUSES)[number] | null;
    tries: Generated<number>;
    expires_at: MaybeTime;
    created_at: Time;
    updated_at: Time;
  };
  canvas_interactions: {
    conversation_id: string;
    interaction_id: string;
    content: Json<CanvasInteraction>;
    position: Generated<number>;
    created_at: Time;
  };
  jobs: {
    id: Generated<number>;
    kind: string;
    account_id: number | null;
    key: string | null;
    payload: Json<unknown>;
    run_at: Time;
    attempts: Generated<number>;
    /** Number of consecutive runs that ended with a crash of the process. */
    crashes: Generated<number>;
    again: Generated<boolean>;
    lease_until: MaybeTime;
    owner: string | null;
    created_at: Time;
  };
  callbacks: {
    id: string;
    account_id: number;
    subject: string;
    position: Generated<number>;
    url: string;
    /** A callback waits only for earlier ones of the same subject and lane. */
    lane: Generated<string>;
    event_type: string | null;
    /** The exact body that is sent. */
    body: string;
    status: (typeof CALLBACK_STATUSES)[number];
    tries: Generated<number>;
    revision: Generated<number>;
    first_at: MaybeTime;
    /** Time at which the account last requested another attempt. */
    retried_at: ColumnType<Date | null, never, string>;
    next_at: Time;
    created_at: Time;
    updated_at: Time;
  };
  callback_attempts: {
    callback_id: string;
    position: Generated<number>;
    attempted_at: Time;
    status_code: number | null;
    failure: string | null;
    duration: number;
  };
  connectors: {
    id: string;
    account_id: number;
    name: string;
    server_url: string;
    /** The visible part of `auth_config`. */
    auth: Json<{ type: 'none' | 'bearer' | 'oauth2'; client_id?: string; scopes?: string[] }>;
    sealed: string | null;
    oauth_status: (typeof OAUTH_STATUSES)[number];
    oauth_scopes: Json<string[]>;
    access_token_expires_at: MaybeTime;
    last_indexed_at: MaybeTime;
    last_index_error: string | null;
    tools: Json<ConnectorTool[]>;
    created_at: Time;
    updated_at: Time;
  };
  connector_authorizations: { state_hash: string; connector_id: string; sealed: string; expires_at: Time };
  processes: { id: string; address: string; seen_at: Time };
  callback_secrets: { account_id: number; sealed: string; created_at: Time };
}

export type ConversationRow = Selectable<Tables['conversations']>;
