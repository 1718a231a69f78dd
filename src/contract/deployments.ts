/**
 * Deployments: managed public entry points that start conversations from a browser. Specification:
 * resources-23.
 */
import * as z from 'zod/mini';
import { Consent, Conversation, StartedConversation } from './conversations.ts';
import { Customization, CustomizationFields } from './customization.ts';
import { Limits, LimitsFields } from './deployment-limits.ts';
import { endpoint, whereUsed } from './endpoint.ts';
import { Id, NullableHttpUrl, Timestamp } from './ids.ts';
import { JsonPatch } from './json-patch.ts';
import { CommaList, commaListOf, paging, Sort, CREATED_FILTERS, NAME_FILTERS } from './lists.ts';
import { PostCallActions } from './post-call.ts';
import { RetentionDays } from './retention.ts';
import { Variables } from './variables.ts';
import { nameSchema } from './names.ts';
import {
  MemoryTags,
  MAX_VISITOR_TOKEN,
  ShownVisitorKey,
  VISITOR_IDENTITIES,
  VisitorIdentitySchema,
  VisitorKeys,
} from './visitor-identity.ts';

export const CHANNELS = ['widget', 'embed', 'landing-page'] as const;
export const DEPLOYMENT_STATUSES = ['draft', 'active', 'inactive'] as const;
export type DeploymentStatus = (typeof DEPLOYMENT_STATUSES)[number];

/** For each status, the statuses that a patch of `/status` may set; others are refused. */
export const DEPLOYMENT_MOVES: Record<DeploymentStatus, readonly DeploymentStatus[]> = {
  draft: ['active', 'inactive'],
  active: ['inactive'],
  inactive: ['active'],
};

export { Limits } from './deployment-limits.ts';
export type { Consent };

