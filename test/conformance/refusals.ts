/** Statements of the specification about errors. */
export const ERRORS = {
  'errors-1': 'An error is one string under error or message, as in its table.',
  'errors-2': 'A pinned memory: 400 for its text, 400 for a full store, 403, 404.',
  'errors-3': 'A recrawl without configuration is 400, of an unknown document 404 with message.',
  'errors-4': 'A recrawl at the wrong time is 409 and names the status.',
  'errors-5': 'A recrawl within the hour is 429 and names the minutes.',
  'errors-6': "A document's update with an invalid body is 400.",
  'errors-7': 'A document that does not exist is 404.',
  'errors-8': 'An invalid deployment is 400 with error; a malformed patch 400.',
  'errors-9': "A skill's PAL that is missing, or a skill that is not attached, is 404 with error.",
  'errors-10': 'A PAL with an unknown reference is 400 with error.',
} as const;

/** Statements of the specification about limits. */
export const LIMITS = {
  'limits-1': '30 pinned memories in a store, exactly.',
  'limits-2': '1 to 500 characters in a pinned memory.',
  'limits-3': "2 to 64 characters in a memory store's id.",
  'limits-4': 'One recrawl of a document per hour.',
  'limits-5': '5 simultaneous crawls of an account.',
  'limits-6': '100 crawled documents of an account.',
  'limits-7': '50 guardrail_ids and 50 guardrail_tags of a PAL.',
  'limits-8': '50 guardrails of a PAL in total, each counted once.',
  'limits-9': '2048 characters of usage_guidance.',
  'limits-10': "A deployment's limits admit exactly that many calls.",
  'limits-11': '10 videos per page, the first page by default.',
} as const;

/** Statements about versions. */
export const VERSIONING = {
  'versioning-1': 'The version is in the path.',
  'versioning-2':
    'persona_id, persona_name and default_replica_id are names of pal_id, pal_name and default_face_id.',
  'versioning-3': 'default_face_id is required on the new path, default_replica_id not on the old one.',
  'versioning-4': 'Face callbacks come twice, the older name first.',
  'versioning-5': 'system.replica_joined duplicates system.pal_joined.',
  'versioning-6': 'Sets still work, a PAL mixes all three references, and legacy is true by default.',
  'versioning-7': 'replica_thumbnail_video_url has been removed.',
  'versioning-8': 'selected_tool_names is null and cannot be set.',
} as const;
