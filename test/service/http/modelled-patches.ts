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
const createItem = (): ModelItem => ({ uuid: null, name: newName(), prompt: '' });
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
    const [targetIndex, item] = [positionOf(model, step), createItem()];
    model.splice(targetIndex, 0, item);
    return { op: 'add', path: `/data/${targetIndex}`, value: value(item) };
  },
  append(model) {
    const item = createItem();
    model.push(item);
    return { op: 'add', path: '/data/-', value: value(item) };
  },
  rename: (_, { from }) => ({ op: 'replace', path: '/name', value: `Set ${from}` }),
  edit: toItem((model, index) => {
    model[index]!.prompt = `p${names++}`;
    return { op: 'replace', path: `/data/${index}/guardrail_prompt`, value: model[index]!.prompt };
  }),
  tag: toItem((_, index, { to }) => ({ op: 'add', path: `/data/${index}/tags`, value: [`t${to}`] })),
  test: toItem((model, index) => ({
    op: 'test',
    path: `/data/${index}/guardrail_name`,
    value: model[index]!.name,
  })),
  remove: toItem((model, index) => {
    model.splice(index, 1);
    return { op: 'remove', path: `/data/${index}` };
  }),
  replace: toItem((model, index) => {
    model[index] = createItem();
    return { op: 'replace', path: `/data/${index}`, value: value(model[index]) };
  }),
  copy: toItem((model, index, step) => {
    const targetIndex = positionOf(model, step);
    model.splice(targetIndex, 0, { ...model[index]!, uuid: null });
    return { op: 'copy', from: `/data/${index}`, path: `/data/${targetIndex}` };
  }),
  move: toItem((model, index, { to }) => {
    const target = to % model.length;
    model.splice(target, 0, ...model.splice(index, 1));
    return { op: 'move', from: `/data/${index}`, path: `/data/${target}` };
  }),
} satisfies Record<string, PatchStep>;
