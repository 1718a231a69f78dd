/**
 * Seals the keys in PALs' layers, which earlier versions stored in clear text (AES-256-GCM with a key of the
 * installation). It contains a copy of the code of that time, because a migration that has landed must not change.
 */
import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { sql, type Migration } from 'kysely';

const SECRET_NAME = /^(?:(?:.*[_-])?(?:api_?key|token|secret|password)|headers)$/i;

type Json = Record<string, unknown>;

export const sealedLayers: Migration = {
  async up(db) {
    const settings = await sql<{ value: string }>`select value from settings where name = 'secret'`.execute(
      db,
    );
    const secret = settings.rows[0]?.value;
    // Without this secret the service has never run, so there are no keys to seal.
    if (secret === undefined) return;
    const key = Buffer.from(hkdfSync('sha256', secret, '', 'palkit sealed secrets', 32));
    const pals = await sql<{ id: string; document: Json }>`select id, document from pals`.execute(db);
    for (const pal of pals.rows) {
      const layers = sealed(pal.document['layers'], '', (value, place) =>
        close(key, JSON.stringify(value), `pal ${pal.id} ${place}`),
      );
      if (JSON.stringify(layers) === JSON.stringify(pal.document['layers'])) continue;
      const document = JSON.stringify({ ...pal.document, layers });
      await sql`update pals set document = ${document} where id = ${pal.id}`.execute(db);
    }
  },
};

/**
 * Replaces each secret by the result of `change`, called with its path. Argument names in a JSON Schema are no
 * secrets.
 */
function sealed(value: unknown, place: string, change: (value: unknown, place: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((entry, index) => sealed(entry, `${place}/${index}`, change));
  if (!isRecord(value)) return value;
  const names = place.endsWith('/properties');
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const at = `${place}/${name}`;
      const secret = !names && SECRET_NAME.test(name) && inner !== null && inner !== undefined;
      return [name, secret ? { sealed: change(inner, at) } : sealed(inner, at, change)];
    }),
  );
}

function close(key: Buffer, text: string, context: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64');
}

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
