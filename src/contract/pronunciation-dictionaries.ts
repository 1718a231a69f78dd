/** Pronunciation dictionaries: how words are spoken, for all PALs that select one in `layers.tts`. */
import * as z from 'zod/mini';
import { endpoint, whereUsed } from './endpoint.ts';
import { Timestamp } from './ids.ts';
import { unknownSound } from './ipa.ts';
import { JsonPatch } from './json-patch.ts';
import { CREATED_FILTERS, NAME_FILTERS, page, paging, Sort } from './lists.ts';
import { nameSchema } from './names.ts';

export const DICTIONARIES_PER_ACCOUNT = 100;
export const RULES_PER_DICTIONARY = 500;
const MAX_WORD = 60;
const MAX_SPOKEN_LENGTH = 200;

const text = (max: number) =>
  z.string('must be a string').check(z.maxLength(max, `must be at most ${max} characters`));

const Rule = whereUsed(() =>
  z
    .strictObject(
      {
        /** Matches complete words in any case. */
        text: text(MAX_WORD).check(
          z.regex(
            /^(?=.*[\p{L}\p{N}])[^<>\p{Cc}\p{Co}]+$/u,
            'must be a word: letters or digits, on one line',
          ),
        ),
        pronunciation: text(MAX_SPOKEN_LENGTH).check(
          z.regex(/^[^<>\p{Cc}]*[\p{L}\p{N}][^<>\p{Cc}]*$/u, 'must be letters or digits, on one line'),
        ),
        /** `alias`: another spelling. `ipa`: sounds for the embedded voice; other voices read the word. */
        type: z.enum(['alias', 'ipa'], 'must be alias or ipa'),
        alphabet: z.optional(z.nullable(z.literal('ipa', 'must be ipa'))),
        case_sensitive: z._default(
          z.literal(false, 'must be false. Words are matched in upper and lower case'),
          false,
        ),
        word_boundaries: z._default(z.literal(true, 'must be true. Only whole words are matched'), true),
      },
      'must be an object',
    )
    .check(({ value, issues }) => {
      const refuse = (message: string) =>
        issues.push({ code: 'custom', message, path: ['pronunciation'], input: value });
      if (value.type === 'alias' && value.pronunciation.includes('/')) refuse('must not contain a slash');
      const sound = value.type === 'ipa' ? unknownSound(value.pronunciation) : null;
      if (sound !== null) refuse(`must not contain ${sound}, which is not an English sound in the IPA`);
    }),
);
export type PronunciationRule = z.output<typeof Rule>;

const foldCase = (word: string) => word.normalize('NFC').trim().toLocaleLowerCase('en');
const Rules = whereUsed(() =>
  z.array(Rule, 'must be a list of rules').check(
    z.maxLength(RULES_PER_DICTIONARY, `must hold at most ${RULES_PER_DICTIONARY} rules`),
    z.refine(
      (rules) => new Set(rules.map((rule) => foldCase(rule.text))).size === rules.length,
      'must name each text once',
    ),
  ),
);

export const DictionaryFields = whereUsed(() =>
  z.strictObject({ name: nameSchema(), rules: z._default(Rules, []) }, 'must be an object'),
);
export type DictionaryFields = z.output<typeof DictionaryFields>;

export const Dictionary = whereUsed(() =>
  z.object({
    pronunciation_dictionary_id: z.string(),
    name: z.string(),
    rules: z.array(Rule),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
);
export type Dictionary = z.output<typeof Dictionary>;

const ChangedFields = whereUsed(() =>
  z.strictObject({ name: z.optional(nameSchema()), rules: z.optional(Rules) }, 'must be an object'),
);
/** The changed fields, or a JSON Patch of the dictionary as clients of the hosted interface send it. */
const DictionaryChange = whereUsed(() => z.union([JsonPatch, ChangedFields]));

const listPath = '/v2/pronunciation-dictionaries';
const idPath = `${listPath}/{pronunciation_dictionary_id}` as const;
const row = { auth: 'key', tag: 'pronunciation dictionaries' } as const;

export const createDictionary = endpoint({
  ...row,
  name: 'createDictionary',
  method: 'POST',
  path: listPath,
  body: DictionaryFields,
  result: Dictionary,
  status: 200,
  errors: ['account_limit'],
});
export const listDictionaries = endpoint({
  ...row,
  name: 'listDictionaries',
  method: 'GET',
  path: listPath,
  query: z.object({ ...paging(10, 1), sort: Sort, ...NAME_FILTERS, ...CREATED_FILTERS }),
  result: page(Dictionary),
  status: 200,
  errors: [],
});
export const getDictionary = endpoint({
  ...row,
  name: 'getDictionary',
  method: 'GET',
  path: idPath,
  result: Dictionary,
  status: 200,
  errors: ['dictionary_not_found', 'forbidden'],
});
export const changeDictionary = endpoint({
  ...row,
  name: 'changeDictionary',
  method: 'PATCH',
  path: idPath,
  body: DictionaryChange,
  result: Dictionary,
  status: 200,
  errors: ['dictionary_not_found', 'forbidden', 'invalid_patch', 'patch_test_failed'],
});
export const deleteDictionary = endpoint({
  ...row,
  name: 'deleteDictionary',
  method: 'DELETE',
  path: idPath,
  status: 204,
  errors: ['dictionary_not_found', 'forbidden'],
});

export const dictionaryEndpoints = [
  createDictionary,
  listDictionaries,
  getDictionary,
  changeDictionary,
  deleteDictionary,
] as const;
