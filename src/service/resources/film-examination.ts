/**
 * The first step of a training: measures the film, stores a still for the owner, and checks the consent of the person
 * by the sentence in the film's sound.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { toIso } from '@palkit/runtime/clock';
import { describe } from '@palkit/runtime/describe';
import { addConsentEvent } from '../consent/audit.ts';
import { recogniseConsent } from '../consent/film-consent.ts';
import type { Context } from '../http/context.ts';
import type { FaceDocument } from '../store/schema.ts';
import type { Database } from '../store/store.ts';
import { numberOf } from './face-consent.ts';
import type { FaceRow } from './faces.ts';

export interface Examination {
  file: string;
  folder: string;
  ffmpeg: string | null;
  signal: AbortSignal;
  /** Changes the stored face and calls `alsoWrite` in the same transaction; throws if the face was deleted. */
  change(changes: Partial<FaceDocument>, alsoWrite?: (trx: Database) => Promise<void>): Promise<void>;
}

/** Returns true if the person consented. @throws MediaJobRefusal with the reason why the film is not usable */
export async function examine(context: Context, row: FaceRow, examination: Examination): Promise<boolean> {
  const { runMediaJob, media } = context;
  const { file, folder, ffmpeg, signal, change } = examination;
  const { seconds, hasStill, hasSound } = await runMediaJob(
    { do: 'examine', file, folder, ffmpeg },
    { signal, account: row.account_id ?? undefined },
  );
  if (hasStill) {
    await fs.rename(path.join(folder, 'still'), path.join(folder, 'webp'));
    await media.publish('faces', row.document.asset, folder, ['webp']);
    await change({ film_seconds: Math.round(seconds * 10) / 10 });
  }
  if (row.document.consent) return true;
  return hasSound === true && (await findConsentInFilm(context, row, examination));
}

/**
 * Searches the film's sound for the sentence of consent; returns true if it was found. If the recogniser
 * fails, the face is trained without moving lips.
 */
async function findConsentInFilm(
  { store, clock, ears, log }: Context,
  row: FaceRow,
  { folder, signal, change }: Examination,
): Promise<boolean> {
  if (!ears) return false;
  const account = row.account_id!;
  const number = await numberOf(store.db, account);
  let words: string | null = null;
  try {
    words = await recogniseConsent(path.join(folder, 'sound'), number, { ears, signal });
  } catch (error) {
    signal.throwIfAborted();
    log.error({ face: row.id, ...describe(error) }, 'the sound of a film could not be recognised');
  }
  if (words === null) return false;
  const recognised_words = words;
  await change(
    {
      consent: { by: 'film', name: null, statement_url: null, given_at: toIso(clock.now()) },
    },
    (trx) => addConsentEvent(trx, clock, { id: row.id, account }, { event: 'film', recognised_words }),
  );
  return true;
}
