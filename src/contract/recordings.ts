/**
 * Recordings of calls, requested by `properties.enable_recording` of a conversation that is created with an API
 * key. The service stores them for 30 days. It copies them to the customer's storage if
 * `properties.recording_storage` is set, whose credentials are write-only. Specification: events-15, events-16.
 */
import * as z from 'zod/mini';
import { endpoint, whereUsed } from './endpoint.ts';
import { HttpUrl, Timestamp } from './ids.ts';

export const STORAGE_PROVIDERS = ['s3', 'gcs', 'azure_blob'] as const;
export const RECORDING_DAYS = 30;

const text = (max: number) =>
  z
    .string('must be a string')
    .check(z.regex(/\S/, 'must not be empty'), z.maxLength(max, `must be at most ${max} characters`));

const destination = () => ({
  /** Prefix of file names, for example `calls/`. */
  prefix: z._default(
    z
      .string('must be a string')
      .check(z.regex(/^[\w!.*'()/-]{0,200}$/, "must be at most 200 of a-z, A-Z, 0-9 and _!.*'()/-")),
    '',
  ),
  /** Address of the provider, if it is not the default. */
  endpoint: z.optional(HttpUrl),
});

export const RecordingStorage = whereUsed(() =>
  z.discriminatedUnion(
    'provider',
    [
      z.object({
        provider: z.literal('s3'),
        bucket_name: z
          .string('must be a string')
          .check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')),
        region: z._default(
          z.string('must be a string').check(z.regex(/^[a-z0-9-]{1,50}$/, 'must be the name of a region')),
          'us-east-1',
        ),
        access_key_id: text(256),
        secret_access_key: text(1024),
        session_token: z.optional(text(4096)),
        ...destination(),
      }),
      z.object({
        provider: z.literal('gcs'),
        bucket_name: z
          .string('must be a string')
          .check(z.regex(/^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/, 'must be the name of a bucket')),
        /** Credentials of a service account. */
        client_email: text(256),
        private_key: text(8192),
        ...destination(),
      }),
      z.object({
        /** `bucket_name` is the name of the container. */
        provider: z.literal('azure_blob'),
        bucket_name: z
          .string('must be a string')
          .check(z.regex(/^[a-z0-9](-?[a-z0-9]){2,62}$/, 'must be the name of a container')),
        account_name: z
          .string('must be a string')
          .check(z.regex(/^[a-z0-9]{3,24}$/, 'must be the name of a storage account')),
        account_key: text(1024),
        ...destination(),
      }),
    ],
    'must be an object whose provider is s3, gcs or azure_blob',
  ),
);
export type RecordingStorage = z.output<typeof RecordingStorage>;

/** Properties of `application.recording_ready`; `duration` is in seconds. */
export const RecordingReady = z.object({
  bucket_name: z.string(),
  s3_key: z.string(),
  duration: z.number(),
  storage_provider: z.enum(STORAGE_PROVIDERS),
  storage_uri: z.string(),
});
/** Properties of `application.recording_copy_failed`. */
export const RecordingCopyFailed = z.object({
  recording_id: z.string(),
  s3_key: z.string(),
  duration: z.number(),
  storage_provider: z.enum(STORAGE_PROVIDERS),
  error_code: z.string(),
  error_message: z.string(),
});

/**
 * `recording` until the call has ended, `processing` until the video exists, `ready` for 30 days and then
 * `expired`; `error` if the video could not be made.
 */
export const RECORDING_STATUSES = ['recording', 'processing', 'ready', 'error', 'expired'] as const;
export const COPY_STATUSES = ['pending', 'copied', 'failed'] as const;

export const Recording = z.object({
  recording_id: z.string(),
  status: z.enum(RECORDING_STATUSES),
  /** Duration in seconds; null until the video exists. */
  duration: z.nullable(z.number()),
  /** WebM (VP8, Opus) with byte ranges, if `ready`. Anyone with the address can watch it. */
  recording_url: z.nullable(z.string()),
  expires_at: z.nullable(Timestamp),
  storage_provider: z.nullable(z.enum(STORAGE_PROVIDERS)),
  bucket_name: z.nullable(z.string()),
  s3_key: z.nullable(z.string()),
  copy_status: z.nullable(z.enum(COPY_STATUSES)),
});
export type Recording = z.output<typeof Recording>;

export const getRecording = endpoint({
  name: 'getRecording',
  method: 'GET',
  path: '/v2/conversations/{conversation_id}/recording',
  auth: 'key',
  tag: 'conversations',
  result: Recording,
  status: 200,
  errors: ['conversation_not_found', 'forbidden', 'recording_not_found'],
});
