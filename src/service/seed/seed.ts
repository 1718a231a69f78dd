/**
 * Fills a new installation with a demo, so that a newcomer can talk to an agent within a minute
 * (docs/decisions/0025-interface.md#running).
 */
import { readFile } from 'node:fs/promises';
import type * as z from 'zod/mini';
import { PalFields } from '@palkit/contract/pals';
import { DeploymentFields } from '@palkit/contract/deployments';
import { toIso, type Clock } from '@palkit/runtime/clock';
import { asset } from '../platform/asset.ts';
import { HeadingTrail } from '@palkit/extraction/heading-trail';
import { splitText } from '@palkit/extraction/chunks';
import { newId } from '@palkit/runtime/ids';
import { anyAccount, createKey, ensureKey } from '../store/accounts.ts';
import type { Config } from '../config/config.ts';
import type { Database, Store } from '../store/store.ts';
import { SYSTEM_FACE, SYSTEM_FACES } from './system-faces.ts';
import { hash } from '@node-rs/argon2';

export { SYSTEM_FACE, SYSTEM_FACES };

/** The deployments of the demo site by their names in its pages. */
export const DEMO_DEPLOYMENTS = ['widget', 'embed', 'landing', 'password', 'captcha', 'consent'] as const;
export type DemoDeployment = (typeof DEMO_DEPLOYMENTS)[number];

