/** The custom elements manifest contains everything that is in the sources, and nothing else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ATTRIBUTES, LISTENERS } from '../../src/elements/frameworks/channel-table.ts';
import { editorData } from '../../scripts/framework-types.ts';
import { CHANNELS, defaults, manifest, sources, tokens } from '../../scripts/manifest.ts';

const created = manifest();
const elements = created.modules
  .flatMap(({ declarations }) => declarations)
  .filter(({ customElement }) => customElement);
const code = sources()
  .map(({ text }) => text)
  .join('\n');
const sortUnique = (names: Iterable<string | undefined>) => [...new Set(names)].sort();

test('every element is in the manifest, and each of its members has a description', () => {
  assert.deepEqual(
    sortUnique(elements.map(({ tagName }) => tagName)),
    sortUnique(
      [...code.matchAll(/^ {4}'(pal-[\w-]+)': \w+;$/gm)]
        .filter(([part]) => !/Event;$/.test(part))
        .map(([, tag]) => tag),
    ),
  );
  for (const {
    tagName,
    description,
    summary,
    members = [],
    attributes = [],
    events = [],
    cssParts = [],
    cssProperties = [],
    slots = [],
  } of elements) {
    assert.ok(description && summary, tagName);
    for (const item of [...members, ...attributes, ...events, ...cssParts, ...cssProperties, ...slots])
      assert.ok(item.description, `${tagName}: ${item.name} has no words`);
    for (const event of events) assert.match(event.type.text, /^\w+Event$/, `${tagName}: ${event.name}`);
  }
});

/** Returns the names of parts in templates; a variable in a name stands for all of its values, such as `user`. */
const partsOf = (templates: string) =>
  [...templates.matchAll(/\bpart(?:="|', ')([^"']+)["']/g)].flatMap(([, names]) =>
    names!.replace('${role}', 'user pal').replace('${what}', 'captions transcript calm').split(/\s+/),
  );

test('the parts re-export exactly the parts that they draw', () => {
  const parent = sources()
    .filter(({ file }) => /parts/.test(file) && !/pal-launcher/.test(file))
    .map(({ text }) => text)
    .join('\n');
  const listedParts = /PARTS =\s*((?:'[^']+'[\s+]*)+);/.exec(code)![1]!.replace(/[\s+']/g, '');
  assert.deepEqual(listedParts.split(','), sortUnique(partsOf(parent)));
  const widget = elements.find(({ tagName }) => tagName === 'pal-widget')!;
  assert.deepEqual(
    sortUnique(widget.cssParts!.map(({ name }) => name)),
    sortUnique(['launcher', 'panel', ...partsOf(parent)]),
  );
});

test('every CSS part in a template is documented, and every documented one is in a template', () => {
  const drawnParts = partsOf(code);
  assert.deepEqual(
    sortUnique(elements.flatMap(({ cssParts = [] }) => cssParts.map(({ name }) => name))),
    sortUnique(drawnParts),
  );
});

test('every token is documented, used, and has one default', () => {
  const defaultsOf = defaults(code);
  const innerPattern = /--pal-(mix)$/;
  const usedNames = sortUnique(
    [...code.matchAll(/(?:var\(\s*|^ {4})(--pal-[\w-]+)/gm)]
      .map(([, name]) => name!)
      .filter((name) => !innerPattern.test(name)),
  );
  assert.deepEqual(sortUnique(tokens().map(({ name }) => name)), usedNames);
  for (const { name } of tokens()) {
    // Skip computed defaults, and the second value of a name for reduced motion.
    const values = (defaultsOf.get(name) ?? []).filter((value) => value !== '1ms' && value !== '${onAccent}');
    assert.equal(values.length, name === '--pal-on-accent' ? 0 : 1, `${name}: ${values.join(' | ')}`);
    assert.ok(new RegExp(`var\\(\\s*${name}\\b`).test(code), `${name} is used nowhere`);
  }
});

test('editors know the channels with their attributes', () => {
  const { tags } = editorData(created);
  assert.deepEqual(tags.map(({ name }) => name).sort(), [...CHANNELS].sort());
  const widget = tags.find(({ name }) => name === 'pal-widget')!;
  assert.deepEqual(
    widget.attributes.find(({ name }) => name === 'variant')!.values?.map(({ name }) => name),
    ['tiny', 'compact', 'full'],
  );
});

test('the bindings of frameworks contain everything that the channels have', () => {
  for (const tag of Object.keys(ATTRIBUTES) as (keyof typeof ATTRIBUTES)[]) {
    const { attributes = [], events = [] } = elements.find(({ tagName }) => tagName === tag)!;
    assert.deepEqual(
      sortUnique(attributes.map(({ name }) => name).filter((name) => name !== 'override')),
      sortUnique(Object.values(ATTRIBUTES[tag])),
      tag,
    );
    assert.deepEqual(sortUnique(events.map(({ name }) => name)), sortUnique(Object.values(LISTENERS)), tag);
  }
});

test('the documented slots of the channels exist', () => {
  for (const { tagName, slots = [] } of elements.filter(({ tagName }) => CHANNELS.includes(tagName!))) {
    assert.deepEqual(
      slots.map(({ name }) => name).sort(),
      [
        'after-call',
        'captcha',
        'header',
        ...(tagName === 'pal-widget' ? ['launcher'] : []),
        'preview',
      ].sort(),
      tagName,
    );
  }
});
