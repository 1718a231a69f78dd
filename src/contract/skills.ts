/** Skills: abilities of a PAL besides talking, attached one by one. Specification: resources-49. */
import * as z from 'zod/mini';
import { CANVAS_COMPONENTS, type CanvasComponent } from './canvas.ts';
import { characters } from './characters.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './ids.ts';
import { page, paging } from './lists.ts';
import { httpsHost, isPublicHost } from './public-host.ts';

/** The cards of the canvas. */
export const COMPONENT_NAMES = Object.keys(CANVAS_COMPONENTS) as CanvasComponent[];
export type ComponentName = CanvasComponent;

/** The embedded booking page: https, at most 2048 characters, on a public host; checked without DNS. */
const SchedulingUrl = z.string('must be a string').check(
  z.maxLength(2048, 'must be at most 2048 characters'),
  z.refine((url: string) => httpsHost(url) !== null, 'must be an https address'),
  z.refine(
    (url: string) => isPublicHost(httpsHost(url) ?? 'example.com'),
    'must not be on a private, loopback, link-local or metadata host',
  ),
);

const entry = { enabled: z.optional(z.boolean('must be true or false')) };
const component = z.optional(z.strictObject(entry, 'must be an object'));
/** An entry configures or disables its component; all others are unchanged. */
const Components = z.strictObject(
  {
    ...(Object.fromEntries(COMPONENT_NAMES.map((name) => [name, component])) as Record<
      ComponentName,
      typeof component
    >),
    scheduling_embed: z.optional(
      z
        .strictObject({ ...entry, scheduling_url: z.optional(SchedulingUrl) }, 'must be an object')
        .check(({ value, issues }) => {
          if (value.enabled !== false && value.scheduling_url === undefined)
            issues.push({ code: 'custom', message: 'is required', path: ['scheduling_url'], input: value });
        }),
    ),
  },
  'must be an object',
);

export const MagicCanvasConfig = z.strictObject({
  components: z.optional(Components),
  usage_guidance: z.optional(characters(2048)),
});
export type MagicCanvasConfig = z.output<typeof MagicCanvasConfig>;

export const PresentationConfig = z.strictObject({
  document_ids: z
    .array(Id, 'must be a list of strings')
    .check(
      z.minLength(1, 'must hold at least one document'),
      z.maxLength(100, 'must hold at most 100 documents'),
    ),
  slides_trigger: z.optional(z.enum(['on_demand', 'walk_the_deck'], 'must be on_demand or walk_the_deck')),
  prompt: z.optional(
    z.string('must be a string').check(z.maxLength(10_000, 'must be at most 10000 characters')),
  ),
});

export const MemoryConfig = z.strictObject({
  /** True if the agent uses memories of the visitor. This is the default, which the skill can disable. */
  recall: z.optional(z.boolean('must be true or false')),
  /** True to remember facts after a call if there is a model; this also applies without the skill. */
  learn: z.optional(z.boolean('must be true or false')),
});

/** The schema of the config of each skill. */
export const SKILL_CONFIGS = {
  internet_search: z.strictObject({}),
  presentation: PresentationConfig,
  magic_canvas: MagicCanvasConfig,
  memory: MemoryConfig,
} as const;
export type SkillId = keyof typeof SKILL_CONFIGS;

/** The list of skills as the API returns it. */
export const SKILLS: readonly { skill_id: SkillId; name: string; description: string }[] = [
  {
    skill_id: 'internet_search',
    name: 'Internet search',
    description: 'Looks things up on the web during a conversation.',
  },
  {
    skill_id: 'presentation',
    name: 'Presentation',
    description: 'Shows the slides of documents, on demand or one after another.',
  },
  {
    skill_id: 'magic_canvas',
    name: 'Magic Canvas',
    description: 'Shows cards beside the face: questions, forms, calendars, charts and more.',
  },
  {
    skill_id: 'memory',
    name: 'Memory',
    description: 'Recalls facts about returning visitors, and stores new ones after a call.',
  },
];

/** Returns the components that a config enables. Booking also needs a page. */
export function enabledComponents(config: MagicCanvasConfig): Set<ComponentName> {
  const isEnabled = (name: ComponentName) => config.components?.[name]?.enabled !== false;
  return new Set(
    COMPONENT_NAMES.filter(
      (name) =>
        isEnabled(name) &&
        (name !== 'scheduling_embed' || config.components?.scheduling_embed?.scheduling_url !== undefined),
    ),
  );
}