/** Creates missing rows. Returns the API key if the first account was created; it is shown only once. */
export async function seed(
  store: Store,
  config: Config,
  clock: Clock,
  options: { gates: boolean },
): Promise<{ key: string | null }> {
  return store.db.transaction().execute(async (trx) => {
    const now = toIso(clock.now());
    await trx
      .insertInto('faces')
      .values(
        SYSTEM_FACES.map(({ id, name, asset }) => ({
          id,
          account_id: null,
          name,
          created_at: now,
          updated_at: now,
          document: JSON.stringify({
            training_progress: '100/100',
            error_message: null,
            model_name: 'palkit-drawn-1',
            asset,
          }),
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    for (const { id, key: apiKey } of config.accounts) await ensureKey(trx, clock, id, apiKey);
    let key: string | null = null;
    if (!(await anyAccount(trx))) {
      ({ key } = await createKey(trx, clock, { account: 1 }));
      await seedDemo(trx, now);
    }
    if (options.gates && (await demoDeployments(trx)).widget) await createGates(trx, now);
    return { key };
  });
}

/** The documents of the demo PAL. */
export const DEMO_DOCUMENTS = [
  { name: 'Northlight Bikes', file: 'seed/northlight.md' },
  { name: 'Our bikes', file: 'seed/northlight-bikes.md' },
] as const;

/** Vectors of the demo's documents from `scripts/write-demo-vectors.ts`, in base64 for each chunk of a file. */
export interface DemoVectors {
  model: string;
  files: Record<string, (string | null)[]>;
}

/** Suggested questions on the demo's first screens. */
export const DEMO_QUESTIONS = {
  widget: ['When are you open?', 'What do you sell?', 'How long is the warranty?'],
  embed: ['How far does the Tide Electric go?', 'How long does it charge?', 'Can I take a test ride?'],
  landing: ['Where are you?', 'When are you open?', 'Can I book a test ride?'],
} as const;

/** The accent colour of the shop, legible on light and dark backgrounds. */
const THEME = { accent_color: '#12796e' };
/** The font of the demo pages, which is part of the landing page's style sheet. */
const TYPEFACE = "'Bricolage Grotesque', system-ui, sans-serif";

async function seedDemo(trx: Database, now: string): Promise<void> {
  const document_ids: string[] = [];
  for (const { name, file } of DEMO_DOCUMENTS) document_ids.push(await storeDocument(trx, now, name, file));
  const pal = newId('pal');
  const fields = PalFields.parse({
    pal_name: 'Mira',
    default_face_id: SYSTEM_FACE.id,
    languages: ['en'],
    document_ids,
    disclosure_type: 'always',
    system_prompt:
      'You are Mira, the assistant of Northlight Bikes, a friendly bicycle shop. You help visitors with ' +
      'questions about the shop.',
    verbal_disclosure: 'I am an AI assistant.',
    visual_disclosure: 'You are talking with an AI assistant.',
    custom_greeting: 'Welcome to Northlight Bikes. What can I do for you?',
  });
  await trx
    .insertInto('pals')
    .values({ id: pal, account_id: 1, document: JSON.stringify(fields), created_at: now, updated_at: now })
    .execute();
  await trx
    .insertInto('pal_skills')
    .values({ pal_id: pal, skill_id: 'magic_canvas', config: '{}', attached_at: now, updated_at: now })
    .execute();
  await seedDeployment(trx, now, 'widget', {
    pal_id: pal,
    channel: 'widget',
    name: 'Demo widget',
    customization: { theme: THEME, preview: { questions: [...DEMO_QUESTIONS.widget] } },
  });
  await seedDeployment(trx, now, 'embed', {
    pal_id: pal,
    channel: 'embed',
    name: 'Demo embed',
    customization: { theme: THEME, preview: { questions: [...DEMO_QUESTIONS.embed] } },
  });
  await seedDeployment(trx, now, 'landing', {
    pal_id: pal,
    channel: 'landing-page',
    name: 'Talk to Mira',
    customization: {
      theme: { ...THEME, font_family: TYPEFACE },
      preview: { questions: [...DEMO_QUESTIONS.landing] },
      landing_page: {
        template: 'split',
        title: 'Talk to Mira',
        description:
          'Ask the assistant of Northlight Bikes about opening hours, repairs, test rides and more: say it, ' +
          'or type it.',
      },
    },
  });
}

/** Stores a document that is ready, in passages; returns its id. */
async function storeDocument(trx: Database, now: string, name: string, file: string): Promise<string> {
  const id = newId('document');
  await trx
    .insertInto('documents')
    .values({
      id,
      account_id: 1,
      name,
      url: '',
      tags: JSON.stringify(['northlight']),
      status: 'ready',
      crawled: false,
      crawling: false,
      created_at: now,
      updated_at: now,
    })
    .execute();
  const chunks = splitText(await readFile(asset(file), 'utf8'));
  const demo = JSON.parse(await readFile(asset('seed/vectors.json'), 'utf8')) as DemoVectors;
  const vectors = demo.files[file]?.map((base64) => base64 && Buffer.from(base64, 'base64'));
  const trail = new HeadingTrail();
  await trx
    .insertInto('document_chunks')
    .values(
      chunks.map((content, position) => ({
        document_id: id,
        position,
        content,
        headings: JSON.stringify(trail.headingsAfter(content)),
        vectors: vectors?.[position] || null,
        // Without vectors the chunk has no model, so that they are computed after the start.
        embedding_model: vectors ? demo.model : null,
      })),
    )
    .execute();
  return id;
}

/** Creates one deployment for each gate, for the page of gates in the demo. `npm start` and `npm run dev` do this. */
async function createGates(trx: Database, now: string): Promise<void> {
  const deployments = await demoDeployments(trx);
  const { pal_id } = await trx
    .selectFrom('deployments')
    .select('pal_id')
    .where('id', '=', deployments.widget!)
    .executeTakeFirstOrThrow();
  if (!deployments.password)
    await seedDeployment(trx, now, 'password', {
      pal_id,
      channel: 'embed',
      name: 'Behind a password',
      password: 'lighthouse',
      customization: { theme: THEME },
    });
  if (!deployments.captcha)
    await seedDeployment(trx, now, 'captcha', {
      pal_id,
      channel: 'embed',
      name: 'Behind a captcha',
      limits: { max_call_duration: 600, captcha_required: true },
      customization: { theme: THEME },
    });
  if (!deployments.consent) {
    await seedDeployment(trx, now, 'consent', {
      pal_id,
      channel: 'embed',
      name: 'Asks for consent',
      customization: {
        theme: THEME,
        consent: {
          required: true,
          text:
            'Your voice is turned into text on our own server to answer you. The conversation is kept as a ' +
            'transcript.',
        },
      },
    });
  }
}

async function seedDeployment(
  trx: Database,
  now: string,
  demo: DemoDeployment,
  fields: z.input<typeof DeploymentFields>,
): Promise<void> {
  const { pal_id, channel, name, password, customization, limits, allowed_origins } =
    DeploymentFields.parse(fields);
  const id = newId('deployment');
  await trx
    .insertInto('deployments')
    .values({
      id,
      account_id: 1,
      pal_id,
      channel,
      status: 'active',
      name: name!,
      password_hash: password ? await hash(password) : null,
      document: JSON.stringify({ customization, limits, allowed_origins }),
      created_at: now,
      updated_at: now,
    })
    .execute();
  await trx
    .insertInto('settings')
    .values({ name: `demo.${demo}`, value: id })
    .execute();
}

/** Returns the demo deployments that exist. */
export async function demoDeployments(db: Database): Promise<Partial<Record<DemoDeployment, string>>> {
  const rows = await db.selectFrom('settings').selectAll().where('name', 'like', 'demo.%').execute();
  return Object.fromEntries(rows.map((row) => [row.name.slice('demo.'.length), row.value]));
}
