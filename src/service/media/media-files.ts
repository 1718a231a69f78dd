/**
 * Files of resources below `media/` in the data folder: `faces/`, `speech/`, `videos/`, `recordings/`,
 * `films/`, `documents/` and `slides/` with unguessable names, and `work/` for unfinished files. Several
 * service processes share the folder.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Jobs } from '../jobs/jobs.ts';
import type { Database } from '../store/store.ts';

/** File endings of each kind of resource, with the media type of those that are served. */
export const MEDIA_FILES = {
  /** `mouths` is a WebP image with all mouths of a face side by side. */
  faces: { face: null, webm: 'video/webm', webp: 'image/webp', mouths: 'image/webp' },
  speech: { ogg: 'audio/ogg' },
  videos: { webm: 'video/webm', webp: 'image/webp' },
  /**
   * A recording is made from the call logs `take` (`src/rooms/embedded/call-log.ts`) and the copied `face`.
   */
  recordings: { webm: 'video/webm', take: null, face: null },
  /** Uploaded films, complete or incomplete, until their training has ended. */
  films: { film: null },
  /** Uploaded documents that have not been read yet. */
  documents: { file: null },
  /** Pictures of documents' pages. */
  slides: { webp: 'image/webp' },
} as const satisfies Record<string, Record<string, string | null>>;
export type MediaKind = keyof typeof MEDIA_FILES;

/** Matches a name, which has 192 random bits. */
export const MEDIA_NAME = /^[0-9a-f]{48}$/;
export const newMediaName = () => randomBytes(24).toString('hex');

const REMOVE_MEDIA_JOB = 'remove media';
const Removal = z.object({
  kind: z.enum(Object.keys(MEDIA_FILES) as [MediaKind, ...MediaKind[]]),
  name: z.union([z.string().regex(MEDIA_NAME), z.array(z.string().regex(MEDIA_NAME))]),
});
/** Milliseconds after which an unfinished file without an owner is the remnant of a crashed process. */
const ABANDONED_MS = 24 * 3600_000;

export class MediaFiles {
  readonly #root: string;

  constructor(dataDir: string) {
    this.#root = path.join(dataDir, 'media');
  }

  /** Returns the path of a file, which may not exist yet. */
  path<Kind extends MediaKind>(
    kind: Kind,
    name: string,
    ending: keyof (typeof MEDIA_FILES)[Kind] & string,
  ): string {
    if (!MEDIA_NAME.test(name)) throw new Error('not a media name');
    return path.join(this.#root, kind, `${name}.${ending}`);
  }

  /** Calls `run` with a temporary folder, which is removed afterwards. */
  async inFolder<Result>(run: (folder: string) => Promise<Result>): Promise<Result> {
    const folder = path.join(this.#root, 'work', newMediaName());
    await fs.mkdir(folder, { recursive: true });
    try {
      return await run(folder);
    } finally {
      await fs.rm(folder, { recursive: true, force: true });
    }
  }

  /** Moves the finished files `<ending>` from a work folder to the folder that is served. Each move is atomic. */
  async publish<Kind extends MediaKind>(
    kind: Kind,
    name: string,
    folder: string,
    endings: readonly (keyof (typeof MEDIA_FILES)[Kind] & string)[],
  ): Promise<void> {
    await fs.mkdir(path.join(this.#root, kind), { recursive: true });
    for (const ending of endings) {
      const handle = await fs.open(path.join(folder, ending), 'r+');
      // A file must be durable before the database refers to it.
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
      await fs.rename(path.join(folder, ending), this.path(kind, name, ending));
    }
  }

  /** Returns the folder with the files of a kind. */
  folder(kind: MediaKind): string {
    return path.join(this.#root, kind);
  }

  /** Removes the files of a resource, except the one with the ending `keptEnding`. */
  async remove(kind: MediaKind, name: string, keptEnding?: string): Promise<void> {
    const entries =
      kind === 'recordings'
        ? await fs.readdir(this.folder(kind)).catch(() => [])
        : Object.keys(MEDIA_FILES[kind]).map((ending) => `${name}.${ending}`);
    for (const entry of entries)
      if (entry.startsWith(`${name}.`) && !(keptEnding && entry.endsWith(`.${keptEnding}`)))
        await fs.rm(path.join(this.folder(kind), entry), { force: true });
  }

  /** Removes a resource's files after the transaction that deletes it, even if the process crashes in between. */
  async removeWith(trx: Database, jobs: Jobs, kind: MediaKind, name: string): Promise<void> {
    await jobs.enqueue(trx, REMOVE_MEDIA_JOB, { payload: { kind, name } satisfies z.output<typeof Removal> });
  }

  /** Like `removeWith`, but for several names. */
  async removeAllWith(trx: Database, jobs: Jobs, kind: MediaKind, names: readonly string[]): Promise<void> {
    await jobs.enqueue(trx, REMOVE_MEDIA_JOB, {
      payload: { kind, name: [...names] } satisfies z.output<typeof Removal>,
    });
  }

  register(jobs: Jobs): void {
    jobs.register({
      name: REMOVE_MEDIA_JOB,
      payload: Removal,
      concurrency: 2,
      run: async ({ payload }) => {
        for (const name of [payload.name].flat()) await this.remove(payload.kind, name);
      },
    });
  }

  /** Deletes remnants of crashed processes. `alone` is true if no other process can be running. */
  async tidy(db: Database, alone: boolean): Promise<void> {
    const isOld = async (file: string) =>
      alone || Date.now() - (await fs.stat(file).catch(() => ({ mtimeMs: Infinity }))).mtimeMs > ABANDONED_MS;
    const list = (folder: string) => fs.readdir(path.join(this.#root, folder)).catch(() => []);
    for (const entry of await list('work'))
      if (await isOld(path.join(this.#root, 'work', entry)))
        await fs.rm(path.join(this.#root, 'work', entry), { recursive: true, force: true });
    const ids = new Set(
      [
        ...(await db
          .selectFrom('faces')
          .select(sql<string>`document->>'asset'`.as('file'))
          .execute()),
        ...(await db
          .selectFrom('faces')
          .select(sql<string>`document->'trained'->>'film'`.as('file'))
          .where(sql<boolean>`document->'trained'->>'film' is not null`)
          .execute()),
        ...(await db.selectFrom('uploads').select('file').execute()),
        ...(await db.selectFrom('speeches').select('file').execute()),
        ...(await db.selectFrom('videos').select('file').execute()),
        ...(await db.selectFrom('recordings').select('file').execute()),
        ...(await db.selectFrom('documents').select('file').where('file', 'is not', null).execute()),
        ...(await db.selectFrom('document_pages').select('file').where('file', 'is not', null).execute()),
      ].map(({ file }) => file),
    );
    for (const kind of Object.keys(MEDIA_FILES)) {
      for (const entry of await list(kind)) {
        const file = path.join(this.#root, kind, entry);
        if (MEDIA_NAME.test(entry.split('.')[0]!) && !ids.has(entry.split('.')[0]!) && (await isOld(file)))
          await fs.rm(file, { force: true });
      }
    }
  }
}
