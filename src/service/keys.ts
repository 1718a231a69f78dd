/** `npm run keys`: makes, lists and revokes API keys. */
import { systemClock } from '@palkit/runtime/clock';
import { readConfig } from './config/config.ts';
import { createKey, listKeys, revokeKey } from './store/accounts.ts';
import { startFault } from './compose/start-faults.ts';
import { openStore } from './store/store.ts';

const USAGE = `usage:
  npm run keys -- create <account id>   makes a key (and the account), shown this once
  npm run keys -- list                  lists keys, shortened
  npm run keys -- revoke <key>          by the whole key or its shortened form
With the embedded database, stop the service first.
`;

const [verb, argument, ...rest] = process.argv.slice(2);
const valid =
  rest.length === 0 &&
  ((verb === 'create' && /^[1-9]\d{0,8}$/.test(argument ?? '')) ||
    (verb === 'list' && argument === undefined) ||
    (verb === 'revoke' && argument));
if (!valid) {
  process.stderr.write(USAGE);
  process.exit(2);
}
try {
  const { dataDir, databaseUrl } = readConfig(process.env);
  const store = await openStore({ dataDir, databaseUrl, clock: systemClock });
  try {
    if (verb === 'create')
      process.stdout.write(`${await createKey(store.db, systemClock, Number(argument))}\n`);
    if (verb === 'list') {
      for (const key of await listKeys(store.db)) {
        process.stdout.write(
          `${key.account_id}\t${key.shown}\tmade ` +
            `${key.created_at.toISOString()}${key.revoked_at ? `\trevoked ${key.revoked_at.toISOString()}` : ''}\n`,
        );
      }
    }
    if (verb === 'revoke') {
      const revoked = await revokeKey(store.db, systemClock, argument!);
      process.stdout.write(revoked > 0 ? 'Revoked.\n' : 'There is no such key.\n');
      process.exitCode = revoked > 0 ? 0 : 1;
    }
  } finally {
    await store.close();
  }
} catch (error) {
  const fault = startFault(error);
  if (fault === null) throw error;
  process.stderr.write(`palkit: ${fault}\n`);
  process.exit(1);
}
