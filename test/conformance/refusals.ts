/** What it says of errors, limits and versions. */
import { provedIn } from './proofs.ts';

const errors = provedIn('Errors');

errors.prove(
  'errors-1',
  'An error is one string under error or message, as its table says.',
  "architecture: the errors' table says what the specification says",
  'endpoints: of nothing is 404',
  'endpoints: an unknown path is 404 with one string',
);
errors.prove(
  'errors-2',
  'A pinned memory: 400 for its text, 400 for a full store, 403, 404.',
  'memory: a memory has 1 to 500 characters',
  'memory: a store holds exactly 30 under any volley',
  'memory: only the owner; unknown and malformed ids are nothing',
);
errors.prove(
  'errors-3',
  'A recrawl without configuration is 400, of nothing 404 with message.',
  'documentJobs: a recrawl needs a configuration',
  'resources: errors are answered as their tables say',
);
errors.prove(
  'errors-4',
  'A recrawl at the wrong time is 409 and names the status.',
  'documentJobs: a website is crawled, and again',
  'documentJobs: of many recrawls at once one begins',
);
errors.prove(
  'errors-5',
  'A recrawl within the hour is 429 and names the minutes.',
  'documentJobs: a website is crawled, and again',
);
errors.prove(
  'errors-6',
  "A document's update with an invalid body is 400.",
  'documents: the name and the tags can be changed, and nothing else',
);
errors.prove(
  'errors-7',
  'A document that does not exist is 404.',
  'endpoints: of nothing is 404',
  'resources: errors are answered as their tables say',
);
errors.prove(
  'errors-8',
  'An invalid deployment is 400 with error; a malformed patch 400.',
  'deployments: what may not be created is refused in words',
  'deployments: a patch is applied whole or not at all',
);
errors.prove(
  'errors-9',
  "A skill's PAL that is missing, or a skill that is not attached, is 404 with error.",
  'skills: what is not there answers 404 with error',
);
errors.prove(
  'errors-10',
  'A PAL with an unknown reference is 400 with error.',
  'pals: what may not be is refused in words',
  'guardrails: a PAL refers to what exists, up to 50 in total',
);

const limits = provedIn('Limits');

limits.prove(
  'limits-1',
  '30 pinned memories in a store, exactly.',
  'memory: a store holds exactly 30 under any volley',
  'processes: a store holds thirty memories',
);
limits.prove(
  'limits-2',
  '1 to 500 characters in a pinned memory.',
  'memory: a memory has 1 to 500 characters',
);
limits.prove(
  'limits-3',
  "2 to 64 characters in a memory store's id.",
  'memory: only the owner; unknown and malformed ids are nothing',
);
limits.prove(
  'limits-4',
  'One recrawl of a document in an hour.',
  'documentJobs: a website is crawled, and again',
  'documentJobs: of many recrawls at once one begins',
);
limits.prove(
  'limits-5',
  '5 crawls of an account at once.',
  'documentJobs: five crawls run at once: a new one waits its turn, a recrawl is told to',
);
limits.prove(
  'limits-6',
  '100 crawled documents of an account.',
  'documentJobs: the account has 100 crawled documents, exactly',
);
limits.prove(
  'limits-7',
  '50 guardrail_ids and 50 guardrail_tags of a PAL.',
  'pals: what may not be is refused in words',
);
limits.prove(
  'limits-8',
  '50 guardrails of a PAL in total, each counted once.',
  'guardrails: a PAL refers to what exists, up to 50 in total',
);
limits.prove('limits-9', '2048 characters of usage_guidance.', 'skills: a config is validated to the letter');
limits.prove(
  'limits-10',
  "A deployment's limits let in exactly as many.",
  'public-endpoints: lets in exactly as many under a race',
  'processes: limits let in exactly as many',
);
limits.prove(
  'limits-11',
  '10 videos to a page, the first page unless told.',
  'resources: videos are listed ten to a page',
);

const versioning = provedIn('Versioning');

versioning.prove('versioning-1', 'The version is in the path.', 'resources: the version is in every path');
versioning.prove(
  'versioning-2',
  'persona_id, persona_name and default_replica_id are names of pal_id, pal_name and default_face_id.',
  'pals: each path answers in its own names and takes both',
);
versioning.prove(
  'versioning-3',
  'default_face_id is required on the new path, default_replica_id not on the old one.',
  'pals: a face is required on the new path only',
  'palFields: a persona may have no face',
);
versioning.prove(
  'versioning-4',
  'Face callbacks come twice, the older name first.',
  'faces: a video becomes a face, and the callback tells of it under both names, the older first',
);
versioning.prove(
  'versioning-5',
  'system.replica_joined duplicates system.pal_joined.',
  'callbacks: a whole call is told in order',
);
versioning.prove(
  'versioning-6',
  'Sets go on working, a PAL mixes all three references, and legacy is true by default.',
  'guardrails: a PAL refers to what exists, up to 50 in total',
  'guardrails: lists: sets by default',
);
versioning.prove(
  'versioning-7',
  'replica_thumbnail_video_url is gone.',
  'resources: a deployment shows its fields, and not the one that was removed',
);
versioning.prove(
  'versioning-8',
  'selected_tool_names is null and cannot be set.',
  'connectors: what may not be set is refused',
  'connectors: a server without credentials is registered',
);

export const ERRORS = errors.lines;
export const LIMITS = limits.lines;
export const VERSIONING = versioning.lines;
