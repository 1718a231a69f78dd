/** Time zones by their IANA names. */
import * as z from 'zod/mini';
import { whereUsed } from './endpoint.ts';

export const TimeZone = whereUsed(() =>
  z
    .string('must be a string')
    .check(
      z.maxLength(64, 'must be at most 64 characters'),
      z.refine(isTimeZone, 'must be a time zone, for example Europe/Vienna'),
    ),
);

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
