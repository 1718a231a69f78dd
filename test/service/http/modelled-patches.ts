/** Patches of a guardrail set, and their result according to RFC 6902 for a plain list. */
import { rule } from '../resources/guardrails-world.ts';

/** An item of the list; `uuid` is its identity, null for a new item. */
export interface ModelItem {
  uuid: string | null;
  name: string;
  prompt: string;
}

/** An operation; its two numbers select positions in a list of any length. */
export interface Step {
  from: number;
  to: number;
}

let names = 0;
export const newName = (): string => `n${names++}`;
const fresh = (): ModelItem => ({ uuid: null, name: newName(), prompt: '' });
function value(item: ModelItem): object {
  item.prompt = `Never say ${item.name}.`;
  return rule(item.name);
}

/** Returns a patch operation and applies it to the model too; null if it needs an item and the list is empty. */
type PatchStep = (model: ModelItem[], step: Step) => object | null;

const toItem =
  (does: (model: ModelItem[], at: number, step: Step) => object): PatchStep =>
  (model, step) =>
    model.length === 0 ? null : does(model, step.from % model.length, step);
const positionOf = (model: ModelItem[], { to }: Step) => to % (model.length + 1);

export const STEPS = {
  add(model, step) {
    const [into, item] = [positionOf(model, step), fresh()];
    model.splice(into, 0, item);
    return { op: 'add', path: `/data/${into}`, value: value(item) };
  },
  append(model) {
    const item = fresh();
    model.push(item);
    return { op: 'add', path: '/data/-', value: value(item) };
  },
  rename: (_, { from }) => ({ op: 'replace', path: '/name', value: `Set ${from}` }),
  edit: toItem((model, at) => {
    model[at]!.prompt = `p${names++}`;
    return { op: 'replace', path: `/data/${at}/guardrail_prompt`, value: model[at]!.prompt };
  }),
  tag: toItem((_, at, { to }) => ({ op: 'add', path: `/data/${at}/tags`, value: [`t${to}`] })),
  test: toItem((model, at) => ({ op: 'test', path: `/data/${at}/guardrail_name`, value: model[at]!.name })),
  remove: toItem((model, at) => {
    model.splice(at, 1);
    return { op: 'remove', path: `/data/${at}` };
  }),
  replace: toItem((model, at) => {
    model[at] = fresh();
    return { op: 'replace', path: `/data/${at}`, value: value(model[at]) };
  }),
  copy: toItem((model, at, step) => {
    const into = positionOf(model, step);
    model.splice(into, 0, { ...model[at]!, uuid: null });
    return { op: 'copy', from: `/data/${at}`, path: `/data/${into}` };
  }),
  move: toItem((model, at, { to }) => {
    const target = to % model.length;
    model.splice(target, 0, ...model.splice(at, 1));
    return { op: 'move', from: `/data/${at}`, path: `/data/${target}` };
  }),
} satisfies Record<string, PatchStep>;
