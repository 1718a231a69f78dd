/** Accessibility criteria that a person must judge, and whether that was done. */

/** The last day on which all stories passed in all twelve display modes (`STORIES=all`). */
export const WHOLE_STORIES = { day: '2026-11-24', stories: 227 };

interface JudgedCriterion {
  eye?: string;
  nobody?: string;
}

/**
 * Criteria that tests alone cannot judge. `eye`: the developers looked at pictures of all screens on that day, but no
 * person with a disability did. `nobody`: not judged yet.
 */
export const BEYOND_TESTS: Readonly<Record<string, JudgedCriterion>> = {
  '1.1.1': { nobody: 'usefulness of names and descriptions' },
  '1.2.4': { eye: 'position of captions (2026-11-23)', nobody: 'use by deaf people' },
  '1.3.1': { nobody: 'output of a screen reader: none was run' },
  '1.3.2': { nobody: 'output of a screen reader: none was run' },
  '1.4.1': { eye: 'forced colours, slashed icons (2026-11-22)' },
  '1.4.4': { eye: '200 % on a page of 1280 x 800 (2026-11-22)' },
  '1.4.11': { eye: 'borders and rings, in light and dark (2026-11-22)' },
  '2.1.1': { nobody: 'switch devices, voice control' },
  '2.2.1': { nobody: 'sufficiency of a minute' },
  '2.2.2': { eye: 'the still face (2026-11-22)' },
  '2.4.6': { nobody: 'clarity of headings' },
  '2.4.7': { eye: 'rings on every control (2026-11-22)' },
  '3.1.2': { nobody: 'translations: no native speaker has read them' },
  '3.3.3': { nobody: 'usefulness of the texts' },
  '4.1.2': { nobody: 'output of a screen reader: none was run' },
  '4.1.3': { nobody: 'output of a screen reader: none was run' },
};
