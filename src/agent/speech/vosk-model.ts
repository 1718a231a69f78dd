/** Checks the Vosk models that an operator configured, and describes the fault of an invalid folder. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';

/** Maximum size of a model in bytes. The engine's memory is limited to 2 GB, and a model needs more than its files. */
const MAX_BYTES = 600 * 1024 * 1024;
const MAX_MODELS = 20;
const MAX_FILES = 1000;
const REQUIRED_FILES = ['am/final.mdl', 'conf/mfcc.conf', 'conf/model.conf'];
const GRAPH_FILES = [['graph/HCLG.fst'], ['graph/HCLr.fst', 'graph/Gr.fst']];

export interface VoskModel {
  /** BCP 47 primary language of the model. */
  language: string;
  /** Absolute path of the model's folder. */
  folder: string;
}

/** Parses `folder` or `de=folder,fr=folder`; a folder without a language is English. */
export const VoskModels = z
  .string()
  .max(10_000)
  .transform((text, context): VoskModel[] => {
    const models = text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
      .map((part) => {
        const [, language = 'en', folder] = /^(?:([a-z]{2,3})=)?(.+)$/i.exec(part)!;
        return { language: language.toLowerCase(), folder: resolve(folder!) };
      });
    const repeatedModel = models.find(
      ({ language }, index) => models.findIndex((other) => other.language === language) !== index,
    );
    const fault =
      models.length > MAX_MODELS
        ? `names ${models.length} models, more than ${MAX_MODELS}`
        : repeatedModel
          ? `names two models for "${repeatedModel.language}"`
          : models.map(({ folder }) => modelFault(folder)).find((fault) => fault !== null);
    if (fault) context.issues.push({ code: 'custom', message: fault, input: text });
    return models;
  });

/**
 * Returns the fault of a folder as a phrase that continues the setting's name; null if the folder seems to be a
 * model. Reads only the names and sizes of files.
 */
export function modelFault(folder: string): string | null {
  const isMissing = (file: string): boolean => !existsSync(join(folder, file));
  if (isMissing('.')) return `names ${folder}, which is no folder`;
  const noModelFault = `names ${folder}, which holds no Vosk model`;
  const [missingFile] = REQUIRED_FILES.filter(isMissing);
  if (missingFile)
    return `${noModelFault}: ${missingFile} is missing. Give the folder that holds am, conf and graph`;
  if (GRAPH_FILES.every((files) => files.some(isMissing)))
    return `${noModelFault}: graph/HCLG.fst, or graph/HCLr.fst with graph/Gr.fst, is missing`;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  if (files.length > MAX_FILES)
    return `names ${folder}, which has more than ${MAX_FILES} files; give the folder of one model`;
  const bytes = files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  if (bytes > MAX_BYTES) {
    const [actual, maximum] = [bytes, MAX_BYTES].map((size) => Math.ceil(size / 1024 / 1024));
    return `names ${folder}, whose ${actual} MB do not fit into memory: take a small model, up to ${maximum} MB`;
  }
  return null;
}
