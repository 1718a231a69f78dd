/** The models that make a language complete: a recogniser, a voice, and a sentence model. */
import { ModelError } from './model-error.ts';
import { PURPOSES, type Model } from './model.ts';

/** Preferred to the first of the table; English has its own sentence model, which is part of Palkit. */
const PREFERRED: Readonly<Record<string, readonly string[]>> = { en: ['whisper-en', 'piper-en'] };

/** At most one model for each purpose; one for this language alone wins over one for several. */
export function languageModels(catalogue: readonly Model[], language: string): Model[] {
  const preferred = PREFERRED[language];
  return PURPOSES.flatMap((purpose) => {
    const rows = catalogue.filter((row) => row.for === purpose && row.languages.includes(language));
    const own = rows.filter(({ languages }) => languages.length === 1);
    const model = preferred ? rows.find(({ name }) => preferred.includes(name)) : (own[0] ?? rows[0]);
    return model ?? [];
  });
}

/** Each language of the catalogue, with the names of its models. */
export const languageRows = (catalogue: readonly Model[]) =>
  [...new Set(catalogue.flatMap(({ languages }) => languages))].map((language) => ({
    language,
    models: languageModels(catalogue, language).map(({ name }) => name),
  }));

/** @throws ModelError `unknown` if no model speaks or reads this language */
export function requireLanguage(catalogue: readonly Model[], language: string): Model[] {
  const models = languageModels(catalogue, language);
  if (models.length === 0)
    throw new ModelError('unknown', `There is no model for ${JSON.stringify(language.slice(0, 40))}.`);
  return models;
}
