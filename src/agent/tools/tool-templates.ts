/** Builds the address and body of a tool's request: inserts the call's arguments into the account's templates. */
import { PLACEHOLDER, type ToolDelivery } from '@palkit/contract/tools';

type Api = Pick<NonNullable<ToolDelivery['api']>, 'url' | 'query_params' | 'auth'>;
type Arguments = Record<string, unknown>;

/**
 * Returns the address of a request. Arguments never change the host: they are encoded as parts of the path or
 * values of the query.
 */
export function addressOf(api: Api, input: Arguments, hasBody: boolean): URL {
  const [, origin = '', pathAndQuery = ''] = /^(https?:\/\/[^/?#]*)(.*)$/is.exec(api.url) ?? [];
  const url = new URL(
    origin + pathAndQuery.replace(PLACEHOLDER, (_, name: string) => encodeURIComponent(textOf(input[name]))),
  );
  const query: Arguments = api.query_params ? (filledTemplate(api.query_params, input) as Arguments) : {};
  const queryArguments = api.query_params ?? (hasBody || new RegExp(PLACEHOLDER).test(api.url) ? {} : input);
  for (const name of Object.keys(queryArguments))
    url.searchParams.set(name, textOf(query[name] ?? input[name]));
  if (api.auth?.type === 'api_key' && api.auth.location === 'query')
    url.searchParams.set(api.auth.name, api.auth.value);
  return url;
}

/** Fills a template with its arguments: a text that is a single placeholder becomes the argument itself. */
export function filledTemplate(template: unknown, input: Arguments): unknown {
  if (Array.isArray(template)) return template.map((entry) => filledTemplate(entry, input));
  if (typeof template === 'object' && template !== null)
    return Object.fromEntries(
      Object.entries(template).map(([name, entry]) => [name, filledTemplate(entry, input)]),
    );
  if (typeof template !== 'string') return template;
  const placeholderName = new RegExp(`^${PLACEHOLDER.source}$`).exec(template)?.[1];
  if (placeholderName !== undefined) return input[placeholderName] ?? null;
  return template.replace(PLACEHOLDER, (_, name: string) => textOf(input[name]));
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