/** An exact origin, or `https://*.example.com` for all its subdomains. */
export const AllowedOrigin = whereUsed(() =>
  z
    .string('must be a string')
    .check(
      z.maxLength(300, 'must be at most 300 characters'),
      z.regex(
        /^https?:\/\/(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*(:\d{1,5})?$|^https?:\/\/\[[0-9a-f:]+\](:\d{1,5})?$/i,
        'must be an origin such as https://example.com or https://*.example.com',
      ),
    ),
);

const name = whereUsed(nameSchema);
const password = whereUsed(() =>
  z
    .string('must be a string')
    .check(z.minLength(1, 'must not be empty'), z.maxLength(256, 'must be at most 256 characters')),
);
const origins = whereUsed(() =>
  z
    .array(AllowedOrigin, 'must be a list of origins')
    .check(z.maxLength(100, 'must hold at most 100 origins')),
);
/**
 * Records calls and keeps the recordings for 30 days, like `properties.enable_recording` of a conversation that is
 * created with an API key. Visitors are informed.
 */
const recording = whereUsed(() => z._default(z.boolean('must be true or false'), false));

export const DeploymentFields = whereUsed(() =>
  z.object({
    pal_id: Id,
    channel: z.enum(CHANNELS, 'must be widget, embed or landing-page'),
    status: z._default(z.enum(['draft', 'active'], 'must be draft or active'), 'draft'),
    name: z.optional(name),
    password: z.optional(z.nullable(password)),
    customization: z._default(CustomizationFields, {}),
    limits: z._default(LimitsFields, { max_call_duration: 3600, captcha_required: false }),
    allowed_origins: z._default(origins, []),
    enable_recording: recording,
    /** Receives all callbacks of the deployment's conversations. */
    callback_url: z.optional(NullableHttpUrl),
    /** Days for which ended conversations are stored; null or omitted for the account's value. */
    retention_days: z.optional(RetentionDays),
    /** Actions that run after each conversation of the deployment. */
    post_call_actions: z._default(PostCallActions, []),
    /** With `signed`, a start can name memories only with a token from the owner's server. */
    visitor_identity: z._default(VisitorIdentitySchema, 'open'),
    visitor_keys: z._default(VisitorKeys, []),
  }),
);

/** Fields that a patch may change; the result must be valid. The channel cannot be changed. */
export const PatchableDeployment = whereUsed(() =>
  z.object({
    name,
    pal_id: Id,
    status: z.enum(DEPLOYMENT_STATUSES, 'must be draft, active or inactive'),
    password: z.optional(z.nullable(password)),
    customization: CustomizationFields,
    limits: LimitsFields,
    allowed_origins: origins,
    enable_recording: recording,
    callback_url: z._default(NullableHttpUrl, null),
    retention_days: z._default(RetentionDays, null),
    post_call_actions: z._default(PostCallActions, []),
    visitor_identity: z._default(VisitorIdentitySchema, 'open'),
    visitor_keys: z._default(VisitorKeys, []),
  }),
);
export type PatchableDeployment = z.output<typeof PatchableDeployment>;

export const Deployment = z.object({
  deployment_id: z.string(),
  pal_id: z.string(),
  channel: z.enum(CHANNELS),
  status: z.enum(DEPLOYMENT_STATUSES),
  name: z.string(),
  has_password: z.boolean(),
  customization: Customization,
  limits: Limits,
  allowed_origins: z.array(z.string()),
  enable_recording: z.boolean(),
  callback_url: z.string(),
  retention_days: z.nullable(z.int()),
  /** Addresses, headers and bodies are write-only. */
  post_call_actions: z.array(z.object({ tool_id: z.string(), tool_name: z.string(), method: z.string() })),
  visitor_identity: z.enum(VISITOR_IDENTITIES),
  /** The secrets of the keys are write-only. */
  visitor_keys: z.array(ShownVisitorKey),
  thumbnail_video_url: z.string(),
  thumbnail_image_url: z.string(),
  usage_total: z.int(),
  usage_today: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Deployment = z.output<typeof Deployment>;

export const UNAVAILABLE_REASONS = [
  'inactive',
  'closed',
  'daily_limit',
  'total_limit',
  'user_limit',
  'busy',
] as const;
export type UnavailableReason = (typeof UNAVAILABLE_REASONS)[number];

/** The public part of a deployment, without the id and the prompt of the PAL. */
export const DeploymentInit = z.object({
  deployment_id: z.string(),
  channel: z.enum(CHANNELS),
  customization: Customization,
  has_password: z.boolean(),
  thumbnail_video_url: z.string(),
  thumbnail_image_url: z.string(),
  pal_display_name: z.string(),
  languages: z.array(z.string()),
  limits: z.object({ max_call_duration: z.int() }),
  /** True if calls are recorded. */
  recording: z.optional(z.boolean()),
  /** `challenge_url` is for ALTCHA, `site_key` for other providers. */
  captcha: z.nullable(
    z.object({
      provider: z.enum(['altcha', 'turnstile', 'hcaptcha']),
      site_key: z.nullable(z.string()),
      challenge_url: z.nullable(z.string()),
    }),
  ),
  is_available: z.boolean(),
  unavailable_reason: z.nullable(z.enum(UNAVAILABLE_REASONS)),
  /** Time of the next opening if the agent is closed; null if it does not open within a year. */
  opens_at: z.optional(z.nullable(Timestamp)),
});
export type DeploymentInit = z.output<typeof DeploymentInit>;

export const createDeployment = endpoint({
  name: 'createDeployment',
  method: 'POST',
  path: '/v2/deployments',
  auth: 'key',
  tag: 'deployments',
  body: DeploymentFields,
  result: Deployment,
  status: 200,
  errors: ['unknown_reference'],
});
export const listDeployments = endpoint({
  name: 'listDeployments',
  method: 'GET',
  path: '/v2/deployments',
  auth: 'key',
  tag: 'deployments',
  query: whereUsed(() =>
    z.object({
      ...paging(20, 0),
      sort: Sort,
      pal_id: z.optional(CommaList),
      ...NAME_FILTERS,
      ...CREATED_FILTERS,
      status: z.optional(commaListOf(DEPLOYMENT_STATUSES)),
      channel: z.optional(commaListOf(CHANNELS)),
    }),
  ),
  result: z.object({ deployments: z.array(Deployment), total: z.int(), page: z.int(), limit: z.int() }),
  status: 200,
  errors: [],
});
export const getDeployment = endpoint({
  name: 'getDeployment',
  method: 'GET',
  path: '/v2/deployments/{deployment_id}',
  auth: 'key',
  tag: 'deployments',
  result: Deployment,
  status: 200,
  errors: ['deployment_not_found', 'forbidden'],
  versioned: true,
});
export const patchDeployment = endpoint({
  name: 'patchDeployment',
  method: 'PATCH',
  path: '/v2/deployments/{deployment_id}',
  auth: 'key',
  tag: 'deployments',
  body: JsonPatch,
  result: Deployment,
  status: 200,
  versioned: true,
  errors: [
    'deployment_not_found',
    'forbidden',
    'invalid_patch',
    'invalid_status',
    'patch_test_failed',
    'unknown_reference',
    'version_conflict',
  ],
});
export const deleteDeployment = endpoint({
  name: 'deleteDeployment',
  method: 'DELETE',
  path: '/v2/deployments/{deployment_id}',
  auth: 'key',
  tag: 'deployments',
  status: 204,
  errors: ['deployment_not_found', 'forbidden'],
});

export const initDeployment = endpoint({
  name: 'initDeployment',
  method: 'GET',
  path: '/v2/deployments/{deployment_id}/init',
  auth: 'public',
  tag: 'visits',
  cors: 'deployment',
  result: DeploymentInit,
  status: 200,
  errors: ['deployment_not_found', 'origin_not_allowed'],
});
/** Fields with which a request passes the gates of a deployment. */
export const gateFields = whereUsed(() => ({
  password: z.optional(
    z.nullable(z.string('must be a string').check(z.maxLength(256, 'must be at most 256 characters'))),
  ),
  /** Required if `customization.consent.required` is set. */
  consent: z.optional(z.nullable(Consent)),
  captcha_token: z.optional(
    z.nullable(z.string('must be a string').check(z.maxLength(8192, 'must be at most 8192 characters'))),
  ),
}));

export const startDeployment = endpoint({
  name: 'startDeployment',
  method: 'POST',
  path: '/v2/deployments/{deployment_id}/start',
  auth: 'public',
  tag: 'visits',
  cors: 'deployment',
  body: z.object({
    ...gateFields,
    conversational_context: z.optional(
      z.nullable(z.string('must be a string').check(z.maxLength(20_000, 'must be at most 20000 characters'))),
    ),
    custom_greeting: z.optional(
      z.nullable(z.string('must be a string').check(z.maxLength(2000, 'must be at most 2000 characters'))),
    ),
    pal_id: z.optional(Id),
    memory_stores: z.optional(MemoryTags),
    /** Identifies the visitor; signed with one of the deployment's `visitor_keys`. */
    visitor_token: z.optional(
      z.nullable(
        z
          .string('must be a string')
          .check(z.maxLength(MAX_VISITOR_TOKEN, `must be at most ${MAX_VISITOR_TOKEN} characters`)),
      ),
    ),
    /** Values for `{{name}}` in the prompt, the greeting and the context. */
    variables: z.optional(z.nullable(Variables)),
  }),
  bodyOptional: true,
  result: StartedConversation,
  status: 200,
  errors: [
    'deployment_not_found',
    'origin_not_allowed',
    'preview_forbidden',
    'deployment_inactive',
    'deployment_closed',
    'consent_required',
    'too_many_requests',
    'too_many_attempts',
    'wrong_password',
    'visitor_token_required',
    'invalid_visitor_token',
    'expired_visitor_token',
    'captcha_failed',
    'captcha_unavailable',
    'daily_limit',
    'total_limit',
    'user_limit',
    'busy',
    'room_unavailable',
  ],
});
export const endDeploymentConversation = endpoint({
  name: 'endDeploymentConversation',
  method: 'POST',
  path: '/v2/deployments/{deployment_id}/conversations/{conversation_id}/end',
  auth: 'public',
  tag: 'visits',
  cors: 'deployment',
  /**
   * With `now` the conversation ends at once. With `unless_resumed` the visitor's page is leaving or
   * reloading, and the conversation ends in 30 seconds unless someone joins.
   */
  query: z.object({ when: z.optional(z.enum(['now', 'unless_resumed'], 'must be now or unless_resumed')) }),
  result: Conversation,
  status: 200,
  errors: ['deployment_not_found', 'conversation_not_found', 'origin_not_allowed'],
});
/**
 * ALTCHA proof-of-work challenge for one deployment, valid for 5 minutes and one start. Returns `not_found` if
 * another provider is configured.
 */
export const captchaChallenge = endpoint({
  name: 'captchaChallenge',
  method: 'GET',
  path: '/v2/deployments/{deployment_id}/captcha',
  auth: 'public',
  tag: 'visits',
  cors: 'deployment',
  result: z.looseObject({}),
  status: 200,
  errors: ['deployment_not_found', 'origin_not_allowed', 'not_found', 'too_many_requests'],
});

export const deploymentEndpoints = [
  createDeployment,
  listDeployments,
  getDeployment,
  patchDeployment,
  deleteDeployment,
  initDeployment,
  startDeployment,
  endDeploymentConversation,
  captchaChallenge,
] as const;
