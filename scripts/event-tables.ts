/** Tables of the reference: callbacks, room events and the fields of `customization`. */
import * as z from 'zod/mini';
import { ConversationSettings, Customization, Hours } from '../src/contract/customization.ts';
import { AgentEvent, VisitorEvent } from '../src/contract/room-events.ts';
import {
  AGENT_EVENT_SUMMARIES,
  CUSTOMIZATION_SUMMARIES,
  VISITOR_EVENT_SUMMARIES,
} from '../src/contract/summaries.ts';
import { WEBHOOKS } from '../src/contract/webhooks.ts';
import { jsonSchema } from '../src/developer-tools/row-schemas.ts';
import { table } from './markdown-table.ts';

interface Shape {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
}

/** Describes the shape of a value: `status: ready | error`, `tags: [string]`. */
function inWords(shape: Shape): string {
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum) return shape.enum.map(String).join(' | ');
  const options = shape.anyOf ?? shape.oneOf;
  if (options) return options.map(inWords).join(' | ');
  if (shape.type === 'array') return `[${shape.items ? inWords(shape.items) : 'any'}]`;
  if (shape.properties && Object.keys(shape.properties).length > 0) return `{ ${fields(shape)} }`;
  return [shape.type ?? 'any'].flat().join(' | ');
}

const fields = ({ properties = {}, required = [] }: Shape): string =>
  Object.entries(properties)
    .map(([name, shape]) => `${name}${required.includes(name) ? '' : '?'}: ${inWords(shape)}`)
    .join(', ');

/** Describes the fields of an object, or of each object of a union. */
const payload = (shape: Shape): string =>
  (shape.oneOf ?? shape.anyOf ?? [shape]).map(fields).filter(Boolean).join(' or ');
const asCode = (text: string) => (text ? `\`${text}\`` : '–');

export const callbackTable = () =>
  table(
    ['event', 'when', 'properties'],
    Object.entries(WEBHOOKS).map(([name, { summary, payload: shape }]) => [
      `\`${name}\``,
      summary,
      asCode(payload(jsonSchema(shape, 'output'))),
    ]),
  );

function eventTable(
  union: typeof AgentEvent | typeof VisitorEvent,
  summaries: Readonly<Record<string, string>>,
) {
  const { oneOf = [], anyOf = oneOf } = jsonSchema(union, 'input') as Shape;
  return table(
    ['event', 'what it means', 'properties'],
    anyOf.map(({ properties }) => {
      const name = String(properties!['event_type']!.const);
      return [`\`${name}\``, summaries[name] ?? '', asCode(payload(properties!['properties']!))];
    }),
  );
}
export const agentEventTable = () => eventTable(AgentEvent, AGENT_EVENT_SUMMARIES);
export const visitorEventTable = () => eventTable(VisitorEvent, VISITOR_EVENT_SUMMARIES);

/** Describes the bounds of a field. */
function bounds(shape: Shape): string {
  if (shape.maxLength !== undefined) return `at most ${shape.maxLength} characters`;
  if (shape.maximum !== undefined) return `${shape.minimum ?? 0} to ${shape.maximum}`;
  if (shape.maxItems !== undefined) return `at most ${shape.maxItems}`;
  return inWords(shape);
}

/** Returns every field of `customization` with its dotted path, its bounds and its description. */
export function customizationFields(): [path: string, bounds: string, summary: string][] {
  const fieldsBelow = (shape: Shape, prefix: string): [string, string, string][] =>
    Object.entries(shape.properties ?? {}).flatMap(([name, inner]) =>
      inner.properties
        ? fieldsBelow(inner, `${prefix}${name}.`)
        : [[`${prefix}${name}`, bounds(inner), CUSTOMIZATION_SUMMARIES[`${prefix}${name}`] ?? '']],
    );
  return fieldsBelow(
    jsonSchema(
      z.looseObject({ ...Customization.shape, hours: Hours, conversation: ConversationSettings }),
      'input',
    ),
    '',
  );
}

export const customizationTable = () =>
  table(
    ['field', 'values', 'what it does'],
    customizationFields().map(([path, values, summary]) => [`\`${path}\``, asCode(values), summary]),
  );
