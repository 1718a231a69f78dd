/** Each field of the console's appearance page is stored at its path in a deployment, and read from there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { CustomizationFields } from '../../src/contract/customization.ts';
import { FIELDS, lookOf, putText, textOf, type Field, type Look } from '../../src/console/look/fields.ts';

const text = (field: Field): string => {
  switch (field.kind) {
    case 'color':
      return '#0a7d5a';
    case 'switch':
      return 'true';
    case 'number':
      return String(field.from);
    case 'choice':
      return field.choices.at(-1)!;
    default:
      return 'https://example.com';
  }
};

for (const field of FIELDS)
  test(`the field ${field.name}`, () => {
    const lookFields = {
      customization: {},
      limits: {},
      allowed_origins: [],
      enable_recording: false,
    } as unknown as Look;
    putText(field, lookFields, text(field));
    assert.equal(textOf(field, lookFields), text(field));
    z.parse(CustomizationFields, lookOf(lookFields).customization);
  });
