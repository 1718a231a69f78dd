/** Selects the models that a language needs: a recogniser, a voice, and a sentence model. */
import { ModelError } from './model-error.ts';
import type { Model, Purpose } from './model.ts';

/** A language model is no part of a language: documents are answered without one. */
const PURPOSES: readonly Purpose[] = ['speech_to_text', 'text_to_speech', 'embeddings'];
/** Models that are preferred to the first of the catalogue. Palkit includes a sentence model for English. */
const PREFERRED_MODELS: Readonly<Record<string, readonly string[]>> = { en: ['whisper-en', 'piper-en'] };

/** Returns at most one model per purpose. A model for this language alone is preferred to one for several. */
export function languageModels(catalogue: readonly Model[], language: string): Model[] {
  const preferredModels = PREFERRED_MODELS[language];
  return PURPOSES.flatMap((purpose) => {
    const candidates = catalogue.filter((row) => row.for === purpose && row.languages.includes(language));
    const own = candidates.filter(({ languages }) => languages.length === 1);
    const model = preferredModels
      ? candidates.find(({ name }) => preferredModels.includes(name))
      : (own[0] ?? candidates[0]);
    return model ?? [];
  });
}

/** Returns each language of the catalogue with the names of its models. */
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
