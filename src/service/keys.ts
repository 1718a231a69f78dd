/** `palkit keys`: creates, lists and revokes API keys, through the API if a key is set, otherwise in the database. */
import { parseArgs } from 'node:util';
import { ApiError } from '@palkit/contract/api-error';
import { KEY_SCOPES, type KeyScope } from '@palkit/contract/endpoint';
import { systemClock } from '@palkit/runtime/clock';
import type { Keys } from './key-places.ts';

const USAGE = `usage:
  palkit keys create [--name TEXT] [--scope all|read|publishable]   makes a key, shown this once
  palkit keys list                                                  lists keys, shortened
  palkit keys revoke <key>                                          by its id, its shortened form or the whole key
With PALKIT_KEY, a key with the scope all, these ask the running service (--base-url URL; HOST and PORT unless told)
about the account of that key. Without it they open the database, for all accounts, and create takes the account:
  palkit keys create <account id> [--name TEXT] [--scope …]         makes the account too, where there is none
With the embedded database, stop the service first.
`;

interface Command {
  verb: 'create' | 'list' | 'revoke';
  /** The account for `create` in the database, or the key for `revoke`. */
  argument: string | undefined;
  name: string;
  scope: KeyScope;
  baseUrl: string | undefined;
}

type Options = Partial<Record<'name' | 'scope' | 'base-url', string>>;

/** Parses the arguments; null if they are not a command. */
function commandOf(words: string[], isRunning: boolean): Command | null {
  const { values, positionals } = parseArguments(words);
  const [verb, argument, ...rest] = positionals;
  const { name = '', scope = 'all', 'base-url': baseUrl } = values;
  if (rest.length > 0 || !isScope(scope) || (baseUrl !== undefined && !isRunning)) return null;
  const command = { argument, name, scope, baseUrl };
  if (verb === 'create') return isAccount(argument, isRunning) ? { verb, ...command } : null;
  if (values.name !== undefined || values.scope !== undefined) return null;
  if (verb === 'list') return argument === undefined ? { verb, ...command } : null;
  return verb === 'revoke' && argument ? { verb, ...command } : null;
}

/**
 * True for an account number. A running service derives the account from the key, so no account may be given
 * then.
 */
const isAccount = (argument: string | undefined, isRunning: boolean) =>
  isRunning ? argument === undefined : /^[1-9]\d{0,8}$/.test(argument ?? '');

function parseArguments(args: string[]): { values: Options; positionals: string[] } {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { name: { type: 'string' }, scope: { type: 'string' }, 'base-url': { type: 'string' } },
    });
  } catch {
    return { values: {}, positionals: [] };
  }
}

const isScope = (word: string): word is KeyScope => (KEY_SCOPES as readonly string[]).includes(word);

async function run(command: Command, keys: Keys): Promise<number> {
  const { verb, argument, name, scope } = command;
  if (verb === 'create') {
    process.stdout.write(`${await keys.create({ account: Number(argument ?? 0), name, scope })}\n`);
    return 0;
  }
  if (verb === 'list') {
    for (const key of await keys.list()) {
      const times = [`made ${key.created_at}`];
      if (key.last_used_at) times.push(`used ${key.last_used_at}`);
      if (key.revoked_at) times.push(`revoked ${key.revoked_at}`);
      const account = key.account === undefined ? [] : [String(key.account)];
      process.stdout.write(
        `${[...account, key.shown, key.key_id, key.scope, key.name || '–', ...times].join('\t')}\n`,
      );
    }
    return 0;
  }
  const count = await keys.revoke(argument!);
  process.stdout.write(count > 0 ? 'Revoked.\n' : 'There is no such key.\n');
  return count > 0 ? 0 : 1;
}

const key = process.env['PALKIT_KEY'];
const command = commandOf(process.argv.slice(2), Boolean(key));
if (!command) {
  process.stderr.write(USAGE);
  process.exit(2);
}
// The store is loaded only when a command runs, so that a mistyped one is answered immediately.
const { databaseKeys, runningKeys, UnreachableError } = await import('./key-places.ts');
const { readConfig } = await import('./config/config.ts');
const { startFault } = await import('./compose/start-faults.ts');
try {
  const { host, port, dataDir, databaseUrl } = readConfig(process.env);
  const keys = key
    ? runningKeys(command.baseUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`, key)
    : await databaseKeys({ dataDir, databaseUrl, clock: systemClock });
  try {
    process.exitCode = await run(command, keys);
  } finally {
    await keys.close();
  }
} catch (error) {
  const fault =
    error instanceof ApiError || error instanceof UnreachableError ? error.message : startFault(error);
  if (fault === null) throw error;
  process.stderr.write(`palkit: ${fault}\n`);
  process.exitCode = 1;
}
