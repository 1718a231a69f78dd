/** Texts for the steps of an installation. */
import type { Translations } from './german.ts';

export const STARTING: Translations = { en: 'Beginning', de: 'Es geht los' };
export const UNPACKING: Translations = { en: 'Unpacking', de: 'Auspacken' };
export const COPYING: Translations = {
  en: 'Copying files that nobody has published a checksum of',
  de: 'Kopieren von Dateien, zu denen niemand eine Prüfsumme veröffentlicht hat',
};
export const checkingText = (file: string): Translations => ({
  en: `Checking ${file}`,
  de: `Prüfen von ${file}`,
});
export const fetchingText = (file: string, host: string): Translations => ({
  en: `Fetching ${file} from ${host}`,
  de: `Laden von ${file} von ${host}`,
});
export const installingText = (engine: string): Translations => ({
  en: `Installing the engine ${engine} by npm`,
  de: `Einrichten des Programms ${engine} mit npm`,
});