export const SkillAttachment = z.object({
  skill_id: z.string(),
  config: z.looseObject({}),
  /** ISO 8601 with microseconds and a zone offset. */
  attached_at: z.string(),
  updated_at: z.string(),
});
export type SkillAttachment = z.output<typeof SkillAttachment>;

/** `{config}`, or the config itself. The skill determines its schema. */
const SkillBody = z
  .looseObject({}, 'must be an object')
  .check(({ value: { config, ...otherFields }, issues }) => {
    if (config === undefined) return;
    const refuse = (name: string, message: string) =>
      issues.push({ code: 'custom', message, path: [name], input: config });
    if (!(config instanceof Object) || Array.isArray(config)) refuse('config', 'must be an object');
    for (const name of Object.keys(otherFields).slice(0, 1)) refuse(name, 'must be in config');
  });

const listPath = '/v2/pals/{pal_id}/skills';
const skillPath = `${listPath}/{skill_id}` as const;

const Skill = z.object({ skill_id: z.string(), name: z.string(), description: z.string() });

export const listSkills = endpoint({
  name: 'listSkills',
  method: 'GET',
  path: '/v2/skills',
  auth: 'key',
  tag: 'skills',
  query: z.object({ ...paging(100, 1) }),
  result: page(Skill),
  status: 200,
  errors: [],
});
export const getSkill = endpoint({
  name: 'getSkill',
  method: 'GET',
  path: '/v2/skills/{skill_id}',
  auth: 'key',
  tag: 'skills',
  result: z.object({ ...Skill.shape, config_schema: z.looseObject({}) }),
  status: 200,
  errors: ['skill_not_found'],
});
/** The config of a skill may be nested in `config`, as in the body for a single skill. */
const SkillsBody = z.strictObject(
  {
    skills: z
      .record(
        z.string().check(z.maxLength(64, 'must be ids of skills')),
        SkillBody,
        'must be an object of skill ids and configs',
      )
      .check(z.refine((skills) => Object.keys(skills).length <= 20, 'must hold at most 20 skills')),
  },
  'must be an object',
);
export const replacePalSkills = endpoint({
  name: 'replacePalSkills',
  method: 'PUT',
  path: listPath,
  auth: 'key',
  tag: 'skills',
  body: SkillsBody,
  result: z.record(z.string(), SkillAttachment),
  status: 200,
  errors: [
    'skill_pal_not_found',
    'skill_not_found',
    'forbidden',
    'unknown_reference',
    'search_not_configured',
  ],
});
export const listPalSkills = endpoint({
  name: 'listPalSkills',
  method: 'GET',
  path: listPath,
  auth: 'key',
  tag: 'skills',
  result: z.record(z.string(), SkillAttachment),
  status: 200,
  errors: ['skill_pal_not_found', 'forbidden'],
});
export const getPalSkill = endpoint({
  name: 'getPalSkill',
  method: 'GET',
  path: skillPath,
  auth: 'key',
  tag: 'skills',
  result: SkillAttachment,
  status: 200,
  errors: ['skill_pal_not_found', 'skill_not_found', 'skill_not_attached', 'forbidden'],
});
export const attachPalSkill = endpoint({
  name: 'attachPalSkill',
  method: 'PUT',
  path: skillPath,
  auth: 'key',
  tag: 'skills',
  body: SkillBody,
  bodyOptional: true,
  result: SkillAttachment,
  status: 200,
  errors: [
    'skill_pal_not_found',
    'skill_not_found',
    'forbidden',
    'unknown_reference',
    'search_not_configured',
  ],
});
export const changePalSkill = endpoint({
  name: 'changePalSkill',
  method: 'PATCH',
  path: skillPath,
  auth: 'key',
  tag: 'skills',
  body: SkillBody,
  result: SkillAttachment,
  status: 200,
  errors: ['skill_pal_not_found', 'skill_not_found', 'skill_not_attached', 'forbidden', 'unknown_reference'],
});
export const detachPalSkill = endpoint({
  name: 'detachPalSkill',
  method: 'DELETE',
  path: skillPath,
  auth: 'key',
  tag: 'skills',
  status: 204,
  errors: ['skill_pal_not_found', 'skill_not_found', 'skill_not_attached', 'forbidden'],
});

export const skillEndpoints = [
  listSkills,
  getSkill,
  replacePalSkills,
  listPalSkills,
  getPalSkill,
  attachPalSkill,
  changePalSkill,
  detachPalSkill,
] as const;
