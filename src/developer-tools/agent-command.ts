/** `palkit agent create` creates an agent from a website, and prints the code for a page. */
import { parseArgs } from 'node:util';
import { createClient, type Fetch } from '@palkit/contract/client';
import { embedLines, landingPageOf } from '@palkit/contract/embed-lines';
import type { Clock } from '@palkit/runtime/clock';
import { creationFault, makeAgent, type AgentRequest, type MadeAgent } from './agent-creation.ts';

export const AGENT_USAGE = `usage:
  palkit agent create --site URL     makes an agent that answers from this website
    --face NAME                      its face, by name or id; Mira unless told
    --name NAME                      its name; the site's host unless told
    --pages N --depth N              reads up to N pages (50), up to N links from the first (3)
    --base-url URL                   address of the running service; by the settings unless told
    --json                           prints what was made as one JSON object, and no progress
It takes an API key with the scope all from PALKIT_API_KEY (or PALKIT_KEY), or asks for it.
`;

const MAX_PAGES = 100;
const MAX_DEPTH = 10;

export interface AgentCommandParts {
  environment: Readonly<Record<string, string | undefined>>;
  /** `service` is the service's address in these settings, `publicUrl` its address for visitors. */
  service: string;
  publicUrl: string;
  fetch: Fetch<AbortSignal>;
  clock: Clock;
  /** Aborts when the user stops the command. */
  signal: AbortSignal;
  out(text: string): void;
  error(text: string): void;
  /** Asks the user at the terminal for the key; null without a terminal. */
  askKey: (() => Promise<string>) | null;
}

class UsageError extends Error {}

interface CommandOptions extends AgentRequest {
  base: string;
  /** The address for visitors. */
  publicUrl: string;
  json: boolean;
}

/** Returns the exit code: 0 if an agent was created, 1 if not, 2 for an invalid argument. */
export async function agentCommand(parameters: readonly string[], parts: AgentCommandParts): Promise<number> {
  const { out, error, environment } = parts;
  if (parameters.includes('--help')) {
    out(AGENT_USAGE);
    return 0;
  }
  let options: CommandOptions;
  try {
    options = optionsOf(parameters, parts);
  } catch (fault) {
    if (!(fault instanceof UsageError)) throw fault;
    error(`palkit: ${fault.message}\n${AGENT_USAGE}`);
    return 2;
  }
  const key = (
    environment['PALKIT_API_KEY'] ||
    environment['PALKIT_KEY'] ||
    (await parts.askKey?.())
  )?.trim();
  if (!key) {
    error('palkit: Set PALKIT_API_KEY to an API key of the account, with the scope all.\n');
    return 2;
  }
  try {
    const agent = await makeAgent(options, {
      client: createClient(options.base, parts.fetch),
      key,
      clock: parts.clock,
      signal: parts.signal,
      progress: (line) => options.json || out(`  ${line}\n`),
    });
    out(
      options.json
        ? `${JSON.stringify(agentSummary(agent, options.publicUrl))}\n`
        : textOf(agent, options.publicUrl),
    );
    return 0;
  } catch (fault) {
    const reason = parts.signal.aborted ? 'Stopped.' : creationFault(fault, options.base);
    if (reason === null) throw fault;
    if (options.json) out(`${JSON.stringify({ error: reason })}\n`);
    else error(`palkit: ${reason}\n`);
    return 1;
  }
}

function optionsOf(
  parameters: readonly string[],
  { service, publicUrl }: Pick<AgentCommandParts, 'service' | 'publicUrl'>,
): CommandOptions {
  const [verb, ...otherParameters] = parameters;
  if (verb !== 'create') throw new UsageError('agent takes create.');
  const values = parseArguments(otherParameters);
  const other = values['base-url'];
  const otherUrl = other === undefined ? null : httpAddress(other, '--base-url').replace(/\/+$/, '');
  return {
    site: httpAddress(values.site, '--site'),
    base: otherUrl ?? service,
    publicUrl: otherUrl ?? publicUrl,
    face: values.face ?? 'Mira',
    name: values.name ?? null,
    pages: wholeNumber(values.pages ?? '50', MAX_PAGES, '--pages'),
    depth: wholeNumber(values.depth ?? '3', MAX_DEPTH, '--depth'),
    json: values.json ?? false,
  };
}

function parseArguments(parameters: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = {
    site: text,
    face: text,
    name: text,
    pages: text,
    depth: text,
    'base-url': text,
    json: { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ args: [...parameters], options }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function httpAddress(text: string | undefined, option: string): string {
  if (text === undefined) throw new UsageError(`${option} is missing.`);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${option} must be an http or https address.`);
  return url.href;
}

function wholeNumber(text: string, maximum: number, option: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > maximum)
    throw new UsageError(`${option} must be a whole number from 1 to ${maximum}.`);
  return number;
}

const linesFor = ({ deployments }: MadeAgent, base: string) =>
  embedLines(base, { channel: 'widget', deployment_id: deployments.widget });
const landingPage = ({ deployments }: MadeAgent, base: string) =>
  landingPageOf(base, deployments['landing-page']);

const agentSummary = (agent: MadeAgent, base: string) => ({
  ...agent,
  lines: linesFor(agent, base),
  embed_page: `${base}/embed?deployment=${agent.deployments.widget}`,
  landing_page: landingPage(agent, base),
});

const textOf = (agent: MadeAgent, base: string) => `
  ${agent.name} is ready. Talk to it here:

      ${landingPage(agent, base)}

  For your own page, paste these two lines:

${linesFor(agent, base)
  .map((line) => `      ${line}\n`)
  .join('')}
  PAL ${agent.pal_id}, document ${agent.document_id}. Try it: ${base}/embed?deployment=${agent.deployments.widget}
`;
