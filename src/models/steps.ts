/** The steps of an installation in words. */
import type { Wording } from './german.ts';

export const BEGINNING: Wording = { en: 'Beginning', de: 'Es geht los' };
export const UNPACKING: Wording = { en: 'Unpacking', de: 'Auspacken' };
export const COPYING: Wording = {
  en: 'Copying the folder, whose files nobody has published a checksum of',
  de: 'Kopieren des Ordners, zu dessen Dateien niemand eine Prüfsumme veröffentlicht hat',
};
export const checkingText = (file: string): Wording => ({ en: `Checking ${file}`, de: `Prüfen von ${file}` });
export const fetching = (file: string, host: string): Wording => ({
  en: `Fetching ${file} from ${host}`,
  de: `Laden von ${file} von ${host}`,
});
export const installing = (engine: string): Wording => ({
  en: `Installing the engine ${engine} by npm`,
  de: `Einrichten des Programms ${engine} mit npm`,
});
