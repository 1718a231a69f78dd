/** Speech: scripts that the configured voice speaks and that are stored as files. */
import { sql, type Selectable } from 'kysely';
import type {
  createSpeech,
  deleteSpeech,
  getSpeech,
  listSpeech,
  renameSpeech,
  Speech,
} from '@palkit/contract/speech';
import { withoutInvisible } from '@palkit/contract/names';
import { ServiceError } from '@palkit/contract/service-error';
import { EngineError, type SpeakOptions, type TextToSpeech } from '@palkit/agent';
import { toIso } from '@palkit/runtime/clock';
import { faceVoice } from '../engines/pal-voice.ts';
import type { Config } from '../config/config.ts';
import type { Handler } from '../http/binder.ts';
import { newId } from '@palkit/runtime/ids';
import { newMediaName } from '../media/media-files.ts';
import type { Database } from '../store/store.ts';
import type { Tables } from '../store/schema.ts';
import { voiceOfFace } from '../seed/system-faces.ts';
import type { SpokenScript } from '@palkit/rooms/media-jobs/media-jobs';
import { checkFace } from './faces.ts';
import { faceIdOf } from './stock-ids.ts';
import type { SpeechLimiter } from './speech-limiter.ts';
import { readPage } from '../store/page.ts';
import { applyFilters } from '../store/list-filters.ts';

type SpeechRow = Selectable<Tables['speeches']>;

/** One mouth shape lasts for two packets of 20 ms. */
const PACKETS_PER_MOUTH = 2;

export const create =
  (speechLimiter: SpeechLimiter): Handler<typeof createSpeech> =>
  async ({ account, body, signal }, { store, voice, runMediaJob, media, config, clock }) => {
    const faceId = faceIdOf(body.face_id);
    await checkFace(store.db, faceId, account);
    if (!voice) throw new ServiceError('voice_unavailable', 'This service has no voice.');
    const leave = await speechLimiter(account, signal).catch((error: unknown) => {
      throw signal.aborted ? new ServiceError('voice_unavailable') : error;
    });
    const file = newMediaName();
    let duration: number;
    try {
      const embeddedVoice = faceVoice(voice, voiceOfFace(faceId), config);
      const script = await speak(embeddedVoice, body.script, signal, { account });
      if (script.packets.length === 0)
        throw new ServiceError('invalid_request', 'script contains nothing that the voice can speak.');
      duration = await media.inFolder(async (folder) => {
        const { seconds } = await runMediaJob({ do: 'pack', script, folder }, { signal });
        await media.publish('speech', file, folder, ['ogg']);
        return Math.round(seconds * 1000) / 1000;
      });
    } catch (error) {
      // If the caller has disconnected, the exact error does not matter.
      if (error instanceof EngineError || signal.aborted) throw new ServiceError('voice_unavailable');
      throw error;
    } finally {
      leave();
    }
    const now = toIso(clock.now());
    const row = await store.db
      .insertInto('speeches')
      .values({
        id: newId('speech'),
        account_id: account,
        name: body.speech_name ?? titleOf(body.script),
        file,
        document: JSON.stringify({ face_id: faceId, script: body.script, duration }),
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch(async (error: unknown) => {
        await media.remove('speech', file);
        throw error;
      });
    return show(row, config);
  };

export const list: Handler<typeof listSpeech> = async ({ account, query }, { store, config }) => {
  const own = store.db
    .selectFrom('speeches')
    .where('account_id', '=', account)
    .where(applyFilters(query, { name: sql.ref('name') }));
  const { rows, total_count } = await readPage(
    own.selectAll().orderBy('created_at', query.sort).orderBy('id', query.sort),
    query,
  );
  return { data: rows.map((row) => show(row, config)), total_count };
};

export const get: Handler<typeof getSpeech> = async ({ account, params }, { store, config }) =>
  show(await find(store.db, params.speech_id, account), config);

export const rename: Handler<typeof renameSpeech> = async (
  { account, params, body },
  { store, config, clock },
) => {
  await find(store.db, params.speech_id, account);
  const row = await store.db
    .updateTable('speeches')
    .set({ name: body.speech_name, updated_at: toIso(clock.now()) })
    .where('id', '=', params.speech_id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new ServiceError('speech_not_found');
  return show(row, config);
};

export const remove: Handler<typeof deleteSpeech> = async ({ account, params }, { store, jobs, media }) => {
  const file = await store.db.transaction().execute(async (trx) => {
    const row = await find(trx, params.speech_id, account, 'lock');
    await trx.deleteFrom('speeches').where('id', '=', row.id).execute();
    await media.removeWith(trx, jobs, 'speech', row.file);
    return row.file;
  });
  await media.remove('speech', file);
};

/** Speaks a complete script. `onCharacters` is called with the number of characters spoken so far. */
export async function speak(
  voice: TextToSpeech,
  script: string,
  signal: AbortSignal,
  {
    onCharacters,
    ...options
  }: Pick<SpeakOptions, 'account' | 'voice' | 'language'> & {
    onCharacters?(characters: number): Promise<void>;
  },
): Promise<SpokenScript> {
  const packets: Uint8Array[] = [];
  const mouths: number[] = [];
  let characters = 0;
  for await (const chunk of voice.speak(script, { ...options, signal, patient: true })) {
    const packetCount = packets.length;
    packets.push(...chunk.packets);
    // A chunk may begin in the middle of a mouth shape.
    while (mouths.length * PACKETS_PER_MOUTH < packets.length)
      mouths.push(
        chunk.mouths[
          Math.max(0, Math.floor((mouths.length * PACKETS_PER_MOUTH - packetCount) / PACKETS_PER_MOUTH))
        ] ?? 0,
      );
    await onCharacters?.((characters += chunk.text.length));
  }
  return { packets, mouths: Uint8Array.from(mouths) };
}

/** Returns the default name of a speech: the first words of its script. */
export function titleOf(script: string): string {
  const line = withoutInvisible(script.replace(/\s+/g, ' ')).trim();
  return line.length <= 60 ? line : `${[...line].slice(0, 57).join('').trimEnd()}…`;
}

async function find(db: Database, id: string, account: number, lock?: 'lock'): Promise<SpeechRow> {
  const select = db.selectFrom('speeches').selectAll().where('id', '=', id);
  const row = await (lock ? select.forUpdate() : select).executeTakeFirst();
  if (!row) throw new ServiceError('speech_not_found');
  if (row.account_id !== account) throw new ServiceError('forbidden');
  return row;
}

function show(row: SpeechRow, config: Config): Speech {
  return {
    speech_id: row.id,
    speech_name: row.name,
    speech_file_url: `${config.publicUrl}/media/speech/${row.file}.ogg`,
    ...row.document,
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
  };
}
