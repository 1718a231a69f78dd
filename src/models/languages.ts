/** Selects the models that a language needs: a recogniser, a voice, and a sentence model. */
import { ModelError } from './model-error.ts';
import type { Model, Purpose } from './model.ts';

/** Language models are not included, because documents are answered without one. */
const PURPOSES: readonly Purpose[] = ['speech_to_text', 'text_to_speech', 'embeddings'];
/**
 * Models that are preferred to the first one in the catalogue. For English no sentence model is needed, because
 * Palkit includes one.
 */
const PREFERRED_MODELS: Readonly<Record<string, readonly string[]>> = { en: ['whisper-en', 'piper-en'] };

/**
 * Returns at most one model per purpose. A model for this language alone is preferred to a model for several
 * languages.
 */
export function languageModels(catalogue: readonly Model[], language: string): Model[] {
  const preferredModels = PREFERRED_MODELS[language];
  return PURPOSES.flatMap((purpose) => {
    const candidates = catalogue.filter((row) => row.for === purpose && row.languages.includes(language));
    const singleLanguage = candidates.filter(({ languages }) => languages.length === 1);
    const model = preferredModels
      ? candidates.find(({ name }) => preferredModels.includes(name))
      : (singleLanguage[0] ?? candidates[0]);
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
